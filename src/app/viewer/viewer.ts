/**
 * A motion in a box of any page: a stage that draws it, a timeline, handles to drag, and other motions drawn faintly.
 * Stages draw scenes of plain data, with WebGL or in lines, and know nothing of problems and results. Timeline, labels
 * and handles are parts that may be touched without reading a stage.
 *
 * @module app/viewer
 */
import type { SceneData } from "../motion-view/scene/scene-data.js";
import { type BodyLabels, bodyLabels } from "./body-labels.js";
import { stageCanvas } from "./canvas/stage.js";
import { type Captions, captions } from "./captions.js";
import { type HandleButtons, handleButtons } from "./handles/handle-buttons.js";
import { type Look, lookOf, onLookChange } from "./look.js";
import { page } from "./page.js";
import { ghostAt, pointAt } from "./pointing.js";
import type { Stage } from "./stage.js";
import { viewerStyle } from "./style.js";
import { stageThree } from "./three/stage.js";
import { type Timeline, timeline } from "./timeline.js";
import type { Viewer, ViewerOptions } from "./viewer-api.js";

export type { Handle, OnMove, Viewer, ViewerOptions } from "./viewer-api.js";

/** The parts of a viewer, and what it shows now. */
interface Theatre {
  readonly element: HTMLElement;
  readonly box: HTMLElement;
  readonly captions: Captions;
  readonly labels: BodyLabels;
  readonly handles: HandleButtons;
  readonly grips: HandleButtons;
  readonly clock: Timeline;
  readonly now: Now;
}

interface Now {
  data: SceneData | undefined;
  ghosts: readonly SceneData[];
  pickGhost: ((index: number) => void) | undefined;
  stage: Stage | undefined;
  /** The stage draws in lines. */
  flat: boolean;
  /** The stage has the colours of the page, which can be asked for once the viewer is in it. */
  isColoured: boolean;
  /** A time of this motion was asked for: nothing plays by itself. */
  sought: boolean;
  /** The frame that was asked for, 0 for none, and how many were drawn. */
  readonly frame: { asked: number; drawn: number };
}

/** A viewer that fills the box it is put in; it draws when something has changed, and only then. */
export function viewer({ autoplay = false }: ViewerOptions = {}): Viewer {
  const whole = page("button", { type: "button", title: "show all of the motion again" }, "Fit");
  const box = page("div", { class: "viewer-scene" });
  const element = page("div", { class: "viewer" }, page("style", {}, viewerStyle), box);
  const listeners = new Set<(time: number) => void>();
  const now: Now = {
    data: undefined,
    ghosts: [],
    pickGhost: undefined,
    stage: undefined,
    flat: false,
    isColoured: false,
    sought: false,
    frame: { asked: 0, drawn: 0 },
  };
  const labels = bodyLabels();
  const [handles, grips] = [0, 1].map(() =>
    handleButtons(
      () => now.stage,
      () => invalidate(theatre),
    ),
  );
  const clock = timeline((time, inFrame) => {
    if (inFrame) paint(theatre);
    else invalidate(theatre);
    for (const listener of listeners) listener(time);
  }, autoplay);
  const theatre: Theatre = { element, box, captions: captions(), labels, handles, grips, clock, now };
  const tools = page("div", { class: "viewer-tools" }, whole);
  box.append(...theatre.captions.elements, labels.element, handles.element, grips.element, tools);
  element.append(clock.element);
  whole.addEventListener("click", () => now.stage?.view.fit());
  const observer = new ResizeObserver(() => requestAnimationFrame(() => adapt(theatre)));
  observer.observe(box);
  const endLook = onLookChange(() => {
    now.stage?.setLook(lookOf(element));
    invalidate(theatre);
  });
  return {
    element,
    show(scene, { keepTime = false, follow = false } = {}) {
      show(theatre, scene, { keepTime, autoplay });
      if (scene !== undefined && follow) now.stage?.view.follow();
    },
    setHandles: handles.set,
    setGrips: (all) => grips.set(all?.handles ?? [], all?.onMove ?? (() => {}), all),
    setGhosts(all, onPick) {
      now.pickGhost = onPick;
      // while a motion is dragged the others stay
      if (all.length === now.ghosts.length && all.every((one, i) => one === now.ghosts[i])) return;
      now.ghosts = all;
      ready(theatre).setGhosts(all);
      invalidate(theatre);
    },
    seek(time) {
      now.sought = true;
      clock.play(false);
      clock.seek(time);
    },
    play: clock.play,
    isPlaying: clock.isPlaying,
    step: clock.step,
    onTime(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    picture: () => picture(theatre),
    dispose() {
      const { stage } = now;
      cancelAnimationFrame(now.frame.asked);
      clock.dispose();
      observer.disconnect();
      endLook();
      now.stage = undefined;
      stage?.dispose();
      element.remove();
    },
  };
}

function paint({ element, box, clock, handles, grips, labels, now }: Theatre): void {
  cancelAnimationFrame(now.frame.asked);
  now.frame.asked = 0;
  if (now.stage === undefined || now.data === undefined || !(box.clientWidth > 0)) return;
  const calls = now.stage.draw(clock.time());
  handles.place();
  grips.place();
  labels.place(now.stage, now.data, clock.time());
  now.frame.drawn++;
  // what tests and the curious look at
  element.dataset.frames = String(now.frame.drawn);
  element.dataset.calls = String(calls);
}

function invalidate(theatre: Theatre): void {
  if (theatre.now.frame.asked === 0) theatre.now.frame.asked = requestAnimationFrame(() => paint(theatre));
}

/** Fits the stage to the box. */
function adapt(theatre: Theatre): void {
  const { box, element, now } = theatre;
  if (now.stage === undefined || !(box.clientWidth > 0)) return;
  // before it was in the page it had no colours to ask for
  if (!now.isColoured) now.stage.setLook(lookOf(element));
  now.isColoured = true;
  now.stage.resize(box.clientWidth, box.clientHeight);
  // the picture is lost with the old size: no frame in between
  paint(theatre);
}

/** The stage, made when it is needed. */
function ready(theatre: Theatre): Stage {
  const { now, element } = theatre;
  if (now.stage !== undefined) return now.stage;
  const look = lookOf(element);
  const changed = (): void => invalidate(theatre);
  const drawn = withWebgl(look, changed);
  now.flat = drawn === undefined;
  drawn?.canvas.addEventListener("webglcontextlost", () => {
    if (now.stage === drawn) drawInLines(theatre, drawn);
  });
  return use(theatre, drawn ?? stageCanvas(look, changed));
}

function use(theatre: Theatre, stage: Stage): Stage {
  const { element, box, now } = theatre;
  const { canvas } = stage;
  now.stage = stage;
  element.dataset.drawing = now.flat ? "lines" : "webgl";
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  box.prepend(canvas);
  pointAt(stage, (x, y) => {
    const picked = ghostAt(stage, now.ghosts, x, y);
    if (picked !== undefined) now.pickGhost?.(picked);
  });
  adapt(theatre);
  return stage;
}

/** A browser may take its WebGL back, such as for too many other pages. */
function drawInLines(theatre: Theatre, lost: Stage): void {
  const { element, captions, now } = theatre;
  now.flat = true;
  const on = use(
    theatre,
    stageCanvas(lookOf(element), () => invalidate(theatre)),
  );
  if (now.data !== undefined) {
    on.show(now.data, false);
    captions.describe(now.data, on, true);
  }
  on.setGhosts(now.ghosts);
  lost.dispose();
  lost.canvas.remove();
  invalidate(theatre);
}

/** Shows a motion, or nothing. */
function show(
  theatre: Theatre,
  scene: SceneData | undefined,
  { keepTime, autoplay }: { readonly keepTime: boolean; readonly autoplay: boolean },
): void {
  const { element, captions, labels, handles, grips, clock, now } = theatre;
  const isFirst = now.data === undefined;
  now.data = scene;
  captions.show(scene !== undefined);
  for (const part of [labels.element, handles.element, grips.element]) part.hidden = scene === undefined;
  if (scene === undefined) {
    now.sought = false;
    clock.play(false);
    clock.element.hidden = true;
    if (now.stage !== undefined) now.stage.canvas.hidden = true;
    return;
  }
  const on = ready(theatre);
  on.canvas.hidden = false;
  on.show(scene, keepTime && !isFirst);
  captions.describe(scene, on, now.flat);
  labels.show(scene);
  clock.show(scene, keepTime && !isFirst);
  invalidate(theatre);
  if (isFirst && autoplay && !matchMedia("(prefers-reduced-motion: reduce)").matches)
    playWhenSeen(element, () => !now.sought && clock.play(true));
}

/** The scene as it is, as PNG. */
function picture(theatre: Theatre): Promise<Blob> {
  // the buffer keeps what was drawn until the browser paints again
  paint(theatre);
  return new Promise((resolve, reject) => {
    const { stage } = theatre.now;
    if (stage === undefined) reject(new RangeError("there is no motion to take a picture of"));
    else stage.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser gave no picture"))));
  });
}

/** A stage that draws with WebGL; undefined where the browser has none. */
function withWebgl(look: Look, changed: () => void): Stage | undefined {
  try {
    return stageThree(look, changed);
  } catch {
    return undefined;
  }
}

/** Once, when it is seen, and never where people ask for less motion. */
function playWhenSeen(element: Element, play: () => void): void {
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    play();
  });
  seen.observe(element);
}
