import { html, nothing, type TemplateResult } from "lit";
import type { Free } from "../../drafts/ask/ask.js";
import { canRun, type Draft, type DraftBody } from "../../drafts/draft.js";
import { type DraftJoint, freeOfJoint, upright } from "../../drafts/joint.js";
import type { Verdict } from "../verdict.js";
import { asks, freeBox } from "./ask/asks.js";
import { question } from "./ask/question.js";
import {
  find,
  findJoint,
  findRobot,
  isBody,
  isTaken,
  jointReplaced,
  lasting,
  moving,
  numberOf,
  renamed,
  replaced,
  running,
  type Selected,
  timed,
  withAsk,
} from "./edit.js";
import { degrees, number } from "./field.js";
import { dropped, duplicate } from "./gestures.js";
import { longestSide } from "./grips.js";
import { softContact } from "./joints.js";
import type { Desk } from "./making.js";
import { materialField, materials } from "./materials.js";
import { robotGroup } from "./robots.js";
import { spacePanel, turnInSpace } from "./space.js";

/** Everything that can be set of a draft, of what is selected first. */
export function panel(desk: Desk, solve: () => void, verdict: Verdict | undefined): TemplateResult {
  const { draft, selected } = desk.get();
  const one = selected === undefined ? undefined : find(draft, selected.name);
  const joint = selected === undefined ? undefined : findJoint(draft, selected.name);
  const robot = selected === undefined ? undefined : findRobot(draft, selected.name);
  return html`<section class="making" aria-label="Draw">
    ${question(desk, solve, verdict && otherTime(desk, verdict))}
    ${draft.space === "spatial" ? spacePanel(desk) : nothing}
    ${robot !== undefined ? robotGroup(desk, robot, html`${nameField(desk, { role: "robot", name: robot.name })} ${deleteButton(desk, { role: "robot", name: robot.name })}`) : joint !== undefined ? jointGroup(desk, joint) : one === undefined || selected === undefined ? html`<p class="quiet">${draft.space === "spatial" ? "What is chosen above is set here." : "Choose a tool, and press in the scene. What is selected is set here."}</p>` : thing(desk, one, selected)}
    ${world(desk)}
  </section>`;
}

/** The way out where steps are too coarse, and where elements do not come through. */
function otherTime(desk: Desk, { kind }: Verdict): TemplateResult | undefined {
  const { draft } = desk.get();
  const exact = draft.ask.exact === true;
  if (draft.contact.kind !== "soft" || kind !== (exact ? "failed" : "coarse")) return undefined;
  const put = (): void => desk.commit(withAsk(draft, { exact: !exact }));
  return html`<wa-button class="other-time" size="xs" appearance="outlined" @click=${put}>${exact ? "Compute it in steps" : "Compute it to an accuracy"}</wa-button>`;
}

function nameField(desk: Desk, selected: Selected): TemplateResult {
  const { draft } = desk.get();
  const { name } = selected;
  const rename = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const to = input.value.trim();
    const taken = ["target", "grid"].includes(to) || isTaken(draft, to);
    if (taken || !/^\p{L}[\p{L}\p{N}_-]{0,39}$/u.test(to)) {
      input.value = name;
      return;
    }
    desk.change({ selected: { ...selected, name: to } });
    desk.commit(renamed(draft, name, to));
  };
  return html`<label class="field wide"><span>Name</span><input .value=${name} @change=${rename} /></label>`;
}

function deleteButton(desk: Desk, selected: Selected): TemplateResult {
  const remove = (): void => {
    const done = dropped(desk.get(), selected);
    desk.change(done);
    if (done.draft !== undefined) desk.commit(done.draft);
  };
  return html`<wa-button size="xs" appearance="plain" @click=${remove}>Delete</wa-button>`;
}

/** A joint: its place, its direction, its motor, and what of it is to be found. */
function jointGroup(
  desk: Desk,
  { name, kind, body, to, at, end, axis, turn = 0, motor = 0 }: DraftJoint,
): TemplateResult {
  const { draft } = desk.get();
  const planar = draft.space === "planar";
  const free: readonly Free["what"][] = freeOfJoint[draft.space][kind];
  const put = (change: Partial<DraftJoint>): Draft => jointReplaced(draft, name, (one) => ({ ...one, ...change }));
  const vector = (
    now: readonly [number, number, number],
    word: string,
    change: (to: typeof now) => Partial<DraftJoint>,
    unit = "m",
  ): TemplateResult[] =>
    axesOf(draft).map((axis, i) =>
      number(desk, { label: `${word}${axis}`, unit, value: now[i], put: (x) => put(change(withAxis(now, i, x))) }),
    );
  const direction = planar || (kind !== "hinge" && kind !== "slider") ? undefined : (axis ?? upright);
  return html`<div class="group">
    <header>${nameField(desk, { role: "joint", name })} ${deleteButton(desk, { role: "joint", name })}</header>
    <p class="quiet">A ${kind} of ${body} ${to === undefined ? "on the world" : `and ${to}`}. Contact is soft, because rigid contact knows no joints.</p>
    <div class="fields">
      ${vector(at, "", (place) => ({ at: place }))}
      ${end === undefined ? nothing : vector(end, "end ", (place) => ({ end: place }))}
      ${direction === undefined ? nothing : vector(direction, "direction ", (along) => ({ axis: along }), "")}
      ${planar && kind === "slider" ? number(desk, { label: "angle", unit: "°", factor: degrees, value: turn, put: (x) => put({ turn: x }) }) : nothing}
      ${kind === "rod" || kind === "ball" ? nothing : number(desk, { label: "motor", unit: kind === "hinge" ? "N m" : "N", value: motor, put: (x) => put({ motor: x }) })}
    </div>
    <fieldset><legend>To be found</legend>${free.map((what) => freeBox(desk, name, what))}</fieldset>
  </div>`;
}

function thing(desk: Desk, one: DraftBody, selected: Selected): TemplateResult {
  const { draft } = desk.get();
  const moves = isBody(one, draft);
  const turn = (): void => {
    desk.change({ selected: { ...selected, role: moves ? "part" : "body" } });
    desk.commit(moving(draft, one.name, !moves));
  };
  const copy = (): void => {
    const done = duplicate(desk.get(), selected);
    desk.change(done);
    if (done.draft !== undefined) desk.commit(done.draft);
  };
  const { group } = desk.get();
  return html`<div class="group">
    ${group.length === 0 ? nothing : html`<p class="quiet">${group.length + 1} things are selected: they move, are copied and deleted together.</p>`}
    <header>${nameField(desk, selected)}
      ${one.shape.kind === "ground" ? nothing : html`<wa-button size="xs" appearance="plain" @click=${turn}>${moves ? "Fix" : "Let move"}</wa-button>`}
      <wa-button size="xs" appearance="plain" @click=${copy}>Copy</wa-button>
      ${deleteButton(desk, selected)}</header>
    <div class="fields">${places(desk, one)}${sizesOf(desk, one)}${moves ? motion(desk, one) : belt(desk, one)}${materialField(desk, one)}</div>
    ${asks(desk, one, moves)}
  </div>`;
}

const axes = ["x", "y", "z"] as const;
const axesOf = ({ space }: Draft): readonly (typeof axes)[number][] => (space === "planar" ? ["x", "y"] : axes);

/** Three numbers with another one in one place. */
const withAxis = (
  all: readonly [number, number, number],
  i: number,
  value: number,
): readonly [number, number, number] => [i === 0 ? value : all[0], i === 1 ? value : all[1], i === 2 ? value : all[2]];

function places(desk: Desk, thing: DraftBody): TemplateResult {
  const { name, at, turn, shape } = thing;
  const { draft } = desk.get();
  return html`${axesOf(draft).map((axis, i) =>
    number(desk, {
      label: axis,
      unit: "m",
      value: at[i],
      put: (x) => replaced(draft, name, (one) => ({ ...one, at: withAxis(one.at, i, x) })),
    }),
  )}
  ${
    shape.kind === "ball"
      ? nothing
      : draft.space === "spatial"
        ? turnInSpace(desk, thing, (by) => replaced(draft, name, (one) => ({ ...one, turn: by })))
        : number(desk, {
            label: "angle",
            unit: "°",
            factor: degrees,
            value: typeof turn === "number" ? turn : 0,
            put: (x) => replaced(draft, name, (one) => ({ ...one, turn: x })),
          })
  }`;
}

function sizesOf(desk: Desk, { name, shape }: DraftBody): TemplateResult {
  const { draft } = desk.get();
  const size = (label: string, value: number, put: (x: number) => DraftBody["shape"]): TemplateResult =>
    number(desk, {
      label,
      unit: "m",
      value,
      put: (x) => (x > 0 ? replaced(draft, name, (one) => ({ ...one, shape: put(x) })) : draft),
    });
  switch (shape.kind) {
    case "ball":
      return size("radius", shape.radius, (radius) => ({ ...shape, radius }));
    case "box":
      return html`${["width", "height", "depth"]
        .slice(0, axesOf(draft).length)
        .map((label, i) =>
          size(label, 2 * shape.half[i], (x) => ({ ...shape, half: withAxis(shape.half, i, x / 2) })),
        )}`;
    case "capsule":
      return html`${size("half length", shape.half, (half) => ({ ...shape, half }))}${size("radius", shape.radius, (radius) => ({ ...shape, radius }))}`;
    case "cylinder":
      return html`${size("half length", shape.halfLength, (halfLength) => ({ ...shape, halfLength }))}${size("radius", shape.radius, (radius) => ({ ...shape, radius }))}`;
    case "mesh":
      return size("longest side", longestSide(shape.vertices), (to) => scaled(shape, to / longestSide(shape.vertices)));
    default:
      return html``;
  }
}

const scaled = (shape: Extract<DraftBody["shape"], { kind: "mesh" }>, by: number): DraftBody["shape"] => ({
  ...shape,
  vertices: shape.vertices.map(([x, y, z]) => [by * x, by * y, by * z] as const),
});

/** The speed of the surface of a fixed part. */
function belt(desk: Desk, { name, shape }: DraftBody): TemplateResult | typeof nothing {
  const { draft } = desk.get();
  if (!canRun(shape)) return nothing;
  const value = numberOf(draft, name, "belt");
  return number(desk, { label: "belt speed", unit: "m/s", value, put: (speed) => running(draft, name, speed) });
}

function motion(desk: Desk, body: DraftBody): TemplateResult {
  const { draft } = desk.get();
  const { name, velocity = [0, 0, 0], density } = body;
  return html`${axesOf(draft).map((axis, i) =>
    number(desk, {
      label: `launch v${axis}`,
      unit: "m/s",
      value: velocity[i],
      put: (x) => replaced(draft, name, (one) => ({ ...one, velocity: withAxis(one.velocity ?? [0, 0, 0], i, x) })),
    }),
  )}
  ${
    draft.space === "spatial"
      ? nothing
      : number(desk, {
          label: "spin",
          unit: "rad/s",
          value: numberOf(draft, name, "spin"),
          put: (x) => replaced(draft, name, (one) => ({ ...one, spin: x })),
        })
  }
  ${number(desk, {
    label: "density",
    unit: draft.space === "planar" ? "kg/m²" : "kg/m³",
    value: density ?? (draft.space === "planar" ? 25 : 700),
    put: (x) => (x > 0 ? replaced(draft, name, (one) => ({ ...one, density: x })) : draft),
  })}`;
}

/** The title, the time, gravity and contact. */
function world(desk: Desk): TemplateResult {
  const { draft } = desk.get();
  const { contact, ask, gravity, title } = draft;
  const down = draft.space === "planar" ? 1 : 2;
  return html`<div class="group"><h2>World</h2>
    <label class="field wide"><span>Title</span><input .value=${title} maxlength="120"
      @change=${(event: Event) => desk.commit({ ...draft, title: (event.target as HTMLInputElement).value })} /></label>
    <div class="fields">
      ${number(desk, { label: "time", unit: "s", value: ask.end, put: (end) => (end > 0 ? lasting(draft, end) : draft) })}
      <label class="check" title="The duration is one of the free values"><input type="checkbox" .checked=${ask.time !== undefined}
        @change=${(event: Event) => desk.commit(timed(draft, (event.target as HTMLInputElement).checked))} /> time to be found</label>
      ${number(desk, { label: "steps", value: ask.steps, put: (n) => withAsk(draft, { steps: Math.min(20_000, Math.max(1, Math.round(n))) }) })}
      ${number(desk, { label: "gravity", unit: "m/s²", value: -gravity[down], put: (g) => ({ ...draft, gravity: withAxis(gravity, down, g === 0 ? 0 : -g) }) })}
      <label class="field"><span>contact</span><select .value=${contact.kind}
        @change=${(event: Event) => desk.commit({ ...draft, contact: contacts[(event.target as HTMLSelectElement).value === "soft" ? "soft" : "rigid"] })}>
        <option value="rigid" ?selected=${contact.kind === "rigid"}>rigid, bounces</option>
        <option value="soft" ?selected=${contact.kind === "soft"}>soft, comes to rest</option></select></label>
      ${
        contact.kind === "rigid"
          ? nothing
          : html`<label class="check" title="In continuous time, to an accuracy, rather than in steps"><input type="checkbox" .checked=${ask.exact === true}
              @change=${(event: Event) => desk.commit(withAsk(draft, { exact: (event.target as HTMLInputElement).checked }))} /> exact</label>`
      }
      ${materials(desk)}
    </div></div>`;
}

const contacts = {
  rigid: { kind: "rigid", materials: [{ friction: 0.1, restitution: 0.8 }] },
  soft: softContact,
} as const satisfies Record<string, Draft["contact"]>;
