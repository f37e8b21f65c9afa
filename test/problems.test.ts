import { describe, expect, it } from "vitest";
import { problems } from "../problems/index.js";
import { targetConditions, targetParameters } from "../problems/rolling/ball.js";
import { problem as rigidRoll } from "../problems/rolling/ball-roll-pyramid.js";
import { BadInput, type Problem } from "../src/motion/problem/problem.js";
import { simulate, solve } from "../src/motion/solve.js";
import { outcome } from "./app/site/built.js";
import { reference, references } from "./reference.js";

/** Nobody reads more on a terminal; what is left out is in the fields of a result. */
const longestMessage = 300;

describe.each(Object.values(problems))("$problem.name", ({ problem, expected }) => {
  it(`gives its expected values by ${expected.verb}`, async () => {
    const result = await outcome(problem, expected.verb);
    expect(result.message?.length ?? 0, result.message).toBeLessThanOrEqual(longestMessage);
    for (const { name, value, tolerance } of expected.values) {
      if (name === "status") {
        expect(result instanceof BadInput ? "bad-input" : result.status).toBe(value);
        continue;
      }
      if (result instanceof BadInput) throw result;
      // values of a run that was not solved prove nothing, and null minus zero is zero
      expect(result.status).toBe("solved");
      const found = result.values[name];
      if (typeof value === "number") {
        expect(found, name).toBeTypeOf("number");
        expect(Math.abs(found! - value), `${name} = ${found}`).toBeLessThanOrEqual(tolerance);
      } else expect(found).toBe(value);
    }
  });

  it("declares a unit and a meaning for everything", () => {
    for (const { unit, meaning } of [...Object.values(problem.parameters), ...Object.values(problem.values)]) {
      expect(typeof unit).toBe("string");
      expect(meaning.length).toBeGreaterThan(0);
    }
    for (const { source } of expected.values) expect(source.length).toBeGreaterThan(0);
  });
});

describe("independent reference values", () => {
  it("the expected values of the problems are those of the reference file", () => {
    const value = (problem: string, name: string): unknown =>
      problems[problem].expected.values.find((entry) => entry.name === name)!.value;
    const [x, y] = references("case2.compliantBE[C=10,equil,h=0.01].xyz.step101");
    const [vx, vy] = references("case3.compliant_(1.0, -0.1)_M101_C10_equil");
    expect(value("rolling/disk", "launch.v")).toBe(reference("case1.BE22.v0.g9.81"));
    expect(value("rolling/ball-roll", "end.x")).toBe(x);
    expect(value("rolling/ball-roll", "end.y")).toBe(y);
    expect(value("rolling/ball-roll", "orientation.norm")).toBe(
      reference("case2.compliantBE[C=10,equil,h=0.01].quat_norm_step101"),
    );
    expect(value("rolling/ball-roll-pyramid", "end.x")).toBe(reference("case2.rigidBE_box.x.M101"));
    expect(value("rolling/ball-roll-pyramid", "end.y")).toBe(reference("case2.rigidBE_box.y.M101"));
    expect(value("rolling/ball-place", "launch.vx")).toBe(vx);
    expect(value("rolling/ball-place", "launch.vy")).toBe(vy);
  });

  it("the disk's partial friction force in the step where slip ends", async () => {
    const { trajectory } = await solve(problems["rolling/disk"].problem);
    expect(trajectory.columns["plane.tangentForce"][12]).toBeCloseTo(
      reference("case1.BE22.lambda_partial_step12.g9.81"),
      9,
    );
    for (const [k, force] of trajectory.columns["plane.normalForce"].entries())
      if (k > 0) expect(force).toBeCloseTo(0.981, 11);
  });

  it("the rigid ball on the quadratic cone", async () => {
    const { values } = await simulate(rigidRoll, { set: { frictionLaw: "projection" } });
    expect(values["end.x"]).toBeCloseTo(reference("case2.rigidBE_disk.x.M101"), 10);
    expect(values["end.y"]).toBeCloseTo(reference("case2.rigidBE_disk.y.M101"), 10);
  });

  it("the boundary problem of the rigid pyramid", async () => {
    const [vx, vy] = references("case3.rigid_BE_box_(1.0, -0.1)_M101");
    const problem: Problem = {
      ...rigidRoll,
      parameters: { ...rigidRoll.parameters, ...targetParameters },
      boundary: targetConditions,
    };
    const { status, values } = await solve(problem);
    expect(status).toBe("solved");
    expect(values["launch.vx"]).toBeCloseTo(vx, 9);
    expect(values["launch.vy"]).toBeCloseTo(vy, 9);
  });

  it("the compliant placement approaches the rigid closed form as the grid is refined", async () => {
    const [vx, vy] = references("case3.rigid_closed_(1.0, -0.1)_T1.0");
    const { values } = await solve(problems["rolling/ball-place"].problem, {
      set: { "grid.steps": 8000, "grid.h": 1 / 8000, stiffness: 1e6, coneSmoothing: 1e-8 },
    });
    expect(values["launch.vx"]).toBeCloseTo(vx, 3);
    expect(values["launch.vy"]).toBeCloseTo(vy, 3);
  });
});
