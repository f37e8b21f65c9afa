import loadMujoco from "@mujoco/mujoco";
import { randomNumbers } from "../../../src/algebra/random.js";
import { fromAxisAngle, type Quaternion, rotate, type Vector } from "../../../src/algebra/rotation.js";
import { compileRows } from "../../../src/expr/compile.js";
import { type Expr, variable } from "../../../src/expr/expr.js";
import { subV, type Vec3, vec3 } from "../../../src/expr/vector.js";
import { treeDynamics } from "../../../src/robots/dynamics.js";
import { coordinatesOf, type Inertial, type Joint, type Robot } from "../../../src/robots/robot.js";

/** MuJoCo's own package: the same trees, computed by others. */
export const mujoco = await loadMujoco();
export const gravity: Vector = [0.3, -0.2, -9.81];

type Draw = () => number;

export const between = (draw: Draw, from: number, to: number): number => from + (to - from) * draw();
const vector = (draw: Draw, size: number): Vector => [
  between(draw, -size, size),
  between(draw, -size, size),
  between(draw, -size, size),
];
const turn = (draw: Draw): Quaternion => fromAxisAngle([...vector(draw, 1).slice(0, 2), 1.1], between(draw, -3, 3));

/** An inertia that a body of three rods along turned axes has, with its mass. */
function inertialAt(link: string, draw: Draw): Inertial {
  const rods = [vector(draw, 0.3), vector(draw, 0.3), vector(draw, 0.3)];
  const mass = between(draw, 0.3, 4);
  const share = mass / 9;
  const sum = (i: number, j: number): number =>
    rods.reduce(
      (all, rod) => all + share * ((i === j ? rod[0] ** 2 + rod[1] ** 2 + rod[2] ** 2 : 0) - rod[i] * rod[j]),
      0,
    );
  return {
    link,
    mass,
    centre: vector(draw, 0.3),
    inertia: [sum(0, 0), sum(1, 1), sum(2, 2), sum(0, 1), sum(0, 2), sum(1, 2)],
  };
}

/** A tree of one to nine joints of all kinds, with offsets, turned axes and inertias that bodies have. */
export function randomRobot(seed: number): Robot {
  const draw = randomNumbers(seed);
  const count = 1 + Math.floor(9 * draw());
  const links = Array.from({ length: count + 1 }, (_, k) => `l${k}`);
  const kinds = ["revolute", "continuous", "prismatic", "fixed"] as const;
  const joints = links.slice(1).map((child, k): Joint => {
    const axis = vector(draw, 1);
    const length = Math.hypot(...axis);
    return {
      name: `j${k}`,
      // one joint at least moves
      kind: k === 0 ? "revolute" : kinds[Math.floor(kinds.length * draw())],
      parent: links[Math.floor(draw() * (k + 1))],
      child,
      origin: { position: vector(draw, 0.5), orientation: draw() < 0.3 ? [1, 0, 0, 0] : turn(draw) },
      axis: draw() < 0.3 ? [0, 0, 1] : (axis.map((x) => x / length) as Vector),
      limits: { lower: -9, upper: 9, speed: 9 },
    };
  });
  return { name: "random", links, joints, inertials: links.map((link) => inertialAt(link, draw)) };
}

const numbers = (list: readonly unknown[]): string => list.join(" ");

/** The same tree in MuJoCo's words, its root fixed or free. */
export function mjcf({ links, joints, inertials = [] }: Robot, free = false): string {
  const bodyOf = (link: string): string => {
    const joint = joints.find(({ child }) => child === link);
    const own = inertials.find((one) => one.link === link);
    const inside = joints.filter(({ parent }) => parent === link).map(({ child }) => bodyOf(child));
    const weight =
      own === undefined
        ? ""
        : `<inertial pos="${numbers(own.centre)}" mass="${own.mass}" fullinertia="${numbers(own.inertia)}"/>`;
    if (joint === undefined) return free ? `<body><freejoint/>${weight}${inside.join("")}</body>` : inside.join("");
    const type = joint.kind === "prismatic" ? "slide" : "hinge";
    return `<body pos="${numbers(joint.origin.position)}" quat="${numbers(joint.origin.orientation)}">
      ${joint.kind === "fixed" ? "" : `<joint name="${joint.name}" type="${type}" axis="${numbers(joint.axis)}"/>`}
      ${weight}
      ${inside.join("")}</body>`;
  };
  return `<mujoco><compiler angle="radian" inertiafromgeom="false"/>
    <option gravity="${numbers(gravity)}"><flag constraint="disable"/></option>
    <worldbody>${bodyOf(links[0])}</worldbody></mujoco>`;
}

export const leaf = (kind: string, name: string): Expr => variable(`${kind}.${name}`);

const parts = ["x", "y", "z", "rx", "ry", "rz"].map((axis) => `root ${axis}`);

/**
 * M(q) and the forces of a state without acceleration, from the formulas. Of a free root the velocities and accelerations come
 * first, in its axes, the linear ones without gravity's.
 */
export function ours(
  robot: Robot,
  free = false,
): (q: readonly number[], v: readonly number[]) => { M: number[][]; bias: number[] } {
  const joints = coordinatesOf(robot);
  const names = free ? [...parts, ...joints] : joints;
  const of = (kind: string): Expr[] => names.map((name) => leaf(kind, name));
  const three = (kind: string, from: number): Vec3 =>
    vec3(leaf(kind, parts[from]), leaf(kind, parts[from + 1]), leaf(kind, parts[from + 2]));
  const none = vec3(0, 0, 0);
  const fixed = { omega: none, alpha: none, acceleration: subV(none, vec3(...gravity)) };
  const { efforts, load } = treeDynamics(
    robot,
    {
      position: (name) => leaf("q", name),
      velocity: (name) => leaf("v", name),
      acceleration: (name) => leaf("a", name),
    },
    free ? { omega: three("v", 3), alpha: three("a", 3), acceleration: three("a", 0) } : fixed,
  );
  const n = names.length;
  const kernel = compileRows([...of("q"), ...of("v"), ...of("a")], of("a"), [
    ...(free ? [...load.force, ...load.moment] : []),
    ...joints.map((name) => efforts.get(name)!),
  ]);
  const [bias, J] = [new Float64Array(n), new Float64Array(kernel.pattern.row.length)];
  return (q, v) => {
    kernel.jacobian(Float64Array.from([...q, ...v, ...new Array(n).fill(0)]), bias, J);
    const M = Array.from({ length: n }, () => new Array<number>(n).fill(0));
    kernel.pattern.row.forEach((row, k) => {
      M[row][kernel.pattern.col[k]] = J[k];
    });
    return { M, bias: Array.from(bias) };
  };
}

/** By elimination with pivots, on a copy. */
function solved(M: readonly (readonly number[])[], b: readonly number[]): number[] {
  const rows = M.map((row, i) => [...row, b[i]]);
  const n = b.length;
  for (let k = 0; k < n; k++) {
    const pivot = rows
      .slice(k)
      .reduce((best, row, i) => (Math.abs(row[k]) > Math.abs(rows[best][k]) ? k + i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--)
    x[k] = (rows[k][n] - x.reduce((sum, xj, j) => (j > k ? sum + rows[k][j] * xj : sum), 0)) / rows[k][k];
  return x;
}

const damping = ({ resistances = [] }: Robot, joint: string): number =>
  Number(resistances.find((one) => one.joint === joint)?.damping ?? 0);

/** The largest difference of accelerations from MuJoCo's, relative to the largest of each state. */
export function worstAgainstMujoco(robot: Robot, states: number, seed: number, text = mjcf(robot)): number {
  const names = coordinatesOf(robot);
  const draw = randomNumbers(seed);
  const state = ours(robot);
  const model = mujoco.MjModel.from_xml_string(text);
  const data = new mujoco.MjData(model);
  // MuJoCo numbers joints depth first
  const place = names.map((name) => Array.from({ length: model.njnt }, (_, i) => model.jnt(i).name).indexOf(name));
  let worst = 0;
  for (let k = 0; k < states; k++) {
    const [q, v, tau] = [3, 5, 20].map((size) => names.map(() => between(draw, -size, size)));
    names.forEach((_, i) => {
      data.qpos[place[i]] = q[i];
      data.qvel[place[i]] = v[i];
      data.qfrc_applied[place[i]] = tau[i];
    });
    mujoco.mj_forward(model, data);
    const { M, bias } = state(q, v);
    const a = solved(
      M,
      tau.map((x, i) => x - bias[i] - damping(robot, names[i]) * v[i]),
    );
    const largest = Math.max(...a.map(Math.abs));
    worst = Math.max(worst, ...a.map((x, i) => Math.abs(x - data.qacc[place[i]]) / largest));
  }
  data.delete();
  model.delete();
  return worst;
}

/** The same with a free root, that turns and is turned: MuJoCo's linear velocity is in the world's axes, the angular one in its own. */
export function worstOfFree(robot: Robot, states: number, seed: number, text = mjcf(robot, true)): number {
  const names = coordinatesOf(robot);
  const draw = randomNumbers(seed);
  const state = ours(robot, true);
  const model = mujoco.MjModel.from_xml_string(text);
  const data = new mujoco.MjData(model);
  const place = names.map((name) => Array.from({ length: model.njnt }, (_, i) => model.jnt(i).name).indexOf(name));
  let worst = 0;
  for (let k = 0; k < states; k++) {
    const [q, v, tau] = [3, 5, 20].map((size) => names.map(() => between(draw, -size, size)));
    const turned = turn(draw);
    const back: Quaternion = [turned[0], -turned[1], -turned[2], -turned[3]];
    const [linear, angular] = [vector(draw, 3), vector(draw, 5)];
    [...vector(draw, 2), ...turned].forEach((x, i) => {
      data.qpos[i] = x;
    });
    [...linear, ...angular].forEach((x, i) => {
      data.qvel[i] = x;
    });
    names.forEach((_, i) => {
      data.qpos[6 + place[i]] = q[i];
      data.qvel[5 + place[i]] = v[i];
      data.qfrc_applied[5 + place[i]] = tau[i];
    });
    mujoco.mj_forward(model, data);
    const all = new Array(6).fill(0);
    const { M, bias } = state([...all, ...q], [...rotate(back, linear), ...angular, ...v]);
    const drag = [...all, ...names.map((name, i) => damping(robot, name) * v[i])];
    const a = solved(
      M,
      [...all, ...tau].map((x, i) => x - bias[i] - drag[i]),
    );
    const [x, y, z] = rotate(turned, [a[0], a[1], a[2]]);
    const own = [x + gravity[0], y + gravity[1], z + gravity[2], ...a.slice(3)];
    const theirs = [...Array.from(data.qacc.slice(0, 6)), ...place.map((at) => data.qacc[5 + at])];
    const largest = Math.max(...own.map(Math.abs));
    worst = Math.max(worst, ...own.map((one, i) => Math.abs(one - theirs[i]) / largest));
  }
  data.delete();
  model.delete();
  return worst;
}
