/**
 * The page on which people choose, drag, run and look. One state, one way to change it; actions of people go to the
 * controller, which asks the worker and puts answers into the state, from which the view follows. Links, settings,
 * history and dragging are free of the page, and may be touched without reading the rest.
 *
 * @module app/playground
 */

import { render } from "lit";
import { hasOutlines } from "../drafts/outlines/has-outlines.js";
import { dark, light } from "../motion-view/palette.js";
import { chartStyle } from "../report/chart-style.js";
import { placeOf } from "../run/place.js";
import { elementIn } from "../viewer/page.js";
import type { Actions } from "./actions.js";
import { charts } from "./charts.js";
import { controller } from "./control/controller.js";
import type { OwnPort } from "./control/family.js";
import { download, fileNameOf } from "./files.js";
import { pressed } from "./keys.js";
import type { Maker } from "./maker/maker.js";
import type { ParameterInfo } from "./messages.js";
import { sceneBox } from "./scene-box.js";
import { lazyPort } from "./solver.js";
import { isDrawn } from "./sources.js";
import { initial, rangeOf, type State, shownValue, verbOf } from "./state.js";
import { store } from "./store.js";
import { keepTheme, keptTheme } from "./theme.js";
import { showOpen } from "./view/list.js";
import { page } from "./view/page.js";
import { steady } from "./view/steady.js";
import { keepTabs } from "./view/tabs.js";

const style = document.createElement("style");
style.textContent = `:root { ${light} } .wa-dark { ${dark} } ${chartStyle}`;
document.head.append(style);

const makeWorker = (): Worker =>
  new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module", name: "solver" });
const port = lazyPort(makeWorker, window);
/** A solver beside that of the page. */
const makePort = (): OwnPort => {
  const worker = makeWorker();
  return { ...lazyPort(() => worker, window), end: () => worker.terminate() };
};

const root = elementIn<HTMLElement>(document, "#page");
root.replaceChildren();

/** A timeline that stands still for so long [ms] is worth a place in the link. */
const standing = 400;
let stood: ReturnType<typeof setTimeout> | undefined;

const draw = (state: State): void => {
  const theme = `wa-${state.theme}`;
  // set to what it is, it would have the whole page styled again, and the scene coloured
  if (document.documentElement.className !== theme) document.documentElement.className = theme;
  steady(root);
  render(page(state, actions, { scene: scene.element, charts: figures.views }), root);
  keepTabs(root);
  follow(state);
  const open = `${state.history.now.problem} ${state.catalogue !== undefined}`;
  if (open !== scrolledTo) showOpen(root);
  scrolledTo = open;
};
let scrolledTo = "";
/** While something is dragged the scene comes first: numbers beside it follow as often as they can be read [ms]. */
const readable = 80;
const state = store(initial, draw, (act) => {
  if (control.isDragging()) setTimeout(act, readable);
  else requestAnimationFrame(act);
});

const picks = {
  time: (time: number) => scene.seek(time),
  point: (point: readonly number[]) => control.designAt(point),
};
const figures = charts(
  picks,
  () => state.change({}),
  () => scene.drawn,
);
const scene = sceneBox(async () => (await import("../viewer/viewer.js")).viewer({ autoplay: true }), {
  moved: (name, point, phase) => control.moved(name, point, phase),
  picked: (branch) => control.actions.pick(branch),
  wanted: (kept) => control.actions.goToKept(kept),
  time(time) {
    figures.cursor(time);
    clearTimeout(stood);
    if (scene.player()?.isPlaying() === false) stood = setTimeout(() => control.stands(time), standing);
  },
});
const control = controller(state, { port, makePort }, scene, figures);

/** A notice is read in so long [ms]. */
const reading = 3000;
let noticed: ReturnType<typeof setTimeout> | undefined;

function notify(notice: string): void {
  state.change({ notice, told: notice });
  clearTimeout(noticed);
  noticed = setTimeout(() => state.change({ notice: "" }), reading);
}

const tell = (told: string): void => state.change({ complaint: told, told });

const wantsDark = matchMedia("(prefers-color-scheme: dark)");
const isNarrow = matchMedia("(max-width: 62rem)");
/** The room in which problems are drawn: loaded when somebody begins one, or opens one that was drawn. */
let making: Promise<Maker> | undefined;
const maker = (): Promise<Maker> => {
  making ??= import("./maker/maker.js").then((room) =>
    room.maker({
      viewer: scene.element,
      open: control.begin,
      goTo: control.goTo,
      tell,
      seek: control.seek,
      makeWorker,
      grips: scene.setGrips,
      notify,
    }),
  );
  return making;
};

/** The maker is on the page as long as the problem is one that was drawn. */
function follow({ history, maker: shown }: State): void {
  if (isDrawn(history.now.problem))
    void maker().then((parts) => {
      if (!isDrawn(state.get().history.now.problem)) return;
      parts.follow(state.get());
      if (shown === undefined) state.change({ maker: parts });
    });
  else if (shown !== undefined) {
    scene.setGrips(undefined);
    state.change({ maker: undefined });
  }
}

/** True of the text of an exported study, which begins so. */
const isStudy = (text: string): boolean => /^\s*\{\s*"bankshot"\s*:\s*\d+\s*,\s*"study"/.test(text);

/** Opens an exported study over the page, by a room that is loaded for it. */
async function showStudy(text: string): Promise<void> {
  try {
    (await import("./study/dialog.js")).openStudy(text);
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
}

/** Asks for a study of the problem that is shown. */
async function newStudy(over?: string): Promise<void> {
  const now = state.get();
  const { info, history, answer } = now;
  if (info === undefined) return;
  const { problem, set } = history.now;
  const verb = verbOf(now);
  const seconds = answer?.verb === verb ? { seconds: answer.seconds } : {};
  const { askStudy } = await import("./study/form.js");
  const subject = {
    ...{ problem, info, verb, set, ...seconds },
    valueOf: (name: string) => Number(shownValue(now, name)),
    rangeOf: (parameter: ParameterInfo) => rangeOf(now, parameter),
  };
  askStudy(subject, makeWorker, over);
}

/** A file that was chosen or dropped: outlines and robots go into the drawing, a study over the page, a table beside the motion, all else is opened. */
async function take(file: File, at?: readonly [number, number]): Promise<void> {
  if (/\.(stl|obj|gltf|glb)$/i.test(file.name)) {
    const data = new Uint8Array(await file.arrayBuffer());
    await maker().then((parts) => parts.dropMesh({ name: file.name, data }));
    return;
  }
  const text = await file.text();
  // a robot without weights can be looked at, not moved
  if (/\.(urdf|xml)$/i.test(file.name) && /<robot[\s>]/.test(text) && /<inertial[\s>]/.test(text))
    await maker().then((parts) => parts.dropRobot(file.name, text));
  else if (hasOutlines(file.name, text)) await maker().then((parts) => parts.drop(file.name, text, at));
  else if (isStudy(text)) await showStudy(text);
  else if (/\.(csv|txt)$/i.test(file.name))
    await control.measured(file.name, text).catch((reason: Error) => tell(reason.message));
  else await control.load(file);
}

/** Brings a tab of the panel to the front, once it is there. */
const bringUp = (panel: string): void =>
  state.afterShown(() =>
    requestAnimationFrame(() => document.querySelector(".panel > wa-tab-group")?.setAttribute("active", panel)),
  );

const actions: Actions = {
  ...control.actions,
  showFamily(name) {
    control.actions.showFamily(name);
    // its curve
    bringUp("compare");
  },
  async copyLink() {
    await navigator.clipboard.writeText(location.href).then(
      () => notify("The link is copied."),
      () => notify("The browser does not let the page copy: take the link from the address bar."),
    );
  },
  dark(on) {
    const theme = on ? "dark" : "light";
    state.change({ theme });
    keepTheme(theme);
  },
  save(what) {
    if (what === "png") {
      scene.picture().then(
        (blob) => download(fileNameOf(state.get(), "png"), [blob], "image/png"),
        (reason: Error) => tell(`The scene cannot be drawn: ${reason.message}`),
      );
      return;
    }
    const type = what === "json" ? "application/json" : what === "csv" ? "text/csv" : "text/html";
    control.exported(what).then(
      (pieces) => pieces && download(fileNameOf(state.get(), what), pieces, type),
      (reason: Error) => tell(reason.message),
    );
  },
  load: (file) => void take(file),
  study: (over) => void newStudy(over).catch((error: Error) => tell(error.message)),
  begin: () => void maker().then((parts) => parts.choose()),
  dismiss: () => state.change({ complaint: undefined }),
};

wantsDark.addEventListener("change", ({ matches }) => {
  if (keptTheme() === undefined) state.change({ theme: matches ? "dark" : "light" });
});
isNarrow.addEventListener("change", ({ matches }) => state.change({ narrow: matches, listOpen: false }));
addEventListener("popstate", control.follow);
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  for (const file of event.dataTransfer?.files ?? []) void take(file, [event.clientX, event.clientY]);
});
addEventListener("keydown", (event) => {
  const player = scene.player();
  pressed(event, {
    undo: actions.undo,
    redo: actions.redo,
    play: () => player?.play(!player.isPlaying()),
    step: (hundredths) => player?.step(hundredths),
  });
});

state.change({ theme: keptTheme() ?? (wantsDark.matches ? "dark" : "light"), narrow: isNarrow.matches });
void control.open(placeOf(location.hash));
