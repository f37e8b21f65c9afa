import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problem as block } from "../../../problems/optimal/block.js";
import { problem as disk } from "../../../problems/optimal/disk.js";
import { problem as cartPole } from "../../../problems/robots/cart-pole-walls.js";
import { sub } from "../../../src/expr/expr.js";
import { frame, last } from "../../../src/mechanics/model.js";
import { mpc } from "../../../src/motion/mpc/mpc.js";
import { stepsFrom } from "../../../src/motion/mpc/window.js";
import type { Control, Problem } from "../../../src/motion/problem/problem.js";
import { solve } from "../../../src/motion/solve.js";
import { real } from "../../arbitraries.js";
import { problem as pusher } from "../optimal/own-pusher.js";
import { driven } from "./closed-loop.js";

const horizon = { steps: 20, h: 0.05 };
/** The block on the floor. */
const at = (x: number, v: number): Record<string, number> => ({
  "block.x": x,
  "block.y": 0,
  "block.theta": 0,
  "block.vx": v,
  "block.vy": 0,
  "block.omega": 0,
});

describe("closed loops at 100 Hz against a plant of other friction in steps of a millisecond", () => {
  it.each([1.3, 0.7])(
    "the disk comes to rest in its place where friction is %d times what is thought",
    async (factor) => {
      const { last: end, moves } = await driven(disk, horizon, 100, { h: 1e-3, set: { friction: 0.5 * factor } });
      expect(Math.abs(end["disk.x"] - 0.8)).toBeLessThan(0.01);
      expect(Math.abs(end["disk.vx"])).toBeLessThan(0.02);
      expect(Math.abs(0.1 * end["disk.omega"])).toBeLessThan(0.02);
      expect(moves.filter(({ status }) => status !== "solved").length).toBeLessThanOrEqual(5);
    },
  );

  it.each([1.3, 0.7])("the pusher leaves its block in its place where friction is %d times that", async (factor) => {
    const { last: end, moves } = await driven(pusher, horizon, 100, { h: 1e-3, set: { friction: 0.3 * factor } });
    expect(Math.abs(end["block.x"] - 0.8)).toBeLessThan(0.01);
    expect(Math.abs(end["block.vx"])).toBeLessThan(0.02);
    expect(Math.abs(end["pusher.vx"])).toBeLessThan(0.02);
    expect(moves.filter(({ status }) => status !== "solved").length).toBeLessThanOrEqual(20);
  });
});

it("a condition that must not exceed zero is met from its cheaper side", async () => {
  const { constraints, ...rest } = block.objective!;
  const reach = { ...constraints![0], residual: sub(0.9, last("block.x")), must: "not-exceed-zero" as const };
  const problem: Problem = { ...block, objective: { ...rest, constraints: [reach, constraints![1]] } };
  const { last: end, moves } = await driven(problem, { steps: 10, h: 0.1 }, 20, { h: 0.01, set: { friction: 0.35 } });
  expect(moves.every(({ status }) => status === "solved")).toBe(true);
  expect(Math.abs(end["block.x"] - 0.9)).toBeLessThan(0.01);
  expect(Math.abs(end["block.vx"])).toBeLessThan(0.02);
});

describe("laws of receding horizons", () => {
  it("where all goes as planned, the parts of an optimal motion are optimal: the loop follows it (Bellman)", async () => {
    // the loop plans its reference from one start
    const best = await solve(pusher, { search: { starts: 1 } });
    const states = ["pusher.x", "pusher.vx", "block.x", "block.vx"];
    const { moves } = await driven(pusher, { steps: 12, h: 0.05 }, 20, { h: 0.05, set: {} });
    // until the last six steps, which are planned on a finer grid
    for (const [k, { status, plan }] of moves.slice(0, 34).entries()) {
      expect(status).toBe("solved");
      for (const name of states) expect(plan.columns[name][1]).toBeCloseTo(best.trajectory.columns[name][k + 1], 6);
    }
  });

  it("same measurements, same bits", async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => driven(block, { steps: 8, h: 0.1 }, 10, { h: 0.01, set: { friction: 0.25 } })),
    );
    expect(one.moves.map(({ inputs }) => inputs.push)).toEqual(other.moves.map(({ inputs }) => inputs.push));
  });

  it.each([
    [1, 4, [0.5, 0.625, 0.75, 0.875, 1]],
    [3, 4, [1.5, 1.875, 2.25, 2.625, 3]],
    [3, 3, [1.5, 2.25, 3]],
    [2, 1, [1, 1.5]],
  ])("steps of a window until %d, %d at most, are halved where just as many fit", (end, most, ends) => {
    expect([...stepsFrom(0.5 * end, end, 4, most).t]).toEqual(ends);
  });

  it("steps end on grid points, are never more than asked for, and halved only where twice as many fit", () => {
    fc.assert(
      fc.property(
        real(0.5, 5),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 30 }),
        real(0, 0.9),
        (end, count, most, part) => {
          const { t, h } = stepsFrom(part * end, end, count, most);
          expect(h.length).toBeLessThanOrEqual(most);
          expect(Math.min(...h)).toBeGreaterThan(0);
          expect(Math.max(...h)).toBeLessThanOrEqual((1.1 * end) / count + 1e-12);
          expect(t[0]).toBe(part * end);
          expect(t.at(-1)).toBeLessThanOrEqual(end);
          // the window is full, or goes to the end in steps that cannot be halved
          if (t.at(-1)! < end) expect(h.length).toBe(most);
          else expect(2 * h.length).toBeGreaterThanOrEqual(most);
          for (const time of t.slice(1)) {
            const cells = (time / end) * count * 1024;
            expect(Math.abs(cells - Math.round(cells))).toBeLessThan(1e-6);
          }
        },
      ),
    );
  });
});

describe("what a controller is told and tells", () => {
  const push = block.inputs!.push as Control;

  it("rates of controls hold between calls, too", async () => {
    const slow: Problem = { ...block, inputs: { push: { ...push, rate: 40 } } };
    const { moves } = await driven(slow, { steps: 10, h: 0.1 }, 20, { h: 0.01, set: { friction: 0.2 } });
    const u = moves.map(({ inputs }) => inputs.push);
    for (let k = 1; k < u.length; k++) expect(Math.abs(u[k] - u[k - 1])).toBeLessThanOrEqual(40 * 0.05 + 1e-6);
  });

  it("a window that cannot be solved is no end: the plan before holds, and the next call may solve again", async () => {
    const limit = {
      name: "speed limit",
      unit: "m/s",
      residual: sub(frame.next("block.vx"), 0.8),
      must: "not-exceed-zero",
    };
    const limited = { ...block, objective: { ...block.objective!, path: [limit] } } as Problem;
    const controller = mpc({ problem: limited, horizon: { steps: 10, h: 0.1 } });
    const first = await controller.next({ time: 0, state: at(0, 0) });
    expect(first.status).toBe("solved");
    const struck = await controller.next({ time: 0.1, state: at(0, 9) });
    expect(struck.status).toBe("infeasible");
    // said of two starts only
    expect(struck.message).toMatch(/no proof\)\. A start elsewhere agrees\.$/);
    expect(struck.inputs.push).toBe(first.plan.columns.push[2]);
    const calm = await controller.next({ time: 0.2, state: at(0.05, 0.1) });
    expect(calm.status).toBe("solved");
  });

  it("a motion that cannot be is told at every call, with its worst rows", async () => {
    const far: Problem = {
      ...block,
      parameters: { ...block.parameters, distance: { ...block.parameters.distance, value: 40 } },
    };
    const controller = mpc({ problem: far, horizon: { steps: 10, h: 0.1 } });
    const first = await controller.next({ time: 0, state: at(0, 0) });
    // by a search that was let end, or by one that was not
    expect(["infeasible", "iteration-limit"]).toContain(first.status);
    const second = await controller.next({ time: 0.1, state: at(0, 0) });
    expect(second.message).toBe(first.message);
  });

  it("what is no measurement or no such problem is refused in one sentence", async () => {
    const controller = mpc({ problem: block, horizon });
    await expect(controller.next({ time: 0.5, state: {} })).rejects.toThrow(
      "The first call of a controller is at time 0",
    );
    await expect(controller.next({ time: 0, state: { ...at(0, 0), "block.vx": Number.NaN } })).rejects.toThrow(
      "a finite number for block.vx",
    );
    expect(() => mpc({ problem: block, horizon: { steps: 0, h: 0.1 } })).toThrow("horizon.steps");
    expect(() => mpc({ problem: block, horizon: { steps: 5, h: Number.NaN } })).toThrow("horizon.h");
    const { objective: _, ...aimless } = block;
    expect(() => mpc({ problem: aimless, horizon })).toThrow("needs an optimal motion");
    const quick: Problem = { ...block, objective: { ...block.objective!, vary: ["push", "time"] } };
    expect(() => mpc({ problem: quick, horizon })).toThrow("varies time, too");
  });
});

it("keeps a pole between walls up 50 times a second, with masses a fifth larger than it plans with", async () => {
  const set = { mass: 1.2, "pole.mass": 0.24 };
  const { last, most, moves } = await driven(cartPole, { steps: 20, h: 0.025 }, 50, { h: 1e-3, set });
  expect(moves).toHaveLength(75);
  expect(most["hinge.position"]).toBeLessThan(0.7);
  expect(Math.abs(last["hinge.position"])).toBeLessThan(0.01);
  expect(Math.abs(last["hinge.velocity"])).toBeLessThan(0.02);
});
