import { describe, expect, it } from "vitest";
import { problem as gripper } from "../../../problems/grasp/gripper.js";
import { problem as block } from "../../../problems/optimal/block.js";
import { problem as desk } from "../../../problems/patch/desk.js";
import { add, mul, sub } from "../../../src/expr/expr.js";
import { first, frame, input, last, parameter } from "../../../src/mechanics/model.js";
import { sliding } from "../../../src/models/sliding.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { smoothStep } from "../../../src/motion/optimal/smooth-step.js";
import { atTime } from "../../../src/motion/problem/inputs.js";
import { BadInput, type Control, type DesignConstraint, type Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { solve } from "../../../src/motion/solve.js";

const push = block.inputs!.push as Control;
const column = ({ trajectory }: Result, name: string): number[] => Array.from(trajectory.columns[name]);
const beZero = (name: string, unit: string, residual: DesignConstraint["residual"]): DesignConstraint => ({
  name,
  unit,
  residual,
  must: "be-zero",
});

describe("goals of optimal motions", () => {
  it("a periodic motion ends as fast as it started, which is found: F² T for an even push against friction", async () => {
    const periodic: Problem = {
      ...block,
      parameters: {
        ...block.parameters,
        "start.vx": { value: 0, unit: "m/s", meaning: "velocity at the start and at the end", min: -5, max: 5 },
      },
      start: { ...block.start, "block.vx": parameter("start.vx") },
      boundary: [
        { name: "periodic", unit: "m/s", residual: sub(last("block.vx"), first("block.vx")), frees: "start.vx" },
      ],
      objective: {
        ...block.objective!,
        constraints: [beZero("end.x", "m", sub(last("block.x"), parameter("distance")))],
      },
    };
    // with so little time there is none to rest
    const found = await solve(periodic, { set: { time: 1.2 } });
    expect(found.status).toBe("solved");
    expect(found.values.cost).toBeCloseTo((0.3 * 9.81) ** 2 * 1.2, 7);
    for (const v of column(found, "block.vx")) expect(v).toBeCloseTo(1 / 1.2, 6);
  });

  it("a way point on the way and back where it began: two legs from rest to rest, 12 m² d²/τ³ each", async () => {
    const there: Problem = {
      ...block,
      inputs: { ...block.inputs, "at.half": atTime(mul(0.5, parameter("time"))) },
      objective: {
        ...block.objective!,
        constraints: ["x", "vx"].map((axis) =>
          beZero(`same.${axis}`, "", sub(last(`block.${axis}`), first(`block.${axis}`))),
        ),
        path: [beZero("way point", "m", mul(input("at.half"), sub(frame.next("block.x"), parameter("distance"))))],
      },
    };
    for (const steps of [40, 80]) {
      const found = await solve(there, { set: { friction: 0, distance: 0.5, "grid.steps": steps } });
      expect(found.status).toBe("solved");
      const x = column(found, "block.x");
      expect(x[steps / 2]).toBeCloseTo(0.5, 9);
      expect(x.at(-1)).toBeCloseTo(0, 9);
      expect(Math.abs(found.values.cost! / 6 - 1)).toBeLessThan(2 / steps);
    }
  });

  it("a way point that the drive cannot reach in time is refused with open rows", async () => {
    const far: Problem = {
      ...block,
      inputs: { ...block.inputs, "at.tenth": atTime(mul(0.1, parameter("time"))) },
      objective: {
        ...block.objective!,
        path: [beZero("way point", "m", mul(input("at.tenth"), sub(frame.next("block.x"), 0.9)))],
      },
    };
    const { status, solution } = await solve(far, { set: { "grid.steps": 10 } });
    expect(["infeasible", "no-progress"]).toContain(status);
    expect(solution.worst[0].residual).toBeGreaterThan(1e-3);
  });

  it.each([
    ["given twice", sub(last("block.x"), parameter("distance"))],
    ["the sum of two others", add(last("block.vx"), mul(2, sub(last("block.x"), parameter("distance"))))],
    ["implied by the floor", last("block.vy")],
  ])("a condition that is %s changes nothing", async (_, residual) => {
    const constraints = [...block.objective!.constraints!, beZero("again", "m", residual)];
    const found = await solve(
      { ...block, objective: { ...block.objective!, constraints } },
      { set: { "grid.steps": 20 } },
    );
    const once = await solve(block, { set: { "grid.steps": 20 } });
    expect([found.status, found.run.regularity?.order]).toEqual(["solved", "second"]);
    expect(found.solution.residual).toBeLessThan(1e-9);
    expect(found.values.cost).toBeCloseTo(once.values.cost!, 9);
  });

  it("an input that nobody gives is asked for by name", async () => {
    const path = [beZero("way point", "m", mul(input("gate"), frame.next("block.x")))];
    await expect(solve({ ...block, objective: { ...block.objective!, path } })).rejects.toThrow(
      /There is no leaf "inputs\.gate"/,
    );
  });
});

describe("shapes and rates together", () => {
  it.each([{ every: 4 }, { coefficients: 10 }])("a control of shape %o keeps its rate, too", async (shape) => {
    const rate = 30;
    const found = await solve({ ...block, inputs: { push: { ...push, shape, rate } } });
    expect(found.status).toBe("solved");
    const u = column(found, "push").slice(1);
    const jumps = u.slice(1).map((x, k) => Math.abs(x - u[k]));
    expect(Math.max(...jumps)).toBeLessThanOrEqual(rate * 0.05 + 1e-9);
    if ("every" in shape) for (let k = 0; k < u.length; k++) expect(u[k]).toBeCloseTo(u[k - (k % 4)], 9);
    // no shape is cheaper than a free control
    expect(found.values.cost).toBeGreaterThan(16.48672569);
    expect(found.values["end.x"]).toBeCloseTo(1, 9);
  });
});

describe("contact patches", () => {
  const patch = sliding({
    gravity: parameter("gravity"),
    body: { name: "block", mass: parameter("mass"), inertia: 1, height: 0 },
    contact: {
      name: "floor",
      friction: parameter("friction"),
      frictionAxes: [1, 1, 0.1],
      footprint: [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ],
    },
    applied: { force: [input("push"), 0, 0], torque: [0, 0, 0] },
  });

  it("whose rows are smooth are driven optimally: a sliding block that must hurry costs what a point costs", async () => {
    const found = await solve({ ...block, model: patch }, { set: { time: 1.2 } });
    expect(found.status).toBe("solved");
    expect(Math.abs(found.values.cost! / 17.342286236592 - 1)).toBeLessThan(1e-7);
  });

  it("whose rows have kinks are refused by the name of the row, and steps that are programs by the name of the model", () => {
    const refusal = (problem: Problem): unknown => {
      try {
        return smoothStep(setUp(problem).compiled.model, {}, []);
      } catch (error) {
        return error;
      }
    };
    expect(refusal(desk)).toEqual(
      new BadInput(
        "model",
        "An optimal motion needs smooth rows, and row floor.ecpBody.x has a max: write it as a complementarity pair.",
      ),
    );
    expect(refusal(gripper)).toEqual(
      new BadInput("model", "An optimal motion needs smooth rows; every step of the model quasistatic is a program."),
    );
  });
});
