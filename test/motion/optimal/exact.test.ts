import fc from "fast-check";
import { Matrix, solve as solved } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { problem as stewart } from "../../../problems/optimal/stewart-anitescu.js";
import { problem as thrown } from "../../../problems/robots/two-link-throw.js";
import {
  add,
  type BoundaryCondition,
  type Control,
  type Expr,
  equation,
  type Frame,
  frame,
  input,
  last,
  type Model,
  mpc,
  mul,
  neg,
  type Problem,
  pow,
  sin,
  solve,
  sub,
} from "../../../src/index.js";
import { real } from "../../arbitraries.js";

/** A mass on a line, held by a spring and a damper, or a pendulum of length 1 m, and pushed. */
const swinging = (turn: number): Model => ({
  name: "swing",
  state: ["x", "v"].map((name) => ({ name, unit: "", scale: 1 })),
  inside: [],
  parameters: ["stiffness", "damping"],
  inputs: ["u"],
  step: ({ now, next, inputs, parameters, h }: Frame) => ({
    rows: [
      equation("x", sub(next("x"), add(now("x"), mul(h, next("v"))))),
      equation(
        "v",
        sub(
          next("v"),
          add(
            now("v"),
            mul(h, inputs("u")),
            mul(h, neg(parameters("damping")), next("v")),
            mul(h, neg(parameters("stiffness")), turn === 0 ? next("x") : mul(1 / turn, sin(mul(turn, next("x"))))),
          ),
        ),
      ),
    ],
    pairs: [],
    observe: {},
  }),
});

const push: Control = { unit: "N", meaning: "force" };

/** From rest to rest a metre away in two seconds with the least ∫u². */
const moved = (turn: number, more: Partial<Problem> = {}): Problem => ({
  name: "test/moved",
  title: "A mass on a spring",
  model: swinging(turn),
  parameters: {
    stiffness: { value: 3, unit: "1/s²", meaning: "stiffness over mass" },
    damping: { value: 0.4, unit: "1/s", meaning: "damping over mass" },
  },
  inputs: { u: push },
  start: { x: 0, v: 0 },
  grid: { steps: 12, end: 2, method: "exact" },
  objective: {
    stage: mul(frame.h, pow(input("u"), 2)),
    vary: ["u"],
    constraints: [
      { name: "end.x", unit: "m", residual: sub(last("x"), 1), must: "be-zero" },
      { name: "end.v", unit: "m/s", residual: last("v"), must: "be-zero" },
    ],
  },
  values: {},
  ...more,
});

/** exp of a 2 × 2 matrix, by its series. */
function exponential(a: Matrix): Matrix {
  let [sum, term] = [Matrix.eye(2), Matrix.eye(2)];
  for (let k = 1; k < 60; k++) {
    term = term.mmul(a).mul(1 / k);
    sum = Matrix.add(sum, term);
  }
  return sum;
}

/** The least ∫u² of a held force on the linear system, in closed form: by its transition matrix, of any number of pieces. */
function leastCost(stiffness: number, damping: number, pieces: number): number {
  const h = 2 / pieces;
  const a = new Matrix([
    [0, 1],
    [-stiffness, -damping],
  ]);
  const whole = exponential(a.clone().mul(h));
  // x⁺ = e^{Ah} x + A⁻¹ (e^{Ah} − 1) b u
  const own = solved(a, Matrix.sub(whole, Matrix.eye(2))).mmul(Matrix.columnVector([0, 1]));
  const columns: number[][] = [];
  let effect = own;
  for (let k = 0; k < pieces; k++) {
    columns.unshift(effect.to1DArray());
    effect = whole.mmul(effect);
  }
  const g = new Matrix(columns).transpose();
  const target = Matrix.columnVector([1, 0]);
  return (
    h *
    target
      .transpose()
      .mmul(solved(g.mmul(g.transpose()), target))
      .get(0, 0)
  );
}

/** The end under held forces, by the classical Runge–Kutta method. */
function integrated(forces: readonly number[], turn: number, fine = 200): [number, number] {
  const slope = ([x, v]: [number, number], u: number): [number, number] => [
    v,
    u - 0.4 * v - (3 * Math.sin(turn * x)) / turn,
  ];
  let y: [number, number] = [0, 0];
  const h = 2 / forces.length / fine;
  const on = (by: number, [a, b]: [number, number]): [number, number] => [y[0] + by * a, y[1] + by * b];
  for (const u of forces)
    for (let i = 0; i < fine; i++) {
      const k1 = slope(y, u);
      const k2 = slope(on(h / 2, k1), u);
      const k3 = slope(on(h / 2, k2), u);
      const k4 = slope(on(h, k3), u);
      y = on(h / 6, [k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0], k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1]]);
    }
  return y;
}

/** A free mass, held forces of twelve pieces, and the least Σ h u² with which it passes places at times, in closed form. */
const pieces = 12;
const h = 2 / pieces;
const none = { unit: "", meaning: "none", value: 0 };
const free = { parameters: { stiffness: none, damping: none } };
const byForce = (t: number, of: (rest: number) => number): number[] =>
  Array.from({ length: pieces }, (_, k) => of(Math.max(0, t - k * h)) - of(Math.max(0, t - (k + 1) * h)));
const place = (t: number): number[] => byForce(t, (rest) => (rest * rest) / 2);
const speed = (t: number): number[] => byForce(t, (rest) => rest);
function leastThrough(passed: readonly (readonly [number, number])[]): number {
  const rows = new Matrix([place(2), speed(2), ...passed.map(([t]) => place(t))]);
  const wanted = Matrix.columnVector([1, 0, ...passed.map(([, x]) => x)]);
  return (
    h *
    wanted
      .transpose()
      .mmul(solved(rows.mmul(rows.transpose()), wanted))
      .get(0, 0)
  );
}
const passes = (name: string, x: number, when: BoundaryCondition["when"], more: Partial<BoundaryCondition> = {}) => ({
  name,
  unit: "m",
  residual: sub(last("x"), x),
  ...(when !== undefined && { when }),
  ...more,
});
/** The largest of a function over a span, by its places. */
const largest = (of: (t: number) => number, from: number, to: number): number =>
  Math.max(...Array.from({ length: 2001 }, (_, i) => of(from + (i / 2000) * (to - from))));

describe("optimal motions to an accuracy", () => {
  it("pass places at times inside a piece, some time or never, at what held forces cost in closed form", async () => {
    const set = { "grid.accuracy": 1e-6 };
    const costs = async (...boundary: BoundaryCondition[]): Promise<number> => {
      const { status, message, values } = await solve(moved(0, { ...free, boundary }), { set });
      expect(status, message).toBe("solved");
      return values.cost!;
    };
    expect(await costs(passes("way", 0.1, { at: 0.77 }))).toBeCloseTo(leastThrough([[0.77, 0.1]]), 8);
    // at the time that is cheapest: back from behind where it ends
    const least = -largest((t) => -leastThrough([[t, 1.3]]), 0.3, 1.9);
    const it = { sometime: "it" };
    expect(Math.abs((await costs(passes("some time", 1.3, it))) - least)).toBeLessThan(1e-6 * least);
    expect(Math.abs((await costs(passes("far enough", 1.3, it, { within: { from: 0 } }))) - least)).toBeLessThan(
      1e-6 * least,
    );
    // what never goes above a height touches it once, where that costs most
    const way = passes("way", 1, { at: 1 });
    const most = largest(
      (t) =>
        leastThrough([
          [1, 1],
          [t, 1.05],
        ]),
      1.15,
      1.8,
    );
    const below = await costs(way, passes("height", 1.05, "always", { within: { to: 0 } }));
    expect(Math.abs(below - most)).toBeLessThan(1e-6 * most);
    expect(below).toBeGreaterThan(1.01 * leastThrough([[1, 1]]));
    // in an event whose time is found
    const reached = passes("speed", 0, { reaches: sub(last("x"), 0.5) }, { residual: sub(last("v"), 0.2) });
    const slow = -largest(
      (t) => {
        const rows = new Matrix([place(2), speed(2), place(t), speed(t)]);
        const wanted = Matrix.columnVector([1, 0, 0.5, 0.2]);
        return (
          -h *
          wanted
            .transpose()
            .mmul(solved(rows.mmul(rows.transpose()), wanted))
            .get(0, 0)
        );
      },
      0.5,
      1.5,
    );
    expect(Math.abs((await costs(reached)) - slow)).toBeLessThan(1e-6 * slow);
  });

  it("call places at one time that differ infeasible", async () => {
    const boundary = [passes("half", 0.5, { at: 1 }), passes("more", 0.6, { at: 1 })];
    const { status, message } = await solve(moved(0, { ...free, boundary }));
    expect(status).toBe("infeasible");
    expect(message).toMatch(/half.*more/);
  });

  it("cost what held forces cost by the transition matrix of a linear system", async () => {
    await fc.assert(
      fc.asyncProperty(
        real(0.5, 8),
        real(0.1, 2),
        fc.integer({ min: 20, max: 40 }),
        async (stiffness, damping, pieces) => {
          const set = { stiffness, damping, "grid.steps": pieces, "grid.accuracy": 1e-6 };
          const { status, values, trajectory } = await solve(moved(0), { set });
          expect(status).toBe("solved");
          const least = leastCost(stiffness, damping, pieces);
          // a miss of the end by the accuracy is worth its price, 2 J a metre along the cheapest way
          expect(Math.abs(values.cost! - least) / least).toBeLessThan(5e-6);
          expect(trajectory.columns.cost.subarray(1).reduce((sum, x) => sum + x, 0)).toBeCloseTo(values.cost!, 9);
          expect(trajectory.certificate.gridError!.value).toBeLessThan(1e-6);
        },
      ),
      { numRuns: 4 },
    );
  });

  it("end where Runge–Kutta ends with the same forces, and tell what they are off by where pieces are too long", async () => {
    // a limit on the way, which nothing comes near, leaves no other way than elements
    const limit = { name: "far", unit: "m", residual: sub(frame.next("x"), 100), must: "not-exceed-zero" } as const;
    const onElements = moved(3, { objective: { ...moved(3).objective!, path: [limit] } });
    for (const [pieces, problem, expected] of [
      [40, moved(3), "solved"],
      [2, moved(3), "solved"],
      [2, onElements, "coarse"],
    ] as const) {
      const { status, trajectory, message } = await solve(problem, { set: { "grid.steps": pieces } });
      expect(status).toBe(expected);
      const { t, columns } = trajectory;
      const forces = Array.from({ length: pieces }, (_, k) => {
        const at = t.findIndex((time) => time > ((k + 0.5) * 2) / pieces);
        return columns.u[at];
      });
      const [x, v] = integrated(forces, 3);
      // the trajectory is the motion itself, whatever the optimiser believed
      expect(columns.x.at(-1)).toBeCloseTo(x, 5);
      expect(columns.v.at(-1)).toBeCloseTo(v, 5);
      const off = Math.max(Math.abs(x - 1), Math.abs(v));
      if (expected === "solved") expect(off).toBeLessThan(1e-4);
      else {
        expect(off).toBeGreaterThan(1e-4);
        expect(trajectory.certificate.gridError!.value).toBeGreaterThan(0.9 * off);
        expect(message).toContain("set a larger grid.steps");
      }
    }
  });

  it("find the shortest time of a bounded force, 2 √(d/a), of a problem that says nothing of its grid", async () => {
    const objective = { ...moved(0).objective, stage: undefined, cost: frame.parameters("time"), vary: ["u", "time"] };
    const { stage: _, ...soonest } = objective;
    const parameters = {
      stiffness: { value: 0, unit: "1/s²", meaning: "none" },
      damping: { value: 0, unit: "1/s", meaning: "none" },
      time: { value: 3, unit: "s", meaning: "duration", min: 0.1, max: 10 },
    };
    const inputs = { u: { ...push, min: -1, max: 1 } };
    const problem = moved(0, { parameters, inputs, objective: soonest, grid: {} });
    const { status, values, run } = await solve(problem);
    expect(status).toBe("solved");
    expect(values.cost).toBeCloseTo(2, 6);
    expect(run.parameters.time).toBeCloseTo(2, 6);
  });

  it("cost what their motion costs, whichever end of a step a stage speaks of", async () => {
    const costBy = async (x: Expr): Promise<number> => {
      const objective = { ...moved(0).objective!, stage: mul(frame.h, add(pow(input("u"), 2), mul(9, x, x))) };
      const { status, values } = await solve(moved(0, { objective }));
      expect(status).toBe("solved");
      return values.cost!;
    };
    const [start, end] = [await costBy(frame.now("x")), await costBy(frame.next("x"))];
    expect(start / end - 1).toBeCloseTo(0, 6);
  });

  it("are refused by name where steps are free, or a controller plans", async () => {
    await expect(solve(stewart, { set: { "grid.method": "exact" } })).rejects.toThrow(/knows no grid.switching yet/);
    expect(() => mpc({ problem: thrown, horizon: { steps: 10, h: 0.01 }, set: { "grid.method": "exact" } })).toThrow(
      /use euler/,
    );
  });
});
