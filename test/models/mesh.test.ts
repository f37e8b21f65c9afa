import { describe, expect, it } from "vitest";
import type { Shape } from "../../src/geometry/shape.js";
import { last } from "../../src/mechanics/model.js";
import { atRest } from "../../src/mechanics/scene.js";
import { compliant } from "../../src/models/compliant.js";
import { rigid } from "../../src/models/rigid.js";
import { simulate } from "../../src/motion/solve.js";
import { bracket, ground } from "../geometry/mesh/meshes.js";

const g = 9.81;
const material = { friction: 0.3, stiffness: 1e4, damping: 20, coneSmoothing: 1e-4 };
const models = [
  ["compliant", compliant],
  ["rigid", rigid],
] as const;
const plane: Shape = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };
const ball: Shape = { kind: "ball", radius: 0.1 };

interface Case {
  readonly on: Shape;
  readonly shape: Shape;
  readonly start: Readonly<Record<string, number>>;
  readonly steps?: number;
}

async function motionOf({ on, shape, start, steps = 100 }: Case, make: (typeof models)[number][1]) {
  const model = make({
    gravity: [0, 0, -g],
    bodies: [{ name: "b", space: "spatial", shape, density: 400 }],
    world: [{ name: "w", shape: on }],
    contacts: "all",
    materials: [material],
  });
  const at = Object.fromEntries(Object.entries(start).map(([axis, value]) => [`b.${axis}`, value]));
  const { status, trajectory } = await simulate({
    name: "mesh",
    title: "a body on a mesh",
    model,
    parameters: {},
    start: { ...atRest(model), ...at },
    grid: { steps, h: 0.005 },
    values: { z: { unit: "m", meaning: "height", of: last("b.z") } },
  });
  expect(status).toBe("solved");
  return trajectory.columns;
}

const end = (columns: Awaited<ReturnType<typeof motionOf>>, axis: string): number =>
  columns[`b.${axis}`].at(-1) ?? Number.NaN;
const axes = ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"];

describe.each(models)("on a mesh under the %s law", (_, model) => {
  const start = { x: -0.4, y: -0.13, z: 0.1, vx: 1.1, vy: 0.37, wy: 3 };

  it.each([2, 4])("a ball slides and rolls over %i² uneven cells of a plane as over a half-space", async (n) => {
    const [even, triangles] = [
      await motionOf({ on: plane, shape: ball, start }, model),
      await motionOf({ on: ground(n), shape: ball, start }, model),
    ];
    for (const axis of axes)
      triangles[`b.${axis}`].forEach((x, k) => {
        expect(x).toBeCloseTo(even[`b.${axis}`][k], 12);
      });
  });

  it("a brick slides over the same triangles as over a box", async () => {
    const brick: Shape = { kind: "box", half: [0.06, 0.04, 0.03] };
    const slides = { ...start, z: 0.03, wy: 0 };
    const box: Shape = { kind: "box", half: [0.5, 0.5, 0.1], pose: { position: [0, 0, -0.1] } };
    const [even, triangles] = [
      await motionOf({ on: box, shape: brick, start: slides }, model),
      await motionOf({ on: ground(3), shape: brick, start: slides }, model),
    ];
    expect(end(triangles, "x")).toBeCloseTo(end(even, "x"), 5);
    expect(end(triangles, "y")).toBeCloseTo(end(even, "y"), 5);
    // a half-way of v²/2μg, whichever way it goes
    const [dx, dy] = [end(triangles, "x") + 0.4, end(triangles, "y") + 0.13];
    expect(Math.hypot(dx, dy)).toBeCloseTo((1.1 ** 2 + 0.37 ** 2) / (2 * 0.3 * g), 2);
  });

  it("a ball comes to rest in the notch of a bracket, and both faces carry it", async () => {
    // the notch upwards, its line at a height of √2
    const orientation = [Math.SQRT1_2, 0.5, -0.5, 0] as const;
    const notch: Shape = { ...bracket(), pose: { position: [0, 0, 0], orientation } };
    const columns = await motionOf({ on: notch, shape: ball, start: { x: -0.3, y: -0.4, z: 1.7 }, steps: 200 }, model);
    for (const axis of ["vx", "vy", "vz"]) expect(Math.abs(end(columns, axis))).toBeLessThan(1e-2);
    const forces = Object.keys(columns).filter((name) => /^b-w\d\.normalForce$/.test(name));
    expect(forces.filter((name) => (columns[name].at(-1) ?? 0) > 0.1)).toHaveLength(2);
    expect(end(columns, "z")).toBeCloseTo(1.1 * Math.SQRT2, 2);
  });

  it("a bracket falls on a plane and rests there with its weight", async () => {
    expectAtRest(await motionOf({ on: plane, shape: bracket(0.1), start: { z: 0.06 }, steps: 60 }, model));
  });
});

it("a bracket rests on a box, where each of its parts may touch", async () => {
  const box: Shape = { kind: "box", half: [0.5, 0.5, 0.1], pose: { position: [0, 0, -0.1] } };
  expectAtRest(await motionOf({ on: box, shape: bracket(0.1), start: { z: 0.051 }, steps: 40 }, compliant));
});

function expectAtRest(columns: Awaited<ReturnType<typeof motionOf>>): void {
  const forces = Object.keys(columns).filter((name) => name.endsWith(".normalForce"));
  const sum = forces.reduce((total, name) => total + (columns[name].at(-1) ?? 0), 0);
  expect(sum).toBeCloseTo(3e-3 * 400 * g, 1);
  expect(end(columns, "z")).toBeCloseTo(0.05, 3);
}
