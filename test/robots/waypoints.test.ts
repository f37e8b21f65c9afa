import { describe, expect, it } from "vitest";
import { armWithGripper } from "../../problems/robots/arm.js";
import {
  conjugate,
  fromAxisAngle,
  multiplyQuaternions,
  rotate,
  toRotationVector,
  type Vector,
} from "../../src/algebra/rotation.js";
import { evaluate, variable } from "../../src/expr/expr.js";
import { coordinatesOf, forwardKinematics } from "../../src/robots/robot.js";
import { parseUrdf } from "../../src/robots/urdf.js";
import { type Knots, knotsOf, knotVelocities, type Tool, type Waypoint } from "../../src/robots/waypoints.js";

const robot = parseUrdf(armWithGripper);
const names = coordinatesOf(robot);
const tool: Tool = { link: "flange", point: [0, 0, 0.1] };
const start = { joint2: 0.4, joint4: 1.5, joint6: 1.2, jaw: 0.05 };
const down = fromAxisAngle([0, 1, 0], Math.PI);
/** Down, turned about the vertical. */
const askew = multiplyQuaternions(fromAxisAngle([0, 0, 1], 0.8), down);

/** Where the tool's point is, and how the tool is turned. */
function poseOf(q: readonly number[]) {
  const value = (e: Parameters<typeof evaluate>[0]): number => evaluate(e, (name) => q[names.indexOf(name)]);
  const { position, orientation } = forwardKinematics(robot, variable).get(tool.link)!;
  const e = orientation!.map(value);
  const arm = rotate(e, tool.point);
  return { position: position.map((x, i) => value(x) + arm[i]), orientation: e };
}

describe("a way through waypoints", () => {
  const from: Vector = [0.5, 0, 0.3];
  const to: Vector = [0.5, 0.2, 0.4];
  const knots = knotsOf(robot, tool, start, [
    { seconds: 1, tool: { position: from, orientation: down } },
    { seconds: 0.5, joints: { jaw: 0.02 } },
    { seconds: 2, tool: { position: to, orientation: askew }, joints: { jaw: 0.01 } },
    { seconds: 1, joints: { joint1: 0 } },
  ]);

  it("takes its time, and goes straight from place to place, turning evenly", () => {
    expect(knots.t[0]).toBe(0);
    expect(knots.t.at(-1)).toBeCloseTo(4.5, 12);
    const straight = knots.t.flatMap((t, k) => (t >= 1.5 && t < 3.5 + 1e-9 ? [k] : []));
    expect(straight.length).toBeGreaterThanOrEqual(20);
    for (const k of straight) {
      const share = (knots.t[k] - 1.5) / 2;
      const { position, orientation } = poseOf(knots.q[k]);
      position.forEach((x, i) => {
        expect(x).toBeCloseTo(from[i] + share * (to[i] - from[i]), 7);
      });
      const turn = toRotationVector(multiplyQuaternions(orientation, conjugate(down)));
      expect(turn[2]).toBeCloseTo(0.8 * share, 6);
      expect(Math.hypot(turn[0], turn[1])).toBeLessThan(1e-6);
      expect(knots.q[k][names.indexOf("jaw")]).toBeCloseTo(0.02 - 0.01 * share, 12);
    }
  });

  it("moves joints that are named alone, and leaves the others where they are", () => {
    const [before, after] = [knots.q.at(-2)!, knots.q.at(-1)!];
    names.forEach((name, j) => {
      expect(after[j]).toBe(name === "joint1" ? 0 : before[j]);
    });
  });

  it("names the waypoint that is out of reach", () => {
    const far: Waypoint = { seconds: 1, tool: { position: [2, 0, 0.3], orientation: down } };
    expect(() => knotsOf(robot, tool, start, [{ seconds: 1, joints: { jaw: 0 } }, far])).toThrow(
      /^waypoint 2 is out of reach: flange comes no nearer than/,
    );
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("refuses a waypoint that takes %s seconds", (seconds) => {
    expect(() => knotsOf(robot, tool, start, [{ seconds, joints: { jaw: 0 } }])).toThrow(
      /^waypoint 1 must take a finite time above 0 s/,
    );
  });
});

describe("velocities along knots", () => {
  const knots: Knots = { names: ["a"], t: [0, 1, 3], q: [[0], [2], [1]] };
  const [now, h] = [variable("t"), variable("h")];
  const { a } = knotVelocities(knots, now, h);
  const meanOf = (from: number, step: number): number => evaluate(a, (name) => (name === "t" ? from : step));

  it("are the mean over a step, across knots and beyond the last", () => {
    expect(meanOf(0.2, 0.1)).toBeCloseTo(2, 12);
    expect(meanOf(0.5, 1)).toBeCloseTo(1 - 0.25, 12);
    expect(meanOf(2.5, 1)).toBeCloseTo(-0.25, 12);
    expect(meanOf(4, 1)).toBe(0);
  });

  it.each([7, 30])("add up to the way, in %i steps", (steps) => {
    const step = 3 / steps;
    const way = Array.from({ length: steps }, (_, k) => step * meanOf(k * step, step)).reduce((sum, x) => sum + x);
    expect(way).toBeCloseTo(1, 12);
  });
});
