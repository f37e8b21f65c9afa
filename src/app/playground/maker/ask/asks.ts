import { html, nothing, type TemplateResult } from "lit";
import { choices, type Free, type Hold } from "../../../drafts/ask/ask.js";
import { isTurn } from "../../../drafts/ask/numbers.js";
import { canRun, type Draft, type DraftBody } from "../../../drafts/draft.js";
import { freed, held, heldValue, heldWhen, heldWithin, isFree, numberOf, whenOf } from "../edit.js";
import { degrees, number } from "../field.js";
import type { Desk } from "../making.js";

const freeNames: Readonly<Record<Free["what"], string>> = {
  vx: "launch along x",
  vy: "launch along y",
  vz: "launch along z",
  speed: "launch speed",
  direction: "launch direction",
  elevation: "launch elevation",
  spin: "spin",
  wx: "spin about x",
  wy: "spin about y",
  wz: "spin about z",
  x: "place x",
  y: "place y",
  z: "place z",
  turn: "angle",
  belt: "belt speed",
  motor: "motor",
  position: "angle",
  velocity: "speed",
};

/** Questions about what is selected: what is free of it, and what must hold, and when. */
export function asks(desk: Desk, { name, shape }: DraftBody, moves: boolean): TemplateResult {
  const { draft } = desk.get();
  const all: readonly Free["what"][] = choices[draft.space][moves ? "body" : "part"];
  const free = all.filter((what) => what !== "belt" || canRun(shape));
  const boxes = (label: string, list: readonly TemplateResult[]): TemplateResult =>
    html`<fieldset><legend>${label}</legend>${list}</fieldset>`;
  return html`${boxes(
    "To be found",
    free.map((what) => freeBox(desk, name, what)),
  )}
  ${
    moves
      ? boxes("Must hold", [
          ...placeAndAngle(desk, name),
          box("at rest", isAtRest(draft, name), (on) => desk.commit(rested(draft, name, on))),
          ...whenField(desk, name),
        ])
      : nothing
  }`;
}

/** A box for what may be found of a body, a part or a joint. */
export const freeBox = (desk: Desk, name: string, what: Free["what"]): TemplateResult => {
  const { draft } = desk.get();
  return box(freeNames[what], isFree(draft, name, what), (on) => desk.commit(freed(draft, name, what, on)));
};

const box = (label: string, checked: boolean, put: (on: boolean) => void): TemplateResult =>
  html`<label class="check"><input type="checkbox" .checked=${checked} @change=${(event: Event) => put((event.target as HTMLInputElement).checked)} />${label}</label>`;

const heldNames = {
  ...{ x: "x", y: "y", z: "z", turn: "angle" },
  ...{ rx: "turn about x", ry: "turn about y", rz: "turn about z" },
} as const;

/** Each a box, with its value beside it where it is asked for. */
function placeAndAngle(desk: Desk, name: string): TemplateResult[] {
  const { draft } = desk.get();
  const all: readonly string[] = choices[draft.space].hold;
  return (["x", "y", "z", "turn", "rx", "ry", "rz"] as const)
    .filter((what) => all.includes(what))
    .map((what) => {
      const value = heldValue(draft, name, what);
      const isAngle = what === "turn" || isTurn(what);
      const factor = isAngle ? degrees : 1;
      return html`<div class="held">${box(heldNames[what], value !== undefined, (on) =>
        desk.commit(held(draft, name, what, on ? numberOf(draft, name, what) : undefined)),
      )}${
        value === undefined
          ? nothing
          : number(desk, {
              label: `${heldNames[what]} of the target`,
              unit: isAngle ? "°" : "m",
              value,
              factor,
              put: (x) => held(draft, name, what, x),
            })
      }${
        value === undefined
          ? nothing
          : number(desk, {
              label: `± ${heldNames[what]}`,
              unit: isAngle ? "°" : "m",
              value: draft.ask.hold.find((one) => one.body === name && one.what === what)?.within ?? 0,
              factor,
              put: (x) => heldWithin(draft, name, what, x > 0 ? x : undefined),
            })
      }</div>`;
    });
}

const rests = ({ space }: Draft): readonly Hold["what"][] => choices[space].rest;

const isAtRest = (draft: Draft, name: string): boolean =>
  rests(draft).every((what) => heldValue(draft, name, what) === 0);

const rested = (draft: Draft, name: string, on: boolean): Draft =>
  rests(draft).reduce((before, what) => held(before, name, what, on ? 0 : undefined), draft);

/** When all of it must hold, where anything must: at the end, at a time that is found, always, or when the body touches another thing. */
function whenField(desk: Desk, name: string): TemplateResult[] {
  const { draft } = desk.get();
  if (!draft.ask.hold.some(({ body }) => body === name)) return [];
  const when = whenOf(draft, name);
  const value = typeof when === "object" ? `touch ${when.touch}` : (when ?? "end");
  const others = [...draft.bodies, ...draft.world].map((one) => one.name).filter((other) => other !== name);
  const options: readonly (readonly [value: string, label: string, when: Hold["when"]])[] = [
    ["end", "at the end", undefined],
    ["sometime", "at some time", "sometime"],
    ["always", "always", "always"],
    ...others.map((touch) => [`touch ${touch}`, `when it touches ${touch}`, { touch }] as const),
  ];
  const choose = (event: Event): void => {
    const chosen = options.find(([one]) => one === (event.target as HTMLSelectElement).value);
    desk.commit(heldWhen(draft, name, chosen?.[2]));
  };
  return [
    html`<label class="field"><span>when</span><select .value=${value} @change=${choose}>
      ${options.map(([one, label]) => html`<option value=${one} ?selected=${one === value}>${label}</option>`)}</select></label>`,
  ];
}
