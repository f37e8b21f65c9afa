import { type Expected, last, type Problem, parameter as p, sub } from "bankshot";
import { diskModel, diskParameters, diskStart, diskValues, rolling } from "./disk-scene.js";

/**
 * The disk with the boundary conditions that Song, Kumar, Pang (2005) print: rolling at the end as a condition, and the
 * start angle free. Once the disk rolls that condition holds by itself, and no condition looks at the angle: singular.
 */
export const problem: Problem = {
  name: "rolling/disk-as-printed",
  title: "The disk with the boundary table as printed: refused, and why",
  model: diskModel,
  parameters: {
    ...diskParameters,
    "start.theta": { value: 0, unit: "rad", meaning: "start angle" },
  },
  start: { ...diskStart, "disk.theta": p("start.theta") },
  grid: { steps: 22, h: 0.001 },
  boundary: [
    {
      name: "end.x",
      unit: "m",
      about: { body: "disk", coordinate: "x" },
      residual: sub(last("disk.x"), p("target.x")),
      frees: "launch.v",
    },
    { name: "end.rolling", unit: "m/s", residual: rolling, frees: "start.theta" },
  ],
  values: diskValues,
};

export const expected: Expected = {
  verb: "solve",
  values: [
    {
      name: "status",
      value: "bad-input",
      tolerance: 0,
      source: "the rolling row repeats what the motion implies, and no row determines the start angle",
    },
  ],
};
