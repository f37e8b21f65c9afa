import { afterAll, beforeAll, expect, it } from "vitest";
import { answersTo } from "../../../src/app/playground/control/answers.js";
import type { Desk } from "../../../src/app/playground/control/desk.js";
import { recalled } from "../../../src/app/playground/control/redrawn.js";
import { begin, record, undo } from "../../../src/app/playground/history.js";
import type { Answer, ProblemInfo, RunRequest } from "../../../src/app/playground/messages.js";
import { initial, type State } from "../../../src/app/playground/state.js";
import { store } from "../../../src/app/playground/store.js";

const replaced: string[] = [];
beforeAll(
  () =>
    void Object.assign(globalThis, {
      history: { replaceState: (_: unknown, __: string, link: string) => replaced.push(link) },
    }),
);
afterAll(() => void Reflect.deleteProperty(globalThis, "history"));

it("an answer that was overtaken is none of the present settings, and what is undone comes back with its own", () => {
  const info = { name: "p", verb: "solve", verbs: ["solve"], parameters: [], conditions: [] } as unknown as ProblemInfo;
  const page = store<State>(
    { ...initial, info, history: begin({ problem: "p", set: { x: 1 } }) },
    () => {},
    () => {},
  );
  let cancelled = 0;
  const desk = {
    page,
    worker: { cancel: () => cancelled++ },
    edit: { ran: () => {}, stepped: () => {} },
    scene: { show: () => {} },
    charts: { show: () => {} },
    memory: { remembered: new Map(), held: undefined, ended: undefined, time: undefined },
  } as unknown as Desk;
  const { answered } = answersTo(() => desk);
  const run = (x: number): RunRequest => ({ problem: "p", verb: "solve", set: { x } });
  const answer = (status: string): Answer =>
    ({
      status,
      message: "",
      seconds: 1,
      launch: [],
      branches: [],
      verb: "solve",
      scene: undefined,
      handles: [],
    }) as unknown as Answer;
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
  expect(cancelled).toBe(1);
  answered(run(2), answer("cancelled"), 3);
  expect(page.get()).toMatchObject({ current: true, answer: first, ended: undefined, work: { kind: "idle" } });
  set(3);
  expect(recalled(desk)).toBe(false);
});
