/** Random scenes of disks, spheres and polygons for the laws of contact. */
import fc from "fast-check";
import type { Body } from "../../src/mechanics/body.js";
import type { CompliantContact } from "../../src/mechanics/compliance.js";
import { atRest, type Scene } from "../../src/mechanics/scene.js";
import type { HalfSpace } from "../../src/mechanics/shape.js";
import { compliant } from "../../src/models/compliant.js";
import type { Problem } from "../../src/motion/problem.js";
import { real } from "../arbitraries.js";

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

/** A problem from a scene and start values; everything else is at rest at the origin. */
export function problemOf(
  scene: Scene<CompliantContact>,
  start: Readonly<Record<string, number>>,
  steps: number,
  h: number,
): Problem {
  const model = compliant(scene);
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
export const roundScenes = (space: Body["space"], withFloor: boolean): fc.Arbitrary<Problem> =>
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
      const shape = (i: number) => ({ kind: "round" as const, radius: rounds[i]!.radius });
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
          start[`b${i}.v${axis}`] = velocity[k]!;
        });
        if (space === "planar") start[`b${i}.omega`] = spin[2];
        else for (const [k, axis] of axes.entries()) start[`b${i}.w${axis}`] = spin[k]!;
      });
      const gravity: Scene<CompliantContact>["gravity"] = withFloor
        ? space === "planar"
          ? [0, -9.8, 0]
          : [0, 0, -9.8]
        : [0, 0, 0];
      return problemOf({ gravity, bodies, contacts }, start, steps, 0.004);
    });

/** Sum over the bodies of a problem's scene of mass times a velocity column, at every step. */
export function momentum(problem: Problem, columns: Readonly<Record<string, Float64Array>>, axis: string): number[] {
  const { bodies } = (problem.model as { scene: Scene<CompliantContact> }).scene;
  const count = columns[`${bodies[0]!.name}.v${axis}`]!.length;
  return Array.from({ length: count }, (_, k) =>
    bodies.reduce((sum, { name, mass }) => sum + (mass as number) * columns[`${name}.v${axis}`]![k]!, 0),
  );
}
