import { pow } from "../../algebra/elementary/elementary.js";
import { fromTriplets } from "../../algebra/sparse.js";
import type { Model } from "../../mechanics/model.js";
import { type Element, type ElementStart, loadElement } from "./element.js";
import { elementSystem } from "./element-system.js";
import { isForce } from "./held-newton.js";

/** The estimate of an element's error. */
export interface Estimate {
  forget(): void;
  /** The largest error in parts of scales, from the slopes at its start; ∞ where there is none. */
  error(start: ElementStart, h: number, slopes: Float64Array): number;
  /** The part of it by which the step is no function of next states and rates alone, found beside, and that of lasting states. */
  readonly unlike: () => { readonly all: number; readonly lasting: number };
  /**
   * Adds that part of lasting states to those of elements before it in this march, and returns their sum: no order of the method
   * makes it small. Dampers forget what was wrong of a contact's own states.
   */
  readonly owe: () => number;
}

/**
 * The error of a solved element by one more slope, that at its start, filtered by an implicit step of length γh from the
 * same rows (Hairer and Wanner II, IV.8): the step from now + e, e = γ h (f(y_0) − what the stages' slopes continue to), ends
 * at the estimate beside the end. Of order s + 1 in h.
 */
export function estimate(element: Element, { views }: Model, frame: Float64Array): Estimate {
  const { z } = element;
  const { branches, tableau, size, layout } = element.parts;
  const { states } = layout;
  const { rows, at, unknowns } = branches;
  const { stages: s, gamma, back } = tableau;
  const { row, col } = rows.pattern;
  const own: number[] = [];
  for (let p = 0; p < col.length; p++) if (col[p] >= states && col[p] < states + size) own.push(p);
  const pattern = fromTriplets(
    [size, size],
    own.map((p) => row[p]),
    own.map((p) => col[p] - states),
  );
  const system = elementSystem(pattern, unknowns, states);
  const entries = new Float64Array(col.length);
  const residual = new Float64Array(size);
  const moved = new Float64Array(size);
  const shift = new Float64Array(states);
  const slope = new Float64Array(states);
  const last = new Float64Array(states);
  const contacts = (views?.contacts ?? []).map(({ name }) => `${name}.`);
  const lasts = unknowns.slice(0, states).map(({ name }) => !contacts.some((contact) => name.startsWith(contact)));
  let unlike = 0;
  let lasting = 0;
  let owed = 0;

  const norm = (v: Float64Array, only?: readonly boolean[]): number => {
    let most = 0;
    for (let k = 0; k < states; k++) {
      if (only?.[k] === false) continue;
      const end = Math.abs(z[(s - 1) * size + k]);
      const part = Math.abs(v[k]) / Math.max(unknowns[k].scale, end);
      if (!(part <= most)) most = part;
    }
    return most;
  };

  function error(start: ElementStart, h: number, slopes: Float64Array): number {
    for (let k = 0; k < states; k++) shift[k] = h * slopes[k];
    for (let i = 0; i < s; i++) {
      element.slope(start, i, slope);
      for (let k = 0; k < states; k++) shift[k] -= back[i] * slope[k];
    }
    element.slope(start, s - 1, last);
    loadElement(layout, start, frame);
    for (let k = 0; k < size; k++) frame[at[k]] = z[(s - 1) * size + k];
    for (let k = 0; k < states; k++) frame[k] = z[(s - 1) * size + k] - gamma * last[k];
    frame[layout.time] = start.t + (1 - gamma) * h;
    frame[layout.time + 1] = gamma * h;
    rows.jacobian(frame, residual, entries);
    own.forEach((p, q) => {
      pattern.values[q] = entries[p];
    });
    if (!system.factor(pattern, gamma * h)) return Number.POSITIVE_INFINITY;
    moved.set(residual);
    system.solve(moved);
    unlike = norm(moved);
    lasting = norm(moved, lasts);
    moved.fill(0);
    for (let p = 0; p < col.length; p++) if (col[p] < states) moved[row[p]] -= entries[p] * gamma * shift[col[p]];
    system.solve(moved);
    return norm(moved);
  }

  return {
    forget() {
      system.forget();
      owed = 0;
    },
    error,
    unlike: () => ({ all: unlike, lasting }),
    owe: () => (owed += lasting),
  };
}

/** Why elements that are unlike a step cannot go on. */
export const unlikeMessage =
  "The method exact needs steps that depend on their start by rates of change alone, and those of this model do not: use grid.method = euler.";

/** The root by which an error of elements goes with their length. */
export const rootOf = (error: number, stages: number): number =>
  Math.max(1e-9, stages === 3 ? Math.sqrt(Math.sqrt(error)) : pow(error, 1 / (stages + 1)));

/** An error that is no more than so many tolerances, and so much of that of a longer element, this often in a row, came in with the start. */
const [inherited, unlessened, inRow] = [4, 0.94, 3];

/**
 * Told the errors of ever shorter elements from one place, says that what is left of one is none of theirs: speeds along what is closed
 * are no better known where an element ends than its tolerance, and the next one stops them, however short it is.
 */
export function inheriting(): (error: number) => boolean {
  let [before, row] = [Number.POSITIVE_INFINITY, 0];
  return (error) => {
    row = error <= inherited && error >= unlessened * before ? row + 1 : 0;
    before = error;
    return row >= inRow;
  };
}

/** A contact that jams slides by no more than so many times what corners give way to the largest force. */
const mostGiving = 8;

/** As much of a distance of a slide [N] as its sense means nothing at the end of a solved element: what jams moves only as corners give way. */
export function jamOf({ z, parts: { tableau, size, layout, branches } }: Element, { views }: Model): () => number {
  const giving = Math.max(0, ...Object.values(views?.restitution ?? {}).map((one) => one.giving ?? 0));
  if (giving === 0) return () => 0;
  const end = (tableau.stages - 1) * size;
  const forces = [...branches.unknowns.keys()].filter((k) => k >= layout.states && isForce(branches.unknowns[k]));
  return () => mostGiving * giving * forces.reduce((largest, k) => Math.max(largest, Math.abs(z[end + k])), 0);
}
