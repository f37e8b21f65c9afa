import { describe, expect, it } from "vitest";
import { groundPlane } from "../../../problems/patch/patch-scene.js";
import { boxHull, type ConvexShape } from "../../../src/geometry/convex.js";
import { smoothMoments } from "../../../src/geometry/smooth.js";
import type { Body } from "../../../src/mechanics/body.js";
import { atRest } from "../../../src/mechanics/scene.js";
import type { PatchContact } from "../../../src/models/patch/contact.js";
import { patchModel } from "../../../src/models/patch/patch.js";
import type { PatchScene, PatchWrench } from "../../../src/models/patch/patch-scene.js";
import { rigid } from "../../../src/models/rigid.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";

const gravity = [0, 0, -9.8] as const;

const on = (body: string, shape: ConvexShape, more: Partial<PatchContact> = {}): PatchContact => ({
  name: `${body}-contact`,
  body,
  shape,
  against: groundPlane,
  friction: 0.3,
  frictionAxes: [1, 1, 0.02],
  ...more,
});

function problemOf(scene: PatchScene, start: Record<string, number>, steps = 100): Problem {
  const model = patchModel(scene);
  return {
    name: "test/shape",
    title: "shape",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { steps, h: 0.01 },
    values: {},
  };
}

async function solved(problem: Problem): Promise<Result> {
  const result = await simulate(problem);
  expect(result.status).toBe("solved");
  expect(result.trajectory.certificate.penetration.value).toBeLessThan(1e-11);
  return result;
}

const last = ({ trajectory: { columns } }: Result, name: string): number => columns[name].at(-1)!;

describe("smooth bodies", () => {
  it("a sphere that does not resist spinning moves as the rigid ball", async () => {
    const ball: Body = { name: "ball", space: "spatial", mass: 0.2, inertia: 2e-4 };
    const start = { "ball.z": 0.05, "ball.vx": 1, "ball.vy": 0.5, "ball.wx": 40, "ball.wy": -20, "ball.wz": 0 };
    const shape = { kind: "ball", radius: 0.05 } as const;
    const patch = problemOf(
      { gravity, bodies: [ball], contacts: [on("ball", shape, { friction: 0.2, frictionAxes: [1, 1, 1e-7] })] },
      start,
    );
    const contact = { name: "table", body: "ball", shape: { kind: "ball", radius: 0.05 }, friction: 0.2 } as const;
    const model = rigid({ gravity, bodies: [ball], contacts: [{ ...contact, against: groundPlane }] });
    const rolling: Problem = { ...patch, model, start: { ...atRest(model), ...start } };
    const [a, b] = [await solved(patch), await solved(rolling)];
    for (const name of ["x", "y", "z", "vx", "vy", "wx", "wy"].map((state) => `ball.${state}`)) {
      const wanted = b.trajectory.columns[name];
      a.trajectory.columns[name].forEach((x, k) => {
        expect(Math.abs(x - wanted[k])).toBeLessThan(1e-9);
      });
    }
  });

  it("a hull with a rounding far larger than itself rolls nearly as a sphere, and rests its rounding above the floor", async () => {
    const ball: Body = { name: "ball", space: "spatial", mass: 0.2, inertia: 2e-4 };
    const small = 1e-3;
    const start = { "ball.z": 0.05, "ball.vx": 1, "ball.wy": -20 };
    const friction = { friction: 0.2, frictionAxes: [1, 1, 1e-7] } as const;
    const grain = on("ball", boxHull(small, small, small), { ...friction, rounding: 0.05 - small });
    const sphere = on("ball", { kind: "ball", radius: 0.05 }, friction);
    const [a, b] = [
      await solved(problemOf({ gravity, bodies: [ball], contacts: [grain] }, start)),
      await solved(problemOf({ gravity, bodies: [ball], contacts: [sphere] }, start)),
    ];
    expect(Math.abs(last(a, "ball.x") - last(b, "ball.x"))).toBeLessThan(0.02);
    expect(Math.abs(last(a, "ball.vx") - last(b, "ball.vx"))).toBeLessThan(0.03);
    expect(Math.min(...a.trajectory.columns["ball.z"])).toBeGreaterThan(0.05 - 1e-9);
    const pressed = on("ball", boxHull(small, small, small), {
      against: { kind: "convex", shape: boxHull(1, 1, 0.1), tangent: [1, 0, 0] },
      rounding: 0.01,
    });
    expect(() => patchModel({ gravity, bodies: [ball], contacts: [pressed] })).toThrow(
      /rounding is of hulls over half/,
    );
  });

  it("an ellipsoid falls on its flattest side and stays there", async () => {
    const shape = { kind: "ellipsoid", halfAxes: [0.1, 0.08, 0.04] } as const;
    const inertia = smoothMoments(shape, 1);
    const scene = {
      gravity,
      bodies: [{ name: "egg", space: "spatial", mass: 1, inertia } as const],
      contacts: [on("egg", shape, { friction: 0.8, frictionAxes: [1, 1, 0.05] })],
    };
    const e = Math.sin(0.25);
    const result = await solved(problemOf(scene, { "egg.z": 0.12, "egg.e0": Math.cos(0.25), "egg.ex": e }, 600));
    expect(last(result, "egg-contact.gap")).toBeLessThan(1e-9);
    expect(last(result, "egg.z")).toBeLessThan(0.045);
  });

  it("a cylinder stands on its cap, and lying down it rolls as a disk", async () => {
    const shape = { kind: "cylinder", radius: 0.05, halfLength: 0.1 } as const;
    const bodies = [{ name: "can", space: "spatial", mass: 1, inertia: smoothMoments(shape, 1) } as const];
    const scene = { gravity, bodies, contacts: [on("can", shape)] };
    const standing = await solved(problemOf(scene, { "can.z": 0.13, "can.vx": 0.3 }));
    expect(Math.abs(last(standing, "can.z") - 0.1)).toBeLessThan(1e-10);
    expect(last(standing, "can.tilt")).toBeLessThan(1e-10);
    expect(Math.abs(last(standing, "can.vx"))).toBeLessThan(1e-10);
    const c = Math.SQRT1_2;
    const lying = { "can.z": 0.05, "can.e0": c, "can.ex": c, "can.vx": 0.6 };
    const rolling = await solved(problemOf(scene, lying));
    // a solid cylinder that slides until it rolls keeps two thirds of its speed
    expect(last(rolling, "can.vx")).toBeCloseTo(0.4, 9);
    expect(last(rolling, "can.wy")).toBeCloseTo(0.4 / 0.05, 8);
    expect(Math.abs(last(rolling, "can.z") - 0.05)).toBeLessThan(1e-10);
  });
});

describe("bodies on bodies", () => {
  const plate = boxHull(0.3, 0.3, 0.02);
  const cube = boxHull(0.05, 0.05, 0.05);
  const cubeBody: Body = { name: "cube", space: "spatial", mass: 1, inertia: 1 / 600 };

  it("a block on a fixed plate moves as on the floor", async () => {
    const start = { "cube.z": 0.06, "cube.vx": 0.4, "cube.vy": 0.1, "cube.wz": 3 };
    const floor = { gravity, bodies: [cubeBody], contacts: [on("cube", cube)] };
    const top = { kind: "convex", shape: plate, tangent: [1, 0, 0] } as const;
    const fixed = { gravity, bodies: [cubeBody], contacts: [on("cube", cube, { against: top })] };
    const [a, b] = [
      await solved(problemOf(floor, start)),
      await solved(problemOf(fixed, { ...start, "cube.z": 0.08 })),
    ];
    for (const name of ["x", "y", "vx", "vy", "wz"].map((state) => `cube.${state}`))
      expect(Math.abs(last(a, name) - last(b, name))).toBeLessThan(1e-9);
    expect(Math.abs(last(b, "cube.z") - 0.07)).toBeLessThan(1e-10);
  });

  it("a block that is pushed over the edge of a fixed plate tips and falls off it", async () => {
    const top = { kind: "convex", shape: plate, tangent: [1, 0, 0] } as const;
    const fixed = { gravity, bodies: [cubeBody], contacts: [on("cube", cube, { against: top })] };
    const start = { "cube.x": 0.2, "cube.z": 0.07, "cube.vx": 1.2 };
    const result = await solved(problemOf(fixed, start));
    expect(last(result, "cube.z")).toBeLessThan(-0.1);
    expect(last(result, "cube-contact.gap")).toBeGreaterThan(0.05);
  });

  it("a cube that spins on a box gives it the spin that it loses, μ m g h e_r a step", async () => {
    const boxBody: Body = { name: "box", space: "spatial", mass: 3, inertia: 0.015 };
    const box = boxHull(0.1, 0.1, 0.05);
    const lid = { kind: "convex", body: "box", shape: box, tangent: [1, 0, 0] } as const;
    const scene: PatchScene = {
      gravity,
      bodies: [cubeBody, boxBody],
      contacts: [on("cube", cube, { against: lid }), on("box", box, { friction: 0 })],
    };
    const result = await solved(problemOf(scene, { "cube.z": 0.15, "cube.wz": 3, "box.z": 0.05 }, 5));
    const given = 5 * 0.3 * 9.8 * 0.01 * 0.02;
    expect(last(result, "cube.wz")).toBeCloseTo(3 - given * 600, 9);
    expect(last(result, "box.wz")).toBeCloseTo(given / 0.015, 9);
  });

  it("two bodies give each other the same impulse: momentum is kept without gravity", async () => {
    const other: Body = { name: "other", space: "spatial", mass: 3, inertia: [0.01, 0.012, 0.015] };
    const against = { kind: "convex", body: "other", shape: boxHull(0.1, 0.06, 0.05), tangent: [0, 0, 1] } as const;
    const scene = { gravity: [0, 0, 0], bodies: [cubeBody, other], contacts: [on("cube", cube, { against })] } as const;
    const start = { "cube.x": -0.3, "cube.y": 0.03, "cube.vx": 2, "cube.wz": 2, "cube.wy": -1 };
    const result = await solved(problemOf(scene, start, 40));
    const momentum = (axis: string): number => last(result, `cube.v${axis}`) + 3 * last(result, `other.v${axis}`);
    expect(last(result, "other.vx")).toBeGreaterThan(0.1);
    expect(Math.abs(momentum("x") - 2)).toBeLessThan(1e-10);
    for (const axis of ["y", "z"]) expect(Math.abs(momentum(axis))).toBeLessThan(1e-10);
  });
});

describe("applied wrenches", () => {
  it("a force at a point of the body is the force and its torque at the start of the step", async () => {
    const body: Body = { name: "cube", space: "spatial", mass: 1, inertia: [0.002, 0.003, 0.004] };
    const cube = boxHull(0.05, 0.05, 0.05);
    const at = (applied: readonly PatchWrench[]): Problem =>
      problemOf({ gravity, bodies: [body], contacts: [on("cube", cube)], applied }, { "cube.z": 0.05 }, 1);
    const point = [0.05, 0.02, 0.03] as const;
    const F = [1, 5, 2] as const;
    const torque = [
      point[1] * F[2] - point[2] * F[1],
      point[2] * F[0] - point[0] * F[2],
      point[0] * F[1] - point[1] * F[0],
    ];
    const [a, b] = [
      await solved(at([{ body: "cube", force: F, torque: [0, 0, 0], at: point }])),
      await solved(at([{ body: "cube", force: F, torque: torque as [number, number, number] }])),
    ];
    for (const [name, values] of Object.entries(a.trajectory.columns))
      if (name.startsWith("cube.")) expect(values.at(-1)).toBeCloseTo(b.trajectory.columns[name].at(-1)!, 12);
  });
});
