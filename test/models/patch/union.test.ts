import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problem as desk } from "../../../problems/patch/desk.js";
import { problem as deskLegs } from "../../../problems/patch/desk-legs.js";
import type { Settings } from "../../../src/motion/problem/parameters.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";
import { real } from "../../arbitraries.js";

const velocities = ["vx", "vy", "vz", "wx", "wy", "wz"].map((axis) => `desk.${axis}`);

/** The largest difference of a velocity over all steps. */
function difference(a: Result, b: Result): number {
  expect([a.status, b.status]).toEqual(["solved", "solved"]);
  const gaps = velocities.flatMap((name) => {
    const wanted = b.trajectory.columns[name];
    return Array.from(a.trajectory.columns[name], (v, k) => Math.abs(v - wanted[k]));
  });
  return Math.max(...gaps);
}

/** Loads p_n^i and contact points a^i in step k. */
function loadsOf({ trajectory: { columns } }: Result, k: number): { load: number; x: number; y: number }[] {
  const at = (i: number, name: string): number => columns[`floor.patch.${i}.${name}`][k];
  return [0, 1, 2, 3].map((i) => ({ load: at(i, "normalImpulse"), x: at(i, "ecp.x"), y: at(i, "ecp.y") }));
}

const sum = (xs: readonly number[]): number => xs.reduce((total, x) => total + x, 0);

describe("a union of patches, one ellipsoid at the centroid of the loads", () => {
  it("moves the desk as its hull does, in all 400 steps", async () => {
    expect(difference(await simulate(deskLegs), await simulate(desk))).toBeLessThanOrEqual(1e-9);
  });

  it("and where it tips onto two legs, one leg and others", async () => {
    const set: Settings = { friction: 0.8, "force.x": 44, "force.y": 20, "grid.steps": 100 };
    const [legs, hull] = [await simulate(deskLegs, { set }), await simulate(desk, { set })];
    expect(difference(legs, hull)).toBeLessThanOrEqual(1e-9);
    const carrying = legs.trajectory.t
      .subarray(1)
      .map((_, k) => loadsOf(legs, k + 1).filter(({ load }) => load > 1e-6).length);
    expect(new Set(carrying)).toEqual(new Set([1, 2]));
  });

  it("has loads that carry the desk at its contact point, under the feet, of least norm", async () => {
    const settings = fc.record({
      "start.vx": real(-0.5, 0.5),
      "start.vy": real(-0.5, 0.5),
      "start.wz": real(-2, 2),
      friction: real(0.05, 0.4),
      "grid.steps": fc.constant(12),
    });
    await fc.assert(
      fc.asyncProperty(settings, async (set: Settings) => {
        const result = await simulate(deskLegs, { set });
        const { columns } = result.trajectory;
        for (let k = 1; k <= 12; k++) {
          const loads = loadsOf(result, k);
          const total = columns["floor.normalImpulse"][k];
          expect(sum(loads.map(({ load }) => load))).toBeCloseTo(total, 8);
          expect(sum(loads.map(({ load, x }) => load * x)) / total).toBeCloseTo(columns["floor.ecp.x"][k], 8);
          expect(sum(loads.map(({ load, y }) => load * y)) / total).toBeCloseTo(columns["floor.ecp.y"][k], 8);
          for (const { x, y } of loads) {
            const [dx, dy] = [x - columns["desk.x"][k], y - columns["desk.y"][k]];
            expect(Math.hypot(dx, dy)).toBeLessThanOrEqual(0.25 * Math.SQRT2 + 1e-9);
            expect(Math.hypot(dx, dy)).toBeGreaterThanOrEqual(0.19 * Math.SQRT2 - 1e-9);
          }
          // loads of least norm are linear in the place as long as none is zero, so that diagonals carry alike
          if (loads.every(({ load }) => load > 0.1 * total))
            expect(loads[0].load + loads[2].load).toBeCloseTo(loads[1].load + loads[3].load, 8);
        }
      }),
      { numRuns: 10 },
    );
  });
});

describe("a union of patches, an ellipsoid for each", () => {
  const perLeg = (set: Settings): Promise<Result> => simulate(deskLegs, { set: { ...set, reading: "perLeg" } });

  it("moves as the other reading in pure translation", async () => {
    const set: Settings = { "start.wz": 0, "torque.z": 0, "grid.steps": 100 };
    expect(difference(await perLeg(set), await simulate(deskLegs, { set }))).toBeLessThanOrEqual(1e-9);
  });

  it("resists turning more, since slip is strictly convex in the place", async () => {
    const [each, whole] = [await perLeg({}), await simulate(deskLegs)];
    expect(difference(each, whole)).toBeGreaterThan(0.01);
    const first = (result: Result, name: string): number => result.trajectory.columns[name][1];
    expect(first(each, "desk.wz")).toBeLessThan(first(whole, "desk.wz") - 1e-3);
    for (const { trajectory } of [each, whole])
      expect(Math.max(...trajectory.columns["floor.frictionWork"].slice(1))).toBeLessThanOrEqual(0);
  });
});
