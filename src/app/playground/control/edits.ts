import type { Settings } from "../../../motion/problem/parameters.js";
import type { EditActions, Phase } from "../actions.js";
import { draggedTo } from "../draggable.js";
import { type History, record, redo, undo } from "../history.js";
import type { RunRequest } from "../messages.js";
import type { Place } from "../place.js";
import { clamp, short, withoutSetting, withSetting } from "../settings.js";
import type { State } from "../state.js";
import type { Store } from "../store.js";

/** Runs that take longer [s] are not made again at every step of a drag, and still longer ones only when asked for. */
const whileDragged = 0.25;
const byItself = 4;

/** The consequences of an edit: a run, the end of one, or another link. */
export interface Consequences {
  readonly run: (guess?: readonly number[], more?: Partial<RunRequest>) => void;
  readonly cancel: () => void;
  readonly link: () => void;
}

/** Changes of what is set, which can be undone: each is run by itself where that is quick. */
export function edits({ get, change }: Store<State>, { run, cancel, link }: Consequences) {
  /** The place at which a drag began: undone, it goes back there. */
  let dragFrom: History<Place> | undefined;
  /** How long the last step of a drag took [s]: the first one is tried where a run is not too long by far. */
  let step = 0;

  /** Puts a change of the place where it can be undone, and runs it if that is quick. */
  function go(next: Place, guess: readonly number[] | undefined): void {
    const { history, answer } = get();
    change({ history: record(dragFrom ?? history, next), current: false, refusal: undefined });
    dragFrom = undefined;
    link();
    if ((answer?.seconds ?? 0) < byItself) run(guess);
    else cancel();
  }

  function drag(next: Place): void {
    const { history, answer } = get();
    dragFrom ??= history;
    change({ history: { ...history, now: next }, refusal: undefined });
    if (answer !== undefined && answer.seconds < byItself && step < whileDragged && answer.verb !== "design")
      run(answer.launch, { drag: true });
    else change({ current: false });
  }

  function set(values: Readonly<Record<string, number | string>>, phase: Phase): void {
    const { history, answer } = get();
    const next = { ...history.now, set: settingsWith(get(), values, phase) };
    if (phase === "drag") drag(next);
    else go(next, answer?.launch);
  }

  function jump(next: History<Place>): void {
    if (next === get().history) return;
    dragFrom = undefined;
    change({ history: next, current: false, refusal: undefined });
    link();
    run(next.now.launch);
  }

  const actions: EditActions = {
    set,
    reset(name) {
      const { history, answer } = get();
      go({ ...history.now, set: withoutSetting(history.now.set, name) }, answer?.launch);
    },
    resetAll() {
      const { launch: _launch, ...now } = get().history.now;
      go({ ...now, set: {} }, undefined);
    },
    choose(verb) {
      const { launch: _launch, ...now } = get().history.now;
      go({ ...now, verb }, undefined);
    },
    searchFrom(starts) {
      const { history } = get();
      if (Number.isInteger(starts) && starts >= 1)
        change({ history: record(history, { ...history.now, starts }), current: false });
    },
    undo: () => jump(undo(get().history)),
    redo: () => jump(redo(get().history)),
  };

  return {
    actions,
    isDragging: (): boolean => dragFrom !== undefined,
    /** A step of a drag was answered after so long [s]. */
    stepped(seconds: number): void {
      step = seconds;
    },
    /** Another problem is opened: nothing of it was dragged. */
    begin(): void {
      dragFrom = undefined;
      step = 0;
    },
    /** A handle was moved to a point. */
    moved(name: string, point: readonly number[], phase: Phase): void {
      const handle = get().answer?.handles.find((one) => one.name === name);
      if (handle === undefined) return;
      set(Object.fromEntries(Object.entries(draggedTo(handle, point)).map(([key, x]) => [key, short(x)])), phase);
    },
    /** A design was picked in the landscape: its motion is shown, and the next search begins there. */
    designAt(point: readonly number[]): void {
      const next = placeOfDesign(get(), point);
      if (next === undefined) return;
      change({ history: record(get().history, next) });
      link();
      run(undefined, { verb: "simulate", drag: true });
    },
  };
}

export type Edits = ReturnType<typeof edits>;

/** Settings with some values more, each inside its range while it is dragged; unknown names are left out. */
function settingsWith(
  { history, info }: State,
  values: Readonly<Record<string, number | string>>,
  phase: Phase,
): Settings {
  let settings = history.now.set;
  for (const [name, value] of Object.entries(values)) {
    const declared = info?.parameters.find((one) => one.name === name);
    if (declared === undefined) continue;
    const dragged = typeof value === "number" && phase === "drag";
    settings = withSetting(settings, name, dragged ? clamp(declared, value) : value);
  }
  return settings;
}

/** The place of a design that was picked in a landscape; undefined where there is none. */
function placeOfDesign({ history, info, answer }: State, point: readonly number[]): Place | undefined {
  const figure = answer?.figures?.figures.find(({ kind }) => kind === "landscape");
  if (info === undefined || figure?.kind !== "landscape") return undefined;
  const { problem, set: before, starts } = history.now;
  const set = { ...before, ...Object.fromEntries(figure.axes.map(({ name }, i) => [name, short(point[i])])) };
  return { problem, verb: "design", set, ...(starts !== undefined && { starts }) };
}
