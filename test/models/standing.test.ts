import { describe, expect, it } from "vitest";
import type { Model } from "../../src/mechanics/model.js";
import { atRest } from "../../src/mechanics/scene.js";
import { compliant } from "../../src/models/compliant.js";
import { rigid } from "../../src/models/rigid.js";
import { simulate } from "../../src/motion/solve.js";

const radius = 0.05;
const halfLength = 0.1;

/** A can that stands on a slope, under either law. */
function can(law: "compliant" | "rigid", slope = 0): Model {
  const normal = [0, Math.sin(slope), Math.cos(slope)] as const;
  const scene = {
    gravity: [0, 0, -9.81],
    bodies: [{ name: "can", space: "spatial", shape: { kind: "cylinder", radius, halfLength }, density: 1000 }],
    world: [{ name: "floor", shape: { kind: "half-space", normal, tangent: [1, 0, 0], offset: 0 } }],
    contacts: "all",
  } as const;
  return law === "rigid"
    ? rigid({ ...scene, materials: [{ friction: 0.3 }] })
    : compliant({ ...scene, materials: [{ friction: 0.3, stiffness: 1e5, damping: 50, coneSmoothing: 1e-4 }] });
}

async function statusOf(model: Model, slope: number, spin: Readonly<Record<string, number>>): Promise<string> {
  const start = {
    ...atRest(model),
    "can.y": halfLength * Math.sin(slope),
    "can.z": halfLength * Math.cos(slope),
    "can.e0": Math.cos(slope / 2),
    "can.ex": -Math.sin(slope / 2),
    ...spin,
  };
  const grid = { steps: 60, h: 1e-3 };
  const problem = { name: "can", title: "can", model, parameters: {}, start, grid, values: {} };
  const { status, message } = await simulate(problem, { gridError: false });
  return `${status} ${message}`;
}

describe("a can that stands", () => {
  it.each([
    ["compliant", 0, { "can.wx": 0.5 }],
    ["compliant", 0.2, {}],
    ["rigid", 0, { "can.wx": 3 }],
  ] as const)("(%s) creates no energy on a slope of %f as it rocks with %j", async (law, slope, spin) => {
    expect(await statusOf(can(law, slope), slope, spin)).toMatch(/^solved/);
  });
});
