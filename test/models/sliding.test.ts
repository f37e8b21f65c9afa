import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problem as desk } from "../../problems/patch/desk.js";
import { problem as deskSliding } from "../../problems/patch/desk-sliding.js";
import type { Model } from "../../src/mechanics/model.js";
import { atRest } from "../../src/mechanics/scene.js";
import { patchModel } from "../../src/models/patch/patch.js";
import { sliding } from "../../src/models/sliding.js";
import type { Settings } from "../../src/motion/problem/parameters.js";
import type { Result } from "../../src/motion/result.js";
import { simulate } from "../../src/motion/solve.js";
import { real } from "../arbitraries.js";

const { desk: reference } = JSON.parse(readFileSync(join(import.meta.dirname, "../reference/xie.json"), "utf8")) as {
  desk: { table: Record<string, Record<string, number> & { ecp_rel: [number, number] }>; tolerance: number };
};

const velocities = [
  ["desk.vx", "desk.vx"],
  ["desk.vy", "desk.vy"],
  ["desk.omega", "desk.wz"],
] as const;

/** The largest difference of a velocity between the sliding-only and the full model over all steps. */
function difference(reduced: Result, full: Result): number {
  expect([reduced.status, full.status]).toEqual(["solved", "solved"]);
  const gaps = velocities.flatMap(([a, b]) => {
    const wanted = full.trajectory.columns[b];
    return Array.from(reduced.trajectory.columns[a], (v, k) => Math.abs(v - wanted[k]));
  });
  expect(gaps).toHaveLength(3 * full.trajectory.t.length);
  return Math.max(...gaps);
}

describe("the sliding-only reduction", () => {
  it("gives every listed number of the desk", async () => {
    const { columns } = (await simulate(deskSliding)).trajectory;
    const at = (name: string, k: number): number => columns[name][k];
    for (const [step, line] of Object.entries(reference.table)) {
      const k = Number(step);
      const pairs: readonly (readonly [number, number])[] = [
        [at("desk.x", k), line.x],
        [at("desk.y", k), line.y],
        [at("desk.theta", k), line.theta],
        [at("desk.vx", k), line.vx],
        [at("desk.vy", k), line.vy],
        [at("desk.omega", k), line.wz],
        [at("floor.normalImpulse", k), line.pn],
        [at("floor.tangentImpulse", k), line.pt],
        [at("floor.orthogonalImpulse", k), line.po],
        [at("floor.rotationImpulse", k), line.pr],
        [at("floor.slip", k), line.sigma],
        [at("floor.ecp.x", k) - at("desk.x", k), line.ecp_rel[0]],
        [at("floor.ecp.y", k) - at("desk.y", k), line.ecp_rel[1]],
      ];
      for (const [found, wanted] of pairs) expect(Math.abs(found - wanted)).toBeLessThanOrEqual(reference.tolerance);
    }
  });

  it("moves as the full model does, in all 400 steps", async () => {
    expect(difference(await simulate(deskSliding), await simulate(desk))).toBeLessThanOrEqual(1e-9);
  });

  it("moves as the full model does from other starts, through rest and from it", async () => {
    const settings = fc.record({
      "start.vx": real(-0.5, 0.5),
      "start.vy": real(-0.5, 0.5),
      "start.wz": real(-2, 2),
      "force.x": real(0, 25),
      "force.y": real(-25, 25),
      "torque.z": real(-3, 3),
      "frictionAxes.o": real(0.5, 1.5),
      "grid.steps": fc.constant(60),
    });
    await fc.assert(
      fc.asyncProperty(settings, async (set: Settings) => {
        const reduced = await simulate(deskSliding, { set });
        fc.pre(reduced.values.tipMargin! > 1e-3);
        expect(difference(reduced, await simulate(desk, { set }))).toBeLessThanOrEqual(1e-9);
        expect(Math.max(...reduced.trajectory.columns["floor.frictionWork"].slice(1))).toBeLessThanOrEqual(1e-12);
      }),
      { numRuns: 20 },
    );
  });

  it("refuses a floor without friction, which leaves its rows undefined", async () => {
    await expect(simulate(deskSliding, { set: { friction: 0 } })).rejects.toThrow("friction must be above 0");
  });
});

describe("a scene of shapes that slides", () => {
  const chest = {
    name: "desk",
    space: "spatial",
    shape: { kind: "box", half: [0.4, 0.3, 0.35] },
    density: 50,
  } as const;
  const floor = {
    name: "floor",
    shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
  } as const;
  const scene = {
    gravity: [0, 0, -9.81],
    bodies: [chest],
    world: [floor],
    contacts: "all",
    materials: [{ friction: 0.2, frictionAxes: [1, 1, 0.3] }],
    applied: [{ body: "desk", force: [8, 3, 0], torque: [0, 0, 1] }],
  } as const;
  const run = (model: Model, start: Readonly<Record<string, number>>): Promise<Result> =>
    simulate({
      name: "slide",
      title: "slide",
      model,
      parameters: {},
      start: { ...atRest(model), "desk.vx": 1, "desk.vy": -0.5, ...start },
      grid: { steps: 40, h: 0.01 },
      values: {},
    });

  it("moves as on its patch, with the mass, the height and the footprint of its shapes", async () => {
    const reduced = await run(sliding(scene), { "desk.omega": 2 });
    const full = await run(patchModel(scene), { "desk.z": 0.35, "desk.wz": 2 });
    expect(difference(reduced, full)).toBeLessThanOrEqual(1e-9);
    for (const axis of ["x", "y"])
      expect(reduced.trajectory.columns[`desk-floor.ecp.${axis}`][20]).toBeCloseTo(
        full.trajectory.columns[`desk-floor.ecp.${axis}`][20],
        8,
      );
  });

  it.each([
    ["two bodies", { ...scene, bodies: [chest, { ...chest, name: "other" }] }, /^bodies must be one body in space/],
    [
      "a slope",
      { ...scene, world: [{ ...floor, shape: { ...floor.shape, normal: [0, 0.6, 0.8] } }] },
      /^world must be one level/,
    ],
    [
      "a ball",
      { ...scene, bodies: [{ ...chest, shape: { kind: "ball", radius: 0.1 } }] },
      /^desk\.shape must have a flat face/,
    ],
    [
      "an edge",
      {
        ...scene,
        bodies: [
          {
            ...chest,
            shape: {
              ...chest.shape,
              half: [0.4, 0.3, 0.3],
              pose: { position: [0, 0, 0], orientation: [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0] },
            },
          },
        ],
      },
      /^desk\.shape must stand on three corners or more, it stands on 2/,
    ],
    ["gravity along the floor", { ...scene, gravity: [1, 0, -9.81] }, /^gravity must be across the level floor/],
  ] as const)("is refused for %s", (_, wrong, said) => {
    expect(() => sliding(wrong)).toThrow(said);
  });
});
