/** Shared by problems and their tests: a disk on an air table with a wall, a cushion and a post, seen from above. */
import { compliant, mul, parameter as p } from "bankshot";
import type { Ball, CompliantContact } from "bankshot/geometry";
import { compliance } from "../compliance.js";

const disk: Ball = { kind: "ball", radius: p("radius") };
const common = {
  body: "disk",
  shape: disk,
  friction: p("friction"),
  ...compliance,
};

/** Seen from above: a wall all along, a shorter cushion on the other side, and a post between start and target. */
const contacts: readonly CompliantContact[] = [
  {
    name: "wall",
    ...common,
    against: { kind: "half-space", normal: [0, -1, 0], tangent: [-1, 0, 0], offset: mul(-1, p("wall.y")) },
  },
  {
    name: "cushion",
    ...common,
    against: {
      kind: "segment",
      from: [p("cushion.from"), p("cushion.y"), 0],
      to: [p("cushion.to"), p("cushion.y"), 0],
    },
  },
  {
    name: "post",
    ...common,
    against: { kind: "ball", radius: p("post.radius"), centre: [p("post.x"), p("post.y"), 0] },
  },
];

export const model = compliant({
  gravity: [0, 0, 0],
  bodies: [{ name: "disk", space: "planar", mass: p("mass"), inertia: p("inertia") }],
  contacts,
});
