import { BadInput } from "../../../../checks/bad-input.js";
import { type MeshFormat, meshFormats, meshFrom } from "../../../../geometry/mesh/read.js";
import { type Draft, type DraftShape, mostMeshCorners } from "../../../drafts/draft.js";
import { brief } from "../../../motion-view/numbers.js";
import { freshName, type Selected } from "../edit.js";
import { longestSide } from "../grips.js";
import { wordOf } from "./dropped.js";

type Triple = readonly [number, number, number];

/** A file of a mesh as bytes. */
export interface MeshFile {
  readonly name: string;
  readonly data: Uint8Array;
}

/** The others say nothing of their unit: drawings of parts are in millimetres, and nobody draws one smaller than this [mm]. */
const smallest = 5;

/** The unit of a file [m]: glTF is in metres by its standard, and so is what would be a grain in millimetres. */
const unitOf = (format: MeshFormat, extent: number): number => (format === "gltf" || extent < smallest ? 1 : 0.001);

/** A number of a file has no more digits than it means. */
const exact = (x: number): number => Number(x.toPrecision(7)) + 0;

/**
 * The draft of space with the mesh of a file above the ground: a body where nothing moves yet, else a fixed part.
 * @throws {BadInput} for what cannot be read, is not closed, or has more corners than a contact may have.
 */
export async function meshDropped(
  draft: Draft,
  { name: file, data }: MeshFile,
): Promise<{ readonly draft: Draft; readonly selected: Selected; readonly told: string }> {
  const ending = file.toLowerCase().split(".").at(-1);
  const format = ending === "glb" ? "gltf" : meshFormats.find((one) => one === ending);
  if (format === undefined)
    throw new BadInput("file", `${file} is no mesh: ${meshFormats.join(", ")} and glb are read.`);
  const { vertices: raw, faces } = await meshFrom(format, data, 1).catch((error: unknown) => {
    throw error instanceof BadInput ? new BadInput("file", error.message.replace(/^data\b/, file)) : error;
  });
  const extent = longestSide(raw);
  const unit = unitOf(format, extent);
  const given = raw.map(([x, y, z]): Triple => [unit * x, unit * y, unit * z]);
  if (given.length > mostMeshCorners)
    throw new BadInput(
      "file",
      `${file} has ${given.length} corners, and a drawing takes at most ${mostMeshCorners}: make it coarser first.`,
    );
  // what glTF calls up is y
  const upright = format === "gltf" ? given.map(([x, y, z]): Triple => [x, -z, y]) : given;
  const centre = centreOf(upright, faces, file);
  const vertices = upright.map(
    ([x, y, z]): Triple => [exact(x - centre[0]), exact(y - centre[1]), exact(z - centre[2])],
  );
  const word = freshName(draft, wordOf("", file));
  const low = Math.min(...vertices.map(([, , z]) => z));
  const isBody = draft.bodies.length === 0;
  const shape = { kind: "mesh", vertices, faces } as const;
  // beside what is there: what begins in something else does not run
  const others = [...draft.bodies, ...draft.world].filter((part) => part.shape.kind !== "ground");
  const x = Math.max(0, ...others.map((part) => part.at[0] + 1.1 * (reachOf(part.shape) + reachOf(shape))));
  const one = { name: word, shape, at: [exact(x), 0, exact(-low)] as const };
  return {
    draft: isBody ? { ...draft, bodies: [one] } : { ...draft, world: [...draft.world, one] },
    selected: { role: isBody ? "body" : "part", name: word },
    told: `${file} is taken in ${unit === 1 ? "metres" : "millimetres"}: ${brief(unit * extent)} m long. Its size can be set.`,
  };
}

/** The distance of a shape's farthest point from its centre [m]. */
function reachOf(shape: DraftShape): number {
  switch (shape.kind) {
    case "ball":
      return shape.radius;
    case "box":
      return Math.hypot(...shape.half);
    case "capsule":
      return shape.half + shape.radius;
    case "cylinder":
      return Math.hypot(shape.radius, shape.halfLength);
    case "mesh":
      return Math.max(...shape.vertices.map((vertex) => Math.hypot(...vertex)));
    default:
      return 0;
  }
}

/** The centre of the volume that triangles close in: Σ V (a + b + c)/4 over Σ V, V = a·(b × c)/6 of each with the origin. */
function centreOf(vertices: readonly Triple[], faces: readonly Triple[], file: string): Triple {
  let volume = 0;
  const sum = [0, 0, 0];
  for (const [i, j, k] of faces) {
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = [vertices[i], vertices[j], vertices[k]];
    const part = (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
    volume += part;
    sum[0] += (part * (ax + bx + cx)) / 4;
    sum[1] += (part * (ay + by + cy)) / 4;
    sum[2] += (part * (az + bz + cz)) / 4;
  }
  if (!(volume > 0)) throw new BadInput("file", `${file} closes in no volume: its triangles must face outwards.`);
  return [sum[0] / volume, sum[1] / volume, sum[2] / volume];
}
