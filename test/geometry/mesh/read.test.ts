import { Document, WebIO } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../../src/expr/expr.js";
import { meshFlats } from "../../../src/geometry/mesh/mesh.js";
import { meshFrom } from "../../../src/geometry/mesh/read.js";
import { spatialMoments } from "../../../src/geometry/moments/spatial.js";
import type { MeshShape } from "../../../src/geometry/shape.js";
import { bracket } from "./meshes.js";

const { vertices, faces } = bracket(10);
const triples = faces.map((face) => face.map((i) => vertices[i]));

const asciiStl = [
  "solid bracket",
  ...triples.map(
    (corners) =>
      `facet normal 0 0 0\nouter loop\n${corners.map((p) => `vertex ${p.join(" ")}`).join("\n")}\nendloop\nendfacet`,
  ),
  "endsolid bracket",
].join("\n");

/** 80 bytes of header, the number of triangles, and for each a normal, its corners and two bytes. */
function binaryStl(): Uint8Array {
  const bytes = new Uint8Array(84 + 50 * triples.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triples.length, true);
  triples.forEach((corners, t) => {
    corners.flat().forEach((x, k) => {
      view.setFloat32(84 + 50 * t + 12 + 4 * k, x, true);
    });
  });
  return bytes;
}

const obj = [
  ...vertices.map((p) => `v ${p.join(" ")}`),
  ...faces.map((face) => `f ${face.map((i) => i + 1).join(" ")}`),
].join("\n");

/** In metres, moved by a node and scaled by its parent. */
function gltf(): Document {
  const document = new Document();
  const buffer = document.createBuffer();
  const position = document
    .createAccessor()
    .setType("VEC3")
    .setArray(new Float32Array(vertices.flat().map((x) => x / 10 - 1)))
    .setBuffer(buffer);
  const indices = document.createAccessor().setType("SCALAR").setArray(new Uint16Array(faces.flat())).setBuffer(buffer);
  const primitive = document.createPrimitive().setAttribute("POSITION", position).setIndices(indices);
  const node = document.createNode().setMesh(document.createMesh().addPrimitive(primitive)).setTranslation([1, 1, 1]);
  document.createScene().addChild(document.createNode().setScale([10, 10, 10]).addChild(node));
  return document;
}

async function gltfText(): Promise<string> {
  const { json, resources } = await new WebIO().writeJSON(gltf());
  for (const buffer of json.buffers ?? [])
    buffer.uri = `data:application/octet-stream;base64,${Buffer.from(resources[buffer.uri ?? ""]).toString("base64")}`;
  return JSON.stringify(json);
}

const volume = (mesh: MeshShape): number => evaluate(spatialMoments(mesh, "mesh")?.volume ?? fail(), () => Number.NaN);
const fail = (): never => {
  throw new Error("the mesh fills nothing");
};

describe("a bracket in a file", () => {
  it.each([
    ["stl", "ASCII STL", async () => asciiStl],
    ["stl", "binary STL", async () => binaryStl()],
    ["stl", "binary STL inside other bytes", async () => new Uint8Array([9, ...binaryStl()]).subarray(1)],
    ["obj", "OBJ", async () => obj],
    ["gltf", "GLB", async () => new WebIO().writeBinary(gltf())],
    ["gltf", "glTF with its data inside", gltfText],
  ] as const)("(%s) of %s is the closed mesh that was written", async (format, _, data) => {
    const mesh = await meshFrom(format, await data(), 0.001);
    expect(mesh.vertices).toHaveLength(vertices.length);
    expect(mesh.faces).toHaveLength(faces.length);
    expect(meshFlats(mesh).whole).toHaveLength(8);
    expect(volume(mesh)).toBeCloseTo(3e-6, 12);
  });

  it.each([
    ["stl", "solid nothing\nendsolid nothing", /^data cannot be read as STL: /],
    ["stl", new Uint8Array([1, 2, 3]), /^data cannot be read as STL: /],
    ["obj", "v 0 0 0\nv 1 0 0\n", /^data has no triangles/],
    ["obj", "v 0 0 0\nv 1 0 0\nv nothing 1 0\nf 1 2 3\n", /^data must have finite coordinates/],
    ["gltf", "{", /^data cannot be read as GLTF: /],
    ["gltf", '{"asset":{"version":"2.0"}}', /^data has no triangles/],
    ["step", "ISO-10303-21;", /^format must be one of stl, obj, gltf/],
  ] as const)("(%s) that cannot be read is refused in one sentence", async (format, data, sentence) => {
    await expect(meshFrom(format as "stl", data)).rejects.toThrow(sentence);
  });

  it("needs a unit above 0", async () => {
    await expect(meshFrom("obj", obj, 0)).rejects.toThrow("metres must be a finite number above 0, it is 0.");
  });
});
