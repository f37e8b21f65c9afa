import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../src/algebra/random.js";
import { evaluate } from "../../../src/expr/expr.js";
import { type BoundaryCondition, last, mul, type Problem, parameter, solve, sub } from "../../../src/index.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { type Region, regionFormula } from "../../../src/motion/problem/region.js";
import { thrown } from "./thrown.js";

const { model } = setUp(thrown([])).compiled;

/** The signed distance of a place from a region, as a condition has it. */
function distance(inside: Region, [x, y, z]: readonly number[]): number {
  const places: Record<string, number> = { "last.ball.x": x, "last.ball.y": y, "last.ball.z": z };
  return evaluate(regionFormula({ body: "ball", inside }, model, ""), (leaf) => places[leaf]);
}

type Point = readonly [number, number];

/** The same of a polygon by looking at every edge and counting crossings. */
function byCrossings(vertices: readonly Point[], [x, y]: readonly number[]): number {
  let [nearest, isInside] = [Number.POSITIVE_INFINITY, false];
  vertices.forEach(([ax, ay], i) => {
    const [bx, by] = vertices[(i + 1) % vertices.length];
    const share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
    const t = Math.min(1, Math.max(0, share));
    nearest = Math.min(nearest, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  });
  return isInside ? -nearest : nearest;
}

describe("regions", () => {
  it("a polygon has the signed distance of its nearest edge or vertex, either way round, convex or not", () => {
    const random = randomNumbers(3);
    for (let k = 0; k < 200; k++) {
      const n = 3 + (k % 5);
      // a star about the origin crosses itself nowhere
      const star = Array.from({ length: n }, (_, i): Point => {
        const [angle, radius] = [(2 * Math.PI * (i + 0.8 * random())) / n, 0.2 + random()];
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
      const vertices = k % 2 === 0 ? star : [...star].reverse();
      for (let i = 0; i < 10; i++) {
        const at = [3 * random() - 1.5, 3 * random() - 1.5, random()];
        expect(distance({ kind: "polygon", vertices }, at)).toBeCloseTo(byCrossings(star, at), 10);
      }
      for (const [x, y] of star) expect(distance({ kind: "polygon", vertices }, [x, y, 0])).toBeCloseTo(0, 10);
    }
  });

  it("a ball, a box and a half-space have theirs, in two coordinates or three", () => {
    expect(distance({ kind: "ball", centre: [1, 0], radius: 2 }, [4, 4, 9])).toBe(3);
    expect(distance({ kind: "ball", centre: [1, 0, 0], radius: 2 }, [1, 0, 0])).toBe(-2);
    const box: Region = { kind: "box", centre: [0, 0, 0], half: [1, 2, 3] };
    expect(
      [
        [4, 6, 3],
        [0.5, 0, 0],
        [0, 0, 3.5],
      ].map((at) => distance(box, at)),
    ).toEqual([5, -0.5, 0.5]);
    expect(distance({ kind: "half-space", normal: [0, 0, 4], offset: 8 }, [0, 0, 5])).toBe(3);
  });
});

describe("conditions at the door", () => {
  const frees = ["vx", "vy", "vz"];
  const x = { name: "x", unit: "m", residual: sub(last("ball.x"), 3), frees };
  const ball = { kind: "ball", centre: [0, 0], radius: 1 } as const;
  const of = (change: object): BoundaryCondition[] => [{ ...x, ...change } as BoundaryCondition];

  it.each<[string, RegExp, readonly BoundaryCondition[], Partial<Problem>?]>([
    ["boundary[0].within", /must say from, to, or both/, of({ within: {} })],
    ["boundary[0].within", /in this order/, of({ within: { from: 1, to: 0.5 } })],
    [
      "boundary[0].within",
      /in this order/,
      of({ within: { from: mul(2, parameter("gravity")), to: parameter("gravity") } }),
    ],
    ["boundary[0].when", /end, always/, of({ when: "sometimes" })],
    ["boundary[0].when.til", /from or to|til/, of({ when: { til: 1 } })],
    ["boundary[0].tolerance", /above 0/, of({ tolerance: 0 })],
    ["boundary[0].residual", /one of inside and outside/, of({ residual: { body: "ball" } })],
    ["boundary[0].residual.body", /no body "bal"; did you mean ball/, of({ residual: { body: "bal", inside: ball } })],
    [
      "boundary[0].residual.inside.kind",
      /ball, box, half-space, polygon/,
      of({ residual: { body: "ball", inside: { kind: "disk" } } }),
    ],
    [
      "boundary[0].residual",
      /at least three/,
      of({ residual: { body: "ball", outside: { kind: "polygon", vertices: [] } } }),
    ],
    ["boundary", /asked at 1.5 s, and the motion ends at 1 s/, of({ when: { at: 1.5 } })],
    ["boundary", /from 2 s until Infinity s/, of({ when: { from: 2 } })],
    ["boundary", /its time follows vx, which is to be found/, of({ when: { sometime: "t", to: parameter("vx") } }), {}],
    ["boundary", /Two boundary conditions free vx/, of({ frees: ["vx", "vx"] })],
    [
      "values",
      /no time of a condition "hot"; did you mean hit/,
      of({ when: { sometime: "hit" } }),
      { values: { a: { unit: "s", meaning: "", of: { timeOf: "hot" } } } },
    ],
    [
      "grid.refine",
      /knows no conditions of other kinds/,
      of({}),
      { grid: { steps: 10, h: 0.1, refine: { at: "impacts", tolerance: 0.1 } } },
    ],
  ])("%s is refused in one sentence, %s", async (field, sentence, boundary, change = {}) => {
    const refusal: unknown = await solve({ ...thrown(boundary), ...change }, { gridError: false }).catch(
      (error) => error,
    );
    expect(refusal).toMatchObject({ field, message: expect.stringMatching(sentence) });
    expect((refusal as Error).message).toMatch(/^[^\n]*[.?]$/);
  });
});
