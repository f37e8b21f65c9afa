import { describe, expect, it } from "vitest";
import { hinge, slider } from "../../../problems/robots/joints.js";
import {
  add,
  compliant,
  equation,
  last,
  type Model,
  mul,
  type Problem,
  parameter as p,
  simulate,
  sin,
  solve,
  sub,
} from "../../../src/index.js";
import type { Linkage } from "../../../src/mechanics/actions/linkage.js";

/** A block on a belt, held by a spring: Coulomb's friction is an unknown between two bounds, and nothing is a contact. */
const belt: Model = {
  name: "a block on a belt",
  state: [
    { name: "x", unit: "m", scale: 0.1 },
    { name: "v", unit: "m/s", scale: 1 },
  ],
  inside: [{ name: "friction", unit: "1", scale: 1, lower: -1, upper: 1 }],
  parameters: ["mass", "spring", "limit", "belt"],
  inputs: [],
  step({ now, next, inside, h }) {
    const force = sub(mul(p("limit"), inside("friction")), mul(p("spring"), next("x")));
    return {
      rows: [
        equation("v", sub(mul(p("mass"), sub(next("v"), now("v"))), mul(h, force))),
        { unknown: "friction", residual: sub(next("v"), p("belt")) },
      ],
      defines: { x: add(now("x"), mul(h, next("v"))) },
      pairs: [],
      observe: {},
    };
  },
};

const [mass, spring, limit, end] = [1, 40, 6, 1.2];
const w = Math.sqrt(spring / mass);

/** When it is as fast as the belt, which it then goes with, and when the spring is as strong as friction. */
function sticksFor(speed: number): readonly [number, number] {
  const [fast, stretch] = [Math.abs(speed), limit / spring];
  const from = Math.asin(fast / (stretch * w)) / w;
  return [from, from + (stretch * Math.cos(w * from)) / fast];
}

/** Where it ends: sliding back. */
function wayOn(speed: number): number {
  const [, until] = sticksFor(speed);
  return (Math.sign(speed) * limit) / spring + (speed / w) * Math.sin(w * (end - until));
}

const carried: Problem = {
  name: "own/belt",
  title: "A block on a belt",
  model: belt,
  parameters: {
    mass: { value: mass, unit: "kg", meaning: "mass" },
    spring: { value: spring, unit: "N/m", meaning: "spring" },
    limit: { value: limit, unit: "N", meaning: "largest friction" },
    belt: { value: 0.2, unit: "m/s", meaning: "speed of the belt", min: -1, max: 1 },
    target: { value: wayOn(0.2), unit: "m", meaning: "where it must be" },
  },
  start: { x: 0, v: 0 },
  grid: { end, accuracy: 1e-8 },
  values: { end: { unit: "m", meaning: "where it is", of: last("x") } },
};

describe("an unknown between two bounds", () => {
  it.each([0.2, 0.3, -0.25])("is a friction that slides, sticks and slides on a belt of %s m/s", async (speed) => {
    const { status, message, trajectory } = await simulate(carried, { set: { belt: speed } });
    expect(status, message).toBe("solved");
    expect(message).toContain("2 events");
    const { t, columns } = trajectory;
    expect(Math.abs(columns.x.at(-1)! - wayOn(speed))).toBeLessThan(1e-8);
    const [from, until] = sticksFor(speed);
    let stuck = 0;
    for (const [k, time] of t.entries()) {
      // before it sticks friction is at its bound, and where that begins it jumps
      if (k === 0 || Math.abs(time - from) < 1e-6) continue;
      const sticks = time > from && time < until;
      expect(columns.friction[k]).toBeCloseTo(sticks ? (spring * columns.x[k]) / limit : Math.sign(speed), 6);
      if (sticks) stuck++;
    }
    expect(stuck).toBeGreaterThan(3);
  });

  it("is followed through its events where a speed of the belt is sought", async () => {
    const asked: Problem = {
      ...carried,
      boundary: [{ name: "there", unit: "m", residual: sub(last("x"), p("target")), frees: "belt" }],
    };
    const { status, message, values } = await solve(
      { ...asked, values: { belt: { unit: "m/s", meaning: "speed of the belt", of: p("belt") } } },
      { set: { belt: 0.21 } },
    );
    expect(status, message).toBe("solved");
    expect(Math.abs(values.belt! - 0.2)).toBeLessThan(1e-7);
  });
});

/** A rectifier: what flows through the diode is above a bound, below one (counted the other way), or between two. */
const rectifier = (bounds: { lower?: number; upper?: number }): Model => ({
  name: "a rectifier",
  state: [{ name: "v", unit: "V", scale: 1 }],
  inside: [{ name: "i", unit: "A", scale: 1, ...bounds }],
  parameters: [],
  inputs: [],
  step({ now, next, inside, h, t }) {
    const sign = bounds.lower === undefined ? -1 : 1;
    const source = sin(mul(2 * Math.PI, add(t, h)));
    const out = sub(mul(sign, inside("i")), mul(0.2, next("v")));
    return {
      rows: [
        equation("v", sub(mul(0.2, sub(next("v"), now("v"))), mul(h, out))),
        { unknown: "i", residual: add(mul(0.5, inside("i")), mul(sign, sub(next("v"), source))) },
      ],
      pairs: [],
      observe: {},
    };
  },
});

it.each([
  [{ lower: 0 }, Number.POSITIVE_INFINITY],
  [{ upper: 0 }, Number.POSITIVE_INFINITY],
  [{ lower: 0, upper: 0.3 }, 0.3],
])("a diode with %o charges as 200 000 Runge–Kutta steps have it", async (bounds, most) => {
  const end = 3.3;
  const rate = (t: number, v: number): number =>
    (Math.min(most, Math.max(0, 2 * (Math.sin(2 * Math.PI * t) - v))) - 0.2 * v) / 0.2;
  const count = 200_000;
  const h = end / count;
  let v = 0;
  for (let k = 0; k < count; k++) {
    const t = k * h;
    const a = rate(t, v);
    const b = rate(t + h / 2, v + (h / 2) * a);
    const c = rate(t + h / 2, v + (h / 2) * b);
    v += (h / 6) * (a + 2 * b + 2 * c + rate(t + h, v + h * c));
  }
  const { status, message, trajectory } = await simulate({
    name: "own/rectifier",
    title: "",
    model: rectifier(bounds),
    parameters: {},
    start: { v: 0 },
    grid: { end, accuracy: 1e-8 },
    values: {},
  });
  expect(status, message).toBe("solved");
  expect(Math.abs(trajectory.columns.v.at(-1)! - v)).toBeLessThan(1e-8);
});

const still = [0, 0, 0, 0, 0, 0] as const;

/** What joints rub with, by the method exact. */
async function ended(robot: Linkage, start: Problem["start"], seconds: number) {
  const model = compliant({ gravity: [0, 0, -9.81], bodies: [], contacts: [], robots: [robot] } as never);
  const grid = { end: seconds, accuracy: 1e-7 };
  const problem: Problem = { name: "own/rubs", title: "", model, parameters: {}, start, grid, values: {} };
  const { status, message, trajectory } = await simulate(problem);
  expect(status, message).toBe("solved");
  return (column: string): number => trajectory.columns[column].at(-1)!;
}

describe("dry friction of joints", () => {
  it("stops a cart that draws another at twice its speed", async () => {
    const follower = {
      ...slider(["second", "rail", "follower"], [1, 0, 0]),
      mimics: { joint: "slide", factor: 2, offset: 0 },
    };
    const carts: Linkage = {
      name: "carts",
      robot: {
        name: "two carts",
        links: ["rail", "cart", "follower"],
        joints: [slider(["slide", "rail", "cart"], [1, 0, 0]), follower],
        inertials: ["cart", "follower"].map((link) => ({ link, mass: 1, centre: [0, 0, 0], inertia: still })),
        resistances: [
          { joint: "slide", damping: 0.5, friction: 1 },
          { joint: "second", damping: 0.25, friction: 0.75 },
        ],
      },
    };
    const last = await ended(carts, { "slide.position": 0, "slide.velocity": 1 }, 2);
    // (m + 2² m) a = −(d + 2² d') v − (f + 2 f'), until it rests
    const [m, d, f] = [5, 1.5, 2.5];
    expect(Math.abs(last("slide.position") - (m / d) * (1 - (f / d) * Math.log(1 + d / f)))).toBeLessThan(1e-7);
    expect(Math.abs(last("slide.velocity"))).toBeLessThan(1e-9);
  });

  it("lets a pendulum swing once, and holds it where that ends", async () => {
    const [m, l, rub, from] = [1, 1, 4, 1];
    const pendulum: Linkage = {
      name: "arm",
      robot: {
        name: "pendulum",
        links: ["root", "bob"],
        joints: [hinge(["joint", "root", "bob"], [0, 0, 0])],
        inertials: [{ link: "bob", mass: m, centre: [0, 0, -l], inertia: still }],
        resistances: [{ joint: "joint", damping: 0, friction: rub }],
      },
    };
    const last = await ended(pendulum, { "joint.position": from, "joint.velocity": 0 }, 3);
    // m g l (cos b − cos a) = f (a − b)
    let [low, high] = [-0.5, 0];
    for (let k = 0; k < 60; k++) {
      const b = (low + high) / 2;
      if (m * 9.81 * l * (Math.cos(b) - Math.cos(from)) > rub * (from - b)) high = b;
      else low = b;
    }
    expect(Math.abs(last("joint.position") - high)).toBeLessThan(1e-6);
    expect(Math.abs(last("joint.velocity"))).toBeLessThan(1e-9);
  });
});
