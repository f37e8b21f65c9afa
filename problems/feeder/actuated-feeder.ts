/** The part feeder whose corner moves: a scene with a driven corner, for motions and their tests. */
import { compliant, f, frame, input, parameter as p } from "bankshot";
import { type CompliantContact, rectangle } from "bankshot/geometry";
import { compliance } from "../compliance.js";

const [a, b] = [p("halfLength"), p("halfHeight")];

/** Rounding of the upper edge of the part [m]. */
const edge = 0.001;

/** A lower vertex of the part on the palm, which has no ends here. */
const vertex = (name: string, side: 1 | -1): CompliantContact => ({
  name,
  body: "part",
  shape: { kind: "point", at: [f`${side}*${a}`, f`-${b}`, 0] },
  against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
  friction: p("friction"),
  ...compliance,
});

/** The corner in axes of the part, from its middle. */
const [theta, dx, dy] = [
  frame.next("part.theta"),
  ...["x", "y"].map((axis) => f`${frame.next(`corner.${axis}`)} - ${frame.next(`part.${axis}`)}`),
];
const along = f`cos(${theta})*(${dx}) + sin(${theta})*(${dy})`;
const up = f`cos(${theta})*(${dy}) - sin(${theta})*(${dx})`;
/** How much farther the corner is over the upper side than beyond the right end, or zero: it may pass over the part. */
const beyond = f`${up} - ${b} - ${along} + ${a}`;
const over = f`0.5*(${beyond} + sqrt(${beyond}^2 + ${edge ** 2}))`;

/** The corner touches the right end of the part. */
export const actuatedFeeder = compliant(
  {
    gravity: [0, f`-${p("gravity")}`, 0],
    bodies: [{ name: "part", space: "planar", mass: p("mass"), inertia: p("inertia"), shapes: [rectangle(a, b)] }],
    driven: [
      {
        name: "corner",
        space: "planar",
        acceleration: { linear: [input("driveX"), input("driveY"), 0] },
        shapes: [{ kind: "point", at: [0, 0, 0] }],
      },
    ],
    contacts: [
      {
        name: "push",
        body: "part",
        shape: { kind: "half-space", normal: [1, 0, 0], tangent: [0, -1, 0], offset: f`${a} - ${over}` },
        against: { body: "corner", shape: { kind: "point", at: [0, 0, 0] } },
        friction: p("friction"),
        ...compliance,
      },
      vertex("palm1", -1),
      vertex("palm2", 1),
    ],
  },
  "pyramid",
);
