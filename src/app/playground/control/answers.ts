import { type Answer, isGood, type RunRequest } from "../messages.js";
import type { Listener } from "../planner.js";
import { short } from "../settings.js";
import { type State, verbOf } from "../state.js";
import { type Desk, extentOf, show, toLink } from "./desk.js";
import { remember } from "./remembered.js";
import { isHeldAgain, settle } from "./shown-run.js";

/** Every word of the worker, as a change of the state. */
export function answersTo(desk: () => Desk): Listener {
  return {
    started({ verb, drag, confirms }) {
      if (confirms) return;
      desk().page.change({ work: { kind: "running", verb, drag: drag !== undefined } });
    },
    progress(progress) {
      const { get, change } = desk().page;
      const { work } = get();
      if (work.kind === "running") change({ work: { ...work, progress } });
    },
    answered(run, answer, number) {
      const { page, memory } = desk();
      if (run.problem !== page.get().history.now.problem || isHeldAgain(desk(), run, answer, number)) return;
      if (run.confirms) return confirmed(desk(), run, answer, number);
      if (isOvertaken(page.get(), run)) {
        // what was found here before is shown again: the end of a run of other settings says nothing of it
        settle(memory, false);
        return;
      }
      if (put(desk(), run, answer)) memory.held = number;
      else memory.ended = number;
      if (run.drag !== undefined) return;
      settle(memory, answer.status !== "cancelled");
      if (answer.confirmed === false && answer.status !== "cancelled")
        desk().worker.run({ ...run, ...(memory.held !== undefined && { holds: memory.held }), confirms: true });
    },
    refused({ problem, confirms }, refusal) {
      const { page, memory } = desk();
      if (confirms) return;
      settle(memory, false);
      if (problem === page.get().history.now.problem)
        page.change({
          refusal,
          ended: undefined,
          work: { kind: "idle" },
          current: false,
          told: `Not run. ${refusal.message}`,
        });
    },
  };
}

/** How far off the motion is that is shown: its status, its laws, and the run that is exported. */
function confirmed({ page, memory }: Desk, run: RunRequest, finer: Answer, number: number): void {
  const { answer, current } = page.get();
  if (answer?.confirmed !== false || !current || !isOf(run, page.get()) || finer.status === "cancelled") return;
  const { status, message, laws } = finer;
  memory.held = number;
  page.change({ answer: { ...answer, status, message, laws, confirmed: true }, told: `${status}. ${message}` });
  remember({ page, memory });
}

/** True of the end of a run whose settings were changed meanwhile, while an answer to the present ones is shown. */
const isOvertaken = (state: State, run: RunRequest): boolean =>
  run.drag === undefined && state.current && !isOf(run, state);

const isOf = ({ set }: RunRequest, { history: { now } }: State): boolean =>
  set === now.set || JSON.stringify(set) === JSON.stringify(now.set);

/** Puts an answer on the page; false where what was found before stays in its place. */
function put(desk: Desk, run: RunRequest, answer: Answer): boolean {
  const { get, change } = desk.page;
  const { history, branches, picked, answer: before } = get();
  const dragged = run.drag !== undefined;
  if (dragged) desk.edit.stepped(answer.seconds, answer.preview);
  else if (answer.status !== "cancelled" && run.all !== true) desk.edit.ran(answer.seconds);
  if (before !== undefined && isLess(answer) && shows(get())) {
    keep(desk, run, answer);
    return false;
  }
  // the way to this launch belongs to the link where another guess leads elsewhere
  const isChosen = run.guess !== undefined || (run.all === true && isGood(answer.status));
  const launch = !dragged && isChosen && answer.launch.length > 0 ? answer.launch : undefined;
  const now = launch === undefined ? history.now : { ...history.now, launch: launch.map(short) };
  // of a search all motions come at once; a step along one of them keeps the others
  const searched = answer.branches.length > 0;
  const samePicked = run.guess !== undefined && run.guess === branches[picked]?.launch;
  const stays = !searched && branches.length > 0 && samePicked;
  change({
    answer: dragged ? { ...answer, ...keepFigures(before) } : answer,
    // an answer may come when something else was set already, just before its run was cancelled
    current: run.verb === verbOf(get()) && (dragged || isOf(run, get())),
    ended: undefined,
    refusal: undefined,
    work: { kind: "idle" },
    // ranges of sliders are measured by what was seen first, and stay
    extent: get().extent ?? extentOf(answer),
    history: { ...history, now },
    ...(!stays && { branches: searched ? answer.branches : [], picked: 0, pointed: undefined, ranked: undefined }),
    ...(!dragged && { told: `${answer.status}. ${answer.message}` }),
  });
  // what is dragged stays under the finger
  show(desk, true, !dragged);
  if (dragged) return true;
  remember(desk);
  toLink(desk, "replace");
  return true;
}

/** No solution, and nothing found on the way to one: what was shown before says more. */
const isLess = ({ status, branches }: Answer): boolean =>
  !isGood(status) && status !== "coarse" && !branches.some((one) => isGood(one.status));

/** A motion that is worth keeping is shown. */
const shows = ({ answer, branches, picked }: State): boolean =>
  answer?.scene !== undefined && isGood(branches[picked]?.status ?? answer.status);

/** Keeps the last good motion on the screen, and says how the run ended. */
function keep(desk: Desk, run: RunRequest, ended: Answer): void {
  const { page } = desk;
  const { answer } = page.get();
  page.change({
    // what is dragged stays under the pointer
    ...(answer !== undefined && { answer: { ...answer, handles: ended.handles } }),
    ended,
    refusal: undefined,
    work: { kind: "idle" },
    ...(run.drag === undefined && { told: `${ended.status}. ${ended.message}` }),
  });
  show(desk, true);
  if (run.drag === undefined) toLink(desk, "replace");
}

// charts come when a drag is over
const keepFigures = (before: Answer | undefined): Partial<Answer> =>
  before?.figures === undefined ? {} : { figures: before.figures };
