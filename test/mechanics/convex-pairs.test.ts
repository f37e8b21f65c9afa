import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRotationVector, multiplyQuaternions, type Quaternion, rotate } from "../../src/algebra/rotation.js";
import { roundedShare } from "../../src/geometry/cores/core.js";
import { rectangle, type Shape } from "../../src/geometry/shape.js";
import { real } from "../arbitraries.js";
import { type Nearest, nearestSolver, type Poses } from "./nearest-solver.js";

type Triple = [number, number, number];
const three = (size: number) => fc.tuple(real(-size, size), real(-size, size), real(-size, size));
const pose = fc.tuple(three(0.4), three(3)).map(([x, turn]) => [...x, ...fromRotationVector(turn)]);

const tetrahedron: Triple[] = [
  [-0.2, -0.1, -0.1],
  [0.2, -0.1, -0.1],
  [0, 0.2, -0.1],
  [0, 0, 0.2],
];
/** A pyramid: four faces meet at its top. */
const pyramid: Triple[] = [
  [-0.2, -0.1, -0.1],
  [0.2, -0.1, -0.1],
  [0.2, 0.1, -0.1],
  [-0.2, 0.1, -0.1],
  [0, 0, 0.25],
];

/** Shapes, and how far each reaches along a direction of its axes. */
const shapes: readonly (readonly [Shape, (d: readonly number[]) => number])[] = [
  [{ kind: "box", half: [0.1, 0.2, 0.15], rounding: 0.03 }, roundBox([0.1, 0.2, 0.15], 0.03)],
  [{ kind: "box", half: [0.3, 0.2, 0.05] }, roundBox([0.3, 0.2, 0.05], 0.05 * roundedShare)],
  [
    { kind: "capsule", from: [0, 0, -0.1], to: [0, 0.1, 0.2], radius: 0.06 },
    ([, y, z]) => Math.max(-0.1 * z, 0.1 * y + 0.2 * z) + 0.06,
  ],
  [
    { kind: "cylinder", radius: 0.1, halfLength: 0.2 },
    ([x, y, z]) => 0.09 * Math.hypot(x, y) + 0.19 * Math.abs(z) + 0.01,
  ],
  [{ kind: "ellipsoid", halfAxes: [0.1, 0.2, 0.3] }, ([x, y, z]) => Math.hypot(0.09 * x, 0.19 * y, 0.29 * z) + 0.01],
];

function roundBox(half: readonly number[], rounding: number) {
  return (d: readonly number[]): number =>
    d.reduce((sum, x, i) => sum + Math.abs(x) * (half[i] - rounding), 0) + rounding;
}

const back = (q: readonly number[], v: readonly number[]): number[] => rotate([q[0], -q[1], -q[2], -q[3]], v);
const inner = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** Points of shapes that are apart are drawn to their middles: the gap is longer by less than a thousandth. */
function expectNear(gap: number, distance: number): void {
  expect(gap).toBeGreaterThan(distance - 1e-6);
  expect(gap).toBeLessThan(distance + 1e-6 + 1e-3 * Math.max(0, distance));
}

/** How far a direction separates two shapes: n·(x_a − x_b) less what both reach along it. */
function separated([one, two]: readonly (typeof shapes)[number][], [a, b]: Poses, normal: readonly number[]): number {
  const apart = a.slice(0, 3).map((x, k) => x - b[k]);
  const against = normal.map((x) => -x);
  return inner(normal, apart) - one[1](back(a.slice(3), against)) - two[1](back(b.slice(3), normal));
}

describe("nearest points of two convex shapes", () => {
  const pairs = shapes.flatMap((one, i) => shapes.slice(i).map((two) => [one[0].kind, two[0].kind, one, two] as const));

  it.each(pairs)("of a %s and a %s: no direction separates them more than the normal", (_, __, one, two) => {
    const solve = nearestSolver(one[0], two[0], "spatial");
    fc.assert(
      fc.property(pose, pose, (a, b) => {
        const found = solve([a, b]);
        fc.pre(found.measured > -0.9 * depth(one[0], two[0]));
        expect(found.status).toBe("solved");
        // the distance is at least what any direction separates, and the normal attains it: n is the best of all
        const told = separated([one, two], [a, b], found.normal);
        expectNear(found.gap, told);
        expectNear(found.gap, found.measured);
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });

  it("has a normal that tilts no more where the cores almost meet", () => {
    const [one, two] = shapes;
    const solve = nearestSolver(one[0], two[0], "spatial");
    const room = 0.035;
    for (const share of [0.1, 0.9, 0.95])
      fc.assert(
        fc.property(pose, pose, (a, b) => {
          for (let k = 0; k < 3; k++) {
            const { normal, measured } = solve([a, b]);
            fc.pre(measured > -room);
            for (let i = 0; i < 3; i++) a[i] -= (measured + share * room) * normal[i];
          }
          const { gap, normal } = solve([a, b]);
          expect(Math.abs(gap - separated([one, two], [a, b], normal))).toBeLessThan(3e-7);
        }),
        { numRuns: 40, endOnFailure: true },
      );
  });

  it.each([
    ["tetrahedron", tetrahedron],
    ["pyramid", pyramid],
  ])("a %s meets others where GJK says", (_, vertices) => {
    const hull: Shape = { kind: "hull", vertices };
    for (const [other] of shapes.slice(1, 4).concat([[hull, () => 0]])) {
      const solve = nearestSolver(hull, other, "spatial");
      fc.assert(
        fc.property(pose, pose, (a, b) => {
          const found = solve([a, b]);
          fc.pre(found.measured > -0.9 * depth(hull, other));
          expect(found.status).toBe("solved");
          expectNear(found.gap, found.measured);
        }),
        { numRuns: 15 },
      );
    }
  });

  it("in the plane too", () => {
    const flat = fc.tuple(real(-0.4, 0.4), real(-0.4, 0.4), real(-3, 3));
    const planar: Shape[] = [
      { kind: "box", half: [0.1, 0.2, 1] },
      { kind: "capsule", from: [-0.1, 0, 0], to: [0.1, 0.1, 0], radius: 0.05 },
      rectangle(0.2, 0.1),
      {
        kind: "polygon",
        vertices: [
          [-0.2, -0.1],
          [0.2, -0.1],
          [0, 0.2],
        ],
      },
      { kind: "ellipsoid", halfAxes: [0.1, 0.2, 1] },
    ];
    for (const [i, one] of planar.entries())
      for (const two of planar.slice(i)) {
        const solve = nearestSolver(one, two, "planar");
        fc.assert(
          fc.property(flat, flat, (a, b) => {
            const found = solve([a, b]);
            fc.pre(found.measured > -0.009);
            expect(found.status).toBe("solved");
            expectNear(found.gap, found.measured);
          }),
          { numRuns: 8 },
        );
      }
  });
});

/** ρ₁ + ρ₂ of the shapes above, at least. */
const depth = (one: Shape, two: Shape): number => (one.kind === "hull" || two.kind === "hull" ? 0.005 : 0.01);

describe("the gap of two convex shapes", () => {
  const one: Shape = { kind: "box", half: [0.1, 0.2, 0.15] };
  const two: Shape = { kind: "cylinder", radius: 0.1, halfLength: 0.2 };
  const [there, swapped] = [nearestSolver(one, two, "spatial"), nearestSolver(two, one, "spatial")];
  const apart = ([a, b]: Poses): Nearest => {
    const found = there([a, b]);
    fc.pre(found.measured > -0.01);
    return found;
  };

  it("is the same from either body", () => {
    fc.assert(
      fc.property(pose, pose, (a, b) => {
        const [found, other] = [apart([a, b]), swapped([b, a])];
        expect(other.gap).toBeCloseTo(found.gap, 9);
        for (const [i, x] of found.normal.entries()) expect(other.normal[i]).toBeCloseTo(-x, 5);
      }),
    );
  });

  it("stays where both move alike", () => {
    fc.assert(
      fc.property(pose, pose, pose, (a, b, motion) => {
        const q = motion.slice(3) as Quaternion;
        const moved = (each: readonly number[]): number[] => [
          ...rotate(q, each.slice(0, 3)).map((x, i) => x + motion[i]),
          ...multiplyQuaternions(q, each.slice(3)),
        ];
        expect(there([moved(a), moved(b)]).gap).toBeCloseTo(apart([a, b]).gap, 9);
      }),
    );
  });

  it("of surfaces that touch changes as the normal and the contact point say, away from kinks", () => {
    fc.assert(
      fc.property(pose, pose, three(1), three(1), real(0.001, 0.01), (a, b, v, w, depth) => {
        // pressed in along the normal, which stays
        const { normal, gap } = apart([a, b]);
        const from = a.slice(0, 3).map((x, i) => x - (gap + depth) * normal[i]);
        const h = 1e-5;
        const at = (t: number): Nearest =>
          there([
            [
              ...from.map((x, i) => x + t * v[i]),
              ...multiplyQuaternions(fromRotationVector(w.map((x) => x * t) as Triple), a.slice(3)),
            ],
            b,
          ]);
        const found = at(0);
        const [above, below] = [at(h).gap, at(-h).gap];
        fc.pre(Math.abs(above - 2 * found.gap + below) < 1e-7);
        const arm = found.point.map((x, i) => x - from[i]);
        const turned = [w[1] * arm[2] - w[2] * arm[1], w[2] * arm[0] - w[0] * arm[2], w[0] * arm[1] - w[1] * arm[0]];
        const rate = found.normal.reduce((sum, n, i) => sum + n * (v[i] + turned[i]), 0);
        expect((above - below) / (2 * h)).toBeCloseTo(rate, 4);
      }),
      { endOnFailure: true },
    );
  });
});
