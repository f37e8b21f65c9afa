import type { Settings } from "../../../motion/problem/parameters.js";
import type { Place } from "../../run/place.js";
import type { EditActions, Phase, TypingActions } from "../actions.js";
import { draggedTo } from "../draggable.js";
import { type History, record, redo, undo } from "../history.js";
import type { ParameterInfo, RunRequest } from "../messages.js";
import { byItself, coarserBy, jerky } from "../pace.js";
import { clamp, type Ends, numberTyped, short, withoutSetting, withSetting } from "../settings.js";
import { rangeOf, type State, verbOf } from "../state.js";
import type { Store } from "../store.js";

/** The consequences of an edit: a run, the end of one, or another link. */
export interface Consequences {
  readonly run: (guess?: readonly number[], more?: Partial<RunRequest>) => void;
  readonly cancel: () => void;
  readonly link: () => void;
  /** The place has another problem, as it was drawn before: it is opened, and run. */
  readonly reopen: () => void;
  /** Shows what was found at the present place before; false where that is not known any more. */
  readonly recall: () => boolean;
}

/** Changes of what is set, which can be undone: each is run by itself where that is quick. */
export function edits({ get, change }: Store<State>, { run, cancel, link, reopen, recall }: Consequences) {
  /** The place at which a drag began: undone, it goes back there. */
  let dragFrom: History<Place> | undefined;
  /** How long the last step of a drag took [s]: the first one is tried where a run is not too long by far. */
  let step = 0;
  /** How long the last run on the whole grid took [s]. */
  let whole: number | undefined;
  const seconds = (): number => whole ?? get().answer?.seconds ?? 0;
  /** Puts a change of the place where it can be undone, and runs it if that is quick. */
  function go(next: Place, guess: readonly number[] | undefined): void {
    change({ history: record(dragFrom ?? get().history, next), current: false, refusal: undefined });
    dragFrom = undefined;
    link();
    if (seconds() < byItself[verbOf(get())]) run(guess);
    else cancel();
  }

  function drag(next: Place): void {
    const { history, answer } = get();
    dragFrom ??= history;
    change({ history: { ...history, now: next }, refusal: undefined });
    if (answer !== undefined && step < jerky && answer.verb !== "design" && answer.verb === verbOf(get()))
      run(answer.launch, { drag: coarserBy(seconds()) });
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
    const isSame = next.now.problem === get().history.now.problem;
    change({ history: next, current: false, refusal: undefined });
    link();
    if (!isSame) reopen();
    else if (!recall()) run(next.now.launch);
  }

  const actions: EditActions = {
    set,
    keepEnds: (name, ends) => change(withEnds(get(), name, ends)),
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
    stepped(took: number, isPreview = false): void {
      step = took;
      if (!isPreview) whole = took;
    },
    /** A run on the whole grid was answered after so long [s]. */
    ran(took: number): void {
      whole = took;
    },
    /** Another problem is opened: nothing of it was dragged. */
    begin(): void {
      dragFrom = undefined;
      step = 0;
      whole = undefined;
    },
    /** A handle was moved to a point. */
    moved(name: string, point: readonly number[], phase: Phase): void {
      const inside = valuesAt(get(), name, point);
      if (inside !== undefined) set(inside, phase);
    },
    /** A design was picked in the landscape: its motion is shown, and the next search begins there. */
    designAt(point: readonly number[]): void {
      const next = placeOfDesign(get(), point);
      if (next === undefined) return;
      change({ history: record(get().history, next) });
      link();
      run(undefined, { verb: "simulate", drag: 1 });
    },
  };
}

export type Edits = ReturnType<typeof edits>;

/** Values that are typed with their units. */
export const typing = ({ get, change }: Store<State>, set: EditActions["set"]): TypingActions => ({
  setTyped(name, text) {
    const { problem } = get().history.now;
    const unit = declaredAs(get(), name)?.unit ?? "";
    void numberTyped(text, unit).then((given) => {
      // another problem may be open by now
      if (get().history.now.problem !== problem) return;
      if (typeof given === "string") change({ complaint: given, told: given });
      else set({ [name]: given }, "drop");
    });
  },
});

const declaredAs = ({ info }: State, name: string): ParameterInfo | undefined =>
  info?.parameters.find((one) => one.name === name);

/** Ends of a slider that are kept, within what is declared; nothing where they are none. */
function withEnds(state: State, name: string, { min, max }: Ends): Partial<State> {
  const declared = declaredAs(state, name);
  if (declared === undefined || !(min < max)) return {};
  return { ends: { ...state.ends, [name]: { min: clamp(declared, min), max: clamp(declared, max) } } };
}

/** Values that put a handle at a point, each within the range that is shown for it; undefined where there is no such handle. */
function valuesAt(state: State, handle: string, point: readonly number[]): Record<string, number> | undefined {
  const found = state.answer?.handles.find((one) => one.name === handle);
  if (found === undefined) return undefined;
  const values = Object.entries(draggedTo(found, point)).map(([name, x]) => {
    const declared = declaredAs(state, name);
    if (declared === undefined) return [name, short(x)];
    const { min, max } = rangeOf(state, declared);
    return [name, short(Math.min(max, Math.max(min, x)))];
  });
  return Object.fromEntries(values) as Record<string, number>;
}

/** Settings with some values more, each inside its range while it is dragged; unknown names are left out. */
function settingsWith(state: State, values: Readonly<Record<string, number | string>>, phase: Phase): Settings {
  let settings = state.history.now.set;
  for (const [name, value] of Object.entries(values)) {
    const declared = declaredAs(state, name);
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
