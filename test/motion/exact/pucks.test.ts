import { expect, it } from "vitest";
import { atRest, last, mul, type Problem, parameter as p, rigid, solve, sub } from "../../../src/index.js";

const [radius, gap, still] = [0.04, 0.22, 0.3];
const puck = (name: string, mass: Problem["start"][string]) =>
  ({ name, space: "planar", shape: { kind: "ball", radius }, mass }) as const;
const table = (body: string) =>
  ({ kind: "table", name: `under ${body}`, body, friction: p("friction"), lever: 0.03 }) as const;

const model = rigid({
  gravity: [0, 0, -9.81],
  bodies: [puck("a", p("mass")), puck("b", still)],
  world: [],
  contacts: "all",
  materials: [{ friction: 0, restitution: p("restitution") }],
  forces: [table("a"), table("b")],
});
const problem: Problem = {
  name: "test/pucks",
  title: "A puck that slides on a table knocks on one at rest",
  model,
  parameters: {
    mass: { value: 0.3, unit: "kg", meaning: "mass of the puck that is launched", above: 0 },
    restitution: { value: 0.5, unit: "1", meaning: "restitution", min: 0, max: 1 },
    friction: { value: 0.2, unit: "1", meaning: "friction of the table", min: 0 },
    target: { value: 0.8, unit: "m", meaning: "where the other one must lie at the end" },
    v: { value: 2, unit: "m/s", meaning: "launch velocity", min: 0, max: 8 },
  },
  start: { ...atRest(model), "a.vx": p("v"), "b.x": gap + 2 * radius },
  grid: { end: 1.5 },
  boundary: [{ name: "end", unit: "m", residual: sub(last("b.x"), p("target")), frees: "v" }],
  values: { "a.x": { unit: "m", meaning: "where the first one lies", of: last("a.x") } },
};

it.each([
  {},
  { mass: 0.24 },
  { mass: 0.6 },
  { restitution: 0.25 },
  { restitution: 1 },
  { friction: 0.1 },
  { friction: 0.4 },
  { target: 0.4 },
])("what lay still before a blow is slowed by its table in a followed motion, too: %o", async (set) => {
  const found = await solve(problem, { set });
  expect(found.status, found.message).toBe("solved");
  const numberOf = (name: string): number => Number(found.run.parameters[name]);
  const slowing = 9.81 * numberOf("friction");
  // v²/(2μg) of both behind the blow, as far as they come in what is left of the time
  const v = Math.sqrt(numberOf("v") ** 2 - 2 * slowing * gap);
  const left = 1.5 - (numberOf("v") - v) / slowing;
  const blow = ((1 + numberOf("restitution")) * v) / (1 / numberOf("mass") + 1 / still);
  const slid = (speed: number): number => {
    const t = Math.min(left, Math.abs(speed) / slowing);
    return Math.sign(speed) * (Math.abs(speed) * t - (slowing * t * t) / 2);
  };
  expect(gap + 2 * radius + slid(blow / still)).toBeCloseTo(numberOf("target"), 7);
  expect(found.values["a.x"]).toBeCloseTo(gap + slid(v - blow / numberOf("mass")), 6);
});

it.each([-1e-10, 0, 1e-12, 3e-12, 1e-10, 1e-7])(
  "an impact that falls on the end, %d s before it, is lost on no plan",
  async (early) => {
    const ball = rigid({
      gravity: [0, 0, -9.81],
      bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.05 }, mass: 0.2 }],
      world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
      contacts: "all",
      materials: [{ friction: 0, restitution: 0.7 }],
    });
    // thrown at an angle of 1 rad from a metre, it lands at 1.5 m after just this time
    const end = Math.sqrt((2 * (0.95 + 1.5 * Math.tan(1))) / 9.81) + early;
    const found = await solve({
      name: "test/at-the-end",
      title: "A ball lands as the motion ends",
      model: ball,
      parameters: { v: { value: 3, unit: "m/s", meaning: "launch speed", min: 1, max: 6 } },
      start: { ...atRest(ball), "ball.z": 1, "ball.vx": mul(Math.cos(1), p("v")), "ball.vz": mul(Math.sin(1), p("v")) },
      grid: { end },
      boundary: [{ name: "x", unit: "m", residual: sub(last("ball.x"), 1.5), frees: "v" }],
      values: {},
    });
    expect(found.status, found.message).toBe("solved");
    expect(Number(found.run.parameters.v)).toBeCloseTo(1.5 / Math.cos(1) / end, 11);
  },
);
