import { mul, neg, type Scalar, sub } from "../../src/expr/expr.js";
import { last, parameter as p } from "../../src/mechanics/model.js";
import type { Components } from "../../src/mechanics/shape.js";
import { patchUnion } from "../../src/models/patch-union.js";
import type { Expected, Problem, Value } from "../../src/motion/problem.js";
import { problem as desk, expected as deskExpected, deskScene } from "./desk.js";
import { groundPlane } from "./patch-scene.js";

const outer = mul(0.5, p("length"));
const inner = sub(outer, p("legWidth"));

/** The foot in one quarter of the desk, anticlockwise. */
function foot(signX: 1 | -1, signY: 1 | -1): readonly Components[] {
  const signed = (sign: 1 | -1, x: Scalar): Scalar => (sign === 1 ? x : neg(x));
  const [x, y] = [
    [signed(signX, inner), signed(signX, outer)],
    [signed(signY, inner), signed(signY, outer)],
  ] as const;
  const around = signX === signY ? [0, 1, 3, 2] : [0, 2, 3, 1];
  return around.map((k): Components => [x[k & 1]!, y[k >> 1]!, neg(p("height"))]);
}

const feet = [foot(-1, -1), foot(1, -1), foot(1, 1), foot(-1, 1)];

const legValues: readonly (readonly [string, Value])[] = feet.map((_, i) => [
  `load.${i}`,
  {
    unit: "N s",
    meaning: `normal impulse under leg ${i} in the last step`,
    of: last(`floor.patch.${i}.normalImpulse`),
  },
]);

const { frictionLaw: _, ...parameters } = desk.parameters;

/**
 * The desk of Xie, Chakraborty (2019) on a union of four patches, an equivalent contact point under each leg. With one
 * friction ellipsoid at the centroid of the loads it moves as the full model; with one per leg it cannot while it
 * turns (see `patchUnion`).
 */
export const problem: Problem = {
  ...desk,
  name: "patch/desk-legs",
  title: "A pushed desk slides and turns, by a contact point under each leg (Xie, Chakraborty 2019, V-A)",
  model: (choice) => patchUnion(scene, choice("reading") === "perLeg" ? "perPatch" : "centroid"),
  parameters: {
    ...parameters,
    reading: {
      value: "centroid",
      unit: "",
      meaning: "one friction ellipsoid at the centroid of the loads, or one for each leg",
      choices: ["centroid", "perLeg"],
    },
  },
  values: { ...desk.values, ...Object.fromEntries(legValues) },
};

const scene = {
  ...deskScene,
  contacts: deskScene.contacts.map((contact) => ({ ...contact, against: groundPlane, patches: feet })),
};

export const expected: Expected = deskExpected;
