import { beforeAll, describe, expect, it } from "vitest";
import { randomNumbers } from "../../../../src/algebra/random.js";
import { viscoelastic } from "../../../../src/mechanics/compliance.js";
import { assemblyModel } from "../../../../src/mechanics/many-balls.js";
import type { Model } from "../../../../src/mechanics/model.js";
import { sceneModel } from "../../../../src/mechanics/scene.js";
import { compliant } from "../../../../src/models/compliant.js";
import { emptyPath } from "../../../../src/motion/compile/path.js";
import { setUp, withSteps } from "../../../../src/motion/compile/setup.js";
import { borrow } from "../../../../src/motion/march/workspace.js";
import { halve, type Steps } from "../../../../src/motion/problem/grid.js";
import type { Settings } from "../../../../src/motion/problem/parameters.js";
import type { Result } from "../../../../src/motion/result.js";
import { simulate, solve } from "../../../../src/motion/solve.js";
import { brokenLaws } from "../../../../src/motion/trajectory/laws.js";
import { ballProblem, ballScene, floor, half, type Launch, swarm } from "./scenes.js";

const law = viscoelastic("projection");
const sides = [
  floor,
  ...[-1, 1].flatMap((s) => [
    { name: `x${s}`, shape: half([s, 0, 0], [0, 0, 1], -0.2) },
    { name: `y${s}`, shape: half([0, s, 0], [0, 0, 1], -0.2) },
  ]),
];
const wall = { name: "wall", shape: half([1, 0, 0], [0, 1, 0], -0.12) };

/** Two balls that meet over the floor, and a third that comes down on them. */
const few: readonly Launch[] = [
  { name: "a", radius: 0.03, at: [-0.05, 0, 0.032], velocity: [-1, 0.1, 0], spin: [3, 20, -5] },
  { name: "b", radius: 0.032, at: [0.05, 0.01, 0.033], velocity: [-1.8, 0, 0], spin: [0, -10, 30] },
  { name: "c", radius: 0.034, at: [0, 0.004, 0.11], velocity: [0.1, 0, -1], spin: [-8, 4, 2] },
];

const many = (launches: readonly Launch[], world = [floor, wall]): Model => {
  const model = assemblyModel(ballScene(launches, world), law, 1);
  if (model === undefined) throw new Error("balls among half-spaces are an assembly");
  return model;
};

/** The largest difference of the states of the first motion from those of the second, at any step. */
function farthest(one: Result, other: Result): number {
  const states = one.model.state.map(({ name }) => name);
  return Math.max(
    ...states.flatMap((name) =>
      Array.from(one.trajectory.columns[name], (x, k) => Math.abs(x - other.trajectory.columns[name][k])),
    ),
  );
}

describe("a march of many bodies", () => {
  let rows: Model;
  let assembly: Model;
  beforeAll(() => {
    rows = sceneModel("compliant", ballScene(few, [floor, wall]), law);
    assembly = many(few);
  });

  it.each<Settings>([
    {},
    { "grid.h": 0.005, "grid.steps": 60 },
    { friction: 0.6, damping: 0, "grid.h": 0.002 },
    { stiffness: 1.25e4, smoothing: 0, friction: 0.15 },
    { friction: 0, stiffness: 5e3 },
  ])("goes step by step where the rows of the scene go, with %o", async (set) => {
    const [one, other] = await Promise.all([
      simulate(ballProblem(rows, few), { set }),
      simulate(ballProblem(assembly, few), { set }),
    ]);
    expect([one.status, other.status]).toEqual(["solved", "solved"]);
    expect(Math.max(...other.trajectory.columns["contacts.pushing"].slice(1))).toBeGreaterThan(1);
    expect(farthest(other, one)).toBeLessThan(1e-9);
    const energy = one.trajectory.columns.energy.map((x, k) => Math.abs(x - other.trajectory.columns.energy[k]));
    expect(Math.max(...energy.slice(1))).toBeLessThan(1e-9);
    for (const result of [one, other]) expect(brokenLaws({ result, verb: "simulate" })).toEqual([]);
  });

  it("is chosen for many balls, and for nothing that it cannot march", () => {
    const launches = swarm(9, randomNumbers(1));
    const scene = ballScene(launches, [floor]);
    expect(compliant(scene).inside).toEqual([]);
    expect(compliant(scene, "pyramid").inside.length).toBeGreaterThan(0);
    const box = { name: "box", space: "spatial", shape: { kind: "box", half: [0.1, 0.1, 0.1] }, density: 1 } as const;
    expect(assemblyModel({ ...scene, bodies: [...scene.bodies, box] }, law)).toBeUndefined();
    expect(assemblyModel({ ...scene, bodies: scene.bodies.slice(0, 3) }, law)).toBeUndefined();
    for (const more of [{ joints: [] }, { forces: [] }, { resistances: [] }])
      expect(assemblyModel({ ...scene, ...more } as typeof scene, law)).toBeUndefined();
    const [material] = scene.materials ?? [];
    const belt = { ...scene, world: [{ ...floor, surfaceVelocity: [1, 0, 0] }] } as typeof scene;
    expect(assemblyModel(belt, law)).toBeUndefined();
    const worn = { ...material, restitution: 0.5 };
    expect(assemblyModel({ ...scene, materials: [worn] } as typeof scene, law)).toBeUndefined();
  });

  it("keeps the momentum of balls that only touch each other, and makes no energy", async () => {
    const launches = swarm(27, randomNumbers(5));
    const model = many(launches, []);
    const result = await simulate(ballProblem(model, launches), { set: { gravity: 0 } });
    expect(result.status).toBe("solved");
    const { columns } = result.trajectory;
    expect(Math.max(...columns["contacts.pushing"].slice(1))).toBeGreaterThan(8);
    const masses = launches.map(({ radius }) => 2000 * (4 / 3) * Math.PI * radius ** 3);
    for (const axis of ["x", "y", "z"]) {
      const momentum = (k: number): number =>
        launches.reduce((sum, { name }, i) => sum + masses[i] * columns[`${name}.v${axis}`][k], 0);
      expect(Math.abs(momentum(200) - momentum(0))).toBeLessThan(1e-11);
    }
    expect(Math.max(...columns.energyCreated.slice(1))).toBeLessThan(1e-12);
    expect(columns.energy[200]).toBeLessThan(0.9 * columns.energy[1]);
  });

  it("does not depend on the order of its bodies, nor on which side is left", async () => {
    const launches = swarm(12, randomNumbers(7));
    const world = [floor, { name: "left", shape: half([0, 1, 0], [1, 0, 0], -0.12) }];
    const mirrored = launches.map(({ at: [x, y, z], velocity: [u, v, w], spin: [a, b, c], ...ball }) => ({
      ...ball,
      at: [x, -y, z] as const,
      velocity: [u, -v, w] as const,
      spin: [-a, b, -c] as const,
    }));
    const right = [floor, { name: "right", shape: half([0, -1, 0], [1, 0, 0], -0.12) }];
    const grid = { steps: 120, h: 0.001 };
    const backwards = [...launches].reverse();
    const [one, other, mirror, again] = await Promise.all([
      simulate(ballProblem(many(launches, world), launches, grid)),
      simulate(ballProblem(many(backwards, world), backwards, grid)),
      simulate(ballProblem(many(mirrored, right), mirrored, grid)),
      simulate(ballProblem(many(launches, world), launches, grid)),
    ]);
    expect(Math.max(...one.trajectory.columns["contacts.pushing"].slice(1))).toBeGreaterThan(4);
    expect(farthest(one, other)).toBeLessThan(1e-8);
    const { columns } = mirror.trajectory;
    for (const { name } of launches)
      for (const [axis, sign] of [
        ["x", 1],
        ["y", -1],
        ["z", 1],
        ["wx", -1],
        ["wy", 1],
        ["wz", -1],
      ] as const)
        expect(sign * columns[`${name}.${axis}`][120]).toBeCloseTo(one.trajectory.columns[`${name}.${axis}`][120], 7);
    expect(farthest(one, again)).toBe(0);
  });

  it("solves islands that are iterated to the same balance as those that are factored", async () => {
    const launches = swarm(64, randomNumbers(3));
    const result = await simulate(ballProblem(many(launches, [floor]), launches, { steps: 60, h: 0.002 }));
    expect(result.status).toBe("solved");
    expect(Math.max(...result.trajectory.columns["contacts.pushing"].slice(1))).toBeGreaterThan(40);
    expect(result.solution.residual).toBeLessThan(1e-11);
    expect(Math.max(...result.trajectory.columns.energyCreated.slice(1))).toBeLessThan(1e-12);
  });

  it("balances every step of fast breaks of a rack, in few iterations", async () => {
    const radius = 0.02;
    for (const [aside, speed, most] of [
      [0.003, 3, 12],
      [0.000057206153869628906, 6.806379556655884, 80],
      [0.003450286388397217, 9.64559543132782, 80],
    ]) {
      const rack = Array.from({ length: 15 }, (_, i) => {
        const row = Math.floor((Math.sqrt(8 * i + 1) - 1) / 2);
        const k = i - (row * (row + 1)) / 2;
        return [0.3 + row * radius * 1.7322, (k - row / 2) * 2.0002 * radius, radius] as const;
      });
      const launches = [[0, aside, radius] as const, ...rack].map(
        (at, i): Launch => ({ name: `${i}`, radius, at, velocity: [i === 0 ? speed : 0, 0, 0], spin: [0, 0, 0] }),
      );
      const problem = ballProblem(many(launches, [floor]), launches, { steps: 20, h: 0.01 });
      const setup = setUp(problem, { gravity: -9.81, density: 0.1 / ((4 / 3) * Math.PI * radius ** 3) });
      const { marcher } = borrow(setup);
      marcher.begin(setup.parameters, setup.steps, emptyPath(setup.compiled.kernels, 20), false);
      let before = 0;
      for (let k = 1; k <= 20; k++) {
        const { status, iterations } = marcher.advance(k);
        expect([k, status]).toEqual([k, "solved"]);
        expect(iterations - before).toBeLessThanOrEqual(most);
        before = iterations;
      }
    }
  });

  it("balances a pile that falls together at long steps in few iterations, though many contacts close at once", async () => {
    const random = randomNumbers(1);
    const launches = Array.from({ length: 125 }, (_, i): Launch => {
      const at = [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)].map(
        (k, axis) => 0.02 * (axis === 2 ? 1.2 + 2.2 * k : 2.2 * (k - 2) + 0.1 * (random() - 0.5)),
      );
      return { name: `${i}`, radius: 0.02, at: at as [number, number, number], velocity: [0, 0, 0], spin: [0, 0, 0] };
    });
    const box = [-1, 1].flatMap((s) => [
      { name: `x${s}`, shape: half([s, 0, 0], [0, 0, 1], -0.115) },
      { name: `y${s}`, shape: half([0, s, 0], [0, 0, 1], -0.115) },
    ]);
    const result = await simulate(ballProblem(many(launches, [floor, ...box]), launches, { steps: 20, h: 0.01 }));
    expect(result.status).toBe("solved");
    expect(result.solution.residual).toBeLessThan(1e-11);
    // 265 with half steps after one that made things worse
    expect(result.solution.iterations).toBeLessThan(150);
  });

  it("goes on where much friction at long steps lets no whole step be solved", async () => {
    const model = compliant(ballScene(swarm(30, randomNumbers(8)), sides));
    for (const [h, stiffness] of [
      [0.02, 1e5],
      [0.01, 1e6],
    ]) {
      const problem = ballProblem(model, swarm(30, randomNumbers(8)), { steps: 20, h });
      const { status, message, solution, trajectory } = await simulate(problem, {
        set: { friction: 1, stiffness },
        gridError: false,
      });
      expect([status, message]).toEqual(["solved", expect.stringMatching(/^Simulated 20 steps \(\d+ halvings\)\.$/)]);
      expect(solution.residual).toBeLessThan(1e-10);
      expect(Math.max(...trajectory.columns.energyCreated.slice(1))).toBeLessThan(1e-12);
    }
  });

  it("takes a step that it halves as steps of a finer grid", () => {
    const launches = swarm(12, randomNumbers(4));
    const problem = ballProblem(compliant(ballScene(launches, sides)), launches, { steps: 30, h: 0.02 });
    const setup = setUp(problem, { friction: 1 });
    const { states } = setup.compiled.kernels.layout;
    /** The first step that is halved, or else the last of so many. */
    const marched = (steps: Steps, most: number) => {
      const on = withSteps(setup, steps);
      const { marcher } = borrow(on);
      const path = emptyPath(on.compiled.kernels, steps.h.length);
      marcher.begin(on.parameters, steps, path, false);
      for (let k = 1; ; k++) {
        const { halvings } = marcher.advance(k);
        if (halvings !== 0 || k === most) return { halvings, k, end: path.states.slice(k * states, (k + 1) * states) };
      }
    };
    const whole = marched(setup.steps, 30);
    expect(whole.halvings).toBeGreaterThan(0);
    let steps = setup.steps;
    let fine = whole;
    for (let n = 1; fine.halvings !== 0; n++) {
      steps = halve(steps, fine.k - 1);
      fine = marched(steps, whole.k + n);
    }
    expect(fine.end).toEqual(whole.end);
    expect(fine.k).toBe(whole.k + Number(whole.halvings));
  });

  it("says of balls that jumped through each other between grid points that they passed through", async () => {
    const launches: Launch[] = [
      { name: "a", radius: 0.03, at: [-0.3, 0, 1], velocity: [50, 0, 0], spin: [0, 0, 0] },
      { name: "b", radius: 0.03, at: [0.3, 0.002, 1], velocity: [-50, 0, 0], spin: [0, 0, 0] },
    ];
    const result = await simulate(ballProblem(many(launches, [floor]), launches, { steps: 4, h: 0.01 }));
    expect(result.status).toBe("unphysical");
    expect(result.message).toContain("passed through");
  });

  it("is the whole answer where nothing is freed", async () => {
    const launches = swarm(8, randomNumbers(2));
    const problem = ballProblem(many(launches), launches, { steps: 20, h: 0.002 });
    const [solved, simulated] = await Promise.all([solve(problem), simulate(problem)]);
    expect(solved.status).toBe("solved");
    expect(farthest(solved, simulated)).toBe(0);
  });
});
