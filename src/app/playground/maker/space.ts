import { html, type TemplateResult } from "lit";
import { fromRotationVector, rotate } from "../../../algebra/rotation.js";
import { minus, plus, times } from "../../../algebra/vectors.js";
import type { Draft, DraftBody, DraftPart } from "../../drafts/draft.js";
import type { DraftJoint } from "../../drafts/joint.js";
import type { Triple } from "../../motion-view/scene/scene-data.js";
import { freshName, type Selected } from "./edit.js";
import { degrees, number } from "./field.js";
import { chosen, key } from "./gestures.js";
import { withJoint } from "./joints.js";
import type { Desk } from "./making.js";
import { halfOf, turnOf } from "./space-grips.js";

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

/** Joints of space, and the direction that each has when it comes: a pendulum swings, a slide is level. */
const directions = { hinge: [0, 1, 0], slider: [1, 0, 0], ball: undefined, rod: undefined } as const;
const jointNames = Object.keys(directions) as (keyof typeof directions)[];
/** Rods to the world are so long [m]. */
const rodLength = 0.3;

/** True where a point lies in the box around a part. */
function covers(part: DraftPart, point: Triple): boolean {
  const q = fromRotationVector(turnOf(part));
  const beside = rotate([q[0], -q[1], -q[2], -q[3]], minus(point, part.at));
  return halfOf(part.shape).every((half, i) => Math.abs(beside[i]) <= half);
}

/** A joint between the middles of two bodies, or of the top of one with the world; what it holds in its place does not touch. */
export function joinedInSpace(draft: Draft, kind: keyof typeof directions, body: DraftBody, to: DraftBody | undefined) {
  const top: Triple = kind === "slider" ? body.at : plus(body.at, [0, 0, halfOf(body.shape)[2]]);
  const at = kind === "rod" ? body.at : to === undefined ? top : times(0.5, plus(body.at, to.at));
  const end: Triple = to?.at ?? plus(body.at, [0, 0, rodLength]);
  const axis = directions[kind];
  const joint: DraftJoint = {
    name: freshName(draft, kind === "ball" ? "ball-joint" : kind),
    kind,
    body: body.name,
    at,
    ...(to !== undefined && { to: to.name }),
    ...(axis && { axis }),
    ...(kind === "rod" && { end }),
  };
  const place = kind === "rod" ? end : at;
  const fixed =
    to === undefined ? draft.world.filter((part) => part.shape.kind !== "ground" && covers(part, place)) : [];
  return withJoint(
    draft,
    joint,
    fixed.map((part) => [body.name, part.name] as const),
  );
}

/** Joints of the body that is selected, with the other one that is, or with the world. */
function joining(desk: Desk): TemplateResult {
  const { draft, selected, group } = desk.get();
  const [body, to] = [selected, ...group].flatMap((one) => draft.bodies.filter(({ name }) => name === one?.name));
  if (body === undefined || group.length > 1) return html``;
  const join = (kind: keyof typeof directions): void => {
    const done = joinedInSpace(draft, kind, body, to);
    desk.change({ selected: done.selected, group: [] });
    desk.commit(done.draft);
  };
  return html`<div class="things" role="group" aria-label=${`Join ${body.name} with ${to?.name ?? "the world"}`}>${jointNames.map(
    (kind) =>
      html`<button type="button" @click=${() => join(kind)}>+ ${kind === "ball" ? "ball joint" : kind}</button>`,
  )}</div>`;
}

/** In space things are put there by buttons, and chosen in the scene or from a list, to be placed by grips and by numbers. */
export function spacePanel(desk: Desk): TemplateResult {
  const { draft, selected, group, snap } = desk.get();
  const put = (thing: Thing): void => {
    const done = putIntoSpace(draft, thing);
    desk.change({ selected: done.selected, group: [] });
    desk.commit(done.draft);
  };
  const all = [
    ...draft.bodies.map(({ name }): Selected => ({ role: "body", name })),
    ...draft.world.map(({ name }): Selected => ({ role: "part", name })),
    ...(draft.robots ?? []).map(({ name }): Selected => ({ role: "robot", name })),
    ...(draft.joints ?? []).map(({ name }): Selected => ({ role: "joint", name })),
  ];
  const isIn = (name: string): boolean => [selected, ...group].some((one) => one?.name === name);
  // with the shift key several are chosen, as in the plane
  const choose = (one: Selected, adds: boolean): void =>
    desk.change(adds ? chosen(desk.get(), one, true) : { selected: one, group: [] });
  const nothingOpen = { cancel: () => {}, close: () => {} };
  return html`<div class="group space">
    <div class="things" role="group" aria-label="Put into the scene">${names.map(
      (thing) => html`<button type="button" @click=${() => put(thing)}>+ ${thing}</button>`,
    )}</div>
    <div class="things" role="group" aria-label="Things of the scene: with Shift several, Delete removes, Ctrl+D copies, arrows move"
      @keydown=${(event: KeyboardEvent) => key(desk, event, nothingOpen)}>${all.map(
        (one) =>
          html`<button type="button" data-role=${one.role} data-name=${one.name} aria-pressed=${isIn(one.name)}
            @click=${(event: MouseEvent) => choose(one, event.shiftKey)}>${one.name}</button>`,
      )}</div>
    ${joining(desk)}
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
