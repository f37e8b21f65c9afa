import { describe, expect, it } from "vitest";
import {
  atRest,
  type BoundaryCondition,
  frame,
  input,
  last,
  mul,
  type Problem,
  rigid,
  solve,
  sub,
} from "../../../../src/index.js";

const model = rigid({
  gravity: [0, 0, 0],
  bodies: [{ name: "puck", space: "planar", mass: 1, inertia: 1 }],
  contacts: [],
  applied: [{ body: "puck", force: [input("fx"), 0, 0], torque: [0, 0, 0] }],
});
const [x, v] = [last("puck.x"), last("puck.vx")];

/** A puck that a newton pushes for a second at most: half a metre far. */
const pushed = (boundary: readonly BoundaryCondition[]): Problem => ({
  name: "test/out of reach",
  title: "A puck that cannot get there",
  model,
  parameters: { time: { value: 1, unit: "s", meaning: "duration" } },
  inputs: { fx: { unit: "N", meaning: "force", min: -1, max: 1 } },
  start: atRest(model),
  grid: { steps: 10, h: 0.1 },
  objective: { vary: ["fx"], stage: mul(frame.h, input("fx"), input("fx")) },
  boundary,
  values: {},
});
const far: BoundaryCondition = { name: "there", unit: "m", residual: sub(x, 1) };

describe("an optimal motion that is out of reach", () => {
  it.each([
    ["euler", 0.55],
    ["exact", 0.5],
  ])("is shown as the motion that comes nearest, with what that misses, by %s", async (method, reach) => {
    const { status, message, trajectory, values } = await solve(pushed([far]), {
      set: { "grid.method": method },
      gridError: false,
    });
    expect(status).toBe("infeasible");
    expect(message).toContain(`The motion that is shown misses there by ${(reach - 1).toPrecision(3)} m`);
    const { "puck.x": at, "puck.vx": speed } = trajectory.columns;
    expect(at[0]).toBe(0);
    expect(at[at.length - 1]).toBeCloseTo(reach, 6);
    expect(speed[speed.length - 1]).toBeCloseTo(1, 6);
    expect(values.cost).toBeCloseTo(1, 6);
    expect(trajectory.certificate.conditions?.[0].miss).toBeCloseTo(reach - 1, 6);
  });

  it("shares what two conditions miss as least squares do, by their tolerances", async () => {
    // full force to u, braking from there: both are linear in the force of a step, the second ten times as dear
    const still: BoundaryCondition = { name: "still", unit: "m/s", residual: v, tolerance: 0.1 };
    const near = { ...far, residual: sub(x, 3), tolerance: 0.1 };
    const { message, trajectory } = await solve(pushed([near, still]), { gridError: false });
    const { "puck.vx": speed, "puck.x": at } = trajectory.columns;
    const end = { x: at[10], v: speed[10] };
    const cost = (on: { x: number; v: number }): number => (on.x - 3) ** 2 + on.v ** 2;
    // bang-bang controls of all switching times, and the part of a step between
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k <= 10; k += 0.01) {
      const on = { x: 0, v: 0 };
      for (let i = 0; i < 10; i++) {
        on.v += 0.1 * Math.max(-1, Math.min(1, 2 * (k - i) - 1));
        on.x += 0.1 * on.v;
      }
      least = Math.min(least, cost(on));
    }
    expect(cost(end)).toBeLessThan(least + 1e-4);
    expect(message).toMatch(/misses there by -\d/);
  });

  it("tells what constraints of the objective miss, too", async () => {
    const problem = pushed([]);
    const constraint = { name: "end.x", unit: "m", residual: sub(x, 1), must: "be-zero" } as const;
    const { message } = await solve(
      { ...problem, objective: { vary: [], ...problem.objective, constraints: [constraint] } },
      { gridError: false },
    );
    expect(message).toContain("The motion that is shown misses end.x by -0.450 m.");
  });

  it("is a motion, too, where something is asked on the way", async () => {
    const { status, trajectory } = await solve(pushed([{ ...far, when: { at: 0.5 } }]), { gridError: false });
    expect(status).not.toBe("solved");
    const { "puck.x": at, "puck.vx": speed } = trajectory.columns;
    for (let k = 1; k < at.length; k++) expect(at[k] - at[k - 1]).toBeCloseTo(0.1 * speed[k], 9);
    expect(trajectory.certificate.conditions?.[0].miss).toBeLessThan(-0.8);
  });
});
