import { type Expected, type Method, type Problem, parameter as p } from "bankshot";
import { fromAxisAngle } from "bankshot/geometry";
import { armExpected, armMethods, armModels, armParameters, armStart, armValues, pad } from "./arm-scene.js";

const cylinder = { kind: "cylinder", radius: p("radius"), halfLength: p("halfLength") } as const;
const law = { friction: p("friction"), stiffness: p("stiffness") };

/** The cylinder lies along y: two contacts with the table and two with either pad, 36 pairs a step. */
const model = armModels(
  {
    halfDiameter: p("halfLength"),
    contacts: [
      {
        name: "table",
        body: "part",
        shape: cylinder,
        against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
        ...law,
      },
      { name: "left", body: "part", shape: cylinder, against: { body: "leftFinger", shape: pad }, ...law },
      { name: "right", body: "part", shape: cylinder, against: { body: "rightFinger", shape: pad }, ...law },
    ],
  },
  0.03,
);

export const problem: Problem = {
  name: "grasp/arm-cylinder",
  title: "An arm picks up a cylinder and carries it (Pang, Tedrake 2018, section V-B)",
  model,
  parameters: {
    ...armParameters,
    radius: { value: 0.03, unit: "m", meaning: "radius of the cylinder", above: 0, max: 0.04 },
    halfLength: { value: 0.04, unit: "m", meaning: "half its length", above: 0, max: 0.045 },
  },
  start: armStart(p("radius"), fromAxisAngle([1, 0, 0], -Math.PI / 2)),
  grid: { steps: 2400, h: 0.005 },
  values: armValues,
};

export const expected: Expected = armExpected;

export const methods: readonly Method[] = armMethods("grasp/arm-cylinder");
