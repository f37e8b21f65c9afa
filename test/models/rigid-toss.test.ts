import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { atRest, simulate } from "../../src/index.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";

const [unit, rate] = [0.0535, 148];
/** Half the side, and how far the centre of mass lies above that of the recording [m]. */
const [half, above] = [0.978 * unit, 0.106 * unit];

const model = rigid({
  gravity: [0, 0, -9.81],
  bodies: [{ name: "cube", space: "spatial", mass: 0.37, inertia: 1.02 * unit ** 2 * 0.37 }],
  contacts: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({
    name: `corner${i}`,
    body: "cube",
    shape: { kind: "point", at: [i & 1 ? half : -half, i & 2 ? half : -half, (i & 4 ? half : -half) - above] },
    against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
    friction: 0.18,
  })),
});

type Triple = readonly [number, number, number];
const cross = ([a, b, c]: Triple, [d, e, f]: Triple): Triple => [b * f - c * e, c * d - a * f, a * e - b * d];

/** The toss of a recording from its second row on, in so many steps a frame. */
function toss(file: string, perFrame: number, frames: number): Problem {
  const lines = readFileSync(new URL(`../../problems/data/cube-tosses/${file}.csv`, import.meta.url), "utf8").split(
    "\n",
  );
  const row = lines[2].split(",").map(Number);
  const length = Math.hypot(row[3], row[4], row[5], row[6]);
  const [w, x, y, z] = row.slice(3, 7).map((e) => e / length);
  const turned = (v: Triple): Triple => {
    const t = cross([x, y, z], v).map((e) => 2 * e) as unknown as Triple;
    const again = cross([x, y, z], t);
    return [v[0] + w * t[0] + again[0], v[1] + w * t[1] + again[1], v[2] + w * t[2] + again[2]];
  };
  const spin = turned([row[10], row[11], row[12]]);
  const arm = turned([0, 0, above]);
  const carried = cross(spin, arm);
  const at = (name: string, values: readonly number[], axes: string): Record<string, number> =>
    Object.fromEntries([...axes].map((axis, i) => [`cube.${name}${axis}`, values[i]]));
  return {
    name: "toss",
    title: "A recorded toss",
    model,
    parameters: {},
    start: {
      ...atRest(model),
      ...at(
        "",
        arm.map((a, i) => a + row[i] * unit),
        "xyz",
      ),
      ...at(
        "v",
        carried.map((v, i) => v + row[7 + i] * unit),
        "xyz",
      ),
      ...at("e", [w, x, y, z], "0xyz"),
      ...at("w", spin, "xyz"),
    },
    grid: { steps: frames * perFrame, h: 1 / rate / perFrame },
    values: {},
  };
}

describe("a rigid cube that was tossed", () => {
  // on coarser and finer steps than these some landings had no solution that a Newton found, or one that rounding hid
  it.each([
    ["toss-100", 16, 20],
    ["toss-550", 16, 22],
    ["toss-400", 64, 15],
    ["toss-025", 64, 25],
  ])("%s goes on through its landings, in %i steps a frame", async (file, perFrame, frames) => {
    const { status, message, trajectory } = await simulate(toss(file, perFrame, frames), { gridError: false });
    expect(status, message).toBe("solved");
    expect(Number(trajectory.certificate.penetration.value)).toBeLessThan(1e-9);
  });
});
