import { describe, expect, it } from "vitest";
import { expected as reoriented } from "../problems/feeder/reorient.js";
import { problem as caught } from "../problems/optimal/catch.js";
import { problem as feeder } from "../problems/optimal/feeder-actuated.js";
import { problem as flip } from "../problems/optimal/flip.js";
import { problem as reach } from "../problems/optimal/reach-and-push.js";
import { constant } from "../src/expr/expr.js";
import { table } from "../src/motion/problem/inputs.js";
import type { Problem } from "../src/motion/problem/problem.js";
import type { Result } from "../src/motion/result.js";
import { simulate, solve } from "../src/motion/solve.js";

const column = ({ trajectory }: Result, name: string): number[] => Array.from(trajectory.columns[name].subarray(1));

/** Ends with rows that say what is not met: infeasible where other starts agree. */
async function expectInfeasible(problem: Problem, set: Record<string, number>): Promise<void> {
  const found = await solve(problem, { set });
  expect(["infeasible", "no-progress", "iteration-limit"]).toContain(found.status);
  expect(found.solution.worst[0].residual).toBeGreaterThan(1e-6);
}

/** The motion that found controls give step by step, without the optimiser, every step divided into `parts`. */
async function marched(problem: Problem, found: Result, parts = 1): Promise<Result> {
  const { objective: _, ...rest } = problem;
  const held = (name: string): number[] => column(found, name).flatMap((u) => new Array<number>(parts).fill(u));
  const inputs = Object.fromEntries(Object.keys(problem.inputs!).map((name) => [name, table(held(name))]));
  return simulate({ ...rest, inputs }, { set: { "grid.steps": parts * (found.trajectory.t.length - 1) } });
}

/**
 * The least cost of meeting in step j of n, as a quadratic program with two conditions: the palm's accelerations w_i
 * relative to the falling part add up to the height H in step j − 1 and again in step j; then one force brakes both, and
 * another stops the part sideways.
 */
function meeting(j: number, n: number): number {
  const [M, m, H, g, v] = [1, 0.5, 0.5, 9.81, 0.3];
  const h = 1 / n;
  const weights = (k: number): number[] => Array.from({ length: j }, (_, i) => h * h * Math.max(0, k - i));
  const dot = (a: number[], b: number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const [a, b] = [weights(j - 1), weights(j)];
  const [aa, ab, bb] = [dot(a, a), dot(a, b), dot(b, b)];
  const [y, z] = [(H * (bb - ab)) / (aa * bb - ab * ab), (H * (aa - ab)) / (aa * bb - ab * ab)];
  const falling = h * M * M * H * (y + z);
  return falling + (((M + m) * g) ** 2 * n * h) / (1 - j / n) + (m * v) ** 2;
}

describe("a palm catches a part", () => {
  it("without a blow: part and palm move alike before the contact first pushes", async () => {
    const found = await solve(caught, { set: { "grid.steps": 20 } });
    expect(found.status).toBe("solved");
    const first = found.values["contact.first"]! - 2;
    expect(column(found, "part.vy")[first]).toBeCloseTo(column(found, "hand.vy")[first], 9);
    expect(Math.max(...column(found, "palm.gap"))).toBeGreaterThan(0.3);
    expect(found.values.cost).toBeCloseTo(meeting(first + 1, 20), 6);
  });

  it("mirrored sideways speed, mirrored push", async () => {
    const [one, other] = await Promise.all(
      [0.4, -0.4].map((v) => solve(caught, { set: { "start.v": v, "grid.steps": 20 } })),
    );
    expect(other.values.cost).toBeCloseTo(one.values.cost!, 6);
    const mirrored = column(other, "push");
    for (const [k, u] of column(one, "push").entries()) expect(mirrored[k] + u).toBeCloseTo(0, 5);
  });

  it("a part that bears less than its weight cannot be caught", () =>
    expectInfeasible(caught, { "force.max": 4, "grid.steps": 12 }));
});

/**
 * How far the box of a found motion is from Newton's and Euler's laws with the forces of its corners and fingers [N s]:
 * steps with friction may have several solutions, so that marching them may lead elsewhere.
 */
function balanceError(found: Result): number {
  const [m, a, b, h] = [0.5, 0.04, 0.06, 0.8 / (found.trajectory.t.length - 1)];
  const corners = { left: [-a, -b], edge: [a, -b], right: [a, b], top: [-a, b] } as const;
  const sides = { first: [-1, 0], second: [0, 1] } as const;
  const { columns } = found.trajectory;
  const at = (name: string, k: number): number => columns[name][k];
  let error = 0;
  for (let k = 1; k < found.trajectory.t.length; k++) {
    const [c, s] = [Math.cos(at("box.theta", k)), Math.sin(at("box.theta", k))];
    const turned = ([x, y]: readonly [number, number]) => [c * x - s * y, s * x + c * y] as const;
    const sum = [0, -m * 9.81, 0];
    const pushed = ([x, y]: readonly [number, number], [fx, fy]: readonly [number, number]): void => {
      sum[0] += fx;
      sum[1] += fy;
      sum[2] += x * fy - y * fx;
    };
    for (const [name, corner] of Object.entries(corners))
      pushed(turned(corner), [at(`${name}.tangentForce`, k), at(`${name}.normalForce`, k)]);
    for (const [name, [nx, ny]] of Object.entries(sides)) {
      const [normal, tangent] = [at(`${name}Finger.normalForce`, k), at(`${name}Finger.tangentForce`, k)];
      const [fx, fy] = turned([-normal * nx - tangent * ny, -normal * ny + tangent * nx]);
      pushed([at(`${name}.x`, k) - at("box.x", k), at(`${name}.y`, k) - at("box.y", k)], [fx, fy]);
    }
    const inertia = (m / 3) * (a * a + b * b);
    for (const [i, [mass, speed]] of (
      [
        [m, "vx"],
        [m, "vy"],
        [inertia, "omega"],
      ] as const
    ).entries())
      error = Math.max(error, Math.abs(mass * (at(`box.${speed}`, k) - at(`box.${speed}`, k - 1)) - h * sum[i]));
  }
  return error;
}

describe("two fingers turn a box over", () => {
  it("one pushes it past its balance, the other holds it back; its momentum is that of all forces", async () => {
    const found = await solve(flip, { set: { "grid.steps": 16 } });
    expect(found.status).toBe("solved");
    expect(found.values["contact.first"]).toBeLessThan(found.values["contact.second"]!);
    expect(Math.max(...column(found, "box.omega").map((spin) => -spin))).toBeLessThan(3 + 1e-8);
    // it stands on its edge where the first finger lets go and the second has not touched yet
    const balance = Math.atan2(0.04, 0.06);
    const turned = column(found, "box.theta").map((angle) => -angle);
    expect(turned[found.values["contact.second"]! - 1]).toBeGreaterThan(balance);
    expect(balanceError(found)).toBeLessThan(1e-9);
  });

  it("in less time than its largest spin allows it cannot be", () =>
    expectInfeasible(flip, { time: 0.5, "grid.steps": 4 }));
});

describe("an arm reaches for a box and pushes it", () => {
  it("its controls bring the box near its pose on a grid eight times as fine, and bear the work of friction", async () => {
    const steps = 14;
    const found = await solve(reach, { set: { "grid.steps": steps } });
    expect(found.status).toBe("solved");
    expect(found.values["contact.first"]).toBeGreaterThan(1);
    // the table takes at least μ m g over the distance
    expect(found.values.work).toBeGreaterThan(0.3 * 0.5 * 9.81 * 0.2);
    const { values } = await marched(reach, found, 8);
    // of first order
    expect(Math.hypot(values["end.x"]! - 0.5, values["end.y"]! - 0.4)).toBeLessThan(0.6 / steps);
    expect(Math.abs(values["end.theta"]! - 0.1)).toBeLessThan(2.1 / steps);
  });

  it("the arm alone keeps the work of its joints as kinetic energy, that of two slender rods", async () => {
    const { objective: _, ...rest } = reach;
    const steps = 2000;
    const torques = { shoulder: table([-0.2]), elbow: table([0.1]) };
    const { trajectory, values } = await simulate(
      { ...rest, inputs: torques },
      { set: { "grid.steps": steps, time: 1, "start.x": 5 } },
    );
    const at = (name: string): number => trajectory.columns[name].at(-1)!;
    const [q1, q12, w1, w12] = ["upper.theta", "lower.theta", "upper.omega", "lower.omega"].map(at);
    const elbow = [-0.4 * Math.sin(q1) * w1, 0.4 * Math.cos(q1) * w1];
    const tip = [elbow[0] - 0.4 * Math.sin(q12) * w12, elbow[1] + 0.4 * Math.cos(q12) * w12];
    const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1];
    // ∫ ½ |v|² dm over a rod with end velocities a and b is m (a·a + a·b + b·b)/6
    const rods = dot(elbow, elbow) / 6 + (0.5 / 6) * (dot(elbow, elbow) + dot(elbow, tip) + dot(tip, tip));
    // the hinges hold places: velocities are differences of them, which a step of h ω turns by half of it
    expect(Math.abs(at("energy") / rods - 1)).toBeLessThan(4 / steps);
    expect(rods).toBeGreaterThan(0.05);
    expect(Math.abs(values.work! / rods - 1)).toBeLessThan(20 / steps);
  });

  it("torques that are too weak cannot push it there", () =>
    expectInfeasible(reach, { "control.max": 0.1, "grid.steps": 6 }));
});

describe("the corner of a feeder moves", () => {
  it("a corner at rest turns the part as that of the fixed feeder does, by an independent solution", async () => {
    const { objective: _, ...rest } = feeder;
    const still = { driveX: constant(0), driveY: constant(0) };
    const { values } = await simulate({ ...rest, inputs: still }, { set: { "grid.steps": 1500, time: 1.5 } });
    // that one smooths its friction cones
    for (const { name, value } of reoriented.values) expect(Math.abs(values[name]! - Number(value))).toBeLessThan(1e-5);
  });

  it("with its controls the steps march to the target", async () => {
    const found = await solve(feeder);
    expect(found.status).toBe("solved");
    const end = (await marched(feeder, found)).values;
    for (const name of ["end.x", "end.y", "end.theta"]) expect(end[name]).toBeCloseTo(found.values[name]!, 6);
  });

  it("a corner that hardly moves cannot bring the part there", async () => {
    await expectInfeasible(feeder, { "control.max": 0.01, "grid.steps": 10 });
    // with two steps more the search ends at its limit, and claims nothing
    expect((await solve(feeder, { set: { "control.max": 0.01, "grid.steps": 12 } })).status).not.toBe("solved");
  });
});
