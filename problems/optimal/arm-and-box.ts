/** Shared by problems and their tests: a planar arm of two links, a box that its fingertip pushes, and the table below, seen from above. */
import { f, input, parameter as p, rigid } from "bankshot";
import { type Body, rectangle } from "bankshot/geometry";

export const [a, b] = [p("halfLength"), p("halfWidth")];
export const [l1, l2] = [p("arm.length1"), p("arm.length2")];

/** A slender link, whose centre is in its middle. */
const link = (name: string, length: typeof l1, mass: typeof l1): Body => ({
  name,
  space: "planar",
  mass,
  inertia: f`${mass}*${length}^2/12`,
  shapes: [{ kind: "segment", from: [f`-${length}/2`, 0, 0], to: [f`${length}/2`, 0, 0] }],
});

export const model = rigid(
  {
    gravity: [0, 0, f`-${p("gravity")}`],
    bodies: [
      link("upper", l1, p("arm.mass1")),
      link("lower", l2, p("arm.mass2")),
      {
        name: "box",
        space: "planar",
        mass: p("mass"),
        inertia: f`${p("mass")}*(${a}^2 + ${b}^2)/3`,
        shapes: [rectangle(a, b)],
      },
    ],
    joints: [
      { name: "shoulder", kind: "hinge", body: "upper", at: [f`-${l1}/2`, 0, 0], motor: { force: input("shoulder") } },
      {
        name: "elbow",
        kind: "hinge",
        body: "lower",
        at: [f`-${l2}/2`, 0, 0],
        to: { body: "upper", at: [f`${l1}/2`, 0, 0] },
        motor: { force: input("elbow") },
      },
    ],
    contacts: [
      {
        name: "finger",
        body: "lower",
        shape: { kind: "ball", radius: p("finger.radius"), centre: [f`${l2}/2`, 0, 0] },
        against: { body: "box", shape: { kind: "half-space", normal: [-1, 0, 0], tangent: [0, -1, 0], offset: a } },
        friction: p("friction.finger"),
      },
    ],
    forces: [{ kind: "table", name: "table", body: "box", friction: p("friction.table"), lever: p("lever") }],
  },
  "pyramid",
);
