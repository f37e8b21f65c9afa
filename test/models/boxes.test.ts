import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { box, type HalfSpace, type Shape } from "../../src/geometry/shape.js";
import type { Body } from "../../src/mechanics/body.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import { vertexContacts } from "../../src/mechanics/vertices.js";
import { compliant } from "../../src/models/compliant.js";
import { real } from "../arbitraries.js";
import {
  type Compliance,
  compliances,
  counts,
  expectEnergyOfFirstOrder,
  expectMomentumKept,
  lawfulMotion,
  lawfulSteps,
  problemOf,
  slope,
  stiffLaws,
  type Thrown,
} from "./scenes.js";

const mass = 1;
const half = [0.2, 0.1, 0.15] as const;
const part: Body = { name: "part", space: "spatial", mass, inertia: [0.011, 0.021, 0.017] };
/** A box whose inside is such that its inertia is the same about every axis. */
const even: Body = { ...part, inertia: 0.015 };
const ground: HalfSpace = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };

type Vector = readonly [number, number, number];
const vectors = (size: number): fc.Arbitrary<Vector> =>
  fc.tuple(real(-size, size), real(-size, size), real(-size, size));

interface Toss {
  readonly axis: Vector;
  readonly angle: number;
  readonly velocity: Vector;
  readonly spin: Vector;
  readonly compliance: Compliance;
}

const tosses: fc.Arbitrary<Toss> = fc.record({
  axis: vectors(1),
  angle: real(-3, 3),
  velocity: vectors(1),
  spin: vectors(5),
  compliance: compliances,
});

/** State names of a spatial body with values: where it is, how it is turned, how it moves. */
function placed(name: string, at: Vector, { axis, angle, velocity, spin }: Omit<Toss, "compliance">) {
  const length = Math.hypot(...axis);
  const start: Record<string, number> = { [`${name}.e0`]: Math.cos(angle / 2) };
  (["x", "y", "z"] as const).forEach((k, i) => {
    start[`${name}.${k}`] = at[i];
    start[`${name}.e${k}`] = (Math.sin(angle / 2) * axis[i]) / length;
    start[`${name}.v${k}`] = velocity[i];
    start[`${name}.w${k}`] = spin[i];
  });
  return start;
}

/** A box dropped on the floor: eight contacts. */
function dropped(toss: Toss, steps: number, h: number): Thrown {
  const contacts = vertexContacts<CompliantContact>({
    name: "floor",
    body: "part",
    shape: box(...half),
    against: ground,
    ...toss.compliance,
  });
  return {
    scene: { gravity: [0, 0, -9.8], bodies: [part], contacts },
    start: placed("part", [0, 0, 0.28], toss),
    steps,
    h,
  };
}

/** A plate in space that flies against a box or a sphere and turns, all of them free. */
function againstPlate(shape: Shape, toss: Toss, turning: Vector, steps: number, h: number): Thrown {
  const plate: Body = { name: "plate", space: "spatial", mass: 3, inertia: 0.3 };
  const contact: CompliantContact = {
    name: "touch",
    body: "part",
    shape,
    against: { body: "plate", shape: ground },
    ...toss.compliance,
  };
  const contacts = shape.kind === "box" ? vertexContacts(contact) : [contact];
  const start = {
    ...placed("part", [0.1, -0.05, 0.3], toss),
    ...placed("plate", [0, 0, 0], { axis: [1, 2, 3], angle: 0.1, velocity: [0, 0, 2], spin: turning }),
  };
  return { scene: { gravity: [0, 0, 0], bodies: [even, plate], contacts }, start, steps, h };
}

describe("boxes in space", () => {
  it("dropped on a floor keep complementarity and cone at every step", async () => {
    await fc.assert(
      fc.asyncProperty(tosses, async (toss) => {
        const thrown = dropped(toss, 100, 0.003);
        await lawfulMotion(problemOf(thrown));
        await lawfulMotion(problemOf(thrown, (scene) => compliant(scene, "pyramid")));
      }),
      { numRuns: 4 },
    );
  });

  it.each(stiffLaws)("keep them at every solved step under %s", async (_, law) => {
    await fc.assert(
      fc.asyncProperty(tosses, async (toss) => {
        await lawfulSteps(problemOf(dropped(toss, 100, 0.003), law));
      }),
      { numRuns: 2 },
    );
  });
});

const sphere: Shape = { kind: "ball", radius: 0.2 };

describe.each([
  ["box", box(...half)],
  ["sphere", sphere],
])("a %s and a moving half-space", (_, shape) => {
  it("keep complementarity and cone, and their linear momentum exactly", async () => {
    await fc.assert(
      fc.asyncProperty(tosses, vectors(2), async (toss, turning) => {
        const thrown = againstPlate(shape, toss, turning, 100, 0.003);
        expectMomentumKept(thrown.scene, await lawfulMotion(problemOf(thrown)));
      }),
      { numRuns: 4 },
    );
  });
});

describe("corners that turn, in space", () => {
  it("strike a moving half-space and change the angular momentum by O(h), with slope 1", async () => {
    const toss: Toss = {
      axis: [1, -0.5, 0.3],
      angle: 0.9,
      velocity: [0.3, -0.2, -1],
      spin: [2, 3, -1],
      compliance: { friction: 0.3, stiffness: 2e3, damping: 0, coneSmoothing: 1e-4 },
    };
    const spun: number[] = [];
    for (const steps of counts) {
      const thrown = againstPlate({ kind: "point", at: [0.2, 0.1, -0.15] }, toss, [1, -2, 1], steps, 0.3 / steps);
      const { columns } = await lawfulMotion(problemOf(thrown));
      expect(Math.max(...columns["touch.normalForce"].slice(1))).toBeGreaterThan(1);
      const spin = angularMomentum(thrown.scene.bodies, columns);
      const before = spin(0);
      spun.push(Math.hypot(...spin(steps).map((x, i) => x - before[i])));
    }
    expect(slope(spun)).toBeGreaterThan(0.9);
    expect(slope(spun)).toBeLessThan(1.1);
  });

  it("carry a box that tips over its edge and create energy of O(h), with slope 1", async () => {
    await expectEnergyOfFirstOrder((steps) => tipping(steps, 0.1 / steps));
  });
});

/** A box upright on one edge, resting on it with its weight and turning about it. */
function tipping(steps: number, h: number): Thrown {
  const stiffness = 1e4;
  const sunk = (mass * 9.8) / (2 * stiffness);
  const [height, omega] = [Math.hypot(0.2, 0.1), 1];
  const edge: Shape = { kind: "hull", vertices: [-0.1, 0.1].map((y) => [0.2, y, -0.1] as const) };
  const contacts = vertexContacts<CompliantContact>({
    name: "floor",
    body: "part",
    shape: edge,
    against: ground,
    friction: 1,
    stiffness,
    damping: 50,
    coneSmoothing: 1e-4,
  });
  const start = {
    // turned about y until the edge is below the centre
    ...placed("part", [0, 0, height - sunk], {
      axis: [0, 1, 0],
      angle: Math.atan2(0.2, 0.1),
      velocity: [omega * height, 0, 0],
      spin: [0, omega, 0],
    }),
    "floor1.deformationN": sunk,
    "floor2.deformationN": sunk,
  };
  return { scene: { gravity: [0, 0, -9.8], bodies: [part], contacts }, start, steps, h };
}

/** Σ m x × v + I ω of isotropic bodies at a step. */
function angularMomentum(bodies: readonly Body[], columns: Readonly<Record<string, Float64Array>>) {
  return (k: number): Vector =>
    bodies.reduce<Vector>(
      (sum, { name, mass, inertia }) => {
        const [x, y, z, vx, vy, vz, wx, wy, wz] = ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"].map(
          (state) => columns[`${name}.${state}`][k],
        ) as [number, number, number, number, number, number, number, number, number];
        const [m, I] = [mass as number, inertia as number];
        return [
          sum[0] + m * (y * vz - z * vy) + I * wx,
          sum[1] + m * (z * vx - x * vz) + I * wy,
          sum[2] + m * (x * vy - y * vx) + I * wz,
        ];
      },
      [0, 0, 0],
    );
}
