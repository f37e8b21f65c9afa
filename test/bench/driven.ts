import { feederParameters, feederScene, feederStart, feederValues } from "../../problems/feeder/feeder-scene.js";
import { input, last, parameter } from "../../src/mechanics/model.js";
import { compliant } from "../../src/models/compliant.js";
import { piecewise } from "../../src/motion/problem/inputs.js";
import type { Parameter, Problem } from "../../src/motion/problem/problem.js";

const pushes = ["push.x", "push.y", "turn"] as const;
/** Pieces of each push. */
const pieces = 10;
const name = (push: string, k: number): string => `${push}.${k}`;

/** What the pushes of a driven feeder are made of: 30 parameters. */
export const pushParameters: Readonly<Record<string, Parameter>> = Object.fromEntries(
  pushes.flatMap((push) =>
    Array.from({ length: pieces }, (_, k) => [
      name(push, k),
      { value: 0, unit: push === "turn" ? "N m" : "N", meaning: `${push} in piece ${k}` },
    ]),
  ),
);

/** The part of the feeder on its way through impacts, pushed by forces that are constant over a tenth of the steps. */
export const driven = (steps: number): Problem => ({
  name: "driven feeder",
  title: "A part is pushed through a feeder",
  model: compliant({
    ...feederScene,
    applied: [{ body: "part", force: [input("push.x"), input("push.y"), 0], torque: [0, 0, input("turn")] }],
  }),
  parameters: { ...feederParameters, ...pushParameters },
  inputs: Object.fromEntries(
    pushes.map((push) => [
      push,
      piecewise(
        Array.from({ length: pieces }, (_, k) => ({
          from: Math.round((k * steps) / pieces),
          to: Math.round(((k + 1) * steps) / pieces),
          value: parameter(name(push, k)),
        })),
      ),
    ]),
  ),
  start: feederStart,
  grid: { steps, h: 0.001 },
  values: feederValues,
});

/** Rows of a gradient: where the part ends. */
export const ends = [last("part.x"), last("part.y"), last("part.theta"), last("part.vx"), last("part.omega")];
