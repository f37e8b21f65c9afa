import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { problems } from "../../../problems/index.js";
import { type Problem, type Result, resultData, resultOf, simulate, solve } from "../../../src/index.js";
import type { ResultData } from "../../../src/solvers.js";

/** All of a result that is data: its problem and its model have functions. */
const numbersOf = ({ problem: _, model: __, solutions, ...rest }: Result): unknown => ({
  ...rest,
  ...(solutions && { solutions: solutions.map(numbersOf) }),
});

const named = (name: string): Problem => problems[name].problem;
const few = { "grid.steps": 3 };

/** As a search answers: what stands for all, and all. */
const several = async (found: Promise<Result>): Promise<Result> => {
  const result = await found;
  const run = { ...result.run, sequence: "flight, impact", regularity: { condition: Number.POSITIVE_INFINITY } };
  return { ...result, solutions: [{ ...result, run }, result] };
};

const runs: readonly (readonly [string, () => Promise<Result>])[] = [
  ["a launch", () => solve(named("rolling/ball-place"), { set: { "grid.steps": 40, frictionLaw: "pyramid" } })],
  ["one of several", () => several(solve(named("rolling/ball-place"), { set: { "grid.steps": 10 } }))],
  ["a grasp, with modes and times of its steps", () => simulate(named("grasp/push"), { set: few })],
  ["a patch, with what touched", () => simulate(named("patch/block-stop"), { set: few })],
  ["a motion to an accuracy", () => simulate(named("exact/bounces"))],
  ["a march that breaks off", () => simulate(named("rolling/disk"), { set: { friction: 0, gravity: 1e9, ...few } })],
];

describe("a result as plain data", () => {
  it.each(runs)("comes back with every bit: %s", async (_, run) => {
    const result = await run();
    const data = resultData(result);
    const ways: readonly ResultData[] = [structuredClone(data), JSON.parse(JSON.stringify(data))];
    for (const way of ways) {
      const again = resultOf(way);
      expect(numbersOf(again)).toEqual(numbersOf(result));
      expect(again.problem.name).toBe(result.problem.name);
      expect(again.model.name).toBe(result.model.name);
      expect(again.solutions?.every(({ problem }) => problem === again.problem)).toBe(
        result.solutions === undefined ? undefined : true,
      );
    }
  });

  it("goes between threads, and its problem is solved again to the same bits", async () => {
    const set = { "grid.steps": 20, frictionLaw: "fritz-john" };
    const result = await solve(named("rolling/ball-place"), { set });
    const { port1: here, port2: there } = new MessageChannel();
    const heard = new Promise<ResultData>((resolve) => there.on("message", resolve));
    here.postMessage(resultData(result));
    const { problem, values, run } = resultOf(await heard);
    here.close();
    expect(values).toEqual(result.values);
    const again = await solve(problem, { set: run.settings });
    expect(again.trajectory.columns).toEqual(result.trajectory.columns);
  });

  it("that is none is refused in one sentence", async () => {
    const data = resultData(await simulate(named("rolling/disk"), { set: few }));
    const { problem: _, ...without } = data;
    const { trajectory: __, ...rest } = data.result as Record<string, unknown>;
    const wrong: readonly (readonly [unknown, string])[] = [
      [undefined, "result must be a record, it is missing."],
      [{ ...data, bankshot: 2 }, "result.bankshot must be 1"],
      [{ ...data, more: 1 }, 'There is no field "more"'],
      [without, "result.problem must be a record, it is missing."],
      [{ ...data, problem: {} }, "The problem of the result cannot be read"],
      [{ ...data, result: rest }, "result.trajectory must be a record, it is missing"],
      [{ ...data, result: { ...(data.result as object), status: 3 } }, "result.status must be a text, it is 3"],
      [{ ...data, solutions: [{ bankshot: 3, result: rest }] }, "result.solutions[0].bankshot must be 1"],
    ];
    for (const [given, sentence] of wrong) {
      expect(() => resultOf(given as ResultData)).toThrow(sentence);
      expect(() => resultOf(given as ResultData)).toThrow(/^[^\n]*$/);
    }
  });
});
