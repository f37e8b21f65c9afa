import { type Expected, last, type Problem, patchUnion, type Value } from "bankshot";
import { problem as desk, expected as deskExpected, deskScene } from "./desk.js";
import { deskLegs, deskMethods } from "./desk-scene.js";
import { groundPlane } from "./patch-scene.js";

const feet = deskLegs.map(({ vertices }) => vertices.slice(0, 4));

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

export const methods = deskMethods;
