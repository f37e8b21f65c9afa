/**
 * How far an answer on a grid is from the continuous motion: a second motion with the same inputs is computed after the
 * first one, by the method exact where its rows allow it, else on steps of a quarter, and what differs is told: states at
 * the end, freed values, cost and constraints. The answer itself keeps its bits. `second.ts` makes second motions, `ends.ts`
 * reads cost and constraints; either can be changed alone.
 *
 * @module motion/grid-error
 */
import { evaluate, isExpr } from "../../expr/expr.js";
import type { BoundaryTask } from "../boundary/guess.js";
import type { Compiled } from "../compile/compile-problem.js";
import { endsOf } from "../compile/path.js";
import type { FoundError } from "../exact/exact.js";
import type { Found } from "../march/outcome.js";
import { isOptimal } from "../problem/objective.js";
import { leafAt, normalise, objectiveAt, stepCosts } from "./ends.js";
import { smallness } from "./scales.js";
import { type SecondMotion, secondMotion } from "./second.js";

/** A number of an answer beside the same of a finer motion. */
export interface Compared {
  readonly value: number;
  readonly fine: number;
}

/** The part of a motion that its grid makes: what its second motion is, and values of both. */
export interface GridError {
  /** The longest step [s]. */
  readonly h: number;
  /** The longest step of the finer motion [s]; left out where that is the continuous motion. */
  readonly fineH?: number;
  readonly values: Readonly<Record<string, Compared>>;
  /** Elements or steps of the finer motions: the work that the estimate took besides that of the answer. */
  readonly steps: number;
}

/** The largest error, and where. */
export interface Estimate {
  readonly error: FoundError;
  readonly gridError: GridError;
  /** True where finer motions have no launch beside that of the answer, which ends elsewhere on them. */
  readonly isLost: boolean;
}

/** True for an answer of which the error of its grid can be asked. */
const isWhole = ({ setup, status, counts }: Found): boolean =>
  (status === "solved" || status === "feasible") && counts.steps === setup.steps.h.length && setup.exact === undefined;

/**
 * The error of an answer by a second motion: what is freed is found anew (`frees`), or stays as it is. Undefined for steps
 * that are programs, whose grid is part of what they mean, and where no second motion comes to its end.
 */
export function* gridErrorOf(
  task: BoundaryTask,
  found: Found,
  frees: boolean,
): Generator<undefined, Estimate | undefined> {
  if (!isWhole(found) || found.setup.compiled.kernels.program !== undefined) return undefined;
  const asked = frees && found.setup.compiled.freed.length > 0;
  const second = yield* secondMotion(task, found, asked);
  return second && { ...compare(found, second), isLost: asked && !second.frees };
}

function compare(found: Found, second: SecondMotion): Omit<Estimate, "isLost"> {
  const { setup, parameters, path } = found;
  const { compiled, steps } = setup;
  const { part } = second;
  const own = endsOf(setup, parameters, path);
  const entries: FoundError[] = [];
  const add = (row: string, a: number, b: number, least: number): void => {
    entries.push({ row, value: Math.abs(a - b) / part / Math.max(least, Math.abs(b)) });
  };
  const { states } = compiled.kernels.layout;
  const last = (ends: Float64Array): Float64Array => normalise(compiled.model, ends.slice(states, 2 * states));
  const [here, there] = [last(own), last(second.ends)];
  const smaller = smallness(setup, found);
  compiled.model.state.forEach(({ name, scale, unit }, i) => {
    add(name, here[i], there[i], scale * smaller(unit));
  });
  for (const k of compiled.freed)
    if (second.frees)
      add(compiled.parameters[k], parameters[k], second.ends[2 * states + k], smaller(unitOf(compiled, k)));
  const values = comparedValues(found, own, second.ends);
  if (isOptimal(compiled.problem)) {
    const [a, b] = [objectiveAt(setup, own), objectiveAt(setup, second.ends)];
    const cost = stepCosts(setup, found) + a.cost;
    const fine = second.cost + b.cost;
    if (Number.isFinite(cost) && Number.isFinite(fine)) {
      add("cost", cost, fine, 1);
      values.cost = { value: cost, fine };
    }
    a.rows.forEach(({ name, value }, i) => {
      entries.push({ row: name, value: Math.abs(value - b.rows[i].value) / part });
    });
  }
  const worst = entries.reduce((most, entry) => (entry.value <= most.value ? most : entry), {
    row: compiled.model.state[0]?.name ?? "",
    value: 0,
  });
  const h = steps.h.reduce((a, b) => Math.max(a, b));
  const fineH = part < 1 ? { fineH: second.longest } : {};
  return { error: worst, gridError: { h, ...fineH, values, steps: second.steps } };
}

const unitOf = ({ problem, parameters }: Compiled, k: number): string => problem.parameters[parameters[k]]?.unit ?? "";

/** The formulas among the values, of both ends. */
function comparedValues(
  { setup: { compiled } }: Found,
  own: Float64Array,
  fine: Float64Array,
): Record<string, Compared> {
  const values: Record<string, Compared> = {};
  for (const [name, { of }] of Object.entries(compiled.problem.values)) {
    if (!isExpr(of)) continue;
    const [value, other] = [own, fine].map((ends) => evaluate(of, leafAt(compiled, ends)));
    if (Number.isFinite(value) && Number.isFinite(other)) values[name] = { value, fine: other };
  }
  return values;
}
