import { describe, expect, it } from "vitest";
import { problem as roll } from "../problems/rolling/ball-roll.js";
import { problem as rigidRoll } from "../problems/rolling/ball-roll-pyramid.js";
import { problem as disk } from "../problems/rolling/disk.js";
import { problem as slab } from "../problems/rolling/slab-slide.js";
import { simulate, solve } from "../src/motion/solve.js";
import { reference } from "./reference.js";

/** Least-squares slope of log error over log h. */
function slope(h: readonly number[], error: readonly number[]): number {
  const x = h.map(Math.log);
  const y = error.map((e) => Math.log(e));
  const mean = (v: readonly number[]): number => v.reduce((sum, a) => sum + a, 0) / v.length;
  const [mx, my] = [mean(x), mean(y)];
  const top = x.reduce((sum, a, i) => sum + (a - mx) * (y[i] - my), 0);
  return top / x.reduce((sum, a) => sum + (a - mx) ** 2, 0);
}

const steps = [100, 200, 400, 800, 1600];
const h = steps.map((n) => 1 / n);

describe("order of convergence: backward Euler is of first order", () => {
  it("the rigid ball on the quadratic cone approaches the closed form with slope 1", async () => {
    const [x, y] = [reference("case2.rigid_cont.x.T1.0"), reference("case2.rigid_cont.y.T1.0")];
    const error: number[] = [];
    for (const n of steps) {
      const { values } = await simulate(rigidRoll, {
        set: { frictionLaw: "projection", "grid.steps": n, "grid.h": 1 / n },
      });
      error.push(Math.hypot(values["end.x"]! - x, values["end.y"]! - y));
    }
    expect(slope(h, error)).toBeGreaterThan(0.9);
    expect(slope(h, error)).toBeLessThan(1.1);
  });

  it("the compliant ball approaches its own limit with slope 1", async () => {
    const end = async (n: number): Promise<[number, number]> => {
      const { values } = await simulate(roll, { set: { "grid.steps": n, "grid.h": 1 / n } });
      return [values["end.x"]!, values["end.y"]!];
    };
    // Richardson: twice the finest less the one before is second order, good enough as the limit
    const [fine, finer] = [await end(12800), await end(25600)];
    const limit = [2 * finer[0] - fine[0], 2 * finer[1] - fine[1]] as const;
    const error: number[] = [];
    for (const n of steps) {
      const [x, y] = await end(n);
      error.push(Math.hypot(x - limit[0], y - limit[1]));
    }
    expect(slope(h, error)).toBeGreaterThan(0.9);
    expect(slope(h, error)).toBeLessThan(1.1);
  });

  it("the slab on its patch approaches its own limit with slope 1", async () => {
    const end = async (n: number): Promise<number> =>
      (await simulate(slab, { set: { "grid.steps": n, "grid.h": 0.3 / n } })).values["end.x"]!;
    const counts = [75, 150, 300, 600];
    const [fine, finer] = [await end(1200), await end(2400)];
    const limit = 2 * finer - fine;
    const error: number[] = [];
    for (const n of counts) error.push(Math.abs((await end(n)) - limit));
    const measured = slope(
      counts.map((n) => 0.3 / n),
      error,
    );
    expect(measured).toBeGreaterThan(0.9);
    expect(measured).toBeLessThan(1.1);
  });

  it("the disk's launch velocity approaches the freshman's closed form with slope 1", async () => {
    const exact = reference("case1.cont.v0.g9.81");
    const counts = [22, 44, 88, 176, 352];
    const error: number[] = [];
    for (const n of counts) {
      const { values } = await solve(disk, { set: { "grid.steps": n, "grid.h": 0.022 / n } });
      error.push(Math.abs(values["launch.v"]! - exact));
    }
    expect(
      slope(
        counts.map((n) => 0.022 / n),
        error,
      ),
    ).toBeGreaterThan(0.9);
    expect(
      slope(
        counts.map((n) => 0.022 / n),
        error,
      ),
    ).toBeLessThan(1.1);
  });
});
