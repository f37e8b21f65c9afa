/**
 * Scenes of two bodies that hold one thing each: every kind of joint, force, drive, robot and pair of shapes, a few steps of
 * both laws; and scenes that are none.
 */
import { hinge, slider } from "../../problems/robots/joints.js";
import { cos, mul, sin } from "../../src/expr/expr.js";
import type { Shape } from "../../src/geometry/shape.js";
import { frame, input } from "../../src/index.js";
import type { DrivenBody } from "../../src/mechanics/actions/drive.js";
import type { Force } from "../../src/mechanics/actions/force.js";
import type { Joint } from "../../src/mechanics/actions/joint-data.js";
import type { Linkage } from "../../src/mechanics/actions/linkage.js";
import type { Body } from "../../src/mechanics/body.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { atRest, type Scene } from "../../src/mechanics/scene.js";
import { meshContacts, vertexContacts } from "../../src/mechanics/vertices.js";
import { compliant } from "../../src/models/compliant.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import { simulate } from "../../src/motion/solve.js";
import type { Inertial, Joint as RobotJoint } from "../../src/robots/robot.js";
import { type Part, partsOf, refusalLater, refusalOf, told } from "./told.js";

type Space = Body["space"];

/** What a scene holds besides two bodies. */
type Held = Partial<Scene<Contact>>;

const soft = { stiffness: 2e3, damping: 5, coneSmoothing: 1e-3 };
const bodiesOf = (space: Space): Body[] =>
  ["a", "b"].map((name, i) => ({
    name,
    space,
    mass: 2 - i,
    inertia: space === "planar" ? 0.06 : [0.02, 0.03, 0.04],
  }));

function modelOf(held: Held, space: Space) {
  const scene: Scene<Contact> = {
    gravity: space === "planar" ? [0.3, -9.81, 0] : [0.3, 0, -9.81],
    bodies: bodiesOf(space),
    contacts: [],
    ...held,
  };
  const isSoft = scene.contacts.length % 2 === 1;
  const contacts = scene.contacts.map((one) => (isSoft ? { ...one, ...soft } : one));
  return isSoft ? compliant({ ...scene, contacts } as never) : rigid({ ...scene, contacts });
}

async function marched(
  held: Held,
  space: Space,
  start: Readonly<Record<string, number>>,
  steps = 3,
): Promise<readonly [string, ...Part[]]> {
  return refusalLater(async () => {
    const model = modelOf(held, space);
    const known = Object.fromEntries(
      Object.entries(start).filter(([name]) => model.state.some((state) => state.name === name)),
    );
    const problem: Problem = {
      name: "bits/scene",
      title: "A scene",
      model,
      parameters: {},
      inputs: Object.fromEntries(model.inputs.map((name) => [name, mul(3, frame.t)])),
      start: { ...atRest(model), ...known },
      grid: { steps, h: 0.01 },
      values: {},
    };
    const { status, message, trajectory } = await simulate(problem, { gridError: false });
    return [status, message, trajectory.columns, trajectory.certificate];
  });
}

const planar = { "a.x": 0.3, "a.y": 0.2, "a.vx": 1, "a.omega": 2, "b.vx": -0.5, "b.omega": -1 };
const spatial = { "a.x": 0.3, "a.z": 0.2, "a.wx": 1, "a.wy": 2, "b.vy": -0.5, "b.wz": -1 };
const apart = { at: [-0.1, 0, 0], to: { body: "b", at: [0.2, 0, 0.2] } } as const;
const within = {
  limits: { lower: -0.01, upper: 0.02 },
  friction: 0.3,
  damping: 0.2,
  spring: { stiffness: 5, rest: 0.1 },
} as const;

const joint = (more: Partial<Joint> & Pick<Joint, "kind">): Joint => ({ name: "j", body: "a", ...apart, ...more });
const inSpace: readonly Joint[] = [
  joint({ kind: "hinge", axis: [0, 0.6, 0.8], ...within, motor: { velocity: 3, most: 2 } }),
  joint({ kind: "slider", axis: [0, 0, 1], ...within, motor: { force: mul(4, frame.t) } }),
  joint({ kind: "slider", axis: [0, 0, 1], to: { ...apart.to, orientation: [1, 0, 0, 0] }, limits: { upper: 0.5 } }),
  joint({ kind: "fixed" }),
  joint({ kind: "ball", to: { at: [0.2, 0, 0.2] } }),
  joint({ kind: "universal", axis: [1, 0, 0], to: { ...apart.to, axis: [0, 1, 0] } }),
  joint({ kind: "cylindrical", axis: [0.8, 0, 0.6] }),
  joint({ kind: "planar", axis: [0, 0, 1] }),
  joint({ kind: "distance", length: 0.5, at: [0.2, 0, 0] }),
  // and what is none
  joint({ kind: "hinge" }),
  joint({ kind: "hinge", axis: [0, 0, 2] }),
  joint({ kind: "hinge", axis: [0, 0, 1], limits: { lower: 1, upper: 0 } }),
  joint({ kind: "hinge", axis: [0, 0, 1], friction: -1 }),
  joint({ kind: "ball", friction: 1 }),
  joint({ kind: "distance" }),
  joint({ kind: "distance", length: 0 }),
  joint({ kind: "ball", to: { body: "a" } }),
  joint({ kind: "ball", to: { body: "c" } }),
  joint({ kind: "ball", to: { at: [9, 0, 0] } }),
];
const flat = { at: [-0.1, 0, 0], to: { body: "b", at: [0.2, 0.2, 0] } } as const;
const inPlane: readonly Joint[] = [
  joint({ kind: "hinge", ...flat, ...within, motor: { velocity: -3, most: 0.1 } }),
  joint({ kind: "hinge", ...flat, limits: { lower: 0 } }),
  joint({ kind: "slider", ...flat, axis: [0.6, 0.8, 0], to: { ...flat.to, heading: 0 }, ...within }),
  joint({ kind: "fixed", ...flat }),
  joint({ kind: "distance", at: [0, 0, 0], to: { at: [0, 0, 0] }, length: Math.sqrt(0.13) }),
  joint({ kind: "ball", ...flat }),
];

const pull = { name: "p", body: "a", at: [0.1, 0, 0.05], stiffness: 60, damping: 0.5 } as const;
const forces: readonly Force[] = [
  { ...pull, kind: "spring", to: { body: "b", at: [0, 0.1, 0] }, length: 0.5 },
  { ...pull, kind: "tendon", to: { at: [0, 0.1, 1] }, length: 0.2 },
  { ...pull, kind: "tendon", to: { body: "b" }, length: 2 },
  { kind: "drag", name: "d", body: "a", linear: 0.3, quadratic: 0.1, wind: [mul(2, frame.t), 1, 0] },
  { kind: "drag", name: "d", body: "b", quadratic: 2 },
  { kind: "thrust", name: "t", body: "a", force: [3, sin(frame.t), 0], at: [0, 0.1, 0] },
  { ...pull, kind: "spring", to: { body: "c" }, length: 0.5 },
  { ...pull, kind: "spring", to: {}, length: -0.5 },
  { kind: "drag", name: "d", body: "b", quadratic: -2 },
];

const turning = cos(mul(2, frame.t));
const table: Shape = { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0.1 };
const line: Shape = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0.1 };
const driven: readonly (readonly [DrivenBody, Space])[] = [
  [
    {
      name: "tray",
      space: "spatial",
      pose: { position: [sin(frame.t), 0, 0], orientation: [turning, 0, sin(mul(2, frame.t)), 0] },
    },
    "spatial",
  ],
  [{ name: "tray", space: "spatial", velocity: { linear: [1, 0, 0.2], angular: [0, 0, turning] } }, "spatial"],
  [
    { name: "tray", space: "planar", pose: { position: [0, mul(0.1, sin(frame.t)), 0], heading: mul(2, frame.t) } },
    "planar",
  ],
  [{ name: "tray", space: "planar", velocity: { linear: [input("push"), 0, 0], angular: [0, 0, 1] } }, "planar"],
  [{ name: "tray", space: "planar" }, "planar"],
];

const rod = (link: string, mass: number): Inertial => ({
  link,
  mass,
  centre: [0.2, 0, -0.1],
  inertia: [0.02 * mass, 0.03 * mass, 0.04 * mass, 0, 0, 0],
});
const upright = (name: string, parent: string, child: string, range?: readonly [number, number]): RobotJoint => ({
  ...hinge([name, parent, child], [0.5, 0, 0], range),
  axis: [0, 0, 1],
});
const arm: Linkage["robot"] = {
  name: "arm",
  links: ["l0", "l1", "l2", "l3"],
  joints: [
    hinge(["q1", "l0", "l1"], [0, 0, 0.3], [-0.5, 0.31]),
    slider(["q2", "l1", "l2"], [1, 0, 0]),
    { ...hinge(["q3", "l2", "l3"], [0.3, 0, 0]), mimics: { joint: "q1", factor: -0.5, offset: 0.1 } },
  ],
  inertials: [rod("l0", 1), rod("l1", 0.8), rod("l2", 0.5), rod("l3", 0.3)],
};
const chain: Linkage["robot"] = {
  name: "chain",
  links: ["l0", "l1"],
  joints: [upright("q1", "l0", "l1", [-1, 0.31])],
  inertials: [rod("l0", 1), rod("l1", 0.7)],
};
const robots: readonly (readonly [Linkage, Space])[] = [
  [
    {
      name: "arm",
      robot: arm,
      base: { position: [0, 0, 0.5], orientation: [0.8, 0, 0, 0.6] },
      efforts: { q1: 2, q2: input("f") },
    },
    "spatial",
  ],
  [
    { name: "arm", robot: arm, root: "free", stops: ["q1"], efforts: { q2: mul(-3, frame.next("q2.velocity")) } },
    "spatial",
  ],
  [{ name: "chain", robot: chain, space: "planar", root: "free" }, "planar"],
  [{ name: "chain", robot: chain, space: "planar", stops: [] }, "planar"],
  [{ name: "arm", robot: arm, space: "planar" }, "planar"],
  [{ name: "arm", robot: arm, stops: ["q2"] }, "spatial"],
  [{ name: "arm", robot: arm, efforts: { q3: 1 } }, "spatial"],
  [{ name: "arm", robot: arm, root: "free", base: { position: [0, 0, 0] } }, "spatial"],
];
const swinging = {
  ...spatial,
  "l0.z": 0.4,
  "l0.vx": 0.3,
  "l0.wx": 1,
  "q1.position": 0.3,
  "q1.velocity": 2,
  "q2.velocity": -1,
};

const touch = (shape: Shape, against: Contact["against"], more: Partial<Contact> = {}): Contact => ({
  name: "c",
  body: "a",
  shape,
  against,
  friction: 0.4,
  ...more,
});

/** What touches robots, drives and joints. */
const about = (link: string, space: Space, at: RobotJoint["axis"]): Held => ({
  contacts: [
    touch({ kind: "ball", radius: 0.12 }, space === "planar" ? { ...line, offset: -0.1 } : table, { body: link }),
  ],
  joints: [{ name: "j", kind: "distance", body: link, to: { at }, length: 1 }],
  forces: [{ ...pull, kind: "spring", body: link, to: { body: "b" }, length: 0.1 }],
  applied: [{ body: link, force: [1, 0, 0], torque: [0, 0, 0.1] }],
});

const pose = { position: [0.1, -0.2, 0.05], orientation: [0.8, 0, 0.6, 0] } as const;
const corners = [
  [0.1, 0, 0],
  [-0.1, 0.1, 0],
  [-0.1, -0.1, 0],
  [0, 0, 0.2],
] as const;
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
] as const;
const polygon: Shape = {
  kind: "polygon",
  vertices: [
    [-0.2, -0.1],
    [0.2, -0.1],
    [0.1, 0.1],
  ],
};
const solids: readonly Shape[] = [
  { kind: "ball", radius: 0.2, centre: [0.05, 0, 0] },
  { kind: "box", half: [0.2, 0.1, 0.15], pose },
  { kind: "box", half: [0.2, 0.1, 0.15], rounding: 0.02 },
  { kind: "capsule", from: [-0.1, 0, 0], to: [0.2, 0, 0], radius: 0.1 },
  { kind: "cylinder", radius: 0.15, halfLength: 0.1, pose },
  { kind: "ellipsoid", halfAxes: [0.2, 0.15, 0.1] },
  { kind: "hull", vertices: corners },
  polygon,
  { kind: "segment", from: [-0.1, 0, 0], to: [0.2, 0, 0.1] },
  { kind: "point", at: [0, 0, 0.1] },
  { kind: "ring", centre: [0, 0, 0], axis: [0, 0, 1], radius: 0.1 },
  { kind: "mesh", vertices: corners, faces },
  {
    kind: "height-field",
    heights: [
      [0, 0.1, 0],
      [0.1, 0, 0.1],
      [0, 0, 0.2],
    ],
    spacing: [0.5, 0.5],
    from: [-0.5, -0.5],
  },
  { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0, stretch: [-0.5, 0.4], breadth: [-1, 0.3] },
  table,
];

const flatKinds: readonly Shape["kind"][] = ["ball", "box", "capsule", "polygon", "segment", "point", "half-space"];

/** Everything on everything, as one contact or by corners, in the plane too. */
async function pairs(space: Space): Promise<(readonly [string, ...Part[]])[]> {
  const answers: (readonly [string, ...Part[]])[] = [];
  const shapes = space === "spatial" ? solids : solids.filter(({ kind }) => flatKinds.includes(kind));
  for (const [i, first] of shapes.entries())
    for (const [k, second] of shapes.entries()) {
      // the other way round every second pair, each once
      if ((i + k) % 2 === 0 ? i > k : i < k) continue;
      const whole = touch(first, k % 2 === 0 && i !== k ? { body: "b", shape: second } : second, { friction: 0.3 });
      const ways = [[whole], refused(() => vertexContacts(whole)), refused(() => meshContacts(whole))];
      for (const way of ways)
        answers.push(
          typeof way === "string"
            ? ["no parts", way]
            : refusalOf(() => {
                const { inside, step } = rigid({ gravity: [0, 0, -1], bodies: bodiesOf(space), contacts: way });
                return [inside.map(({ name }) => name), Object.keys(step(frame).observe).length];
              }),
        );
    }
  return answers;
}

function refused<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    return (error as Error).message;
  }
}

const resting = { "a.x": 0.02, "a.y": 0.05, "a.z": 0.295, "a.vx": 1, "a.wy": 2, "a.wz": 1, "b.z": 0.295, "b.x": 0.4 };
const touching: readonly (readonly Contact[])[] = [
  [touch(solids[0], table, { rolling: 0.01, spinning: 0.02, surfaceVelocity: [0.3, 0, 0] })],
  [touch(solids[0], { body: "b", shape: solids[0] }), touch(solids[0], table, { name: "d", body: "b" })],
  [touch(solids[5], table)],
  [touch(solids[0], solids[12])],
  [
    touch(
      {
        kind: "patch",
        points: [
          [0.1, 0, -0.1],
          [-0.1, 0, -0.1],
        ],
      },
      table,
    ),
  ],
];

async function each<T>(of: readonly T[], run: (one: T) => Promise<readonly [string, ...Part[]]>): Promise<string> {
  const answers = [];
  for (const one of of) answers.push(await run(one));
  return told(answers);
}

/** Groups of answers by their names. */
export const sceneRuns: Readonly<Record<string, () => Promise<string>>> = {
  "joints in space": () => each(inSpace, (one) => marched({ joints: [one] }, "spatial", spatial)),
  "joints in the plane": () => each(inPlane, (one) => marched({ joints: [one] }, "planar", planar)),
  "forces on bodies": () => each(forces, (one) => marched({ forces: [one] }, "spatial", { ...spatial, "a.vz": 2 })),
  "driven bodies": () =>
    each(driven, ([one, space]) => {
      const against = { body: "tray", shape: space === "planar" ? line : table };
      const contacts = [touch({ kind: "ball", radius: 0.1 }, against)];
      return marched({ driven: [one], contacts }, space, space === "planar" ? planar : spatial);
    }),
  "robots among bodies": () =>
    each(robots, async ([robot, space]) => {
      const alone = await marched({ robots: [robot] }, space, swinging, 2);
      const [, link] = robot.robot.links;
      return [
        ...alone,
        ...(await marched(
          {
            robots: [robot],
            ...about(link, space, space === "planar" ? [0.5, 1, 0] : [1, 0, robot.base === undefined ? 0.7 : 0.8]),
          },
          space,
          swinging,
          2,
        )),
      ];
    }),
  "pairs of shapes": async () => told([...(await pairs("spatial")), ...(await pairs("planar"))]),
  "shapes that touch": () => each(touching, (contacts) => marched({ contacts }, "spatial", resting, 4)),
  "corners of a pose": async () =>
    told(
      solids.map((shape) =>
        refusalOf(() => partsOf(vertexContacts(touch(shape, table)).map((one) => [one.name, one.shape.kind]))),
      ),
    ),
};
