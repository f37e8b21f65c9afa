import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../src/algebra/random.js";
import { fromRotationVector, rotate, type Vector } from "../../../src/algebra/rotation.js";
import { evaluate, evaluator, toExpr, variable } from "../../../src/expr/expr.js";
import { vec3 } from "../../../src/expr/vector.js";
import { overGround } from "../../../src/geometry/height-field/ground-pairs.js";
import { touchingPoints } from "../../../src/geometry/height-field/touching-points.js";
import type { HalfSpace, HeightField, Shape } from "../../../src/geometry/shape.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { rigid } from "../../../src/models/rigid.js";
import { simulate } from "../../../src/motion/solve.js";

const half = Math.SQRT1_2;
const steep = 0.2;
const size = Math.hypot(1, steep);
const slope: HeightField = {
  kind: "height-field",
  heights: [
    [2 * steep, -2 * steep],
    [2 * steep, -2 * steep],
  ],
  spacing: [4, 4],
  from: [-2, -2],
};
const plane: HalfSpace = {
  kind: "half-space",
  normal: [steep / size, 0, 1 / size],
  tangent: [1 / size, 0, -steep / size],
  offset: 0,
};

const onSlope: readonly (readonly [string, Shape])[] = [
  ["box", { kind: "box", half: [0.15, 0.1, 0.1] }],
  [
    "can that rolls",
    { kind: "cylinder", radius: 0.1, halfLength: 0.1, pose: { position: [0, 0, 0], orientation: [half, half, 0, 0] } },
  ],
  ["capsule", { kind: "capsule", from: [0, -0.2, 0], to: [0, 0.2, 0], radius: 0.1 }],
  ["ellipsoid", { kind: "ellipsoid", halfAxes: [0.1, 0.2, 0.15] }],
];

it.each(onSlope)("a %s moves on ground that is a plane as on that half-space", async (_, shape) => {
  const [ground, flat] = await Promise.all(
    [slope, plane].map(async (under) => {
      const model = compliant({
        gravity: [0, 0, -9.81],
        bodies: [{ name: "part", space: "spatial", density: 1000, shape }],
        world: [{ name: "ground", shape: under }],
        contacts: "all",
        materials: [{ friction: 0.5, stiffness: 1e5, damping: 200, coneSmoothing: 1e-3 }],
      });
      const start = { ...atRest(model), "part.z": 0.22, "part.wx": 0.5 };
      const motion = await simulate({
        name: "x",
        title: "x",
        model,
        parameters: {},
        start,
        grid: { steps: 60, h: 4e-3 },
        values: {},
      });
      expect(motion.status, motion.message).toBe("solved");
      return motion.trajectory.columns;
    }),
  );
  for (const name of ["x", "y", "z", "e0", "ex", "wy"])
    expect(ground[`part.${name}`][60]).toBeCloseTo(flat[`part.${name}`][60], 7);
});

/** A bump and a hollow. */
const hilly: HeightField = {
  kind: "height-field",
  heights: Array.from({ length: 7 }, (_, j) =>
    Array.from({ length: 7 }, (_, i) => 0.05 * Math.cos(1.1 * (i - 3)) * Math.cos(0.9 * (j - 3))),
  ),
  spacing: [0.4, 0.4],
  from: [-1.2, -1.2],
};
const heightOver = evaluator(overGround(hilly, vec3(variable("x"), variable("y"), variable("z"))).height);
const over = ([x, y, z]: Vector): number => heightOver((leaf) => (leaf === "x" ? x : leaf === "y" ? y : z));

describe("points of a body over curved ground", () => {
  const random = randomNumbers(5);
  const [a, b, c] = [0.1, 0.08, 0.06];
  const brick: Shape = { kind: "box", half: [a, b, c] };

  it("leave the ground to stand out between them by no more than a tenth of the least half-width", () => {
    const points = touchingPoints(brick, hilly);
    if (typeof points === "string") throw new Error(points);
    const corners = points.flatMap((one) =>
      one.kind === "point" ? [one.at.map((x) => evaluate(toExpr(x), () => 0)) as Vector] : [],
    );
    expect(corners.length).toBe(points.length);
    expect(corners.length).toBeGreaterThan(8);
    for (let k = 0; k < 20; k++) {
      const q = fromRotationVector([0, 1, 2].map(() => 3 * random() - 1.5) as Vector);
      const [x, y] = [random() - 0.5, random() - 0.5];
      const place = (p: Vector): Vector => rotate(q, p).map((u, i) => u + [x, y, 0.1][i]) as Vector;
      const lowest = Math.min(...corners.map((p) => over(place(p))));
      for (let n = 0; n < 150; n++) {
        const side = Math.floor(3 * random());
        const p = [a, b, c].map((l, i) => (i === side ? Math.sign(random() - 0.5) : 2 * random() - 1) * l) as Vector;
        expect(over(place(p))).toBeGreaterThan(lowest - 0.1 * c);
      }
    }
  });

  it("nothing jumps where ground ends: the height is that over the side of a block", () => {
    for (const z of [-0.3, -0.05, 0.1]) {
      const [before, after] = [over([1.2 - 1e-7, 0.3, z]), over([1.2 + 1e-7, 0.3, z])];
      expect(after).toBeCloseTo(before, 6);
      expect(over([1.5, 0.3, z])).toBeGreaterThan(0.29);
    }
  });

  it.each([
    [
      "ground finer than the body",
      { kind: "box", half: [2, 2, 0.1] },
      hilly,
      /so curved that \d+ points would touch it, at most 40/,
    ],
    [
      "lengths that are formulas",
      { kind: "box", half: [variable("parameters.a"), 0.1, 0.1] },
      hilly,
      /must be numbers/,
    ],
    [
      "a scale that is a formula",
      brick,
      { ...hilly, scale: variable("parameters.s") },
      /the scale of the ground is a formula/,
    ],
  ] as const)("(%s) makes none, and says why", (_, shape, ground, said) => {
    expect(touchingPoints(shape, ground)).toMatch(said);
  });
});

describe("a ball on ground with a hollow", () => {
  // z = κ y²/2 at the heights, whose spline has nearly that bend between them
  const bowl = (bend: number): HeightField => ({
    kind: "height-field",
    heights: Array.from({ length: 9 }, (_, j) => [0, 0, 0].map(() => (bend / 2) * (0.1 * (j - 4)) ** 2)),
    spacing: [0.1, 0.1],
    from: [-0.1, -0.4],
  });
  const start = async (bend: number, z: number) => {
    const model = rigid({
      gravity: [0, 0, -9.81],
      bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.1 }, density: 500 }],
      world: [{ name: "ground", shape: bowl(bend) }],
      contacts: "all",
      materials: [{ friction: 0.5 }],
    });
    const at = { ...atRest(model), "ball.z": z };
    return simulate({
      name: "b",
      title: "b",
      model,
      parameters: {},
      start: at,
      grid: { h: 1e-3, steps: 5 },
      values: {},
    });
  };

  it("narrower than itself is refused by its field: its lowest point alone would be met", async () => {
    await expect(start(14, 0.1)).rejects.toThrow(/^ball-ground\.heights must bend upwards less than the ball/);
  });

  it("wider than itself, or on a ridge as sharp, it lies", async () => {
    for (const bend of [7, -14]) {
      const { status, trajectory } = await start(bend, 0.1);
      expect(status).toBe("solved");
      expect(trajectory.columns["ball.z"].at(-1)).toBeCloseTo(0.1, 4);
    }
  });
});
