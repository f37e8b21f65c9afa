import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Expr, evaluate, toExpr } from "../../src/expr/expr.js";
import { dot, type Vec3, vec3 } from "../../src/expr/vector.js";
import type { ContactGeometry } from "../../src/geometry/contact-geometry.js";
import { nearestPoint } from "../../src/geometry/nearest.js";
import { type Polygon, rectangle, type Shape } from "../../src/geometry/shape.js";
import { touchedFace } from "../../src/geometry/vertex-pairs.js";
import { type Body, motionOf } from "../../src/mechanics/body.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { falling, relativeVelocity } from "../../src/mechanics/contact-kinematics.js";
import { next, now } from "../../src/mechanics/model.js";
import { contactGeometry } from "../../src/mechanics/pairs.js";
import { real } from "../arbitraries.js";

const bodies: readonly Body[] = ["a", "b"].map((name) => ({ name, space: "planar", mass: 1, inertia: 1 }));
const at = (leaves: typeof now) => new Map(bodies.map((body) => [body.name, motionOf(body, leaves)]));
const motions = { now: at(now), next: at(next) };
const states = ["x", "y", "theta", "vx", "vy", "omega"] as const;

/** Numbers for all states of two bodies apart from each other, at both ends of a step. */
const configurations = fc.array(real(-1, 1), { minLength: 24, maxLength: 24 }).map((numbers) => {
  const values = new Map<string, number>();
  let k = 0;
  for (const end of ["now", "next"])
    for (const { name } of bodies)
      for (const state of states) {
        const apart = name === "b" && state === "x" ? 2.2 : 0;
        values.set(`${end}.${name}.${state}`, apart + 0.5 * numbers[k++]);
      }
  return values;
});

const disk: Shape = { kind: "ball", radius: 0.5 };
const corner: Shape = { kind: "point", at: [0.4, 0.3, 0] };
const plate = rectangle(0.7, 0.4);
const plane: Shape = { kind: "half-space", normal: [-0.6, 0.8, 0], tangent: [0.8, 0.6, 0], offset: 0.1 };
const wall: Shape = { kind: "segment", from: [-0.5, 0.2, 0], to: [0.6, -0.1, 0] };

const pairs: readonly (readonly [string, Shape, Shape])[] = [
  ["disk and disk", disk, disk],
  ["disk and half-plane", disk, plane],
  ["half-plane and disk", plane, disk],
  ["disk and segment", disk, wall],
  ["disk and polygon", disk, plate],
  ["disk and corner", disk, corner],
  ["corner and half-plane", corner, plane],
  ["corner and polygon", corner, plate],
  ["polygon and corner", plate, corner],
];

const number = (e: Expr | number, values: ReadonlyMap<string, number>): number =>
  evaluate(toExpr(e), (name) => values.get(name)!);

describe.each(pairs)("%s", (_, shape, other) => {
  const contact: Contact = { name: "c", body: "a", shape, against: { body: "b", shape: other }, friction: 0.3 };
  const geometry: ContactGeometry = contactGeometry(contact, motions, true);
  const [first, second] = [geometry.sides[0], geometry.sides[1]];

  it("both bodies get the force at one point, in opposite directions", () => {
    fc.assert(
      fc.property(configurations, (values) => {
        expect(first.sign).toBe(-second.sign);
        // two disks touch in the middle of the step, all others at its end
        const middle = shape === disk && other === disk;
        const pointOf = ({ body, arm }: typeof first): number[] =>
          (["x", "y"] as const).map((axis, i) => {
            const [start, end] = [values.get(`now.${body}.${axis}`)!, values.get(`next.${body}.${axis}`)!];
            return (middle ? 0.5 * (start + end) : end) + number(arm[i], values);
          });
        const there = pointOf(second);
        for (const [i, x] of pointOf(first).entries()) expect(x).toBeCloseTo(there[i], 12);
      }),
    );
  });

  it("Γ_n ν is the rate of the signed distance", () => {
    const rate = relativeVelocity(geometry, motions.next, geometry.frame.normal);
    fc.assert(
      fc.property(configurations, (still) => {
        // the start of the step moves along, so that the mean normal is that of the end
        const moved = (dt: number): Map<string, number> => {
          const values = new Map(still);
          for (const { name } of bodies)
            (["x", "y", "theta"] as const).forEach((q, i) => {
              const there = still.get(`next.${name}.${q}`)! + dt * still.get(`next.${name}.${states[3 + i]}`)!;
              values.set(`next.${name}.${q}`, there).set(`now.${name}.${q}`, there);
            });
          return values;
        };
        const step = 1e-6;
        const [above, below, here] = [step, -step, 0].map((dt) => number(geometry.gap, moved(dt))) as [
          number,
          number,
          number,
        ];
        // a distance has kinks: where it bends more than a smooth one can, there is no rate
        fc.pre(Math.abs(above - 2 * here + below) < 1e-9);
        expect((above - below) / (2 * step)).toBeCloseTo(number(rate, moved(0)), 4);
      }),
    );
  });
});

describe("a corner that may stand flush on a face", () => {
  // its gap changes many times as fast as it goes over the end, which its force did not: energy was made there
  const beside = [
    [-0.7, -0.4, 0],
    [0.7, 0.4, 0],
  ] as const;
  const top: Shape = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0.4, stretch: [-0.7, 0.7] };
  it.each([
    ["a table top", top, 0.048],
    ["a polygon", plate, 0.008],
  ])("has the rate of its gap as its velocity over %s", (_, shape, width) => {
    const contact: Contact = {
      name: "c",
      body: "a",
      shape: { kind: "point", at: [0.7, -0.4, 0], beside },
      against: { body: "b", shape },
      friction: 0.3,
    };
    const { gap, frame, sides } = contactGeometry(contact, motions, true);
    const rate = relativeVelocity({ gap, frame, sides }, motions.next, frame.normal);
    const steepness = dot(frame.normal, frame.normal);
    let steep = 0;
    // how far the corner is beyond the end of the face and over it, in parts of that width, and by how much it is turned
    const places = fc.tuple(real(-0.5, 1.5), real(-5, 1), real(-0.02, 0.02), real(-1, 1), real(-1, 1));
    fc.assert(
      fc.property(places, ([along, up, turn, vx, vy]) => {
        const [beyond, over] = [along * width, up * width];
        const moved = (dt: number): Map<string, number> => {
          const values = new Map<string, number>();
          for (const end of ["now", "next"])
            for (const { name } of bodies) for (const state of states) values.set(`${end}.${name}.${state}`, 0);
          const corner = [0.7 * Math.cos(turn) + 0.4 * Math.sin(turn), 0.7 * Math.sin(turn) - 0.4 * Math.cos(turn)];
          values.set("next.a.x", 0.7 + beyond - corner[0] + vx * dt).set("next.a.y", 0.4 + over - corner[1] + vy * dt);
          return values.set("next.a.theta", turn).set("next.a.vx", vx).set("next.a.vy", vy);
        };
        const step = 1e-7;
        const [above, below, here] = [step, -step, 0].map((dt) => number(gap, moved(dt)));
        fc.pre(Math.abs(above - 2 * here + below) < 1e-12);
        if (number(steepness, moved(0)) > 2) steep++;
        expect((above - below) / (2 * step)).toBeCloseTo(number(rate, moved(0)), 5);
      }),
      { numRuns: 300 },
    );
    expect(steep).toBeGreaterThan(10);
  });
});

/** A random convex polygon: points of an ellipse in order. */
const polygons: fc.Arbitrary<Polygon> = fc
  .record({ turns: fc.array(real(0.3, 1), { minLength: 3, maxLength: 7 }), a: real(0.3, 2), b: real(0.3, 2) })
  .map(({ turns, a, b }) => {
    const sum = turns.reduce((s, x) => s + x, 0);
    let angle = 0;
    return {
      kind: "polygon",
      vertices: turns.map((turn) => {
        angle += (2 * Math.PI * turn) / sum;
        return [a * Math.cos(angle), b * Math.sin(angle)] as const;
      }),
    };
  });

/** The nearest point of the outline among many, and whether the point is inside by the even–odd rule. */
function bruteForce({ vertices }: Polygon, [x, y]: readonly [number, number]): { distance: number; inside: boolean } {
  let distance = Number.POSITIVE_INFINITY;
  let inside = false;
  vertices.forEach((from, i) => {
    const [ax, ay] = from as readonly [number, number];
    const [bx, by] = vertices[(i + 1) % vertices.length] as readonly [number, number];
    for (let k = 0; k <= 2000; k++) {
      const s = k / 2000;
      distance = Math.min(distance, Math.hypot(x - ax - s * (bx - ax), y - ay - s * (by - ay)));
    }
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  });
  return { distance, inside };
}

describe("signed distances against brute force", () => {
  const points = fc.tuple(real(-3, 3), real(-3, 3));
  const value = (e: Expr): number => number(e, new Map());

  it("of a corner and a polygon: exact inside, never above the distance outside, with the right sign", () => {
    fc.assert(
      fc.property(polygons, points, (polygon, [x, y]) => {
        const { distance, inside } = bruteForce(polygon, [x, y]);
        const found = value(touchedFace(polygon, vec3(x, y, 0)).distance);
        if (inside) expect(Math.abs(found + distance)).toBeLessThan(2e-3);
        else {
          expect(found).toBeGreaterThan(-1e-9);
          expect(found).toBeLessThan(distance + 1e-9);
        }
      }),
    );
  });

  it("of a point and the outline of a polygon", () => {
    fc.assert(
      fc.property(polygons, points, (polygon, [x, y]) => {
        const near: Vec3 = nearestPoint(polygon, vec3(x, y, 0));
        const found = Math.hypot(x - value(near[0]), y - value(near[1]));
        expect(Math.abs(found - bruteForce(polygon, [x, y]).distance)).toBeLessThan(2e-3);
      }),
    );
  });
});

it("gravity closes a gap by what falls of both sides, and not by what is driven", () => {
  const contact = { name: "c", body: "a", shape: disk, against: { body: "b", shape: disk }, friction: 0 };
  const geometry = contactGeometry(contact, motions, true);
  const gravity = [0, -9.81, 0] as const;
  // one straight above the other: the normal is upright
  const upright = (name: string): number => (name.endsWith(".a.y") ? 1.5 : 0);
  const closing = (driven: readonly string[]): number =>
    evaluate(
      falling(geometry, gravity, (body) => driven.includes(body)),
      upright,
    );
  expect(closing([])).toBeCloseTo(0, 12);
  expect(closing(["b"])).toBeCloseTo(9.81, 12);
  expect(closing(["a"])).toBeCloseTo(-9.81, 12);
  expect(closing(["a", "b"])).toBe(0);
});
