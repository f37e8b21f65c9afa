import { atRest } from "../../../src/mechanics/scene.js";
import { rigid } from "../../../src/models/rigid.js";
import { simulate } from "../../../src/motion/solve.js";
import type { BenchRow } from "../lu.js";

const steps = 100_000;

/** How far two rods in space, on a ball joint and a hinge, are from where their joints hold them, over 10⁵ steps. */
export async function benchDrift(): Promise<BenchRow> {
  const rod = (name: string) => ({ name, space: "spatial", mass: 1, inertia: [0.1, 0.1, 0.02] }) as const;
  const model = rigid({
    gravity: [0, 0, -9.81],
    bodies: [rod("a"), rod("b")],
    contacts: [],
    joints: [
      { name: "shoulder", kind: "ball", body: "a", at: [0, 0, 0.5] },
      {
        name: "elbow",
        kind: "hinge",
        body: "b",
        at: [0, 0, 0.5],
        axis: [0, 1, 0],
        to: { body: "a", at: [0, 0, -0.5] },
      },
    ],
  });
  const { status, trajectory } = await simulate({
    name: "bench/drift",
    title: "",
    model,
    parameters: {},
    start: {
      ...atRest(model),
      "a.z": -0.5,
      "b.z": -1.5,
      "a.wx": 1,
      "a.wz": 2,
      "b.wx": 1,
      "b.wy": 3,
      "b.wz": 2,
      "b.vy": 1,
    },
    grid: { steps, h: 1e-3 },
    values: {},
  });
  if (status !== "solved") throw new Error(`the rods end ${status}`);
  const { columns } = trajectory;
  /** The point half a metre along z of a rod, up or down. */
  const tip = (body: string, k: number, side: 1 | -1): number[] => {
    const [x, y, z, w, a, b, c] = ["x", "y", "z", "e0", "ex", "ey", "ez"].map((of) => columns[`${body}.${of}`][k]);
    const size = w * w + a * a + b * b + c * c;
    const half = (0.5 * side) / size;
    return [x + half * 2 * (a * c + w * b), y + half * 2 * (b * c - w * a), z + half * (w * w - a * a - b * b + c * c)];
  };
  let worst = 0;
  for (let k = 1; k <= steps; k++) {
    const [top, middle, other] = [tip("a", k, 1), tip("a", k, -1), tip("b", k, 1)];
    worst = Math.max(worst, Math.hypot(...top), Math.hypot(...middle.map((x, i) => x - other[i])));
  }
  return {
    name: `drift of two joints in space over ${steps} steps`,
    must: "≤ 1e-10 m",
    value: `${worst.toExponential(1)} m`,
  };
}
