/**
 * Problems without code: bodies, walls and targets are drawn in the plane, questions are asked by ticking them, and every
 * change is a place of the page, which its undo, its links and its runs know. What is drawn is a draft (`app/drafts`); tools,
 * grips and edits are functions from a draft to another one, and may be touched without reading how the page shows them.
 *
 * @module app/playground/maker
 */

import { render } from "lit";
import { tally } from "../../drafts/ask/tally.js";
import { checkDraft, type Draft } from "../../drafts/draft.js";
import { draftOfLink } from "../../drafts/link.js";
import { withSettings } from "../../drafts/settings.js";
import { templates } from "../../drafts/templates.js";
import type { Place } from "../../run/place.js";
import type { Grips } from "../../viewer/viewer-api.js";
import { isDrawn, lettersOf, placeOfSaved } from "../sources.js";
import type { State } from "../state.js";
import { verdictOf } from "../verdict.js";
import { type Camera, fitted, gridOf, resized, snapped, toPlane } from "./camera.js";
import { chooser } from "./chooser.js";
import { codePane } from "./code/code-pane.js";
import { find, findJoint, findRobot, type Point, type Selected, withAsk } from "./edit.js";
import { dropped } from "./files/dropped.js";
import type { MeshFile } from "./files/mesh.js";
import { gestures } from "./gestures.js";
import { softContact } from "./joints.js";
import type { Desk, Making } from "./making.js";
import { panel } from "./panel.js";
import { findText, firstSeek, seekOf } from "./seek/seek.js";
import { placeOfDraft, type Seeking, solving } from "./seek/solving.js";
import { spaceGrips } from "./space-grips.js";
import { stage } from "./stage.js";

/** The page, as far as the maker asks it for something. */
export interface Page extends Seeking {
  /** The viewer of motions, and the grips of things in it. */
  readonly viewer: Element;
  readonly grips: (grips: Grips | undefined) => void;
  /** Says something for a moment that is no complaint. */
  readonly notify: (text: string) => void;
  /** Opens a problem; `goTo` puts one in the place of the present one, which undo goes back to. */
  readonly open: (place: Place) => void;
}

/** The maker's two parts of the page, which draw themselves. */
export interface MakerParts {
  readonly stage: HTMLElement;
  readonly panel: HTMLElement;
}

export interface Maker extends MakerParts {
  /** Shows the draft of the page's place, and its answer. */
  follow(state: State): void;
  /** Lets people choose what to begin with. */
  choose(): void;
  /** Takes the outlines of a file as bodies and parts, at a place of the window where it was dropped on one [pixels]. */
  drop(file: string, text: string, at?: Point): Promise<void>;
  /** Takes the mesh of a file into the drawing in space that is open, or into a new one. */
  dropMesh(file: MeshFile): Promise<void>;
  /** The same with the robot of a URDF. */
  dropRobot(file: string, text: string): Promise<void>;
}

/** Before the drawing has a size it is as large as this [pixels]. */
const firstSize = [800, 450] as const;

export function maker(page: Page): Maker {
  const parts = { stage: document.createElement("div"), panel: document.createElement("div") };
  parts.stage.className = "maker-stage";
  let state: State | undefined;
  let place = "";
  let opened = "";
  let making: Making | undefined;

  const desk: Desk = {
    get: () => making ?? begin(templates[0].draft, firstSize),
    change(part) {
      making = { ...desk.get(), ...part };
      show();
    },
    commit(draft) {
      try {
        checkDraft(draft);
        // at once, not when the page is drawn again: the next field would put its number into the draft of before
        desk.change({ draft });
        const find = findText(desk.get().seek);
        page.goTo({ ...simulated(draft), ...(find !== undefined && { find }) });
      } catch (error) {
        page.tell((error as Error).message);
        if (state !== undefined) follow(state, true);
      }
    },
    tell: page.tell,
  };
  const on = gestures(desk, () => parts.stage.querySelector<SVGSVGElement>("svg.maker") ?? undefined);

  const solve = solving(page, desk);
  const inSpace = spaceGrips(desk);

  function show(): void {
    const answer = state?.branches[state.picked]?.scene ?? state?.answer?.scene;
    const current = state?.current === true && state.work.kind === "idle";
    render(stage(desk, { viewer: page.viewer, code: code.element, gestures: on, scene: answer, current }), parts.stage);
    // beside a drawing there is no gallery: it comes and goes, and the drawing would move under the hand
    parts.stage.classList.toggle("drawing", desk.get().mode === "draw");
    render(panel(desk, solve, state && verdictOf(state)), parts.panel);
    page.grips(inSpace());
    code.follow();
    const canvas = parts.stage.querySelector(".maker-canvas");
    if (canvas !== null) sized.observe(canvas);
  }

  /** The draft of the page's place. */
  function follow(now: State, again = false): void {
    const { problem, set } = now.history.now;
    if (!isDrawn(problem)) {
      place = "";
      opened = "";
      return;
    }
    state = now;
    const next = `${problem} ${JSON.stringify(set)}`;
    if (next !== place || again) {
      place = next;
      read(problem, set, now);
    }
    show();
  }

  function read(problem: string, set: State["history"]["now"]["set"], { history }: State): void {
    try {
      const draft = withSettings(draftOfLink(lettersOf(problem)), set);
      // nothing can be undone: another problem was opened
      const fresh = opened === "" || history.past.length === 0;
      opened = problem;
      const before = making;
      if (!fresh && before !== undefined) making = { ...before, draft, selected: staying(draft, before.selected) };
      else making = { ...begin(draft, making?.camera.size), seek: seekOf(history.now.find) };
    } catch {
      // the page says why it cannot be opened
      making = undefined;
    }
  }

  const code = codePane(desk, (json) => page.open(placeOfSaved(`${desk.get().draft.title || "problem"}.json`, json)));
  // the drawing makes way for code beside it
  const sized = new ResizeObserver(() => {
    const box = parts.stage.querySelector(".maker-canvas")?.getBoundingClientRect();
    if (box === undefined || box.width < 1 || box.height < 1 || making === undefined) return;
    const { camera } = making;
    if (Math.abs(camera.size[0] - box.width) + Math.abs(camera.size[1] - box.height) > 1)
      desk.change({ camera: resized(camera, [box.width, box.height]) });
  });
  sized.observe(parts.stage);

  const target = (): Target => ({ page, desk, isOpen: making !== undefined && opened !== "" });
  return {
    ...parts,
    follow,
    choose: () => chooser((draft) => page.open(simulated(draft))),
    dropMesh: (file) => dropMesh(target(), file),
    dropRobot: (file, text) => dropRobot(target(), { file, text, at: undefined }),
    drop: (file, text, at) => drop(target(), { file, text, at }),
  };
}

/** Takes the outlines of a file into the drawing that is open, at the place where it was dropped, or into a new one. */
async function drop({ page, desk, isOpen }: Target, { file, text, at }: Dropped): Promise<void> {
  try {
    const { outlinesOfFile } = await import("../../drafts/outlines/outlines-of-file.js");
    const outlines = outlinesOfFile(file, text);
    const takes = isOpen && desk.get().draft.space === "planar";
    const before = takes ? desk.get() : begin(fromTheSide, firstSize);
    const box = document.querySelector("svg.maker")?.getBoundingClientRect();
    const isInside = at !== undefined && box !== undefined && takes && inBox(box, at);
    const point = isInside ? toPlane(before.camera, [at[0] - box.left, at[1] - box.top]) : before.camera.middle;
    const done = dropped(before.draft, outlines, file, snapped(point, gridOf(before.camera)));
    if (done === undefined) return;
    if (!takes) return page.open(simulated(done.draft));
    desk.change({ ...done, mode: "draw", tool: "select", corners: [] });
    desk.commit(done.draft);
  } catch (error) {
    page.tell((error as Error).message);
  }
}

/** Takes the mesh of a file into the drawing in space that is open, or into a new one. */
async function dropMesh({ page, desk, isOpen }: Target, file: MeshFile): Promise<void> {
  const takes = isOpen && desk.get().draft.space === "spatial";
  try {
    const { meshDropped } = await import("./files/mesh.js");
    const done = await meshDropped(takes ? desk.get().draft : overGround, file);
    if (!takes) page.open(simulated(done.draft));
    else {
      desk.change({ selected: done.selected, group: [] });
      desk.commit(done.draft);
    }
    page.notify(done.told);
  } catch (error) {
    page.tell((error as Error).message);
  }
}

/** Takes the robot of a URDF into the drawing in space that is open, or into a new one. */
async function dropRobot({ page, desk, isOpen }: Target, { file, text }: Dropped): Promise<void> {
  const takes = isOpen && desk.get().draft.space === "spatial";
  try {
    const { robotDropped } = await import("./files/urdf.js");
    const done = robotDropped(takes ? desk.get().draft : besideRobot, file, text);
    checkDraft(done.draft);
    if (!takes) page.open(simulated(done.draft));
    else {
      desk.change({ selected: done.selected, group: [] });
      desk.commit(done.draft);
    }
    if (done.told !== undefined) page.tell(done.told);
  } catch (error) {
    page.tell((error as Error).message);
  }
}

/** The page on which a file is dropped, and its drawing where one is open. */
interface Target {
  readonly page: Page;
  readonly desk: Desk;
  readonly isOpen: boolean;
}

interface Dropped {
  readonly file: string;
  readonly text: string;
  readonly at: Point | undefined;
}

/** Outlines that are dropped on no drawing are seen from the side; they bring what they fall on. */
const fromTheSide: Draft = withAsk({ ...templates[1].draft, world: [] }, { exact: true });

/** A mesh that is dropped on no drawing comes to lie on the ground. */
const overGround: Draft = {
  ...(templates.find(({ draft }) => draft.space === "spatial") ?? templates[0]).draft,
  title: "My part in space",
  bodies: [],
  contact: softContact,
  ask: { free: [], hold: [], end: 1, steps: 200 },
};

/** A robot that is dropped on no drawing stands alone: on a ground its first link would lie in it. */
const besideRobot: Draft = { ...overGround, title: "My robot", world: [] };

const inBox = ({ left, right, top, bottom }: DOMRect, [x, y]: Point): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

/** A draft that was just opened: one that is solved is looked at first, another one is drawn. */
function begin(draft: Draft, size: Camera["size"] = firstSize): Making {
  const asked = tally(draft).faults.length === 0 && draft.ask.hold.length > 0;
  const mode = draft.space === "spatial" || asked ? "motion" : "draw";
  const [robot] = draft.bodies.length === 0 ? (draft.robots ?? []) : [];
  return {
    draft,
    tool: "select",
    // a drawing of a robot alone is about its joints
    selected: robot && { role: "robot", name: robot.name },
    camera: fitted(draft, size),
    snap: true,
    corners: [],
    mode,
    code: "closed",
    seek: firstSeek,
    group: [],
  };
}

/** The thing that is selected, where it is still there. */
function staying(draft: Draft, selected: Selected | undefined): Selected | undefined {
  const { name = "" } = selected ?? {};
  const found = find(draft, name) ?? findJoint(draft, name) ?? findRobot(draft, name);
  return found === undefined ? undefined : selected;
}

/** While something is drawn its motion is that of the launch as it is drawn. */
const simulated = (draft: Draft): Place => ({ ...placeOfDraft(draft), verb: "simulate" });
