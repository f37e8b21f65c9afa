import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../src/algebra/random.js";
import { fromRotationVector, multiplyQuaternions, rotate, type Vector } from "../../src/algebra/rotation.js";
import { evaluate, toExpr } from "../../src/expr/expr.js";
import type { Shape } from "../../src/geometry/shape.js";
import { type Body, motionOf } from "../../src/mechanics/body.js";
import { next, now } from "../../src/mechanics/model.js";
import { contactGeometry } from "../../src/mechanics/pairs.js";
import { plainShapes } from "./shapes.js";

const half = Math.SQRT1_2;
/** Shapes that are nowhere in the middle of their axes, nor along them, where that says more; else the plain ones. */
const shapes: readonly Shape[] = [
  { kind: "ball", radius: 0.1, centre: [0.05, 0, 0] },
  { kind: "capsule", from: [0, 0.1, -0.1], to: [0, 0, 0.1], radius: 0.05 },
  { kind: "cylinder", radius: 0.1, halfLength: 0.2, pose: { position: [0.1, 0, 0], orientation: [half, half, 0, 0] } },
  ...plainShapes.filter(({ kind }) => ["ellipsoid", "box", "hull", "mesh"].includes(kind)),
  { kind: "box", half: [0.3, 0.2, 0.1], rounding: 0.03 },
  { kind: "half-space", normal: [0, 0.6, 0.8], tangent: [1, 0, 0], offset: 0.1 },
  { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0, stretch: [-0.3, 0.4], breadth: [-0.5, 0.2] },
  { kind: "segment", from: [0, 0, 0], to: [0.1, 0.2, 0] },
  { kind: "point", at: [0.1, 0, 0.2] },
  { kind: "ring", centre: [0, 0, 0.1], axis: [0, 0.6, 0.8], radius: 0.1 },
  {
    kind: "height-field",
    heights: [
      [0, 0.1, 0.05, 0],
      [0.1, 0, 0.1, 0.05],
      [0, 0.05, 0, 0.1],
    ],
    spacing: [1, 1],
    from: [-1.5, -1],
  },
];

const bodies = ["a", "b"].map((name): Body => ({ name, space: "spatial", mass: 1, inertia: 1 }));
const at = (leaves: typeof now) => new Map(bodies.map((body) => [body.name, motionOf(body, leaves)]));
const motions = { now: at(now), next: at(next) };

type Pose = readonly [position: Vector, turn: Vector];

/** The leaves of two bodies at rest in their poses, carried on by a motion of the world. */
function leavesOf(poses: readonly Pose[], [by, turn]: Pose): (leaf: string) => number {
  const R = fromRotationVector(turn);
  const all = new Map<string, number>();
  poses.forEach(([position, own], i) => {
    const x = rotate(R, position).map((c, k) => c + by[k]);
    const q = multiplyQuaternions(R, fromRotationVector(own));
    for (const end of ["now", "next"]) {
      ["x", "y", "z"].forEach((axis, k) => void all.set(`${end}.${bodies[i].name}.${axis}`, x[k]));
      ["e0", "ex", "ey", "ez"].forEach((axis, k) => void all.set(`${end}.${bodies[i].name}.${axis}`, q[k]));
    }
  });
  return (leaf) => all.get(leaf) ?? 0;
}

/** The gap of the two in either order, by its formula, or measured without the unknowns of the step; none that may not touch. */
function gapOf(
  first: Shape,
  second: Shape,
  isTurned: boolean,
): ((leaf: (name: string) => number) => number) | undefined {
  const contact = isTurned
    ? { body: "b", shape: second, against: { body: "a", shape: first } }
    : { body: "a", shape: first, against: { body: "b", shape: second } };
  try {
    const { gap, measured } = contactGeometry({ name: "c", friction: 0, ...contact }, motions, false);
    return measured ?? ((leaf) => evaluate(toExpr(gap), leaf));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const pairs = shapes.flatMap((first, i) =>
  shapes.slice(i).map((second) => [first.kind, second.kind, first, second] as const),
);

describe("the gap of any two shapes", () => {
  const random = randomNumbers(14);
  const three = (size: number): Vector => [1, 2, 3].map(() => size * (2 * random() - 1)) as [number, number, number];
  const still: Pose = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let touching = 0;

  it.each(pairs)(
    "%s and %s is the same seen from either, and wherever both are carried together",
    (_a, _b, first, second) => {
      const [there, back] = [gapOf(first, second, false), gapOf(first, second, true)];
      expect(there === undefined).toBe(back === undefined);
      if (there === undefined || back === undefined) return;
      touching++;
      // of two meshes the first is rounded off
      const isSharp = first.kind === "mesh" && second.kind === "mesh";
      for (let k = 0; k < 3; k++) {
        const poses = [
          [three(0.6), three(1)],
          [three(0.6), three(1)],
        ] as const;
        const here = there(leavesOf(poses, still));
        if (!isSharp) expect(back(leavesOf(poses, still))).toBeCloseTo(here, 6);
        expect(there(leavesOf(poses, [three(2), three(2)]))).toBeCloseTo(here, 6);
      }
    },
  );

  it("is looked at for most of all pairs", () => {
    expect(touching).toBeGreaterThan(65);
  });
});
