import { SingularValueDecomposition } from "ml-matrix";
import type { Setup } from "../compile/setup.js";
import { unmoved } from "./shoot.js";
import type { Shot } from "./shot.js";

/** Boundary conditions that say nothing new, and freed parameters that nothing determines. */
export interface Deficiency {
  /** Conditions in the left null space, by index, with Υ along it: zero repeats, anything else contradicts. */
  readonly conditions: readonly number[];
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
function decompose({ jacobian, termSizes, parameters }: Shot, freed: readonly number[]): SingularValueDecomposition {
  const scaled = jacobian.clone();
  const largest = Math.max(...termSizes);
  for (let i = 0; i < scaled.rows; i++)
    scaled.mulRow(i, 1 / (termSizes[i] > unmoved * largest ? termSizes[i] : largest || 1));
  freed.forEach((index, j) => {
    const unit = Math.max(1, Math.abs(parameters[index]));
    const size = scaled.getColumn(j).reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    scaled.mulColumn(j, size * unit > tolerance ? 1 / size : unit);
  });
  return new SingularValueDecomposition(scaled);
}

/** The fault of the conditions at this shot; undefined where they determine every freed parameter. */
export function deficiencyOf(setup: Setup, shot: Shot): Deficiency | undefined {
  const { march, values } = shot;
  if (march.status !== "solved") return undefined;
  const { boundary, freed } = setup.compiled;
  const svd = decompose(shot, freed);
  const limit = tolerance * Math.max(1, svd.diagonal[0] ?? 0);
  const conditions = new Set<number>();
  const loose = new Set<number>();
  let contradicts = false;
  svd.diagonal.forEach((sigma, s) => {
    if (sigma > limit) return;
    const left = svd.leftSingularVectors.getColumn(s);
    const right = svd.rightSingularVectors.getColumn(s);
    left.forEach((x, i) => {
      if (i < boundary.length && Math.abs(x) > share) conditions.add(i);
    });
    right.forEach((x, j) => {
      if (j < freed.length && Math.abs(x) > share) loose.add(j);
    });
    const open = left.reduce((sum, x, i) => sum + x * values[i], 0);
    if (Math.abs(open) > met) contradicts = true;
  });
  return conditions.size === 0 ? undefined : { conditions: [...conditions], freed: [...loose], contradicts };
}

/** "end.rolling.x repeats what the motion already implies; start.theta is not determined by any condition". */
export function describeDeficiency(setup: Setup, { conditions, freed, contradicts }: Deficiency): string {
  const { boundary } = setup.compiled;
  const listed = (indices: readonly number[], pick: "name" | "frees"): string =>
    indices.map((i) => boundary[i][pick]).join(", ");
  const many = conditions.length > 1;
  const first = contradicts
    ? `no freed value moves ${listed(conditions, "name")}`
    : `${listed(conditions, "name")} ${many ? "repeat" : "repeats"} what the motion already implies`;
  return `${first}; ${listed(freed, "frees")} ${freed.length > 1 ? "are" : "is"} not determined by any condition`;
}

/** σ_max/σ_min of D = ∂Υ/∂(freed), scaled: near one the conditions determine every freed value, at 1e8 hardly. */
export function conditionOf(setup: Setup, shot: Shot): number {
  const { diagonal } = decompose(shot, setup.compiled.freed);
  return diagonal[0] / diagonal[diagonal.length - 1];
}

/** A sentence where the solved conditions determine the freed values weakly or not at all; undefined where they do. */
export function weakness(setup: Setup, shot: Shot): string | undefined {
  const deficiency = deficiencyOf(setup, shot);
  if (deficiency !== undefined) return `At this motion ${describeDeficiency(setup, deficiency)}.`;
  if (shot.march.status !== "solved") return undefined;
  const condition = conditionOf(setup, shot);
  return condition > weak
    ? `The conditions determine the freed values weakly (condition ${condition.toExponential(0)}).`
    : undefined;
}
