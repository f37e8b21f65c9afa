import { factorDense, solveDense } from "../algebra/dense.js";
import { hypot, pow } from "../algebra/elementary/elementary.js";
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

/** A place for a point that a link carries [m], and how the link is to be turned, in the axes of the root link. */
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

/** A link with the tool that it carries, and the coordinates that place it. */
interface Chain {
  readonly kernel: Kernel;
  /** Which coordinates move the link. */
  readonly moving: readonly boolean[];
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly tool: Vector;
  /** A length that makes half a turn count as much as the whole reach [m/rad]. */
  readonly angular: number;
}

/** The errors at some coordinates, with their Jacobian by rows. */
interface Linearisation {
  /** Pose and Jacobian of the link, as the kernel writes them. */
  readonly frame: Float64Array;
  readonly e: Float64Array;
  readonly J: Float64Array;
  /** Lengths of the position error [m] and of the rotation vector to the target [rad]. */
  position: number;
  orientation: number;
}

/** The damped normal equations of one step, and the coordinates after it. */
interface Workspace {
  readonly A: Float64Array;
  readonly g: Float64Array;
  readonly pivots: Int32Array;
  readonly moved: Float64Array;
  here: Linearisation;
  there: Linearisation;
}

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
  // all joints at one point reach nowhere: any length compares angles with each other
  const angular = (reachOf(robot) || 1) / Math.PI;
  const chain: Chain = { ...kinematicsKernel(robot, link), ...coordinateLimits(robot), tool, angular };
  const work = workspace(chain);
  const stride = evenStrides(chain.lower.length);
  return (target, start) => {
    let best: Reach | undefined;
    let iterations = 0;
    for (let k = 0; ; k++) {
      const q = startingPoint(chain, k, stride, start);
      const found = descend(chain, work, q, target);
      iterations += found.iterations;
      if (hasArrived(found)) return { ...found, status: "solved", coordinates: q, iterations };
      if (best === undefined || sizeOf(chain, found) < sizeOf(chain, best))
        best = { ...found, status: "unreachable", coordinates: q };
      if (k + 1 === maxStarts) return { ...best, iterations };
    }
  };
}

type Errors = Pick<Reach, "positionError" | "orientationError">;

const hasArrived = ({ positionError, orientationError }: Errors): boolean =>
  positionError <= tolerance && orientationError <= tolerance;

const sizeOf = ({ angular }: Chain, { positionError, orientationError }: Errors): number =>
  hypot(positionError, angular * orientationError);

function workspace({ kernel, lower: { length: n } }: Chain): Workspace {
  const linearisation = (): Linearisation => ({
    frame: new Float64Array(kernel.outputs),
    e: new Float64Array(6),
    J: new Float64Array(6 * n),
    position: 0,
    orientation: 0,
  });
  return {
    A: new Float64Array(n * n),
    g: new Float64Array(n),
    pivots: new Int32Array(n),
    moved: new Float64Array(n),
    here: linearisation(),
    there: linearisation(),
  };
}

const clamp = ({ lower, upper }: Chain, x: number, j: number): number => Math.min(upper[j], Math.max(lower[j], x));

/** The start of number k: the given one or the middle of the ranges for 0, then points that fill them. */
function startingPoint(
  chain: Chain,
  k: number,
  stride: readonly number[],
  start: ArrayLike<number> | undefined,
): Float64Array {
  const { lower, upper, moving } = chain;
  return Float64Array.from(lower, (_, j) => {
    const from = Number.isFinite(lower[j]) ? lower[j] : -Math.PI;
    const to = Number.isFinite(upper[j]) ? upper[j] : Math.PI;
    if (k === 0 || !moving[j]) return clamp(chain, start?.[j] ?? 0.5 * (from + to), j);
    return from + (to - from) * ((0.5 + k * stride[j]) % 1);
  });
}

/** Errors and Jacobian at q. */
function linearise({ kernel, tool, angular }: Chain, q: Float64Array, target: Target, at: Linearisation): void {
  const { frame, e, J } = at;
  const n = q.length;
  kernel.run(q, frame);
  const turn = frame.subarray(3, 7);
  const arm = rotate(turn, tool);
  const miss =
    target.orientation === undefined
      ? [0, 0, 0]
      : toRotationVector(multiplyQuaternions(target.orientation, conjugate(turn)));
  for (let i = 0; i < 3; i++) {
    e[i] = target.position[i] - frame[i] - arm[i];
    e[3 + i] = angular * miss[i];
  }
  const weight = target.orientation === undefined ? 0 : angular;
  for (let j = 0; j < n; j++) {
    const [vx, vy, vz, wx, wy, wz] = frame.subarray(7 + 6 * j, 13 + 6 * j);
    J[j] = vx + wy * arm[2] - wz * arm[1];
    J[n + j] = vy + wz * arm[0] - wx * arm[2];
    J[2 * n + j] = vz + wx * arm[1] - wy * arm[0];
    J[3 * n + j] = weight * wx;
    J[4 * n + j] = weight * wy;
    J[5 * n + j] = weight * wz;
  }
  at.position = hypot(e[0], e[1], e[2]);
  at.orientation = hypot(miss[0], miss[1], miss[2]);
}

const cost = ({ e }: Linearisation): number => e.reduce((sum, v) => sum + v * v, 0);

/** Levenberg–Marquardt from q, which ends where it led. */
function descend(
  chain: Chain,
  work: Workspace,
  q: Float64Array,
  target: Target,
): Omit<Reach, "status" | "coordinates"> {
  linearise(chain, q, target, work.here);
  let damping = 1e-3 * pow(chain.angular, 2);
  let iterations = 0;
  while (iterations < maxIterations && damping < mostDamping) {
    if (work.here.position <= tolerance && work.here.orientation <= tolerance) break;
    iterations++;
    dampedStep(chain, work, q, damping);
    linearise(chain, work.moved, target, work.there);
    if (cost(work.there) < cost(work.here)) {
      q.set(work.moved);
      [work.here, work.there] = [work.there, work.here];
      damping *= 0.1;
    } else damping *= 4;
  }
  return { positionError: work.here.position, orientationError: work.here.orientation, iterations };
}

/** d of (JᵀJ + λI) d = −Jᵀe, and q + d within the limits. */
function dampedStep(chain: Chain, { A, g, pivots, moved, here }: Workspace, q: Float64Array, damping: number): void {
  const { lower, upper } = chain;
  const { e, J } = here;
  const n = q.length;
  for (let i = 0; i < n; i++) {
    g[i] = 0;
    for (let r = 0; r < 6; r++) g[i] += J[r * n + i] * e[r];
  }
  for (let i = 0; i < n; i++) {
    // a coordinate that would leave its range stays where it is
    const held = (q[i] === lower[i] && g[i] < 0) || (q[i] === upper[i] && g[i] > 0);
    for (let j = 0; j < n; j++) {
      let sum = 0;
      if (!held) for (let r = 0; r < 6; r++) sum += J[r * n + i] * J[r * n + j];
      A[i * n + j] = i === j ? sum + damping : sum;
    }
    if (held) g[i] = 0;
  }
  factorDense(A, n, pivots);
  solveDense(A, n, pivots, g);
  for (let j = 0; j < n; j++) moved[j] = clamp(chain, q[j] + g[j], j);
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
    ...pose.orientation,
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
  for (let k = 0; k < 60; k++) x = pow(1 + x, 1 / (n + 1));
  return Array.from({ length: n }, (_, j) => pow(x, -(j + 1)));
}
