import { expect, it } from "vitest";
import { atRest, last, type Problem, parameter as p, rigid, solve, sub } from "../../../src/index.js";
import { everyLaunch, played, table } from "./brute-hockey.js";

const { puck, mallet, post, wall, restitution, friction, target, time } = table;
const side = (name: string, x: 1 | -1) =>
  ({ name, shape: { kind: "half-space", normal: [x, 0, 0], tangent: [0, -x, 0], offset: -wall } }) as const;
const model = rigid({
  gravity: [0, 0, 0],
  bodies: [
    { name: "puck", space: "planar", shape: { kind: "ball", radius: puck.radius }, mass: puck.mass },
    { name: "mallet", space: "planar", shape: { kind: "ball", radius: mallet.radius }, mass: mallet.mass },
  ],
  world: [
    side("left", 1),
    side("right", -1),
    { name: "post", shape: { kind: "box", half: [...post.half, 0.1], pose: { position: [0, post.y, 0] } } },
  ],
  contacts: "all",
  materials: [{ friction, restitution }],
});
const box = [
  [-0.6, 0.9],
  [1.2, 2.7],
] as const;
const launch = (k: 0 | 1) => ({
  value: box[k][1],
  unit: "m/s",
  meaning: "velocity of the mallet",
  min: box[k][0],
  max: box[k][1],
});
const problem: Problem = {
  name: "hockey",
  title: "A mallet sends a puck round a post into the goal",
  model,
  parameters: { vx: launch(0), vy: launch(1) },
  start: {
    ...atRest(model),
    "puck.y": puck.at[1],
    "mallet.x": mallet.at[0],
    "mallet.vx": p("vx"),
    "mallet.vy": p("vy"),
  },
  grid: { end: time },
  boundary: [
    { name: "end.x", unit: "m", residual: sub(last("puck.x"), target[0]), frees: "vx" },
    { name: "end.y", unit: "m", residual: sub(last("puck.y"), target[1]), frees: "vy" },
  ],
  values: {
    vx: { unit: "m/s", meaning: "velocity of the mallet", of: p("vx") },
    vy: { unit: "m/s", meaning: "velocity of the mallet", of: p("vy") },
  },
};

it("of two freed values every launch of up to five impacts is found that ninety thousand shots by formulas find, and none that is none", async () => {
  const brute = everyLaunch(box, [300, 300]);
  const { solutions = [] } = await solve(problem, { search: { all: true, samples: 80 } });
  const found = solutions.map(({ values }) => [values.vx ?? Number.NaN, values.vy ?? Number.NaN] as const);
  const isFound = ({ vx, vy }: (typeof brute)[number]): boolean =>
    found.some((one) => Math.hypot(one[0] - vx, one[1] - vy) < 1e-6);
  expect(brute.length).toBeGreaterThanOrEqual(5);
  expect(brute.filter((one) => one.impacts.length <= 5 && !isFound(one))).toEqual([]);
  for (const [vx, vy] of found) {
    const { x, y } = played(vx, vy);
    expect(Math.hypot(x - target[0], y - target[1])).toBeLessThan(1e-5);
  }
});

it("a launch just beyond the end of a range is none within it, and is told; one just within is found", async () => {
  // by formulas it is at vx = −.0460069, vy = 1.8548590
  const searched = (min: number) => {
    const vx = { ...launch(0), value: 0, min, max: 0 };
    const vy = { ...launch(1), value: 1.85, min: 1.8, max: 1.9 };
    return solve({ ...problem, parameters: { vx, vy } }, { search: { all: true, samples: 12 } });
  };
  const { status, message } = await searched(-0.04595);
  expect([status, message]).toEqual([
    "infeasible",
    expect.stringMatching(
      /^0 launches found .* motions point to one just beyond, near vx = -0\.04601 and vy = 1\.855\.$/,
    ),
  ]);
  expect((await searched(-0.04601)).values.vx).toBeCloseTo(-0.0460069274, 9);
});
