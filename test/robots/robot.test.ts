import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arm, armWithGripper, gripper } from "../../problems/robots/arm.js";
import { fromAxisAngle, multiplyQuaternions, rotate, toRotationVector } from "../../src/algebra/rotation.js";
import { compile } from "../../src/expr/compile.js";
import { evaluate, variable } from "../../src/expr/expr.js";
import { inverseKinematics } from "../../src/robots/inverse-kinematics.js";
import {
  coordinateLimits,
  coordinatesOf,
  forwardKinematics,
  geometricJacobian,
  type Joint,
  type Robot,
} from "../../src/robots/robot.js";
import { parseUrdf } from "../../src/robots/urdf.js";
import { real } from "../arbitraries.js";

const seven = parseUrdf(arm);
const whole = parseUrdf(armWithGripper);

/** Position and quaternion of a link at given coordinates. */
function poseOf(robot: Robot, link: string, q: readonly number[]): { x: number[]; e: number[] } {
  const names = coordinatesOf(robot);
  const pose = forwardKinematics(robot, variable).get(link)!;
  const value = (list: readonly Parameters<typeof evaluate>[0][]): number[] =>
    list.map((expr) => evaluate(expr, (name) => q[names.indexOf(name)]));
  return { x: value(pose.position), e: value(pose.orientation!) };
}

it("a robot with many links, each joint mimicking the one before, is gone through once", () => {
  const count = 12_000;
  const joints = Array.from(
    { length: count },
    (_, k): Joint => ({
      name: `j${k}`,
      kind: "continuous",
      parent: `l${k}`,
      child: `l${k + 1}`,
      origin: { position: [0, 0, 0], orientation: [1, 0, 0, 0] },
      axis: [0, 0, 1],
      limits: { lower: -1, upper: 1, speed: 1 },
      ...(k > 0 && { mimics: { joint: `j${k - 1}`, factor: -1, offset: 0 } }),
    }),
  );
  const links = Array.from({ length: count + 1 }, (_, k) => `l${k}`);
  const chain: Robot = { name: "chain", links, joints };
  expect(coordinateLimits(chain)).toEqual({ lower: Float64Array.of(-1), upper: Float64Array.of(1) });
  const poses = forwardKinematics(chain, () => 0.5);
  // every second one turns back
  const [{ angular }] = geometricJacobian(chain, poses, `l${count - 1}`);
  expect(evaluate(angular[2], () => Number.NaN)).toBeCloseTo(1, 9);
  const circle: Robot = { ...chain, joints: [{ ...joints[1], mimics: { joint: "j1", factor: 1, offset: 0 } }] };
  expect(() => coordinateLimits(circle)).toThrow('joint "j1" mimics no joint that moves');
});

/** Coordinates within their limits. */
const configurations = (robot: Robot): fc.Arbitrary<number[]> => {
  const { lower, upper } = coordinateLimits(robot);
  return fc.tuple(...Array.from(lower, (from, j) => real(from, upper[j]))) as fc.Arbitrary<number[]>;
};

describe("forward kinematics", () => {
  it("of the arm: upright at zero, and the published offsets when it bends", () => {
    expect(coordinatesOf(seven)).toEqual(["joint1", "joint2", "joint3", "joint4", "joint5", "joint6", "joint7"]);
    expect(poseOf(seven, "flange", [0, 0, 0, 0, 0, 0, 0]).x[2]).toBeCloseTo(0.36 + 0.42 + 0.4 + 0.126, 15);
    // joint 2 leans to +x, joint 4 back (its axis is −y), joint 6 on
    const right = Math.PI / 2;
    const [x, , z] = poseOf(seven, "flange", [0, right, 0, right, 0, right, 0]).x;
    expect(x).toBeCloseTo(0.42 + 0.126, 12);
    expect(z).toBeCloseTo(0.36 + 0.4, 12);
  });

  it("of the gripper: the jaws mirror each other, pads face each other", () => {
    const jaws = parseUrdf(gripper);
    expect(coordinatesOf(jaws)).toEqual(["jaw"]);
    const [left, right] = ["leftFinger", "rightFinger"].map((link) => poseOf(jaws, link, [0.03]));
    expect(left.x[0]).toBeCloseTo(-0.03, 15);
    expect(right.x[0]).toBeCloseTo(0.03, 15);
    expect(rotate(left.e, [0, 0, 1])[0]).toBeCloseTo(1, 12);
    expect(rotate(right.e, [0, 0, 1])[0]).toBeCloseTo(-1, 12);
    expect(Array.from(coordinateLimits(jaws).upper)).toEqual([0.06]);
  });

  it("is a product of rotations and offsets, computed link by link in numbers", () => {
    fc.assert(
      fc.property(configurations(seven), (q) => {
        let x: number[] = [0, 0, 0];
        let e = fromAxisAngle([0, 0, 1], 0);
        seven.joints.forEach(({ origin, axis, kind }, j) => {
          x = rotate(e, origin.position).map((d, i) => x[i] + d);
          if (kind === "revolute") e = multiplyQuaternions(e, fromAxisAngle(axis, q[j]));
        });
        const found = poseOf(seven, "flange", q);
        found.x.forEach((value, i) => {
          expect(value).toBeCloseTo(x[i], 12);
        });
        found.e.forEach((value, i) => {
          expect(value).toBeCloseTo(e[i], 12);
        });
      }),
      { numRuns: 30 },
    );
  });
});

describe("geometric Jacobian", () => {
  const names = coordinatesOf(whole);
  const poses = forwardKinematics(whole, variable);
  const links = ["arm4", "flange", "leftFinger", "rightFinger"];
  const kernels = links.map((link) => {
    const columns = new Map(geometricJacobian(whole, poses, link).map((column) => [column.coordinate, column]));
    return {
      link,
      columns,
      kernel: compile(
        names.map(variable),
        [...columns.values()].flatMap(({ linear, angular }) => [...linear, ...angular]),
      ),
    };
  });

  it("is the rate of forward kinematics, also of joints that mimic", () => {
    fc.assert(
      fc.property(configurations(whole), fc.integer({ min: 0, max: names.length - 1 }), (q, j) => {
        for (const { link, columns, kernel } of kernels) {
          const values = new Float64Array(kernel.outputs);
          kernel.run(Float64Array.from(q), values);
          const at = [...columns.keys()].indexOf(names[j]);
          const step = 1e-6;
          const [above, below] = [step, -step].map((d) =>
            poseOf(
              whole,
              link,
              q.map((x, i) => (i === j ? x + d : x)),
            ),
          ) as [ReturnType<typeof poseOf>, ReturnType<typeof poseOf>];
          const turn = toRotationVector(multiplyQuaternions(above.e, [below.e[0], ...below.e.slice(1).map((x) => -x)]));
          for (let i = 0; i < 3; i++) {
            const linear = (above.x[i] - below.x[i]) / (2 * step);
            expect(at < 0 ? 0 : values[6 * at + i]).toBeCloseTo(linear, 8);
            expect(at < 0 ? 0 : values[6 * at + 3 + i]).toBeCloseTo(turn[i] / (2 * step), 8);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it("leaves out joints that are not between root and link", () => {
    expect([...kernels[0].columns.keys()]).toEqual(["joint1", "joint2", "joint3", "joint4"]);
    expect(kernels[2].columns.has("jaw")).toBe(true);
  });
});

describe("inverse kinematics", () => {
  const reach = inverseKinematics(seven, "flange", [0, 0, 0.1]);
  const { lower, upper } = coordinateLimits(seven);

  it("finds a configuration within limits for every pose that the arm can take", () => {
    fc.assert(
      fc.property(configurations(seven), (q) => {
        const { x, e } = poseOf(seven, "flange", q);
        const tip = rotate(e, [0, 0, 0.1]).map((d, i) => x[i] + d) as [number, number, number];
        const found = reach({ position: tip, orientation: e as [number, number, number, number] });
        expect(found.status).toBe("solved");
        found.coordinates.forEach((value, j) => {
          expect(value).toBeGreaterThanOrEqual(lower[j]);
          expect(value).toBeLessThanOrEqual(upper[j]);
        });
        const there = poseOf(seven, "flange", Array.from(found.coordinates));
        const at = rotate(there.e, [0, 0, 0.1]).map((d, i) => there.x[i] + d);
        for (let i = 0; i < 3; i++) expect(Math.abs(at[i] - tip[i])).toBeLessThan(2e-9);
      }),
      { numRuns: 40 },
    );
  });

  it("stays near its start where an answer is near", () => {
    const start = [0.3, 0.4, -0.2, 1.2, 0.1, 0.9, 0];
    const { x, e } = poseOf(seven, "flange", start);
    const moved = [x[0] + 0.01, x[1], x[2]] as [number, number, number];
    const tip = rotate(e, [0, 0, 0.1]).map((d, i) => moved[i] + d) as [number, number, number];
    const found = reach({ position: tip, orientation: e as [number, number, number, number] }, start);
    expect(found.status).toBe("solved");
    found.coordinates.forEach((value, j) => {
      expect(Math.abs(value - start[j])).toBeLessThan(0.1);
    });
  });

  it("says how near it came to a target out of reach", () => {
    const found = reach({ position: [2, 0, 0.36] });
    expect(found.status).toBe("unreachable");
    // stretched out from joint 2 by .42 + .4 + .126 + .1
    expect(found.positionError).toBeCloseTo(2 - 1.046, 6);
  });

  it("gives the same answer every time", () => {
    const target = { position: [0.4, -0.3, 0.5], orientation: fromAxisAngle([1, 1, 0], Math.PI) } as const;
    expect(reach({ ...target, position: [0.4, -0.3, 0.5] })).toEqual(
      inverseKinematics(seven, "flange", [0, 0, 0.1])({ ...target, position: [0.4, -0.3, 0.5] }),
    );
  });

  it("turns a link whose joints all meet in one point", () => {
    const joint = (name: string, parent: string, child: string, axis: string): string =>
      `<joint name="${name}" type="continuous"><parent link="${parent}"/><child link="${child}"/><axis xyz="${axis}"/></joint>`;
    const gimbal = parseUrdf(`<robot name="gimbal"><link name="base"/><link name="yoke"/><link name="camera"/>
      ${joint("pan", "base", "yoke", "0 0 1")}${joint("tilt", "yoke", "camera", "0 1 0")}</robot>`);
    const orientation = multiplyQuaternions(fromAxisAngle([0, 0, 1], 0.5), fromAxisAngle([0, 1, 0], -0.3));
    const found = inverseKinematics(gimbal, "camera")({ position: [0, 0, 0], orientation }, [0, 0]);
    expect(found.status).toBe("solved");
    expect(found.coordinates[0]).toBeCloseTo(0.5, 8);
    expect(found.coordinates[1]).toBeCloseTo(-0.3, 8);
  });

  it("refuses a link that there is not", () => {
    expect(() => inverseKinematics(seven, "hand")).toThrow(/no link "hand"/);
  });
});
