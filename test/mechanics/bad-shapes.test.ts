import { describe, expect, it } from "vitest";
import { BadInput } from "../../src/checks/bad-input.js";
import { constant } from "../../src/expr/expr.js";
import type { HalfSpace, Shape } from "../../src/geometry/shape.js";
import type { Model } from "../../src/mechanics/model.js";
import { atRest } from "../../src/mechanics/scene.js";
import type { ShapedBody } from "../../src/mechanics/shaped-scene.js";
import { compliant } from "../../src/models/compliant.js";
import { patchModel } from "../../src/models/patch/patch.js";
import { rigid } from "../../src/models/rigid.js";
import { simulate } from "../../src/motion/solve.js";
import { bracket } from "../geometry/mesh/meshes.js";

const floor: HalfSpace = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: -1 };
const law = { friction: 0.3, stiffness: 1e4, damping: 20, coneSmoothing: 1e-4 };

/** Simulates a body over a floor and a bracket of the world, of width one and with its corner at the origin. */
async function refusalOf(body: object, start: Readonly<Record<string, number>> = {}): Promise<BadInput> {
  const { shape, space = "spatial" } = body as Partial<ShapedBody>;
  const model = () =>
    compliant({
      gravity: [0, -9.81, 0],
      bodies: [{ name: "part", space, shape, ...body } as ShapedBody],
      world: [{ name: "floor", shape: floor }, ...(space === "spatial" ? [{ name: "bracket", shape: bracket() }] : [])],
      contacts: "all",
      materials: [law],
    });
  const run = async (): Promise<unknown> => {
    const made = model();
    const values = { x: { unit: "m", meaning: "x", of: constant(0) } };
    const grid = { steps: 1, h: 1e-3 };
    return simulate({
      name: "bad",
      title: "bad",
      model: made,
      parameters: {},
      start: { ...atRest(made), ...start },
      grid,
      values,
    });
  };
  const refused = await run().then(
    (result) => result,
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(BadInput);
  return refused as BadInput;
}

const polygon = (vertices: readonly (readonly [number, number])[]): object => ({
  space: "planar",
  shape: { kind: "polygon", vertices },
  density: 1,
});
const { vertices, faces } = bracket(0.1);
const mesh = (more: object): object => ({ shape: { kind: "mesh", vertices, faces, ...more }, density: 1 });
const star = [0, 2, 4, 1, 3].map((k) => {
  const angle = (2 * Math.PI * k) / 5;
  return [Math.cos(angle), Math.sin(angle)] as const;
});
const ball: Shape = { kind: "ball", radius: 0.1 };

describe("a shape that cannot be", () => {
  it.each([
    ["an open mesh", mesh({ faces: faces.slice(1) }), "part.shape", /must be closed, but only one face has the edge/],
    ["a mesh inside out", mesh({ faces: faces.map(([a, b, c]) => [a, c, b]) }), "part.shape", /inside out/],
    ["a mesh without volume", mesh({ vertices: vertices.map(([x, y]) => [x, y, 0]) }), "part.shape", /hold no volume/],
    [
      "a mesh at no place",
      mesh({ vertices: [[0, 0, Number.NaN], ...vertices.slice(1)] }),
      "part.shape.vertices",
      /finite numbers/,
    ],
    [
      "a mesh of other corners",
      mesh({ faces: [...faces.slice(1), [0, 1, 99]] }),
      `part.shape.faces[${faces.length - 1}]`,
      /of the vertices 0 to 11/,
    ],
    [
      "a mesh of lines",
      mesh({ faces: [...faces.slice(1), [0, 1, 1]] }),
      "part.shape.faces",
      /three different vertices/,
    ],
    ["a flat hull", { shape: { kind: "hull", vertices: vertices.slice(0, 6) }, density: 1 }, "part.shape", /one plane/],
    ["a ball of nothing", { shape: { kind: "ball", radius: 0 }, density: 1 }, "part.radius", /must be above 0/],
    [
      "an ellipsoid turned inside out",
      { shape: { kind: "ellipsoid", halfAxes: [0.1, -0.2, 0.3] }, density: 1 },
      "part.halfAxes",
      /must be above 0/,
    ],
    [
      "a box of the plane with two half-lengths",
      { space: "planar", shape: { kind: "box", half: [0.1, 0.2] }, density: 1 },
      "part.shape.half",
      /must be 3 numbers or formulas; in the plane the third counts for nothing/,
    ],
    [
      "a box of nothing but rounding",
      { shape: { kind: "box", half: [0.1, 0.2, 0.3], rounding: 0.15 }, density: 1 },
      "part.rounding",
      /must be less than every half edge of its box/,
    ],
    [
      "a capsule without length",
      { shape: { kind: "capsule", from: [0, 0, 0], to: [0, 0, 0], radius: 0.1 }, density: 1 },
      "part.to",
      /must be apart from the other end/,
    ],
    [
      "a pose that is no turn",
      {
        shape: {
          kind: "cylinder",
          radius: 0.1,
          halfLength: 0.2,
          pose: { position: [0, 0, 0], orientation: [1, 1, 0, 0] },
        },
        density: 1,
      },
      "part.pose.orientation",
      /must be a unit quaternion/,
    ],
    ["a negative density", { shape: ball, density: -2 }, "part.density", /must be above 0, it is -2/],
    ["a density that is none", { shape: ball, density: Number.NaN }, "part.density", /finite number or a formula/],
    [
      "a polygon of two points",
      polygon([
        [0, 0],
        [1, 0],
      ]),
      "part.vertices",
      /^part\.vertices must have three points or more\.$/,
    ],
    ["a star that crosses itself", polygon(star), "part.vertices", /does not cross itself/],
    [
      "a notch",
      polygon([
        [0, 0],
        [1, 0],
        [0.2, 0.2],
        [0, 1],
      ]),
      "part.vertices",
      /convex polygon, anticlockwise/,
    ],
  ] as const)("(%s) is refused by its field in one sentence", async (_, body, field, sentence) => {
    const refused = await refusalOf(body);
    expect(refused.field).toBe(field);
    expect(refused.message).toMatch(sentence);
    expect(refused.message).toMatch(/^[^\n]+\.$/);
  });

  it("(a mesh with a shell in another) is refused by its field, under every law", async () => {
    const corners = [0.1, 0.05].flatMap((a) => [
      [0, 0, 0] as const,
      [a, 0, 0] as const,
      [0, a, 0] as const,
      [0, 0, a] as const,
    ]);
    const sides = [0, 4].flatMap((k) =>
      (
        [
          [0, 2, 1],
          [0, 1, 3],
          [0, 3, 2],
          [1, 2, 3],
        ] as const
      ).map(([a, b, c]) => [a + k, b + k, c + k] as const),
    );
    const shape: Shape = { kind: "mesh", vertices: corners, faces: sides };
    const scene = {
      gravity: [0, -9.81, 0],
      bodies: [{ name: "part", space: "spatial", shape, density: 1 }],
      world: [{ name: "floor", shape: floor }],
      contacts: "all",
    } as const;
    for (const model of [
      compliant({ ...scene, materials: [law] }),
      rigid({ ...scene, materials: [{ friction: 0.3 }] }),
    ]) {
      const problem = {
        name: "bad",
        title: "bad",
        model,
        parameters: {},
        start: atRest(model),
        grid: { steps: 1, h: 1e-3 },
        values: {},
      };
      await expect(simulate(problem)).rejects.toThrow(
        /^part\.shape must have no shell in another but hollows, whose faces point inwards; see its face \d\.$/,
      );
    }
  });

  it.each([
    ["ball", ball],
    ["capsule", { kind: "capsule", from: [0, 0, -0.05], to: [0, 0, 0.05], radius: 0.1 }],
  ] as const)("(a %s that starts inside a mesh) is refused with its depth and both names", async (_, shape) => {
    const refused = await refusalOf({ shape, density: 1 }, { "part.x": 0.6, "part.y": 0.4, "part.z": 0.5 });
    expect(refused.message).toMatch(/^part-bracket\d: "part" and the world start \d+\.?\d* mm deep in each other/);
  });

  it("carries nothing behind an open mesh, though a convex part of it is closed there", async () => {
    const sides = [-0.3, 0.3].flatMap((y) => [[-0.1, y, 0.1] as const, [0, y, 0] as const, [0.1, y, 0.1] as const]);
    const groove = [[0, 1, 4] as const, [0, 4, 3] as const, [1, 2, 5] as const, [1, 5, 4] as const];
    const statusOf = async (turned: boolean): Promise<string> => {
      const faces = turned ? groove.map(([a, b, c]) => [a, c, b] as const) : groove;
      const model = compliant({
        gravity: [0, 0, -9.81],
        bodies: [
          {
            name: "rod",
            space: "spatial",
            shape: { kind: "capsule", from: [0, -0.1, 0], to: [0, 0.1, 0], radius: 0.03 },
            density: 1000,
          },
        ],
        world: [{ name: "groove", shape: { kind: "mesh", vertices: sides, faces } }],
        contacts: "all",
        materials: [law],
      });
      const start = { ...atRest(model), "rod.z": turned ? 0.1301 : 0.0425 };
      const grid = { steps: 40, h: 1e-3 };
      const problem = { name: "groove", title: "groove", model, parameters: {}, start, grid, values: {} };
      const { status, message } = await simulate(problem, { gridError: false });
      if (turned) expect(message).toMatch(/deepest deformation 1\.0e\+0/);
      return status;
    };
    expect(await statusOf(false)).toBe("solved");
    expect(await statusOf(true)).toBe("unphysical");
  });

  const upright = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } as const;
  const brick: Shape = { kind: "box", half: [0.1, 0.1, 0.1] };
  const patches = (part: Omit<ShapedBody, "name">, more: readonly ShapedBody[] = []) =>
    patchModel({
      gravity: [0, 0, -9.81],
      bodies: [{ name: "part", ...part }, ...more],
      world: [{ name: "floor", shape: upright }],
      contacts: "all",
      materials: [{ friction: 0.3, frictionAxes: [1, 1, 0.1] }],
    });

  it.each([
    [
      "in the plane",
      { space: "planar", shape: ball, density: 1 },
      "part.space must be spatial: patches touch in space.",
    ],
    [
      "in a pose that is no turn",
      { space: "spatial", shape: { ...brick, pose: { position: [0, 0, 0], orientation: [1, 1, 0, 0] } }, density: 1 },
      "part.pose.orientation must be a unit quaternion.",
    ],
  ] as const)("(a body on patches %s) is refused by its field", (_, part, sentence) => {
    expect(() => patches(part)).toThrow(sentence);
  });

  const begin = (model: Model, start: Readonly<Record<string, number>>): Promise<unknown> =>
    simulate({
      name: "overlap",
      title: "overlap",
      model,
      parameters: {},
      start: { ...atRest(model), ...start },
      grid: { steps: 1, h: 1e-3 },
      values: {},
    });
  const bricks = (count: number): ShapedBody[] =>
    Array.from({ length: count }, (_, i) => ({ name: `b${i}`, space: "spatial", shape: brick, density: 500 }));

  it("bodies that start in each other are refused with names and depth: on patches, on the floor, of many", async () => {
    const two = patches({ space: "spatial", shape: brick, density: 500 }, bricks(1));
    const inBrick = begin(two, { "part.z": 0.11, "b0.z": 0.305 });
    await expect(inBrick).rejects.toThrow(/^part-b0: "part" and "b0" start 5\.00 mm deep in each other/);
    const inFloor = begin(two, { "part.z": 0.05, "b0.z": 1 });
    await expect(inFloor).rejects.toThrow(/^part-floor: "part" and the world start 50\.0 mm deep/);
    const many = compliant({
      gravity: [0, 0, -9.81],
      bodies: bricks(9),
      world: [{ name: "floor", shape: upright }],
      contacts: "all",
      materials: [law],
    });
    const at = (step: number, low: number) =>
      Object.fromEntries(bricks(9).map(({ name }, i) => [`${name}.z`, low + step * i]));
    await expect(begin(many, at(0.195, 0.1))).rejects.toThrow(/^b\d-b\d: .* start 5\.00 mm deep in each other/);
    await expect(begin(many, at(0.3, 0.05))).rejects.toThrow(/^b0-floor: "b0" and the world start 50\.0 mm deep/);
  });

  it("many balls ask for a gravity of three numbers, as few do", () => {
    for (const count of [2, 20])
      for (const gravity of [[0, -9.81], [0, 0, "down"], undefined]) {
        const scene = {
          gravity,
          bodies: bricks(count).map(({ name }) => ({
            name,
            space: "spatial",
            shape: { kind: "ball", radius: 0.1 },
            density: 1,
          })),
          world: [{ name: "floor", shape: upright }],
          contacts: "all",
          materials: [law],
        };
        expect(() => compliant(JSON.parse(JSON.stringify(scene)))).toThrow(/^gravity/);
      }
  });

  it("so are many bodies in the plane", async () => {
    const names = bricks(9).map(({ name }) => name);
    const many = compliant({
      gravity: [0, -9.81, 0],
      bodies: names.map((name) => ({ name, space: "planar", shape: brick, density: 50 })),
      world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } }],
      contacts: "all",
      materials: [law],
    });
    const at = (step: number, low: number) =>
      Object.fromEntries(
        names.flatMap((name, i) => [
          [`${name}.x`, 0.01 * i],
          [`${name}.y`, low + step * i],
        ]),
      );
    await expect(begin(many, at(0.195, 0.1))).rejects.toThrow(/^b\d-b\d.*: .* start 5\.00 mm deep in each other/);
    await expect(begin(many, at(0.3, 0.05))).rejects.toThrow(/^b0-floor.*: "b0" and the world start 50\.0 mm deep/);
    await expect(begin(many, at(0.3, 0.1))).resolves.toMatchObject({ status: "solved" });
  });
});

it.each([{ stretch: [-1, 1] }, { breadth: [-1, 1] }] as const)(
  "a contact by nearest points has no half-space that ends: %j",
  (ends) => {
    const cylinder: Shape = { kind: "cylinder", radius: 0.1, halfLength: 0.1 };
    const model = () =>
      compliant({
        gravity: [0, -9.81, 0],
        bodies: [{ name: "part", space: "spatial", mass: 1, inertia: 1 }],
        contacts: [{ name: "end", body: "part", shape: cylinder, against: { ...floor, ...ends }, ...law }],
      });
    expect(model).toThrow("because the half-space ends");
  },
);

it("a scene has no start values before a model is made of it, which is said", () => {
  expect(() => atRest({ bodies: [] } as never)).toThrow(/^atRest takes a model, as compliant\(scene\) makes one/);
});

it.each([
  [
    "three points",
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ],
    "a hull needs four points or more, not 3.",
  ],
  [
    "points in a plane",
    [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
    ],
    "the points of a hull must not lie in one plane.",
  ],
] as const)("names the contact of a hull of %s, in every law and place", (_, vertices, why) => {
  const hull: Shape = { kind: "hull", vertices };
  const [body] = [{ name: "b", space: "spatial", mass: 1, inertia: 1 } as const];
  const contact = (shape: Shape, against: Shape) => ({ name: "c", body: "b", shape, against, ...law });
  const half: HalfSpace = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };
  const scene = { gravity: [0, 0, -9.81] as const, bodies: [body] };
  const thrown = { ...body, shape: ball };
  const all = {
    gravity: scene.gravity,
    bodies: [thrown],
    world: [{ name: "rock", shape: hull }],
    contacts: "all",
  } as const;
  for (const [field, make] of [
    ["c", () => compliant({ ...scene, contacts: [contact(ball, hull)] })],
    ["c", () => compliant({ ...scene, contacts: [contact(hull, ball)] })],
    ["c", () => compliant({ ...scene, contacts: [contact(hull, half)] })],
    ["b-rock", () => compliant({ ...all, materials: [law] })],
    ["b-rock", () => rigid({ ...all, materials: [{ friction: 0.3 }] })],
  ] as const) {
    expect(make).toThrow(BadInput);
    expect(make).toThrow(`${field}: ${why}`);
  }
});
