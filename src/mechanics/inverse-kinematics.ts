import { factorDense, solveDense } from "../algebra/dense.js";
import {
  conjugate,
  multiplyQuaternions,
  type Quaternion,
  rotate,
  toRotationVector,
  type Vector,
} from "../algebra/rotation.js";
import { compile, type Kernel } from "../expr/compile.js";
import { variable } from "../expr/expr.js";
import { vec3 } from "../expr/vector.js";
import { coordinateLimits, coordinatesOf, forwardKinematics, geometricJacobian, type Robot, reachOf } from "./robot.js";

/** Where a point that a link carries is to be [m], and how the link is to be turned, in the axes of the root link. */
export interface Target {
  readonly position: Vector;
  /** The unit quaternion of the link; left out, any orientation will do. */
  readonly orientation?: Quaternion;
}

/** Coordinates of a robot, and how far the link is then from its target; `solved` within a nanometre and a nanoradian. */
export interface Reach {
  readonly status: "solved" | "unreachable";
  readonly coordinates: Float64Array;
  /** [m] */
  readonly positionError: number;
  /** [rad] */
  readonly orientationError: number;
  readonly iterations: number;
}

/** A nanometre, or a nanoradian: far below what any joint resolves, far above rounding. */
const tolerance = 1e-9;
/** Steps from one start; a start that leads to the target needs 5 to 30. */
const maxIterations = 100;
/** Starts before a target counts as unreachable; most targets need one, those beside joint limits a few. */
const maxStarts = 40;
/** A damping at which no step is left. */
const mostDamping = 1e10;

/**
 * Inverse kinematics of a link: minimises ½|e|² over the coordinates within their limits by the Levenberg–Marquardt
 * steps (JᵀJ + λI) d = −Jᵀe, projected on the limits; e is the position error and the rotation vector to the target,
 * times the length that makes half a turn count as much as the whole reach. Coordinates that do not move the link stay
 * where they are. First from `start` (so that the answer is near it where one is), then from points that fill the ranges
 * evenly, always the same.
 * @throws {RangeError} for a link that the robot does not have; a target out of reach is an answer.
 */
export function inverseKinematics(
  robot: Robot,
  link: string,
  tool: Vector = [0, 0, 0],
): (target: Target, start?: ArrayLike<number>) => Reach {
  const names = coordinatesOf(robot);
  const n = names.length;
  const { lower, upper } = coordinateLimits(robot);
  const { kernel, moving } = kinematicsKernel(robot, link);
  const frame = new Float64Array(kernel.outputs);
  // all joints at one point reach nowhere: any length compares angles with each other
  const angular = (reachOf(robot) || 1) / Math.PI;

  /** Errors and Jacobian at q; the error's length is returned with its parts. */
  function linearise(q: Float64Array, target: Target, e: Float64Array, J: Float64Array) {
    kernel.run(q, frame);
    const turn = frame.subarray(3, 7);
    const arm = rotate(turn, tool);
    const miss =
      target.orientation === undefined
        ? [0, 0, 0]
        : toRotationVector(multiplyQuaternions(target.orientation, conjugate(turn)));
    for (let i = 0; i < 3; i++) {
      e[i] = target.position[i]! - frame[i]! - arm[i]!;
      e[3 + i] = angular * miss[i]!;
    }
    for (let j = 0; j < n; j++) {
      const [vx, vy, vz, wx, wy, wz] = frame.subarray(7 + 6 * j, 13 + 6 * j) as unknown as number[];
      J[j] = vx! + wy! * arm[2]! - wz! * arm[1]!;
      J[n + j] = vy! + wz! * arm[0]! - wx! * arm[2]!;
      J[2 * n + j] = vz! + wx! * arm[1]! - wy! * arm[0]!;
      const weight = target.orientation === undefined ? 0 : angular;
      J[3 * n + j] = weight * wx!;
      J[4 * n + j] = weight * wy!;
      J[5 * n + j] = weight * wz!;
    }
    return { position: Math.hypot(e[0]!, e[1]!, e[2]!), orientation: Math.hypot(miss[0]!, miss[1]!, miss[2]!) };
  }

  const clamp = (x: number, j: number): number => Math.min(upper[j]!, Math.max(lower[j]!, x));
  const [e, eNew] = [new Float64Array(6), new Float64Array(6)];
  const [J, JNew] = [new Float64Array(6 * n), new Float64Array(6 * n)];
  const [A, g, pivots] = [new Float64Array(n * n), new Float64Array(n), new Int32Array(n)];
  const moved = new Float64Array(n);
  const cost = (x: Float64Array): number => x.reduce((sum, v) => sum + v * v, 0);

  function descend(q: Float64Array, target: Target): Omit<Reach, "status" | "coordinates"> {
    let errors = linearise(q, target, e, J);
    let damping = 1e-3 * angular ** 2;
    let iterations = 0;
    while (iterations < maxIterations && damping < mostDamping) {
      if (errors.position <= tolerance && errors.orientation <= tolerance) break;
      iterations++;
      for (let i = 0; i < n; i++) {
        g[i] = 0;
        for (let r = 0; r < 6; r++) g[i]! += J[r * n + i]! * e[r]!;
      }
      for (let i = 0; i < n; i++) {
        // a coordinate that would leave its range stays where it is
        const held = (q[i] === lower[i] && g[i]! < 0) || (q[i] === upper[i] && g[i]! > 0);
        for (let j = 0; j < n; j++) {
          let sum = 0;
          if (!held) for (let r = 0; r < 6; r++) sum += J[r * n + i]! * J[r * n + j]!;
          A[i * n + j] = i === j ? sum + damping : sum;
        }
        if (held) g[i] = 0;
      }
      factorDense(A, n, pivots);
      solveDense(A, n, pivots, g);
      for (let j = 0; j < n; j++) moved[j] = clamp(q[j]! + g[j]!, j);
      const after = linearise(moved, target, eNew, JNew);
      if (cost(eNew) < cost(e)) {
        q.set(moved);
        e.set(eNew);
        J.set(JNew);
        errors = after;
        damping *= 0.1;
      } else damping *= 4;
    }
    return { positionError: errors.position, orientationError: errors.orientation, iterations };
  }

  const stride = evenStrides(n);
  return (target, start) => {
    const range = (j: number): [number, number] => [
      Number.isFinite(lower[j]!) ? lower[j]! : -Math.PI,
      Number.isFinite(upper[j]!) ? upper[j]! : Math.PI,
    ];
    let best: Reach | undefined;
    let iterations = 0;
    for (let k = 0; k < maxStarts; k++) {
      const q = Float64Array.from(names, (_, j) => {
        const [from, to] = range(j);
        if (k === 0 || !moving[j]) return clamp(start?.[j] ?? 0.5 * (from + to), j);
        return from + (to - from) * ((0.5 + k * stride[j]!) % 1);
      });
      const found = descend(q, target);
      iterations += found.iterations;
      const solved = found.positionError <= tolerance && found.orientationError <= tolerance;
      const size = (x: Omit<Reach, "status" | "coordinates">): number =>
        Math.hypot(x.positionError, angular * x.orientationError);
      if (solved) return { ...found, status: "solved", coordinates: q, iterations };
      if (best === undefined || size(found) < size(best)) best = { ...found, status: "unreachable", coordinates: q };
    }
    return { ...best!, iterations };
  };
}

/** Position, quaternion, and the columns [linear, angular] of the Jacobian of a link; which coordinates move it. */
function kinematicsKernel(robot: Robot, link: string): { kernel: Kernel; moving: boolean[] } {
  const names = coordinatesOf(robot);
  const poses = forwardKinematics(robot, variable);
  const pose = poses.get(link);
  if (pose === undefined) throw new RangeError(`The robot "${robot.name}" has no link "${link}".`);
  const columns = new Map(geometricJacobian(robot, poses, link).map((column) => [column.coordinate, column]));
  const none = vec3(0, 0, 0);
  const kernel = compile(names.map(variable), [
    ...pose.position,
    ...pose.orientation!,
    ...names.flatMap((name) => {
      const { linear = none, angular = none } = columns.get(name) ?? {};
      return [...linear, ...angular];
    }),
  ]);
  return { kernel, moving: names.map((name) => columns.has(name)) };
}

/**
 * Strides of a sequence that fills the unit cube of n dimensions evenly: powers of 1/x, where xⁿ⁺¹ = x + 1 makes x the
 * golden ratio of that dimension (Roberts 2018).
 */
function evenStrides(n: number): number[] {
  let x = 1.5;
  for (let k = 0; k < 60; k++) x = (1 + x) ** (1 / (n + 1));
  return Array.from({ length: n }, (_, j) => x ** -(j + 1));
}
