/**
 * The page's solver, in a thread of its own: it opens problems, runs them as the command line does, and answers in
 * plain data. Messages between page and worker stand in `messages.ts`. Answers, handles and exported files are
 * functions of a finished run, and may be touched without reading the rest.
 *
 * @module app/playground/worker
 */
import { oneSentence } from "../../../checks/words.js";
import type { ProgressInfo } from "../../../motion/march/task.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { landscapeOf } from "../../report/charts/landscape.js";
import { perform } from "../../run/perform.js";
import type { Run } from "../../run/run.js";
import type { Refusal, Reply, Request } from "../messages.js";
import { isDrawn } from "../sources.js";
import { answerOf } from "./answer.js";
import { choiceOf } from "./choice.js";
import { infoOf } from "./info.js";
import { coarserSettings } from "./preview.js";
import { define, defineDraft, problemNamed, unconfirmed } from "./problems.js";
import { checkRequest } from "./requests.js";

/** The page's solver, in a thread of its own. The page sends the next run when it has the answer to the last. */

let running: { readonly id: number; readonly interruption: AbortController } | undefined;
/** Finished runs by their numbers: the one that the page shows, and those that came after it. */
const held = new Map<number, Run>();
/** A page may show the run before the last one: it was told of the last when the next had begun. */
const mostAfter = 1;

// what few people ask for is fetched when it is asked for
const exports = () => import("./export.js");
const robots = () => import("./robot-scene.js");
const studies = () => import("./study.js");

const post = (reply: Reply): void => self.postMessage(reply);

self.addEventListener("message", ({ data }: MessageEvent<Request>) => {
  // none of the page's
  if (typeof data !== "object" || data === null || typeof data.id !== "number") return;
  reply(data).catch((error: unknown) => post({ kind: "refused", id: data.id, refusal: refusalOf(error) }));
});

async function reply(request: Request): Promise<void> {
  checkRequest(request, "message");
  const { id } = request;
  switch (request.kind) {
    case "open": {
      const { problem, definition, expected, draft } = request;
      if (draft !== undefined) return post({ kind: "opened", id, info: await defineDraft(problem, draft) });
      const found = definition === undefined ? await problemNamed(problem) : define(problem, definition, expected);
      return post({ kind: "opened", id, info: infoOf(found) });
    }
    case "run":
      return run(request);
    case "cancel":
      if (running?.id === id) running.interruption.abort();
      return;
    case "export": {
      const shown = held.get(request.run);
      if (shown === undefined)
        throw new BadInput("export", "The motion that is shown is no longer held: run it again.");
      return post({
        kind: "exported",
        id,
        pieces: await (await exports()).exportRun(shown, request.what, reportProgram),
      });
    }
    case "robot":
      return post({ kind: "robot", id, ...(await robots()).robotScene(request.urdf) });
    case "study":
      return post({ kind: "study", id, study: await (await studies()).beginStudy(request.problem, request.question) });
    case "item":
      return post({ kind: "item", id, row: await (await studies()).studyItem(request.work) });
  }
}

async function run(request: Request & { kind: "run" }): Promise<void> {
  const { id, problem, drag, set } = request;
  const interruption = new AbortController();
  running = { id, interruption };
  try {
    const named = await problemNamed(problem);
    // while somebody draws, each change moves at once: the error of its steps takes many times as long, and comes after
    const isQuick =
      isDrawn(problem) && request.confirms !== true && (drag !== undefined || request.verb === "simulate");
    const found = isQuick ? unconfirmed(named) : named;
    const isPreview = drag !== undefined && drag > 1;
    const asked = isPreview ? { ...request, set: coarserSettings(found.problem, set, drag) } : request;
    const done = await perform(request.verb, found, choiceOf(found.problem, asked), {
      signal: interruption.signal,
      ...((drag !== undefined || isQuick) && { gridError: false }),
      ...(drag === undefined && { onIteration: progressOf(id) }),
    });
    hold(id, done, request.holds);
    const preview = { ...(isPreview && { preview: true }), ...(found !== named && { confirmed: false }) };
    if (drag !== undefined) post({ kind: "answer", id, answer: { ...answerOf(done, "seen"), ...preview } });
    else
      post({
        kind: "answer",
        id,
        answer: { ...answerOf(done, "all", await landscapeOf(done, interruption.signal)), ...preview },
      });
  } finally {
    running = undefined;
  }
}

function hold(id: number, done: Run, shown: number | undefined): void {
  const later = [...held.keys()].filter((one) => one !== shown);
  for (const one of later.slice(0, later.length - mostAfter)) held.delete(one);
  held.set(id, done);
}

/** Progress is told so often [ms], and not more. */
const often = 80;

function progressOf(id: number): (info: ProgressInfo) => void {
  let told = performance.now();
  return ({ phase, iteration, residual, scanned }) => {
    const now = performance.now();
    if (now - told < often) return;
    told = now;
    post({ kind: "progress", id, progress: { phase, iteration, residual, ...(scanned && { scanned }) } });
  };
}

/** A server that does not answer within so long [ms] is asked a second time, and then given up. */
const patience = [5000, 30_000];

/** The program inside reports lies beside this one. */
async function reportProgram(): Promise<string> {
  for (const wait of patience) {
    try {
      const response = await fetch(new URL("report-client.js", self.location.href), {
        signal: AbortSignal.timeout(wait),
      });
      if (!response.ok) break;
      return await response.text();
    } catch {
      // nobody answered, or too late
    }
  }
  throw new BadInput("export", "The program that draws reports is not beside this page.");
}

/** The fault as one sentence: bad input by its field, and what floors below throw at their doors. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof BadInput) return { field: error.field, message: error.message };
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError)
    return {
      field: "problem",
      message: oneSentence(text.startsWith("URDF") ? text : `The problem cannot be built: ${text}.`),
    };
  return { field: "", message: oneSentence(`Unexpected fault: ${text}`) };
}
