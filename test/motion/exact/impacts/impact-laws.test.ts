import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add, mul, neg, sub } from "../../../../src/expr/expr.js";
import { last, parameter as p } from "../../../../src/mechanics/model.js";
import { atRest, type Scene } from "../../../../src/mechanics/scene.js";
import { type RigidContact, rigid } from "../../../../src/models/rigid.js";
import type { Problem } from "../../../../src/motion/problem/problem.js";
import { simulate, solve } from "../../../../src/motion/solve.js";
import type { Trajectory } from "../../../../src/motion/trajectory/trajectory.js";

interface Rod {
  readonly mass: number;
  readonly inertia: number;
  /** From its centre to the corner that strikes [m]. */
  readonly arm: readonly [number, number];
  readonly friction: number;
  readonly e: number;
}

type Velocity = readonly [vx: number, vy: number, omega: number];

/** A body that comes down with one corner, which is at the ground after this time [s]. */
const fall = 0.01;

const names = ["mass", "inertia", "armX", "armY", "friction", "e", "vx", "vy", "omega"] as const;

const settings = ({ mass, inertia, arm, friction, e }: Rod, [vx, vy, omega]: Velocity) => ({
  mass,
  inertia,
  armX: arm[0],
  armY: arm[1],
  friction,
  e,
  vx,
  vy,
  omega,
});

const corner: RigidContact = {
  name: "corner",
  body: "rod",
  shape: { kind: "point", at: [p("armX"), p("armY"), 0] },
  against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
  friction: p("friction"),
  impulseRestitution: p("e"),
};

const scene: Scene<RigidContact> = {
  gravity: [0, 0, 0],
  bodies: [{ name: "rod", space: "planar", mass: p("mass"), inertia: p("inertia") }],
  contacts: [corner],
};

const { impulseRestitution: _, ...bare } = corner;
const byVelocities: RigidContact = { ...bare, restitution: p("e") };

const fallingOn = (contact: RigidContact): Problem => ({
  name: "falling",
  title: "",
  model: rigid({ ...scene, contacts: [contact] }),
  parameters: Object.fromEntries(names.map((name) => [name, { value: 0.5, unit: "", meaning: name }])),
  start: {
    "rod.x": mul(-fall, p("vx")),
    "rod.y": neg(add(p("armY"), mul(fall, p("vy")))),
    "rod.theta": mul(-fall, p("omega")),
    "rod.vx": p("vx"),
    "rod.vy": p("vy"),
    "rod.omega": p("omega"),
  },
  grid: { end: 2 * fall, accuracy: 1e-8 },
  values: {
    restitution: { unit: "1", meaning: "restitution", of: p("e") },
    speed: { unit: "m/s", meaning: "speed", of: p("vx") },
  },
});

const falling = fallingOn(corner);

/** Velocities behind an impulse at the corner. */
const behind = (
  { mass, inertia, arm: [x, y] }: Rod,
  [vx, vy, omega]: Velocity,
  [t, n]: readonly number[],
): Velocity => [vx + t / mass, vy + n / mass, omega + (x * n - y * t) / inertia];

const endOf = ({ columns }: Trajectory, name: string): number => columns[name].at(-1) ?? Number.NaN;

/** Of the corner, along the ground and up. */
const speeds = ({ arm: [x, y] }: Rod, [vx, vy, omega]: Velocity): [number, number] => [vx - y * omega, vy + x * omega];

/**
 * One phase of an impact: its impulse, at least `least` and as large as makes the corner leave with `leaving`, with friction by the
 * slip that it leaves.
 */
function phase(rod: Rod, came: Velocity, least: number, leaving = 0): [number, number] {
  const { friction: mu } = rod;
  const [slip, rate] = speeds(rod, came);
  const of = (impulse: readonly [number, number]): [number, number] => speeds(rod, behind(rod, [0, 0, 0], impulse));
  const [[att, ant], [atn, ann]] = [of([1, 0]), of([0, 1])];
  const candidates: (readonly [number, number])[] = [];
  for (const sense of [-1, 0, 1]) {
    // sliding with friction −sense μ n, or sticking: t = (−slip − atn n)/att
    const [t0, t1] = sense === 0 ? [-slip / att, -atn / att] : [0, -sense * mu];
    const closing = (leaving - rate - ant * t0) / (ann + ant * t1);
    for (const n of [least, closing]) candidates.push([t0 + t1 * n, n]);
  }
  const tiny = 1e-9 * (Math.abs(slip) + Math.abs(rate) + 1e-3);
  const fits = candidates.filter(([t, n]) => {
    const [s, v] = speeds(rod, behind(rod, came, [t, n]));
    const isPressed = n >= least - tiny && v >= leaving - tiny && (n <= least + tiny || v <= leaving + tiny);
    const isRubbed =
      Math.abs(t) <= mu * n + tiny && (Math.abs(s) <= tiny || Math.abs(t + Math.sign(s) * mu * n) <= tiny);
    return n >= -tiny && isPressed && isRubbed;
  });
  expect(fits.length).toBeGreaterThan(0);
  return [...fits[0]];
}

function expectVelocities(trajectory: Trajectory, before: Velocity, after: Velocity): void {
  const found = ["vx", "vy", "omega"].map((name) => endOf(trajectory, `rod.${name}`));
  const size = Math.hypot(...before) + Math.hypot(...after);
  for (const [k, value] of found.entries()) expect(Math.abs(value - after[k])).toBeLessThan(1e-6 * size);
}

const energy = ({ mass, inertia }: Rod, [vx, vy, omega]: Velocity): number =>
  0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * omega * omega;

const between = (min: number, max: number) =>
  fc.integer({ min: 0, max: 1000 }).map((k) => min + (k / 1000) * (max - min));
const rods = fc.record({
  mass: between(0.2, 3),
  inertia: between(0.05, 1),
  arm: fc.tuple(between(-0.6, 0.6), between(-0.7, -0.1)),
  friction: between(0, 0.45),
  e: between(0, 1),
});
const came = fc.tuple(between(-2, 2), between(-3, -0.5), between(-0.5, 0.5));

describe("Newton's law of impacts", () => {
  it("turns a rod as its one phase says", async () => {
    const problem = fallingOn(byVelocities);
    await fc.assert(
      fc.asyncProperty(rods, came, async (rod, before) => {
        const rate = speeds(rod, before)[1];
        fc.pre(rate < -0.1);
        const after = behind(rod, before, phase(rod, before, 0, -rod.e * rate));
        const { status, trajectory, message } = await simulate(problem, { set: settings(rod, before) });
        expect(status, message).toBe("solved");
        expectVelocities(trajectory, before, after);
      }),
      { numRuns: 40, seed: 3, endOnFailure: true },
    );
  });
  it("holds a corner that jams, whose slidings both turn round", async () => {
    const rod: Rod = { mass: 2.6, inertia: 0.0675, arm: [0.3, -0.65], friction: 0.77, e: 0.3 };
    const before: Velocity = [1.71, -1.007, 0.275];
    const stuck = behind(rod, before, phase(rod, before, 0, -rod.e * speeds(rod, before)[1]));
    const { status, trajectory, message } = await simulate(fallingOn(byVelocities), { set: settings(rod, before) });
    expect(status, message).toBe("solved");
    expect(speeds(rod, stuck)[0]).toBeCloseTo(0, 9);
    expectVelocities(trajectory, before, stuck);
  });
});

describe("Poisson's law of impacts", () => {
  it("turns a rod as compression and expansion say one after the other, and makes no energy", async () => {
    await fc.assert(
      fc.asyncProperty(rods, came, async (rod, before) => {
        fc.pre(speeds(rod, before)[1] < -0.1);
        const compressed = phase(rod, before, 0);
        const middle = behind(rod, before, compressed);
        const after = behind(rod, middle, phase(rod, middle, rod.e * compressed[1]));
        const { status, trajectory, message } = await simulate(falling, { set: settings(rod, before) });
        expect(status, message).toBe("solved");
        expectVelocities(trajectory, before, after);
        expect(energy(rod, after)).toBeLessThanOrEqual(energy(rod, before) * (1 + 1e-9));
      }),
      { numRuns: 40, seed: 7, endOnFailure: true },
    );
  });

  it("hands on through three balls in a row what Newton's law keeps: (1, 1, 4)/6 of the speed", async () => {
    const ball = (name: string) => ({ name, space: "planar" as const, mass: 0.2, inertia: 1e-4 });
    const contact = (name: string, body: string, other: string, e: number): RigidContact => ({
      name,
      body,
      shape: { kind: "ball", radius: 0.05 },
      against: { body: other, shape: { kind: "ball", radius: 0.05 } },
      friction: 0,
      impulseRestitution: e,
    });
    const model = rigid({
      gravity: [0, 0, 0],
      bodies: [ball("a"), ball("b"), ball("c")],
      contacts: [contact("first", "a", "b", 0), contact("second", "b", "c", 1)],
    });
    const { status, trajectory, message } = await simulate({
      name: "cradle",
      title: "",
      model,
      parameters: {},
      start: { ...atRest(model), "a.x": -0.3, "a.vx": 1.2, "c.x": 0.1 },
      grid: { end: 0.5 },
      values: {},
    });
    expect(status, message).toBe("solved");
    for (const [name, part] of [
      ["a", 1 / 6],
      ["b", 1 / 6],
      ["c", 4 / 6],
    ] as const)
      expect(Math.abs(endOf(trajectory, `${name}.vx`) - 1.2 * part)).toBeLessThan(1e-7);
  });

  it("is differentiated: the restitution and the speed that lead to a velocity and a turn are found", async () => {
    const rod: Rod = { mass: 1, inertia: 0.1, arm: [0.2, -0.3], friction: 0.2, e: 0.5 };
    const [e, vx] = [0.63, 0.9];
    const came: Velocity = [vx, -2, 0.3];
    const compressed = phase(rod, came, 0);
    const middle = behind(rod, came, compressed);
    const after = behind(rod, middle, phase(rod, middle, e * compressed[1]));
    const problem: Problem = {
      ...falling,
      boundary: [
        { name: "rises", unit: "m/s", frees: "e", residual: sub(last("rod.vy"), after[1]) },
        { name: "moves", unit: "m/s", frees: "vx", residual: sub(last("rod.vx"), after[0]) },
      ],
    };
    const { status, values, message } = await solve(problem, { set: settings(rod, [0.4, came[1], came[2]]) });
    expect(status, message).toBe("solved");
    expect(Math.abs(values.restitution! - e)).toBeLessThan(1e-7);
    expect(Math.abs(values.speed! - vx)).toBeLessThan(1e-7);
  });

  it("is one law of a scene and of a contact", () => {
    const other: RigidContact = { ...byVelocities, name: "other" };
    expect(() => rigid({ ...scene, contacts: [corner, other] })).toThrow(
      "other and corner must have one law of impacts: restitution (Newton) or impulseRestitution (Poisson).",
    );
    expect(() => rigid({ ...scene, contacts: [{ ...corner, restitution: 0.5 }] })).toThrow(
      "corner.impulseRestitution and corner.restitution must not both be given: impulseRestitution is Poisson's of the method exact, restitution is Newton's of the method exact.",
    );
  });
});
