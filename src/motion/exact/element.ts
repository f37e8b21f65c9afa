import { fromTriplets, type SparseMatrix } from "../../algebra/sparse.js";
import type { Compiled } from "../compile/compile-problem.js";
import type { Layout } from "../compile/step.js";
import { type BranchRows, branchRows } from "./branches.js";
import { type ElementSystem, elementSystem } from "./element-system.js";
import type { Held } from "./held.js";
import { emptyPlace, placeAt, type Tableau } from "./tableau.js";

/** The start of an element, the branches on which its formulas are held, and the inputs that are. */
export interface ElementStart {
  readonly t: number;
  readonly state: Float64Array;
  readonly modes: Float64Array;
  readonly held: Held;
}

/** The formulas of elements, their method, and how many unknowns each stage has; states come first. */
export interface ElementParts {
  readonly branches: BranchRows;
  readonly tableau: Tableau;
  readonly size: number;
  readonly layout: Layout;
  /**
   * How often an element was solved, or tried, since the last `forget`: the work of a march; and whether the forces of the last one were
   * found: where all that slides comes to rest, its directions are rounding, and forces along them go on changing; and whether its factors
   * are those of its solution but for rounding.
   */
  readonly work: { solves: number; areForcesFound: boolean; areFactorsItsOwn: boolean };
}

/** The element before the next one, whose polynomials go on from it. */
export interface Before {
  /** Drops the numbers of an earlier march: the same march gives the same bits. */
  forget(): void;
  /** Takes the solved element for it, and puts its end where the next one starts from. */
  keep(start: ElementStart, h: number): void;
  /** Continues its polynomials over a length h behind it; false where branches are others now. */
  extrapolate(start: ElementStart, h: number): boolean;
}

/** One element: s stages of the model's own step, solved together by Newton's method on one sparse matrix. */
export interface Element {
  readonly parts: ElementParts;
  /** The unknowns of all stages, one after the other. */
  readonly z: Float64Array;
  readonly before: Before;
  /** Solves from what stands in `z`; false where Newton does not converge. */
  solve(start: ElementStart, h: number): boolean;
  /** Writes stage i, solved, with its effective start, into a frame of the layout followed by the branches. */
  load(start: ElementStart, h: number, i: number, frame: Float64Array): void;
  /** h times the slopes of the states at stage i. */
  slope(start: ElementStart, i: number, into: Float64Array): void;
  /** Factors the matrix at the solution; one that is `rough` may be that of the last step to it, where that was as good as none. */
  linearise(start: ElementStart, h: number, isRough?: boolean): boolean;
  /** dz by a change of start state, parameter number f, h or t, from the last `linearise`. */
  by(change: Change, into: Float64Array): void;
}

/** Directions in which an element is differentiated: dy of the start, dp of the freed parameters, dh and dt. */
export interface Change {
  readonly state: Float64Array | undefined;
  readonly freed: number;
  readonly h: number;
  readonly t: number;
}

/** Newton ends where its step is below this part of the unknowns' scales, */
const converged = 1e-9;
/** and what factors of another place leave is below this. */
const exactly = 1e-13;
/** Behind a step below this the factors are kept, while each step is by this shorter than the one before. */
const [near, shorter] = [1e-2, 0.1];
/** A step that no longer shrinks is rounding where it is below this. */
const rounding = 1e-6;
const mostIterations = 16;
/** Forces may be off by this part of their scales, or have so many iterations more, and others while each shrinks them so. */
const settled = 1e-9;
/** Those of corners that share a weight are rounding up to this: what changes by more was not found. */
const found = 1e-6;
const mostSettling = 6;
const shrinking = 0.6;

/** Fills everything of a frame that stays the same over an element: branches and inputs. */
export function loadElement(layout: Layout, { modes, held }: ElementStart, frame: Float64Array): void {
  frame.set(modes, layout.leaves.length);
  frame.set(held.inputs, layout.inputs);
  frame[layout.time + 2] = held.step;
}

/** The elements of a compiled problem by one method, with their memory. */
export function element(compiled: Compiled, tableau: Tableau, frame: Float64Array): Element {
  const { kernels, freed } = compiled;
  const { layout } = kernels;
  const { states } = layout;
  const branches = branchRows(compiled);
  const { rows, at } = branches;
  const { stages: s, d, ofStart, c } = tableau;
  const size = at.length;
  const parts: ElementParts = {
    branches,
    tableau,
    size,
    layout,
    work: { solves: 0, areForcesFound: true, areFactorsItsOwn: false },
  };
  const { row, col } = rows.pattern;
  const { pattern, places, carried } = stackedPattern(branches, states, tableau);
  const system = elementSystem(pattern, branches.unknowns, states);
  const z = new Float64Array(s * size);
  const [residual, step] = [z.slice(), z.slice()];
  const entries = Array.from({ length: s }, () => new Float64Array(row.length));
  const value = new Float64Array(size);

  function slope({ state }: ElementStart, i: number, into: Float64Array): void {
    for (let k = 0; k < states; k++) {
      let slope = -ofStart[i] * state[k];
      for (let j = 0; j < s; j++) slope += d[i * s + j] * z[j * size + k];
      into[k] = slope;
    }
  }

  function load(start: ElementStart, h: number, i: number, into: Float64Array): void {
    slope(start, i, into);
    for (let k = 0; k < states; k++) into[k] = z[i * size + k] - into[k];
    for (let k = 0; k < size; k++) into[at[k]] = z[i * size + k];
    into[layout.time] = start.t + (c[i] - 1) * h;
    into[layout.time + 1] = h;
  }

  /** Rows at `z`, and their matrix. */
  function evaluate(start: ElementStart, h: number, isMatrixWanted: boolean): boolean {
    const { values } = pattern;
    if (isMatrixWanted) values.fill(0);
    for (let i = 0; i < s; i++) {
      load(start, h, i, frame);
      const own = entries[i];
      if (isMatrixWanted) rows.jacobian(frame, value, own);
      else rows.residual(frame, value);
      residual.set(value, i * size);
      const targets = places[i];
      for (let p = 0, q = 0; p < col.length && isMatrixWanted; p++) {
        const x = own[p];
        if (col[p] < states) for (let j = 0; j < s; j++) values[targets[q++]] += x * carried[i * s + j];
        else if (col[p] < states + size) values[targets[q++]] += x;
      }
    }
    return areFinite(residual);
  }

  let newest: { readonly start: ElementStart; readonly modes: Float64Array; readonly h: number } | undefined;

  const factor = (start: ElementStart, h: number): boolean => evaluate(start, h, true) && system.factor(pattern, h);

  function linearise(start: ElementStart, h: number, isRough = false): boolean {
    const isNewest = newest?.start === start && newest.modes === start.modes && newest.h === h;
    if (isRough && isNewest && parts.work.areFactorsItsOwn) return true;
    loadElement(layout, start, frame);
    return factor(start, h);
  }

  const newton: Newton = {
    parts,
    z,
    residual,
    step,
    factor,
    evaluate: (start, h) => evaluate(start, h, false),
    system,
  };
  const before = elementBefore(parts, z, system);
  return {
    parts,
    z,
    before,
    solve(start, h) {
      parts.work.solves++;
      loadElement(layout, start, frame);
      newest = { start, modes: start.modes, h };
      return iterate(newton, start, h);
    },
    load,
    slope,
    linearise,
    by(change, into) {
      rightSide({ parts, states, entries, freed: freed.length }, change, into);
      system.solve(into);
    },
  };
}

/** Solves an element from the polynomials of the one before it, or else from where that one ended. */
export function solved(element: Element, now: ElementStart, h: number, ended: Float64Array): boolean {
  if (element.before.extrapolate(now, h) && element.solve(now, h)) return true;
  element.z.set(ended);
  return element.solve(now, h);
}

function areFinite(xs: Float64Array): boolean {
  for (let k = 0; k < xs.length; k++) if (!Number.isFinite(xs[k])) return false;
  return true;
}

function elementBefore(parts: ElementParts, z: Float64Array, system: ElementSystem): Before {
  const { tableau, size, layout } = parts;
  const { states } = layout;
  const { stages: s, c } = tableau;
  const place = emptyPlace(tableau);
  const stages = z.slice();
  const from = new Float64Array(states);
  const nowhere: Float64Array = new Float64Array(0);
  let [known, length] = [nowhere, 0];
  return {
    forget() {
      system.forget();
      z.fill(0);
      parts.work.solves = 0;
      known = nowhere;
    },
    keep({ state, modes }, h) {
      stages.set(z);
      from.set(state);
      [known, length] = [modes, h];
      for (let i = 0; i + 1 < s; i++) z.copyWithin(i * size, (s - 1) * size, s * size);
    },
    extrapolate({ modes }, h) {
      if (modes !== known) return false;
      for (let i = 0; i < s; i++) {
        placeAt(tableau, 1 + (c[i] * h) / length, place);
        for (let k = 0; k < size; k++) {
          const isState = k < states;
          let sum = isState ? place.of[0] * from[k] : 0;
          for (let j = 0; j < s; j++) sum += (isState ? place.of[j + 1] : place.stages[j]) * stages[j * size + k];
          z[i * size + k] = sum;
        }
      }
      return true;
    },
  };
}

/** The memory of the Newton of an element. */
interface Newton {
  readonly parts: ElementParts;
  readonly z: Float64Array;
  readonly residual: Float64Array;
  readonly step: Float64Array;
  readonly system: ElementSystem;
  /** Rows and factors of their matrix at `z`. */
  readonly factor: (start: ElementStart, h: number) => boolean;
  /** Rows at `z` alone. */
  readonly evaluate: (start: ElementStart, h: number) => boolean;
}

function iterate(newton: Newton, start: ElementStart, h: number): boolean {
  const { parts, residual, system, step, factor, evaluate } = newton;
  let [before, all] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let [settling, last] = [0, Number.POSITIVE_INFINITY];
  let isKept = false;
  parts.work.areFactorsItsOwn = false;
  for (let iteration = 0; iteration < mostIterations; iteration++) {
    if (!(isKept ? evaluate(start, h) : factor(start, h))) return false;
    for (let k = 0; k < step.length; k++) step[k] = -residual[k];
    system.solve(step);
    const { states: change, forces } = advance(newton);
    if (!Number.isFinite(change)) return false;
    const most = Math.max(change, forces);
    const isExact = !isKept || most * most <= exactly * all;
    if ((change <= converged && isExact) || (change <= rounding && change >= 0.5 * before)) {
      // forces carry the rounding of what makes them, and come last where a cone opens as a root does
      const isDone = forces <= settled || (++settling > mostSettling && forces > shrinking * last);
      parts.work.areForcesFound = forces <= found;
      parts.work.areFactorsItsOwn = !isKept && most <= converged;
      if (isDone) return true;
      last = forces;
    }
    if (iteration > 3 && change > rounding && change > 2 * before) return false;
    isKept = most <= near && settling === 0 && (!isKept || most <= shorter * all);
    [before, all] = [change, most];
  }
  return settling > mostSettling;
}

/** Adds the step to the unknowns; the largest parts of their scales by which states and forces change. */
function advance({ parts, z, step }: Newton): { states: number; forces: number } {
  const { size, branches, tableau, layout } = parts;
  const { unknowns } = branches;
  let states = 0;
  let forces = 0;
  for (let i = 0; i < tableau.stages; i++)
    for (let k = 0; k < size; k++) {
      const m = i * size + k;
      z[m] += step[m];
      const part = Math.abs(step[m]) / (unknowns[k].scale + Math.abs(z[m]));
      if (k < layout.states && !(part <= states)) states = part;
      if (k >= layout.states && !(part <= forces)) forces = part;
    }
  return { states, forces };
}

/** Slopes of the rows of every stage, as they were evaluated last. */
interface RowSlopes {
  readonly parts: ElementParts;
  readonly states: number;
  readonly entries: readonly Float64Array[];
  readonly freed: number;
}

/** −∂(rows) in a direction. */
function rightSide(
  { parts, states, entries, freed }: RowSlopes,
  { state, freed: f, h, t }: Change,
  into: Float64Array,
): void {
  const { branches, tableau, size } = parts;
  const { row, col } = branches.rows.pattern;
  const { stages: s, c, ofStart } = tableau;
  const afterBlock = states + size;
  into.fill(0);
  for (let i = 0; i < s; i++) {
    const own = entries[i];
    const dt = t + (c[i] - 1) * h;
    for (let p = 0; p < col.length; p++) {
      const k = col[p];
      let x = 0;
      if (k < states) {
        if (state !== undefined) x = ofStart[i] * state[k];
      } else if (k >= afterBlock) {
        const extra = k - afterBlock;
        if (extra < freed) x = extra === f ? 1 : 0;
        else x = extra === freed ? h : dt;
      }
      if (x !== 0) into[i * size + row[p]] -= own[p] * x;
    }
  }
}

/** The matrix of all stages, where their entries go in it, and by what (i × j) stage i starts where the states of stage j are. */
function stackedPattern(
  { rows, at }: BranchRows,
  states: number,
  { stages: s, d }: Tableau,
): { pattern: SparseMatrix; places: Int32Array[]; carried: Float64Array } {
  const size = at.length;
  const { row, col } = rows.pattern;
  const [is, js]: number[][] = [[], []];
  const owners: number[] = [];
  for (let i = 0; i < s; i++)
    for (let p = 0; p < col.length; p++) {
      const add = (j: number): void => {
        is.push(i * size + row[p]);
        js.push(j);
        owners.push(i);
      };
      if (col[p] < states) for (let j = 0; j < s; j++) add(j * size + col[p]);
      else if (col[p] < states + size) add(i * size + col[p] - states);
    }
  const pattern = fromTriplets([s * size, s * size], is, js);
  const found = new Map<number, number>();
  for (let j = 0; j < pattern.cols; j++)
    for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) found.set(pattern.rowIdx[p] * pattern.cols + j, p);
  const places: number[][] = Array.from({ length: s }, () => []);
  owners.forEach((i, m) => {
    places[i].push(found.get(is[m] * pattern.cols + js[m]) ?? 0);
  });
  const carried = d.map((x, k) => (k % (s + 1) === 0 ? 1 : 0) - x);
  return { pattern, places: places.map((own) => Int32Array.from(own)), carried };
}

/** The numbers of all rows, one row after the other. */
export function joined(rows: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(rows.reduce((sum, row) => sum + row.length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all;
}
