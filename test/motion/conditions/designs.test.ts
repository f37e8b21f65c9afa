import { describe, expect, it } from "vitest";
import {
  add,
  type BoundaryCondition,
  design,
  last,
  mul,
  type Objective,
  type Problem,
  parameter as p,
  sub,
} from "../../../src/index.js";
import { fall, launchOf, thrown } from "./thrown.js";

const launch = ["vx", "vy", "vz"].map((name) => p(name));
const effort = add(...launch.map((v) => mul(v, v)));
const [x, y, z] = [last("ball.x"), last("ball.y"), last("ball.z")];

/** The throw of least Σ v² that meets what is asked. */
const least = (boundary: readonly BoundaryCondition[], objective: Partial<Objective> = {}) =>
  design({ ...thrown(boundary), objective: { vary: ["vx", "vy", "vz"], cost: effort, ...objective } });

describe("designs under conditions", () => {
  it.each<[string, readonly BoundaryCondition[], Partial<Objective>, readonly number[]]>([
    [
      "at the end, one of them a bound",
      [
        { name: "line", unit: "m", residual: sub(add(x, mul(2, y)), 7) },
        { name: "high", unit: "m", residual: z, within: { from: -1 } },
      ],
      {},
      [1.4, 2.8, fall - 1],
    ],
    [
      "within a tolerance, all of which is used",
      [{ name: "far", unit: "m", residual: sub(x, 4), tolerance: 0.5 }],
      {},
      [3.5, 0, 0],
    ],
    ["at a time", [{ name: "half", unit: "m", residual: sub(y, 1), when: { at: 0.5 } }], {}, [0, 2, 0]],
    [
      "always",
      [
        { name: "far", unit: "m", residual: sub(add(x, y), 3) },
        { name: "lane", unit: "m", residual: x, within: { to: 1 }, when: "always" },
      ],
      {},
      [1, 2, 0],
    ],
    [
      "beside constraints of the objective",
      [{ name: "far", unit: "m", residual: sub(add(x, y), 3) }],
      { constraints: [{ name: "lane", unit: "m", residual: sub(x, 1), must: "not-exceed-zero" }] },
      [1, 2, 0],
    ],
    [
      "with a value that they free themselves",
      [{ name: "far", unit: "m", residual: sub(add(x, y), 3), frees: "vx" }],
      { vary: ["vy"] },
      [1.5, 1.5, 3],
    ],
  ])("are of least cost %s", async (_, boundary, objective, wanted) => {
    const result = await least(boundary, objective);
    expect(result.status, result.message).toBe("solved");
    launchOf(result).forEach((v, i) => {
      expect(v, `v${i}`).toBeCloseTo(wanted[i], 4);
    });
    expect(result.values["design.vy"]).toBe(Number(result.run.parameters.vy));
    expect(result.trajectory.certificate.boundaryError.value).toBeLessThan(1e-6);
  });

  it("in an event are solved at the least cost only, with twice the gravity too", async () => {
    for (const gravity of [9.81, 19.62]) {
      const over: BoundaryCondition = { name: "over", unit: "m", residual: sub(z, 1), when: { reaches: sub(x, 3) } };
      const problem: Problem = { ...thrown([over]), objective: { vary: ["vx", "vy", "vz"], cost: effort } };
      const { status, values, message } = await design(problem, { set: { gravity } });
      // 10/T² + g + (g T/2)² is least at T⁴ = 40/g²
      const isLeast = Math.abs(values.cost! / (gravity * (1 + Math.sqrt(10))) - 1) < 0.03;
      expect(status, `${values.cost}, ${message}`).toBe(isLeast ? "solved" : "no-progress");
    }
  });

  it("are cancelled with the motion so far", async () => {
    const far: BoundaryCondition = { name: "far", unit: "m", residual: sub(x, 4) };
    const problem: Problem = { ...thrown([far]), objective: { vary: ["vx", "vy", "vz"], cost: effort } };
    const { status, trajectory } = await design(problem, { signal: AbortSignal.abort() });
    expect([status, trajectory.status]).toEqual(["cancelled", "cancelled"]);
  });

  it("are not solved where two of them contradict each other, which is said", async () => {
    const { status, message } = await least([
      { name: "near", unit: "m", residual: sub(x, 3) },
      { name: "far", unit: "m", residual: sub(x, 4) },
    ]);
    expect(status).not.toBe("solved");
    expect(message).toMatch(/near|far/);
  });

  it("refuse scenarios, each of which would have conditions of its own", async () => {
    const far: BoundaryCondition = { name: "far", unit: "m", residual: sub(x, 4) };
    await expect(least([far], { scenarios: [{ gravity: 9 }, { gravity: 10 }] })).rejects.toThrow(
      /objective\.scenarios/,
    );
  });
});
