import { inWords } from "../../checks/words.js";
import type { QuasistaticContact, QuasistaticStep } from "./linearised.js";

/** The numbers of a step: unactuated and actuated coordinates, contacts, edges of all contacts, and its length h [s]. */
type Numbers = "nu" | "na" | "nc" | "nd" | "h";
/** Numbers that may be left out: the step's number in its motion, and the best known ‖Δq_a − Δq̄_a‖² [m²]. */
type Remarks = "l" | "f";

/** The lists of a step with the number that says how long each is: gaps [m], and so on in SI units. */
const lists = {
  /** J_n and J_f: rows of nu + na numbers. */
  Jn: { of: "rows", size: "nc" },
  Jf: { of: "rows", size: "nd" },
  /** Edges of each contact. */
  ndi: { of: "numbers", size: "nc" },
  /** Gaps [m]. */
  phi: { of: "numbers", size: "nc" },
  /** Generalised external impulse over the step [N s, N m s]. */
  tau: { of: "numbers", size: "nu" },
  /** Commanded increments. */
  dqb: { of: "numbers", size: "na" },
  /** Stiffness [N/m] and friction of each contact. */
  K: { of: "numbers", size: "nc" },
  mu: { of: "numbers", size: "nc" },
} as const satisfies Record<string, { readonly of: "rows" | "numbers"; readonly size: Numbers }>;

type Lists = typeof lists;
interface Kinds {
  readonly numbers: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

/** One linearised step as programs exchange it: dense matrices, contacts one after the other. */
export type QuasistaticInstance = Readonly<Record<Numbers, number>> &
  Readonly<Partial<Record<Remarks, number>>> & { readonly [Name in keyof Lists]: Kinds[Lists[Name]["of"]] };

/** Normals that differ by less belong to one face. */
const parallel = 1e-3;

/**
 * The step of an instance. With six unactuated increments (translation, then rotation) lengths of rotations are the
 * longest lever of a contact, and contacts with parallel normals are taken for one face.
 * @throws {RangeError} naming the field whose size does not fit.
 */
export function stepOfInstance(instance: QuasistaticInstance): QuasistaticStep {
  const { nu, nd, ndi, Jn, Jf, phi, tau, dqb, K, mu, h } = instance;
  for (const name of ["nu", "na", "nc", "nd"] as const)
    if (!Number.isInteger(instance[name]) || instance[name] < 0)
      throw new RangeError(`${name} must be a whole number from 0`);
  if (!(Number.isFinite(h) && h > 0)) throw new RangeError("h must be a positive number");
  for (const [name, { size }] of entriesOf(lists)) {
    const list: unknown = instance[name];
    if (!Array.isArray(list) || list.length !== instance[size])
      throw new RangeError(
        `${name} must hold ${instance[size]} elements, it holds ${Array.isArray(list) ? list.length : "none"}`,
      );
  }
  // rows of lists that are not there are read below, before the numbers of the step are looked at
  for (const name of ["Jn", "Jf"] as const)
    instance[name].forEach((row: unknown, i) => {
      if (!Array.isArray(row)) throw new RangeError(`${name}[${i}] must be a list of numbers, it is ${inWords(row)}`);
    });
  if (ndi.reduce((sum, v) => sum + v, 0) !== nd) throw new RangeError(`ndi must add up to nd = ${nd}`);
  const spatial = nu === 6;
  const normals: (readonly number[])[] = [];
  let edge = 0;
  const contacts = phi.map((gap, i): QuasistaticContact => {
    const edges = Jf.slice(edge, edge + ndi[i]);
    edge += ndi[i];
    const contact = { gap, normal: Jn[i], edges, friction: mu[i], stiffness: K[i] };
    if (!spatial) return contact;
    const normal = Jn[i].slice(0, 3);
    let face = normals.findIndex((other) => other.every((v, k) => Math.abs(v - normal[k]) < parallel));
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

const entriesOf = <T extends object>(record: T) => Object.entries(record) as [keyof T, T[keyof T]][];
