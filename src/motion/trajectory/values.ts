import { evaluate, isExpr } from "../../expr/expr.js";
import type { Setup } from "../compile/setup.js";
import type { Reduction } from "../problem/problem.js";
import { isMet } from "./misses.js";
import type { Trajectory } from "./trajectory.js";

/** As much of a trajectory as values are taken from. */
export interface Read extends Pick<Trajectory, "t" | "columns"> {
  readonly certificate: Pick<Trajectory["certificate"], "conditions">;
}

/** The declared values of a problem on a trajectory; null where one does not exist (never NaN). */
export function valuesOf(setup: Setup, parameters: Float64Array, trajectory: Read): Record<string, number | null> {
  const { problem, parameters: names } = setup.compiled;
  const at = (leaf: string): number => {
    const dot = leaf.indexOf(".");
    const name = leaf.slice(dot + 1);
    if (leaf.startsWith("parameters.")) return parameters[names.indexOf(name)];
    const column = trajectory.columns[name];
    if (column === undefined) return Number.NaN;
    return leaf.startsWith("first.") ? column[0] : column[column.length - 1];
  };
  const values: Record<string, number | null> = {};
  for (const [name, { of }] of Object.entries(problem.values)) {
    const value = isExpr(of)
      ? evaluate(of, at)
      : "timeOf" in of
        ? timeFound(of.timeOf, trajectory)
        : reduced(of, trajectory);
    values[name] = value === null || !Number.isFinite(value) ? null : value;
  }
  return values;
}

/** The time at which conditions of some time hold together; null where one of them does not. */
function timeFound(label: string, { certificate }: Read): number | null {
  const own = (certificate.conditions ?? []).filter(({ time }) => time === label);
  return own.length > 0 && own.every(isMet) ? own[0].t : null;
}

function reduced({ reduce, column, number = 1 }: Reduction, trajectory: Read): number | null {
  const values = trajectory.columns[column];
  if (values === undefined) return null;
  if (reduce === "first-positive-step") {
    const step = values.findIndex((x) => x > 0);
    return step < 0 ? null : step;
  }
  if (reduce === "first-positive-time") return timeAboveZero(values, trajectory.t);
  if (reduce === "rises")
    return values.reduce((count, x, k) => (k > 1 && x > 0 && !(values[k - 1] > 0) ? count + 1 : count), 0);
  if (reduce === "peak") return peakOf(values, trajectory.t, number);
  if (reduce === "period") return periodOf(values, trajectory.t);
  const known = values.filter((x) => !Number.isNaN(x));
  if (known.length === 0) return null;
  if (reduce === "sum") return known.reduce((sum, x) => sum + x);
  return known.reduce((best, x) => (reduce === "maximum" ? Math.max(best, x) : Math.min(best, x)));
}

/** When a column first exceeds zero, on the line from the grid point before; null where it never does. */
function timeAboveZero(values: Float64Array, t: Float64Array): number | null {
  const k = values.findIndex((x) => x > 0);
  if (k < 0) return null;
  // nothing is observed at the start
  const before = k === 0 ? 0 : values[k - 1];
  return before <= 0 && k > 0 ? t[k - 1] + ((t[k] - t[k - 1]) * before) / (before - values[k]) : t[k];
}

/** The local maximum of a number, on the parabola through it and its neighbours; null where there are not as many. */
function peakOf(values: Float64Array, t: Float64Array, number: number): number | null {
  let found = 0;
  for (let k = 1; k + 1 < values.length; k++) {
    const [a, b, c] = [values[k - 1], values[k], values[k + 1]];
    if (!(b > a && b >= c) || ++found < number) continue;
    const [before, after] = [t[k] - t[k - 1], t[k + 1] - t[k]];
    const [rise, fall] = [(b - a) / before, (c - b) / after];
    const bend = (fall - rise) / (before + after);
    const slope = (rise * after + fall * before) / (before + after);
    return bend < 0 ? b - (slope * slope) / (4 * bend) : b;
  }
  return null;
}

/** The mean time between two passages from below to above zero; null where there are none. */
function periodOf(values: Float64Array, t: Float64Array): number | null {
  const passages: number[] = [];
  for (let k = 1; k < values.length; k++) {
    const [before, after] = [values[k - 1], values[k]];
    if (before <= 0 && after > 0) passages.push(t[k - 1] + ((t[k] - t[k - 1]) * before) / (before - after));
  }
  return passages.length < 2 ? null : (passages[passages.length - 1] - passages[0]) / (passages.length - 1);
}
