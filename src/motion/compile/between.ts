import type { Model } from "../../mechanics/model.js";
import type { Steps } from "../problem/grid.js";
import type { ExactRecord, Path } from "./path.js";

/** A place on a motion: the step, counted from 0, and the part of it after which it lies. */
export interface Place {
  readonly step: number;
  readonly part: number;
  /** True of a place on the way on which the steps before would go on, if nothing began in this one. */
  readonly isOnward?: true;
}

/** The place of a time on steps: in the step that it is in or ends. */
export function placeAt({ t, h }: Pick<Steps, "t" | "h">, time: number): Place {
  let [low, high] = [0, h.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle + 1] >= time) high = middle;
    else low = middle + 1;
  }
  return { step: low, part: Math.min(1, Math.max(0, (time - t[low]) / h[low])) };
}

/**
 * The states at a place: on the straight line between two grid points, x + part (x⁺ − x), each end exactly, or on the polynomial
 * of an element, up to the impact at its end.
 */
export function stateAt({ states: path, exact }: Path, states: number, place: Place, into: Float64Array): void {
  const { step, part } = place;
  if (exact !== undefined && part !== 0) {
    const weights = exact.nodes.map((_, j) => basis(exact.nodes, j, part));
    for (let i = 0; i < states; i++) into[i] = weighted(path, exact, weights, { states, step, i });
    return;
  }
  for (let i = 0, at = step * states; i < states; i++, at++)
    into[i] = part === 0 ? path[at] : part === 1 ? path[at + states] : path[at] + part * (path[at + states] - path[at]);
}

/** The states at a place, also at one on which the steps before would go on. */
export function stateOn(path: Path, model: Pick<Model, "state">, place: Place, into: Float64Array): void {
  const states = model.state.length;
  stateAt(path, states, place.isOnward ? { step: place.step, part: 0 } : place, into);
  if (!place.isOnward) return;
  for (let i = 0; i < states; i++)
    into[i] +=
      place.part * goingOn(path.states, { width: states, at: i }, onward(path, model, place.step, i), place.step);
}

/** Σ w_j x_{k−j}, one of so many numbers a point. */
export const goingOn = (
  x: Float64Array,
  { width, at }: { readonly width: number; readonly at: number },
  weights: readonly number[],
  step: number,
): number => weights.reduce((sum, weight, back) => sum + weight * x[(step - back) * width + at], 0);

/** True of a state that is a velocity, which a blow changes at once. */
export const isRate = ({ unit }: Pick<Model["state"][number], "unit">): boolean => unit.endsWith("/s");

/**
 * By how much a state would change in a step of a grid as those before it went on: weights of its values at the step's start and at the
 * points before. Of the last two changes of a velocity, and second differences of a place, the smaller one goes on: the other has an impact.
 */
export function onward(
  { states: path }: Path,
  { state }: Pick<Model, "state">,
  step: number,
  i: number,
): readonly number[] {
  const z = (back: number): number => path[(step - back) * state.length + i];
  const isOfRate = isRate(state[i]);
  if (!isOfRate && step < 2) return [1, -1];
  const [last, before] = isOfRate ? [z(0) - z(1), z(1) - z(2)] : [z(0) - 2 * z(1) + z(2), z(1) - 2 * z(2) + z(3)];
  // there is none before the first one
  const isLast = !(Math.abs(last) > Math.abs(before));
  return isOfRate ? (isLast ? [1, -1] : [0, 1, -1]) : isLast ? [2, -3, 1] : [1, 0, -2, 1];
}

/** h ẋ of one state at a place of an element. */
export function elementSlope({ states: path }: Path, exact: ExactRecord, states: number) {
  let known = { part: Number.NaN, weights: [0] };
  return (i: number, { step, part }: Place): number => {
    if (known.part !== part) known = { part, weights: exact.nodes.map((_, j) => basisSlope(exact.nodes, j, part)) };
    return weighted(path, exact, known.weights, { states, step, i });
  };
}

function weighted(
  path: Float64Array,
  { stages, nodes }: ExactRecord,
  weights: readonly number[],
  { states, step, i }: { readonly states: number; readonly step: number; readonly i: number },
): number {
  const s = nodes.length - 1;
  let sum = weights[0] * path[step * states + i];
  for (let j = 0; j < s; j++) sum += weights[j + 1] * stages[(step * s + j) * states + i];
  return sum;
}

/** ℓ_j(x) of the nodes. */
export function basis(nodes: readonly number[], j: number, x: number): number {
  let product = 1;
  for (let m = 0; m < nodes.length; m++) if (m !== j) product *= (x - nodes[m]) / (nodes[j] - nodes[m]);
  return product;
}

/** ℓ'_j(x) of the nodes. */
export function basisSlope(nodes: readonly number[], j: number, x: number): number {
  let sum = 0;
  for (let k = 0; k < nodes.length; k++) {
    if (k === j) continue;
    let product = 1 / (nodes[j] - nodes[k]);
    for (let m = 0; m < nodes.length; m++) if (m !== j && m !== k) product *= (x - nodes[m]) / (nodes[j] - nodes[m]);
    sum += product;
  }
  return sum;
}
