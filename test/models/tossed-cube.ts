/** The cube of the recordings as a rigid body, thrown as it was. */
import { atRest, type Model, type Problem, rigid } from "../../src/index.js";

const unit = 0.0535;
/** Frames a second. */
export const rate = 148;
/** Half the side, and how far the centre of mass lies above that of the recording [m]. */
const [half, above] = [0.978 * unit, 0.106 * unit];

/** The cube on its eight corners; with a restitution for the method exact, without one for steps. */
const cube = (restitution?: number) =>
  rigid({
    gravity: [0, 0, -9.81],
    bodies: [{ name: "cube", space: "spatial", mass: 0.37, inertia: 1.02 * unit ** 2 * 0.37 }],
    contacts: [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({
      name: `corner${i}`,
      body: "cube",
      shape: { kind: "point", at: [i & 1 ? half : -half, i & 2 ? half : -half, (i & 4 ? half : -half) - above] },
      against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      friction: 0.18,
      ...(restitution !== undefined && { restitution }),
    })),
  });

const cubes = new Map<number | undefined, Model>();

/** One model of each kind, so that its steps are compiled once. */
function cubeOf(restitution?: number): Model {
  const known = cubes.get(restitution) ?? cube(restitution);
  cubes.set(restitution, known);
  return known;
}

type Triple = readonly [number, number, number];
const cross = ([a, b, c]: Triple, [d, e, f]: Triple): Triple => [b * f - c * e, c * d - a * f, a * e - b * d];

/** How a toss is computed: in so many steps a frame, or to an accuracy with impacts of a restitution; for so many frames. */
interface Tossing {
  readonly frames: number;
  readonly perFrame?: number;
  readonly restitution?: number;
}

/** The toss of a recording, the text of its table, from its second row on. */
export function toss(recording: string, { frames, perFrame, restitution }: Tossing): Problem {
  const row = recording.split("\n")[2].split(",").map(Number);
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
    model: cubeOf(restitution),
    parameters: {},
    start: {
      ...atRest(cubeOf(restitution)),
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
    grid: perFrame === undefined ? { end: frames / rate } : { steps: frames * perFrame, h: 1 / rate / perFrame },
    values: {},
  };
}
