import type { Actions } from "./actions.js";
import type { Charts } from "./charts.js";
import { edits } from "./edits.js";
import { begin, record } from "./history.js";
import type { Answer, Robot, RunRequest, Stored, StoredRefusal } from "./messages.js";
import { opened } from "./opened.js";
import { linkOf, nowhere, type Place, placeOf, sameMotion, withoutTime } from "./place.js";
import { type Listener, type Planner, type Port, planner } from "./planner.js";
import { short } from "./settings.js";
import { placeOfSaved } from "./sources.js";
import { type State, verbOf } from "./state.js";
import type { Store } from "./store.js";
import { storedCatalogue } from "./stored.js";

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
  const edit = edits(page, { run, cancel: worker.cancel, link: () => toLink("replace") });
  /** Opening a problem takes its time, and another may be chosen meanwhile. */
  let opening = 0;
  let time: number | undefined;
  let afterRun: (() => void) | undefined;
  /** Whether the worker holds the motion that is shown. */
  let held = false;
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
    if (dragged) edit.stepped(answer.seconds);
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
    edit.begin();
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
      const { info, stored, place: there } = await opened(place, worker, catalogue, scene.drawn);
      if (turn !== opening) return;
      document.title = `${info.name} · bankshot`;
      change({ info, history: begin(withoutTime(there)), work: { kind: "idle" } });
      if (stored !== undefined) put(stored);
      else run(there.launch);
      if (there.time !== undefined) scene.seek(there.time);
    } catch (error) {
      if (turn === opening) change({ trouble: (error as Error).message, work: { kind: "idle" } });
    }
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

  const actions: Omit<Actions, "save" | "load" | "dismiss" | "copyLink" | "dark"> = {
    find: (filter) => change({ filter }),
    showList: (listOpen) => change({ listOpen }),
    open(problem) {
      const place = { ...nowhere, problem };
      time = undefined;
      globalThis.history.pushState(null, "", linkOf(place));
      void open(place);
    },
    ...edit.actions,
    fold(group, isOpen) {
      const groups = new Set(get().open);
      if (isOpen) groups.add(group);
      else groups.delete(group);
      change({ open: groups });
    },
    run: () => run(get().history.now.launch),
    findAll: () => run(undefined, { all: true }),
    cancel: () => worker.cancel(),
    pick(index) {
      const { history, branches } = get();
      const branch = branches[index];
      if (branch === undefined) return;
      change({ picked: index, told: `Solution ${branch.name}` });
      show(true);
      if (branch.launch.length === 0) return;
      change({ history: record(history, { ...history.now, launch: branch.launch.map(short) }) });
      run(branch.launch);
    },
  };

  return {
    actions,
    worker,
    open,
    isDragging: edit.isDragging,
    designAt: edit.designAt,
    moved: edit.moved,
    /** Calls back when the worker holds the motion that is shown, after a run if need be. */
    whenHeld(act: () => void): void {
      if (held && get().current) act();
      else {
        afterRun = act;
        run(get().history.now.launch);
      }
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
