import { diagonalMatrix, fromTriplets } from "../../algebra/sparse.js";
import type { Miqp, MiqpHints } from "../../solve/miqp/problem.js";
import { quasistaticHints } from "./hints.js";
import { layoutOf, type QuasistaticLayout } from "./layout.js";
import { checkStep, type QuasistaticStep, type QuasistaticUnknowns } from "./linearised.js";

/** A quasistatic step as a program, and the way back from its scaled unknowns x to SI units. */
export interface QuasistaticProgram {
  readonly miqp: Miqp;
  readonly hints: MiqpHints;
  readonly layout: QuasistaticLayout;
  /** ‖Δq_a − Δq̄_a‖² [m²] of one unit of the program's objective. */
  readonly objectiveUnit: number;
  unknowns(x: Float64Array): QuasistaticUnknowns;
}

/** Increments may be this many units of length: metres, where steps are tenths of millimetres. */
const reach = 1e4;
/** Impulses may be this many units, with the unit the weight over a step or more. */
const strength = 1e4;

/**
 * The quadratic program with complementarity pairs of one quasistatic step, scaled so that its numbers are of order
 * one: increments by the larger of the command and the deflection under the load, impulses by the load. Instead of
 * Δq_a it has the deviation e = Δq_a − Δq̄_a, so that the objective ‖e‖² loses no digits:
 *
 *     (23a)  J_nuᵀP_n + J_fuᵀP_f + P_τu = 0
 *     (12)   0 ≤ φ + J_nu Δq_u + J_na Δq_a ⟂ P_n ≥ 0
 *     (16)   0 ≤ Γ + J_fu Δq_u + J_fa Δq_a ⟂ P_f ≥ 0
 *     (17)   0 ≤ μ P_n − Σ P_f ⟂ Γ ≥ 0
 *     (23f)  P_n ≥ −h K φ̄,   φ̄ = φ + J_nu Δq_u + J_na Δq̄_a
 *
 * @throws {RangeError} naming the field that does not fit or is not finite.
 */
export function quasistaticProgram(step: QuasistaticStep): QuasistaticProgram {
  checkStep(step);
  const { contacts, command, h } = step;
  const layout = layoutOf(step);
  const { length, impulse, lengths, columns, rows } = layout;
  const { actuated, normal, edge, slip, count } = columns;
  const { gap: gapRow, rho: rhoRow, cone: coneRow, elastic: elasticRow } = rows;
  const matrix = { row: [] as number[], column: [] as number[], value: [] as number[] };
  const put = (i: number, j: number, v: number): void => {
    if (v === 0) return;
    matrix.row.push(i);
    matrix.column.push(j);
    matrix.value.push(v);
  };
  const lower = new Float64Array(count);
  const upper = new Float64Array(count);
  lower.fill(-reach, 0, normal);
  upper.fill(reach, 0, normal);
  upper.fill(strength, normal, slip);
  const rowLower = new Float64Array(rows.count);
  const rowUpper = new Float64Array(rows.count).fill(Number.POSITIVE_INFINITY);
  const pairs: [number, number][] = [];
  const rank: number[] = [];
  /** A Jacobian row of scaled increments; what the command alone gives, in the unit of length. */
  const motion = (i: number, jacobian: readonly number[], factor: number, withDeviation: boolean): number => {
    let commanded = 0;
    for (let k = 0; k < actuated; k++) put(i, k, (factor * jacobian[k]) / lengths[k]);
    for (let k = 0; k < command.length; k++) {
      if (withDeviation) put(i, actuated + k, factor * jacobian[actuated + k]);
      commanded += (jacobian[actuated + k] * command[k]) / length;
    }
    return commanded;
  };

  for (let k = 0; k < actuated; k++) {
    rowLower[k] = rowUpper[k] = -step.impulse[k] / (impulse * lengths[k]);
  }
  let e = 0; // edges so far
  contacts.forEach((contact, i) => {
    const force = normal + i;
    for (let k = 0; k < actuated; k++) put(k, force, contact.normal[k] / lengths[k]);
    rowLower[gapRow + i] = -contact.gap / length - motion(gapRow + i, contact.normal, 1, true);
    pairs.push([count + gapRow + i, force]);
    rank.push(0);
    put(coneRow + i, force, contact.friction);
    let farthest = 0;
    for (const jacobian of contact.edges) {
      const push = edge + e;
      const rho = rhoRow + e;
      for (let k = 0; k < actuated; k++) put(k, push, jacobian[k] / lengths[k]);
      const commanded = motion(rho, jacobian, 1, true);
      rowLower[rho] = -commanded;
      put(rho, slip + i, 1);
      put(coneRow + i, push, -1);
      pairs.push([count + rho, push]);
      rank.push(2);
      let most = Math.abs(commanded);
      jacobian.forEach((v, k) => {
        most += (Math.abs(v) * reach) / (k < actuated ? lengths[k] : 1);
      });
      farthest = Math.max(farthest, most);
      e++;
    }
    upper[slip + i] = farthest; // Γ need not exceed the largest slip that the bounds allow
    pairs.push([count + coneRow + i, slip + i]);
    rank.push(1);
    const spring = (contact.stiffness * h * length) / impulse;
    const unit = 1 / Math.max(1, spring); // so that a stiff spring does not make the row large
    put(elasticRow + i, force, unit);
    rowLower[elasticRow + i] =
      contact.hypotheticalGap !== undefined
        ? (-unit * spring * contact.hypotheticalGap) / length
        : -unit * spring * (contact.gap / length + motion(elasticRow + i, contact.normal, unit * spring, false));
  });
  const miqp: Miqp = {
    H: diagonalMatrix(new Float64Array(count).fill(2, actuated, normal)),
    c: new Float64Array(count),
    A: fromTriplets([rows.count, count], matrix.row, matrix.column, matrix.value),
    rowLower,
    rowUpper,
    lower,
    upper,
    pairs,
  };
  return {
    miqp,
    hints: quasistaticHints(step, layout, miqp, Uint8Array.from(rank)),
    layout,
    objectiveUnit: length * length,
    unknowns: (x) => ({
      dqU: Float64Array.from(lengths, (unit, k) => (x[k] * length) / unit),
      dqA: Float64Array.from(command, (v, k) => v + x[actuated + k] * length),
      normalImpulse: x.slice(normal, edge).map((v) => v * impulse),
      edgeImpulse: x.slice(edge, slip).map((v) => v * impulse),
      slip: x.slice(slip).map((v) => v * length),
    }),
  };
}
