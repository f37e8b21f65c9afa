/** Shared by problems and their tests: a chute with a thin pin that holds a block. */
import { add, compliant, cos, mul, neg, parameter as p, sin } from "bankshot";

export const down = [cos(p("slope")), neg(sin(p("slope"))), 0] as const;
export const up = [sin(p("slope")), cos(p("slope")), 0] as const;

/** The middle of the pin stands where the front of the block touches it after the way, at a height over the chute. */
export const pinAlong = add(p("halfLength"), p("way"), p("pin.radius"));

/** A thin pin holds parts that slide down a chute. The chute begins at the middle of the part, x along it. */
export const model = compliant({
  gravity: [0, neg(p("gravity")), 0],
  bodies: [
    {
      name: "block",
      space: "planar",
      shape: { kind: "box", half: [p("halfLength"), p("halfHeight"), p("halfHeight")] },
      mass: p("mass"),
    },
  ],
  world: [
    {
      name: "chute",
      shape: {
        kind: "half-space",
        normal: up,
        tangent: down,
        offset: 0,
        stretch: [mul(-2, p("halfLength")), add(pinAlong, mul(2, p("halfLength")))],
      },
    },
    {
      name: "pin",
      shape: {
        kind: "ball",
        radius: p("pin.radius"),
        centre: [
          add(mul(pinAlong, down[0]), mul(p("pin.height"), up[0])),
          add(mul(pinAlong, down[1]), mul(p("pin.height"), up[1])),
          0,
        ],
      },
    },
  ],
  contacts: "all",
  materials: [
    { friction: p("friction"), stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: p("coneSmoothing") },
  ],
});
