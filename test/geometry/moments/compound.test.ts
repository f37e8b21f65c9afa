import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, type Scalar, toExpr } from "../../../src/expr/expr.js";
import { vec3 } from "../../../src/expr/vector.js";
import { boxHull } from "../../../src/geometry/convex.js";
import { convexHull } from "../../../src/geometry/hull/hull.js";
import { massProperties } from "../../../src/geometry/mass.js";
import { compoundMass, type FilledShape } from "../../../src/geometry/moments/compound.js";
import { shifted } from "../../../src/geometry/moments/shifted.js";
import { rectangle, type Shape } from "../../../src/geometry/shape.js";
import { uniform } from "../../../src/geometry/uniform.js";
import { real } from "../../arbitraries.js";

const number = (x: Scalar): number => evaluate(toExpr(x), () => Number.NaN);
const numbers = (all: Scalar | readonly Scalar[]): number[] => (Array.isArray(all) ? all : [all]).map(number);

function expectNear(found: Scalar | readonly Scalar[], wanted: Scalar | readonly Scalar[], relative = 1e-12): void {
  const [a, b] = [numbers(found), numbers(wanted)];
  const size = Math.max(...b.map(Math.abs));
  expect(a).toHaveLength(b.length);
  a.forEach((x, i) => {
    expect(Math.abs(x - b[i]), `[${i}] ${x} is not ${b[i]}`).toBeLessThanOrEqual(relative * size);
  });
}

const one = (shape: Shape, planar = false) => compoundMass([{ shape, density: 700 }], planar, "body");

describe("moments in space", () => {
  it.each<[string, Parameters<typeof uniform>[0] & Shape]>([
    ["ball", { kind: "ball", radius: 0.3 }],
    ["box", { kind: "box", half: [0.1, 0.2, 0.3] }],
    ["cylinder", { kind: "cylinder", radius: 0.2, halfLength: 0.5 }],
    ["ellipsoid", { kind: "ellipsoid", halfAxes: [0.1, 0.2, 0.3] }],
    ["capsule", { kind: "capsule", from: [-0.1, -0.2, -0.3], to: [0.1, 0.2, 0.3], radius: 0.15 }],
  ])("of a %s are those of its own formula", (_, shape) => {
    const wanted = uniform(shape, 700);
    const { mass, inertia, centre } = one(shape);
    expectNear(mass, wanted.mass);
    expectNear(inertia, shape.kind === "ball" ? wanted.inertia[0] : wanted.inertia);
    expect(numbers(centre)).toEqual([0, 0, 0]);
  });

  it("of a box with rounding are those of a ball, of a capsule, and of a fine grid", () => {
    const ball = one({ kind: "box", half: [0.2, 0.2, 0.2], rounding: 0.2 });
    expectNear(ball.inertia, one({ kind: "ball", radius: 0.2 }).inertia);
    const capsule = one({ kind: "box", half: [0.2, 0.7, 0.2], rounding: 0.2 });
    const same = one({ kind: "capsule", from: [0, -0.5, 0], to: [0, 0.5, 0], radius: 0.2 });
    expectNear(capsule.mass, same.mass);
    expectNear(capsule.inertia, same.inertia);
    const [half, r, n] = [[0.3, 0.2, 0.25] as const, 0.1, 100];
    const sum = [0, 0, 0];
    const cell = half.map((a) => (2 * a) / n);
    for (let i = 0; i < n ** 3; i++) {
      const at = [i % n, Math.floor(i / n) % n, Math.floor(i / n ** 2)].map((k, j) => (k + 0.5) * cell[j] - half[j]);
      const out = at.map((x, j) => Math.max(0, Math.abs(x) - half[j] + r));
      if (Math.hypot(...out) > r) continue;
      at.forEach((_, j) => {
        sum[j] += 700 * cell[0] * cell[1] * cell[2] * (at[(j + 1) % 3] ** 2 + at[(j + 2) % 3] ** 2);
      });
    }
    expectNear(one({ kind: "box", half, rounding: r }).inertia, sum, 2e-3);
  });

  it("of turned and moved boxes together are those of their surfaces", () => {
    fc.assert(
      fc.property(real(-3, 3), real(-2, 2), real(-2, 2), real(0.1, 3), (angle, x, y, ratio) => {
        const orientation = [Math.cos(angle / 2), 0.6 * Math.sin(angle / 2), 0, 0.8 * Math.sin(angle / 2)] as const;
        const pose = { position: [x, y, 0.3] as const, orientation };
        const parts: FilledShape[] = [
          { shape: { kind: "box", half: [0.1, 0.2, 0.3] }, density: 1000 },
          { shape: { kind: "box", half: [0.2, 0.1, 0.4], pose }, density: 1000 * ratio },
        ];
        const { mass, centre, inertia } = compoundMass(parts, false, "body");
        // the parallel axes of two solids by the divergence theorem
        const turn = ([u, v, w]: readonly number[]): [number, number, number] => {
          const [e0, ex, , ez] = orientation;
          const t = [2 * (0 * w - ez * v), 2 * (ez * u - ex * w), 2 * (ex * v - 0 * u)];
          return [
            x + u + e0 * t[0] + 0 * t[2] - ez * t[1],
            y + v + e0 * t[1] + ez * t[0] - ex * t[2],
            0.3 + w + e0 * t[2] + ex * t[1],
          ];
        };
        const corners = (half: readonly number[]) => boxHull(half[0], half[1], half[2]).vertices.map(numbers);
        const solids = [
          massProperties({ kind: "hull", vertices: corners([0.1, 0.2, 0.3]).map(([a, b, c]) => [a, b, c]) }, 1000),
          massProperties({ kind: "hull", vertices: corners([0.2, 0.1, 0.4]).map(turn) }, 1000 * ratio),
        ];
        const whole = solids[0].mass + solids[1].mass;
        const middle = [0, 1, 2].map((i) => solids.reduce((sum, s) => sum + (s.mass * s.centre[i]) / whole, 0));
        const tensor = [0, 0, 0, 0, 0, 0];
        for (const s of solids) {
          const d = middle.map((m, i) => s.centre[i] - m);
          const square = d.reduce((sum, v) => sum + v * v, 0);
          const products = [
            [0, 0],
            [1, 1],
            [2, 2],
            [0, 1],
            [0, 2],
            [1, 2],
          ];
          products.forEach(([i, j], k) => {
            tensor[k] += s.inertia[k] + s.mass * ((i === j ? square : 0) - d[i] * d[j]);
          });
        }
        expectNear(mass, whole);
        expectNear(centre, middle, 1e-9);
        expectNear(inertia, tensor, 1e-9);
      }),
      { numRuns: 30 },
    );
  });

  it("of a hull of points are those of its surface, and follow it where it goes", () => {
    const points = [0, 1, 2, 3, 4, 5, 6, 7].map((k): [number, number, number] => [
      Math.sin(3 * k),
      Math.cos(5 * k),
      Math.sin(7 * k + 1),
    ]);
    const wanted = massProperties({ kind: "hull", vertices: points }, 700);
    const bare = one({ kind: "hull", vertices: points });
    const { vertices, faces } = convexHull(points);
    const faced: Shape = { kind: "hull", vertices, faces };
    for (const { mass, centre, inertia } of [bare, one(faced)]) {
      expectNear(mass, wanted.mass);
      expectNear(centre, wanted.centre);
      expectNear(inertia, wanted.inertia);
    }
    const moved = one(shifted(faced, vec3(1, 2, 3)));
    expectNear(moved.inertia, wanted.inertia, 1e-11);
    expectNear(
      moved.centre,
      wanted.centre.map((x, i) => x + i + 1),
    );
  });
});

describe("moments in the plane", () => {
  it("of a disk, a rectangle, an ellipse are the textbook's", () => {
    const disk = one({ kind: "ball", radius: 0.2 }, true);
    expectNear(disk.inertia, 0.5 * number(disk.mass) * 0.04);
    for (const shape of [rectangle(0.2, 0.3), { kind: "box", half: [0.2, 0.3, 1] } as const]) {
      const { mass, inertia } = one(shape, true);
      expectNear(mass, 700 * 0.24);
      expectNear(inertia, (700 * 0.24 * (0.04 + 0.09)) / 3);
    }
    expectNear(one({ kind: "ellipsoid", halfAxes: [0.2, 0.2, 1] }, true).inertia, disk.inertia);
  });

  it("of a rounded box are those of a disk and of a stadium", () => {
    const disk = one({ kind: "ball", radius: 0.2 }, true);
    expectNear(one({ kind: "box", half: [0.2, 0.2, 1], rounding: 0.2 }, true).inertia, disk.inertia);
    const stadium = one({ kind: "capsule", from: [0, -0.3, 0], to: [0, 0.3, 0], radius: 0.2 }, true);
    const box = one({ kind: "box", half: [0.2, 0.5, 1], rounding: 0.2 }, true);
    expectNear(stadium.mass, box.mass);
    expectNear(stadium.inertia, box.inertia);
  });

  it("of an L as one outline's two rectangles, and of a triangle, are those of the prism over it", () => {
    const triangle: Shape = {
      kind: "polygon",
      vertices: [
        [0, 0],
        [0.3, 0.1],
        [0.1, 0.5],
      ],
    };
    const parts: FilledShape[] = [
      { shape: triangle, density: 700 },
      { shape: shifted(rectangle(0.1, 0.2), vec3(-0.1, 0.2, 0)), density: 700 },
    ];
    const extruded = massProperties(
      {
        kind: "union",
        parts: [
          {
            kind: "extrusion",
            outline: [
              [0, 0],
              [0.3, 0.1],
              [0.1, 0.5],
            ],
            bottom: 0,
            top: 1,
          },
          {
            kind: "extrusion",
            outline: [
              [-0.2, 0],
              [0, 0],
              [0, 0.4],
              [-0.2, 0.4],
            ],
            bottom: 0,
            top: 1,
          },
        ],
      },
      700,
    );
    const { mass, centre, inertia } = compoundMass(parts, true, "L");
    expectNear(mass, extruded.mass);
    expectNear(centre.slice(0, 2), extruded.centre.slice(0, 2));
    expectNear(inertia, extruded.inertia[2]);
  });
});

it("refuses what has no mass, naming the field", () => {
  expect(() => compoundMass([{ shape: { kind: "point", at: [0, 0, 0] }, density: 1 }], false, "tip")).toThrow(
    "tip.mass and tip.inertia must be given: its shapes (point) fill nothing.",
  );
  expect(() => compoundMass([{ shape: { kind: "ball", radius: 1 }, density: -2 }], false, "tip")).toThrow(
    "tip.density must be above 0, it is -2.",
  );
});
