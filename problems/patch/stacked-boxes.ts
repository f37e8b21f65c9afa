/** Shared by problems and their tests: a box on a box on the floor. */
import { mul, neg, parameter as p } from "bankshot";
import { type PatchScene, type Polyhedron, prism } from "bankshot/geometry";
import { groundPlane } from "./patch-scene.js";

/** Half the thickness of either box [m]. */
export const half = 0.05;

const plate = (length: number): Polyhedron =>
  prism(
    [
      [-length / 2, -0.1],
      [length / 2, -0.1],
      [length / 2, 0.1],
      [-length / 2, 0.1],
    ],
    -half,
    half,
  );

/** m (a² + b²)/12 of a box, about x, y and z. */
const boxInertia = (mass: ReturnType<typeof p>, length: number) =>
  [
    mul((0.2 ** 2 + 0.1 ** 2) / 12, mass),
    mul((length ** 2 + 0.1 ** 2) / 12, mass),
    mul((length ** 2 + 0.2 ** 2) / 12, mass),
  ] as const;

/** A box of .2 m on one of .3 m, shifted so that it overhangs; the lower one is pushed at its centre of mass. */
export const scene: PatchScene = {
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [
    { name: "lower", space: "spatial", mass: p("lower.mass"), inertia: boxInertia(p("lower.mass"), 0.3) },
    { name: "upper", space: "spatial", mass: p("upper.mass"), inertia: boxInertia(p("upper.mass"), 0.2) },
  ],
  contacts: [
    {
      name: "floor",
      body: "lower",
      shape: plate(0.3),
      against: groundPlane,
      friction: p("floor.friction"),
      frictionAxes: [1, 1, 0.1],
    },
    {
      name: "lid",
      body: "upper",
      shape: plate(0.2),
      against: { kind: "convex", body: "lower", shape: plate(0.3), tangent: [1, 0, 0] },
      friction: p("lid.friction"),
      frictionAxes: [1, 1, 0.1],
    },
  ],
  applied: [{ body: "lower", force: [p("push"), 0, 0], torque: [0, 0, 0] }],
};
