import type { Mesh, Object3D } from "three";
import { BadInput } from "../../checks/bad-input.js";
import type { MeshShape } from "../shape.js";
import { checkedObj, checkGlb, checkPrimitive, checkStl, refuse } from "./check-files.js";
import { checkGltf } from "./check-gltf.js";

/** Formats of files that hold triangles. */
export const meshFormats = ["stl", "obj", "gltf"] as const;

/** A format of files that hold triangles: STL and OBJ of any kind, glTF as text with its data inside or as GLB. */
export type MeshFormat = (typeof meshFormats)[number];

/** Three coordinates after the other, nine for each triangle. */
type Corners = ArrayLike<number>;

/**
 * The mesh of a file, given as bytes or text, whose unit is so many metres: an STL in millimetres has 0.001. Corners at one
 * place become one vertex, triangles with two corners at one place are left out. STL and OBJ are read by three.js, which
 * must be installed, glTF by glTF-Transform; y stays what the file calls y.
 * @throws {BadInput} for a file that cannot be read, or that has no triangles.
 */
export async function meshFrom(format: MeshFormat, data: Uint8Array | string, metres = 1): Promise<MeshShape> {
  if (!meshFormats.includes(format))
    throw new BadInput("format", `format must be one of ${meshFormats.join(", ")}, it is ${JSON.stringify(format)}.`);
  if (!(typeof data === "string" || data instanceof Uint8Array))
    throw new BadInput("data", `data must be the bytes or the text of a file, it is ${String(data)}.`);
  if (!(typeof metres === "number" && metres > 0 && metres < Number.POSITIVE_INFINITY))
    throw new BadInput("metres", `metres must be a finite number above 0, it is ${metres}.`);
  if (data.length === 0) throw new BadInput("data", "data must not be empty.");
  let corners: Corners[];
  try {
    corners = await (format === "gltf" ? readGltf(data) : format === "stl" ? readStl(data) : readObj(data));
  } catch (error) {
    if (error instanceof BadInput) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new BadInput(
      "data",
      `data cannot be read as ${format.toUpperCase()}: ${why.split("\n")[0].replace(/\.$/, "")}.`,
    );
  }
  return welded(corners, metres, format);
}

const bytesOf = (data: Uint8Array | string): Uint8Array =>
  typeof data === "string" ? new TextEncoder().encode(data) : data;

const textOf = (data: Uint8Array | string): string =>
  typeof data === "string" ? data : new TextDecoder().decode(data);

async function readStl(data: Uint8Array | string): Promise<Corners[]> {
  const { STLLoader } = await import("three/examples/jsm/loaders/STLLoader.js");
  const bytes = bytesOf(data);
  checkStl(bytes, textOf(data));
  // a buffer of its own, which begins with the file
  const geometry = new STLLoader().parse(new Uint8Array(bytes).buffer);
  return [geometry.getAttribute("position").array];
}

// told by its mark: the class itself would bring the whole of three.js into a page that draws with a part of it
const isMesh = (object: Object3D): object is Mesh => "isMesh" in object && object.isMesh === true;

async function readObj(data: Uint8Array | string): Promise<Corners[]> {
  const { OBJLoader } = await import("three/examples/jsm/loaders/OBJLoader.js");
  const found: Corners[] = [];
  new OBJLoader().parse(checkedObj(textOf(data))).traverse((object) => {
    if (isMesh(object)) found.push(object.geometry.getAttribute("position").array);
  });
  return found;
}

/** Nodes of one mesh each have its triangles: a small file can have more than any machine. */
const mostTriangles = 1e6;

/** Triangles of all nodes of a file, in its world. */
async function readGltf(data: Uint8Array | string): Promise<Corners[]> {
  const { Primitive, WebIO } = await import("@gltf-transform/core");
  const bytes = bytesOf(data);
  const io = new WebIO();
  const isBinary = bytes.length >= 4 && textOf(bytes.subarray(0, 4)) === "glTF";
  if (isBinary) checkGlb(bytes);
  const { json, resources } = isBinary
    ? await io.binaryToJSON(bytes)
    : { json: JSON.parse(textOf(bytes)), resources: {} };
  const binary = Object.values(resources).reduce((sum, { length }) => sum + length, 0);
  checkGltf(json, binary, bytes.length);
  const document = await io.readJSON({ json, resources });
  const surfaces = document
    .getRoot()
    .listNodes()
    .flatMap((node) =>
      (node.getMesh()?.listPrimitives() ?? [])
        .filter((primitive) => primitive.getMode() >= Primitive.Mode.TRIANGLES)
        .map((primitive) => {
          const position = primitive.getAttribute("POSITION");
          const indices = primitive.getIndices()?.getArray();
          checkPrimitive(primitive.getMode(), position?.getCount() ?? 0, indices ?? undefined);
          return { node, position, indices, count: indices?.length ?? position?.getCount() ?? 0 };
        }),
    );
  if (surfaces.reduce((sum, { count }) => sum + count, 0) > 3 * mostTriangles)
    refuse(`have at most ${mostTriangles} triangles in all of its nodes`);
  return surfaces.map(({ node, position, indices, count }) => {
    const m = node.getWorldMatrix();
    const corners = new Float64Array(3 * count);
    for (let k = 0; k < count; k++) {
      const p = position?.getElement(indices?.[k] ?? k, []) ?? [];
      for (let i = 0; i < 3; i++) corners[3 * k + i] = m[i] * p[0] + m[4 + i] * p[1] + m[8 + i] * p[2] + m[12 + i];
    }
    return corners;
  });
}

/** Triangles with shared vertices, from corners that stand for themselves. */
function welded(parts: readonly Corners[], metres: number, format: MeshFormat): MeshShape {
  const number = new Map<string, number>();
  const vertices: (readonly [number, number, number])[] = [];
  const faces: (readonly [number, number, number])[] = [];
  for (const corners of parts) {
    const at = (k: number): number => {
      const point = [0, 1, 2].map((i) => metres * corners[3 * k + i]);
      if (!point.every(Number.isFinite))
        throw new BadInput("data", `data must have finite coordinates, corner ${k} is at ${point.join(", ")}.`);
      // −0 is 0
      const key = point.map((x) => x + 0).join(" ");
      const known = number.get(key);
      if (known !== undefined) return known;
      number.set(key, vertices.length);
      return vertices.push([point[0], point[1], point[2]]) - 1;
    };
    for (let k = 0; k + 2 < corners.length / 3; k += 3) {
      const face = [at(k), at(k + 1), at(k + 2)] as const;
      if (new Set(face).size === 3) faces.push(face);
    }
  }
  if (faces.length === 0)
    throw new BadInput("data", `data has no triangles that could be read as ${format.toUpperCase()}.`);
  return { kind: "mesh", vertices, faces };
}
