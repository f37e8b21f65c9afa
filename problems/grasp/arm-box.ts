import { type Expected, type Method, type Problem, parameter as p } from "bankshot";
import { corners, padPoints } from "bankshot/geometry";
import type { ElasticContact } from "bankshot/robots";
import { armExpected, armMethods, armModels, armParameters, armStart, armValues } from "./arm-scene.js";

const block = {
  kind: "box",
  half: [p("half.x"), p("half.y"), p("half.z")],
  rounding: p("rounding"),
} as const;
const law = { friction: p("friction"), stiffness: p("stiffness") };
const table = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } as const;
/** The points at which the pads may touch the box [m]: a square in their middle. */
const touching = padPoints({ half: [0.02, 0.02] }, 2, 2);

/** Four rounded corners on the table and four points of either pad: 72 pairs a step. */
const contacts: readonly ElasticContact[] = [
  ...corners(block)
    .slice(0, 4)
    .map((shape, i) => ({ name: `table${i + 1}`, body: "part", shape, against: table, ...law })),
  ...["left", "right"].flatMap((side) =>
    touching.map((shape, i) => ({
      name: `${side}${i + 1}`,
      body: `${side}Finger`,
      shape,
      against: { body: "part", shape: block },
      ...law,
    })),
  ),
];

const model = armModels({ halfDiameter: p("half.y"), contacts }, 0.03);

export const problem: Problem = {
  name: "grasp/arm-box",
  title: "An arm picks up a rounded box and carries it (Pang, Tedrake 2018, section V-B)",
  model,
  parameters: {
    ...armParameters,
    mass: { ...armParameters.mass, value: 0.4 },
    "half.x": { value: 0.03, unit: "m", meaning: "half its width between the jaws", above: 0, max: 0.04 },
    "half.y": { value: 0.04, unit: "m", meaning: "half its length", above: 0.02, max: 0.1 },
    "half.z": { value: 0.03, unit: "m", meaning: "half its height", above: 0.02, max: 0.05 },
    rounding: { value: 0.005, unit: "m", meaning: "radius of its edges", min: 0, max: 0.01 },
  },
  start: armStart(p("half.z")),
  grid: { steps: 2400, h: 0.005 },
  values: armValues,
};

export const expected: Expected = armExpected;

export const methods: readonly Method[] = armMethods("grasp/arm-box");
