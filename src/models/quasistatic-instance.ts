import { diagonalMatrix, fromTriplets } from "../algebra/sparse.js";
import type { Miqp, MiqpHints } from "../solve/miqp-problem.js";
import { quasistaticHints } from "./quasistatic-hints.js";

/** One contact at the start of a step. Jacobians are rows over all increments, unactuated first. */
export interface QuasistaticContact {
  /** φ, signed [m]. */
  readonly gap: number;
  /** J_n: change of the gap per increment. */
  readonly normal: readonly number[];
  /** J_f: slip along each edge of the friction polygon per increment; with every edge its opposite. */
  readonly edges: readonly (readonly number[])[];
  /** μ. */
  readonly friction: number;
  /** K of the elastic bound (22) [N/m]. */
  readonly stiffness: number;
  /** φ̄ of the step before [m], where the bound (22) comes one step late; else it follows from this step. */
  readonly hypotheticalGap?: number;
  /** Contacts of one pair of faces have the same number. */
  readonly face?: number;
}

/** A quasistatic step (Pang, Tedrake 2018, (23)): everything that is linearised at its start. */
export interface QuasistaticStep {
  readonly contacts: readonly QuasistaticContact[];
  /** P_τu: generalised external impulse on the unactuated degrees of freedom over the step [N s, N m s]. */
  readonly impulse: readonly number[];
  /** Δq̄_a: commanded increments of the actuated degrees of freedom [m, rad]. */
  readonly command: readonly number[];
  /** Length of the step [s]. */
  readonly h: number;
  /** What a unit of each unactuated increment moves [m]: 1 for a translation, half a diameter for a rotation. */
  readonly lengths?: readonly number[];
}

/** The unknowns of (23) in SI units. */
export interface QuasistaticUnknowns {
  /** Δq_u */ readonly dqU: Float64Array;
  /** Δq_a */ readonly dqA: Float64Array;
  /** P_n [N s], per contact. */ readonly normalImpulse: Float64Array;
  /** P_f [N s], edge after edge. */ readonly edgeImpulse: Float64Array;
  /** Γ [m], per contact. */ readonly slip: Float64Array;
}

/** Units of the scaled unknowns, and where they begin: x = (Δq_u, Δq_a − Δq̄_a, P_n, P_f, Γ). */
export interface QuasistaticLayout {
  /** Increments are counted in this [m or rad]; Δq_u also over `lengths`. */
  readonly length: number;
  /** Impulses are counted in this [N s]. */
  readonly impulse: number;
  readonly lengths: readonly number[];
  /** First column of Δq_a, P_n, P_f, Γ, and the number of columns. */
  readonly columns: readonly [actuated: number, normal: number, edge: number, slip: number, count: number];
  /** First row of φ⁺, ρ, s and of the bound (23f); force balance (23a) comes first. */
  readonly rows: readonly [gap: number, rho: number, cone: number, elastic: number];
}

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
  insistStep(step);
  const { contacts, command, h } = step;
  const layout = layoutOf(step);
  const { length, impulse, lengths, columns, rows } = layout;
  const [actuated, normal, edge, slip, count] = columns;
  const [gapRow, rhoRow, coneRow, elasticRow] = rows;
  const rowCount = elasticRow + contacts.length;
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
  const rowLower = new Float64Array(rowCount);
  const rowUpper = new Float64Array(rowCount).fill(Number.POSITIVE_INFINITY);
  const pairs: [number, number][] = [];
  const rank: number[] = [];
  /** A Jacobian row of scaled increments; what the command alone gives, in the unit of length. */
  const motion = (i: number, jacobian: readonly number[], factor: number, withDeviation: boolean): number => {
    let commanded = 0;
    for (let k = 0; k < actuated; k++) put(i, k, (factor * jacobian[k]!) / lengths[k]!);
    for (let k = 0; k < command.length; k++) {
      if (withDeviation) put(i, actuated + k, factor * jacobian[actuated + k]!);
      commanded += (jacobian[actuated + k]! * command[k]!) / length;
    }
    return commanded;
  };

  for (let k = 0; k < actuated; k++) {
    rowLower[k] = rowUpper[k] = -step.impulse[k]! / (impulse * lengths[k]!);
  }
  let e = 0; // edges so far
  contacts.forEach((contact, i) => {
    const force = normal + i;
    for (let k = 0; k < actuated; k++) put(k, force, contact.normal[k]! / lengths[k]!);
    rowLower[gapRow + i] = -contact.gap / length - motion(gapRow + i, contact.normal, 1, true);
    pairs.push([count + gapRow + i, force]);
    rank.push(0);
    put(coneRow + i, force, contact.friction);
    let farthest = 0;
    for (const jacobian of contact.edges) {
      const push = edge + e;
      const rho = rhoRow + e;
      for (let k = 0; k < actuated; k++) put(k, push, jacobian[k]! / lengths[k]!);
      const commanded = motion(rho, jacobian, 1, true);
      rowLower[rho] = -commanded;
      put(rho, slip + i, 1);
      put(coneRow + i, push, -1);
      pairs.push([count + rho, push]);
      rank.push(2);
      let most = Math.abs(commanded);
      jacobian.forEach((v, k) => {
        most += (Math.abs(v) * reach) / (k < actuated ? lengths[k]! : 1);
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
    A: fromTriplets(rowCount, count, matrix.row, matrix.column, matrix.value),
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
      dqU: Float64Array.from(lengths, (unit, k) => (x[k]! * length) / unit),
      dqA: Float64Array.from(command, (v, k) => v + x[actuated + k]! * length),
      normalImpulse: x.slice(normal, edge).map((v) => v * impulse),
      edgeImpulse: x.slice(edge, slip).map((v) => v * impulse),
      slip: x.slice(slip).map((v) => v * length),
    }),
  };
}

function layoutOf({ contacts, impulse, command, h, lengths }: QuasistaticStep): QuasistaticLayout {
  const u = impulse.length;
  const edges = contacts.reduce((sum, contact) => sum + contact.edges.length, 0);
  const meters = lengths ?? impulse.map(() => 1);
  const load = impulse.reduce((most, v, k) => Math.max(most, Math.abs(v) / meters[k]!), 0);
  const stiffest = contacts.reduce((most, { stiffness }) => Math.max(most, stiffness), 0);
  const commanded = command.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const deflection = stiffest > 0 ? load / (h * stiffest) : 0;
  const length = Math.max(commanded, deflection) || 1;
  const normal = u + command.length;
  const gapRow = u;
  const rho = gapRow + contacts.length;
  return {
    length,
    impulse: load || stiffest * h * length || 1,
    lengths: meters,
    columns: [
      u,
      normal,
      normal + contacts.length,
      normal + contacts.length + edges,
      normal + 2 * contacts.length + edges,
    ],
    rows: [gapRow, rho, rho + edges, rho + edges + contacts.length],
  };
}

function insistStep({ contacts, impulse, command, h, lengths }: QuasistaticStep): void {
  const width = impulse.length + command.length;
  const insist = (holds: boolean, field: string, what: string): void => {
    if (!holds) throw new RangeError(`${field} ${what}`);
  };
  const finite = (list: readonly number[]): boolean => list.every((v) => Number.isFinite(v));
  insist(finite(impulse), "impulse", "holds a value that is not finite");
  insist(finite(command), "command", "holds a value that is not finite");
  insist(Number.isFinite(h) && h > 0, "h", `must be a positive number, it is ${h}`);
  insist(
    lengths === undefined || (lengths.length === impulse.length && lengths.every((v) => v > 0 && Number.isFinite(v))),
    "lengths",
    `must hold ${impulse.length} positive numbers`,
  );
  contacts.forEach(({ gap, normal, edges, friction, stiffness, hypotheticalGap }, i) => {
    const at = `contacts[${i}]`;
    insist(normal.length === width && finite(normal), `${at}.normal`, `must hold ${width} finite numbers`);
    insist(Number.isFinite(gap), `${at}.gap`, `must be finite, it is ${gap}`);
    insist(friction >= 0 && Number.isFinite(friction), `${at}.friction`, `must be a number from 0, it is ${friction}`);
    insist(
      stiffness >= 0 && Number.isFinite(stiffness),
      `${at}.stiffness`,
      `must be a number from 0, it is ${stiffness}`,
    );
    insist(Number.isFinite(hypotheticalGap ?? 0), `${at}.hypotheticalGap`, "must be finite");
    insist(edges.length % 2 === 0, `${at}.edges`, `must come in opposite pairs, there are ${edges.length}`);
    edges.forEach((edge, k) => {
      insist(edge.length === width && finite(edge), `${at}.edges[${k}]`, `must hold ${width} finite numbers`);
    });
  });
}
