import type { Path } from "../compile/path.js";
import { stepReader } from "../compile/read-step.js";
import type { Setup } from "../compile/setup.js";
import type { NamedPair } from "../compile/step.js";

/** A stretch of steps (1-based, inclusive) in which the same contacts push; none of them: flight. */
export interface Phase {
  readonly from: number;
  readonly to: number;
  readonly contacts: readonly string[];
}

/** The phases of a finished path, from the forces a of the pairs that are of a contact. */
export function phasesOf(setup: Setup, parameters: Float64Array, path: Path): Phase[] {
  const { kernels } = setup.compiled;
  const { layout } = kernels;
  const names = contactNames(kernels.observed.pairs);
  const kernel = kernels.observed.pushes();
  const read = stepReader(setup.compiled);
  const forces = new Float64Array(kernel.outputs);
  const frame = new Float64Array(layout.leaves.length);
  frame.set(parameters, layout.parameters);
  const phases: { from: number; to: number; contacts: readonly string[] }[] = [];
  for (let k = 0; k < setup.steps.h.length; k++) {
    read(setup, { parameters, path }, k, frame);
    kernel.run(frame, forces);
    const before = phases[phases.length - 1];
    if (before !== undefined && isPushing(names, forces, before.contacts)) before.to = k + 1;
    else phases.push({ from: k + 1, to: k + 1, contacts: names.filter((_, i) => forces[i] > 0) });
    if (path.exact === undefined) continue;
    const contacts = names.filter((_, i) => forces[i] > 0);
    const struck = struckAt(path, k + 1).filter((contact) => !contacts.includes(contact));
    if (struck.length > 0)
      phases.push({
        from: k + 1,
        to: k + 1,
        contacts: names.filter((name) => contacts.includes(name) || struck.includes(name)),
      });
  }
  return phases;
}

/** True where the contacts that push are these, in this order: most steps are like the one before, and make no list. */
function isPushing(names: readonly string[], forces: Float64Array, contacts: readonly string[]): boolean {
  let at = 0;
  for (let i = 0; i < names.length; i++) if (forces[i] > 0 && contacts[at++] !== names[i]) return false;
  return at === contacts.length;
}

/** Contacts that are struck at the end of a step, in no time, so that none of its forces tells. */
const struckAt = ({ exact }: Path, step: number): string[] =>
  (exact?.impacts ?? []).flatMap((one) => (one.step === step ? [one.contact] : []));

/** The contacts of a model, from its pairs. */
export function contactNames(pairs: readonly NamedPair[]): string[] {
  return pairs.flatMap(({ contact }) => (contact === undefined ? [] : [contact]));
}

/**
 * The contact sequence in words, such as "flight, impact, flight". A contact that is there from the start, or still
 * there at the end, is a "contact"; where a model has several contacts each is named.
 */
export function contactSequence(phases: readonly Phase[], several: boolean): string {
  return phases
    .map(({ contacts }, i) => {
      if (contacts.length === 0) return "flight";
      const kind = i === 0 || i === phases.length - 1 ? "contact" : "impact";
      return several ? `${kind} (${contacts.join(" and ")})` : kind;
    })
    .join(", ");
}

/** Which contacts push when, such as "1–18 none, 19–23 contact, 24–40 none", by 1-based steps. */
export function contactTimeline(phases: readonly Phase[]): string {
  return phases
    .map(({ from, to, contacts }) => `${from === to ? from : `${from}–${to}`} ${contacts.join(" and ") || "none"}`)
    .join(", ");
}

/** How many phases begin with a contact that was not there before: impacts, and contacts that last to the end. */
export function impactCount(phases: readonly Phase[]): number {
  return phases.filter(({ contacts }, i) => i > 0 && contacts.some((name) => !phases[i - 1].contacts.includes(name)))
    .length;
}
