import { html, type TemplateResult } from "lit";
import type { Draft, DraftBody, DraftPart } from "../../drafts/draft.js";
import { freshName, type Selected } from "./edit.js";
import { degrees, number } from "./field.js";
import type { Desk } from "./making.js";

/** Sizes of what is put into space [m]. */
const [radius, half, height] = [0.05, [0.1, 0.06, 0.04], 0.3] as const;

/** Things that can be put into space, and what each is when it comes: bodies a little above the ground, fixed parts on it. */
const things = {
  ball: { shape: { kind: "ball", radius }, moves: true },
  box: { shape: { kind: "box", half }, moves: true },
  capsule: { shape: { kind: "capsule", half: 0.1, radius: 0.03 }, moves: true },
  cylinder: { shape: { kind: "cylinder", radius, halfLength: 0.08 }, moves: true },
  wall: { shape: { kind: "box", half: [0.02, 0.4, 0.2] }, moves: false },
  ramp: { shape: { kind: "box", half: [0.4, 0.2, 0.02] }, moves: false, turn: [0, -0.3, 0] },
  ground: { shape: { kind: "ground" }, moves: false },
} as const satisfies Record<string, Pick<DraftPart, "shape" | "turn"> & { readonly moves: boolean }>;

type Thing = keyof typeof things;

const names = Object.keys(things) as Thing[];

/** The draft with one thing more, beside what is there, and its name. */
export function putIntoSpace(draft: Draft, thing: Thing): { readonly draft: Draft; readonly selected: Selected } {
  const { moves, ...part } = things[thing];
  const name = freshName(draft, thing);
  const others = [...draft.bodies, ...draft.world].filter(({ shape }) => shape.kind !== "ground").length;
  const z = thing === "ground" ? 0 : moves ? height : 0.2;
  const one: DraftBody = { name, ...part, at: [thing === "ground" ? 0 : 0.3 * others, 0, z] };
  return {
    draft: moves ? { ...draft, bodies: [...draft.bodies, one] } : { ...draft, world: [...draft.world, one] },
    selected: { role: moves ? "body" : "part", name },
  };
}

/** In space things are put there by buttons, and chosen in the scene or from a list, to be placed by grips and by numbers. */
export function spacePanel(desk: Desk): TemplateResult {
  const { draft, selected, snap } = desk.get();
  const put = (thing: Thing): void => {
    const done = putIntoSpace(draft, thing);
    desk.change({ selected: done.selected, group: [] });
    desk.commit(done.draft);
  };
  const all = [
    ...draft.bodies.map(({ name }): Selected => ({ role: "body", name })),
    ...draft.world.map(({ name }): Selected => ({ role: "part", name })),
    ...(draft.robots ?? []).map(({ name }): Selected => ({ role: "robot", name })),
  ];
  return html`<div class="group space">
    <div class="things" role="group" aria-label="Put into the scene">${names.map(
      (thing) => html`<button type="button" @click=${() => put(thing)}>+ ${thing}</button>`,
    )}</div>
    <div class="things" role="group" aria-label="Things of the scene">${all.map(
      (one) =>
        html`<button type="button" aria-pressed=${one.name === selected?.name} @click=${() => desk.change({ selected: one, group: [] })}>${one.name}</button>`,
    )}</div>
    <label class="check" title="Places, sizes and angles go in steps"><input type="checkbox" .checked=${snap}
      @change=${(event: Event) => desk.change({ snap: (event.target as HTMLInputElement).checked })} />snap</label>
  </div>`;
}

/** The turn of a thing in space: the vector of its rotation. */
export function turnInSpace(
  desk: Desk,
  { turn }: { readonly turn?: DraftPart["turn"] | undefined },
  put: (turn: readonly [number, number, number]) => Draft,
): TemplateResult[] {
  const now = Array.isArray(turn) ? (turn as readonly [number, number, number]) : ([0, 0, 0] as const);
  return (["x", "y", "z"] as const).map((axis, i) =>
    number(desk, {
      label: `turn about ${axis}`,
      unit: "°",
      factor: degrees,
      value: now[i],
      put: (x) => put([i === 0 ? x : now[0], i === 1 ? x : now[1], i === 2 ? x : now[2]]),
    }),
  );
}
