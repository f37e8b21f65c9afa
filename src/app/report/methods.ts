import type { Settings } from "../../motion/problem/parameters.js";
import type { Method, Problem } from "../../motion/problem/problem.js";
import type { Result } from "../../motion/result.js";
import { simulate } from "../../motion/solve.js";
import type { Run } from "../run/run.js";
import type { Drawing } from "./charts/drawing.js";
import type { SeriesFigure } from "./charts/figures.js";

/** The same motion by another method. */
export interface OtherMethod {
  readonly method: string;
  readonly result: Result;
}

/** The method of a run and the others that its problem names, simulated with the settings that they know. */
export interface Methods {
  readonly own: string;
  readonly others: readonly OtherMethod[];
}

/** Simulates a run by the other methods that its problem names, as `find` finds them; undefined where it names none. */
export async function methodsOf(
  { found, result, verb }: Run,
  find: (name: string) => Promise<{ readonly problem: Problem }>,
  signal?: AbortSignal,
): Promise<Methods | undefined> {
  const { methods = [] } = found;
  if (methods.length === 0 || verb === "design" || result.status !== "solved") return undefined;
  const own = methods.find((one) => isOwn(one, result));
  const others: OtherMethod[] = [];
  for (const one of methods) {
    if (one === own || signal?.aborted) continue;
    const { problem } = await find(one.problem);
    const known = Object.entries(result.run.settings).filter(
      ([name]) => problem.parameters[name] !== undefined || name.startsWith("grid."),
    );
    const set: Settings = { ...Object.fromEntries(known), ...one.set };
    const other = await simulate(problem, { set, ...(signal && { signal }) });
    others.push({ method: one.method, result: other });
  }
  return { own: own?.method ?? result.problem.title, others };
}

const isOwn = ({ problem, set = {} }: Method, { problem: { name }, run: { parameters } }: Result): boolean =>
  problem === name && Object.entries(set).every(([key, value]) => parameters[key] === value);

/** Columns of the velocities of a body in the plane, whatever a method calls them. */
const velocities = [
  { name: "vx", title: "Velocity vx", unit: "m/s", columns: ["vx"] },
  { name: "vy", title: "Velocity vy", unit: "m/s", columns: ["vy"] },
  { name: "ωz", title: "Angular velocity ωz", unit: "rad/s", columns: ["wz", "omega"] },
] as const;

type Velocity = (typeof velocities)[number];

/** A method without the velocity has no numbers for it. */
const columnOf = (body: string, { columns: axes }: Velocity, { trajectory: { t, columns } }: Result): Float64Array =>
  axes.map((axis) => columns[`${body}.${axis}`]).find((found) => found !== undefined) ??
  new Float64Array(t.length).fill(Number.NaN);

/** The bodies' velocities by all methods, and how far each method is from this one. */
export function methodFigures(drawing: Drawing, { own, others }: Methods): SeriesFigure[] {
  const { result, model, pick } = drawing;
  const body = model.views?.footprints?.[0]?.body;
  const comparable = others.filter((other) => sameTimes(result, other.result));
  if (body === undefined || comparable.length === 0) return [];
  const column = (of: Result, velocity: Velocity): Float64Array => columnOf(body, velocity, of);
  const overlaid = velocities.map(
    (velocity): SeriesFigure => ({
      kind: "series",
      title: `${velocity.title} by all methods`,
      label: velocity.name,
      unit: velocity.unit,
      text: "Lines that agree lie on each other; the other methods are dashed.",
      lines: [
        { name: own, values: pick(column(result, velocity)) },
        ...comparable.map((other) => ({
          name: other.method,
          values: pick(column(other.result, velocity)),
          limit: true,
        })),
      ],
      zero: false,
      events: [],
    }),
  );
  const apart = comparable.map(
    ({ method, result: other }): SeriesFigure => ({
      kind: "series",
      title: `Difference: ${method}`,
      label: "difference",
      unit: "m/s, rad/s",
      text: `Velocities by “${method}” and by “${own}”, size of their differences on a logarithmic axis, where they differ at all.`,
      lines: velocities.map((velocity) => ({
        name: `|Δ${velocity.name}|`,
        values: pick(difference(column(result, velocity), column(other, velocity))),
      })),
      zero: false,
      events: [],
      logarithmic: true,
    }),
  );
  return [...overlaid, ...apart];
}

const sameTimes = ({ trajectory: a }: Result, { trajectory: b }: Result): boolean =>
  a.t.length === b.t.length && a.t.every((time, k) => time === b.t[k]);

// what agrees to the last bit has no place on a logarithmic axis
const difference = (a: Float64Array, b: Float64Array): Float64Array =>
  a.map((x, k) => (x === b[k] ? Number.NaN : Math.abs(x - b[k])));

/** The largest difference of velocities over all steps, in m/s and rad/s alike; null where steps do not match. */
export function largestDifference(body: string, one: Result, other: Result): number | null {
  if (!sameTimes(one, other)) return null;
  return Math.max(
    ...velocities.map((velocity) => {
      const [a, b] = [columnOf(body, velocity, one), columnOf(body, velocity, other)];
      return a.reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);
    }),
  );
}
