import { determinant, type Matrix, SingularValueDecomposition } from "ml-matrix";
import { hypot } from "../../algebra/elementary/elementary.js";
import type { Setup } from "../compile/setup.js";
import { unmoved as faint } from "./shoot.js";
import type { Shot } from "./shot.js";

/** Boundary conditions that say nothing new, by index: Υ along the left null space is zero of what repeats, anything else contradicts. */
interface Idle {
  readonly conditions: readonly number[];
  readonly contradicts: boolean;
}

/** Boundary conditions that say nothing new, and freed parameters that nothing determines. */
export interface Deficiency {
  /** Conditions that no freed value moves. */
  readonly unmoved: Idle;
  /** Conditions that freed values move together only. */
  readonly dependent: Idle;
  /** Freed parameters in the right null space, by index. */
  readonly freed: readonly number[];
  /** True where the conditions contradict what the motion implies, rather than repeat it. */
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
 * Singular values of D = ∂Υ/∂(freed), scaled. Each row is divided by the sum of its terms without cancellation,
 * Σ |∂Υ_i/∂last_j| |S_j|: a condition whose terms cancel (rolling, once the contact sticks) is recognised however small
 * or large its unit is. Columns are taken per part of the freed value, and then to one.
 */
function decompose(shot: Shot, freed: readonly number[]): SingularValueDecomposition {
  return new SingularValueDecomposition(scaledSlopes(shot, freed));
}

/** By what each row of D is divided. */
function rowSizes({ termSizes }: Shot): number[] {
  const largest = Math.max(...termSizes);
  return Array.from(termSizes, (size) => (size > faint * largest ? size : largest || 1));
}

function scaledSlopes(shot: Shot, freed: readonly number[]): Matrix {
  const { jacobian, parameters } = shot;
  const scaled = jacobian.clone();
  rowSizes(shot).forEach((size, i) => {
    scaled.mulRow(i, 1 / size);
  });
  freed.forEach((index, j) => {
    const unit = Math.max(1, Math.abs(parameters[index]));
    const size = scaled.getColumn(j).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    scaled.mulColumn(j, size * unit > tolerance ? 1 / size : unit);
  });
  return scaled;
}

/** The fault of the conditions at this shot; undefined where they determine every freed parameter. */
export function deficiencyOf(setup: Setup, shot: Shot): Deficiency | undefined {
  const { march, values } = shot;
  if (march.status !== "solved") return undefined;
  const { boundary, freed } = setup.compiled;
  const scaled = scaledSlopes(shot, freed);
  const sizes = rowSizes(shot);
  const svd = new SingularValueDecomposition(scaled);
  const limit = tolerance * Math.max(1, svd.diagonal[0] ?? 0);
  const isMoved = sizes.map((_, i) => hypot(...scaled.getRow(i)) > limit);
  const still = new Set<number>();
  const together = new Set<number>();
  const loose = new Set<number>();
  let isOpen = false;
  svd.diagonal.forEach((sigma, s) => {
    if (sigma > limit) return;
    const left = svd.leftSingularVectors.getColumn(s);
    const right = svd.rightSingularVectors.getColumn(s);
    left.forEach((x, i) => {
      if (i < boundary.length && Math.abs(x) > share) (isMoved[i] ? together : still).add(i);
    });
    right.forEach((x, j) => {
      if (j < freed.length && Math.abs(x) > share) loose.add(j);
    });
    // rows of zeros are no part of what the others have in common
    const weights = isMoved.map((moved, i) => (moved ? left[i] / sizes[i] : 0));
    const open = weights.reduce((sum, w, i) => sum + w * values[i], 0);
    if (Math.abs(open) > met * hypot(...weights)) isOpen = true;
  });
  if (still.size + together.size === 0) return undefined;
  const unmoved = { conditions: [...still], contradicts: [...still].some((i) => Math.abs(values[i]) > met) };
  const dependent = { conditions: [...together], contradicts: together.size > 0 && isOpen };
  return { unmoved, dependent, freed: [...loose], contradicts: unmoved.contradicts || dependent.contradicts };
}

const agreeing = (of: Deficiency): Deficiency => ({
  ...of,
  unmoved: { ...of.unmoved, contradicts: false },
  dependent: { ...of.dependent, contradicts: false },
});

/** "end.rolling.x repeats what the motion already implies; start.theta is not determined by any condition". */
export function describeDeficiency(setup: Setup, { unmoved, dependent, freed }: Deficiency): string {
  const { boundary } = setup.compiled;
  const listed = (indices: readonly number[], pick: "name" | "frees"): string =>
    indices.map((i) => boundary[i][pick]).join(", ");
  const names = listed(unmoved.conditions, "name");
  const repeat = unmoved.conditions.length > 1 ? "repeat" : "repeats";
  const still = unmoved.contradicts
    ? `no freed value moves ${names}`
    : `${names} ${repeat} what the motion already implies`;
  const how = dependent.contradicts ? "contradict" : "repeat";
  const together = `${listed(dependent.conditions, "name")} ${how} each other, as freed values move them together only`;
  return [
    ...(unmoved.conditions.length > 0 ? [still] : []),
    ...(dependent.conditions.length > 0 ? [together] : []),
    `${listed(freed, "frees")} ${freed.length > 1 ? "are" : "is"} not determined by any condition`,
  ].join("; ");
}

/** σ_max/σ_min of D = ∂Υ/∂(freed), scaled: near one the conditions determine every freed value, at 1e8 hardly. */
export function conditionOf(setup: Setup, shot: Shot): number {
  const { diagonal } = decompose(shot, setup.compiled.freed);
  return diagonal[0] / diagonal[diagonal.length - 1];
}

/**
 * The sign of det ∂Υ/∂(freed), zero where there are not as many conditions as freed values: of two roots beside each other on a smooth
 * map it is + at one, and − at the other.
 */
export const turnOf = ({ jacobian }: Pick<Shot, "jacobian">): number =>
  jacobian.rows === jacobian.columns ? Math.sign(determinant(jacobian)) : 0;

/** A sentence where the solved conditions determine the freed values weakly or not at all; undefined where they do. */
export function weakness(setup: Setup, shot: Shot): string | undefined {
  const deficiency = deficiencyOf(setup, shot);
  // conditions that are met contradict nothing
  if (deficiency !== undefined) return `At this motion ${describeDeficiency(setup, agreeing(deficiency))}.`;
  if (shot.march.status !== "solved") return undefined;
  const condition = conditionOf(setup, shot);
  return condition > weak
    ? `The conditions determine the freed values weakly (condition ${condition.toExponential(0)}).`
    : undefined;
}
