import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problem as bank } from "../../../problems/exact/bank.js";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { problem as coarse } from "../../../problems/impact/ball-bounce-coarse.js";
import { problem as flying } from "../../../problems/impact/ball-launch.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { problem as disk } from "../../../problems/rolling/disk.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp, withSteps } from "../../../src/motion/compile/setup.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import { freedBy } from "../../../src/motion/problem/condition.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import type { RunOptions } from "../../../src/motion/session.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { real } from "../../arbitraries.js";

type Numbers = Readonly<Record<string, number | string>>;

/** The freed values that a result prints. */
const toldBy = ({ problem, run }: Result): Numbers =>
  Object.fromEntries(freedBy(problem).map((frees) => [frees, run.parameters[frees] as number]));

/** Largest distance of the states of a result from the motion of the freed values that it prints, on its own grid. */
function strayed(result: Result, set: Numbers): number {
  const { t, columns } = result.trajectory;
  const alone: Problem = { ...result.problem, boundary: [] };
  const h = t.subarray(1).map((end, k) => end - t[k]);
  const setup = withSteps(setUp(alone, { ...set, ...toldBy(result) }), { t, h });
  const path = emptyPath(setup.compiled.kernels, h.length);
  const { marcher } = borrow(setup);
  marcher.begin(setup.parameters, setup.steps, path, false);
  expect(marcher.advance(h.length).status).toBe("solved");
  const { state } = setup.compiled.model;
  return Math.max(
    ...state.map(({ name }, i) =>
      columns[name].reduce((most, x, k) => Math.max(most, Math.abs(x - path.states[k * state.length + i])), 0),
    ),
  );
}

/** The same of a motion between events: its end, for it may be told on other elements. */
async function strayedEnd(result: Result, set: Numbers): Promise<number> {
  const again = await simulate(result.problem, { set: { ...set, ...toldBy(result) } });
  const ends = ({ trajectory: { columns } }: Result) =>
    ["ball.x", "ball.y", "ball.z"].flatMap((name) => columns[name]?.at(-1) ?? []);
  return Math.max(...ends(result).map((x, i) => Math.abs(x - ends(again)[i])));
}

/** The bounce without the launches that no search needs to look at. */
const slowly: Problem = {
  ...bounce,
  parameters: {
    ...bounce.parameters,
    "launch.vx": { ...bounce.parameters["launch.vx"], min: 0, max: 3 },
    "launch.vz": { ...bounce.parameters["launch.vz"], min: -3, max: 0 },
  },
};
const few = { "grid.steps": 25 };
const long = { "grid.steps": 90, "grid.h": 0.005 };
const asked: readonly (readonly [string, Problem, fc.Arbitrary<Record<string, number>>, RunOptions])[] = [
  ["a disk", disk, fc.record({ "target.x": real(-3, 3) }), {}],
  ["a disk, by Newton", disk, fc.record({ "target.x": real(-3, 3) }), { strategy: "global" }],
  ["a ball", place, fc.record({ "target.x": real(-60, 60), "target.y": real(-40, 40) }), { set: few }],
  ["a ball, by Newton", place, fc.record({ "target.x": real(-60, 60) }), { set: few, strategy: "global" }],
  ["a ball from far away", place, fc.record({ "target.x": real(-60, 60) }), { set: few, guess: [18, -18] }],
  ["a flight", flying, fc.record({ "target.x": real(-9, 9), "target.z": real(-3, 0) }), { set: long }],
  ["a bounce", coarse, fc.record({ "target.z": real(-3, 0) }), { set: long }],
];

describe("the motion that a result shows is that of the freed values which it prints", () => {
  it.each(asked)("%s", async (_, problem, targets, options) => {
    await fc.assert(
      fc.asyncProperty(targets, async (target) => {
        const set = { ...options.set, ...target } as Numbers;
        expect(strayed(await solve(problem, { ...options, set }), set)).toBeLessThan(1e-7);
      }),
      { numRuns: 2 },
    );
  });

  it("on a refined grid", async () => {
    const set = { "start.z": 4.8 };
    const result = await solve(bounce, { set });
    expect(result.status).not.toBe("solved");
    expect(strayed(result, set)).toBeLessThan(1e-7);
  });

  it.each([
    [bank, { "target.x": 50 }],
    [slowly, { "target.z": -3, "grid.method": "exact" }],
    [place, { "target.y": 50, "grid.method": "exact" }],
  ] as const)("between events, %#", async (problem, set) => {
    expect(await strayedEnd(await solve(problem, { set }), set)).toBeLessThan(1e-5);
  });

  it("where nothing of many launches was found", async () => {
    const set = { ...long, "target.z": -3 };
    const result = await solve(coarse, { set, search: { all: true, samples: 12 } });
    expect(result.status).toBe("infeasible");
    expect(strayed(result, set)).toBeLessThan(1e-7);
  });

  it.each([1, 3, 9])("as far as it came when it was stopped after %i reports", async (after) => {
    const set = { ...long, "target.z": -3 };
    const stop = new AbortController();
    let reports = 0;
    const onIteration = () => {
      if (++reports === after) stop.abort();
    };
    const result = await solve(coarse, { set, signal: stop.signal, onIteration });
    expect(result.status).toBe("cancelled");
    expect(strayed(result, set)).toBeLessThan(1e-7);
  });
});

describe("a closest motion says which equation it misses, by how much", () => {
  const near: Problem = {
    ...flying,
    parameters: { ...flying.parameters, "launch.vx": { ...flying.parameters["launch.vx"], min: -1, max: 1 } },
  };

  it.each([long, { "grid.method": "exact", "grid.end": 0.45 }])("by %o", async (grid) => {
    const { status, message } = await solve(near, { set: { ...grid, "target.x": 2 } });
    expect(status).toBe("infeasible");
    expect(message).toContain("misses end.x by 1.55 m");
  });
});
