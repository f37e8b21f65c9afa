import {
  add,
  atRest,
  compliant,
  type Expected,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  type Scalar,
} from "bankshot";
import type { HalfSpace } from "bankshot/geometry";

const ball = { kind: "ball", radius: p("radius") } as const;

const inwards = neg(mul(0.5, p("width")));
const side = (normal: HalfSpace["normal"], tangent: HalfSpace["tangent"], offset: Scalar): HalfSpace => ({
  kind: "half-space",
  normal,
  tangent,
  offset,
});
const walls = {
  floor: side([0, 0, 1], [1, 0, 0], 0),
  left: side([1, 0, 0], [0, 1, 0], inwards),
  right: side([-1, 0, 0], [0, 1, 0], inwards),
  front: side([0, 1, 0], [1, 0, 0], inwards),
  back: side([0, -1, 0], [1, 0, 0], inwards),
};

/** So many balls of one kind fall into a box without a lid; anything touches anything. */
export function pile(count: number): Problem {
  const names = Array.from({ length: count }, (_, i) => `ball${i + 1}`);
  const model = compliant({
    gravity: [0, 0, neg(p("gravity"))],
    bodies: names.map((name) => ({ name, space: "spatial", shape: ball, density: p("density") })),
    world: Object.entries(walls).map(([name, shape]) => ({ name, shape })),
    contacts: "all",
    materials: [
      { friction: p("friction"), stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: p("smoothing") },
    ],
  });
  // layers with room between the balls, each a little aside of the one below
  const row = Math.max(2, Math.floor(Math.cbrt(count)));
  const start = Object.fromEntries(
    names.flatMap((name, i) => {
      const layer = Math.floor(i / row ** 2);
      const place = (k: number): Scalar => mul(p("radius"), 2.3 * (k - (row - 1) / 2) + 0.3 * ((layer % 3) - 1));
      return [
        [`${name}.x`, place(i % row)],
        [`${name}.y`, place(Math.floor(i / row) % row)],
        [`${name}.z`, add(p("height"), mul(p("radius"), 1 + 2.3 * layer))],
      ];
    }),
  );
  return {
    name: "touch/pile",
    title: "Balls fall into a box",
    model,
    parameters: {
      radius: { value: 0.02, unit: "m", meaning: "radius of the balls", above: 0 },
      density: { value: 1000, unit: "kg/m³", meaning: "density of the balls", above: 0 },
      width: { value: 0.18, unit: "m", meaning: "width of the box", above: 0 },
      height: { value: 0.05, unit: "m", meaning: "height of the lowest ball over the floor at the start", above: 0 },
      gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
      friction: { value: 0.3, unit: "1", meaning: "friction coefficient of all contacts", min: 0 },
      stiffness: { value: 1e4, unit: "N/m", meaning: "stiffness K of all contacts", above: 0 },
      damping: { value: 20, unit: "N s/m", meaning: "damping C of all contacts", min: 0 },
      smoothing: { value: 1e-4, unit: "N", meaning: "smoothing γ of the friction cone", min: 0 },
    },
    start: { ...atRest(model), ...start },
    grid: { steps: 2500, h: 0.002 },
    values: {
      "energy.end": { unit: "J", meaning: "kinetic, potential and elastic energy at the end", of: last("energy") },
      deepest: {
        unit: "1",
        meaning: "largest part of their radii that two balls were pressed in",
        of: { reduce: "maximum", column: "contacts.deepest" },
      },
      "touching.end": { unit: "1", meaning: "contacts that push at the end", of: last("contacts.pushing") },
    },
  };
}

/** Sixteen balls, which have room beside each other on the floor. */
export const problem: Problem = pile(16);

const weight = 1000 * (4 / 3) * Math.PI * 0.02 ** 3 * 9.81;

export const expected: Expected = {
  verb: "simulate",
  values: [
    {
      name: "energy.end",
      value: 16 * (weight * 0.02 - (0.5 * weight ** 2) / 1e4),
      tolerance: 2e-4,
      source: "closed form: every ball rests on the floor, m g r − (m g)²/(2 K) each",
    },
  ],
};
