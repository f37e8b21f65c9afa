import { describe, expect, it } from "vitest";
import { problem as armBox } from "../../../problems/grasp/arm-box.js";
import { problem as gripper } from "../../../problems/grasp/gripper.js";
import { problem as gripperLcp } from "../../../problems/grasp/gripper-lcp.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import type { ProgressInfo } from "../../../src/motion/march/task.js";
import type { Settings } from "../../../src/motion/problem/parameters.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import type { RunOptions } from "../../../src/motion/session.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { leftAfter } from "./left-after.js";

const everyStep = ({
  trajectory: {
    columns,
    steps: { labels },
  },
}: Result) => ({ columns, labels });

/** A run that is cancelled after some steps, gone on with and cancelled again, and gone on with to the end. */
async function inThreeParts(
  problem: Problem,
  set: Settings,
  [first, second]: readonly [number, number],
): Promise<Result> {
  const cut = await leftAfter(problem, first, { set });
  expect(cut.message).toMatch(`Cancelled after ${first} of`);
  // it marches the steps since the beginning of the leg once more
  const answered = ((first - 1) % 50) + 1 + second - first;
  const again = await leftAfter(problem, answered, { set, resume: cut.run.unfinished! });
  expect(again.message).toMatch(`Cancelled after ${second} of`);
  expect(again.message).toMatch(`Resumed at step ${first + 1}.`);
  return simulate(problem, { set, resume: again.run.unfinished! });
}

describe("a march of programs that was cancelled", () => {
  it.each<[string, Problem, Settings, readonly [number, number]]>([
    ["programs", gripper, {}, [17, 43]],
    [
      "programs whose bound is that of the step before, between two of which it was cancelled",
      gripper,
      { scheme: "miqp-delayed" },
      [25, 26],
    ],
    ["programs, left in the first step of what is remembered together", gripper, {}, [50, 51]],
    ["linear complementarity problems", gripperLcp, {}, [3, 59]],
    // here a march that is resumed at 298 and remembers nothing of the steps before would turn the box otherwise
    [
      "a box that is turned between jaws",
      armBox,
      {
        ...{ "grid.h": 0.02, "grid.steps": 310, "squeeze.speed": 0.0125, "start.yaw": 0.046, "start.x": 0.601 },
        ...{ "start.y": 0.0017, friction: 0.46, mass: 0.93, stiffness: 8100 },
      },
      [297, 303],
    ],
  ])("goes on by the same bits: %s", async (_, problem, set, parts) => {
    const whole = await simulate(problem, { set });
    const parted = await inThreeParts(problem, set, parts);
    expect(parted.message).toBe(`${whole.message} Resumed at step ${parts[1] + 1}.`);
    expect(everyStep(parted)).toEqual(everyStep(whole));
    for (const of of ["status", "values"] as const) expect(parted[of]).toEqual(whole[of]);
    for (const of of ["residual", "iterations"] as const) expect(parted.solution[of]).toBe(whole.solution[of]);
    expect(parted.run.unfinished).toBeUndefined();
  });

  it("is gone on with by solve, too", async () => {
    const cut = await leftAfter(gripper, 30);
    const { status, message } = await solve(gripper, { resume: cut.run.unfinished! });
    expect(status).toBe("solved");
    expect(message).toBe("Simulated 60 steps. Resumed at step 31.");
  });

  it("keeps all that it had when it is cancelled again at once", async () => {
    const cut = await leftAfter(gripper, 30);
    const again = await simulate(gripper, { resume: cut.run.unfinished!, signal: AbortSignal.abort() });
    expect(again.message).toBe("Cancelled after 30 of 60 steps. Resumed at step 31.");
    expect(again.run.unfinished).toEqual(cut.run.unfinished);
  });

  it("is gone on with only as what it was", async () => {
    const resume = (await leftAfter(gripper, 30)).run.unfinished!;
    const others: readonly [Problem, RunOptions][] = [
      [gripper, { set: { mass: 2 } }],
      [gripper, { set: { "grid.steps": 61 } }],
      [gripper, { set: { "grid.h": 0.011 } }],
      [gripper, { set: { scheme: "miqp-delayed" } }],
      [gripperLcp, {}],
    ];
    for (const [problem, options] of others)
      await expect(simulate(problem, { ...options, resume })).rejects.toThrow(/other parameters or another grid/);
    await expect(simulate(gripper, { resume: { ...resume, steps: 29 } })).rejects.toThrow(/is not whole/);
  });
});

it("counts what the program of a step answers among its unknowns", async () => {
  const { counts } = await simulate(gripper, { set: { "grid.steps": 1 } });
  const { implicit, program } = setUp(gripper).compiled.kernels;
  const answered = program?.answerAt.length ?? 0;
  expect(answered).toBeGreaterThan(0);
  expect(counts.unknowns).toBe(implicit.unknowns.length + answered);
});

it("tells now and then how far it is, of every step neither all nor none, and of the last", async () => {
  const told: ProgressInfo[] = [];
  const { trajectory } = await simulate(gripper, { onIteration: (info) => told.push(info) });
  const steps = trajectory.t.length - 1;
  const at = told.map(({ iteration }) => iteration);
  expect(at.at(-1)).toBe(steps);
  expect(at).toEqual([...new Set(at)].sort((a, b) => a - b));
  expect(at.length).toBeGreaterThan(1);
  expect(at.length).toBeLessThan(steps / 4);
  for (const { phase, merit, residual } of told) {
    expect(phase).toBe("march");
    expect(merit).toBe(residual ** 2 / 2);
  }
  expect(Math.max(...told.map(({ residual }) => residual))).toBeGreaterThan(0);
});
