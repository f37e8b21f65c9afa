import { type FullMatrix, type RightSingular, rightSingular, transposeFull } from "../algebra/svd.js";
import type { Bound } from "./bind.js";
import { unmoved } from "./shoot.js";
import type { Shot } from "./shot.js";

/** Boundary conditions that say nothing new, and freed parameters that nothing determines. */
export interface Deficiency {
  /** Conditions in the left null space, by index, with Υ along it: zero repeats, anything else contradicts. */
  readonly conditions: readonly number[];
  /** Freed parameters in the right null space, by index. */
  readonly freed: readonly number[];
  /** Whether the conditions contradict what the motion implies, rather than repeat it. */
  readonly contradicts: boolean;
}

/** Singular values below this, of the row- and column-scaled D, count as zero: rows of rolling once it sticks reach 1e-10. */
const tolerance = 1e-7;
/** Υ below this [own units] counts as met: a hundred times the tolerance of the whole horizon. */
const met = 1e-8;
/** A share of a null vector that counts as taking part in it. */
const share = 0.1;

/** Above this condition of D a freed value has fewer than half of its digits from the conditions. */
const weak = 1e8;

/**
 * D = ∂Υ/∂(freed), scaled. Each row is divided by the sum of its terms without cancellation,
 * Σ |∂Υ_i/∂last_j| |S_j|: a condition whose terms cancel (rolling, once the contact sticks) is recognised however small
 * or large its unit is. Columns are taken per part of the freed value, and then to one.
 */
function scaledSlopes({ jacobian, termSizes, parameters }: Shot, freed: readonly number[]): FullMatrix {
  const { rows, columns } = jacobian;
  const values = jacobian.values.slice();
  const largest = Math.max(...termSizes);
  for (let i = 0; i < rows; i++) {
    const size = termSizes[i]! > unmoved * largest ? termSizes[i]! : largest || 1;
    for (let j = 0; j < columns; j++) values[i * columns + j]! /= size;
  }
  freed.forEach((index, j) => {
    const unit = Math.max(1, Math.abs(parameters[index]!));
    let size = 0;
    for (let i = 0; i < rows; i++) size = Math.max(size, Math.abs(values[i * columns + j]!));
    const factor = size * unit > tolerance ? 1 / size : unit;
    for (let i = 0; i < rows; i++) values[i * columns + j]! *= factor;
  });
  return { rows, columns, values };
}

/** What is wrong with the conditions at this shot; undefined where they determine every freed parameter. */
export function deficiencyOf(bound: Bound, shot: Shot): Deficiency | undefined {
  const { march, values } = shot;
  if (march.status !== "solved") return undefined;
  const { boundary, freed } = bound.compiled;
  const scaled = scaledSlopes(shot, freed);
  const right: RightSingular = rightSingular(scaled);
  const left: RightSingular = rightSingular(transposeFull(scaled));
  const limit = tolerance * Math.max(1, right.values[0] ?? 0);
  const conditions = new Set<number>();
  const loose = new Set<number>();
  let contradicts = false;
  right.values.forEach((sigma, s) => {
    if (sigma > limit) return;
    left.vectors[s]!.forEach((x, i) => {
      if (i < boundary.length && Math.abs(x) > share) conditions.add(i);
    });
    right.vectors[s]!.forEach((x, j) => {
      if (j < freed.length && Math.abs(x) > share) loose.add(j);
    });
    const open = left.vectors[s]!.reduce((sum, x, i) => sum + x * values[i]!, 0);
    if (Math.abs(open) > met) contradicts = true;
  });
  return conditions.size === 0 ? undefined : { conditions: [...conditions], freed: [...loose], contradicts };
}

/** "end.rolling.x repeats what the motion already implies; start.theta is not determined by any condition". */
export function describeDeficiency(bound: Bound, { conditions, freed, contradicts }: Deficiency): string {
  const { boundary } = bound.compiled;
  const listed = (indices: readonly number[], pick: "name" | "frees"): string =>
    indices.map((i) => boundary[i]![pick]).join(", ");
  const many = conditions.length > 1;
  const first = contradicts
    ? `no freed value moves ${listed(conditions, "name")}`
    : `${listed(conditions, "name")} ${many ? "repeat" : "repeats"} what the motion already implies`;
  return `${first}; ${listed(freed, "frees")} ${freed.length > 1 ? "are" : "is"} not determined by any condition`;
}

/** σ_max/σ_min of D = ∂Υ/∂(freed), scaled: near one the conditions determine every freed value, at 1e8 hardly. */
export function conditionOf(bound: Bound, shot: Shot): number {
  const { values } = rightSingular(scaledSlopes(shot, bound.compiled.freed));
  return values[0]! / values[values.length - 1]!;
}

/** A sentence where the solved conditions determine the freed values weakly or not at all; undefined where they do. */
export function weakness(bound: Bound, shot: Shot): string | undefined {
  const deficiency = deficiencyOf(bound, shot);
  if (deficiency !== undefined) return `At this motion ${describeDeficiency(bound, deficiency)}.`;
  if (shot.march.status !== "solved") return undefined;
  const condition = conditionOf(bound, shot);
  return condition > weak
    ? `The conditions determine the freed values weakly (condition ${condition.toExponential(0)}).`
    : undefined;
}
