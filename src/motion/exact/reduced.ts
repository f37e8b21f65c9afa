import { isExpr } from "../../expr/expr.js";
import { basis } from "../compile/between.js";
import type { Compiled } from "../compile/compile-problem.js";
import type { Reduction } from "../problem/problem.js";
import type { Element } from "./element.js";

/** Values of a problem that are taken from a column, on the polynomials of elements: between their ends, too. */
export interface Reducing {
  /** Notes stage i of an element, whose frame is complete. */
  stage(i: number, frame: Float64Array): void;
  /** Ends an element whose states at start and stages are known. */
  element(span: Span, start: Float64Array, stages: Float64Array): void;
  /** All that were found, by their names; null where a motion has no such place. */
  values(): Record<string, number | null>;
}

/** When an element begins, and how long it is [s]. */
export interface Span {
  readonly t: number;
  readonly h: number;
}

/** A column in one element: its numbers at nodes. */
interface Piece extends Span {
  readonly nodes: readonly number[];
  readonly values: Float64Array;
}

/** A column that is taken from, and how a stage tells it; states are told by elements. */
interface Source {
  readonly column: string;
  readonly state: number;
  readonly read: ((frame: Float64Array, seen: Float64Array) => number) | undefined;
  readonly pieces: Piece[];
}

/** Reductions that look between grid points. */
const between: ReadonlySet<Reduction["reduce"]> = new Set([
  "maximum",
  "minimum",
  "peak",
  "period",
  "first-positive-time",
]);

/** Places of an element at which a column is looked at before it is followed. */
const places = 8;
const halvings = 60;
const sections = 60;
const golden = 0.381966011250105;

/** The reductions of a problem between grid points, by the names of their values. */
function reductionsOf({ problem }: Compiled): [string, Reduction][] {
  return Object.entries(problem.values).flatMap(([name, { of }]): [string, Reduction][] =>
    !isExpr(of) && "reduce" in of && between.has(of.reduce) ? [[name, of]] : [],
  );
}

/** True where an answer is read between the ends of elements: values of columns, or conditions on the way. */
export function readsBetween(compiled: Compiled): boolean {
  const { aims, conditions } = compiled.formulas;
  return aims.rows !== conditions.rows || reductionsOf(compiled).length > 0;
}

/** Takes the values of a problem from the elements of a motion, as they come. */
export function reducing(compiled: Compiled, { parts }: Element): Reducing {
  const { kernels, model } = compiled;
  const { layout, observed } = kernels;
  const { tableau } = parts;
  const { all, own } = tableau.nodes;
  const reductions = reductionsOf(compiled);
  const sources = new Map<string, Source>();
  for (const [, { column }] of reductions) {
    const state = model.state.findIndex(({ name }) => name === column);
    const inside = model.inside.findIndex(({ name }) => name === column);
    const seenAt = observed.names.indexOf(column);
    const read =
      inside >= 0
        ? (frame: Float64Array) => frame[layout.inside + inside]
        : (_: Float64Array, seen: Float64Array) => seen[seenAt];
    if (state >= 0) sources.set(column, { column, state, read: undefined, pieces: [] });
    else if (inside >= 0 || seenAt >= 0) sources.set(column, { column, state, read, pieces: [] });
  }
  const observing = [...sources.values()].filter(({ read }) => read !== undefined);
  const kernel = observing.length > 0 ? observed.kernel() : undefined;
  const seen = new Float64Array(kernel?.outputs ?? 0);
  const stages = observing.map(() => new Float64Array(tableau.stages));
  function stage(i: number, frame: Float64Array): void {
    kernel?.run(frame, seen);
    observing.forEach(({ read }, k) => {
      stages[k][i] = read?.(frame, seen) ?? Number.NaN;
    });
  }

  function element(span: Span, start: Float64Array, states: Float64Array): void {
    for (const { state, pieces } of sources.values()) {
      if (state < 0) continue;
      const values = new Float64Array(all.length);
      values[0] = start[state];
      for (let j = 0; j < tableau.stages; j++) values[j + 1] = states[j * layout.states + state];
      pieces.push({ ...span, nodes: all, values });
    }
    observing.forEach(({ pieces }, k) => {
      pieces.push({ ...span, nodes: own, values: stages[k].slice() });
    });
  }

  return {
    stage,
    element,
    values: () =>
      Object.fromEntries(
        reductions.flatMap(([name, { reduce, column, number = 1 }]) => {
          const source = sources.get(column);
          return source === undefined ? [] : [[name, reduced(reduce, samplesOf(source.pieces), number)] as const];
        }),
      ),
  };
}

/** A place of a column: the element, the part of it, and the number there. */
interface Sample {
  readonly piece: Piece;
  readonly part: number;
  readonly value: number;
}

const at = ({ nodes, values }: Piece, part: number): number =>
  values.reduce((sum, x, j) => sum + basis(nodes, j, part) * x, 0);

/** Samples of all elements. The start of one is the end of that before, but where an impact lies between. */
function samplesOf(pieces: readonly Piece[]): Sample[] {
  const samples: Sample[] = [];
  for (const piece of pieces) {
    const own = Array.from({ length: places + 1 }, (_, m) => ({
      piece,
      part: m / places,
      value: at(piece, m / places),
    }));
    const before = samples.at(-1);
    const isJump =
      before === undefined || !(Math.abs(own[0].value - before.value) <= Math.abs(own[1].value - before.value));
    samples.push(...own.slice(isJump ? 0 : 1));
  }
  return samples;
}

function reduced(reduce: Reduction["reduce"], samples: readonly Sample[], number: number): number | null {
  if (reduce === "minimum" || reduce === "maximum") {
    const sign = reduce === "maximum" ? 1 : -1;
    const best = samples.reduce((most, { value }, k) => {
      if (!Number.isFinite(value)) return most;
      const isTop = [samples[k - 1], samples[k + 1]].every((next) => !(next && sign * next.value > sign * value));
      return Math.max(most, isTop ? top(samples, k, sign) : sign * value);
    }, Number.NEGATIVE_INFINITY);
    return Number.isFinite(best) ? sign * best : null;
  }
  if (reduce === "peak") {
    let found = 0;
    for (let k = 1; k + 1 < samples.length; k++)
      if (samples[k].value > samples[k - 1].value && samples[k].value >= samples[k + 1].value && ++found === number)
        return top(samples, k, 1);
    return null;
  }
  const rises = samples.flatMap(({ value, piece, part }, k) => {
    if (!(value > 0) || (k > 0 && samples[k - 1].value > 0)) return [];
    return [risesAt(piece, partBefore(samples, k), part)];
  });
  if (reduce === "first-positive-time") return rises[0] ?? null;
  // what is above zero from the start has not passed it
  const passages = samples[0]?.value > 0 ? rises.slice(1) : rises;
  return passages.length < 2 ? null : (passages[passages.length - 1] - passages[0]) / (passages.length - 1);
}

const timeOf = ({ t, h }: Piece, part: number): number => t + part * h;

/** The part of an element from which a sample follows: its start is no sample where it is the end of the element before. */
const partBefore = (samples: readonly Sample[], k: number): number => Math.max(0, samples[k].part - 1 / places);

/** When a column rises above zero, between two parts of an element. */
function risesAt(piece: Piece, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let i = 0; i < halvings; i++) {
    const middle = 0.5 * (low + high);
    if (at(piece, middle) > 0) high = middle;
    else low = middle;
  }
  return timeOf(piece, high);
}

/** sign × the extreme of a column around a sample that is no lower than its neighbours, on either side of it. */
function top(samples: readonly Sample[], k: number, sign: number): number {
  const { piece, part, value } = samples[k];
  const next = samples[k + 1];
  const own = highest(piece, partBefore(samples, k), Math.min(1, part + 1 / places), sign);
  const behind = next && part === 1 ? highest(next.piece, 0, next.part, sign) : own;
  return Math.max(sign * value, own, behind);
}

/** The largest of sign × a column between two parts of an element, by golden sections. */
function highest(piece: Piece, from: number, to: number, sign: number): number {
  let [low, high, best] = [from, to, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < sections && high > low; i++) {
    const [x, w] = [low + golden * (high - low), high - golden * (high - low)];
    const [fx, fw] = [sign * at(piece, x), sign * at(piece, w)];
    best = Math.max(best, fx, fw);
    if (fx > fw) high = w;
    else low = x;
  }
  return best;
}
