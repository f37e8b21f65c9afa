import { linkOf, nowhere, type Place, runsByItself, withoutTime } from "../../run/place.js";
import { begin } from "../history.js";
import type { ProblemInfo, Robot, Stored, StoredRefusal } from "../messages.js";
import { fetchGiven, isDrawn, placeOfSaved } from "../sources.js";
import type { State } from "../state.js";
import { type Desk, extentOf, run, show, toLink } from "./desk.js";
import { openProblem } from "./open-problem.js";
import { remember } from "./remembered.js";
import { settle } from "./shown-run.js";

/** The problem of a page that is told nothing else. */
const firstProblem = "rolling/ball-place";

/** No problem, and nothing of a run. */
const nothing = {
  robot: undefined,
  complaint: undefined,
  info: undefined,
  extent: undefined,
  ends: {},
  answer: undefined,
  ended: undefined,
  branches: [],
  ranked: undefined,
  pointed: undefined,
  trouble: undefined,
  kept: [],
  family: undefined,
} satisfies Partial<State>;

/** Opens what a link says, or the first problem: from what is stored where nothing is changed, else by a run. */
export async function open(desk: Desk, asked: Place): Promise<void> {
  const { page, worker, edit, scene, catalogue, memory } = desk;
  const place = asked.problem === "" ? { ...nowhere, problem: firstProblem } : asked;
  const turn = ++memory.opening;
  worker.cancel();
  memory.held = undefined;
  // nothing of the problem before is waited for any more
  settle(memory, false);
  edit.begin();
  memory.time = place.time;
  const now = withoutTime(place);
  page.change({
    ...nothing,
    history: begin(now),
    picked: 0,
    current: false,
    refusal: undefined,
    listOpen: false,
    work: { kind: "opening" },
    told: `Opening ${now.problem}`,
  });
  show(desk, false);
  try {
    const { info, stored, place: there } = await openProblem(place, worker, catalogue, scene.drawn);
    if (turn !== memory.opening) return;
    document.title = `${info.name} · bankshot`;
    page.change({ info, history: begin(withoutTime(there)), work: { kind: "idle" } });
    if (stored !== undefined) put(desk, stored);
    else if (runsByItself(there)) run(desk, there.launch);
    else page.change({ told: `Not run yet: it asks for searches from ${there.starts} starts` });
    if (there.time !== undefined) scene.seek(there.time);
  } catch (error) {
    if (turn !== memory.opening) return;
    const { message } = error as Error;
    // a drawing that cannot run yet is drawn on
    const drawn = isDrawn(now.problem) ? await infoOfDrawing(now.problem) : undefined;
    if (turn !== memory.opening) return;
    if (drawn === undefined) page.change({ trouble: message, work: { kind: "idle" } });
    else
      page.change({
        info: drawn,
        refusal: { field: "problem", message },
        work: { kind: "idle" },
        told: `Not run. ${message}`,
      });
  }
}

/** All that is known of a drawing that makes no problem; undefined where its letters are none. */
async function infoOfDrawing(problem: string): Promise<ProblemInfo | undefined> {
  const draft = (await fetchGiven(problem).catch(() => undefined))?.draft;
  return (
    draft && {
      name: problem,
      title: draft.title,
      verb: "simulate",
      verbs: ["simulate"],
      parameters: [],
      conditions: [],
      values: {},
      varies: [],
      launches: false,
      starts: [],
    }
  );
}

function put(desk: Desk, stored: Stored | StoredRefusal): void {
  const { change } = desk.page;
  if ("refusal" in stored) {
    change({ refusal: stored.refusal, told: `Not run. ${stored.refusal.message}` });
    return;
  }
  const { answer } = stored;
  change({
    answer,
    extent: extentOf(answer),
    branches: answer.branches,
    current: true,
    told: `${answer.status}. ${answer.message}`,
  });
  remember(desk);
  show(desk, false);
}

function showRobot(desk: Desk, robot: Robot): void {
  desk.memory.opening++;
  desk.worker.cancel();
  desk.page.change({ ...nothing, history: begin(nowhere), robot, told: `${robot.name}: ${robot.text}` });
  document.title = `${robot.name} · bankshot`;
  show(desk, false);
  toLink(desk, "push");
}

/** A file was chosen or dropped: a saved result, or a robot. */
export async function load(desk: Desk, file: File): Promise<void> {
  try {
    const text = await file.text();
    if (text.trimStart().startsWith("<")) {
      showRobot(desk, await desk.worker.robot(text));
      return;
    }
    const place = placeOfSaved(file.name, text);
    globalThis.history.pushState(null, "", linkOf(place));
    await open(desk, place);
  } catch (error) {
    desk.page.change({ complaint: (error as Error).message, told: (error as Error).message });
  }
}
