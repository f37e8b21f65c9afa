/** Random scenes of disks, spheres and polygons for the laws of contact. */
import fc from "fast-check";
import { expect } from "vitest";
import type { HalfSpace } from "../../src/geometry/shape.js";
import type { Body } from "../../src/mechanics/body.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import type { Model } from "../../src/mechanics/model.js";
import { atRest, type Scene } from "../../src/mechanics/scene.js";
import { compliant } from "../../src/models/compliant.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import type { Result } from "../../src/motion/result.js";
import { simulate } from "../../src/motion/solve.js";
import type { Trajectory } from "../../src/motion/trajectory/trajectory.js";
import { real, smoothedCone } from "../arbitraries.js";

/** What every contact of a scene shares; stiffness over two orders of magnitude. */
export type Compliance = Pick<CompliantContact, "friction" | "stiffness" | "damping" | "coneSmoothing">;

export const compliances: fc.Arbitrary<Compliance> = fc
  .record({ friction: real(0, 1), stiffness: real(3, 5), damping: real(0, 50) })
  .map(({ friction, stiffness, damping }) => ({
    friction,
    stiffness: 10 ** stiffness,
    damping,
    coneSmoothing: 1e-4,
  }));

export const floor: HalfSpace = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 };

/** A scene thrown: what its bodies start with (all else is at rest at the origin), and its steps. */
export interface Thrown {
  readonly scene: Scene<CompliantContact>;
  readonly start: Readonly<Record<string, number>>;
  readonly steps: number;
  readonly h: number;
}

/** A form of the contact law as a model of a scene. */
export type Law = (scene: Scene<CompliantContact>) => Model;

/**
 * Forms whose normal forces are unknowns. Their Newton may stop where several contacts close in one step, and then says
 * so: laws hold at every step that was solved.
 */
export const stiffLaws: readonly (readonly [string, Law])[] = [
  ["fritz-john", (scene) => compliant(scene, "fritz-john")],
  ["the rigid cone", (scene) => rigid(scene)],
  ["the rigid pyramid", (scene) => rigid(scene, "pyramid")],
];

/** The problem of a thrown scene. */
export function problemOf({ scene, start, steps, h }: Thrown, law: Law = compliant): Problem {
  const model = law(scene);
  return {
    name: "random",
    title: "a random scene",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { steps, h },
    values: {},
  };
}

/** The motion of a scene, with contact, complementarity and cone kept at every step that was solved. */
export async function lawfulSteps(problem: Problem): Promise<Result> {
  const result = await simulate(problem);
  const { complementarity, coneExcess, penetration } = result.trajectory.certificate;
  // newtons against impacts of some hundred newtons
  expect(complementarity.value).toBeLessThan(1e-9);
  expect(coneExcess.value).toBeLessThan(smoothedCone(result));
  expect(penetration.value).toBeLessThan(1e-12);
  return result;
}

/** The same of a motion that is solved to its end. */
export async function lawfulMotion(problem: Problem): Promise<Trajectory> {
  const { status, message, trajectory } = await lawfulSteps(problem);
  expect(status, message).toBe("solved");
  return trajectory;
}

const rounds = fc.array(
  fc.record({
    radius: real(0.05, 0.2),
    mass: real(0.1, 2),
    velocity: fc.tuple(real(-2, 2), real(-2, 2), real(-2, 2)),
    spin: fc.tuple(real(-20, 20), real(-20, 20), real(-20, 20)),
  }),
  { minLength: 3, maxLength: 3 },
);

/** Three disks or spheres side by side a little above a floor (if there is one), thrown at random: six contacts. */
export const roundScenes = (space: Body["space"], withFloor: boolean): fc.Arbitrary<Thrown> =>
  fc
    .record({
      rounds,
      compliance: compliances,
      lift: real(0, 0.05),
      between: real(0.001, 0.1),
      steps: fc.integer({ min: 40, max: 120 }),
    })
    .map(({ rounds, compliance, lift, between, steps }) => {
      const up = space === "planar" ? "y" : "z";
      const surface: HalfSpace = space === "planar" ? floor : { ...floor, normal: [0, 0, 1] };
      const bodies = rounds.map(
        ({ mass, radius }, i): Body => ({ name: `b${i}`, space, mass, inertia: 0.4 * mass * radius * radius }),
      );
      const shape = (i: number) => ({ kind: "ball" as const, radius: rounds[i].radius });
      const pairs = [
        [0, 1],
        [1, 2],
        [0, 2],
      ] as const;
      const contacts: CompliantContact[] = [
        ...(withFloor
          ? rounds.map((_, i) => ({
              name: `floor${i}`,
              body: `b${i}`,
              shape: shape(i),
              against: surface,
              ...compliance,
            }))
          : []),
        ...pairs.map(([i, j]) => ({
          name: `pair${i}${j}`,
          body: `b${i}`,
          shape: shape(i),
          against: { body: `b${j}`, shape: shape(j) },
          ...compliance,
        })),
      ];
      let x = 0;
      const start: Record<string, number> = {};
      rounds.forEach(({ radius, velocity, spin }, i) => {
        x += radius + between;
        start[`b${i}.x`] = x;
        start[`b${i}.${up}`] = radius + lift;
        x += radius;
        const axes = space === "planar" ? (["x", "y"] as const) : (["x", "y", "z"] as const);
        axes.forEach((axis, k) => {
          start[`b${i}.v${axis}`] = velocity[k];
        });
        if (space === "planar") start[`b${i}.omega`] = spin[2];
        else for (const [k, axis] of axes.entries()) start[`b${i}.w${axis}`] = spin[k];
      });
      const gravity: Scene<CompliantContact>["gravity"] = withFloor
        ? space === "planar"
          ? [0, -9.8, 0]
          : [0, 0, -9.8]
        : [0, 0, 0];
      return { scene: { gravity, bodies, contacts }, start, steps, h: 0.004 };
    });

/** Sum over the bodies of a scene of mass times a velocity column, at every step. */
export function momentum({ bodies }: Thrown["scene"], { columns }: Trajectory, axis: string): number[] {
  const count = columns[`${bodies[0].name}.v${axis}`].length;
  return Array.from({ length: count }, (_, k) =>
    bodies.reduce((sum, { name, mass }) => sum + (mass as number) * columns[`${name}.v${axis}`][k], 0),
  );
}

/** A scene without world keeps its linear momentum exactly. */
export function expectMomentumKept(scene: Thrown["scene"], trajectory: Trajectory): void {
  for (const axis of scene.bodies[0].space === "planar" ? ["x", "y"] : ["x", "y", "z"]) {
    const sum = momentum(scene, trajectory, axis);
    for (const value of sum) expect(value).toBeCloseTo(sum[0], 10);
  }
}

/** Of log error over log h, between the first and the last of a halving. */
export const slope = (values: readonly number[]): number => Math.log2(values[0] / values.at(-1)!) / (values.length - 1);

/** Numbers of steps for measured orders. */
export const counts = [400, 800, 1600, 3200];

/** Energy is created in proportion to h by a scene of so many steps, at an order of one. */
export async function expectEnergyOfFirstOrder(thrown: (steps: number) => Thrown): Promise<void> {
  const created: number[] = [];
  for (const steps of counts) {
    const { columns } = await lawfulMotion(problemOf(thrown(steps)));
    created.push(columns.energyCreated.slice(1).reduce((sum, e) => sum + e, 0));
  }
  // the damping of the contact takes a little for good; what the steps add on top halves with them
  const added = created.slice(0, -1).map((e, i) => e - created[i + 1]);
  expect(created[0]).toBeGreaterThan(0);
  expect(Math.min(...added)).toBeGreaterThan(0);
  expect(slope(added)).toBeCloseTo(1, 1);
}
