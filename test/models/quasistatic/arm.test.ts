import { describe, expect, it } from "vitest";
import { problem as armBox } from "../../../problems/grasp/arm-box.js";
import { problem as armCylinder, methods as armMethods } from "../../../problems/grasp/arm-cylinder.js";
import { settleParts } from "../../../src/models/quasistatic/settle.js";
import { type StepSize, writeAnswer } from "../../../src/models/quasistatic/step.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { simulate } from "../../../src/motion/solve.js";

/** Forces [N] and gaps as forces: parts of a weight of about 10 N. */
const accuracy = 1e-8;

describe("an arm that picks up a cylinder", () => {
  it("lifts and carries it without slip, off its place and turned, on a coarse grid", async () => {
    const result = await simulate(armCylinder, {
      set: { "grid.h": 0.02, "grid.steps": 600, "start.x": 0.603, "start.yaw": 0.01 },
    });
    expect(result.status).toBe("solved");
    const { columns, certificate } = result.trajectory;
    expect(result.values["lift.max"]).toBeCloseTo(0.35, 4);
    // once it is held, the part stays where it is between the pads: settled to rounding, over 7 s and a turn of 0.8 rad
    const held = columns.offset.subarray(320);
    expect(Math.max(...held) - Math.min(...held)).toBeLessThan(1e-9);
    expect(certificate.penetration.value).toBeLessThan(1e-9);
    expect(certificate.quaternionDrift.value).toBeLessThan(1e-12);
  });
});

it("a part that starts with a quaternion that is not unit is refused, by as little as for a body of other models", () => {
  // a thousandth of length would stretch the part by two thousandths, for good
  expect(() => setUp({ ...armCylinder, start: { ...armCylinder.start, "part.e0": 1.0005 } })).toThrow(
    "part.e0 … ez must be a unit quaternion at the start.",
  );
});

describe("the methods that a report of an arm puts beside each other", () => {
  it("squeeze by the delayed bound one step later, at the same objective", async () => {
    const [, soon, late] = await Promise.all(
      armMethods.map(({ set }, i) =>
        i === 0 ? undefined : simulate(armCylinder, { set: { ...set, "grid.steps": 310 } }),
      ),
    );
    expect(soon!.status).toBe("solved");
    expect(late!.status).toBe("solved");
    expect(soon!.values["squeeze.step"]).toBe(301);
    expect(late!.values["squeeze.step"]).toBe(302);
    for (let l = 1; l <= 310; l++)
      expect(late!.trajectory.columns.objective[l]).toBeCloseTo(soon!.trajectory.columns.objective[l], 14);
  });
});

describe("an arm that picks up a box", () => {
  it("lifts and carries it without slip, off its place and turned, on a coarse grid, every step proven", async () => {
    // the squeeze of a step is as deep as on the declared grid
    const coarse = { "grid.h": 0.02, "grid.steps": 600, "squeeze.speed": 0.0125 };
    const { status, values, solution, trajectory } = await simulate(armBox, {
      set: { ...coarse, "start.x": 0.598, "start.y": 0.002, "start.yaw": 0.01 },
    });
    expect(status).toBe("solved");
    expect(values["lift.max"]).toBeCloseTo(0.35, 8);
    expect(solution.residual).toBeLessThan(1e-8);
    const { columns, certificate } = trajectory;
    const held = columns.offset.subarray(320);
    expect(Math.max(...held) - Math.min(...held)).toBeLessThan(1e-9);
    expect(certificate.penetration.value).toBeLessThan(1e-10);
    expect(certificate.complementarity.value).toBeLessThan(accuracy);
  });

  it("turns a box that lies askew straight between the jaws, and lifts it, every step proven", async () => {
    const coarse = { "grid.h": 0.02, "grid.steps": 600, "squeeze.speed": 0.0125 };
    const askew = { mass: 0.93, friction: 0.46, stiffness: 8100, "start.yaw": 0.046, "start.x": 0.601 };
    const { status, values } = await simulate(armBox, { set: { ...coarse, ...askew, "start.y": 0.0017 } });
    expect(status).toBe("solved");
    expect(values["lift.max"]).toBeCloseTo(0.35, 8);
  });
});

describe("what linearised steps leave of contacts", () => {
  it("is of second order in the step, and is settled to rounding", async () => {
    /** By how much settling moves the box in a step of the lift, at most [m]: what would overlap, or slip, without. */
    const settled = async (h: number): Promise<number> => {
      const set = { "grid.h": h, "grid.steps": 6.8 / h, "squeeze.speed": 2.5e-4 / h, "start.x": 0.601 };
      const { trajectory } = await simulate(armBox, { set });
      const { t, columns, certificate } = trajectory;
      expect(certificate.penetration.value).toBeLessThan(1e-12);
      const [x, increment] = [columns["part.x"], columns["part.x.increment"]];
      return t.reduce(
        (most, time, k) => (time > 6 ? Math.max(most, Math.abs(x[k] - x[k - 1] - increment[k])) : most),
        0,
      );
    };
    const [coarse, fine] = [await settled(0.04), await settled(0.02)];
    expect(coarse).toBeGreaterThan(1e-5);
    expect(coarse / fine).toBeGreaterThan(3.9);
    expect(coarse / fine).toBeLessThan(4.1);
  });
});

describe("settling a part", () => {
  /** One part that moves along its normals only, in the plane, between two contacts of a finger. */
  const size: StepSize = { nu: 1, na: 1, edges: [2, 2], faces: [0, 0] };
  const answer = new Float64Array(14);
  const settled = (gaps: readonly [number, number], pushes: readonly [number, number]): number | undefined => {
    writeAnswer(
      size,
      {
        dqU: new Float64Array(1),
        dqA: new Float64Array(1),
        normalImpulse: Float64Array.from(pushes),
        edgeImpulse: new Float64Array(4),
        slip: Float64Array.of(1, 1),
      },
      answer,
    );
    // of either contact its gap and the gap's slope, its slip and the slip's slope; then what a unit of Δq_u moves
    const drift = Float64Array.of(gaps[0], 1, 0, 0, gaps[1], 1, 0, 0, 1);
    const correction = new Float64Array(14);
    return settleParts(size)(drift, answer, correction) ? correction[0] : undefined;
  };

  it("closes gaps of what pushes, and gaps below a nanometre, and leaves others alone", () => {
    expect(settled([1e-6, 1e-3], [1, 0])).toBeCloseTo(-1e-6, 14);
    expect(settled([1e-3, 5e-10], [0, 0])).toBeCloseTo(-5e-10, 17);
    expect(settled([1e-3, 2e-9], [0, 0])).toBeUndefined();
    expect(settled([1e-3, -2e-6], [0, 0])).toBeCloseTo(2e-6, 14);
  });
});
