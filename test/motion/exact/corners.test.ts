import { describe, expect, it } from "vitest";
import { atRest, type Problem, rigid, simulate } from "../../../src/index.js";

const gravity = 9.81;

/** A cube above the ground, which its eight corners know. */
function cube(half: number, friction: number, restitution: number, start: Readonly<Record<string, number>>): Problem {
  const model = rigid({
    gravity: [0, 0, -gravity],
    bodies: [{ name: "cube", space: "spatial", mass: 0.37, inertia: 0.37 * (2 / 3) * half * half }],
    contacts: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({
      name: `corner${i}`,
      body: "cube",
      shape: { kind: "point", at: [i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half] },
      against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      friction,
      restitution,
    })),
  });
  return {
    name: "cube",
    title: "A cube on its corners",
    model,
    parameters: {},
    start: { ...atRest(model), "cube.z": half, ...start },
    grid: { end: 0.7 },
    values: {},
  };
}

const last = (column: Float64Array): number => column.at(-1) ?? Number.NaN;

describe("a rigid cube on a face, whose four corners carry more than they must", () => {
  it.each([0, 0.4, 1])("lies still, whatever its restitution is: %s", async (restitution) => {
    const { status, trajectory } = await simulate(cube(0.05, 0.18, restitution, {}));
    expect(status).toBe("solved");
    expect(last(trajectory.columns["cube.z"])).toBeCloseTo(0.05, 8);
    const carried = [0, 1, 2, 3].map((i) => last(trajectory.columns[`corner${i}.normalForce`]));
    for (const force of carried) expect(force).toBeCloseTo((0.37 * gravity) / 4, 6);
  });

  it.each([
    [0.5, 0.18],
    [0.8, 0.18],
    [1, 0.18],
    [0.4, 0.1],
    [1, 0.4],
  ])("slides as far as friction lets it, from %s m/s with μ = %s", async (speed, friction) => {
    const { status, trajectory } = await simulate(cube(0.05, friction, 0.3, { "cube.vx": speed }));
    expect(status).toBe("solved");
    expect(last(trajectory.columns["cube.x"])).toBeCloseTo(speed ** 2 / (2 * friction * gravity), 7);
    expect(Math.abs(last(trajectory.columns["cube.vx"]))).toBeLessThan(1e-8);
  });
});

/** A cube that was thrown: turned by a quaternion, with a velocity and a spin [rad/s], as its recordings are. */
const thrown = (q: readonly number[], v: readonly number[], w: readonly number[]): Record<string, number> => ({
  ...Object.fromEntries(["0", "x", "y", "z"].map((axis, i) => [`cube.e${axis}`, q[i] / Math.hypot(...q)])),
  ...Object.fromEntries(
    ["x", "y", "z"].flatMap((axis, i) => [
      [`cube.v${axis}`, v[i]],
      [`cube.w${axis}`, w[i]],
    ]),
  ),
});

it.each([
  { q: [1, 0.2, 0.1, 0], v: [0.5, 0.2, 0], w: [2, -1, 1] },
  { q: [1, -0.3, 0.4, 0.1], v: [0.3, -0.4, -0.5], w: [-3, 2, 0.5] },
])(
  "%j is thrown, lands on its corners in turn, comes to lie on a face, and says how sure that is",
  async ({ q, v, w }) => {
    const problem = cube(0.05, 0.3, 0, { ...thrown(q, v, w), "cube.z": 0.2 });
    const { status, message, trajectory } = await simulate(problem);
    // landings in turn are sensitive: what a finer computation moves by more than the accuracy is coarse, but comes to its end
    expect(["solved", "coarse"], message).toContain(status);
    expect(Number(trajectory.certificate.penetration.value)).toBeLessThan(1e-7);
    expect(last(trajectory.columns["cube.z"])).toBeCloseTo(0.05, 6);
  },
);
