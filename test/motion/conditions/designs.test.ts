import { describe, expect, it } from "vitest";
import {
  add,
  atRest,
  type BoundaryCondition,
  compliant,
  design,
  last,
  mul,
  type Objective,
  type Problem,
  parameter as p,
  simulate,
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
    [
      "within a tolerance from above",
      [{ name: "far", unit: "m", residual: add(x, 4), tolerance: 0.5 }],
      {},
      [-3.5, 0, 0],
    ],
    [
      "no farther from a region than its tolerance",
      [
        {
          name: "far",
          unit: "m",
          residual: { body: "ball", inside: { kind: "half-space", normal: [-1, 0], offset: -4 } },
          tolerance: 0.5,
        },
      ],
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

  it("that contradict each other leave what they say nothing of as it was", async () => {
    const result = await least([
      { name: "soon", unit: "m", residual: sub(x, 1), when: { at: 0.5 } },
      { name: "late", unit: "m", residual: sub(x, 1) },
    ]);
    expect(result.status).toBe("infeasible");
    // (x/2 − 1)² + (x − 1)² is least
    launchOf(result).forEach((v, i) => {
      expect(v).toBeCloseTo([1.2, 0, 3][i], 6);
    });
  });

  it("have the answers of all starts beside the best, where there are several", async () => {
    const problem = thrown([{ name: "far", unit: "m", residual: sub(x, 4), tolerance: 0.5 }]);
    const objective = { vary: ["vx", "vy", "vz"], cost: effort };
    const counts = [1, 2].map(
      async (starts) => (await design({ ...problem, objective }, { search: { starts } })).solutions?.length,
    );
    expect(await Promise.all(counts)).toEqual([undefined, 2]);
  });

  it("in an event are solved at the least cost, also where that happens at the very end", async () => {
    const inside = { kind: "half-space", normal: [1, 0, 0], offset: 3 } as const;
    for (const [gravity, when] of [
      [4.9, { reaches: sub(x, 3) }],
      [9.81, { leaves: { body: "ball", inside } }],
    ] as const) {
      const over: BoundaryCondition = { name: "over", unit: "m", residual: sub(z, 1), when };
      const problem: Problem = { ...thrown([over]), objective: { vary: ["vx", "vy", "vz"], cost: effort } };
      // steps of h fall by g T (T + h)/2 until T = n h, on straight lines between: (3/T)² + (1/T + fall/T)² of all T
      const times = Array.from({ length: 80_000 }, (_, i) => 0.2 + 1e-5 * (i + 1));
      const costs = times.map((T) => {
        const n = Math.floor(100 * T + 1e-9);
        const below = (k: number) => (gravity * k * (k + 1)) / 2e4;
        return (3 / T) ** 2 + ((1 + below(n) + (100 * T - n) * (below(n + 1) - below(n))) / T) ** 2;
      });
      const wanted = Math.min(...costs);
      for (const vx of [gravity < 9 ? 5 : 2]) {
        const { status, values, message } = await design(problem, { set: { gravity, vx } });
        expect([status, Math.abs(values.cost! / wanted - 1) < 1e-5], `${values.cost} ${wanted} ${message}`).toEqual([
          "solved",
          true,
        ]);
      }
    }
  });

  it("in an event behind a bounce are as a march of every launch says", async () => {
    const model = compliant({
      gravity: [0, -9.81, 0],
      bodies: [{ name: "ball", space: "planar", mass: 0.1, inertia: 4e-5 }],
      contacts: [
        {
          name: "floor",
          body: "ball",
          shape: { kind: "ball", radius: 0.03 },
          against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
          friction: 0,
          restitution: p("restitution"),
          contactTime: 0.02,
          coneSmoothing: 1e-6,
        },
      ],
    });
    const toss: Problem = {
      name: "wall",
      title: "The highest wall that a ball jumps over",
      model,
      parameters: {
        restitution: { value: 0.7, unit: "1", meaning: "restitution", min: 0.1, max: 0.95 },
        vx: { value: 1, unit: "m/s", meaning: "launch velocity", min: 0.7, max: 1.6 },
        height: { value: 0.02, unit: "m", meaning: "height of the wall", min: 0, max: 1 },
      },
      start: { ...atRest(model), "ball.y": 0.2, "ball.vx": p("vx") },
      grid: { steps: 225, h: 0.002 },
      values: {},
    };
    const clear = sub(sub(last("ball.y"), 0.03), p("height"));
    const wall: BoundaryCondition = {
      name: "over",
      unit: "m",
      residual: clear,
      within: { from: 0 },
      when: { reaches: sub(last("ball.x"), 0.3) },
    };
    const asked: Problem = {
      ...toss,
      boundary: [wall],
      objective: { vary: ["vx", "height"], cost: mul(-1, p("height")) },
    };
    for (const restitution of [0.6]) {
      // friction is none: one motion says how high a ball of any vx is when it is there
      const { trajectory } = await simulate(toss, { set: { restitution }, gridError: false });
      const y = trajectory.columns["ball.y"];
      const highest = Math.max(...y.filter((_, k) => 0.002 * k > 0.3 / 1.6)) - 0.03;
      const { status, values, message } = await design(asked, { set: { restitution } });
      expect(status, message).toBe("solved");
      expect(values["design.height"], message).toBeCloseTo(highest, 4);
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
