import { Matrix, solve as solved } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { type Control, solve } from "../../../../src/index.js";
import { setUp } from "../../../../src/motion/compile/setup.js";
import { borrow } from "../../../../src/motion/march/workspace.js";
import { improved } from "../../../../src/motion/optimal/shooting/improve.js";
import { optimalTask } from "../../../../src/motion/optimal/task.js";
import { finish } from "../../../finish.js";
import { block, puck } from "./pushed.js";

/** Speed and place at a time that unit forces of equal pieces give a mass of one. */
const pieces = (count: number, end: number) => {
  const h = end / count;
  const rest = (t: number, k: number): number => Math.max(0, t - k * h);
  return {
    h,
    speed: (t: number) => Array.from({ length: count }, (_, k) => Math.min(h, rest(t, k))),
    place: (t: number) => Array.from({ length: count }, (_, k) => (rest(t, k) ** 2 - rest(t, k + 1) ** 2) / 2),
  };
};

/** The least h uᵀu with A u = b. */
function least(h: number, a: number[][], b: number[]): number {
  const rows = new Matrix(a);
  const right = Matrix.columnVector(b);
  return (
    h *
    right
      .transpose()
      .mmul(solved(rows.mmul(rows.transpose()), right))
      .get(0, 0)
  );
}

/** The local minima of a function over a span. */
function minima(of: (t: number) => number, from: number, to: number): number[] {
  const at = (i: number): number => from + (i / 1000) * (to - from);
  const values = Array.from({ length: 1001 }, (_, i) => of(at(i)));
  return values.flatMap((value, i) => {
    if (i === 0 || i === 1000 || value > values[i - 1] || value > values[i + 1]) return [];
    let [a, b] = [at(i - 1), at(i + 1)];
    for (let k = 0; k < 100; k++) {
      const [x, y] = [a + (b - a) / 3, b - (b - a) / 3];
      if (of(x) < of(y)) b = y;
      else a = x;
    }
    return [of((a + b) / 2)];
  });
}

describe("optimal motions through events, by the method exact", () => {
  it("bounce off a wall at the time that is cheapest, at the cost in closed form", async () => {
    // with the last it strikes where a piece ends, on whose sides slopes differ
    for (const set of [{}, { mass: 0.8 }, { "end.vx": -0.25 }]) {
      const e = 0.5;
      const { mass, "end.vx": back } = { mass: 1, "end.vx": -0.5, ...set };
      const { h, speed, place } = pieces(10, 2);
      const [v, x] = [speed(2), place(2)];
      const struckAt = (t: number): number => {
        const [before, there] = [speed(t), place(t)];
        const after = before.map((b, k) => v[k] - b - e * b);
        const behind = before.map((b, k) => x[k] - there[k] - (1 + e) * b * (2 - t));
        return mass ** 2 * least(h, [there, after, behind], [1, back, -0.5]);
      };
      const { status, message, values, trajectory } = await solve(puck, { set });
      expect(status, message).toBe("solved");
      const known = minima(struckAt, 0.2, 1.9);
      const nearest = Math.min(...known.map((cost) => Math.abs(cost / values.cost! - 1)));
      expect(nearest, `${values.cost} of ${known}`).toBeLessThan(1e-6);
      expect(trajectory.certificate.gridError!.value).toBeLessThan(1e-4);
    }
  });

  it("stick, slip and come to rest inside a piece, at the cost in closed form", async () => {
    for (const far of [1, 0.5]) {
      const friction = 9.81 * 0.3;
      const { status, message, values } = await solve(block, { set: { "end.x": far } });
      expect(status, message).toBe("solved");
      const { h, speed, place } = pieces(10, 2);
      // it slips from the start of a piece until it rests
      const costs = Array.from({ length: 8 }, (_, first) => {
        const of = (rows: number[]): number[] => rows.map((x, k) => (k < first ? 0 : x));
        const rests = (t: number): number => {
          const slips = t - first * h;
          return least(h, [of(speed(t)), of(place(t))], [friction * slips, far + (friction * slips * slips) / 2]);
        };
        return minima(rests, first * h + 0.3, 2);
      }).flat();
      const nearest = Math.min(...costs.map((cost) => Math.abs(cost / values.cost! - 1)));
      expect(nearest, `${values.cost} of ${costs}`).toBeLessThan(1e-6);
    }
  });

  it("change controls no faster than asked, at the cost in closed form of the change that is", () => {
    const push = { ...puck.inputs!.push, rate: 3 } as Control;
    const setup = setUp({ ...puck, inputs: { push } }, { "end.vx": -0.625 });
    const task = { setup, workspace: borrow(setup), signal: undefined, resume: undefined, report: () => undefined };
    const inputs = Float64Array.of(1.6, 1.4, 1.2, 1, 0.7, 0.5, -0.25, -0.3, 0, 0.4);
    const found = finish(improved(task, optimalTask(setup), { inputs, parameters: setup.parameters, end: 2 }));
    if (found === undefined || found === "none") throw new Error("no minimum");
    const { h, speed, place } = pieces(10, 2);
    const [v, x] = [speed(2), place(2)];
    const cost = (t: number): number => {
      const [before, there] = [speed(t), place(t)];
      const after = before.map((b, k) => v[k] - 1.5 * b);
      const behind = before.map((b, k) => x[k] - there[k] - 1.5 * b * (2 - t));
      return least(
        h,
        [there, after, behind, v.map((_, k) => (k === 5 ? 1 : k === 6 ? -1 : 0))],
        [1, -0.625, -0.5, 0.6],
      );
    };
    expect(Math.abs(found.linear.cost / minima(cost, 1.2, 1.4)[0] - 1)).toBeLessThan(1e-6);
    const steps = Array.from(found.point.inputs.subarray(1), (u, k) => Math.abs(u - found.point.inputs[k]));
    expect(Math.max(...steps)).toBeCloseTo(0.6, 8);
  });
});
