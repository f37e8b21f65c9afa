import type { Stepwise } from "../../../algebra/stepwise.js";
import type { Compiled } from "../../compile/compile-problem.js";
import type { Motion } from "../../compile/path.js";
import { stepReader } from "../../compile/read-step.js";
import type { Setup } from "../../compile/setup.js";
import { contactsOf } from "./behind.js";
import { everything, type Presence, type Standing } from "./presence.js";
import { stepsAtOnce } from "./rows.js";

/** A contact is there where its surfaces are nearer than this part of the way that they come and go by. */
const closest = 1 / 32;
/** It is there this part of all steps before and after, and this many of them at least. */
const around = { part: 1 / 32, least: 2 };
/** Leaving contacts out pays where no more than this part of all unknowns is left: otherwise nothing is left out. */
const mostLeft = 0.5;

/** How a motion was come by: marched or not, and to which residual forces are told from none. */
export interface Told {
  readonly isMarched: boolean;
  readonly tolerance: number;
}

/** Contacts of a model that may be left out of steps: which unknowns and pairs are theirs, and what tells that they are apart. */
export interface Contacts {
  readonly count: number;
  /** The contact of each unknown of a block, −1 of what always stands. */
  readonly of: Int32Array;
  /** The observations that are their separations, by contact. */
  readonly separations: readonly (readonly number[])[];
  /** Gaps [m] that are measured where no formula says them. */
  readonly measured: readonly ((leaf: (name: string) => number) => number)[][];
  /** The contact of each normal pair, in the order of `pushes`. */
  readonly pushing: Int32Array;
}

/** The contacts of a compiled problem; one of which nothing tells how far its surfaces are apart stands always. */
export function leavable(compiled: Compiled): Contacts {
  const { model, block, observed } = compiled.kernels;
  const numbers = contactsOf(compiled);
  const separations = Array.from(numbers, (): number[] => []);
  const measured = Array.from(numbers, (): Contacts["measured"][number] => []);
  for (const { name, patch = name, columns, core } of model.views?.contacts ?? []) {
    const c = numbers.get(patch);
    if (c === undefined || columns.separation === undefined) continue;
    separations[c].push(observed.names.indexOf(columns.separation));
    if (typeof core?.gap === "function") measured[c].push(core.gap);
  }
  const numberOf = (contact: string | undefined): number => {
    const c = contact === undefined ? undefined : numbers.get(contact);
    return c === undefined || separations[c].length === 0 ? -1 : c;
  };
  return {
    count: numbers.size,
    of: Int32Array.from(block.unknowns, ({ contact }) => numberOf(contact)),
    separations,
    measured,
    pushing: Int32Array.from(
      observed.pairs.flatMap(({ contact }) => (contact === undefined ? [] : [contact])),
      numberOf,
    ),
  };
}

/** One for each contact and step in which it is there: contact after contact. */
export type There = Uint8Array;

/**
 * The contacts that may touch along a motion that need not satisfy anything, with a margin in space and in time. Of a motion
 * that is not marched gaps are measured: it does not say where its surfaces are nearest. A contact between two grid points has
 * no force, so that nobody looks there; the certificate tells of bodies that pass through each other.
 */
export function* nearAlong(
  setup: Setup,
  motion: Motion,
  contacts: Contacts,
  { isMarched, tolerance }: Told,
): Stepwise<There> {
  const { compiled, steps } = setup;
  const { layout, observed } = compiled.kernels;
  const count = steps.h.length;
  const frame = new Float64Array(layout.leaves.length);
  frame.set(motion.parameters, layout.parameters);
  const read = stepReader(compiled);
  const kernel = yield* observed.kernel.parts();
  const pushes = observed.pushes();
  const seen = new Float64Array(kernel.outputs);
  const forces = new Float64Array(pushes.outputs);
  const separation = new Float64Array(contacts.count * count);
  const there = new Uint8Array(contacts.count * count);
  const place = new Map(layout.leaves.map(({ name }, i) => [name, i]));
  const leaf = (name: string): number => frame[place.get(name) ?? -1];
  const atOnce = stepsAtOnce(kernel);
  for (let k = 0; k < count; k++) {
    if (k % atOnce === 0) yield;
    read(setup, motion, k, frame);
    kernel.run(frame, seen);
    pushes.run(frame, forces);
    for (let c = 0; c < contacts.count; c++) {
      const gaps = isMarched || contacts.measured[c].length === 0 ? undefined : contacts.measured[c];
      const all = gaps === undefined ? contacts.separations[c].map((at) => seen[at]) : gaps.map((gap) => gap(leaf));
      separation[c * count + k] = all.length === 0 ? Number.NaN : Math.min(...all);
    }
    for (let i = 0; i < forces.length; i++)
      if (contacts.pushing[i] >= 0 && !(Math.abs(forces[i]) <= tolerance)) there[contacts.pushing[i] * count + k] = 1;
  }
  for (let c = 0; c < contacts.count; c++) {
    const own = separation.subarray(c * count, (c + 1) * count);
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const x of own) [least, most] = [Math.min(least, x), Math.max(most, x)];
    const margin = closest * (most - least);
    // what is no number is no distance
    for (let k = 0; k < count; k++) if (!(own[k] > margin)) there[c * count + k] = 1;
  }
  return widened(contacts, there);
}

/** Each contact there some steps before and after, too. */
export function widened({ count: contacts }: Contacts, there: There, times = 1): There {
  const count = there.length / contacts;
  const reach = times * Math.max(around.least, Math.ceil(around.part * count));
  const wide = there.slice();
  for (let c = 0; c < contacts; c++) {
    const first = c * count;
    let until = 0;
    for (let k = 0; k < count; k++) {
      if (there[first + k] === 0) continue;
      const end = Math.min(count, k + reach + 1);
      wide.fill(1, first + Math.max(until, k - reach), first + end);
      until = end;
    }
  }
  return wide;
}

/** True where contacts have so many unknowns that leaving them out may pay. */
export function mayPay({ kernels: { block } }: Compiled): boolean {
  return block.unknowns.filter(({ contact }) => contact === undefined).length <= mostLeft * block.unknowns.length;
}

/** How a contact stands in a step: not at all, its states alone, or whole. */
const [notAtAll, byStates, whole] = [0, 1, 2];

/**
 * The unknowns of each step, where leaving out contacts that are not there pays; all of them otherwise. States of a contact
 * stand from the first step in which it is there to the last one: in between they relax, and are remembered. Before it they are
 * as at the start, which must be zero for that, and after it nobody asks for them.
 */
export function standing({ compiled, steps }: Setup, contacts: Contacts, there: There, start: Float64Array): Presence {
  const { layout, block } = compiled.kernels;
  const count = steps.h.length;
  const kept = keptStates(compiled, contacts, start);
  const range = kept.map(({ fromStart, toEnd }, c) => {
    const own = there.subarray(c * count, (c + 1) * count);
    const last = own.lastIndexOf(1);
    return { first: fromStart || toEnd ? 0 : own.indexOf(1), last: toEnd ? count : last };
  });
  const lists: Standing[] = [];
  const known = new Map<string, number>();
  const of = new Int32Array(count);
  let total = 0;
  for (let k = 0; k < count; k++) {
    const how = range.map(({ first, last }, c) => {
      if (there[c * count + k] === 1) return whole;
      return first <= k && k <= last ? byStates : notAtAll;
    });
    const key = how.join("");
    const list = known.get(key) ?? lists.push(standingAs(how)) - 1;
    known.set(key, list);
    of[k] = list;
    total += lists[list].unknowns.length;
  }
  return total <= mostLeft * count * block.unknowns.length ? { lists, of } : everything(compiled, count);

  function standingAs(how: readonly number[]): Standing {
    const isThere = (i: number): boolean => {
      const c = contacts.of[i];
      return c < 0 || how[c] === whole || (how[c] === byStates && i < layout.states);
    };
    return {
      unknowns: Int32Array.from(block.unknowns.keys()).filter(isThere),
      away: Uint8Array.from(how, (one) => (one === whole ? 0 : 1)),
    };
  }
}

/** Contacts whose states stand from the start on, because they are not zero there or follow what is freed, or to the end, where conditions ask for them. */
function keptStates({ kernels, formulas: { start, conditions } }: Compiled, { count, of }: Contacts, at: Float64Array) {
  const { states } = kernels.layout;
  const kept = Array.from({ length: count }, () => ({ fromStart: false, toEnd: false }));
  for (let i = 0; i < states; i++)
    if (of[i] >= 0 && (at[i] !== 0 || start.pattern.row.includes(i))) kept[of[i]].fromStart = true;
  for (const c of conditions.pattern.col) {
    const state = c - states;
    if (state >= 0 && state < states && of[state] >= 0) kept[of[state]].toEnd = true;
  }
  return kept;
}
