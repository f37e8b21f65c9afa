import { html, nothing, type TemplateResult } from "lit";
import type { Draft, DraftBody } from "../../drafts/draft.js";
import { replaced } from "./edit.js";
import { number } from "./field.js";
import type { Desk } from "./making.js";

const units: Readonly<Record<string, string>> = { stiffness: "N/m", damping: "N s/m" };

type Entry = { readonly between?: readonly [string, string] };
type Pair = readonly [string, string];

const isOf = ({ between }: Entry, pair: Pair | undefined): boolean =>
  between === undefined || pair === undefined
    ? between === pair
    : (between[0] === pair[0] && between[1] === pair[1]) || (between[0] === pair[1] && between[1] === pair[0]);

/** The contact with other entries of a pair of materials; of all pairs that have none of their own where it is undefined. */
function withEntries(
  contact: Draft["contact"],
  pair: Pair | undefined,
  change: <M extends Entry>(entry: M) => readonly M[],
): Draft["contact"] {
  const put = <M extends Entry>(one: M): readonly M[] => (isOf(one, pair) ? change(one) : [one]);
  return contact.kind === "rigid"
    ? { ...contact, materials: contact.materials.flatMap(put) }
    : { ...contact, materials: contact.materials.flatMap(put) };
}

function withNumber(contact: Draft["contact"], pair: Pair | undefined, label: string, x: number): Draft["contact"] {
  const value = label === "restitution" ? Math.min(1, Math.max(0, x)) : Math.max(label === "stiffness" ? 1 : 0, x);
  return withEntries(contact, pair, (one) => [{ ...one, [label]: value }]);
}

/** The numbers of a pair of materials, at first those of all others; a pair that has them is without them again. */
export function ownNumbers(draft: Draft, pair: Pair, on: boolean): Draft {
  const { contact } = draft;
  const without = withEntries(contact, pair, () => []);
  if (!on) return { ...draft, contact: without };
  return { ...draft, contact: withEntries(without, undefined, (one) => [one, { ...one, between: pair }]) };
}

/** Materials that things are of, each once, in their order. */
export const materialsOf = ({ bodies, world }: Draft): string[] => [
  ...new Set([...bodies, ...world].flatMap(({ material }) => (material === undefined ? [] : [material]))),
];

/** Pairs of materials that may meet: one of a body, and any other. */
export function pairsOf(draft: Draft): Pair[] {
  const names = materialsOf(draft);
  const moves = new Set(draft.bodies.flatMap(({ material }) => (material === undefined ? [] : [material])));
  return names.flatMap((a, i) => names.slice(i).flatMap((b): Pair[] => (moves.has(a) || moves.has(b) ? [[a, b]] : [])));
}

/** The draft in which a thing is of a material, or of none; numbers of pairs that are left by all go with them. */
export function madeOf(draft: Draft, name: string, material: string | undefined): Draft {
  const put = replaced(draft, name, ({ material: _, ...one }) => ({
    ...one,
    ...(material !== undefined && { material }),
  }));
  const left = new Set(materialsOf(put));
  const stays = ({ between }: Entry): boolean => between === undefined || between.every((one) => left.has(one));
  const { contact } = put;
  return {
    ...put,
    contact:
      contact.kind === "rigid"
        ? { ...contact, materials: contact.materials.filter(stays) }
        : { ...contact, materials: contact.materials.filter(stays) },
  };
}

/** The material of a thing, a word of one's own. */
export function materialField(desk: Desk, one: DraftBody): TemplateResult {
  const { draft } = desk.get();
  const change = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const given = input.value.trim();
    if (given !== "" && !/^\p{L}[\p{L}\p{N}_-]{0,39}$/u.test(given)) {
      input.value = one.material ?? "";
      desk.tell(`"${given}" is no name of a material: letters, digits, - and _, a letter first.`);
      return;
    }
    desk.commit(madeOf(draft, one.name, given === "" ? undefined : given));
  };
  return html`<label class="field" title="Things of a named material can have friction of their own with another: see World"><span>material</span>
    <input list="materials" autocomplete="off" placeholder="any" .value=${one.material ?? ""} @change=${change} />
    <datalist id="materials">${materialsOf(draft).map((name) => html`<option value=${name}></option>`)}</datalist></label>`;
}

/** The numbers of contact: of all pairs, then of each pair of materials that has its own. */
export function materials(desk: Desk): TemplateResult {
  const { draft } = desk.get();
  return html`${numbersOf(desk, undefined)}${pairsOf(draft).map((pair) => {
    const [a, b] = pair;
    const has = draft.contact.materials.some((one) => isOf(one, pair));
    const change = (event: Event): void =>
      desk.commit(ownNumbers(draft, pair, (event.target as HTMLInputElement).checked));
    return html`<label class="check pair"><input type="checkbox" .checked=${has} @change=${change} />${a} on ${b} differs</label>
      ${has ? numbersOf(desk, pair) : nothing}`;
  })}`;
}

function numbersOf(desk: Desk, pair: Pair | undefined): TemplateResult[] {
  const { draft } = desk.get();
  const { contact } = draft;
  const entry = contact.materials.find((one) => isOf(one, pair)) ?? {};
  const of = pair === undefined ? "" : ` of ${pair[0]} on ${pair[1]}`;
  return Object.entries(entry).flatMap(([label, value]) =>
    typeof value !== "number"
      ? []
      : [
          number(desk, {
            label: `${label}${of}`,
            unit: units[label] ?? "",
            value,
            put: (x) => ({ ...draft, contact: withNumber(contact, pair, label, x) }),
          }),
        ],
  );
}
