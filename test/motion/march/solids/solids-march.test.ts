import { beforeAll, describe, expect, it } from "vitest";
import { problems } from "../../../../problems/index.js";
import { sub } from "../../../../src/expr/expr.js";
import type { Shape } from "../../../../src/geometry/shape.js";
import type { CompliantContact } from "../../../../src/mechanics/compliance.js";
import { last, type Model, parameter as p } from "../../../../src/mechanics/model.js";
import { atRest, type ShapedScene, sceneModel } from "../../../../src/mechanics/scene.js";
import { solidsModel } from "../../../../src/mechanics/solids/many-solids.js";
import { compliant } from "../../../../src/models/compliant.js";
import type { Settings } from "../../../../src/motion/problem/parameters.js";
import type { Problem } from "../../../../src/motion/problem/problem.js";
import type { Result } from "../../../../src/motion/result.js";
import { simulate, solve } from "../../../../src/motion/solve.js";
import { brokenLaws } from "../../../../src/motion/trajectory/laws.js";
import { floor } from "../many/scenes.js";
import { assembled, box, law, type Placed, problemOf } from "./scenes.js";

const sceneOf = (bodies: readonly Placed[]): ShapedScene<CompliantContact> => ({
  gravity: [0, 0, p("gravity")],
  bodies: bodies.map(({ name, shape }) => ({ name, space: "spatial", shape, density: p("density") })),
  world: [floor],
  contacts: "all",
  materials: [
    { friction: p("friction"), stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: p("smoothing") },
  ],
});

const solids = (bodies: readonly Placed[]): Model => assembled(sceneOf(bodies));

/** The largest difference of the states of the first motion from those of the second, at any step. */
function farthest(one: Result, other: Result): number {
  const states = one.model.state.map(({ name }) => name);
  return Math.max(
    ...states.flatMap((name) =>
      Array.from(one.trajectory.columns[name], (x, k) => Math.abs(x - other.trajectory.columns[name][k])),
    ),
  );
}

const boxesInPlane = (count: number): ShapedScene<CompliantContact>["bodies"] =>
  Array.from({ length: count }, (_, i) => ({ name: `more${i}`, space: "planar", shape: box, density: 500 }));

/** A ball flies at two boxes on top of each other; a rod lies beside them on one end. */
const few: readonly Placed[] = [
  { name: "lower", shape: box, start: { z: 0.0505 } },
  { name: "upper", shape: box, start: { x: 0.02, z: 0.151 } },
  { name: "ball", shape: { kind: "ball", radius: 0.04 }, start: { x: -0.13, y: 0.01, z: 0.14, vx: 4 } },
  {
    name: "rod",
    shape: { kind: "capsule", from: [-0.05, 0, 0], to: [0.05, 0, 0], radius: 0.02 },
    start: { x: 0.2, z: 0.06, e0: Math.sqrt(0.91), ey: 0.3 },
  },
];

describe("a march of many solids", () => {
  let rows: Model;
  let assembly: Model;
  beforeAll(() => {
    rows = sceneModel("compliant", sceneOf(few), law);
    assembly = solids(few);
  });

  it.each<Settings>([{}, { friction: 0.2, stiffness: 1.25e4, "grid.h": 0.0016 }])(
    "goes step by step where the rows of the scene go, with %o",
    async (set) => {
      const grid = { steps: 25, h: 0.002 };
      const [one, other] = await Promise.all([
        simulate(problemOf(rows, few, grid), { set }),
        simulate(problemOf(assembly, few, grid), { set }),
      ]);
      expect([one.status, other.status]).toEqual(["solved", "solved"]);
      expect(Math.max(...other.trajectory.columns["contacts.pushing"].slice(1))).toBeGreaterThan(5);
      expect(farthest(other, one)).toBeLessThan(1e-7);
      const energy = one.trajectory.columns.energy.map((x, k) => Math.abs(x - other.trajectory.columns.energy[k]));
      expect(Math.max(...energy.slice(1))).toBeLessThan(1e-8);
      for (const result of [one, other]) expect(brokenLaws({ result, verb: "simulate" })).toEqual([]);
    },
  );

  it("goes in the plane where the rows of the scene go, on a table that ends and past a wall", async () => {
    const rounded: Shape = { kind: "box", half: [0.05, 0.03, 1], rounding: 0.01 };
    const inPlane: readonly Placed[] = [
      { name: "box", shape: { kind: "box", half: [0.05, 0.06, 1] }, start: { x: 0.28, y: 0.0601, vx: 0.5 } },
      { name: "rounded", shape: rounded, start: { x: 0.13, y: 0.0305, vx: 1 } },
      { name: "ball", shape: { kind: "ball", radius: 0.04 }, start: { x: 0.2, y: 0.18, vy: -0.5 } },
    ];
    const scene: ShapedScene<CompliantContact> = {
      ...sceneOf([]),
      gravity: [0, p("gravity"), 0],
      bodies: inPlane.map(({ name, shape }) => ({ name, space: "planar", shape, density: p("density") })),
      world: [
        {
          name: "table",
          shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0, stretch: [-1, 0.3] },
        },
        { name: "wall", shape: { kind: "segment", from: [0.34, -1, 0], to: [0.34, 1, 0] } },
      ],
    };
    const model = solidsModel(scene, law, 1);
    if (model === undefined) throw new Error("convex bodies in the plane are an assembly");
    const grid = { steps: 60, h: 0.002 };
    const [one, other] = await Promise.all(
      [sceneModel("compliant", scene, law), model].map((made) =>
        simulate(problemOf(made, inPlane, grid), { gridError: false, set: { stiffness: 1e5, damping: 300 } }),
      ),
    );
    expect([one.status, other.status]).toEqual(["solved", "solved"]);
    expect(Math.max(...other.trajectory.columns["contacts.pushing"].slice(1))).toBeGreaterThan(4);
    expect(farthest(other, one)).toBeLessThan(1e-7);
    expect(brokenLaws({ result: other, verb: "simulate" })).toEqual([]);
    // so few bodies are rows unless their pairs make many contacts
    expect(solidsModel(scene, law)).toBeUndefined();
    const crowd = { ...scene, bodies: [...scene.bodies, ...boxesInPlane(4)] };
    expect(compliant(crowd).inside).toEqual([]);
  });

  it("is chosen for many convex bodies, and for nothing that it cannot march", () => {
    const many = Array.from({ length: 8 }, (_, i): Placed => ({ name: `box${i}`, shape: box, start: {} }));
    const scene = sceneOf(many);
    expect(compliant(scene).inside).toEqual([]);
    expect(solidsModel(sceneOf(few), law)).toBeUndefined();
    const ground = {
      name: "ground",
      shape: {
        kind: "height-field",
        heights: [
          [0, 0],
          [0, 0],
        ],
        spacing: [1, 1],
      },
    } as const;
    expect(solidsModel({ ...scene, world: [ground] }, law, 1)).toBeUndefined();
  });

  it("holds a stack whose boxes are not one above the other, each force through the middle of what it bears", async () => {
    // together above the lowest, which does not tilt then: friction at its corners would have a moment of its own
    const aside = [0, 0.012, -0.02, 0.008];
    const mass = 500 * 8 * 0.05 * 0.06 * 0.05;
    const weight = mass * 9.8;
    const stack = aside.map((x, i): Placed => ({ name: `box${i}`, shape: box, start: { x, z: 0.05 + 0.1 * i } }));
    const model = solids(stack);
    const result = await simulate(problemOf(model, stack, { steps: 150, h: 0.1 }), { set: { damping: 200 } });
    expect(result.status).toBe("solved");
    const { columns } = result.trajectory;
    const at = (name: string): number => columns[name][150];
    for (const { name } of stack)
      for (const v of ["vx", "vy", "vz", "wx", "wy", "wz"]) expect(Math.abs(at(`${name}.${v}`))).toBeLessThan(1e-11);
    // the springs at the corners of the lowest box bear all of them, and their moment is that of all weights
    const [e0, ex, ey, ez] = ["e0", "ex", "ey", "ez"].map((e) => at(`box0.${e}`));
    const length = e0 * e0 + ex * ex + ey * ey + ez * ez;
    let force = 0;
    let moment = 0;
    for (const x of [-0.05, 0.05])
      for (const y of [-0.06, 0.06]) {
        const world = [
          x + (2 * (-(ey * ey + ez * ez) * x + (ex * ey - e0 * ez) * y - (ex * ez + e0 * ey) * 0.05)) / length,
          -0.05 + (2 * ((ex * ez - e0 * ey) * x + (ey * ez + e0 * ex) * y + (ex * ex + ey * ey) * 0.05)) / length,
        ];
        const push = 1e4 * Math.max(0, -(world[1] + at("box0.z")));
        force += push;
        moment += push * (world[0] + at("box0.x"));
      }
    expect(Math.abs(force - 4 * weight)).toBeLessThan(1e-9);
    const weights = stack.reduce((sum, { name }) => sum + weight * at(`${name}.x`), 0);
    expect(Math.abs(moment - weights)).toBeLessThan(1e-9);
    // each is where it was put, though what it bears and what bears it are not below each other
    for (const [i, { name }] of stack.entries()) expect(at(`${name}.x`)).toBeCloseTo(aside[i], 6);
  });

  it("finds where a rod is nearest to a hull, though Newton goes round and a hull's centre is not its origin", async () => {
    const vertices = [
      [0.06, 0, -0.03],
      [-0.03, 0.05, -0.03],
      [-0.03, -0.05, -0.03],
      [0, 0, 0.06],
    ] as const;
    const pair: readonly Placed[] = [
      { ...few[3], start: { ...few[3].start, z: 0.0495 } },
      { name: "hull", shape: { kind: "hull", vertices }, start: { x: 0.195, y: 0.02, z: 0.12, vz: -3, vx: 1 } },
    ];
    const rows = sceneModel("compliant", sceneOf(pair), law);
    const grid = { steps: 20, h: 0.0005 };
    const [one, other] = await Promise.all([rows, solids(pair)].map((model) => simulate(problemOf(model, pair, grid))));
    expect([one.status, other.status]).toEqual(["solved", "solved"]);
    expect(Math.max(...other.trajectory.columns["contacts.pushing"].slice(1))).toBeGreaterThan(0);
    expect(farthest(other, one)).toBeLessThan(1e-7);
  });

  it("meets grazing first touches, and faces that are nearly parallel", async () => {
    const { problem } = problems["touch/wall"];
    const set = { smoothing: 1e-2, "grid.steps": 345 };
    const { status, trajectory } = await simulate(problem, { set, gridError: false });
    expect(status).toBe("solved");
    expect(trajectory.t.at(-1)).toBeCloseTo(0.69, 9);
    // a step that is halved, or whose nearest points were not found, is none that was solved
    expect(trajectory.t).toHaveLength(346);
    expect(trajectory.certificate.complementarity.value).toBeLessThan(1e-9);
  });
});

it("has rows where something is freed, and where a contact's own column is asked for", async () => {
  const names = ["one", "two", "three", "four"];
  const size: Shape = { kind: "box", half: [0.005, 0.05, 0.02] };
  const model = compliant({
    gravity: [0, -9.81, 0],
    bodies: [
      ...names.map((name) => ({ name, space: "planar" as const, shape: size, density: 20 })),
      { name: "ball", space: "planar", shape: { kind: "ball", radius: 0.03 }, density: 20 },
    ],
    world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }],
    contacts: "all",
    materials: [{ friction: 0.3, stiffness: 1e4, damping: 10 }],
  });
  const dominoes: Problem = {
    name: "test/dominoes",
    title: "dominoes",
    model,
    parameters: { v: { value: 1, unit: "m/s", meaning: "speed of the ball", min: 0.3, max: 4 } },
    start: {
      ...atRest(model),
      ...Object.fromEntries(
        names.flatMap((name, i) => [
          [`${name}.x`, 0.05 * i],
          [`${name}.y`, 0.05],
        ]),
      ),
      "ball.x": -0.05,
      "ball.y": 0.08,
      "ball.vx": p("v"),
    },
    grid: { steps: 40, h: 2e-3 },
    values: { x: { unit: "m", meaning: "where the ball ends", of: last("ball.x") } },
  };
  const { model: used, values } = await simulate(dominoes);
  expect(used.inside).toEqual([]);
  const forces = { hit: { unit: "N", meaning: "hardest", of: { reduce: "maximum", column: "one-ball.normalForce" } } };
  const shown = await simulate({ ...dominoes, values: { ...dominoes.values, ...forces } as Problem["values"] });
  expect(shown.values.x).toBeCloseTo(values.x ?? Number.NaN, 8);
  expect(shown.values.hit).toBeGreaterThan(0.1);
  const boundary = [{ name: "end", unit: "m", residual: sub(last("ball.x"), 0.01), frees: "v" }];
  const { status, run } = await solve({ ...dominoes, boundary });
  expect(status).toBe("solved");
  const again = await simulate(dominoes, { set: { v: run.parameters.v } });
  expect(again.values.x).toBeCloseTo(0.01, 7);
  // a value of all contacts together is told of no rows: the same launch without them
  const deepest = { unit: "1", meaning: "deepest", of: { reduce: "maximum", column: "contacts.deepest" } } as const;
  const told = await solve({ ...dominoes, boundary, values: { deepest } }, { gridError: false });
  expect(told.status).toBe("solved");
  expect(told.values.deepest).toBeGreaterThan(0);
  expect(Number(told.run.parameters.v)).toBeCloseTo(Number(run.parameters.v), 6);
});

it.each(["planar", "spatial"] as const)(
  "tells of %s boxes that sink through a soft floor, as rows do",
  async (space) => {
    const up = space === "planar" ? "y" : "z";
    const deep = async (count: number, stiffness: number): Promise<readonly [string, number]> => {
      const names = Array.from({ length: count }, (_, i) => `box${i}`);
      const upwards = (x: number): readonly [number, number, number] => (space === "planar" ? [0, x, 0] : [0, 0, x]);
      const model = compliant({
        gravity: upwards(-9.81),
        bodies: names.map((name) => ({ name, space, shape: { kind: "box", half: [0.03, 0.03, 0.03] }, mass: 0.2 })),
        world: [{ name: "floor", shape: { kind: "half-space", normal: upwards(1), tangent: [1, 0, 0], offset: 0 } }],
        contacts: "all",
        materials: [{ friction: 0.3, stiffness, damping: 10 }],
      });
      const starts = names.flatMap((name, i) => [
        [`${name}.x`, 0.2 * i],
        [`${name}.${up}`, 0.03],
      ]);
      const { status, trajectory } = await simulate({
        name: "test/soft",
        title: "soft",
        model,
        parameters: {},
        start: { ...atRest(model), ...Object.fromEntries(starts) },
        grid: { steps: 80, h: 0.01 },
        values: {},
      });
      return [status, trajectory.columns[`box0.${up}`].at(-1) ?? Number.NaN];
    };
    const [few, many] = [await deep(1, 9), await deep(8, 9)];
    expect([few[0], many[0]]).toEqual(["unphysical", "unphysical"]);
    expect(many[1]).toBeCloseTo(few[1], 10);
    expect((await deep(8, 1e4))[0]).toBe("solved");
  },
);
