import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRotationVector, multiplyQuaternions, type Quaternion, rotate } from "../../src/algebra/rotation.js";
import { compile, type Kernel } from "../../src/expr/compile.js";
import { type Expr, toExpr, variable } from "../../src/expr/expr.js";
import { quat, vec3 } from "../../src/expr/vector.js";
import {
  ballNear,
  corners,
  cylinderNear,
  type Nearest,
  padPoints,
  type Surface,
  signedDistance,
  standing,
} from "../../src/geometry/distance.js";
import type { Pose } from "../../src/geometry/placement.js";
import type { Box, Cylinder, HalfSpace, Pad } from "../../src/geometry/shape.js";
import { contactRows, freeTwists, frictionEdges } from "../../src/models/quasistatic/contact-rows.js";
import { real } from "../arbitraries.js";

const names = ["x", "y", "z", "e0", "ex", "ey", "ez"];
const poseOf = (body: string): Pose => {
  const [x, y, z, e0, ex, ey, ez] = names.map((name) => variable(`${body}.${name}`)) as Expr[];
  return { position: vec3(x, y, z), orientation: quat(e0, ex, ey, ez), heading: toExpr(0) };
};
const [part, other] = [poseOf("part"), poseOf("other")];
const leaves = ["part", "other"].flatMap((body) => names.map((name) => variable(`${body}.${name}`)));
const carriers = {
  part: { pose: part, twists: freeTwists("part", "spatial") },
  other: { pose: other, twists: freeTwists("other", "spatial") },
};
const coordinates = [...carriers.part.twists, ...carriers.other.twists].map(({ coordinate }) => coordinate);

const floor: HalfSpace = { kind: "half-space", normal: [0, 0.6, 0.8], tangent: [1, 0, 0], offset: 0.1 };
const pad: Pad = { kind: "pad", half: [0.4, 0.3], depth: 0.4 };
const block: Box = { kind: "box", half: [0.5, 0.4, 0.3] };
const rounded: Box = { kind: "box", half: [0.5, 0.4, 0.3], rounding: 0.1 };
const rod: Cylinder = { kind: "cylinder", radius: 0.2, halfLength: 0.5 };
const ball = { kind: "ball", radius: 0.2, centre: [0.1, -0.1, 0.2] } as const;

/** A cylinder that stands on what it touches has no lowest point. */
const lies = (part: Numbers, other: Numbers, name: string): boolean => {
  const axis = rotate(part.e, [0, 0, 1]);
  const n = rotate(other.e, name.endsWith("pad") ? [0, 0, 1] : [0, 0.6, 0.8]);
  return Math.abs(axis[0] * n[0] + axis[1] * n[1] + axis[2] * n[2]) < 0.999;
};
/** Where the face of the pad is nearer than its sides, which are a hundredth or more away. */
const overFace = ([x, y, z]: readonly [number, number, number]): boolean =>
  Math.abs(x) < 0.39 && Math.abs(y) < 0.29 && z > -0.01;
/** What is near, and whether it is a cylinder. */
const cases: readonly (readonly [string, Nearest, boolean])[] = [
  ["a sphere on a half-space", ballNear({ shape: ball, place: part }, { shape: floor, place: other }), false],
  ["a sphere on a pad", ballNear({ shape: ball, place: part }, { shape: pad, place: other }), false],
  ["a sphere on a box", ballNear({ shape: ball, place: part }, { shape: block, place: other }), false],
  ["a sphere on a rounded box", ballNear({ shape: ball, place: part }, { shape: rounded, place: other }), false],
  [
    "a corner of a rounded box on a half-space",
    ballNear({ shape: corners(rounded)[3], place: part }, { shape: floor, place: other }),
    false,
  ],
  [
    "a corner of a box on a pad",
    ballNear({ shape: corners(block)[6], place: part }, { shape: pad, place: other }),
    false,
  ],
  [
    "a point of a pad on a rounded box",
    ballNear({ shape: padPoints(pad, 2, 2)[1], place: part }, { shape: rounded, place: other }),
    false,
  ],
  [
    "a rim point of a standing cylinder",
    ballNear({ shape: standing(rod, 3)[1], place: part }, { shape: floor, place: other }),
    false,
  ],
  [
    "one end of a cylinder on a half-space",
    cylinderNear({ shape: rod, place: part }, { shape: floor, place: other })[0],
    true,
  ],
  [
    "one end of a cylinder over a pad",
    cylinderNear({ shape: rod, place: part }, { shape: pad, place: other })[1],
    true,
  ],
];

interface Numbers {
  readonly x: readonly [number, number, number];
  readonly e: Quaternion;
}
const vector = fc.tuple(real(-1, 1), real(-1, 1), real(-1, 1));
const place: fc.Arbitrary<Numbers> = fc.record({
  x: vector,
  e: vector.map((v) => fromRotationVector([3 * v[0], 3 * v[1], 3 * v[2]])),
});
const input = (...places: readonly Numbers[]): Float64Array =>
  Float64Array.from(places.flatMap(({ x, e }) => [...x, ...e]));

/** A body moved by a twist (translation, rotation vector) of its axis k. */
function moved({ x, e }: Numbers, k: number, amount: number): Numbers {
  if (k < 3) return { x: x.map((v, i) => (i === k ? v + amount : v)) as unknown as Numbers["x"], e };
  const turn = [0, 0, 0].map((_, i) => (i === k - 3 ? amount : 0));
  return { x, e: multiplyQuaternions(fromRotationVector(turn), e) };
}

function outputs(kernel: Kernel, at: Float64Array): Float64Array {
  const values = new Float64Array(kernel.outputs);
  kernel.run(at, values);
  return values;
}

describe.each(cases)("%s", (name, nearest, isCylinder) => {
  const rows = contactRows(nearest, carriers.part, carriers.other, 6);
  const { frame } = nearest;
  const geometry = compile(leaves, [
    nearest.gap,
    ...nearest.first,
    ...nearest.second,
    ...frame.normal,
    ...frame.tangent,
    ...frame.orthogonal,
  ]);
  const normalRow = compile(
    leaves,
    coordinates.map((name) => rows.normal.get(name)!),
  );
  const edgeRows = compile(
    leaves,
    rows.edges.flatMap((row) => coordinates.map((name) => row.get(name)!)),
  );
  const numRuns = 60;

  it("the nearest points are |φ| apart along n, and the axes are orthonormal", () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const g = outputs(geometry, input(a, b));
        const at = (k: number): number[] => Array.from(g.subarray(k, k + 3));
        const [first, second, n, t, o] = [at(1), at(4), at(7), at(10), at(13)];
        for (let i = 0; i < 3; i++) expect(first[i] - second[i]).toBeCloseTo(g[0] * n[i], 12);
        const dot = (u: number[], v: number[]): number => u.reduce((sum, x, i) => sum + x * v[i], 0);
        for (const [u, v, want] of [
          [n, n, 1],
          [t, t, 1],
          [o, o, 1],
          [n, t, 0],
          [n, o, 0],
          [t, o, 0],
        ] as const)
          expect(dot(u, v)).toBeCloseTo(want, 9);
      }),
      { numRuns },
    );
  });

  it("J_n is the gradient of φ by translations and rotations of both bodies", () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const g = outputs(geometry, input(a, b));
        if (isCylinder) fc.pre(lies(a, b, name));
        if (name.endsWith("over a pad")) {
          const inPad = rotate(
            [b.e[0], -b.e[1], -b.e[2], -b.e[3]],
            [0, 1, 2].map((i) => g[1 + i] - b.x[i]),
          );
          fc.pre(overFace(inPad));
        }
        const row = outputs(normalRow, input(a, b));
        const step = 1e-6;
        for (let k = 0; k < 12; k++) {
          const gap = (amount: number): number =>
            outputs(geometry, k < 6 ? input(moved(a, k, amount), b) : input(a, moved(b, k - 6, amount)))[0];
          const [above, below] = [gap(step), gap(-step)];
          // a distance has kinks: where it bends more than a smooth one can, there is no slope
          fc.pre(Math.abs(above - 2 * g[0] + below) < 5e-12);
          expect((above - below) / (2 * step)).toBeCloseTo(row[k], 5);
        }
      }),
      { numRuns },
    );
  });

  it("J_f is the velocity of the nearest points against each other along the edges", () => {
    fc.assert(
      fc.property(place, place, (a, b) => {
        const g = outputs(geometry, input(a, b));
        const J = outputs(edgeRows, input(a, b));
        const [n, t, o] = [7, 10, 13].map((k) => Array.from(g.subarray(k, k + 3))) as [number[], number[], number[]];
        expect(Math.hypot(...n)).toBeCloseTo(1, 9);
        for (let j = 0; j < 6; j++)
          for (let k = 0; k < 12; k++) {
            const body = k < 6 ? a : b;
            const arm = [0, 1, 2].map((i) => g[(k < 6 ? 1 : 4) + i] - body.x[i]);
            const axis = k % 3;
            const unit = [0, 1, 2].map((i) => (i === axis ? 1 : 0));
            const v =
              k % 6 < 3
                ? unit
                : [0, 1, 2].map((i) => {
                    const [p, q] = [(i + 1) % 3, (i + 2) % 3];
                    return unit[p] * arm[q] - unit[q] * arm[p];
                  });
            const angle = (Math.PI / 3) * j;
            const along = [0, 1, 2].map((i) => Math.cos(angle) * t[i] + Math.sin(angle) * o[i]);
            const want = (k < 6 ? 1 : -1) * along.reduce((sum, x, i) => sum + x * v[i], 0);
            expect(J[12 * j + k]).toBeCloseTo(want, 9);
          }
      }),
      { numRuns: 20 },
    );
  });

  it("moving both bodies alike changes no distance, and turns the normal along", () => {
    fc.assert(
      fc.property(place, place, place, (a, b, by) => {
        const along = ({ x, e }: Numbers): Numbers => ({
          x: rotate(by.e, x).map((v, i) => v + by.x[i]) as unknown as Numbers["x"],
          e: multiplyQuaternions(by.e, e),
        });
        if (isCylinder) fc.pre(lies(a, b, name));
        const [before, after] = [outputs(geometry, input(a, b)), outputs(geometry, input(along(a), along(b)))];
        expect(after[0]).toBeCloseTo(before[0], 11);
        // on a kink another face may win by rounding
        const n = rotate(by.e, before.subarray(7, 10));
        const same = Math.hypot(...n.map((x, i) => x - after[7 + i]));
        if (Math.abs(before[0]) > 1e-9) fc.pre(same < 1e-9 || same > 1e-3);
        if (same < 1e-3) expect(same).toBeLessThan(1e-9);
      }),
      { numRuns },
    );
  });
});

const value = (e: Expr): number => outputs(compile(leaves, [e]), input(...identity))[0];
const identity: readonly Numbers[] = [
  { x: [0, 0, 0], e: [1, 0, 0, 0] },
  { x: [0, 0, 0], e: [1, 0, 0, 0] },
];

describe("closed forms", () => {
  it("a point and a rounded box: face, edge, corner, inside, and on the face", () => {
    const at = (x: number, y: number, z: number) => {
      const { distance, normal } = signedDistance(rounded, vec3(x, y, z));
      return { distance: value(distance), normal: normal.map(value) };
    };
    expect(at(0.7, 0, 0).distance).toBeCloseTo(0.2, 14);
    expect(at(0.7, 0, 0).normal).toEqual([1, 0, 0]);
    expect(at(0.7, 0.6, 0).distance).toBeCloseTo(Math.hypot(0.3, 0.3) - 0.1, 14);
    expect(at(-0.7, -0.6, -0.5).distance).toBeCloseTo(Math.hypot(0.3, 0.3, 0.3) - 0.1, 14);
    expect(at(0.1, 0, -0.25).distance).toBeCloseTo(-0.05, 14);
    expect(at(0.1, 0, -0.1).normal.map(Math.abs)).toEqual([0, 0, 1]);
    expect(at(0.1, 0, -0.1).normal[2]).toBe(-1);
    const face = signedDistance(block, vec3(0.5, 0.1, 0.1));
    expect(value(face.distance)).toBe(0);
    expect(face.normal.map(value)).toEqual([1, 0, 0]);
  });

  it("a finger: its face, and beside and behind it the distance, never a penetration", () => {
    const at = (x: number, y: number, z: number): number => value(signedDistance(pad, vec3(x, y, z)).distance);
    expect(at(0.1, 0.1, 0.05)).toBeCloseTo(0.05, 15);
    expect(at(0.1, 0.1, -0.05)).toBeCloseTo(-0.05, 15);
    expect(at(0.5, 0, -0.1)).toBeCloseTo(0.1, 15);
    expect(at(0, 0, -0.5)).toBeCloseTo(0.1, 15);
    expect(at(0.5, 0.4, 0.1)).toBeCloseTo(Math.hypot(0.1, 0.1, 0.1), 15);
  });

  it("a tilted cylinder over a plane: its lowest points are at both ends", () => {
    const tilt = 0.3;
    const flat: Surface = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };
    const near = cylinderNear({ shape: rod, place: part }, { shape: flat, place: undefined });
    // axis from z towards y by a quarter turn less the tilt: it rises by sin of the tilt along its length
    const lying = fromRotationVector([-Math.PI / 2 + tilt, 0, 0]);
    const values = near.map(
      ({ gap }) => outputs(compile(leaves, [gap]), input({ x: [0, 0, 1], e: lying }, identity[1]))[0],
    );
    expect(values[0]).toBeCloseTo(1 - 0.5 * Math.sin(tilt) - 0.2 * Math.cos(tilt), 14);
    expect(values[1]).toBeCloseTo(1 + 0.5 * Math.sin(tilt) - 0.2 * Math.cos(tilt), 14);
  });

  it("the lying cylinder of the published grasp: J_n and J_f of its contacts with the table", () => {
    const table: HalfSpace = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };
    const lying: Cylinder = { kind: "cylinder", radius: 0.03, halfLength: 0.04 };
    const pose = input({ x: [0.6, 0, 0.03], e: fromRotationVector([-Math.PI / 2, 0, 0]) }, identity[1]);
    const read = (row: ReadonlyMap<string, Expr>): number[] =>
      Array.from(
        outputs(
          compile(
            leaves,
            coordinates.slice(0, 6).map((name) => row.get(name)!),
          ),
          pose,
        ),
      );
    const [first, second] = cylinderNear({ shape: lying, place: part }, { shape: table, place: undefined }).map(
      (nearest) => contactRows(nearest, carriers.part, undefined, 4),
    );
    const close = (found: number[], want: number[]): void => {
      want.forEach((x, i) => {
        expect(found[i]).toBeCloseTo(x, 12);
      });
    };
    close(read(first.normal), [0, 0, 1, -0.04, 0, 0]);
    close(read(second.normal), [0, 0, 1, 0.04, 0, 0]);
    close(read(first.edges[0]), [1, 0, 0, 0, -0.03, 0.04]);
    close(read(first.edges[1]), [0, 1, 0, 0.03, 0, 0]);
    close(read(first.edges[2]), [-1, 0, 0, 0, 0.03, -0.04]);
  });

  it("what a pad and a cylinder stand with", () => {
    expect(padPoints(pad, 3, 2, 0.5).map(({ at }) => at.map((x) => value(toExpr(x))))[5]).toEqual([0.2, 0.15, 0]);
    expect(padPoints(pad, 1, 1)).toHaveLength(1);
    const rim = standing(rod, 4, [-1, 1]).map(({ at }) => at.map((x) => value(toExpr(x))));
    expect(rim).toHaveLength(8);
    expect(rim[1][1]).toBeCloseTo(0.2, 15);
    expect(rim[1][2]).toBe(-0.5);
  });
});

describe("friction polygons", () => {
  const frame = { normal: vec3(0, 0, 1), tangent: vec3(1, 0, 0), orthogonal: vec3(0, 1, 0) };

  it.each([2, 4, 6, 8, 10])("with %i edges are balanced, and their edges are unit tangents", (count) => {
    const edges = frictionEdges(frame, count).map((d) => d.map(value));
    expect(edges).toHaveLength(count);
    for (const [x, y, z] of edges as [number, number, number][]) {
      expect(Math.abs(z)).toBe(0);
      expect(Math.hypot(x, y)).toBeCloseTo(1, 15);
      // exactly: rounding would make a force that friction cannot answer
      expect(edges.some((d) => d[0] === -x && d[1] === -y)).toBe(true);
    }
    expect(new Set(edges.map((d) => Math.atan2(d[1], d[0]).toFixed(9))).size).toBe(count);
  });

  it.each([0, 1, 3, 2.5])("are refused with %d edges", (count) => {
    expect(() => frictionEdges(frame, count)).toThrow(/even number of edges/);
  });
});
