import { describe, expect, it } from "vitest";
import type { Answer, Reply, Request, RunRequest } from "../../../src/app/playground/messages.js";
import { type Planner, planner, Refused } from "../../../src/app/playground/planner.js";

const answerTo = (values: Partial<Answer>): Answer => ({
  verb: "solve",
  status: "solved",
  message: "",
  values: [],
  laws: [],
  worst: [],
  residual: 0,
  work: "",
  seconds: 0,
  launch: [],
  parameters: {},
  handles: [],
  branches: [],
  ...values,
});

/** A planner with a worker that answers when the test says so. */
function desk() {
  const asked: Request[] = [];
  const told: string[] = [];
  let hear: (event: { data: Reply }) => void = () => {};
  let breakDown: (why: string) => void = () => {};
  const port = {
    postMessage: (request: Request) => void asked.push(request),
    addEventListener: (_: "message", listener: (event: { readonly data: Reply }) => void) => {
      hear = listener;
    },
    onBreak: (tell: (why: string) => void) => {
      breakDown = tell;
    },
    wanted: Promise.resolve(),
  };
  const name = ({ set }: RunRequest): string => String(set.x);
  const plan: Planner = planner(port, {
    started: (run) => told.push(`start ${name(run)}`),
    progress: () => told.push("progress"),
    answered: (run, { status }) => told.push(`${status} ${name(run)}`),
    refused: (run, { message }) => told.push(`${message} ${name(run)}`),
  });
  const run = (x: number, more: Partial<RunRequest> = {}): void =>
    plan.run({ problem: "p", verb: "solve", set: { x }, ...more });
  const runs = (): (number | string | undefined)[] =>
    asked.flatMap((request) => (request.kind === "run" ? [request.set.x] : []));
  const cancelled = (): number[] => asked.flatMap((request) => (request.kind === "cancel" ? [request.id] : []));
  const lastId = (): number => asked.findLast(({ kind }) => kind !== "cancel")!.id;
  const reply = (id: number, values: Partial<Answer> = {}): void =>
    hear({ data: { kind: "answer", id, answer: answerTo(values) } });
  return {
    plan,
    told,
    run,
    runs,
    cancelled,
    lastId,
    reply,
    hear: (data: Reply) => hear({ data }),
    breakDown: (why: string) => breakDown(why),
  };
}

describe("runs", () => {
  it("are worked on one at a time, and the newest of those that wait wins", () => {
    const { run, runs, reply, lastId, told } = desk();
    run(1, { drag: 1 });
    for (let x = 2; x <= 50; x++) run(x, { drag: 1 });
    expect(runs()).toEqual([1]);
    reply(lastId());
    expect(runs()).toEqual([1, 50]);
    reply(lastId());
    // a step of a drag is shown though a newer one was asked for
    expect(told).toEqual(["start 1", "start 50", "solved 1", "solved 50"]);
  });

  it("are cancelled by a newer one that is no step of the same drag, and then say nothing", () => {
    const { run, runs, reply, lastId, cancelled, told } = desk();
    run(1);
    const first = lastId();
    run(2);
    expect(cancelled()).toEqual([first]);
    reply(first, { status: "cancelled" });
    expect(runs()).toEqual([1, 2]);
    expect(told).toEqual(["start 1", "start 2"]);
    reply(lastId());
    expect(told.at(-1)).toBe("solved 2");
  });

  it("show no cancelled step of a drag when it ends with a drop", () => {
    const { run, runs, reply, lastId, cancelled, told } = desk();
    run(1, { drag: 1 });
    const step = lastId();
    run(2);
    expect(cancelled()).toEqual([step]);
    reply(step, { status: "cancelled" });
    expect(runs()).toEqual([1, 2]);
    reply(lastId());
    expect(told).toEqual(["start 1", "start 2", "solved 2"]);
  });

  it("show no cancelled step where the next drag begins before it has ended", () => {
    const { run, runs, reply, lastId, cancelled, told } = desk();
    run(1, { drag: 1 });
    const step = lastId();
    run(2);
    run(3, { drag: 1 });
    expect(cancelled()).toEqual([step]);
    reply(step, { status: "cancelled" });
    expect(runs()).toEqual([1, 3]);
    reply(lastId());
    expect(told).toEqual(["start 1", "start 3", "solved 3"]);
  });

  it("answer with what was found when people cancel them, and what waits is dropped", () => {
    const { plan, run, runs, reply, lastId, cancelled, told } = desk();
    run(1, { drag: 1 });
    run(2, { drag: 1 });
    plan.cancel();
    expect(cancelled()).toEqual([lastId()]);
    reply(lastId(), { status: "cancelled" });
    expect(runs()).toEqual([1]);
    expect(told.at(-1)).toBe("cancelled 1");
  });

  it("are told why they are refused, and the next one starts", () => {
    const { run, runs, hear, lastId, told } = desk();
    run(1);
    hear({ kind: "refused", id: lastId(), refusal: { field: "x", message: "no" } });
    expect(told.at(-1)).toBe("no 1");
    run(2);
    expect(runs()).toEqual([1, 2]);
  });

  it("of another problem are not shown when a drag is left", () => {
    const { plan, run, reply, lastId, told } = desk();
    run(1, { drag: 1 });
    const first = lastId();
    plan.run({ problem: "q", verb: "solve", set: { x: 2 } });
    reply(first);
    expect(told).toEqual(["start 1", "start 2"]);
  });

  it("take no answer that belongs to another", () => {
    const { run, reply, lastId, told } = desk();
    run(1);
    reply(lastId() + 7);
    expect(told).toEqual(["start 1"]);
  });
});

describe("questions", () => {
  it("are answered beside a run", async () => {
    const { plan, run, hear, lastId, reply, told } = desk();
    run(1);
    const runId = lastId();
    const pieces = plan.exported("csv", 1);
    hear({ kind: "exported", id: lastId(), pieces: ["a"] });
    expect(await pieces).toEqual(["a"]);
    reply(runId);
    expect(told.at(-1)).toBe("solved 1");
  });

  it("and runs are told when the worker breaks down, and the next run begins", async () => {
    const { plan, run, runs, breakDown, told } = desk();
    run(1);
    const pieces = plan.exported("csv", 1);
    breakDown("out of memory");
    await expect(pieces).rejects.toThrow("The solver stopped: out of memory.");
    expect(told.at(-1)).toBe("The solver stopped: out of memory. 1");
    run(2);
    expect(runs()).toEqual([1, 2]);
  });

  it("say why they are refused", async () => {
    const { plan, hear, lastId } = desk();
    const info = plan.open("nothing");
    hear({ kind: "refused", id: lastId(), refusal: { field: "problem", message: "There is none." } });
    await expect(info).rejects.toThrow(Refused);
    await expect(info).rejects.toThrow("There is none.");
  });
});
