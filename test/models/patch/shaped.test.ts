import { describe, expect, it } from "vitest";
import { BadInput } from "../../../src/checks/bad-input.js";
import type { Shape } from "../../../src/geometry/shape.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { patchModel } from "../../../src/models/patch/patch.js";
import type { ShapedPatchScene } from "../../../src/models/patch/shaped.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate } from "../../../src/motion/solve.js";
import { bracket } from "../../geometry/mesh/meshes.js";

const floor = {
  name: "floor",
  shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
} as const;
const plate = {
  name: "plate",
  shape: { kind: "box", half: [0.3, 0.3, 0.02], pose: { position: [0, 0, -0.02] } },
} as const;

const scene = (shape: Shape, world: ShapedPatchScene["world"] = [floor]): ShapedPatchScene => ({
  gravity: [0, 0, -9.81],
  bodies: [{ name: "part", space: "spatial", shape, density: 1000 }],
  ...(world && { world }),
  contacts: "all",
  materials: [{ friction: 0.4, frictionAxes: [1, 1, 0.02] }],
});

function moved(given: ShapedPatchScene, start: Record<string, number>, steps = 60): Promise<Result> {
  const model = patchModel(given);
  return simulate({
    name: "test",
    title: "",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { steps, h: 0.01 },
    values: {},
  });
}

const last = ({ trajectory: { columns } }: Result, name: string): number => columns[name].at(-1) ?? Number.NaN;

describe("patches by shapes", () => {
  it.each([
    ["capsule on a floor", { kind: "capsule", from: [0, -0.05, 0], to: [0, 0.05, 0], radius: 0.03 }, floor],
    ["box with round edges on a plate", { kind: "box", half: [0.05, 0.04, 0.03], rounding: 0.01 }, plate],
  ] as const)("a %s comes to rest where it lies", async (_, shape, on) => {
    const result = await moved(scene(shape, [on]), { "part.z": 0.035, "part.vx": 0.1, "part.vy": 0.02 });
    expect(result.status, result.message).toBe("solved");
    expect(last(result, "part.z")).toBeCloseTo(0.03, 9);
    // a capsule rolls on
    if (shape.kind === "box") expect(Math.abs(last(result, "part.vx"))).toBeLessThan(1e-9);
    else expect(last(result, "part.vx") - 0.03 * last(result, "part.wy")).toBeCloseTo(0, 9);
  });

  it("tell of a fast box that goes through a plate between two grid points", async () => {
    const result = await moved(
      scene({ kind: "box", half: [0.05, 0.04, 0.03] }, [plate]),
      {
        "part.z": 0.2,
        "part.vz": -50,
      },
      2,
    );
    expect(result.status).toBe("unphysical");
    expect(result.message).toMatch(/passed through .*part-plate/);
  });

  it("know no belts", () => {
    const belt = scene({ kind: "box", half: [0.1, 0.1, 0.1] }, [{ ...floor, surfaceVelocity: [1, 0, 0] }]);
    expect(() => patchModel(belt)).toThrow("world[0].surfaceVelocity must be left out: patches know no belts.");
  });

  it.each([
    ["point", { kind: "point", at: [0.1, 0, 0] }, /a point has no face/],
    ["segment", { kind: "segment", from: [0, 0, 0], to: [0.1, 0, 0] }, /a segment has no thickness/],
    ["mesh with a notch", bracket(0.1), /open or not convex/],
  ] as const)("refuse a %s in one sentence", (_, shape, why) => {
    const given = {
      ...scene(shape as Shape),
      bodies: [{ name: "part", space: "spatial", shape, mass: 1, inertia: 1 }],
    } as const;
    expect(() => patchModel(given as ShapedPatchScene)).toThrow(BadInput);
    expect(() => patchModel(given as ShapedPatchScene)).toThrow(why);
  });

  it("take the materials of a scene of compliant contacts as they are", () => {
    const materials = [
      { friction: 0.4, frictionAxes: [1, 1, 0.02], stiffness: 1e4, damping: 10, coneSmoothing: 1e-4 },
    ] as const;
    const given = { ...scene({ kind: "ball", radius: 0.1 }), materials };
    expect(compliant(given).views?.contacts?.length).toBe(1);
    expect(patchModel(given).views?.contacts?.map(({ name }) => name)).toEqual(["part-floor"]);
  });
});
