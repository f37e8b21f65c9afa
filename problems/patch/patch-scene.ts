/** Shared by the patch problems: the floor, the choice of the friction law, and the values that people ask for. */
import { type Expr, last, type Parameter, type Scalar, sub, type Value } from "bankshot";
import type { HalfSpace, PatchForms } from "bankshot/geometry";

/** The floor z ≤ 0, with tangents along x and y. */
export const groundPlane: HalfSpace = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };

/** The form of the friction law, a choice of every patch problem. */
export const formParameters: Readonly<Record<string, Parameter>> = {
  frictionLaw: {
    value: "projection",
    unit: "",
    meaning: "form of the friction law: projection onto the ellipsoid, or the paper's Fritz John conditions",
    choices: ["projection", "fritz-john"],
  },
  gyroscopic: {
    value: "explicit",
    unit: "",
    meaning:
      "gyroscopic term at the start of a step, as in the paper, or at its end: only there bodies may tumble fast",
    choices: ["explicit", "implicit"],
  },
};

/** The forms that a user chose. */
export function formsOf(choice: (parameter: string) => string): PatchForms {
  return {
    frictionLaw: choice("frictionLaw") as NonNullable<PatchForms["frictionLaw"]>,
    gyroscopic: choice("gyroscopic") as NonNullable<PatchForms["gyroscopic"]>,
  };
}

/** Start values of a body, at rest, upright and at the origin but for what is given. */
export function bodyStart(body: string, given: Readonly<Record<string, Scalar>>): Record<string, Scalar> {
  const states = ["x", "y", "z", "e0", "ex", "ey", "ez", "vx", "vy", "vz", "wx", "wy", "wz"];
  return Object.fromEntries(states.map((name) => [`${body}.${name}`, given[name] ?? (name === "e0" ? 1 : 0)]));
}

/** The pose in which a body ends, and its velocity there. */
export function bodyValues(body: string): Record<string, Value> {
  const end = (name: string, unit: string, meaning: string): [string, Value] => [
    `end.${name}`,
    { unit, meaning, of: last(`${body}.${name}`) },
  ];
  return {
    ...Object.fromEntries([
      end("x", "m", "end position of the centre of mass, x"),
      end("y", "m", "end position of the centre of mass, y"),
      end("z", "m", "end position of the centre of mass, z"),
      end("vx", "m/s", "end velocity, x"),
      end("vy", "m/s", "end velocity, y"),
      end("vz", "m/s", "end velocity, z"),
      end("wz", "rad/s", "end angular velocity about z"),
    ]),
    "end.theta": {
      unit: "rad",
      meaning: "turn about z, summed over all steps",
      of: { reduce: "sum", column: `${body}.turn` },
    },
    "tilt.max": {
      unit: "rad",
      meaning: "largest angle between the body's z axis and the vertical",
      of: { reduce: "maximum", column: `${body}.tilt` },
    },
  };
}

/** The contact point of the last step, and the lowest height of the body. */
export function patchValues(body: string, contact: string): Record<string, Value> {
  const ecp = (axis: string): Expr => last(`${contact}.ecp.${axis}`);
  const relative = (axis: string): Expr => sub(ecp(axis), last(`${body}.${axis}`));
  return {
    "ecp.x": { unit: "m", meaning: "contact point in the last step, x", of: ecp("x") },
    "ecp.y": { unit: "m", meaning: "contact point in the last step, y", of: ecp("y") },
    "ecp.relX": { unit: "m", meaning: "contact point in the last step from the centre of mass, x", of: relative("x") },
    "ecp.relY": { unit: "m", meaning: "contact point in the last step from the centre of mass, y", of: relative("y") },
    minHeight: {
      unit: "m",
      meaning: "least height of a vertex of the hull over all steps",
      of: { reduce: "minimum", column: `${contact}.separation` },
    },
  };
}
