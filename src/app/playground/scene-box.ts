import type { SceneData } from "../motion-view/scene/scene-data.js";
import type { Grips, Player, Viewer } from "../viewer/viewer-api.js";
import type { Phase } from "./actions.js";
import { familyOf } from "./compare/shown.js";
import type { Scene } from "./control/desk.js";
import { boxOfHandle } from "./draggable.js";
import type { Ends } from "./settings.js";
import { rangeOf, type State } from "./state.js";

/** The scene's news for the page. */
export interface SceneListener {
  readonly moved: (name: string, point: readonly number[], phase: Phase) => void;
  readonly picked: (branch: number) => void;
  /** A kept motion was clicked: its number. */
  readonly wanted: (kept: number) => void;
  readonly time: (time: number) => void;
}

/** The viewer in its box: it is loaded beside the page, and shows what is there as soon as it can. */
export interface SceneBox extends Scene {
  readonly element: HTMLElement;
  picture(): Promise<Blob>;
  /** Shows the grips of a drawing in space: what they move is moved by nothing else. */
  setGrips(grips: Grips | undefined): void;
  /** The player, once it is there. */
  player(): Player | undefined;
}

export function sceneBox(make: () => Promise<Viewer>, { moved, picked, wanted, time }: SceneListener): SceneBox {
  const element = document.createElement("div");
  element.className = "scene";
  const shown: { viewer?: Viewer; state?: State; time?: number; grips?: Grips | undefined } = {};
  const loaded = make().then((viewer) => {
    shown.viewer = viewer;
    viewer.onTime(time);
    element.replaceChildren(viewer.element);
    if (shown.state !== undefined) put(viewer, shown.state, false);
    if (shown.time !== undefined) viewer.seek(shown.time);
    viewer.setGrips(shown.grips);
    return viewer;
  });
  loaded.catch((error: unknown) => {
    element.textContent = `The scene cannot be drawn: ${(error as Error).message}`;
  });

  function put(viewer: Viewer, state: State, keepTime: boolean, follow = false): void {
    const { answer, branches, robot } = state;
    const index = state.pointed ?? state.picked;
    viewer.show(robot?.scene ?? branches[index]?.scene ?? answer?.scene, { keepTime, follow });
    const others = branches.flatMap(({ scene }, i) => (i !== index && scene !== undefined ? [{ scene, i }] : []));
    const also = [...state.kept, ...(familyOf(state)?.members ?? [])];
    const kept = robot === undefined ? also.filter(({ drawn }) => drawn) : [];
    viewer.setGhosts(
      [...others, ...kept].map(({ scene }): SceneData => scene),
      (ghost) => {
        if (ghost < others.length) picked(others[ghost].i);
        else wanted(kept[ghost - others.length].id);
      },
    );
    const ranges = (name: string): Ends | undefined => {
      const declared = state.info?.parameters.find((one) => one.name === name);
      return declared && rangeOf(state, declared);
    };
    const isGripped = shown.grips !== undefined;
    const handles = (answer?.handles ?? []).filter(({ kind }) => !isGripped || kind === "target" || kind === "turn");
    viewer.setHandles(
      handles.map((handle) => ({ ...handle, within: boxOfHandle(handle, ranges) })),
      moved,
    );
  }

  return {
    element,
    drawn: loaded.then(
      () => new Promise((resume) => requestAnimationFrame(resume)),
      () => {},
    ),
    show(state, keepTime, follow) {
      shown.state = state;
      if (shown.viewer !== undefined) put(shown.viewer, state, keepTime, follow);
    },
    seek(at) {
      shown.time = at;
      shown.viewer?.seek(at);
    },
    player: () => shown.viewer,
    setGrips(grips) {
      const before = shown.grips;
      shown.grips = grips;
      const { viewer, state } = shown;
      viewer?.setGrips(grips);
      // handles of the same things come and go
      if ((before === undefined) !== (grips === undefined) && viewer && state) put(viewer, state, true);
    },
    picture: async () => (await loaded).picture(),
  };
}
