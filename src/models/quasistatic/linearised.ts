import { inWords } from "../../checks/words.js";

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
  /** Lengths that a unit of each unactuated increment moves [m]: 1 for a translation, half a diameter for a rotation. */
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

/**
 * Refuses a step that is not made of finite numbers in lists of fitting sizes.
 * @throws {RangeError} naming the field.
 */
export function checkStep({ contacts, impulse, command, h, lengths }: QuasistaticStep): void {
  const width = impulse.length + command.length;
  const insist = (holds: boolean, field: string, fault: string): void => {
    if (!holds) throw new RangeError(`${field} ${fault}`);
  };
  const finite = (list: unknown): boolean => Array.isArray(list) && Array.from(list).every(Number.isFinite);
  insist(finite(impulse), "impulse", "holds a value that is not finite");
  insist(finite(command), "command", "holds a value that is not finite");
  insist(Number.isFinite(h) && h > 0, "h", `must be a positive number, it is ${inWords(h)}`);
  insist(
    lengths === undefined || (lengths.length === impulse.length && lengths.every((v) => v > 0 && Number.isFinite(v))),
    "lengths",
    `must hold ${impulse.length} positive numbers`,
  );
  contacts.forEach(({ gap, normal, edges, friction, stiffness, hypotheticalGap }, i) => {
    const at = `contacts[${i}]`;
    insist(normal.length === width && finite(normal), `${at}.normal`, `must hold ${width} finite numbers`);
    insist(Number.isFinite(gap), `${at}.gap`, `must be finite, it is ${inWords(gap)}`);
    insist(
      friction >= 0 && Number.isFinite(friction),
      `${at}.friction`,
      `must be a number from 0, it is ${inWords(friction)}`,
    );
    insist(
      stiffness >= 0 && Number.isFinite(stiffness),
      `${at}.stiffness`,
      `must be a number from 0, it is ${inWords(stiffness)}`,
    );
    insist(Number.isFinite(hypotheticalGap ?? 0), `${at}.hypotheticalGap`, "must be finite");
    insist(edges.length % 2 === 0, `${at}.edges`, `must come in opposite pairs, there are ${edges.length}`);
    edges.forEach((edge, k) => {
      insist(edge.length === width && finite(edge), `${at}.edges[${k}]`, `must hold ${width} finite numbers`);
    });
  });
}
