import type { Answer, RunRequest } from "../messages.js";
import type { Listener } from "../planner.js";
import { short } from "../settings.js";
import { verbOf } from "../state.js";
import { type Desk, show, toLink } from "./desk.js";

/** Every word of the worker, as a change of the state. */
export function answersTo(desk: () => Desk): Listener {
  return {
    started({ verb, drag = false }) {
      desk().page.change({ work: { kind: "running", verb, drag } });
    },
    progress(progress) {
      const { get, change } = desk().page;
      const { work } = get();
      if (work.kind === "running") change({ work: { ...work, progress } });
    },
    answered(run, answer) {
      const { page, memory } = desk();
      if (run.problem !== page.get().history.now.problem) return;
      memory.held = true;
      put(desk(), run, answer);
      if (run.drag !== true) {
        memory.afterRun?.();
        memory.afterRun = undefined;
      }
    },
    refused({ problem }, refusal) {
      const { page, memory } = desk();
      memory.afterRun = undefined;
      if (problem === page.get().history.now.problem)
        page.change({ refusal, work: { kind: "idle" }, current: false, told: `Not run. ${refusal.message}` });
    },
  };
}

function put(desk: Desk, run: RunRequest, answer: Answer): void {
  const { get, change } = desk.page;
  const { history, branches, picked } = get();
  const dragged = run.drag === true;
  if (dragged) desk.edit.stepped(answer.seconds);
  // the way to this launch belongs to the link where another guess leads elsewhere
  const launch = !dragged && run.guess !== undefined ? answer.launch : undefined;
  const now = launch === undefined ? history.now : { ...history.now, launch: launch.map(short) };
  // of a search all motions come at once; a step along one of them keeps the others
  const searched = answer.branches.length > 0;
  const samePicked = run.guess !== undefined && run.guess === branches[picked]?.launch;
  const stays = !searched && branches.length > 0 && samePicked;
  change({
    answer: dragged ? { ...answer, ...keepFigures(get().answer) } : answer,
    current: run.verb === verbOf(get()),
    refusal: undefined,
    work: { kind: "idle" },
    history: { ...history, now },
    ...(!stays && { branches: searched ? answer.branches : [], picked: 0 }),
    ...(!dragged && { told: `${answer.status}. ${answer.message}` }),
  });
  show(desk, true);
  if (!dragged) toLink(desk, "replace");
}

// charts come when a drag is over
const keepFigures = (before: Answer | undefined): Partial<Answer> =>
  before?.figures === undefined ? {} : { figures: before.figures };
