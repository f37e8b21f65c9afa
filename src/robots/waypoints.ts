import {
  conjugate,
  fromRotationVector,
  multiplyQuaternions,
  type Quaternion,
  toRotationVector,
  type Vector,
} from "../algebra/rotation.js";
import { add, div, type Expr, max, min, mul, sub } from "../expr/expr.js";
import { inverseKinematics } from "./inverse-kinematics.js";
import { coordinatesOf, type Robot } from "./robot.js";

/**
 * A place for a robot, and how long it takes to come there from the waypoint before [s]: some of its coordinates by
 * name, straight in joint space, or the tool's point at a place and with an orientation, straight in Cartesian space;
 * coordinates that are named besides go along.
 */
export interface Waypoint {
  readonly seconds: number;
  readonly tool?: { readonly position: Vector; readonly orientation: Quaternion };
  readonly joints?: Readonly<Record<string, number>>;
}

/** Coordinates of a robot at times, to be joined by straight lines. */
export interface Knots {
  readonly names: readonly string[];
  readonly t: readonly number[];
  /** One row a time. */
  readonly q: readonly (readonly number[])[];
}

/** Which point of which link follows Cartesian waypoints. */
export interface Tool {
  readonly link: string;
  readonly point: Vector;
}

/** A straight line in Cartesian space is cut into pieces of at most this long [s], each straight in joint space. */
const longest = 0.1;

/**
 * The knots of a way through waypoints, from coordinates at time 0.
 * @throws {RangeError} naming the waypoint, from 1, that the robot cannot reach or must reach in no time.
 */
export function knotsOf(
  robot: Robot,
  { link, point }: Tool,
  start: Readonly<Record<string, number>>,
  waypoints: readonly Waypoint[],
): Knots {
  const names = coordinatesOf(robot);
  const reach = inverseKinematics(robot, link, point);
  const t = [0];
  const q = [names.map((name) => start[name] ?? 0)];
  let tool: Waypoint["tool"];
  waypoints.forEach(({ seconds, tool: target, joints = {} }, k) => {
    // at once would be a velocity without end
    if (!(seconds > 0 && seconds < Number.POSITIVE_INFINITY))
      throw new RangeError(`waypoint ${k + 1} must take a finite time above 0 s, it takes ${seconds}`);
    const from = q[q.length - 1];
    const begun = t[t.length - 1];
    const named = (row: readonly number[], share: number): number[] =>
      row.map((value, j) => {
        const wanted = joints[names[j]];
        return wanted === undefined ? value : from[j] + share * (wanted - from[j]);
      });
    // without a place of the tool to come from there is no straight line: joints move straight
    const pieces = target === undefined || tool === undefined ? 1 : Math.ceil(seconds / longest);
    for (let piece = 1; piece <= pieces; piece++) {
      const share = piece / pieces;
      let row = q[q.length - 1];
      if (target !== undefined) {
        const place = tool === undefined ? target : between(tool, target, share);
        const found = reach(place, row);
        if (found.status !== "solved")
          throw new RangeError(
            `waypoint ${k + 1} is out of reach: ${link} comes no nearer than ${found.positionError.toPrecision(3)} m and ${found.orientationError.toPrecision(3)} rad`,
          );
        row = Array.from(found.coordinates);
      }
      t.push(begun + share * seconds);
      q.push(named(row, share));
    }
    if (target !== undefined) tool = target;
    else if (Object.keys(joints).some((name) => !unmoving(robot, link, name))) tool = undefined;
  });
  return { names, t, q };
}

/** True of a coordinate that leaves a link where it is: those of a gripper beyond it. */
function unmoving({ joints }: Robot, link: string, name: string): boolean {
  for (let at = link; ; ) {
    const joint = joints.find(({ child }) => child === at);
    if (joint === undefined) return true;
    if (joint.name === name) return false;
    at = joint.parent;
  }
}

/** A share of the way between two places: positions straight, orientations by the shortest turn. */
function between(
  a: NonNullable<Waypoint["tool"]>,
  b: NonNullable<Waypoint["tool"]>,
  share: number,
): NonNullable<Waypoint["tool"]> {
  const turn = toRotationVector(multiplyQuaternions(b.orientation, conjugate(a.orientation)));
  return {
    position: a.position.map((x, i) => x + share * (b.position[i] - x)) as Vector,
    orientation: multiplyQuaternions(fromRotationVector(turn.map((x) => share * x)), a.orientation),
  };
}

/**
 * Mean velocities over a step from t to t + h along knots, by coordinate: q̄(t) = q_0 + Σ_k (q_{k+1} − q_k) c_k(t) with
 * c_k the share of piece k that is over, so that increments h v̄ add up to the way whatever the grid.
 */
export function knotVelocities({ names, t, q }: Knots, now: Expr, h: Expr): Record<string, Expr> {
  const share = (at: Expr, k: number): Expr => max(0, min(1, div(sub(at, t[k]), t[k + 1] - t[k])));
  const over = t.slice(1).map((_, k) => div(sub(share(add(now, h), k), share(now, k)), h));
  return Object.fromEntries(
    names.map((name, j) => [
      name,
      add(
        ...over.flatMap((part, k) => {
          const change = q[k + 1][j] - q[k][j];
          return change === 0 ? [] : [mul(change, part)];
        }),
      ),
    ]),
  );
}
