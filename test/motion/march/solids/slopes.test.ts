import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../../src/algebra/random.js";
import { sub } from "../../../../src/expr/expr.js";
import type { Shape } from "../../../../src/geometry/shape.js";
import type { CompliantContact } from "../../../../src/mechanics/compliance.js";
import { last, type Model, parameter as p } from "../../../../src/mechanics/model.js";
import { type ShapedScene, sceneModel } from "../../../../src/mechanics/scene.js";
import { compliant } from "../../../../src/models/compliant.js";
import { type Setup, setUp } from "../../../../src/motion/compile/setup.js";
import type { Problem } from "../../../../src/motion/problem/problem.js";
import { simulate, solve } from "../../../../src/motion/solve.js";
import { half } from "../many/scenes.js";
import { marched } from "../marched.js";
import { assembled, box, law, number, type Placed, problemOf as problemOfSolids } from "./scenes.js";

type Space = "planar" | "spatial";

const scene = (space: Space, bodies: readonly Placed[]): ShapedScene<CompliantContact> => ({
  gravity: space === "planar" ? [0, p("gravity"), 0] : [0, 0, p("gravity")],
  bodies: bodies.map(({ name, shape }) => ({ name, space, shape, density: p("density") })),
  world: [{ name: "floor", shape: half(space === "planar" ? [0, 1, 0] : [0, 0, 1], [1, 0, 0], 0) }],
  contacts: "all",
  materials: [
    { friction: p("friction"), stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: p("smoothing") },
  ],
});

const solids = (space: Space, bodies: readonly Placed[]): Model => assembled(scene(space, bodies));

function problemOf(model: Model, bodies: readonly Placed[], grid: { steps: number; h: number }): Problem {
  const problem = problemOfSolids(model, bodies, grid);
  return {
    ...problem,
    parameters: {
      ...problem.parameters,
      size: number(0.02),
      time: number(grid.steps * grid.h),
      speed: { value: 4, unit: "m/s", meaning: "the speed of what flies", min: 0.5, max: 12 },
    },
  };
}

const freeing = (problem: Problem, of: string, names: readonly string[]): Problem => ({
  ...problem,
  boundary: names.map((frees) => ({ name: frees, unit: "m", residual: last(of), frees })),
});

const largest = (numbers: Float64Array): number => Math.max(...numbers.map(Math.abs));

/** The largest difference of slopes from central differences of the march, in parts of the largest slope. */
async function missed(setup: Setup): Promise<{ readonly worst: number; readonly halvings: number | undefined }> {
  const { slopes, halvings } = await marched(setup);
  let worst = 0;
  for (const [f, k] of setup.compiled.freed.entries()) {
    const d = 1e-6 * Math.abs(setup.parameters[k]);
    const [up, down] = [await marched(setup, [k, d]), await marched(setup, [k, -d])];
    const differences = up.end.map((x, i) => (x - down.end[i]) / (2 * d) - slopes[f][i]);
    expect(largest(slopes[f])).toBeGreaterThan(0);
    worst = Math.max(worst, largest(differences) / largest(slopes[f]));
  }
  return { worst, halvings };
}

/** A ball that flies at a row of boxes, and boxes that fall far away. */
const row = (boxes: number, far: number): readonly Placed[] => [
  { name: "ball", shape: { kind: "ball", radius: p("size") }, start: { x: -0.1, y: 0.05, vx: p("speed") } },
  ...Array.from(
    { length: boxes },
    (_, i): Placed => ({ name: `box${i}`, shape: box, start: { x: 0.11 * i, y: 0.0599 } }),
  ),
  ...Array.from(
    { length: far },
    (_, i): Placed => ({ name: `far${i}`, shape: box, start: { x: 1 + 0.2 * i, y: 1, omega: i } }),
  ),
];

/** A tetrahedron on the floor. */
const hull: Shape = {
  kind: "hull",
  vertices: [
    [0.06, 0, -0.03],
    [-0.04, 0.045, -0.03],
    [-0.04, -0.04, -0.03],
    [0, 0, 0.06],
  ],
};
const rod: Shape = { kind: "capsule", from: [-0.05, 0, 0], to: [0.05, 0, 0], radius: p("size") };
/** A rod that is thrown at a tetrahedron, which meets another one, and rods that fall elsewhere. */
const thrown: readonly Placed[] = [
  { name: "rod0", shape: rod, start: { x: -0.103, z: 0.0199, vx: p("speed"), wz: 3 } },
  { name: "hull", shape: hull, start: { z: 0.0299 } },
  { name: "rod1", shape: rod, start: { x: 0.14, y: 0.01, z: 0.0206, e0: Math.sqrt(0.91), ez: 0.3 } },
  ...Array.from({ length: 11 }, (_, i): Placed => ({ name: `far${i}`, shape: rod, start: { x: 1 + 0.3 * i, z: 0.3 } })),
];

/** Disks in a row, pressed against each other, that are one island of more bodies than a full matrix has. */
const pressed: readonly Placed[] = Array.from({ length: 33 }, (_, i) => ({
  name: `disk${i}`,
  shape: { kind: "ball", radius: 0.05 },
  start: { x: 0.0999 * i, y: 0.0499, ...(i === 0 ? { vx: p("speed") } : { vy: 0.1 * (i % 3) }) },
}));

const random = randomNumbers(29);
const any = (size: number): number => size * (2 * random() - 1);

/** Disks that meet within steps as long as the time for which they touch. */
const tumbling: readonly Placed[] = Array.from({ length: 6 }, (_, i) => ({
  name: `disk${i}`,
  shape: { kind: "ball", radius: 0.05 },
  start: {
    x: 0.11 * (i % 3),
    y: 0.09 + 0.11 * Math.floor(i / 3) + any(0.02),
    vx: any(2),
    vy: any(2),
    omega: any(20),
  },
}));

describe("slopes of the steps of many solids", () => {
  it.each<[string, Space, readonly Placed[], number, readonly string[]]>([
    ["boxes in the plane", "planar", row(2, 11), 20, ["speed", "friction", "density", "size", "time"]],
    ["a hull and capsules", "spatial", thrown, 8, ["speed", "friction", "size"]],
    ["an island that is too large for a full matrix", "planar", pressed, 6, ["speed", "friction"]],
  ])("are those of differences, of %s", async (_, space, bodies, steps, freed) => {
    const problem = problemOf(compliant(scene(space, bodies)), bodies, { steps, h: 0.002 });
    const { worst } = await missed(setUp(freeing(problem, `${bodies[0].name}.x`, freed)));
    expect(worst).toBeLessThan(1e-6);
  });

  it("are those of differences of steps that are taken in halves", async () => {
    const problem = problemOf(solids("planar", tumbling), tumbling, { steps: 4, h: 0.05 });
    const setup = setUp(freeing(problem, "disk0.x", ["gravity", "friction"]), { friction: 1.5, stiffness: 1e5 });
    const { worst, halvings } = await missed(setup);
    expect(halvings).toBeGreaterThan(0);
    expect(worst).toBeLessThan(1e-6);
  });

  it("find a throw at a row of boxes that brings the last where it is asked to be", async () => {
    const bodies = row(2, 11);
    const problem = problemOf(compliant(scene("planar", bodies)), bodies, { steps: 25, h: 0.004 });
    const set = { size: 0.04, stiffness: 1e5, damping: 300 };
    const there = await simulate(problem, { set: { ...set, speed: 5 } });
    const x = there.trajectory.columns["box1.x"][25];
    expect(x).toBeGreaterThan(0.12);
    const asked = { name: "there", unit: "m", residual: sub(last("box1.x"), x), frees: "speed" };
    const found = await solve({ ...problem, boundary: [asked] }, { set, gridError: false });
    expect(found.status).toBe("solved");
    const again = await simulate(problem, { set: { ...set, speed: Number(found.run.parameters.speed) } });
    expect(Math.abs(again.trajectory.columns["box1.x"][25] - x)).toBeLessThan(1e-9);
  });

  it("find the throw that the rows of a scene find", async () => {
    const bodies = row(1, 0);
    const set = { size: 0.04, stiffness: 1e5, damping: 300 };
    const there = { name: "there", unit: "m", residual: sub(last("box0.x"), 0.02), frees: "speed" };
    const [rows, own] = await Promise.all(
      [sceneModel("compliant", scene("planar", bodies), law), solids("planar", bodies)].map(async (model) => {
        const problem = problemOf(model, bodies, { steps: 20, h: 0.004 });
        const found = await solve({ ...problem, boundary: [there] }, { set, gridError: false });
        expect(found.status).toBe("solved");
        return Number(found.run.parameters.speed);
      }),
    );
    expect(Math.abs(rows - own)).toBeLessThan(1e-6);
  });
});
