import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromRotationVector, multiplyQuaternions, type Quaternion } from "../../src/algebra/rotation.js";
import { type Expr, evaluate, toExpr } from "../../src/expr/expr.js";
import { vec3 } from "../../src/expr/vector.js";
import { massProperties } from "../../src/geometry/mass.js";
import { type Nearable, nearestPoint } from "../../src/geometry/nearest.js";
import type { Shape } from "../../src/geometry/shape.js";
import { boxSolid } from "../../src/geometry/solid.js";
import { uniform } from "../../src/geometry/uniform.js";
import { type Body, motionOf } from "../../src/mechanics/body.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { relativeVelocity } from "../../src/mechanics/contact-kinematics.js";
import { next, now } from "../../src/mechanics/model.js";
import { contactGeometry } from "../../src/mechanics/pairs.js";
import { vertexContacts } from "../../src/mechanics/vertices.js";
import { real } from "../arbitraries.js";

const bodies: readonly Body[] = ["a", "b"].map((name) => ({ name, space: "spatial", mass: 1, inertia: 1 }));
const at = (leaves: typeof now) => new Map(bodies.map((body) => [body.name, motionOf(body, leaves)]));
const motions = { now: at(now), next: at(next) };

interface Rigid {
  readonly position: readonly number[];
  readonly turn: readonly number[];
  readonly velocity: readonly number[];
  readonly spin: readonly number[];
}

const three = fc.tuple(real(-1, 1), real(-1, 1), real(-1, 1));
const rigid: fc.Arbitrary<Rigid> = fc.record({ position: three, turn: three, velocity: three, spin: three });

/** States of both bodies at both ends, dt after they were where they are. */
function moved(two: readonly Rigid[], dt: number): Map<string, number> {
  const values = new Map<string, number>();
  two.forEach(({ position, turn, velocity, spin }, i) => {
    const by = fromRotationVector(spin.map((w) => w * dt) as [number, number, number]);
    const q: Quaternion = multiplyQuaternions(by, fromRotationVector(turn as [number, number, number]));
    for (const end of ["now", "next"]) {
      const set = (names: string, numbers: readonly number[]): void =>
        names.split(" ").forEach((name, k) => void values.set(`${end}.${bodies[i].name}.${name}`, numbers[k]));
      set(
        "x y z",
        position.map((x, k) => x + dt * velocity[k]),
      );
      set("e0 ex ey ez", q);
      set("vx vy vz", velocity);
      set("wx wy wz", spin);
    }
  });
  return values;
}

const number = (e: Expr | number, values: ReadonlyMap<string, number> = new Map()): number =>
  evaluate(toExpr(e), (name) => values.get(name)!);

const ball: Shape = { kind: "ball", radius: 0.2 };
const pose = { position: [0.1, -0.2, 0.05], orientation: [0.8, 0, 0.6, 0] } as const;
const plane: Shape = { kind: "half-space", normal: [0, 0.6, 0.8], tangent: [1, 0, 0], offset: 0.1 };
const pairs: readonly (readonly [string, Shape, Shape])[] = [
  ["ball and box", ball, { kind: "box", half: [0.3, 0.2, 0.4] }],
  ["ball and round box in a pose", ball, { kind: "box", half: [0.3, 0.2, 0.4], rounding: 0.1, pose }],
  [
    "ball off its body's centre and capsule",
    { ...ball, centre: [0.1, 0, 0.2] },
    { kind: "capsule", from: [0, 0, -0.3], to: [0.1, 0, 0.4], radius: 0.15 },
  ],
  ["ball and cylinder in a pose", ball, { kind: "cylinder", radius: 0.3, halfLength: 0.2, pose }],
  ["segment and ball", { kind: "segment", from: [0, 0, 0], to: [0.5, 0.2, 0] }, ball],
  ["ball and plate that ends", ball, { ...plane, stretch: [-0.4, 0.3], breadth: [-0.2, 0.5] }],
  [
    "corner and plate that ends",
    { kind: "point", at: [0.2, 0.1, -0.1] },
    { ...plane, stretch: [-0.4, 0.3], breadth: [-0.2, 0.5] },
  ],
  ["ellipsoid and half-space", { kind: "ellipsoid", halfAxes: [0.3, 0.2, 0.1] }, plane],
  ["half-space and ellipsoid in a pose", plane, { kind: "ellipsoid", halfAxes: [0.3, 0.2, 0.1], pose }],
  ["ring and half-space", { kind: "ring", centre: [0, 0, 0.2], axis: [0, 0.6, 0.8], radius: 0.3 }, plane],
];

describe.each(pairs)("%s", (_, shape, other) => {
  const contact: Contact = { name: "c", body: "a", shape, against: { body: "b", shape: other }, friction: 0.3 };
  const geometry = contactGeometry(contact, motions, false);

  it("both bodies get the force at one point, in opposite directions", () => {
    fc.assert(
      fc.property(rigid, rigid, (a, b) => {
        const values = moved([a, b], 0);
        // a ball whose centre is inside of the other's core has no normal
        fc.pre(geometry.room === undefined || number(geometry.gap, values) > 0.01 - number(geometry.room));
        const [one, two] = geometry.sides.map(({ body, arm }) =>
          arm.map((x, i) => number(x, values) + (body === "a" ? a : b).position[i]),
        );
        expect(geometry.sides[0].sign).toBe(-geometry.sides[1].sign);
        for (const [i, x] of one.entries()) expect(x).toBeCloseTo(two[i], 12);
        const { normal, tangent, orthogonal } = geometry.frame;
        const [n, t, o] = [normal, tangent, orthogonal].map((axis) => axis.map((x) => number(x, values)));
        const dot = (u: number[], v: number[]): number => u.reduce((sum, x, i) => sum + x * v[i], 0);
        for (const axis of [n, t, o]) expect(dot(axis, axis)).toBeCloseTo(1, 9);
        for (const [u, v] of [
          [n, t],
          [n, o],
          [t, o],
        ])
          expect(dot(u, v)).toBeCloseTo(0, 9);
      }),
    );
  });

  it("Γ_n ν is the rate of the signed distance", () => {
    const rate = relativeVelocity(geometry, motions.next, geometry.frame.normal);
    fc.assert(
      fc.property(rigid, rigid, (a, b) => {
        const gap = (dt: number): number => number(geometry.gap, moved([a, b], dt));
        fc.pre(geometry.room === undefined || gap(0) > 0.01 - number(geometry.room));
        const step = 1e-6;
        const [above, below, here] = [gap(step), gap(-step), gap(0)];
        // a distance has kinks: where it bends more than a smooth one can, there is no rate
        fc.pre(Math.abs(above - 2 * here + below) < 1e-9);
        expect((above - below) / (2 * step)).toBeCloseTo(number(rate, moved([a, b], 0)), 3);
      }),
    );
  });
});

describe("nearest points", () => {
  const cores: readonly (readonly [string, Nearable, (x: readonly number[]) => boolean])[] = [
    [
      "box",
      { kind: "box", half: [0.3, 0.2, 0.4] },
      ([x, y, z]) => Math.abs(x) <= 0.3 && Math.abs(y) <= 0.2 && Math.abs(z) <= 0.4,
    ],
    [
      "cylinder",
      { kind: "cylinder", radius: 0.3, halfLength: 0.2 },
      ([x, y, z]) => Math.hypot(x, y) <= 0.3 && Math.abs(z) <= 0.2,
    ],
    [
      "plate",
      {
        kind: "half-space",
        normal: [0, 0, 1],
        tangent: [1, 0, 0],
        offset: 0.1,
        stretch: [-0.4, 0.3],
        breadth: [-0.2, 0.5],
      },
      ([x, y, z]) => x >= -0.4 && x <= 0.3 && y >= -0.2 && y <= 0.5 && z <= 0.1,
    ],
  ];

  it.each(cores)("of a %s: none of its points is nearer", (_, shape, holds) => {
    fc.assert(
      fc.property(three, fc.array(three, { minLength: 20, maxLength: 20 }), (p, others) => {
        const near = nearestPoint(shape, vec3(...p)).map((x) => number(x));
        // a rounding inside, for the edges
        expect(holds(near.map((x) => x * (1 - 1e-12)))).toBe(true);
        const from = (x: readonly number[]): number => Math.hypot(x[0] - p[0], x[1] - p[1], x[2] - p[2]);
        for (const other of others) if (holds(other)) expect(from(near)).toBeLessThanOrEqual(from(other) + 1e-12);
      }),
    );
  });
});

describe("a surface that ends", () => {
  const plate: Shape = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0, stretch: [0, 1] };
  const gapAt = (shape: Shape, x: number, y: number): number => {
    const contact: Contact = { name: "c", body: "a", shape, against: plate, friction: 0 };
    const values = new Map(
      ["now", "next"].flatMap((end) => [
        ...["z", "ex", "ey", "ez"].map((name) => [`${end}.a.${name}`, 0] as const),
        [`${end}.a.e0`, 1] as const,
        [`${end}.a.x`, x] as const,
        [`${end}.a.y`, y] as const,
      ]),
    );
    return number(contactGeometry(contact, motions, false).gap, values);
  };

  it("is met continuously from above, from beside and from within", () => {
    fc.assert(
      fc.property(real(-1, 2), real(-1, 1), real(-1e-6, 1e-6), real(-1e-6, 1e-6), (x, y, dx, dy) => {
        const point: Shape = { kind: "point", at: [0, 0, 0] };
        expect(Math.abs(gapAt(point, x + dx, y + dy) - gapAt(point, x, y))).toBeLessThan(2e-6);
      }),
    );
  });

  it("does not carry a ball beyond its end", () => {
    const ball: Shape = { kind: "ball", radius: 0.1 };
    expect(gapAt(ball, 0.5, 0.1)).toBeCloseTo(0, 12);
    expect(gapAt(ball, 1.3, 0.1)).toBeCloseTo(Math.hypot(0.3, 0.1) - 0.1, 12);
    expect(gapAt(ball, 1.3, -5)).toBeCloseTo(0.2, 12);
  });
});

describe("mass and inertia of uniform shapes", () => {
  it("of a box are those of the solid", () => {
    const { mass, inertia } = uniform({ kind: "box", half: [0.1, 0.2, 0.3] }, 700);
    const solid = massProperties(boxSolid(0.1, 0.2, 0.3), 700);
    expect(number(mass)).toBeCloseTo(solid.mass, 10);
    for (const i of [0, 1, 2]) expect(number(inertia[i])).toBeCloseTo(solid.inertia[i], 10);
  });

  it("of a capsule are sums over its slices, whichever way its axis points", () => {
    const [r, l] = [0.2, 0.5];
    const count = 20_000;
    const dz = (l + 2 * r) / count;
    let [mass, along, across] = [0, 0, 0];
    for (let k = 0; k < count; k++) {
      const z = -l / 2 - r + (k + 0.5) * dz;
      const over = Math.max(0, Math.abs(z) - l / 2);
      const R2 = r * r - over * over;
      const slice = 900 * Math.PI * R2 * dz;
      mass += slice;
      along += (slice * R2) / 2;
      across += slice * (R2 / 4 + z * z);
    }
    const upright = uniform({ kind: "capsule", from: [0, 0, -l / 2], to: [0, 0, l / 2], radius: r }, 900);
    expect(number(upright.mass)).toBeCloseTo(mass, 5);
    expect(number(upright.inertia[0])).toBeCloseTo(across, 6);
    expect(number(upright.inertia[2])).toBeCloseTo(along, 6);
    const askew = uniform({ kind: "capsule", from: [-0.15, 0, -0.2], to: [0.15, 0, 0.2], radius: r }, 900);
    const [xx, yy, zz, , xz] = askew.inertia.map((x) => number(x));
    expect(yy).toBeCloseTo(across, 6);
    expect(xx + zz).toBeCloseTo(across + along, 6);
    // about the axis (.6, 0, .8) itself
    expect(0.36 * xx + 0.64 * zz + 2 * 0.48 * xz!).toBeCloseTo(along, 6);
  });
});

describe("a rim on a plane", () => {
  const radius = 0.3;
  const shape: Shape = { kind: "ring", centre: [0, 0, 0.2], axis: [0, 0, 1], radius };
  const floor: Shape = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };
  const geometry = contactGeometry(
    { name: "c", body: "a", shape, against: { body: "b", shape: floor }, friction: 0 },
    motions,
    false,
  );
  const rate = relativeVelocity(geometry, motions.next, geometry.frame.normal);
  const turnedBy = (angle: number, dt = 0): Map<string, number> => {
    const b: Rigid = { position: [0, 0, 0], turn: [0, 0, 0], velocity: [0, 0, 0], spin: [0, 0, 0] };
    return moved([{ ...b, position: [0, 0, 1], turn: [angle, 0, 0], spin: [1, 0, 0] }, b], dt);
  };

  it("is where it is where it lies and where it stands", () => {
    const top = number(geometry.gap, turnedBy(0));
    const upside = number(geometry.gap, turnedBy(Math.PI));
    expect(top - upside).toBeCloseTo(0.4, 12);
    expect(number(geometry.gap, turnedBy(Math.PI / 2)) - 0.5 * (top + upside)).toBeCloseTo(-radius, 12);
  });

  it.each([1e-4, 1e-3, 3e-3, 0.05, 0.8, 1.55])("moves as its lowest point moves at %f rad", (angle) => {
    const step = 1e-6;
    const far =
      (number(geometry.gap, turnedBy(angle, step)) - number(geometry.gap, turnedBy(angle, -step))) / (2 * step);
    expect(number(rate, turnedBy(angle))).toBeCloseTo(far, 6);
  });
});

describe("contacts at the ends of a shape", () => {
  it("are the round ends of a capsule, the rims of a cylinder, the balls in a round box's corners", () => {
    const of = (shape: Shape) =>
      vertexContacts({ name: "c", body: "a", shape, against: plane, friction: 0 }).map((one) => one.shape);
    expect(of({ kind: "capsule", from: [0, 0, -1], to: [0, 0, 1], radius: 0.1 })).toEqual([
      { kind: "ball", centre: [0, 0, -1], radius: 0.1 },
      { kind: "ball", centre: [0, 0, 1], radius: 0.1 },
    ]);
    const rims = of({ kind: "cylinder", radius: 0.2, halfLength: 0.5 });
    expect(rims.map(({ kind }) => kind)).toEqual(["ring", "ring"]);
    const round = of({ kind: "box", half: [1, 1, 1], rounding: 0.25 });
    expect(round).toHaveLength(8);
    expect(round.map((one) => (one.kind === "ball" ? number(one.centre![0]) : 0))).toEqual([
      0.75, -0.75, 0.75, -0.75, 0.75, -0.75, 0.75, -0.75,
    ]);
  });
});
