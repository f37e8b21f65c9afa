import { describe, expect, it } from "vitest";
import {
  abs,
  add,
  atRest,
  compliant,
  exp,
  last,
  mul,
  type Problem,
  parameter,
  type Scalar,
  solve,
  sub,
} from "../../../src/index.js";
import { rowWeights } from "../../../src/motion/boundary/shoot.js";

const model = compliant({
  gravity: [0, 0, 0],
  bodies: [{ name: "puck", space: "planar", mass: 1, inertia: 1 }],
  contacts: [],
});

/** A puck that flies for a second without forces: its end is its launch velocity. */
const flight = (boundary: NonNullable<Problem["boundary"]>, launch: Readonly<Record<string, number>>): Problem => ({
  name: "flight",
  title: "Fly for a second",
  model,
  parameters: Object.fromEntries(
    Object.entries(launch).map(([name, value]) => [name, { value, unit: "m/s", meaning: "launch", min: -2, max: 2 }]),
  ),
  start: {
    ...atRest(model),
    ...Object.fromEntries(Object.keys(launch).map((name): [string, Scalar] => [`puck.${name}`, parameter(name)])),
  },
  grid: { steps: 10, h: 0.1 },
  boundary,
  values: Object.fromEntries(
    ["x", "y"].map((axis) => [`end.${axis}`, { unit: "m", meaning: "end", of: last(`puck.${axis}`) }]),
  ),
});

const x = last("puck.x");
const y = last("puck.y");

describe("a first guess at which a condition happens to have no slope", () => {
  const cubed = (target: number): Problem["boundary"] => [
    { name: "end.x", unit: "m³", residual: sub(mul(x, x, x), target), frees: "vx" },
  ];

  it("is no fault of the conditions: another launch has a slope", async () => {
    const { status, values } = await solve(flight(cubed(1) ?? [], { vx: 0 }));
    expect(status).toBe("solved");
    expect(values["end.x"]).toBeCloseTo(1, 9);
  });

  it("is a fault where every launch lacks one", async () => {
    const nothing = [{ name: "end.y", unit: "m", residual: mul(y, y), frees: "vx" }];
    await expect(solve(flight(nothing, { vx: 0 }))).rejects.toThrow(/end\.y repeats what the motion already implies/);
  });
});

describe("conditions that depend on each other", () => {
  const twice = (target: number) => [
    { name: "ex", unit: "m", residual: sub(x, 1), frees: "vx" },
    { name: "ex2", unit: "m", residual: sub(mul(2, x), target), frees: "vy" },
  ];

  it("are named, and contradict or repeat each other by their own scales", async () => {
    const { status, message } = await solve(flight(twice(1), { vx: 0, vy: 0 }));
    expect(status).toBe("infeasible");
    expect(message).toContain("ex, ex2 contradict each other, as freed values move them together only; vy");
    await expect(solve(flight(twice(2), { vx: 0, vy: 0 }))).rejects.toThrow(/ex, ex2 repeat each other, as freed/);
  });

  it("are no contradiction where a motion meets them all, and what they leave open is said", async () => {
    // the second follows from the first at its end only: where the ball is at one, and nowhere before
    const meets = { name: "ey", unit: "m", residual: sub(mul(x, x), 1), frees: "vy" };
    const { status, message, values } = await solve(flight([twice(1)[0], meets], { vx: 0, vy: 0 }));
    expect(status, message).toBe("solved");
    expect(values["end.x"]).toBeCloseTo(1, 9);
    expect(message).toMatch(/^Solved by \d+ shots.*ex, ey repeat each other.*vy is not determined by any condition\.$/);
  });

  it("are told from one that nothing moves", async () => {
    const spin = { name: "still", unit: "1", residual: sub(mul(x, 0), 1), frees: "omega" };
    const { message } = await solve(flight([...twice(1), spin], { vx: 0, vy: 0, omega: 0 }));
    expect(message).toContain("no freed value moves still; ex, ex2 contradict each other");
  });
});

describe("conditions of unequal units", () => {
  it("come as near as they can, each by its own measure", async () => {
    // the first cannot be met and counts in millionths; the second needs several steps and would drown in it
    const boundary = [
      { name: "end.x", unit: "µm", residual: mul(1e6, sub(x, 5)), frees: "vx" },
      { name: "end.y", unit: "1", residual: sub(exp(mul(3, y)), Math.exp(3)), frees: "vy" },
    ];
    const { status, values } = await solve(flight(boundary, { vx: 0, vy: 0 }));
    expect(status).toBe("infeasible");
    expect(values["end.x"]).toBeCloseTo(2, 6);
    expect(values["end.y"]).toBeCloseTo(1, 6);
  });
});

describe("a map from launch to end with teeth", () => {
  /** Slopes of 1.5 and −1 in turn, each over a twentieth: .25 a tooth in the large. */
  const teeth = (u: Scalar): Scalar =>
    Array.from({ length: 41 }, (_, k) => mul(k % 2 === 0 ? 1.25 : -1.25, abs(sub(u, k / 20 - 1)))).reduce(
      (sum, kink) => add(sum, kink),
      mul(0.25, u),
    );
  /** teeth(0) is 1.25. */
  const both = (tx: number, ty: number): NonNullable<Problem["boundary"]> => [
    { name: "end.x", unit: "m", residual: sub(add(teeth(x), mul(0.3, y)), tx + 1.25), frees: "vx" },
    { name: "end.y", unit: "m", residual: sub(sub(y, mul(0.4, teeth(x))), ty - 0.5), frees: "vy" },
  ];

  it.each([0.25, 0.15, -0.1, -0.2])("is followed over them to its root, %f", async (tx) => {
    const { status, values } = await solve(flight(both(tx, 0.1), { vx: 0.01, vy: -0.2 }));
    expect(status).toBe("solved");
    // a tooth is linear: the root of its piece by arithmetic
    const [at, height] = [values["end.x"] ?? Number.NaN, ((values["end.y"] ?? Number.NaN) - 0.1) / 0.4];
    const low = 0.1 * Math.floor(10 * at);
    expect(height).toBeCloseTo(0.25 * low + Math.min(1.5 * (at - low), 0.125 - (at - low)), 9);
    expect(height + 0.3 * (values["end.y"] ?? Number.NaN)).toBeCloseTo(tx, 9);
  });

  it("is shown at its closest end where there is none", async () => {
    const { status, values, run, message } = await solve(flight(both(-0.3, 0.1), { vx: 0.01, vy: -0.2 }));
    expect([status, message]).toEqual([
      "infeasible",
      expect.stringMatching(/found none either \(this is no proof\)\. The motion that is shown misses \S+ by \S+ m\.$/),
    ]);
    expect(values["end.x"]).toBeCloseTo(Number(run.parameters.vx), 12);
  });
});

it("rows weigh by what moves them, and those that nothing moves as the largest", () => {
  expect([...rowWeights(Float64Array.of(4, 0.5, 0, 1e-30))]).toEqual([0.25, 2, 0.25, 0.25]);
  expect([...rowWeights(Float64Array.of(0, 0))]).toEqual([1, 1]);
  // measured by the largest, whatever its unit
  expect([...rowWeights(Float64Array.of(2 ** 20, 2 ** -10))]).toEqual([2 ** -20, 2 ** -20]);
  expect([...rowWeights(Float64Array.of(2 ** -20, 2 ** -40))]).toEqual([2 ** 20, 2 ** 40]);
  // what hardly moves is moved none the less
  expect([...rowWeights(Float64Array.of(1e3, 1e-3))]).toEqual([1e-3, 1e3]);
});
