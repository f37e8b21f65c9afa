import type { QuasistaticContact, QuasistaticStep } from "./quasistatic-instance.js";

/** One linearised step as programs exchange it: dense matrices, contacts one after the other. */
export interface QuasistaticInstance {
  /** Number of the step in its motion. */
  readonly l?: number;
  /** The best known ‖Δq_a − Δq̄_a‖² [m²]. */
  readonly f?: number;
  readonly nu: number;
  readonly na: number;
  readonly nc: number;
  /** Edges of all contacts, and of each. */
  readonly nd: number;
  readonly ndi: readonly number[];
  /** nc × (nu + na) and nd × (nu + na). */
  readonly Jn: readonly (readonly number[])[];
  readonly Jf: readonly (readonly number[])[];
  /** Gaps [m]. */
  readonly phi: readonly number[];
  /** Generalised external impulse over the step [N s, N m s]. */
  readonly tau: readonly number[];
  /** Commanded increments. */
  readonly dqb: readonly number[];
  /** Stiffness [N/m] and friction of each contact. */
  readonly K: readonly number[];
  readonly mu: readonly number[];
  /** Length of the step [s]. */
  readonly h: number;
}

/** Normals that differ by less belong to one face. */
const parallel = 1e-3;

/**
 * The step of an instance. With six unactuated increments (translation, then rotation) lengths of rotations are the
 * longest lever of a contact, and contacts with parallel normals are taken for one face.
 * @throws {RangeError} naming the field whose size does not fit.
 */
export function stepOfInstance(instance: QuasistaticInstance): QuasistaticStep {
  const { nu, na, nc, nd, ndi, Jn, Jf, phi, tau, dqb, K, mu, h } = instance;
  const sizes: readonly [string, readonly unknown[] | undefined, number][] = [
    ["Jn", Jn, nc],
    ["Jf", Jf, nd],
    ["ndi", ndi, nc],
    ["phi", phi, nc],
    ["tau", tau, nu],
    ["dqb", dqb, na],
    ["K", K, nc],
    ["mu", mu, nc],
  ];
  for (const [name, list, size] of sizes)
    if (!Array.isArray(list) || list.length !== size)
      throw new RangeError(
        `${name} must hold ${size} elements, it holds ${Array.isArray(list) ? list.length : "none"}`,
      );
  if (ndi.reduce((sum, v) => sum + v, 0) !== nd) throw new RangeError(`ndi must add up to nd = ${nd}`);
  const spatial = nu === 6;
  const normals: (readonly number[])[] = [];
  let edge = 0;
  const contacts = phi.map((gap, i): QuasistaticContact => {
    const edges = Jf.slice(edge, edge + ndi[i]!);
    edge += ndi[i]!;
    const contact = { gap, normal: Jn[i]!, edges, friction: mu[i]!, stiffness: K[i]! };
    if (!spatial) return contact;
    const normal = Jn[i]!.slice(0, 3);
    let face = normals.findIndex((other) => other.every((v, k) => Math.abs(v - normal[k]!) < parallel));
    if (face < 0) face = normals.push(normal) - 1;
    return { ...contact, face };
  });
  const step = { contacts, impulse: tau, command: dqb, h };
  return spatial ? { ...step, lengths: [1, 1, 1, ...leverArms([...Jn, ...Jf])] } : step;
}

/** The longest lever of all contacts, for each axis of rotation alike. */
function leverArms(jacobian: readonly (readonly number[])[]): number[] {
  const longest = jacobian.reduce((most, row) => Math.max(most, ...row.slice(3, 6).map(Math.abs)), 0) || 1;
  return [longest, longest, longest];
}
