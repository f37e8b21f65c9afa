import loadMujoco from "@mujoco/mujoco";
import { randomNumbers } from "../../../src/algebra/random.js";
import { fromAxisAngle, type Quaternion, type Vector } from "../../../src/algebra/rotation.js";
import { compileRows } from "../../../src/expr/compile.js";
import { type Expr, variable } from "../../../src/expr/expr.js";
import { vec3 } from "../../../src/expr/vector.js";
import { inverseDynamics } from "../../../src/robots/dynamics.js";
import { coordinatesOf, type Inertial, type Joint, type Robot } from "../../../src/robots/robot.js";

/** MuJoCo's own package: the same trees, computed by others. */
export const mujoco = await loadMujoco();
const gravity: Vector = [0.3, -0.2, -9.81];

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

/** The same tree in MuJoCo's words. */
export function mjcf({ links, joints, inertials = [] }: Robot): string {
  const bodyOf = (link: string): string => {
    const joint = joints.find(({ child }) => child === link);
    const own = inertials.find((one) => one.link === link);
    const inside = joints.filter(({ parent }) => parent === link).map(({ child }) => bodyOf(child));
    if (joint === undefined) return inside.join("");
    const type = joint.kind === "prismatic" ? "slide" : "hinge";
    return `<body pos="${numbers(joint.origin.position)}" quat="${numbers(joint.origin.orientation)}">
      ${joint.kind === "fixed" ? "" : `<joint name="${joint.name}" type="${type}" axis="${numbers(joint.axis)}"/>`}
      ${own === undefined ? "" : `<inertial pos="${numbers(own.centre)}" mass="${own.mass}" fullinertia="${numbers(own.inertia)}"/>`}
      ${inside.join("")}</body>`;
  };
  return `<mujoco><compiler angle="radian" inertiafromgeom="false"/>
    <option gravity="${numbers(gravity)}"><flag constraint="disable"/></option>
    <worldbody>${bodyOf(links[0])}</worldbody></mujoco>`;
}

export const leaf = (kind: string, name: string): Expr => variable(`${kind}.${name}`);

/** M(q) and the forces of a state without acceleration, from the formulas. */
export function ours(robot: Robot): (q: readonly number[], v: readonly number[]) => { M: number[][]; bias: number[] } {
  const names = coordinatesOf(robot);
  const of = (kind: string): Expr[] => names.map((name) => leaf(kind, name));
  const efforts = inverseDynamics(
    robot,
    {
      position: (name) => leaf("q", name),
      velocity: (name) => leaf("v", name),
      acceleration: (name) => leaf("a", name),
    },
    vec3(...gravity),
  );
  const n = names.length;
  const kernel = compileRows(
    [...of("q"), ...of("v"), ...of("a")],
    of("a"),
    names.map((name) => efforts.get(name)!),
  );
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

/** The largest difference of accelerations from MuJoCo's, relative to the largest of each state. */
export function worstAgainstMujoco(robot: Robot, states: number, seed: number): number {
  const names = coordinatesOf(robot);
  const draw = randomNumbers(seed);
  const state = ours(robot);
  const model = mujoco.MjModel.from_xml_string(mjcf(robot));
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
      tau.map((x, i) => x - bias[i]),
    );
    const largest = Math.max(...a.map(Math.abs));
    worst = Math.max(worst, ...a.map((x, i) => Math.abs(x - data.qacc[place[i]]) / largest));
  }
  data.delete();
  model.delete();
  return worst;
}
