import type { Actions, Phase } from "./actions.js";
import type { Charts } from "./charts.js";
import { draggedTo } from "./draggable.js";
import { begin, type History, record, redo, undo } from "./history.js";
import type { Answer, ProblemInfo, Robot, RunRequest, Stored, StoredRefusal, Verb } from "./messages.js";
import { linkOf, nowhere, type Place, placeOf, sameMotion, withoutTime } from "./place.js";
import { type Listener, type Planner, type Port, planner } from "./planner.js";
import { clamped, withoutSetting, withSetting } from "./settings.js";
import { given, placeOfSaved } from "./sources.js";
import { type State, verbOf } from "./state.js";
import type { Store } from "./store.js";
import { storedCatalogue, storedResult } from "./stored.js";

/** Runs that take longer [s] are not made again at every step of a drag, and still longer ones only when asked for. */
const whileDragged = 0.25;
const byItself = 4;

/** The scene, as far as it is told what to show. */
export interface Scene {
  show(state: State, keepTime: boolean): void;
  seek(time: number): void;
  /** Fulfilled when there is something to look at: what can wait begins then. */
  readonly drawn: Promise<unknown>;
}

/** What a page shows that is told nothing else. */
const firstProblem = "rolling/ball-place";

/** What the page does: every action of people and every answer of the worker, as changes of the state. */
export function controller(page: Store<State>, port: Port, scene: Scene, charts: Charts) {
  const { get, change } = page;
  const worker: Planner = planner(port, listener());
  /** Where a drag began: undone, it goes back there. */
  let dragFrom: History<Place> | undefined;
  /** Opening a problem takes its time, and another may be chosen meanwhile. */
  let opening = 0;
  let time: number | undefined;
  let afterRun: (() => void) | undefined;
  /** Whether the worker holds the motion that is shown. */
  let held = false;
  /** How long the last step of a drag took [s]: the first one is tried where a run is not too long by far. */
  let step = 0;
  const catalogue = storedCatalogue();
  catalogue.then((entries) => change({ catalogue: entries }));

  function listener(): Listener {
    return {
      started({ verb, drag = false }) {
        change({ work: { kind: "running", verb, drag } });
      },
      progress(progress) {
        const { work } = get();
        if (work.kind === "running") change({ work: { ...work, progress } });
      },
      answered(run, answer) {
        if (run.problem !== get().history.now.problem) return;
        held = true;
        answered(run, answer);
        if (run.drag !== true) {
          afterRun?.();
          afterRun = undefined;
        }
      },
      refused({ problem }, refusal) {
        afterRun = undefined;
        if (problem === get().history.now.problem)
          change({ refusal, work: { kind: "idle" }, current: false, told: `Not run. ${refusal.message}` });
      },
    };
  }

  function answered(run: RunRequest, answer: Answer): void {
    const { history, branches } = get();
    const dragged = run.drag === true;
    if (dragged) step = answer.seconds;
    // the way to this launch belongs to the link where another guess leads elsewhere
    const launch = !dragged && run.guess !== undefined ? answer.launch : undefined;
    const now = launch === undefined ? history.now : { ...history.now, launch: launch.map(short) };
    // of a search all motions come at once; a step along one of them keeps the others
    const searched = answer.branches.length > 0;
    const stays = !searched && branches.length > 0 && samePicked(run);
    change({
      answer: dragged ? { ...answer, ...kept(get().answer) } : answer,
      current: run.verb === verbOf(get()),
      refusal: undefined,
      work: { kind: "idle" },
      history: { ...history, now },
      ...(!stays && { branches: searched ? answer.branches : [], picked: 0 }),
      ...(!dragged && { told: `${answer.status}. ${answer.message}` }),
    });
    show(true);
    if (!dragged) toLink("replace");
  }

  // charts come when a drag is over
  const kept = (before: Answer | undefined): Partial<Answer> =>
    before?.figures === undefined ? {} : { figures: before.figures };

  const samePicked = ({ guess }: RunRequest): boolean =>
    guess !== undefined && guess === get().branches[get().picked]?.launch;

  function show(keepTime: boolean): void {
    scene.show(get(), keepTime);
    charts.show(get().answer?.figures);
  }

  function toLink(how: "push" | "replace"): void {
    const link = linkOf({ ...get().history.now, ...(time !== undefined && { time }) });
    if (how === "push") globalThis.history.pushState(null, "", link);
    else globalThis.history.replaceState(null, "", link);
  }

  /** Opens what a link says, or the first problem: from what is stored where nothing is changed, else by a run. */
  async function open(asked: Place): Promise<void> {
    const place = asked.problem === "" ? { ...nowhere, problem: firstProblem } : asked;
    const turn = ++opening;
    worker.cancel();
    held = false;
    dragFrom = undefined;
    step = 0;
    time = place.time;
    const now = withoutTime(place);
    change({
      robot: undefined,
      complaint: undefined,
      history: begin(now),
      info: undefined,
      answer: undefined,
      branches: [],
      picked: 0,
      current: false,
      refusal: undefined,
      trouble: undefined,
      listOpen: false,
      work: { kind: "opening" },
      told: `Opening ${now.problem}`,
    });
    show(false);
    try {
      const { info, stored, place: there } = await found(place);
      if (turn !== opening) return;
      document.title = `${info.name} · bankshot`;
      change({ info, history: begin(withoutTime(there)), work: { kind: "idle" } });
      if (stored !== undefined && asDeclared(there, info)) put(stored);
      else run(there.launch);
      if (there.time !== undefined) scene.seek(there.time);
    } catch (error) {
      if (turn === opening) change({ trouble: (error as Error).message, work: { kind: "idle" } });
    }
  }

  /** What a place leads to: a problem of the package, which may be stored with its answer, or one that was given. */
  async function found(
    place: Place,
  ): Promise<{ info: ProblemInfo; place: Place; stored?: Stored | StoredRefusal | undefined }> {
    const { problem } = place;
    const data = await given(problem);
    if (data !== undefined) {
      const { run: saved, ...definition } = data;
      const untouched = Object.keys(place.set).length === 0 && place.verb === undefined;
      return {
        info: await worker.open(problem, definition),
        place: untouched && saved !== undefined ? { ...place, ...saved } : place,
      };
    }
    const isStored = (await catalogue).some(({ name, thumbnail }) => name === problem && thumbnail !== undefined);
    const stored = isStored ? await storedResult(problem) : undefined;
    if (stored === undefined) return { info: await worker.open(problem), place };
    // the first change finds the problem compiled
    void scene.drawn.then(() => worker.open(problem).catch(() => {}));
    return { info: stored.info, place, stored };
  }

  function put(stored: Stored | StoredRefusal): void {
    if ("refusal" in stored) {
      change({ refusal: stored.refusal, told: `Not run. ${stored.refusal.message}` });
      return;
    }
    const { answer } = stored;
    change({ answer, branches: answer.branches, current: true, told: `${answer.status}. ${answer.message}` });
    show(false);
  }

  const asDeclared = ({ set, verb, launch, starts }: Place, info: ProblemInfo): boolean =>
    Object.keys(set).length === 0 &&
    (verb === undefined || verb === info.verb) &&
    launch === undefined &&
    starts === undefined;

  function showRobot(robot: Robot): void {
    opening++;
    worker.cancel();
    change({
      history: begin(nowhere),
      info: undefined,
      answer: undefined,
      branches: [],
      trouble: undefined,
      complaint: undefined,
      robot,
      told: `${robot.name}: ${robot.text}`,
    });
    document.title = `${robot.name} · bankshot`;
    show(false);
    toLink("push");
  }

  function run(guess?: readonly number[], more: Partial<RunRequest> = {}): void {
    const { history, info } = get();
    if (info === undefined) return;
    const { problem, set, starts } = history.now;
    const verb = verbOf(get());
    const usable = verb === "solve" && guess !== undefined && guess.length > 0;
    worker.run({ problem, verb, set, ...(usable && { guess }), ...(starts !== undefined && { starts }), ...more });
  }

  /** Puts a change of the place where it can be undone, and runs it if that is quick. */
  function go(next: Place, guess: readonly number[] | undefined): void {
    const { history, answer } = get();
    change({ history: record(dragFrom ?? history, next), current: false, refusal: undefined });
    dragFrom = undefined;
    toLink("replace");
    if ((answer?.seconds ?? 0) < byItself) run(guess);
    else worker.cancel();
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
    const { history, info, answer } = get();
    let settings = history.now.set;
    for (const [name, value] of Object.entries(values)) {
      const declared = info?.parameters.find((one) => one.name === name);
      if (declared === undefined) continue;
      settings = withSetting(
        settings,
        name,
        typeof value === "number" && phase === "drag" ? clamped(declared, value) : value,
      );
    }
    const next = { ...history.now, set: settings };
    if (phase === "drag") drag(next);
    else go(next, answer?.launch);
  }

  const jump = (next: History<Place>): void => {
    if (next === get().history) return;
    dragFrom = undefined;
    change({ history: next, current: false, refusal: undefined });
    toLink("replace");
    run(next.now.launch);
  };

  const actions: Omit<Actions, "save" | "load" | "dismiss" | "copyLink" | "dark"> = {
    find: (filter) => change({ filter }),
    showList: (listOpen) => change({ listOpen }),
    open(problem) {
      const place = { ...nowhere, problem };
      time = undefined;
      globalThis.history.pushState(null, "", linkOf(place));
      void open(place);
    },
    set,
    reset(name) {
      const { history, answer } = get();
      go({ ...history.now, set: withoutSetting(history.now.set, name) }, answer?.launch);
    },
    resetAll() {
      const { launch: _launch, ...now } = get().history.now;
      go({ ...now, set: {} }, undefined);
    },
    fold(group, isOpen) {
      const groups = new Set(get().open);
      if (isOpen) groups.add(group);
      else groups.delete(group);
      change({ open: groups });
    },
    choose(verb: Verb) {
      const { launch: _launch, ...now } = get().history.now;
      go({ ...now, verb }, undefined);
    },
    searchFrom(starts) {
      const { history } = get();
      if (Number.isInteger(starts) && starts >= 1)
        change({ history: record(history, { ...history.now, starts }), current: false });
    },
    run: () => run(get().history.now.launch),
    findAll: () => run(undefined, { all: true }),
    cancel: () => worker.cancel(),
    pick(index) {
      const { history, branches } = get();
      const branch = branches[index];
      if (branch === undefined) return;
      change({ picked: index, told: `Solution ${index + 1}: ${branch.name}` });
      show(true);
      if (branch.launch.length === 0) return;
      change({ history: record(history, { ...history.now, launch: branch.launch.map(short) }) });
      run(branch.launch);
    },
    undo: () => jump(undo(get().history)),
    redo: () => jump(redo(get().history)),
  };

  return {
    actions,
    worker,
    open,
    isDragging: (): boolean => dragFrom !== undefined,
    /** Calls back when the worker holds the motion that is shown, after a run if need be. */
    whenHeld(act: () => void): void {
      if (held && get().current) act();
      else {
        afterRun = act;
        run(get().history.now.launch);
      }
    },
    /** A design was picked in the landscape: its motion is shown, and the next search begins there. */
    designAt(point: readonly number[]): void {
      const { history, info, answer } = get();
      const figure = answer?.figures?.figures.find(({ kind }) => kind === "landscape");
      if (info === undefined || figure?.kind !== "landscape") return;
      const { problem, set: before, starts } = history.now;
      const set = { ...before, ...Object.fromEntries(figure.axes.map(({ name }, i) => [name, short(point[i]!)])) };
      change({ history: record(history, { problem, verb: "design", set, ...(starts !== undefined && { starts }) }) });
      toLink("replace");
      worker.run({ problem, verb: "simulate", set, drag: true });
    },
    /** A handle was moved to a point. */
    moved(name: string, point: readonly number[], phase: Phase): void {
      const handle = get().answer?.handles.find((one) => one.name === name);
      if (handle === undefined) return;
      set(Object.fromEntries(Object.entries(draggedTo(handle, point)).map(([key, x]) => [key, short(x)])), phase);
    },
    /** A file was chosen or dropped: a saved result, or a robot. */
    async load(file: File): Promise<void> {
      try {
        const text = await file.text();
        if (text.trimStart().startsWith("<")) {
          showRobot(await worker.robot(text));
          return;
        }
        const place = placeOfSaved(file.name, text);
        globalThis.history.pushState(null, "", linkOf(place));
        await open(place);
      } catch (error) {
        change({ complaint: (error as Error).message, told: (error as Error).message });
      }
    },
    /** The timeline stands elsewhere. */
    stands(at: number): void {
      if (at === (time ?? 0)) return;
      time = at;
      if (get().info !== undefined) toLink("replace");
    },
    /** The address was changed by hand, or by going back. */
    follow(): void {
      const place = placeOf(location.hash);
      const { now } = get().history;
      if (place.problem !== now.problem) void open(place);
      else if (!sameMotion(place, now)) {
        change({ history: record(get().history, place), current: false });
        run(place.launch);
      }
    },
  };
}

/** Six digits are more than a hand or a link needs. */
const short = (x: number): number => Number(x.toPrecision(6));
