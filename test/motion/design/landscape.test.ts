import { describe, expect, it } from "vitest";
import { problem as robust } from "../../../problems/feeder/robust.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { add, max, mul, neg, pow, sub } from "../../../src/expr/expr.js";
import { last, parameter as p } from "../../../src/mechanics/model.js";
import { landscape } from "../../../src/motion/design/landscape.js";
import { value } from "../../../src/motion/problem/objective.js";
import type { Objective, Problem } from "../../../src/motion/problem/problem.js";
import { simulate } from "../../../src/motion/solve.js";

const { boundary: _, ...unbound } = place;
/** The rolling ball, few steps of it, with an objective. */
const ball = (objective: Objective): Problem => ({ ...unbound, grid: { steps: 10, h: 0.01 }, objective });
const miss = sub(value("end.x"), p("target.x"));
const objective: Objective = {
  cost: add(pow(p("launch.vx"), 2), pow(p("launch.vy"), 2)),
  vary: ["launch.vx", "launch.vy"],
  constraints: [
    { name: "end.x", unit: "m", residual: miss, must: "be-zero" },
    { name: "slow", unit: "m/s", residual: sub(last("ball.vx"), 1), must: "not-exceed-zero" },
    { name: "left", unit: "m/s", residual: sub(last("ball.vy"), 2), must: "not-exceed-zero" },
  ],
};
const patient = { set: {}, at: {}, patience: 1e9 };

describe("a landscape", () => {
  it("holds at every grid point what a simulation there gives", async () => {
    const found = (await landscape(ball(objective), patient))!;
    const { points, axes, cost, constraints } = found;
    expect(points).toBe(33);
    expect(axes.map(({ name }) => name)).toEqual(["launch.vx", "launch.vy"]);
    expect(found.simulations).toBe(33 ** 2 + 4);
    expect(constraints.map(({ must, values }) => [must, values.length])).toEqual([
      ["be-zero", 1],
      ["not-exceed-zero", 1],
      ["not-exceed-zero", 1],
    ]);
    for (const [i, j] of [
      [0, 0],
      [32, 5],
      [17, 32],
    ] as const) {
      const [vx, vy] = [i, j].map((k, axis) => axes[axis].min + ((axes[axis].max - axes[axis].min) * k) / 32);
      const set = { "launch.vx": vx, "launch.vy": vy };
      const motion = await simulate(ball(objective), { set });
      const k = j * points + i;
      expect(cost[k]).toBeCloseTo(vx ** 2 + vy ** 2, 9);
      expect(constraints[0].values[0][k]).toBeCloseTo(
        motion.values["end.x"]! - Number(motion.run.parameters["target.x"]),
        12,
      );
      expect(constraints[1].values[0][k]).toBeCloseTo(motion.trajectory.columns["ball.vx"].at(-1)! - 1, 12);
    }
  });

  it("is over the two that change most within their ranges", async () => {
    const spare = { value: 0.5, unit: "1", meaning: "matters below its range only", min: 0, max: 1 };
    const cost = add(objective.cost ?? 0, mul(1e9, max(0, neg(p("spare")))));
    const { parameters, ...rest } = ball({ cost, vary: ["spare", "launch.vx", "launch.vy"] });
    const found = await landscape({ ...rest, parameters: { ...parameters, spare } }, patient);
    expect(found?.axes.map(({ name }) => name).sort()).toEqual(["launch.vx", "launch.vy"]);
  });

  it("takes the worst scenario or their mean, and every scenario's equality by itself", async () => {
    const over = async (over: "worst" | "mean") =>
      (await landscape(
        ball({
          ...objective,
          cost: pow(miss, 2),
          vary: ["launch.vx"],
          scenarios: [{ "target.x": 0.05 }, { "target.x": 0.25 }],
          over,
        }),
        patient,
      ))!;
    const [worst, mean] = [await over("worst"), await over("mean")];
    expect(worst.points).toBe(129);
    expect(worst.axes).toHaveLength(1);
    const [a, b] = worst.constraints[0].values as [Float64Array, Float64Array];
    expect(a.map((x, k) => x - b[k]).every((x) => Math.abs(x - 0.2) < 1e-12)).toBe(true);
    for (const k of [0, 60, 128]) {
      expect(worst.cost[k]).toBeCloseTo(Math.max(a[k] ** 2, b[k] ** 2), 12);
      expect(mean.cost[k]).toBeCloseTo((a[k] ** 2 + b[k] ** 2) / 2, 12);
    }
  });

  it("of many variables shows the two that move most, the others held", async () => {
    const flat = add(mul(100, pow(sub(last("ball.vx"), 1), 2)), pow(last("ball.vy"), 2), mul(1e-6, p("friction")));
    const problem = ball({ cost: flat, vary: ["launch.vx", "friction", "launch.vy"] });
    const bounded = {
      ...problem,
      parameters: { ...problem.parameters, friction: { ...problem.parameters.friction, min: 0.2, max: 0.21 } },
    };
    const found = (await landscape(bounded, { ...patient, at: { friction: 0.205 } }))!;
    expect(found.axes.map(({ name }) => name)).toEqual(["launch.vx", "launch.vy"]);
  });

  it("is not begun where it would take too long, and ends where it is cancelled", async () => {
    expect(await landscape(robust, { set: { "grid.steps": 20 }, at: {}, patience: 1e-9 })).toBeUndefined();
    expect(await landscape(ball(objective), { ...patient, signal: AbortSignal.abort() })).toBeUndefined();
  });
});
