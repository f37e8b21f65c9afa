import { describe, expect, it } from "vitest";
import { BadInput } from "../../src/checks/bad-input.js";
import { evaluate } from "../../src/expr/expr.js";
import { uniform } from "../../src/geometry/uniform.js";
import { parameter } from "../../src/mechanics/model.js";

describe("mass and inertia by formulas", () => {
  const axes = { kind: "cylinder", radius: 0.1, halfLength: 0.2 } as const;

  it.each([
    [
      "a ball turned inside out",
      { kind: "ball", radius: -1 },
      1000,
      "radius must be a finite number above 0, it is -1.",
    ],
    ["a box of no breadth", { kind: "box", half: [1, 0, 1] }, 1000, "half must be a finite number above 0, it is 0."],
    ["a cylinder of no length", { ...axes, halfLength: Number.NaN }, 1, "halfLength must be a finite number above 0"],
    ["a density below nothing", axes, -2, "density must be a finite number above 0, it is -2."],
    [
      "a mesh",
      { kind: "mesh", vertices: [], faces: [] },
      1,
      'kind must be ball, box, capsule, cylinder or ellipsoid, it is "mesh".',
    ],
  ] as const)("refuse %s by its field", (_, shape, density, sentence) => {
    expect(() => uniform(shape as never, density)).toThrow(BadInput);
    expect(() => uniform(shape as never, density)).toThrow(sentence);
  });

  it("take formulas, of which only their parameters tell", () => {
    const { mass } = uniform({ ...axes, radius: parameter("r") }, 1000);
    expect(evaluate(mass, () => 0.1)).toBeCloseTo(1000 * Math.PI * 0.01 * 0.4, 9);
  });
});
