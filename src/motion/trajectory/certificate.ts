import { largestOf } from "../../algebra/largest.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { column } from "../../mechanics/assembly.js";
import type { ModelViews } from "../../mechanics/views.js";
import type { AssemblyRecord, Path } from "../compile/path.js";
import { stepReader } from "../compile/read-step.js";
import type { Setup } from "../compile/setup.js";
import type { ConditionMiss } from "./misses.js";

/** The worst of one law over a motion: how much, in which 1-based step (0: over the whole), and in which row. */
export interface CertificateEntry {
  readonly value: number;
  readonly step: number;
  readonly row: string;
}

/**
 * The worth of a motion, checked from the motion alone:
 * `penetration` max(0, −separation) [m] (for compliant contacts beyond the declared deformation),
 * `complementarity` max |min(a, b)| over all pairs [N], `coneExcess` max(|λ_f| − R) [N]
 * (of elements of the method exact below a millionth of the motion its mean over that),
 * `energyCreated` the largest growth of mechanical energy in a step beyond applied work [J],
 * `quaternionDrift` max ||e| − 1|, `boundaryError` max |Υ_i| in the condition's own unit,
 * `conditions` how each came out, where `boundaryError` is the most by which one is missed beyond its tolerance,
 * `gridError` how far states at the end, freed values and cost are from those of a finer motion, in parts of values above
 * their scale, and constraints in their own units; `limit` the accuracy that was asked for.
 */
export interface Certificate {
  readonly penetration: CertificateEntry;
  readonly complementarity: CertificateEntry;
  readonly coneExcess: CertificateEntry;
  readonly energyCreated: CertificateEntry;
  readonly quaternionDrift: CertificateEntry;
  readonly boundaryError: CertificateEntry;
  readonly gridError?: CertificateEntry & { readonly limit?: number };
  /** Every condition, where they are of other kinds than equations at the end that free one value each. */
  readonly conditions?: readonly ConditionMiss[];
}

/** Columns by name, and the sides of all pairs, one entry a step. */
export interface Observed {
  readonly columns: Readonly<Record<string, Float64Array>>;
  readonly pairs: readonly { readonly name: string; readonly a: Float64Array; readonly b: Float64Array }[];
  /** The part of a force that shows, of elements of the continuous motion: all of one that is not brief. None of steps on a grid. */
  readonly shown?: Float64Array | undefined;
}

/** Steps between two pauses: the formulas of a large scene take tenths of a millisecond. */
const atOnce = 32;

/** Runs the observation kernel over a path; `count` steps of it are finished. */
export function observe(setup: Setup, parameters: Float64Array, path: Path, count: number): Observed {
  return finish(observing(setup, parameters, path, count));
}

/** `observe` in parts. */
export function* observing(setup: Setup, parameters: Float64Array, path: Path, count: number): Stepwise<Observed> {
  const { kernels } = setup.compiled;
  const read = stepReader(setup.compiled);
  const { layout } = kernels;
  const { names, pairs } = kernels.observed;
  if (path.assembly !== undefined) return observedAssembly(path.assembly, names, count);
  const kernel = kernels.observed.kernel();
  const frame = new Float64Array(layout.leaves.length);
  const values = new Float64Array(kernel.outputs);
  const all = Array.from({ length: kernel.outputs }, () => new Float64Array(count));
  const at = names.length;
  const into = (first: number, end: number, k: number): void => {
    kernel.run(frame, values);
    for (let i = first; i < end; i++) all[i][k] = values[i];
  };
  const struck = new Set(path.exact?.impacts.map(({ step }) => step - 1));
  frame.set(parameters, layout.parameters);
  for (let k = 0; k < count; k++) {
    read(setup, { parameters, path }, k, frame);
    into(0, values.length, k);
    if (path.exact && struck.has(k)) {
      // its forces are those before the impact, the state that follows is the one behind it
      const { stages, nodes } = path.exact;
      const ended = ((k + 1) * (nodes.length - 1) - 1) * layout.states;
      frame.set(stages.subarray(ended, ended + layout.states), layout.next);
      into(at, values.length, k);
    }
    if (k % atOnce === atOnce - 1) yield;
  }
  const created = names.indexOf("energyCreated");
  if (path.exact && created >= 0) all[created].set(path.exact.created.subarray(0, count));
  return {
    columns: Object.fromEntries(names.map((name, i) => [name, all[i]])),
    pairs: pairs.map(({ name }, i) => ({ name, a: all[at + 2 * i], b: all[at + 2 * i + 1] })),
  };
}

/** The march of an assembly observes as it goes: it alone knows its contacts. */
function observedAssembly({ columns }: AssemblyRecord, names: readonly string[], count: number): Observed {
  const width = names.length;
  const of = (i: number): Float64Array => {
    const values = new Float64Array(count);
    for (let k = 0, at = i; k < count; k++, at += width) values[k] = columns[at];
    return values;
  };
  // already the worst of min(a, b) over all contacts
  const worst = of(column("contacts.complementarity"));
  return {
    columns: Object.fromEntries(names.map((name, i) => [name, of(i)])),
    pairs: [{ name: "contacts.complementarity", a: worst, b: worst }],
  };
}

/** The certificate of what was observed, as the model's views tell what it means, and of the boundary conditions' values. */
export function certify(
  { columns, pairs, shown }: Observed,
  { contacts = [], bodies = [], restitution = {} }: ModelViews,
  conditions: readonly { name: string; value: number }[],
  drift = 0,
): Certificate {
  const known = (names: readonly (string | undefined)[]): [string, Float64Array][] =>
    names.flatMap((name) => (name === undefined || columns[name] === undefined ? [] : [[name, columns[name]]]));
  const ofContacts = (column: "separation" | "coneExcess"): [string, Float64Array][] =>
    known(contacts.map((contact) => contact.columns[column]));
  const size = largestOf(
    known(bodies.flatMap(({ position }) => position)).map(([, x]) => largestOf(x.map(Math.abs))),
    0,
  );
  // an element may be so short that half a rounding of a place is newtons, a step of a grid is not
  const isBrief = drift > 0;
  const rounding = roundings * Number.EPSILON * size;
  const gaps = new Map(
    contacts.map(({ name, columns: { separation } }) => [
      `${name}.normal`,
      { gap: columns[separation ?? ""], closed: restitution[name]?.giving ? drift * size : -1 },
    ]),
  );
  const openForce = (name: string, b: Float64Array, k: number): number => {
    const { gap, closed = -1 } = gaps.get(name) ?? {};
    const own = gap?.[k] ?? Number.POSITIVE_INFINITY;
    const wide = Math.abs(own);
    const isSunk = isBrief && own < 0 && wide <= located * size;
    if (wide <= closed || isSunk) return 0;
    return wide <= rounding ? (isBrief ? 0 : Math.max(0, b[k])) : b[k];
  };
  return {
    penetration: worst(ofContacts("separation"), (gap) => -gap),
    complementarity: worst(
      pairs.map(({ name, a, b }) => [name, a.map((x, k) => Math.abs(Math.min(x, openForce(name, b, k))))]),
      (x) => x,
    ),
    coneExcess: worst(ofContacts("coneExcess"), (x, k) => (shown?.[k] ?? 1) * x),
    energyCreated: worst(known(["energyCreated"]), (x) => x),
    quaternionDrift: worst(known(bodies.map(({ quaternionNorm }) => quaternionNorm)), (x) => Math.abs(x - 1)),
    boundaryError: largest(conditions.map(({ name, value }) => ({ value: Math.abs(value), step: 0, row: name }))),
  };
}

/** A gap of so many roundings of the largest coordinate is closed: the force that would close it in a short step says nothing. */
const roundings = 16;
/** Elements see no nearer than to this part of it that a gap closes: what comes so far in just as the motion ends is not struck any more. */
const located = 1e-9;

const none: CertificateEntry = { value: 0, step: 0, row: "" };

function worst(
  columns: readonly (readonly [string, Float64Array])[],
  measure: (x: number, k: number) => number,
): CertificateEntry {
  let found = none;
  for (const [row, values] of columns)
    for (let k = 0; k < values.length; k++) {
      const value = measure(values[k], k);
      if (exceeds(value, found.value)) found = { value, step: k + 1, row };
    }
  return found;
}

const largest = (entries: readonly CertificateEntry[]): CertificateEntry =>
  entries.reduce((found, entry) => (exceeds(entry.value, found.value) ? entry : found), none);

/** True for a value worse than what was found; what is no number is worse than any, and the first of it stays. */
const exceeds = (value: number, found: number): boolean =>
  !Number.isNaN(found) && (value > found || Number.isNaN(value));
