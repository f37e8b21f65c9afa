import { Matrix, solve as solved } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { problem as block } from "../../../problems/optimal/block.js";
import {
  add,
  atRest,
  type BoundaryCondition,
  compliant,
  frame,
  input,
  last,
  mpc,
  mul,
  type Objective,
  type Problem,
  parameter as p,
  type Result,
  rigid,
  solve,
  sub,
} from "../../../src/index.js";

const count = 20;
const h = 1 / count;
const push = { unit: "N", meaning: "force", min: -200, max: 200 };
const model = rigid({
  gravity: [0, 0, 0],
  bodies: [{ name: "puck", space: "planar", mass: 1, inertia: 1 }],
  contacts: [],
  applied: [{ body: "puck", force: [input("fx"), input("fy"), 0], torque: [0, 0, 0] }],
});
const [x, y, vx, vy] = ["puck.x", "puck.y", "puck.vx", "puck.vy"].map((name) => last(name));
const must = (name: string, residual: BoundaryCondition["residual"], when?: BoundaryCondition["when"]) => ({
  name,
  unit: "m",
  residual,
  ...(when !== undefined && { when }),
});
const ends = [must("end.x", sub(x, 1)), must("end.y", y), must("end.vx", vx), must("end.vy", vy)];

/** A puck that two forces bring from rest to rest a metre away in a second, with the least Σ h u². */
const moved = (boundary: readonly BoundaryCondition[], objective: Partial<Objective> = {}): Promise<Result> => {
  const problem: Problem = {
    name: "test/puck",
    title: "A puck",
    model,
    parameters: { time: { value: 1, unit: "s", meaning: "duration", min: 0.2, max: 5 } },
    inputs: { fx: push, fy: push },
    start: atRest(model),
    grid: { steps: count, h },
    objective: {
      vary: ["fx", "fy"],
      stage: mul(frame.h, add(mul(input("fx"), input("fx")), mul(input("fy"), input("fy")))),
      ...objective,
    },
    boundary: [...ends, ...boundary],
    values: Object.fromEntries(
      boundary.flatMap(({ when }) =>
        typeof when === "object" && ("sometime" in when || "name" in when)
          ? [["it", { unit: "s", meaning: "when", of: { timeOf: "it" } }]]
          : [],
      ),
    ),
  };
  return solve(problem);
};

/** A state at a time by the forces of all steps: of weights that a state has at grid points, on the straight line between. */
const by = (weight: (steps: number) => number, t: number): number[] => {
  const k = Math.max(0, Math.ceil(t * count - 1e-9) - 1);
  const at = (n: number): number[] => Array.from({ length: count }, (_, j) => (j < n ? weight(n - j) : 0));
  const [a, b] = [at(k), at(k + 1)];
  return a.map((value, j) => value + (t * count - k) * (b[j] - value));
};
const place = (t: number): number[] => by((n) => h * h * n, t);
const speed = (t: number): number[] => by(() => h, t);

/** h bᵀ(GGᵀ)⁻¹b, the least Σ h u² of the forces along one axis with G u = b. */
const least = (rows: number[][], wanted: number[]): number => {
  const [G, b] = [new Matrix(rows), Matrix.columnVector(wanted)];
  return (
    h *
    b
      .transpose()
      .mmul(solved(G.mmul(G.transpose()), b))
      .get(0, 0)
  );
};
const [rows, wanted] = [
  [place(1), speed(1)],
  [1, 0],
];
const straight = least(rows, wanted);
const cheapest = (cost: (t: number) => number): number =>
  Math.min(...Array.from({ length: 340 }, (_, i) => cost((i + 40) / 400)).filter((found) => found > 0));
const met = ({ trajectory }: Result): number =>
  Math.max(...(trajectory.certificate.conditions ?? []).map(({ miss }) => Math.abs(miss)));

describe("conditions of an optimal motion before its end", () => {
  it("hold at a time between grid points, exactly or within a tolerance that the cost uses", async () => {
    const way = must("way", sub(x, 0.5), { at: 0.33 });
    const there = [...rows, place(0.33)];
    for (const [condition, at] of [
      [way, 0.5],
      [{ ...way, tolerance: 0.1 }, 0.4],
    ] as const) {
      const found = await moved([condition]);
      expect(found.status, found.message).toBe("solved");
      // of a tolerance a millionth is left to rounding
      expect(found.values.cost).toBeCloseTo(least(there, [...wanted, at]), 4);
    }
    // in the first step, and in it alone
    const soon = await moved([must("way", sub(x, 0.01), { at: 0.02 })]);
    expect(soon.status, soon.message).toBe("solved");
    expect(soon.values.cost).toBeCloseTo(least([...rows, place(0.02)], [...wanted, 0.01]), 4);
    const twice = await moved([way, { ...way, name: "elsewhere", residual: sub(x, 0.6) }]);
    expect(twice.status, twice.message).toBe("infeasible");
    expect(twice.message).toContain("way");
  });

  it("hold at some time, which is the cheapest of all", async () => {
    const when = { sometime: "it" };
    const found = await moved([must("way", sub(x, 0.3), when), must("slow", sub(vx, 2), when)]);
    const best = cheapest((t) => least([...rows, place(t), speed(t)], [...wanted, 0.3, 2]));
    expect(found.status, found.message).toBe("solved");
    expect(found.values.cost).toBeLessThan(best * (1 + 1e-6));
    expect(found.values.it).toBeCloseTo(0.3, 6);
  });

  it("choose two times, one among the other", async () => {
    const found = await moved([
      must("up", sub(y, 0.3), { sometime: "it" }),
      must("down", add(y, 0.3), { sometime: "other" }),
    ]);
    // the cheapest of all pairs of times, .25 s and .7 s one way round or the other
    const pair = least([place(1), speed(1), place(0.25), place(0.7)], [0, 0, -0.3, 0.3]);
    expect(found.status, found.message).toBe("solved");
    expect(found.values.cost).toBeLessThan(straight + pair + 1e-6);
  });

  it("hold in an event, the first of its kind", async () => {
    const inside = { kind: "ball", centre: [0, 0], radius: 0.2 } as const;
    const limit = { ...must("slow", vx), within: { to: 0.8 } };
    const found = await moved([{ ...limit, when: { leaves: { body: "puck", inside }, name: "it" } }]);
    const best = cheapest((t) => least([...rows, place(t), speed(t)], [...wanted, 0.2, 0.8]));
    expect(found.status, found.message).toBe("solved");
    expect(found.values.cost).toBeLessThan(best * (1 + 1e-6));
    const way = found.trajectory.columns["puck.x"];
    const { it } = found.values;
    found.trajectory.t.forEach((t, k) => {
      if (t < Number(it) - 1e-9) expect(way[k]).toBeLessThan(0.2);
    });
  });

  it("hold when it leaves a region at a grid point, where the cost has a kink, and when it is at rest for the first time", async () => {
    const out = { body: "puck", inside: { kind: "half-space", normal: [1, 0], offset: 0.4 } } as const;
    const fast = await moved([{ ...must("fast", vy), within: { from: 0.5 }, when: { leaves: out, name: "it" } }]);
    const asked = (t: number): number => least([...rows, place(t)], [...wanted, 0.4]);
    const across = (t: number): number => least([...rows, speed(t)], [0, 0, 0.5]);
    expect(fast.status, fast.message).toBe("solved");
    expect(fast.values.cost).toBeLessThan(cheapest((t) => asked(t) + across(t)) * (1 + 1e-6));
    expect(fast.message).toMatch(/cheapest of \d+ with a motion, of \d+ that were tried/);
    const rest = await moved([must("there", sub(x, 1.4), { reaches: sub(0, vx), from: 0.05, name: "it" })]);
    expect(rest.status, rest.message).toBe("solved");
    const best = cheapest((t) => least([...rows, place(t), speed(t)], [...wanted, 1.4, 0]));
    expect(rest.values.cost).toBeLessThan(best * (1 + 1e-6));
    expect(rest.values.it).toBeCloseTo(0.65, 6);
  });

  it("hold where a ball touches the floor for the first time", async () => {
    const radius = 0.1;
    const against = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } as const;
    const floor = {
      name: "floor",
      body: "ball",
      shape: { kind: "ball", radius },
      against,
      coneSmoothing: 1e-6,
    } as const;
    const ball = compliant({
      gravity: [0, -9.81, 0],
      bodies: [{ name: "ball", space: "planar", mass: 1, inertia: 1e-3 }],
      contacts: [{ ...floor, friction: 0, stiffness: 20000, damping: 50 }],
      applied: [{ body: "ball", force: [input("fx"), input("fy"), 0], torque: [0, 0, 0] }],
    });
    const squares = add(mul(input("fx"), input("fx")), mul(input("fy"), input("fy")));
    const lands = (boundary: BoundaryCondition): Problem => ({
      name: "test/lands",
      title: "A ball lands at a mark",
      model: ball,
      parameters: {},
      inputs: { fx: push, fy: push },
      start: { ...atRest(ball), "ball.y": 1 + radius },
      grid: { steps: count, h },
      objective: { vary: ["fx", "fy"], stage: mul(frame.h, squares) },
      boundary: [boundary],
      values: { it: { unit: "s", meaning: "when", of: { timeOf: "it" } } },
    });
    const when = { touch: ["ball", "floor"], name: "it" } as const;
    const found = await solve(lands(must("there", sub(last("ball.x"), 0.5), when)));
    expect(found.status, found.message).toBe("solved");
    // by forces alone; the floor's, in the step in which it lands, may help
    const fallen = (t: number): number => 9.81 * place(t).reduce((sum, w) => sum + w, 0);
    const alone = cheapest((t) => least([place(t)], [0.5]) + least([place(t)], [fallen(t) - 1]));
    expect(found.values.cost).toBeLessThan(alone * (1 + 1e-6));
    const { "ball.x": xs, "ball.y": ys } = found.trajectory.columns;
    const k = found.trajectory.t.findIndex((t) => t >= Number(found.values.it));
    const part = Number(found.values.it) / h - k + 1;
    expect(ys[k - 1] + part * (ys[k] - ys[k - 1])).toBeCloseTo(radius, 8);
    expect(xs[k - 1] + part * (xs[k] - xs[k - 1])).toBeCloseTo(0.5, 8);
    expect(Math.min(...ys.slice(0, k))).toBeGreaterThan(radius);
    // slowly: at the cheapest of all times, though searches end where the contact is to begin at a grid point
    const n = 24;
    const gently = lands({ ...must("soft", last("ball.vy"), when), unit: "m/s", within: { from: -1 } });
    const soft = await solve({ ...gently, grid: { steps: n, h: 1 / n } });
    expect(soft.status, soft.message).toBe("solved");
    // by forces alone, on grid points: Σ f (k − j)/n² − g k (k + 1)/(2 n²) = −1 and Σ f/n − g k/n = −1
    const alike = Array.from({ length: n }, (_, i) => {
      const each = Array.from({ length: n }, (__, j) => Math.max(0, i + 1 - j));
      const [falls, pulls] = [each.map((left) => left / n ** 2), each.map((left) => Math.min(1, left) / n)];
      const sum = (weights: readonly number[]): number => 9.81 * weights.reduce((all, one) => all + one, 0);
      return i < 2 ? Number.POSITIVE_INFINITY : least([falls, pulls], [sum(falls) - 1, sum(pulls) - 1]) / (h * n);
    });
    expect(soft.values.cost).toBeLessThan(Math.min(...alike));
  });

  it("hold always, also between grid points, and only in their span", async () => {
    const centre = [0.5, -0.05] as const;
    const clear = must("clear", { body: "puck", outside: { kind: "ball", centre, radius: 0.2 } }, "always");
    const around = await moved([clear]);
    expect(around.status, around.message).toBe("solved");
    const { "puck.x": xs, "puck.y": ys } = around.trajectory.columns;
    for (let k = 0; k < count; k++)
      for (let s = 0; s <= 1; s += 0.05) {
        const at = [xs, ys].map((column, i) => column[k] + s * (column[k + 1] - column[k]) - centre[i]);
        expect(Math.hypot(...at)).toBeGreaterThan(0.2 - 1e-9);
      }
    const wait = await moved([{ ...must("wait", x, { to: 0.52 }), within: { to: 0.2 } }]);
    expect(wait.status, wait.message).toBe("solved");
    const G = [...rows, place(0.52)];
    expect(wait.values.cost).toBeCloseTo(least(G, [...wanted, 0.2]), 8);
    const limited = await solve({
      ...block,
      boundary: [{ name: "speed", unit: "m/s", residual: last("block.vx"), within: { to: 0.7 }, when: "always" }],
    });
    expect(limited.status, limited.message).toBe("solved");
    expect(Math.max(...limited.trajectory.columns["block.vx"])).toBeCloseTo(0.7, 8);
  });

  it("hold at a time while the duration is found, or at a part of it", async () => {
    const free = { vary: ["fx", "fy", "time"], cost: mul(20, p("time")) };
    const way = sub(y, 0.3);
    const [half, some, stays] = [
      await moved([must("way", way, { at: mul(0.5, p("time")) })], free),
      await moved([must("way", way, { sometime: "it" })], free),
      await moved([must("way", way, { at: 0.5 })], free),
    ];
    for (const one of [half, some, stays]) {
      expect(one.status, one.message).toBe("solved");
      expect(met(one)).toBeLessThan(1e-9);
    }
    // up and back is symmetric: of all times the middle is the cheapest
    expect(some.values.cost).toBeCloseTo(Number(half.values.cost), 6);
    expect(Number(stays.values.cost)).toBeGreaterThan(Number(half.values.cost));
    const refused = moved([{ ...must("wait", x, { to: 0.4 }), within: { to: 0.2 } }], free);
    await expect(refused).rejects.toThrow("give its ends as parts of the parameter time");
  });

  it("may be what is preferred, where the objective has no cost", async () => {
    const { stage: _, ...alone } = { stage: 0, vary: ["fx", "fy"] };
    const far = { name: "far", unit: "m", residual: { most: x } };
    const inputs = { fx: { ...push, min: -1, max: 1 }, fy: push };
    const problem: Problem = {
      name: "test/far",
      title: "Far",
      model,
      parameters: {},
      inputs,
      start: atRest(model),
      grid: { steps: count, h },
      objective: alone,
      boundary: [...ends.slice(1), far],
      values: {},
    };
    const found = await solve(problem);
    // half the way on, half the way back: (N/2)² h²
    expect(found.trajectory.columns["puck.x"].at(-1)).toBeCloseTo(0.25, 8);
    await expect(moved([far])).rejects.toThrow("add the formula to objective.cost");
    expect(() =>
      mpc({
        problem: { ...block, boundary: [must("way", last("block.x"), "always")] },
        horizon: { steps: 5, h: 0.05 },
      }),
    ).toThrow("A controller knows no condition before the end");
  });
});
