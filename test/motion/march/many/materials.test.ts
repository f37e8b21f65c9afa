import { expect, test } from "vitest";
import { BadInput } from "../../../../src/checks/bad-input.js";
import { atRest } from "../../../../src/mechanics/scene.js";
import { compliant } from "../../../../src/models/compliant.js";
import { simulate } from "../../../../src/motion/solve.js";

const kinds = ["a", "b", "c"] as const;
const law = { friction: 0.3, damping: 20, coneSmoothing: 1e-4 };
const stiffness = { a: 1e4, b: 2e4, c: 4e4 };

/** Nine balls of three materials in a row, each a little above the floor unless it is told to be elsewhere. */
function row(elsewhere: Readonly<Record<string, number>> = {}) {
  const names = Array.from({ length: 9 }, (_, i) => `ball${i}`);
  const model = compliant({
    gravity: [0, 0, -10],
    bodies: names.map((name, i) => ({
      name,
      space: "spatial",
      shape: { kind: "ball", radius: 0.05 },
      mass: 1,
      material: kinds[i % 3],
    })),
    world: [
      {
        name: "floor",
        shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
        material: "stone",
      },
    ],
    contacts: "all",
    materials: [
      { ...law, stiffness: 1e4 },
      ...kinds.map((kind) => ({ ...law, stiffness: stiffness[kind], between: [kind, "stone"] as const })),
    ],
  });
  const placed = names.flatMap((name, i) => [
    [`${name}.x`, 0.2 * i],
    [`${name}.z`, 0.0501],
  ]);
  const start = { ...atRest(model), ...Object.fromEntries(placed), ...elsewhere };
  const problem = { name: "row", title: "", model, parameters: {}, start, grid: { steps: 200, h: 0.005 }, values: {} };
  return simulate(problem, { gridError: false });
}

test("balls of every material rest on a floor by the law of their own", async () => {
  const { status, trajectory } = await row();
  expect(status).toBe("solved");
  for (let i = 0; i < 9; i++)
    expect(trajectory.columns[`ball${i}.z`].at(-1)).toBeCloseTo(0.05 - 10 / stiffness[kinds[i % 3]], 6);
});

test("balls that start in each other, or in the floor, are refused by names and depth", async () => {
  const refused = async (elsewhere: Readonly<Record<string, number>>): Promise<unknown> =>
    row(elsewhere).catch((e) => e);
  const both = await refused({ "ball7.x": 0.205 });
  expect(both).toBeInstanceOf(BadInput);
  expect(String(both)).toMatch(/ball1: "ball1" and "ball7" start 95\.0 mm deep in each other/);
  expect(String(await refused({ "ball3.z": -0.1 }))).toMatch(/ball3: "ball3" and the world start 150 mm deep/);
});
