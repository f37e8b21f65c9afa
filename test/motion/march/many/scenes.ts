import type { HalfSpace } from "../../../../src/geometry/shape.js";
import type { CompliantContact } from "../../../../src/mechanics/compliance.js";
import type { Model } from "../../../../src/mechanics/model.js";
import { parameter as p } from "../../../../src/mechanics/model.js";
import { atRest, type ShapedScene } from "../../../../src/mechanics/scene.js";
import type { Problem } from "../../../../src/motion/problem/problem.js";

/** Where a ball starts, how fast, and how it spins. */
export interface Launch {
  readonly name: string;
  readonly radius: number;
  readonly at: readonly [number, number, number];
  readonly velocity: readonly [number, number, number];
  readonly spin: readonly [number, number, number];
}

export const half = (normal: HalfSpace["normal"], tangent: HalfSpace["tangent"], offset: number): HalfSpace => ({
  kind: "half-space",
  normal,
  tangent,
  offset,
});

export const floor = { name: "floor", shape: half([0, 0, 1], [1, 0, 0], 0) };

/** Balls of one matter, every pair of which may touch, under gravity on these planes. */
export function ballScene(
  launches: readonly Launch[],
  world: readonly { readonly name: string; readonly shape: HalfSpace }[],
): ShapedScene<CompliantContact> {
  return {
    gravity: [0, 0, p("gravity")],
    bodies: launches.map(({ name, radius }) => ({
      name,
      space: "spatial",
      shape: { kind: "ball", radius },
      density: p("density"),
    })),
    world: [...world],
    contacts: "all",
    materials: [
      { friction: p("friction"), stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: p("smoothing") },
    ],
  };
}

const number = (value: number) => ({ value, unit: "1", meaning: "a number of the scene" });

/** The launches as a problem of one of the models of their scene. */
export function ballProblem(model: Model, launches: readonly Launch[], grid = { steps: 200, h: 0.001 }): Problem {
  const start = { ...atRest(model) };
  for (const { name, at, velocity, spin } of launches)
    ["x", "y", "z"].forEach((axis, i) => {
      start[`${name}.${axis}`] = at[i];
      start[`${name}.v${axis}`] = velocity[i];
      start[`${name}.w${axis}`] = spin[i];
    });
  return {
    name: "test/balls",
    title: "balls",
    model,
    parameters: {
      gravity: number(-9.8),
      density: number(2000),
      friction: number(0.3),
      stiffness: number(1e4),
      damping: number(10),
      smoothing: number(1e-4),
    },
    start,
    grid,
    values: {},
  };
}

/** Balls on a loose lattice that fly at random, more towards the middle than apart. */
export function swarm(count: number, random: () => number): Launch[] {
  const side = Math.ceil(Math.cbrt(count));
  const any = (size: number): number => size * (2 * random() - 1);
  return Array.from({ length: count }, (_, i) => {
    const cell = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)];
    const at = cell.map((k, axis) => 0.07 * (k - (axis === 2 ? -0.6 : (side - 1) / 2)) + any(0.003));
    return {
      name: `ball${i}`,
      radius: 0.028 + any(0.004),
      at: at as [number, number, number],
      velocity: [-4 * at[0] + any(0.5), -4 * at[1] + any(0.5), -4 * (at[2] - 0.1) + any(0.5)],
      spin: [any(20), any(20), any(20)],
    };
  });
}
