import { add, div, type Expected, mul, type Parameter, type Problem, parameter as p, patchModel } from "bankshot";
import { blockScene, blockValues, blockWith } from "./block-scene.js";
import { bodyStart, formsOf } from "./patch-scene.js";
import { coastingTime, poseConditions } from "./pose.js";

const target = { x: p("target.x"), y: p("target.y"), theta: p("target.theta") };
/** How long the motion takes, nearly; never zero, so that a block that is there already is not thrown. */
const fading = add(1e-3, coastingTime(target, p("frictionAxes.r"), mul(p("friction"), p("gravity"))));
const launch = (way: keyof typeof target, unit: string, meaning: string, most: number): Parameter => ({
  value: div(mul(2, target[way]), fading),
  unit,
  meaning,
  min: -most,
  max: most,
});

const { "start.vx": _x, "start.vy": _y, "start.wz": _z, "start.gap": _gap, ...block } = blockWith({});

/**
 * A block is launched, slides, spins and must come to rest at a pose: three conditions on position and heading at the
 * end, three launch velocities, through stick. Rest itself is no condition: a block that was launched to be there at the
 * end is there at rest if the time is long enough, and its velocities then do not depend on the launch at all.
 */
export const problem: Problem = {
  name: "patch/curling",
  title: "Launch a spinning block so that it comes to rest at a pose",
  model: (choice) => patchModel(blockScene(), formsOf(choice)),
  parameters: {
    ...block,
    "target.x": { value: 0.6, unit: "m", meaning: "where the centre of mass must come to rest, x" },
    "target.y": { value: 0.3, unit: "m", meaning: "where the centre of mass must come to rest, y" },
    "target.theta": { value: 2, unit: "rad", meaning: "heading in which the block must come to rest", min: -6, max: 6 },
    "launch.vx": launch("x", "m/s", "launch velocity, x", 20),
    "launch.vy": launch("y", "m/s", "launch velocity, y", 20),
    "launch.wz": launch("theta", "rad/s", "launch spin about the vertical", 200),
  },
  start: bodyStart("block", {
    z: p("height"),
    vx: p("launch.vx"),
    vy: p("launch.vy"),
    wz: p("launch.wz"),
  }),
  grid: { steps: 150, h: 0.01 },
  boundary: poseConditions("block", target, ["launch.vx", "launch.vy", "launch.wz"]),
  values: {
    "launch.vx": { unit: "m/s", meaning: "launch velocity, x", of: p("launch.vx") },
    "launch.vy": { unit: "m/s", meaning: "launch velocity, y", of: p("launch.vy") },
    "launch.wz": { unit: "rad/s", meaning: "launch spin", of: p("launch.wz") },
    ...blockValues,
  },
};

export const expected: Expected = {
  verb: "solve",
  values: [
    { name: "end.x", value: 0.6, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.y", value: 0.3, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.theta", value: 2, tolerance: 1e-9, source: "boundary condition" },
    { name: "end.vx", value: 0, tolerance: 1e-12, source: "the block is at rest" },
    { name: "end.wz", value: 0, tolerance: 1e-12, source: "the block is at rest" },
    { name: "minHeight", value: 0, tolerance: 1e-12, source: "no penetration" },
  ],
};
