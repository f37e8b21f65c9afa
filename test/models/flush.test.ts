import { describe, expect, it } from "vitest";
import { type CompliantContact, type HalfSpace, rectangle, vertexContacts } from "../../src/geometry.js";
import { atRest, compliant, type Problem, parameter as p, rigid } from "../../src/index.js";
import { simulate } from "../../src/motion/solve.js";

const half = 0.1;

const length = { value: 0, unit: "m", meaning: "a length of the scene" };

/** An upper box that falls, shifted, on a lower one on a floor, in the plane. */
const stack = ((): Problem => {
  const model = compliant({
    gravity: [0, -9.81, 0],
    bodies: ["lower", "upper"].map((name, i) => ({
      name,
      space: "planar",
      shape: { kind: "box", half: [i === 0 ? half : p("width"), half, half] },
      density: 50,
    })),
    world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }],
    contacts: "all",
    materials: [{ friction: 0.5, stiffness: 1e4, damping: 20 }],
  });
  return {
    name: "stack",
    title: "stack",
    model,
    parameters: { width: { ...length, value: half }, shift: length, height: length },
    start: { ...atRest(model), "lower.y": half, "upper.y": p("height"), "upper.x": p("shift") },
    grid: { h: 1e-3, steps: 400 },
    values: {},
  };
})();

/** Where it comes to rest. */
async function stacked(width: number, shift: number, drop: number): Promise<number> {
  const { status, trajectory } = await simulate(stack, { set: { width, shift, height: 3 * half + drop } });
  expect(status).toBe("solved");
  return trajectory.columns["upper.y"].at(-1) ?? Number.NaN;
}

describe("a box that stands flush", () => {
  // between two equal boxes all corners are on sides: each was of depth none, and the upper box sank through, solved
  it.each([
    [half, 0, 0],
    [half, 0, 0.05],
    [1.002 * half, 0, 0],
    [1.005 * half, 0, 0.05],
    [0.995 * half, 0, 0],
    [half, 0.0005, 0.05],
    [half, 0.002, 0.05],
    [half, 0.02, 0.05],
    [0.6 * half, 0.04, 0.02],
    [1.5 * half, 0, 0.05],
  ])("of half width %f m, shifted by %f m, dropped by %f m, rests on another one", async (width, shift, drop) => {
    // m g / K on two corners is a millimetre or two, and springs of the floor give as much
    const height = await stacked(width, shift, drop);
    expect(height).toBeGreaterThan(3 * half - 0.006);
    expect(height).toBeLessThan(3 * half + 0.01);
  });

  it("falls where its middle is beyond the end", async () => {
    expect(await stacked(0.6 * half, 1.1 * half, 0)).toBeLessThan(2.5 * half);
  });

  it.each([
    ["planar", compliant],
    ["spatial", compliant],
    ["planar", rigid],
    ["spatial", rigid],
  ] as const)("rests on a table top of its size in a %s scene", async (space, make) => {
    const up = space === "planar" ? ([0, 1, 0] as const) : ([0, 0, 1] as const);
    const ends = [-half, half] as const;
    const model = make({
      gravity: [-9.81 * up[0], -9.81 * up[1], -9.81 * up[2]],
      bodies: [{ name: "box", space, shape: { kind: "box", half: [p("width"), half, half] }, density: 50 }],
      world: [
        {
          name: "top",
          shape: {
            kind: "half-space",
            normal: up,
            tangent: [1, 0, 0],
            offset: 0,
            stretch: ends,
            ...(space === "spatial" && { breadth: ends }),
          },
        },
      ],
      contacts: "all",
      materials: [make === compliant ? { friction: 0.5, stiffness: 1e4, damping: 20 } : { friction: 0.5 }],
    } as Parameters<typeof compliant>[0] & Parameters<typeof rigid>[0]);
    const height = space === "planar" ? "box.y" : "box.z";
    const table: Problem = {
      name: "table",
      title: "table",
      model,
      parameters: { width: length },
      start: { ...atRest(model), [height]: half + 0.01 },
      // what is rigid lies where it fell
      grid: { h: 1e-3, steps: make === compliant ? 300 : 100 },
      values: {},
    };
    for (const width of [half, 1.003 * half, 0.997 * half]) {
      const { status, trajectory } = await simulate(table, { set: { width } });
      expect(status, `${width}`).toBe("solved");
      expect(Math.abs((trajectory.columns[height].at(-1) ?? 0) - half), `${width}`).toBeLessThan(0.002);
    }
  });

  // corners of hulls did not know those beside them, and meshes were refused at the ends
  it.each([
    ["hull", 1.003 * half, compliant],
    ["hull", half, rigid],
    // its bottom edges, rounded by a tenth, met those of the top: it sank by 4 mm
    ["hull", 1.02 * half, rigid],
    ["hull", 1.05 * half, rigid],
    ["mesh", half, rigid],
  ] as const)("as a %s of half width %f m rests on a table top, too", async (kind, width, make) => {
    const vertices = [-1, 1].flatMap((x) =>
      [-1, 1].flatMap((y) => [-1, 1].map((z) => [x * width, y * width, z * half] as const)),
    );
    const sides = [
      0, 1, 2, 2, 1, 3, 4, 6, 5, 5, 6, 7, 0, 4, 1, 1, 4, 5, 2, 3, 6, 6, 3, 7, 0, 2, 4, 4, 2, 6, 1, 5, 3, 3, 5, 7,
    ];
    const faces = Array.from({ length: 12 }, (_, i) => [sides[3 * i], sides[3 * i + 1], sides[3 * i + 2]] as const);
    const ends = [-half, half] as const;
    const top: HalfSpace = {
      kind: "half-space",
      normal: [0, 0, 1],
      tangent: [1, 0, 0],
      offset: 0,
      stretch: ends,
      breadth: ends,
    };
    const model = make({
      gravity: [0, 0, -9.81],
      bodies: [
        {
          name: "box",
          space: "spatial",
          shape: kind === "hull" ? { kind, vertices } : { kind, vertices, faces },
          density: 50,
        },
      ],
      world: [{ name: "top", shape: top }],
      contacts: "all",
      materials: [make === compliant ? { friction: 0.5, stiffness: 1e4, damping: 20 } : { friction: 0.5 }],
    } as Parameters<typeof compliant>[0] & Parameters<typeof rigid>[0]);
    const { status, trajectory } = await simulate({
      name: "table",
      title: "table",
      model,
      parameters: {},
      start: { ...atRest(model), "box.z": half + 0.002 },
      // it falls for 20 ms, and what is rigid lies there
      grid: { h: 1e-3, steps: make === compliant ? 120 : 40 },
      values: {},
    });
    expect(status).toBe("solved");
    // m g on four corners, and none of a rigid one
    const depth = make === compliant ? (50 * 8 * width * width * half * 9.81) / 4e4 : 0;
    expect((trajectory.columns["box.z"].at(-1) ?? 0) - half).toBeCloseTo(-depth, 5);
  });

  it("rests there on corners that are listed by hand", async () => {
    const ends = [-half, half] as const;
    const body = { name: "box", space: "planar", mass: 2, inertia: 0.02 } as const;
    const contacts = vertexContacts<CompliantContact>({
      name: "top",
      body: "box",
      shape: rectangle(1.002 * half, half),
      against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0, stretch: ends },
      friction: 0.5,
      stiffness: 1e4,
      damping: 100,
      coneSmoothing: 1e-6,
    });
    const model = compliant({ gravity: [0, -9.81, 0], bodies: [body], contacts });
    const { status, trajectory } = await simulate({
      name: "table",
      title: "table",
      model,
      parameters: {},
      start: { ...atRest(model), "box.y": half + 0.002 },
      grid: { h: 1e-3, steps: 300 },
      values: {},
    });
    expect(status).toBe("solved");
    expect((trajectory.columns["box.y"].at(-1) ?? 0) - half).toBeCloseTo((-2 * 9.81) / 2e4, 5);
  });
});
