import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Expr, evaluate, variable } from "../../../src/expr/expr.js";
import { vec3 } from "../../../src/expr/vector.js";
import { nearestOnGround, surfaceAt } from "../../../src/geometry/height-field/height-field.js";
import type { HeightField } from "../../../src/geometry/shape.js";
import type { CompliantContact } from "../../../src/mechanics/compliance.js";
import type { Model } from "../../../src/mechanics/model.js";
import { atRest, type ShapedScene } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { rigid } from "../../../src/models/rigid.js";
import { simulate } from "../../../src/motion/solve.js";
import { real } from "../../arbitraries.js";

const ground = (heights: number[][], more: Partial<HeightField> = {}): HeightField => ({
  kind: "height-field",
  heights,
  spacing: [0.5, 0.4],
  from: [-1, 2],
  ...more,
});

const at = (formula: Expr, x: number, y: number): number =>
  evaluate(formula, (leaf) => (leaf === "x" ? x : leaf === "y" ? y : Number.NaN));

const some = (columns: number, rows: number): fc.Arbitrary<number[][]> =>
  fc.array(fc.array(real(-0.3, 0.3), { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows });

describe("a height field", () => {
  it("goes through its heights, and its slopes are those of differences, also across grid lines", () => {
    fc.assert(
      fc.property(some(6, 4), real(-1, 1.5), real(2, 3.2), (heights, x, y) => {
        const { height, slopes } = surfaceAt(ground(heights, { scale: 2 }), variable("x"), variable("y"));
        heights.forEach((row, j) => {
          for (const [i, h] of row.entries()) expect(at(height, -1 + 0.5 * i, 2 + 0.4 * j)).toBeCloseTo(2 * h, 11);
        });
        for (const [u, v] of [
          [x, y],
          [-0.5, 2.4],
          [0.5, y],
        ]) {
          const e = 1e-5;
          expect(at(slopes[0], u, v)).toBeCloseTo((at(height, u + e, v) - at(height, u - e, v)) / (2 * e), 6);
          expect(at(slopes[1], u, v)).toBeCloseTo((at(height, u, v + e) - at(height, u, v - e)) / (2 * e), 6);
        }
      }),
      { numRuns: 20 },
    );
  });

  it("is a plane where its heights are", () => {
    const heights = [0, 1, 2].map((j) => [0, 1, 2, 3].map((i) => 0.1 + 0.2 * i - 0.3 * j));
    const { height } = surfaceAt(ground(heights), variable("x"), variable("y"));
    expect(at(height, 0.13, 2.55)).toBeCloseTo(0.1 + (0.2 * 1.13) / 0.5 - (0.3 * 0.55) / 0.4, 12);
  });

  it("has its nearest point where a fine search finds it, for gentle ground and points near it", () => {
    fc.assert(
      fc.property(some(6, 4), real(-0.5, 1), real(2.2, 3), real(0.01, 0.05), (rough, x, y, over) => {
        const gentle = ground(rough.map((row) => row.map((h) => 0.2 * h)));
        const { height } = surfaceAt(gentle, variable("x"), variable("y"));
        const p = [x, y, at(height, x, y) + over] as const;
        const found = nearestOnGround(gentle, vec3(...p)).map((c) => evaluate(c, () => Number.NaN));
        const distance = (u: number, v: number): number => Math.hypot(u - p[0], v - p[1], at(height, u, v) - p[2]);
        let [best, step] = [[p[0], p[1]], 0.01];
        for (; step > 1e-8; step /= 2)
          for (let k = 0; k < 4; k++)
            for (const [du, dv] of [
              [step, 0],
              [-step, 0],
              [0, step],
              [0, -step],
            ])
              if (distance(best[0] + du, best[1] + dv) < distance(best[0], best[1]))
                best = [best[0] + du, best[1] + dv];
        const least = distance(best[0], best[1]);
        expect(distance(found[0], found[1]) - least).toBeLessThan(1e-5 * least);
        expect(found[2]).toBeCloseTo(at(height, found[0], found[1]), 12);
        // the force goes from there to the middle of the ball: along the normal of the ground
        const { slopes } = surfaceAt(gentle, variable("x"), variable("y"));
        const [fx, fy] = slopes.map((slope) => at(slope, found[0], found[1]));
        const up = (p[2] - found[2]) / least;
        expect((p[0] - found[0]) / least + fx * up).toBeCloseTo(0, 3);
        expect((p[1] - found[1]) / least + fy * up).toBeCloseTo(0, 3);
      }),
      { numRuns: 15 },
    );
  });
});

type Make = (scene: ShapedScene<CompliantContact>) => Model;

/** A ball is let go on ground that falls along x and y. */
async function rolled(slope: readonly [number, number], make: Make) {
  const heights = [0, 1, 2, 3].map((j) => [0, 1, 2, 3, 4].map((i) => -slope[0] * i * 0.5 - slope[1] * j * 0.5));
  const model = make({
    gravity: [0, 0, -9.81],
    bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.05 }, density: 1000 }],
    world: [{ name: "hill", shape: { kind: "height-field", heights, spacing: [0.5, 0.5] } }],
    contacts: "all",
    materials: [{ friction: 0.5, stiffness: 1e5, damping: 100, coneSmoothing: 0 }],
  });
  const steep = Math.hypot(1, ...slope);
  const start = { "ball.x": 0.2, "ball.y": 0.2, "ball.z": -0.2 * (slope[0] + slope[1]) + 0.05 * steep };
  return simulate({
    name: "test/hill",
    title: "A ball rolls down a hill",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { steps: 300, h: 0.002 },
    values: {},
  });
}

describe("a ball on a height field", () => {
  it.each<[string, Make, [number, number]]>([
    ["compliant", compliant, [0.2, 0]],
    ["compliant", compliant, [0.1, 0.25]],
    ["rigid", rigid, [0.15, 0.1]],
  ])("rolls down a plane as the closed form says, %s", async (_, make, slope) => {
    const { status, trajectory } = await rolled(slope, make);
    expect(status).toBe("solved");
    const square = slope[0] ** 2 + slope[1] ** 2;
    // (5/7) g sin along the fall, its level part
    const way = (i: 0 | 1): number => ((5 / 14) * 9.81 * 0.36 * slope[i]) / (1 + square);
    expect(trajectory.columns["ball.x"][300] - 0.2).toBeCloseTo(way(0), 2);
    expect(trajectory.columns["ball.y"][300] - 0.2).toBeCloseTo(way(1), 2);
  });
});

describe("a ball in a valley", () => {
  const bend = 0.5;
  const across = Array.from({ length: 15 }, (_, i) => 0.5 * bend * (0.2 * (i - 7)) ** 2);

  /** Half the time between two ways through the middle [s], of a ball let go beside it. */
  async function halfPeriod(radius: number, friction: number): Promise<number> {
    const model = rigid({
      gravity: [0, 0, -9.81],
      bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius }, mass: 1 }],
      world: [
        {
          name: "valley",
          shape: { kind: "height-field", heights: [across, across], spacing: [0.2, 1], from: [-1.4, -0.5] },
        },
      ],
      contacts: "all",
      materials: [{ friction }],
    });
    const foot = 0.05;
    const steep = Math.hypot(1, bend * foot);
    const z = 0.5 * bend * foot * foot + radius / steep;
    const { status, trajectory } = await simulate({
      name: "test/valley",
      title: "A ball swings in a valley",
      model,
      parameters: {},
      start: { ...atRest(model), "ball.x": foot - (radius * bend * foot) / steep, "ball.z": z },
      grid: { steps: 650, h: 0.004 },
      values: {},
    });
    expect(status).toBe("solved");
    const x = trajectory.columns["ball.x"];
    const through = Array.from(x.keys()).filter((k) => k > 0 && x[k - 1] > 0 !== x[k] > 0);
    const [first, second] = through.map((k) => 0.004 * (k - 1 + x[k - 1] / (x[k - 1] - x[k])));
    return second - first;
  }

  it.each([
    [0.05, 0],
    [0.3, 0],
    [0.3, 0.4],
  ])(
    "swings by how far its middle is from the middle of its curve: radius %d, friction %d",
    async (radius, friction) => {
      // ω² = g / (R − r), of a ball that rolls 5/7 of it
      const omega = Math.sqrt(((friction === 0 ? 1 : 5 / 7) * 9.81) / (1 / bend - radius));
      expect((await halfPeriod(radius, friction)) * (omega / Math.PI)).toBeCloseTo(1, 3);
    },
  );
});

it("refuses heights that make no grid, or too large a one, in one sentence", () => {
  const scene = (heights: unknown) => () =>
    compliant({
      gravity: [0, 0, -9.81],
      bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.05 }, density: 1000 }],
      world: [{ name: "hill", shape: { kind: "height-field", heights, spacing: [0.5, 0.5] } as HeightField }],
      contacts: "all",
      materials: [{ friction: 0.5, stiffness: 1e5, damping: 100, coneSmoothing: 0 }],
    });
  const sentence = /^hill\.shape\.heights must be two or more rows of as many finite numbers each, at most 400 in all/;
  expect(scene([[0, 1], [0]])).toThrow(sentence);
  expect(scene([[0, 1]])).toThrow(sentence);
  expect(
    scene([
      [0, Number.NaN],
      [0, 1],
    ]),
  ).toThrow(sentence);
  expect(scene(Array(21).fill(Array(21).fill(0)))).toThrow(sentence);
});
