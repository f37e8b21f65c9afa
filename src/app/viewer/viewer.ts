import { bodyLabels } from "./body-labels.js";
import { handleButtons } from "./handle-buttons.js";
import { type Look, lookOf, onLookChange } from "./look.js";
import { page } from "./page.js";
import type { SceneData } from "./scene-data.js";
import type { Stage } from "./stage.js";
import { stageCanvas } from "./stage-canvas.js";
import { stageThree } from "./stage-three.js";
import { viewerStyle } from "./style.js";
import { timeline } from "./timeline.js";
import { awayFrom, ghostLines } from "./trails.js";
import type { Viewer, ViewerOptions } from "./viewer-api.js";

export type { Handle, OnMove, Viewer, ViewerOptions } from "./viewer-api.js";

/** A pointer that moves less than this between down and up clicks [px]; as near a line must be that it picks. */
const click = 5;
const near = 10;

/** A viewer that fills the box it is put in; it draws when something has changed, and only then. */
export function viewer({ autoplay = false }: ViewerOptions = {}): Viewer {
  const notice = page("p", { class: "viewer-note" });
  const key = page("p", { class: "viewer-key" });
  const empty = page("p", { class: "viewer-empty" }, "No motion to show.");
  const whole = page("button", { type: "button", title: "show all of the motion again" }, "Fit");
  const box = page("div", { class: "viewer-scene" });
  const element = page("div", { class: "viewer" }, page("style", {}, viewerStyle), box);
  const listeners = new Set<(time: number) => void>();
  let data: SceneData | undefined;
  let ghosts: readonly SceneData[] = [];
  let pickGhost: ((index: number) => void) | undefined;
  let stage: Stage | undefined;
  let flat = false;
  let isColoured = false;
  let frame = 0;
  let frames = 0;

  const paint = (): void => {
    cancelAnimationFrame(frame);
    frame = 0;
    if (stage === undefined || data === undefined || !(box.clientWidth > 0)) return;
    stage.draw(clock.time());
    handles.place();
    labels.place(stage, data, clock.time());
    frames++;
    // what tests and the curious look at
    element.dataset.frames = String(frames);
    element.dataset.calls = String(stage.calls);
  };
  const invalidate = (): void => {
    if (frame === 0) frame = requestAnimationFrame(paint);
  };
  const labels = bodyLabels();
  const handles = handleButtons(() => stage, invalidate);
  const clock = timeline((time, inFrame) => {
    if (inFrame) paint();
    else invalidate();
    for (const listener of listeners) listener(time);
  });
  box.append(key, empty, notice, labels.element, handles.element, page("div", { class: "viewer-tools" }, whole));
  element.append(clock.element);
  whole.addEventListener("click", () => stage?.fit());

  const adapt = (): void => {
    if (stage === undefined || !(box.clientWidth > 0)) return;
    // before it was in the page it had no colours to ask for
    if (!isColoured) stage.setLook(lookOf(element));
    isColoured = true;
    stage.resize(box.clientWidth, box.clientHeight);
    // the picture is lost with the old size: no frame in between
    paint();
  };
  const observer = new ResizeObserver(() => requestAnimationFrame(adapt));
  observer.observe(box);
  const endLook = onLookChange(() => {
    stage?.setLook(lookOf(element));
    invalidate();
  });

  function ready(): Stage {
    if (stage !== undefined) return stage;
    const look = lookOf(element);
    const drawn = withWebgl(look, invalidate);
    flat = drawn === undefined;
    drawn?.canvas.addEventListener("webglcontextlost", drawInLines);
    return use(drawn ?? stageCanvas(look, invalidate));
  }

  function use(next: Stage): Stage {
    stage = next;
    const { canvas } = next;
    element.dataset.drawing = flat ? "lines" : "webgl";
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    box.prepend(canvas);
    listen(canvas);
    adapt();
    return next;
  }

  /** A browser may take its WebGL back, such as for too many other pages. */
  function drawInLines(): void {
    const lost = stage;
    flat = true;
    const on = use(stageCanvas(lookOf(element), invalidate));
    if (data !== undefined) {
      on.show(data, false);
      describe(data);
    }
    on.setGhosts(ghosts);
    lost?.canvas.removeEventListener("webglcontextlost", drawInLines);
    lost?.dispose();
    lost?.canvas.remove();
    invalidate();
  }

  function listen(canvas: HTMLCanvasElement): void {
    let down: readonly [number, number] | undefined;
    canvas.addEventListener("pointerdown", ({ clientX, clientY }) => {
      down = [clientX, clientY];
    });
    canvas.addEventListener("pointerup", ({ clientX, clientY }) => {
      if (down === undefined || Math.hypot(clientX - down[0], clientY - down[1]) > click) return;
      const from = canvas.getBoundingClientRect();
      const picked = ghostAt(clientX - from.left, clientY - from.top);
      if (picked !== undefined) pickGhost?.(picked);
    });
    canvas.addEventListener("keydown", (event) => {
      const step = turns[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      stage?.turn(...step);
    });
  }

  /** The other motion whose way passes a pixel most closely, if any does. */
  function ghostAt(x: number, y: number): number | undefined {
    let [best, nearest]: [number | undefined, number] = [undefined, near];
    ghosts.forEach((ghost, index) => {
      const lines = ghostLines(ghost);
      for (let i = 0; i < lines.length; i += 6) {
        const from = stage!.toPixel([lines[i]!, lines[i + 1]!, lines[i + 2]!]);
        const to = stage!.toPixel([lines[i + 3]!, lines[i + 4]!, lines[i + 5]!]);
        const away = awayFrom([x, y], from, to);
        if (away < nearest) [best, nearest] = [index, away];
      }
    });
    return best;
  }

  function describe(scene: SceneData): void {
    const names = scene.bodies.filter(({ role }) => role === "part").map(({ name }) => name);
    const way = { xy: "in the plane", xz: "from the side", space: "in space" }[scene.plane];
    stage!.canvas.setAttribute(
      "aria-label",
      `${names.join(" and ")} ${way}. Arrow keys ${scene.plane === "space" ? "turn" : "move"} the view, plus and minus bring it nearer or farther.`,
    );
    const scale = `grid ${Number(stage!.grid.toPrecision(1))} m`;
    notice.textContent = flat ? `${scale}. This browser has no WebGL: the scene is drawn in lines.` : scale;
    const pushes = scene.contacts.some(({ normal }) => Array.prototype.some.call(normal, (x: number) => x !== 0));
    const swatch = (text: string, name: string, colour: string): Node =>
      page("span", {}, page("i", { style: `background: var(--${name}, ${colour})` }), text);
    key.replaceChildren(
      ...(pushes
        ? [swatch("normal force", "normal", "#00704f"), swatch("friction, inside its cone", "friction", "#d55e00")]
        : []),
      ...(scene.contacts.some(({ ecp }) => ecp) ? [swatch("equivalent contact point", "bad", "#b34700")] : []),
    );
  }

  const viewer: Viewer = {
    element,
    show(scene, { keepTime = false } = {}) {
      const isFirst = data === undefined;
      data = scene;
      empty.hidden = scene !== undefined;
      for (const part of [key, notice, labels.element, handles.element]) part.hidden = scene === undefined;
      if (scene === undefined) {
        clock.play(false);
        clock.element.hidden = true;
        if (stage !== undefined) stage.canvas.hidden = true;
        return;
      }
      const on = ready();
      on.canvas.hidden = false;
      on.show(scene, keepTime && !isFirst);
      describe(scene);
      labels.show(scene);
      clock.show(scene, keepTime && !isFirst);
      invalidate();
      if (isFirst && autoplay) playWhenSeen(element, () => clock.play(true));
    },
    setHandles: handles.set,
    setGhosts(all, onPick) {
      pickGhost = onPick;
      // while a motion is dragged the others stay
      if (all.length === ghosts.length && all.every((one, i) => one === ghosts[i])) return;
      ghosts = all;
      ready().setGhosts(all);
      invalidate();
    },
    seek: clock.seek,
    play: clock.play,
    onTime(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    picture() {
      // the buffer keeps what was drawn until the browser paints again
      paint();
      return new Promise((resolve, reject) => {
        if (stage === undefined) reject(new RangeError("there is no motion to take a picture of"));
        else stage.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser gave no picture"))));
      });
    },
    dispose() {
      cancelAnimationFrame(frame);
      clock.dispose();
      observer.disconnect();
      endLook();
      stage?.canvas.removeEventListener("webglcontextlost", drawInLines);
      stage?.dispose();
      element.remove();
    },
  };
  return viewer;
}

/** A stage that draws with WebGL; undefined where the browser has none. */
function withWebgl(look: Look, changed: () => void): Stage | undefined {
  try {
    return stageThree(look, changed);
  } catch {
    return undefined;
  }
}

/** What keys do to a view: turn or move across and up, and come nearer. */
const turns: Readonly<Record<string, readonly [number, number, number]>> = {
  ArrowLeft: [-0.12, 0, 1],
  ArrowRight: [0.12, 0, 1],
  ArrowUp: [0, 0.1, 1],
  ArrowDown: [0, -0.1, 1],
  "+": [0, 0, 1.2],
  "=": [0, 0, 1.2],
  "-": [0, 0, 1 / 1.2],
};

/** Once, when it is seen, and never where people ask for less motion. */
function playWhenSeen(element: Element, play: () => void): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    seen.disconnect();
    play();
  });
  seen.observe(element);
}
