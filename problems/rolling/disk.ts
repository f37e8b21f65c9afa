import { type Expected, last, type Problem, parameter as p, sub } from "bankshot";
import { diskModel, diskParameters, diskStart, diskValues } from "./disk-scene.js";

/**
 * Fig. 1 and 2 of Song, Kumar, Pang (2005), the simplest boundary problem with a transition: a disk slides, then rolls,
 * and must be at 0.02 m after 0.022 s. The paper's continuous answer is 1.2402 m/s; 22 steps of 1 ms give 1.2522.
 */
export const problem: Problem = {
  name: "rolling/disk",
  title: "Launch a spinning disk so that it rolls to a target (Song, Kumar, Pang 2005, Fig. 2)",
  model: diskModel,
  parameters: diskParameters,
  start: diskStart,
  grid: { steps: 22, h: 0.001 },
  boundary: [
    {
      name: "end.x",
      unit: "m",
      about: { body: "disk", coordinate: "x" },
      residual: sub(last("disk.x"), p("target.x")),
      frees: "launch.v",
    },
  ],
  values: diskValues,
};

export const expected: Expected = {
  verb: "solve",
  values: [
    {
      name: "launch.v",
      value: 1.2521730909090907,
      tolerance: 1e-9,
      source: "closed form of the backward Euler scheme; continuous 1.2402424613794",
    },
    { name: "stick.step", value: 12, tolerance: 0, source: "closed form of the backward Euler scheme" },
    { name: "end.rollingError", value: 0, tolerance: 1e-10, source: "rolling after sticking" },
  ],
};
