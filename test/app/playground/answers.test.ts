import { afterAll, beforeAll, expect, it } from "vitest";
import { answersTo } from "../../../src/app/playground/control/answers.js";
import type { Desk } from "../../../src/app/playground/control/desk.js";
import { recalled } from "../../../src/app/playground/control/redrawn.js";
import { begin, record, undo } from "../../../src/app/playground/history.js";
import type { Answer, ProblemInfo, RunRequest } from "../../../src/app/playground/messages.js";
import { initial, type State } from "../../../src/app/playground/state.js";
import { store } from "../../../src/app/playground/store.js";
import { verdictOf } from "../../../src/app/playground/verdict.js";
import type { Verb } from "../../../src/app/run/choice.js";

const replaced: string[] = [];
beforeAll(
  () =>
    void Object.assign(globalThis, {
      history: { replaceState: (_: unknown, __: string, link: string) => replaced.push(link) },
    }),
);
afterAll(() => void Reflect.deleteProperty(globalThis, "history"));

/** A page on which a problem is open, and all that its solver is asked for. */
function opened(verb: Verb) {
  const info = { name: "p", verb, verbs: [verb], parameters: [], conditions: [] } as unknown as ProblemInfo;
  const page = store<State>(
    { ...initial, info, history: begin({ problem: "p", set: { x: 1 } }) },
    () => {},
    () => {},
  );
  const asked: (RunRequest | "cancel")[] = [];
  const desk = {
    page,
    worker: { cancel: () => asked.push("cancel"), run: (run: RunRequest) => asked.push(run) },
    edit: { ran: () => {}, stepped: () => {} },
    scene: { show: () => {} },
    charts: { show: () => {} },
    memory: { remembered: new Map(), held: undefined, ended: undefined, time: undefined },
  } as unknown as Desk;
  return { page, desk, asked };
}

const answerOf = (verb: Verb, status: string, more: Partial<Answer> = {}): Answer => ({
  status,
  message: "",
  residual: 0,
  work: "",
  seconds: 1,
  launch: [],
  branches: [],
  verb,
  handles: [],
  values: [],
  laws: [],
  worst: [],
  parameters: {},
  ...more,
});

it("an answer that was overtaken is none of the present settings, and what is undone comes back with its own", () => {
  const { page, desk, asked } = opened("solve");
  const { answered } = answersTo(() => desk);
  const run = (x: number): RunRequest => ({ problem: "p", verb: "solve", set: { x } });
  const answer = (status: string): Answer => answerOf("solve", status);
  const first = answer("solved");
  answered(run(1), first, 1);
  expect(page.get()).toMatchObject({ current: true, answer: first });

  // something else is set, and a full answer to what was set before comes just then
  const set = (x: number): void =>
    page.change({ history: record(page.get().history, { ...page.get().history.now, set: { x } }), current: false });
  set(2);
  answered(run(1), answer("solved"), 2);
  expect(page.get().current).toBe(false);

  // undone, its own answer is shown at once, and the end of the other run says nothing
  page.change({ history: undo(page.get().history) });
  expect(recalled(desk)).toBe(true);
  expect(asked).toEqual(["cancel"]);
  answered(run(2), answer("cancelled"), 3);
  expect(page.get()).toMatchObject({ current: true, answer: first, ended: undefined, work: { kind: "idle" } });
  set(3);
  expect(recalled(desk)).toBe(false);
});

it("the motion of a drawing is shown at once, and what a finer computation says of it after", () => {
  const { page, desk, asked } = opened("simulate");
  const { answered, started, refused } = answersTo(() => desk);
  const run: RunRequest = { problem: "p", verb: "simulate", set: { x: 1 } };
  answered(run, answerOf("simulate", "solved", { confirmed: false }), 7);
  expect(verdictOf(page.get())).toEqual({ kind: "simulated", tone: "quiet", text: "simulated", why: "" });
  const confirming = { ...run, holds: 7, confirms: true };
  expect(asked).toEqual([confirming]);

  // gone from and come back to it is run again: nothing would follow what was remembered
  expect(recalled(desk)).toBe(false);

  // nobody waits for it: the page is at rest, and stays as it is where it is given up
  started(confirming);
  expect(page.get().work.kind).toBe("idle");
  answered(confirming, answerOf("simulate", "cancelled"), 8);
  refused(confirming, { field: "", message: "The solver stopped." });
  expect(verdictOf(page.get())).toMatchObject({ kind: "simulated", tone: "quiet" });
  expect(desk.memory.held).toBe(7);

  const message = "Grid error 2.0e-1 (ball.x), more than the accuracy 0.01: set grid.method = exact.";
  answered(confirming, answerOf("simulate", "coarse", { message }), 9);
  // in one word, so that nothing moves under the hand; how far off it is stands in the details, and is read out
  expect(verdictOf(page.get())).toEqual({ kind: "coarse", tone: "bad", text: "coarse", why: "" });
  expect(page.get()).toMatchObject({ answer: { message }, told: `coarse. ${message}` });
  expect(desk.memory.held).toBe(9);
  expect(recalled(desk)).toBe(true);
  expect(verdictOf(page.get())?.kind).toBe("coarse");
  desk.memory.held = 9;

  // what is set anew meanwhile is none of its business
  page.change({ history: record(page.get().history, { problem: "p", set: { x: 2 } }), current: false });
  answered(confirming, answerOf("simulate", "solved"), 10);
  expect(verdictOf(page.get())?.kind).toBe("stale");
});
