import { describe, expect, it } from "vitest";
import { sameModel } from "../../src/app/run/saved/models.js";
import { evaluate, mul, type Scalar, toExpr } from "../../src/expr/expr.js";
import type { Ball, HalfSpace, Shape } from "../../src/geometry/shape.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import { parameter as p } from "../../src/mechanics/model.js";
import { atRest, expandScene, type ShapedScene } from "../../src/mechanics/scene.js";
import { compliant } from "../../src/models/compliant.js";
import { distributed } from "../../src/models/distributed.js";
import { rigid } from "../../src/models/rigid.js";
import { simulate } from "../../src/motion/solve.js";

const floor: HalfSpace = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 };
const numbers = { friction: 0.3, stiffness: 1e4, damping: 20, coneSmoothing: 1e-4 };
const ball: Ball = { kind: "ball", radius: p("radius") };

const table: ShapedScene<CompliantContact> = {
  gravity: [0, 0, -9.8],
  bodies: ["cue", "object"].map((name) => ({ name, space: "spatial", shape: ball, density: p("density") })),
  world: [{ name: "table", shape: floor }],
  contacts: "all",
  materials: [numbers],
};

/** A scene of one body of these shapes over the floor, for refusals. */
const with1 = (more: object): ShapedScene<CompliantContact> => ({ ...table, ...more }) as ShapedScene<CompliantContact>;

const value = (x: Scalar): number => evaluate(toExpr(x), () => Number.NaN);

describe("a shaped scene", () => {
  it("is the scene whose contacts are listed, formula by formula", () => {
    const mass = mul(p("density"), mul((4 / 3) * Math.PI, p("radius"), p("radius"), p("radius")));
    const { bodies } = expandScene(table);
    expect(bodies[0].mass).toBe(mass);
    const listed = {
      gravity: table.gravity,
      bodies: bodies.map(({ name, space, mass, inertia }) => ({ name, space, mass, inertia })),
      contacts: [
        { name: "cue-object", body: "cue", shape: ball, against: { body: "object", shape: ball }, ...numbers },
        { name: "cue-table", body: "cue", shape: ball, against: floor, ...numbers },
        { name: "object-table", body: "object", shape: ball, against: floor, ...numbers },
      ],
    };
    for (const [one, other] of [
      [compliant(table), compliant(listed)],
      [rigid(table), rigid(listed)],
      [distributed(table), distributed(listed)],
    ])
      expect(sameModel(one, other)).toBe(true);
  });

  it("keeps which shapes and materials became which contacts", () => {
    const crate: Shape = { kind: "box", half: [0.1, 0.1, 0.1] };
    const { contacts, pairs } = expandScene<CompliantContact>({
      gravity: [0, 0, -9.8],
      bodies: [
        { name: "crate", space: "spatial", shape: crate, density: 500, material: "wood" },
        { name: "ball", space: "spatial", shape: { kind: "ball", radius: 0.05 }, mass: 0.1, material: "rubber" },
      ],
      world: [{ name: "floor", shape: floor, material: "stone" }],
      contacts: "all",
      materials: [
        { between: ["stone", "wood"], ...numbers, friction: 0.5 },
        { between: ["rubber", "wood"], ...numbers, friction: 0.9 },
        { ...numbers, friction: 0.1 },
      ],
    });
    expect(pairs).toEqual([
      {
        name: "crate-ball",
        owners: ["crate", "ball"],
        shapes: [0, 0],
        contacts: ["crate-ball"],
        materials: ["wood", "rubber"],
      },
      {
        name: "crate-floor",
        owners: ["crate", "floor"],
        shapes: [0, 0],
        contacts: [1, 2, 3, 4, 5, 6, 7, 8].map((k) => `crate-floor${k}`),
        materials: ["wood", "stone"],
      },
      {
        name: "ball-floor",
        owners: ["ball", "floor"],
        shapes: [0, 0],
        contacts: ["ball-floor"],
        materials: ["rubber", "stone"],
      },
    ]);
    expect(contacts.map(({ friction }) => friction)).toEqual([0.9, ...Array(8).fill(0.5), 0.1]);
  });

  it("leaves out pairs, and all pairs of a group", () => {
    const names = (more: object): string[] => expandScene(with1(more)).contacts.map(({ name }) => name);
    expect(names({ exclude: [["table", "cue"]] })).toEqual(["cue-object", "object-table"]);
    const groups = { balls: ["cue", "object"] };
    expect(names({ groups, exclude: [["balls", "balls"]] })).toEqual(["cue-table", "object-table"]);
    expect(names({ groups, exclude: [["table", "balls"]] })).toEqual(["cue-object"]);
  });

  it("in the plane takes boxes by their four corners, and against each other", () => {
    const box: Shape = { kind: "box", half: [0.2, 0.1, 1] };
    const scene: ShapedScene<CompliantContact> = {
      gravity: [0, -9.8, 0],
      bodies: ["a", "b"].map((name) => ({ name, space: "planar", shape: box, density: 10 })),
      world: [
        { name: "floor", shape: { ...floor, normal: [0, 1, 0] } },
        { name: "pin", shape: { kind: "point", at: [1, 0, 0] } },
      ],
      contacts: "all",
      materials: [numbers],
    };
    const { bodies, contacts } = expandScene(scene);
    expect(contacts.map(({ name }) => name)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((k) => `a-b${k}`),
      ...[1, 2, 3, 4].map((k) => `a-floor${k}`),
      "a-pin",
      ...[1, 2, 3, 4].map((k) => `b-floor${k}`),
      "b-pin",
    ]);
    expect(value(bodies[0].mass)).toBeCloseTo(0.8, 14);
  });

  it("puts the origin of a body of several shapes into its centre of mass", async () => {
    const hammer: ShapedScene<CompliantContact> = {
      gravity: [0, 0, -9.8],
      bodies: [
        {
          name: "hammer",
          space: "spatial",
          shapes: [
            {
              name: "head",
              shape: { kind: "box", half: [0.05, 0.02, 0.02], pose: { position: [0, 0, 0.3] } },
              density: 7800,
            },
            {
              name: "handle",
              shape: { kind: "capsule", from: [0, 0, 0], to: [0, 0, 0.27], radius: 0.012 },
              density: 700,
            },
          ],
        },
      ],
      world: [{ name: "floor", shape: floor }],
      contacts: "all",
      materials: [numbers],
    };
    const { bodies, contacts } = expandScene(hammer);
    const [{ centre = [0, 0, 0], shapes = [] }] = bodies;
    const head = 7800 * 8 * 0.05 * 0.02 * 0.02;
    const handle = 700 * Math.PI * 0.012 ** 2 * (0.27 + (4 / 3) * 0.012);
    expect(value(centre[2])).toBeCloseTo((0.3 * head + 0.135 * handle) / (head + handle), 14);
    const [box] = shapes;
    expect(box.kind === "box" && value(box.pose?.position[2] ?? 0)).toBeCloseTo(0.3 - value(centre[2]), 14);
    expect(contacts.map(({ name }) => name)).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((k) => `hammer.head-floor${k}`),
      "hammer.handle-floor1",
      "hammer.handle-floor2",
    ]);
    // thrown, it turns about that point, which flies as a point does
    const model = compliant(hammer);
    const { trajectory } = await simulate({
      name: "test/hammer",
      title: "A hammer is thrown",
      model,
      parameters: {},
      start: { ...atRest(model), "hammer.z": 5, "hammer.vx": 1, "hammer.wy": 8 },
      grid: { steps: 100, h: 0.001 },
      values: {},
    });
    expect(trajectory.columns["hammer.x"][100]).toBeCloseTo(0.1, 12);
  });

  it("takes mass and inertia where they are given", () => {
    const body = (more: object) =>
      expandScene(with1({ bodies: [{ name: "cue", space: "spatial", shape: { kind: "ball", radius: 0.1 }, ...more }] }))
        .bodies[0];
    expect(body({ mass: 3, inertia: 5 })).toMatchObject({ mass: 3, inertia: 5 });
    expect(value(body({ mass: 3 }).inertia as Scalar)).toBeCloseTo(0.4 * 3 * 0.01, 15);
    expect(body({ density: 2, inertia: 7 }).inertia).toBe(7);
  });

  it.each<[string, object, string]>([
    [
      "no density",
      { bodies: [{ name: "cue", space: "spatial", shape: ball }] },
      "cue.density or cue.mass must be given.",
    ],
    [
      "mass and density",
      { bodies: [{ name: "cue", space: "spatial", shape: ball, mass: 1, density: 1 }] },
      "cue.mass and cue.density must not both be given.",
    ],
    [
      "a negative density",
      { bodies: [{ name: "cue", space: "spatial", shape: ball, density: -1 }] },
      "cue.density must be above 0, it is -1.",
    ],
    ["no shape", { bodies: [{ name: "cue", space: "spatial", mass: 1 }] }, "cue.shape must be given, or cue.shapes."],
    [
      "a law's number that is no number",
      { materials: [{ ...numbers, stiffness: "hard" }] },
      'materials[0].stiffness must be a finite number or a formula, it is "hard".',
    ],
    [
      "a misspelt number",
      { materials: [{ ...numbers, frictoin: 1 }] },
      'materials[0]: There is no field "frictoin"; did you mean friction?',
    ],
    [
      "a pair without material",
      { materials: [{ ...numbers, between: ["ice", "ice"] }] },
      'materials say nothing of "cue" (no material) on "object" (no material); an entry without "between" is for all other pairs.',
    ],
    [
      "one material of a pair",
      { materials: [{ ...numbers, between: ["ice"] }] },
      "materials[0].between must be two names",
    ],
    [
      "numbers for materials",
      { materials: [{ ...numbers, between: ["ice", 3] }] },
      "materials[0].between must be two names",
    ],
    [
      "an unknown name",
      { exclude: [["cue", "tabel"]] },
      'exclude[0]: There is no body or part of the world "tabel"; did you mean table?',
    ],
    ["one name twice", { world: [{ name: "cue", shape: floor }] }, 'the scene uses the name "cue" twice.'],
    [
      "an unknown field of a body",
      { bodies: [{ name: "cue", space: "spatial", shape: ball, densty: 1 }] },
      'cue: There is no field "densty"; did you mean density?',
    ],
  ])("refuses %s in one sentence", (_, more, sentence) => {
    expect(() => compliant(with1(more))).toThrow(sentence);
  });
});
