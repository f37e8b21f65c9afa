/**
 * A disk slides over a table while it spins, seen from above. Friction takes both: sliding keeps the spin from being felt and
 * the spin the sliding, v̇ = −μ g F(v/Rω), R ω̇ = −2 μ g T(v/Rω), so that whatever the start, both end at one moment and with
 * v/Rω = 0.653 (Farkas, Bartels, Unger, Wolf, Phys. Rev. Lett. 90, 248302, 2003). The table presses in points, or has
 * an ellipsoid as its limit surface.
 */
import { atRest, div, type Expected, last, mul, neg, norm, type Problem, parameter as p, pow, rigid } from "bankshot";
import { diskPressure, type Force } from "bankshot/geometry";

const pressing = (pressure: string): Pick<Extract<Force, { kind: "table" }>, "points" | "lever"> =>
  // an even disk has the mean lever 2 R/3
  pressure === "points" ? { points: diskPressure(p("radius")) } : { lever: mul(2 / 3, p("radius")) };

const modelOf = (pressure: string) =>
  rigid({
    gravity: [0, 0, neg(p("gravity"))],
    bodies: [
      {
        name: "disk",
        space: "planar",
        mass: p("mass"),
        inertia: mul(0.5, p("mass"), pow(p("radius"), 2)),
        shapes: [{ kind: "ball", radius: p("radius") }],
      },
    ],
    contacts: [],
    forces: [{ kind: "table", name: "table", body: "disk", friction: p("friction"), ...pressing(pressure) }],
  });

export const problem: Problem = {
  name: "resist/table-slide",
  title: "A disk slides and spins on a table, and ends both at one moment",
  model: (choice) => modelOf(choice("pressure")),
  parameters: {
    pressure: {
      value: "points",
      unit: "",
      meaning: "how it presses: in points, or by an ellipsoid of forces and moments",
      choices: ["points", "ellipsoid"],
    },
    "launch.v": { value: 1, unit: "m/s", meaning: "speed at the start", min: -20, max: 20 },
    "launch.spin": { value: 5, unit: "rad/s", meaning: "spin at the start", min: -500, max: 500 },
    friction: { value: 0.3, unit: "1", meaning: "friction coefficient μ", above: 0, max: 3 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    mass: { value: 0.2, unit: "kg", meaning: "mass of the disk", above: 0 },
    radius: { value: 0.1, unit: "m", meaning: "radius of the disk", above: 0 },
    time: {
      // neither lasts longer than all of v and Rω would by the least friction that one can have
      value: mul(1.25, div(norm(p("launch.v"), mul(p("radius"), p("launch.spin"))), mul(p("friction"), p("gravity")))),
      unit: "s",
      meaning: "duration: until some time after the disk stands",
      above: 0,
    },
  },
  start: { ...atRest(modelOf("points")), "disk.vx": p("launch.v"), "disk.omega": p("launch.spin") },
  grid: { steps: 400, h: 0.001 },
  values: {
    "stop.time": {
      unit: "s",
      meaning: "time until it stands",
      of: { reduce: "first-positive-time", column: "table.stickMargin" },
    },
    "slide.distance": { unit: "m", meaning: "how far it slides", of: last("disk.x") },
    "turn.angle": { unit: "rad", meaning: "by how much it turns", of: last("disk.theta") },
  },
};

const source =
  "independent integration of v̇ = −μ g F(v/Rω), R ω̇ = −2 μ g T(v/Rω) with F, T by quadrature over the even disk (24 × 97 points)";

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "stop.time", value: 0.38114, tolerance: 0.02 * 0.38114, source },
    { name: "slide.distance", value: 0.180891, tolerance: 0.02 * 0.180891, source },
    { name: "turn.angle", value: 1.16602, tolerance: 0.02 * 1.16602, source },
  ],
};
