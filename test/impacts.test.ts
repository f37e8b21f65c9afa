import { describe, expect, it } from "vitest";
import { problem as bank, expected as bankValues } from "../problems/impact/bank-shot.js";
import { problem as combination, expected as combinationValues } from "../problems/impact/combination.js";
import type { Expected, Problem } from "../src/motion/problem/problem.js";
import { simulate } from "../src/motion/solve.js";
import { integrate, type Moment, type Sphere, type Touch, type Vector } from "./runge-kutta.js";

/** Errors of x and y at the end on three grids, the steps halved from one to the next. */
async function errors(
  problem: Problem,
  set: Record<string, number>,
  [x, y]: readonly [number, number],
  finest: number,
): Promise<number[]> {
  const found: number[] = [];
  for (const steps of [finest / 4, finest / 2, finest]) {
    const { status, values } = await simulate(problem, { set: { ...set, "grid.steps": steps, "grid.h": 1 / steps } });
    expect(status).toBe("solved");
    found.push(Math.hypot(values["end.x"]! - x, values["end.y"]! - y));
  }
  return found;
}

/** Small at last, and in proportion to h. */
function expectFirstOrder(found: readonly number[], last: number): void {
  expect(found.at(-1)).toBeLessThan(last);
  expect(Math.log2(found[0] / found[2]) / 2).toBeGreaterThan(0.8);
  expect(Math.log2(found[0] / found[2]) / 2).toBeLessThan(1.2);
}

const zero: Vector = [0, 0, 0];

/** Spheres without spin, contacts without deformation. */
const still = (x: readonly Vector[], v: readonly Vector[], contacts: number): Moment => ({
  x,
  v,
  w: x.map(() => zero),
  delta: Array.from({ length: contacts }, () => zero),
});

/** The launch velocity that a problem gives as the one of the continuous motion. */
function expectedLaunch({ values }: Expected): readonly [number, number] {
  const value = (name: string): number => values.find((entry) => entry.name === name)!.value as number;
  return [value("launch.vx"), value("launch.vy")];
}

const settings = ([vx, vy]: readonly [number, number]) => ({ "launch.vx": vx, "launch.vy": vy });

describe("a disk off a wall", () => {
  const [mass, radius] = [0.2, 0.05];

  /** Where the disk of the bank shot is after a second. */
  function continuous([vx, vy]: readonly [number, number]): readonly [number, number] {
    const disk: Sphere = { mass, radius, inertia: 0.5 * mass * radius ** 2 };
    const compliance = { stiffness: 1000, damping: 2, coneSmoothing: 1e-4 };
    const wall: Touch = { of: 0, on: { normal: [0, -1, 0], offset: -0.5 }, friction: 0.2, ...compliance };
    const [end] = integrate([disk], [wall], [0, 0, 0], still([[0, 0, 0]], [[vx, vy, 0]], 1), 1, 5000).x;
    return [end[0], end[1]];
  }

  it("approaches the continuous motion of an independent integration", async () => {
    const launch = [1.21, 1.05] as const;
    expectFirstOrder(await errors(bank, settings(launch), continuous(launch), 16_000), 5e-3);
  });

  it("meets the target of the bank shot with the launch that the problem expects", () => {
    const [x, y] = continuous(expectedLaunch(bankValues));
    expect(x).toBeCloseTo(1, 5);
    expect(y).toBeCloseTo(0, 5);
  });

  it("obeys the law of the mirror without friction and damping", async () => {
    // the wall holds the disk for half a swing, π√(m/K), and gives back its whole speed
    const vy = 0.9 / (1 - Math.PI * Math.sqrt(mass / 1e4));
    const set = { friction: 0, damping: 0, stiffness: 1e4, ...settings([1, vy]) };
    expectFirstOrder(await errors(bank, set, [1, 0], 64_000), 5e-3);
  });
});

describe("a ball against a ball", () => {
  const [mass, radius] = [0.17, 0.0286];

  /** Where the second ball of the combination is after a second. */
  function continuous([vx, vy]: readonly [number, number]): readonly [number, number] {
    const ball: Sphere = { mass, radius, inertia: 0.4 * mass * radius ** 2 };
    const compliance = { stiffness: 2000, damping: 2, coneSmoothing: 1e-4 };
    const table = { on: { normal: [0, 0, 1] as Vector, offset: 0 }, friction: 0.2, ...compliance };
    const touches: Touch[] = [
      { of: 0, ...table },
      { of: 1, ...table },
      { of: 1, on: 0, friction: 0.05, ...compliance },
    ];
    const z = radius - (mass * 9.8) / compliance.stiffness;
    const places: Vector[] = [
      [0, 0, z],
      [0.4, 0, z],
    ];
    const start = still(places, [[vx, vy, 0], zero], 3);
    const [, end] = integrate([ball, ball], touches, [0, 0, -9.8], start, 1, 5000).x;
    return [end[0], end[1]];
  }

  it("approaches the continuous motion of an independent integration", async () => {
    const launch = [1.44, -0.074] as const;
    expectFirstOrder(await errors(combination, settings(launch), continuous(launch), 8000), 1e-2);
  });

  it("meets the target of the combination with the launch that the problem expects", () => {
    const [x, y] = continuous(expectedLaunch(combinationValues));
    expect(x).toBeCloseTo(0.8, 5);
    expect(y).toBeCloseTo(0.15, 5);
  });

  it("hands its whole velocity on in a central impact without friction and damping", async () => {
    // half a swing of the reduced mass, π√(m/2K), in which both move at half the speed
    const held = Math.PI * Math.sqrt(mass / (2 * 2000));
    const set = { friction: 0, ballFriction: 0, damping: 0, ...settings([1, 0]) };
    expectFirstOrder(await errors(combination, set, [2 * radius + 1 - held / 2, 0], 16_000), 1e-2);
  });
});
