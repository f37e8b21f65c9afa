import { randomNumbers } from "../../../src/algebra/random.js";
import { type QuaternionLike, rotate } from "../../../src/algebra/rotation.js";
import type { Shape } from "../../../src/geometry/shape.js";
import { type Model, parameter } from "../../../src/mechanics/model.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { compliant } from "../../../src/models/compliant.js";
import { distributed } from "../../../src/models/distributed.js";
import { patchModel } from "../../../src/models/patch/patch.js";
import { rigid } from "../../../src/models/rigid.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { simulate } from "../../../src/motion/solve.js";
import type { Trajectory } from "../../../src/motion/trajectory/trajectory.js";
import type { BenchRow } from "../lu.js";

/** A body that is thrown, and the arithmetic that says whether it went through, with no part in the motion. */
interface Thrown {
  readonly name: string;
  readonly model: Model;
  /** States of the body at the start. */
  readonly start: (random: (low: number, high: number) => number) => Record<string, number>;
  readonly through: (columns: Trajectory["columns"]) => boolean;
}

const wall = { kind: "box", half: [0.005, 1, 1] } as const;
const law = { friction: 0.2, stiffness: 1e4, damping: 5, coneSmoothing: 0 };
const steps = 6;
const h = 0.01;

/** Weightless, because what falls in .06 s is nothing beside a throw. */
const still = { gravity: [0, 0, 0], contacts: "all" } as const;

const shapes = {
  ball: { kind: "ball", radius: 0.05 },
  capsule: { kind: "capsule", from: [0, -0.1, 0], to: [0, 0.1, 0], radius: 0.02 },
  box: { kind: "box", half: [0.05, 0.04, 0.03], rounding: 0.005 },
  disk: { kind: "cylinder", radius: 0.06, halfLength: 0.01 },
} as const satisfies Record<string, Shape>;

/** The centre crosses the middle of the wall where it is whole, between two grid points or on one. */
function crossed(columns: Trajectory["columns"], at: (axis: string, k: number) => number): boolean {
  const place = (axis: string, k: number): number => columns[`body.${axis}`][k] - at(axis, k);
  for (let k = 1; k < columns["body.x"].length; k++) {
    const [a, b] = [place("x", k - 1), place("x", k)];
    if (a < 0 === b < 0) continue;
    const part = a / (a - b);
    const along = ["y", "z"].map((axis) => (1 - part) * place(axis, k - 1) + part * place(axis, k));
    if (Math.max(...along.map(Math.abs)) < 1) return true;
  }
  return false;
}

type Random = (low: number, high: number) => number;

const thrown = (random: Random): Record<string, number> => {
  const q = [1, 2, 3, 4].map(() => random(-1, 1));
  const size = Math.hypot(...q);
  const spin = random(0, 1) < 0.5 ? 0 : 60;
  return {
    x: random(-1, -0.2),
    y: random(-1.2, 1.2),
    z: random(-1.2, 1.2),
    ...Object.fromEntries(["e0", "ex", "ey", "ez"].map((name, i) => [name, q[i] / size])),
    vx: random(5, 400),
    vy: random(-20, 20),
    vz: random(-20, 20),
    ...Object.fromEntries(["wx", "wy", "wz"].map((name) => [name, spin * random(-1, 1)])),
  };
};

const models: Readonly<Record<string, (shape: Shape, against: Shape) => Model>> = {
  compliant: (shape, against) => compliant(scene(shape, against, law)),
  rigid: (shape, against) => rigid(scene(shape, against, law)),
  distributed: (shape, against) => distributed(scene(shape, against, law)),
  patch: (shape, against) => patchModel(scene(shape, against, { friction: 0.2, frictionAxes: [1, 1, 0.02] as const })),
};

const scene = <M extends object>(shape: Shape, against: Shape, material: M) => ({
  ...still,
  bodies: [{ name: "body", space: "spatial", shape, density: 800 } as const],
  world: [{ name: "wall", shape: against }],
  materials: [material],
});

/** The wall as the surface of triangles that it is, closed. */
function meshWall(): Shape {
  const vertices = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [0.005 * x, y, z] as const)));
  const quads = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return { kind: "mesh", vertices, faces: quads.flatMap(([a, b, c, d]) => [[a, b, c] as const, [a, c, d] as const]) };
}

/** The wall comes at a speed of its own, or is free to move. */
function moving(kind: "driven" | "free", shape: Shape): Thrown {
  const speed = -150;
  const against = { body: "wall", shape: wall };
  const model = compliant({
    gravity: [0, 0, 0],
    bodies: [
      { name: "body", space: "spatial", mass: 0.4, inertia: 4e-4 },
      ...(kind === "free" ? [{ name: "wall", space: "spatial", mass: 1e4, inertia: 1e4 } as const] : []),
    ],
    ...(kind === "driven" && {
      driven: [{ name: "wall", space: "spatial", velocity: { linear: [speed, 0, 0] } } as const],
    }),
    contacts: [{ name: "contact", body: "body", shape, against, ...law }],
  });
  return {
    name: `${shape.kind} and a ${kind} wall`,
    model,
    start: (random) => ({ ...thrown(random), ...(kind === "driven" && { vx: random(-20, 20) }) }),
    through: (columns) => crossed(columns, (axis, k) => columns[`wall.${axis}`][k]),
  };
}

/** A thin bar that turns fast about its middle, and a thin pin that it may meet on the way. */
function turning(): Thrown {
  const [x, y] = [0.2, 0.05];
  const pin: Shape = { kind: "capsule", from: [x, y, -0.5], to: [x, y, 0.5], radius: 0.004 };
  const bar: Shape = { kind: "box", half: [0.3, 0.01, 0.01], rounding: 0.004 };
  return {
    name: "bar that turns, and a pin",
    model: models.compliant(bar, pin),
    start: (random) => ({ e0: 1, x: random(-0.02, 0.02), y: random(-0.02, 0.02), wz: random(20, 250) }),
    through(columns) {
      const at = (name: string, k: number, part: number): number =>
        (1 - part) * columns[`body.${name}`][k - 1] + part * columns[`body.${name}`][k];
      let before = Number.NaN;
      for (let k = 1; k < columns["body.x"].length; k++)
        for (let m = 0; m <= 400; m++) {
          const q = ["e0", "ex", "ey", "ez"].map((name) => at(name, k, m / 400));
          const size = Math.hypot(...q);
          const back: QuaternionLike = [q[0] / size, -q[1] / size, -q[2] / size, -q[3] / size];
          const [along, aside] = rotate(back, [x - at("x", k, m / 400), y - at("y", k, m / 400), 0]);
          // over the middle of the bar from one side to the other, near the pin and not by a turn of more than that
          if (Math.abs(along) < 0.29 && Math.abs(aside) < 0.05 && before < 0 !== aside < 0 && Math.abs(before) < 0.05)
            return true;
          before = aside;
        }
      return false;
    },
  };
}

const hullWall: Shape = {
  kind: "hull",
  vertices: [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [0.005 * x, y, z] as const))),
};
const rock: Shape = {
  kind: "hull",
  vertices: [
    [0.05, 0, 0],
    [-0.04, 0.03, 0],
    [-0.03, -0.05, 0.01],
    [0, 0.01, 0.05],
    [0.01, 0, -0.04],
    [0.02, 0.04, 0.02],
  ],
};

/** A capsule, and a ball in the wall that may touch neither. */
const besideGhost = <M extends object>(material: M) => ({
  ...still,
  bodies: [
    { name: "body", space: "spatial", shape: shapes.capsule, density: 800 } as const,
    { name: "ghost", space: "spatial", shape: shapes.ball, density: 800 } as const,
  ],
  world: [{ name: "wall", shape: wall }],
  exclude: [["body", "ghost"] as const, ["ghost", "wall"] as const],
  materials: [material],
});

const thrownAt = (name: string, model: Model): Thrown => ({
  name,
  model,
  start: thrown,
  through: (columns) => crossed(columns, () => 0),
});

function throws(): Thrown[] {
  const fixed = Object.entries(models).flatMap(([law, make]) =>
    Object.entries(shapes).map(
      ([name, shape]): Thrown => ({
        name: `${law}: ${name} and a wall`,
        model: make(shape, wall),
        start: thrown,
        through: (columns) => crossed(columns, () => 0),
      }),
    ),
  );
  const others = Object.entries(models).flatMap(([law, make]) =>
    (
      [
        ["capsule and a wall of triangles", shapes.capsule, meshWall()],
        ["ball and a wall of triangles", shapes.ball, meshWall()],
        ["ball and a wall that is a hull", shapes.ball, hullWall],
        ["capsule and a wall that is a hull", shapes.capsule, hullWall],
        ["hull and a wall with rounded edges", rock, { ...wall, rounding: 0.002 }],
        ["ellipsoid and a wall", { kind: "ellipsoid", halfAxes: [0.05, 0.03, 0.02] }, wall],
      ] as const
    ).map(([name, shape, against]) => thrownAt(`${law}: ${name}`, make(shape, against))),
  );
  const excluded = [
    thrownAt("compliant: capsule past an excluded ball", compliant(besideGhost(law))),
    thrownAt("rigid: capsule past an excluded ball", rigid(besideGhost({ friction: 0.2 }))),
  ];
  const mesh: Thrown = {
    name: "box and a wall of triangles",
    model: models.compliant(shapes.box, meshWall()),
    start: thrown,
    through: (columns) => crossed(columns, () => 0),
  };
  return [
    ...fixed,
    ...others,
    ...excluded,
    mesh,
    moving("driven", shapes.ball),
    moving("driven", shapes.box),
    moving("free", shapes.capsule),
    turning(),
  ];
}

/** One problem for all throws of a body: its start is parameters. */
function problemOf({ model }: Thrown): { problem: Problem; names: readonly string[] } {
  const rest = atRest(model);
  const names = model.state.flatMap(({ name }) => (name.startsWith("body.") ? [name.slice("body.".length)] : []));
  const own = names.map((name) => [`body.${name}`, parameter(name)] as const);
  const value = (name: string): number => Number(rest[`body.${name}`] ?? 0);
  const problem: Problem = {
    name: "swept",
    title: "A throw at a wall",
    model,
    parameters: Object.fromEntries(names.map((name) => [name, { value: value(name), unit: "1", meaning: "start" }])),
    start: { ...rest, ...Object.fromEntries(own) },
    grid: { steps, h },
    values: {},
  };
  return { problem, names };
}

/** Random fast throws at thin walls, by all models: those that went through, and those of them that nobody was told of. */
export async function benchSwept(count: number, only = "", seed = 11): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const all = throws().filter(({ name }) => name.includes(only));
  const sum = { through: 0, unsaid: 0 };
  for (const one of all) {
    const source = randomNumbers(seed);
    const random: Random = (low, high) => low + (high - low) * source();
    const { problem } = problemOf(one);
    const found = { through: 0, unsaid: 0, solved: 0 };
    for (let k = 0; k < Math.ceil(count / all.length); k++) {
      const set = one.start(random);
      const result = await simulate(problem, { set, gridError: false });
      if (result.status === "solved") found.solved++;
      if (!one.through(result.trajectory.columns)) continue;
      found.through++;
      if (result.status !== "solved") continue;
      found.unsaid++;
      console.log(`unsaid, ${one.name}: ${JSON.stringify(set)}`);
    }
    sum.through += found.through;
    sum.unsaid += found.unsaid;
    const value = `${found.through} went through, ${found.unsaid} unsaid; ${found.solved} solved`;
    rows.push({ name: `${Math.ceil(count / all.length)} throws, ${one.name}`, value });
  }
  return [
    ...rows,
    {
      name: `fast throws at thin walls, ${count} in all, seed ${seed}`,
      must: "0 unsaid",
      value: `${sum.unsaid} unsaid of ${sum.through}`,
    },
  ];
}
