/** Many balls and many convex solids, as assemblies and as rows, a few steps of each. */
import { randomNumbers } from "../../src/algebra/random.js";
import type { Shape } from "../../src/geometry/shape.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import { type Model, parameter as p } from "../../src/mechanics/model.js";
import { type ShapedScene, sceneModel } from "../../src/mechanics/scene.js";
import { solidsModel } from "../../src/mechanics/solids/many-solids.js";
import { compliant } from "../../src/models/compliant.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import { simulate } from "../../src/motion/solve.js";
import { ballProblem, ballScene, floor, half, type Launch, swarm } from "../motion/march/many/scenes.js";
import { assembled, box, law, type Placed, problemOf } from "../motion/march/solids/scenes.js";
import { type Part, partsOf, refusalOf, told } from "./told.js";

const vertices = [
  [0.06, 0, -0.03],
  [-0.03, 0.05, -0.03],
  [-0.03, -0.05, -0.03],
  [0, 0, 0.06],
] as const;

/** Boxes on each other, what falls on them, a ball that flies at them. */
const placed: readonly Placed[] = [
  { name: "lower", shape: box, start: { z: 0.0505 } },
  { name: "upper", shape: box, start: { x: 0.02, z: 0.151, vz: -0.2 } },
  { name: "ball", shape: { kind: "ball", radius: 0.04 }, material: "ice", start: { x: -0.13, z: 0.14, vx: 4, wy: 9 } },
  { name: "hull", shape: { kind: "hull", vertices }, start: { x: 0.19, y: 0.02, z: 0.031, vz: -1, vx: -1 } },
];

const material = {
  friction: p("friction"),
  stiffness: p("stiffness"),
  damping: p("damping"),
  coneSmoothing: p("smoothing"),
};

const sceneOf = (bodies: readonly Placed[]): ShapedScene<CompliantContact> => ({
  gravity: [0, 0, p("gravity")],
  bodies: bodies.map(({ name, shape, material: of }) => ({
    name,
    space: "spatial",
    shape,
    density: p("density"),
    ...(of && { material: of }),
  })),
  world: [floor, { name: "wall", shape: half([0, 1, 0], [1, 0, 0], -0.2), material: "ice" }],
  contacts: "all",
  materials: [material, { ...material, friction: 0.05, between: ["ice", "ice"] }],
  exclude: [["ball", "wall"]],
});

async function marched(problem: Problem, set = {}): Promise<readonly [string, ...Part[]]> {
  const { status, message, trajectory } = await simulate(problem, { set, gridError: false });
  return [status, message, ...partsOf([trajectory.t, trajectory.columns, trajectory.certificate])];
}

const solids = (bodies: readonly Placed[]): Model => assembled(sceneOf(bodies));

const launches = swarm(12, randomNumbers(4));
/** More than are factored at once, each pressed between two others. */
const chain = Array.from(
  { length: 43 },
  (_, i): Launch => ({
    name: `ball${i}`,
    radius: 0.03,
    at: [0.0597 * (i - 21), 0.002 * (i % 3), 0.0299],
    velocity: [i < 21 ? 1 : -1, 0, 0],
    spin: [0, i % 5, 1],
  }),
);
const walls = [floor, { name: "slope", shape: half([0.6, 0, 0.8], [0, 1, 0], -0.1) }];

/** Groups of answers by their names. */
export const assemblyRuns: Readonly<Record<string, () => Promise<string>>> = {
  "many solids": async () => {
    const model = solids(placed);
    return told([await marched(problemOf(model, placed, { steps: 16, h: 0.002 }))]);
  },
  "few solids as rows": async () => {
    const few = placed.slice(0, 3);
    const model = sceneModel("compliant", sceneOf(few), law);
    return told([await marched(problemOf(model, few, { steps: 20, h: 0.002 }))]);
  },
  "what is no assembly": async () => {
    const ground: Shape = {
      kind: "height-field",
      heights: [
        [0, 0],
        [0, 0],
      ],
      spacing: [1, 1],
    };
    const scene = sceneOf(placed);
    const changes: readonly Partial<ShapedScene<CompliantContact>>[] = [
      {},
      { world: [{ name: "ground", shape: ground }] },
      { world: [{ name: "plate", shape: { ...floor.shape, stretch: [-1, 1] } }] },
      { bodies: scene.bodies.slice(0, 2) },
      { bodies: scene.bodies.map((body) => ({ ...body, space: "planar" })) },
      { bodies: scene.bodies.map(({ shape: _, ...body }) => ({ ...body, shapes: [box, box] })) },
      { materials: [] },
      { materials: [{ ...material, between: ["ice", "ice"] }] },
      { exclude: [["hul", "wall"]] },
      { groups: { all: ["hull", "ball"] }, exclude: [["all", "all"]] },
      { groups: { all: ["hul"] } },
      { groups: { hull: ["ball"] } },
    ];
    return told(
      changes.flatMap((change) =>
        [undefined, 1].map((least) =>
          refusalOf(() => {
            const made = solidsModel({ ...scene, ...change }, law, least);
            return made === undefined ? "rows" : [made.state.length, made.parameters];
          }),
        ),
      ),
    );
  },
  "a swarm of balls": async () => {
    const model = compliant(ballScene(launches, walls));
    return told([
      await marched(ballProblem(model, launches, { steps: 30, h: 0.002 })),
      await marched(ballProblem(model, launches, { steps: 6, h: 0.02 }), { friction: 1 }),
    ]);
  },
  "a chain of balls": async () => {
    const model = compliant(ballScene(chain, [floor]));
    return told([await marched(ballProblem(model, chain, { steps: 3, h: 0.002 }))]);
  },
  "few balls as rows": async () => {
    const three = launches.slice(0, 3);
    return told([await marched(ballProblem(compliant(ballScene(three, walls)), three, { steps: 40, h: 0.004 }))]);
  },
};
