import {
  add,
  atRest,
  compliant,
  constant,
  type Expected,
  last,
  mul,
  neg,
  type Problem,
  parameter as p,
  type Scalar,
  select,
  sub,
} from "bankshot";

/** Places of the boxes: four, three, two and one side by side, every one over the gap between two. */
const courses = [4, 3, 2, 1].flatMap((count, course) =>
  Array.from({ length: count }, (_, i) => ({ course, across: i - (count - 1) / 2 })),
);
const boxes = courses.map((place, i) => ({ ...place, name: `box${i + 1}` }));

const model = compliant({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [
    ...boxes.map(({ name }) => ({
      name,
      space: "spatial" as const,
      shape: { kind: "box", half: [p("depth"), p("breadth"), p("height")], rounding: p("rounding") } as const,
      density: p("density"),
    })),
    { name: "ball", space: "spatial", shape: { kind: "ball", radius: p("radius") }, mass: p("mass") },
  ],
  world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
  contacts: "all",
  materials: [
    { friction: p("friction"), stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: p("smoothing") },
  ],
});

const heightOf = (course: number): Scalar => mul(2 * course + 1, p("height"));

const start = Object.fromEntries(
  boxes.flatMap(({ name, course, across }) => [
    [`${name}.y`, mul(across, add(mul(2, p("breadth")), p("joint")))],
    [`${name}.z`, heightOf(course)],
  ]),
);

/** One for a box that came down by half its height or more. */
const fell = ({ name, course }: (typeof boxes)[number]): Scalar =>
  select(sub(sub(heightOf(course), p("height")), last(`${name}.z`)), constant(1), constant(0));

/** A ball is thrown at a wall of ten boxes. */
export const problem: Problem = {
  name: "touch/wall",
  title: "A ball knocks over a wall of ten boxes",
  model,
  parameters: {
    speed: { value: 7, unit: "m/s", meaning: "speed of the ball towards the wall", min: 0 },
    lift: { value: 1, unit: "m/s", meaning: "speed of the ball upwards" },
    aim: { value: 0.06, unit: "m", meaning: "how far to the left of the middle of the wall the ball is thrown" },
    depth: { value: 0.1, unit: "m", meaning: "half the depth of a box, the way the ball flies", above: 0 },
    breadth: { value: 0.2, unit: "m", meaning: "half the breadth of a box, along the wall", above: 0 },
    height: { value: 0.1, unit: "m", meaning: "half the height of a box", above: 0 },
    rounding: { value: 0.03, unit: "m", meaning: "radius of the edges of the boxes", above: 0 },
    joint: { value: 0.02, unit: "m", meaning: "gap between boxes side by side", min: 0 },
    density: { value: 300, unit: "kg/m³", meaning: "density of the boxes", above: 0 },
    radius: { value: 0.12, unit: "m", meaning: "radius of the ball", above: 0 },
    mass: { value: 12, unit: "kg", meaning: "mass of the ball", above: 0 },
    gravity: { value: 9.81, unit: "m/s²", meaning: "acceleration of gravity", above: 0 },
    friction: { value: 0.4, unit: "1", meaning: "friction coefficient of all contacts", min: 0 },
    stiffness: { value: 3e4, unit: "N/m", meaning: "stiffness K of all contacts", above: 0 },
    damping: { value: 150, unit: "N s/m", meaning: "damping C of all contacts", min: 0 },
    smoothing: { value: 1e-4, unit: "N", meaning: "smoothing γ of the friction cone", min: 0 },
  },
  start: {
    ...atRest(model),
    ...start,
    "ball.x": -1.2,
    "ball.y": p("aim"),
    "ball.z": 0.4,
    "ball.vx": p("speed"),
    "ball.vz": p("lift"),
  },
  grid: { steps: 500, h: 0.002 },
  values: {
    fallen: { unit: "1", meaning: "boxes that came down by half a height or more", of: add(...boxes.map(fell)) },
    deepest: {
      unit: "1",
      meaning: "largest part of the way to their cores that two were pressed in",
      of: { reduce: "maximum", column: "contacts.deepest" },
    },
    "energy.end": { unit: "J", meaning: "kinetic, potential and elastic energy at the end", of: last("energy") },
    "ball.slowed": {
      unit: "m/s",
      meaning: "speed that the ball lost on its way through the wall",
      of: sub(p("speed"), last("ball.vx")),
    },
  },
};

const finer = "the same scene on 5000 steps of 0.2 ms: --set grid.h=0.0002 --set grid.steps=5000";

export const expected: Expected = {
  verb: "simulate",
  values: [
    { name: "fallen", value: 4, tolerance: 0.5, source: finer },
    { name: "ball.slowed", value: 4.4688, tolerance: 0.1, source: finer },
    { name: "energy.end", value: 159.2, tolerance: 10, source: finer },
  ],
};
