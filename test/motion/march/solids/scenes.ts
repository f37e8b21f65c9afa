import type { Shape } from "../../../../src/geometry/shape.js";
import { type CompliantContact, viscoelastic } from "../../../../src/mechanics/compliance.js";
import type { Model } from "../../../../src/mechanics/model.js";
import { atRest, type ShapedScene } from "../../../../src/mechanics/scene.js";
import { solidsModel } from "../../../../src/mechanics/solids/many-solids.js";
import type { Problem } from "../../../../src/motion/problem/problem.js";

export const law = viscoelastic("projection");
export const number = (value: number) => ({ value, unit: "1", meaning: "a number of the scene" });
export const box: Shape = { kind: "box", half: [0.05, 0.06, 0.05] };

/** A body, and where and how fast it starts. */
export interface Placed {
  readonly name: string;
  readonly shape: Shape;
  readonly material?: string;
  readonly start: Problem["start"];
}

/** The model of a scene as an assembly of solids, however few they are. */
export function assembled(scene: ShapedScene<CompliantContact>): Model {
  const model = solidsModel(scene, law, 1);
  if (model === undefined) throw new Error("convex bodies on a floor are an assembly");
  return model;
}

/** A problem of solids whose contacts have the numbers that their scene names. */
export const problemOf = (model: Model, bodies: readonly Placed[], grid: Problem["grid"]): Problem => ({
  name: "test/solids",
  title: "solids",
  model,
  parameters: {
    gravity: number(-9.8),
    density: number(500),
    friction: number(0.4),
    stiffness: number(1e4),
    damping: number(60),
    smoothing: number(1e-4),
  },
  start: {
    ...atRest(model),
    ...Object.fromEntries(
      bodies.flatMap(({ name, start }) => Object.entries(start).map(([key, value]) => [`${name}.${key}`, value])),
    ),
  },
  grid,
  values: {},
});
