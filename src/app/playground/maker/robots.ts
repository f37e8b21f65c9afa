import { html, type TemplateResult } from "lit";
import type { Free, Hold } from "../../drafts/ask/ask.js";
import type { Draft } from "../../drafts/draft.js";
import { type DraftRobot, jointOf, readRobot } from "../../drafts/robots/robot.js";
import { freed, held, heldValue, isFree, numberOf, robotJointPut, robotReplaced } from "./edit.js";
import { degrees, number } from "./field.js";
import type { Desk } from "./making.js";
import { turnInSpace } from "./space.js";

const tick = (label: string, checked: boolean, put: (on: boolean) => Draft, desk: Desk): TemplateResult =>
  html`<label class="check"><input type="checkbox" .checked=${checked} @change=${(event: Event) => desk.commit(put((event.target as HTMLInputElement).checked))} />${label}</label>`;

const axes = ["x", "y", "z"] as const;

/** A robot: where it stands, each of its joints, and the places of its links that can be asked for. */
export function robotGroup(desk: Desk, robot: DraftRobot, header: TemplateResult): TemplateResult {
  const { draft } = desk.get();
  const { name, at, urdf } = robot;
  const { joints, moved, tips } = readRobot(urdf);
  const links = [...tips, ...moved.filter((link) => !tips.includes(link))];
  return html`<div class="group">
    <header>${header}</header>
    <p class="quiet">A robot of ${joints.length} ${joints.length === 1 ? "joint" : "joints"}; its root stands still. Contact is soft, because rigid contact knows no joints.</p>
    <div class="fields">${axes.map((axis, i) =>
      number(desk, {
        label: axis,
        unit: "m",
        value: at[i],
        put: (x) =>
          robotReplaced(draft, name, (one) => ({
            ...one,
            at: [i === 0 ? x : one.at[0], i === 1 ? x : one.at[1], i === 2 ? x : one.at[2]],
          })),
      }),
    )}${turnInSpace(desk, { turn: robot.turn }, (turn) => robotReplaced(draft, name, (one) => ({ ...one, turn })))}</div>
  </div>
  ${joints.map((joint) => jointGroup(desk, robot, joint))}
  ${links.map((link) => linkGroup(desk, link))}`;
}

/** A joint: how it begins, its motor, what of it is to be found and what must hold. */
function jointGroup(desk: Desk, robot: DraftRobot, joint: string): TemplateResult {
  const { draft } = desk.get();
  const { position = 0, velocity = 0, motor = 0 } = jointOf(robot, joint);
  const slides = readRobot(robot.urdf).sliding.has(joint);
  const [unit, factor] = slides ? ["m", 1] : ["°", degrees];
  const name = slides ? "position" : "angle";
  const put = (numbers: Parameters<typeof robotJointPut>[3]): Draft => robotJointPut(draft, robot.name, joint, numbers);
  const free = (what: Free["what"], label: string): TemplateResult =>
    tick(label, isFree(draft, joint, what), (on) => freed(draft, joint, what, on), desk);
  const hold = (what: Hold["what"], label: string, unitOfIt: string): TemplateResult =>
    heldField(desk, { of: joint, what, label, unit: unitOfIt, factor });
  return html`<div class="group robot-joint" role="group" aria-label=${`Joint ${joint}`}><h3>${joint}</h3>
    <div class="fields">
      ${number(desk, { label: name, unit, factor, value: position, put: (x) => put({ position: x }) })}
      ${number(desk, { label: "speed", unit: `${unit}/s`, factor, value: velocity, put: (x) => put({ velocity: x }) })}
      ${number(desk, { label: "motor", unit: slides ? "N" : "N m", value: motor, put: (x) => put({ motor: x }) })}
    </div>
    <fieldset><legend>To be found</legend>${free("position", name)}${free("velocity", "speed")}${free("motor", "motor")}</fieldset>
    <fieldset><legend>Must hold at the end</legend>${hold("position", name, unit)}${hold("velocity", "speed", `${unit}/s`)}</fieldset>
  </div>`;
}

interface Held {
  readonly of: string;
  readonly what: Hold["what"];
  readonly label: string;
  readonly unit: string;
  readonly factor?: number;
}

/** A box, with the value that must hold beside it where it is asked for. */
function heldField(desk: Desk, { of, what, label, unit, factor = 1 }: Held): TemplateResult {
  const { draft } = desk.get();
  const value = heldValue(draft, of, what);
  const on = (wanted: boolean): Draft => held(draft, of, what, wanted ? numberOf(draft, of, what) : undefined);
  return html`<div class="held">${tick(label, value !== undefined, on, desk)}${
    value === undefined
      ? ""
      : number(desk, { label: `${label} at the end`, unit, factor, value, put: (x) => held(draft, of, what, x) })
  }</div>`;
}

/** A link: where the origin of its axes must be at the end. */
function linkGroup(desk: Desk, link: string): TemplateResult {
  return html`<div class="group robot-link" role="group" aria-label=${`Link ${link}`}><h3>${link}</h3>
    <fieldset><legend>Must hold at the end</legend>${axes.map((what) =>
      heldField(desk, { of: link, what, label: what, unit: "m" }),
    )}</fieldset></div>`;
}
