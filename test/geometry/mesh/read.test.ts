import { Document, Primitive, WebIO } from "@gltf-transform/core";
import { describe, expect, it } from "vitest";
import { BadInput } from "../../../src/checks/bad-input.js";
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
    ["stl", "solid nothing\nendsolid nothing", /^data must have a facet\.$/],
    ["stl", new Uint8Array([1, 2, 3]), /^data must begin with "solid", or be a binary STL/],
    ["obj", "v 0 0 0\nv 1 0 0\n", /^data has no triangles/],
    [
      "obj",
      "v 0 0 0\nv 1 0 0\nv nothing 1 0\nf 1 2 3\n",
      /^data must have three finite numbers for every vertex, as its line 3/,
    ],
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

/** Another count in the header of a binary STL. */
function counted(count: number): Uint8Array {
  const bytes = binaryStl();
  new DataView(bytes.buffer).setUint32(80, count, true);
  return bytes;
}

const changedGltf = async (change: (json: Record<string, unknown>) => void): Promise<string> => {
  const json: Record<string, unknown> = JSON.parse(await gltfText());
  change(json);
  return JSON.stringify(json);
};

/** The primitive of the bracket written again in another mode or with other corners. */
async function primitiveOf(change: (primitive: Primitive, document: Document) => void): Promise<Uint8Array> {
  const document = gltf();
  change(document.getRoot().listMeshes()[0].listPrimitives()[0], document);
  return new WebIO().writeBinary(document);
}

/** Ten lines: a comment, a line that goes on in the next, and the corners of a cube. */
const cube = [
  "# a cube",
  "v 0 0 \\",
  "0",
  ..."100 010 110 001 101 011 111".split(" ").map((at) => `v ${at.split("").join(" ")}`),
].join("\n");

describe("an OBJ with lines, points and words beside its faces", () => {
  it("keeps all faces", async () => {
    const read = await meshFrom("obj", `${cube}\ng side\nf 1 2/1 4//1 3\nl 1 2\np 1\ns off\nnobody knows\nf -1 -2 -4`);
    expect(read.faces).toHaveLength(3);
  });
});

describe("a file that would lose triangles, or is none", () => {
  it.each<[string, "stl" | "obj" | "gltf", () => Promise<string | Uint8Array>, string | RegExp]>([
    ["an empty STL", "stl", async () => "", "data must not be empty."],
    [
      "neither kind of STL",
      "stl",
      async () => "hello",
      'data must begin with "solid", or be a binary STL of 84 bytes or more; it has 5.',
    ],
    [
      "an ASCII STL with a word for a number in its second facet",
      "stl",
      async () =>
        asciiStl.replace(
          `vertex ${triples[1][0].join(" ")}\nvertex ${triples[1][1].join(" ")}`,
          "vertex x 0 0\nvertex 0 0 0",
        ),
      "data must have three corners of three finite numbers in every facet, as its facet 2 has not.",
    ],
    [
      "an ASCII STL that breaks off",
      "stl",
      async () => asciiStl.slice(0, -40),
      `data must have three corners of three finite numbers in every facet, as its facet ${faces.length} has not.`,
    ],
    [
      "a binary STL of fewer bytes than it says",
      "stl",
      async () => counted(1_000_000),
      `data must have 50000084 bytes for the 1000000 triangles that it says it has; it has ${84 + 50 * faces.length}.`,
    ],
    [
      "a binary STL of more triangles than it says",
      "stl",
      async () => counted(1),
      `data must have 134 bytes for the 1 triangles that it says it has; it has ${84 + 50 * faces.length}.`,
    ],
    [
      "an OBJ with a face of a vertex that is not there",
      "obj",
      async () => `${obj}\nf 1 2 99`,
      `data must have faces of vertices that stand before them: its line ${vertices.length + faces.length + 1} names 99, of ${vertices.length}.`,
    ],
    [
      "an OBJ with a vertex of two numbers",
      "obj",
      async () => `v 1 2\n${obj}`,
      "data must have three finite numbers for every vertex, as its line 1 has not.",
    ],
    ...(
      [
        ["1.5 2 3", "names 1.5, of 8"],
        ["1 2x 3", "names 2x, of 8"],
        ["1 2 3 0", "names 0, of 8"],
        ["-1 -2 -9", "names -9, of 8"],
        ["1/1/1/1 2 3", "names 1/1/1/1, of 8"],
      ] as const
    ).map(
      ([face, told]) =>
        [
          `an OBJ with a face of ${face}`,
          "obj" as const,
          async () => `${cube}\nf ${face}`,
          `data must have faces of vertices that stand before them: its line 11 ${told}.`,
        ] as [string, "obj", () => Promise<string>, string],
    ),
    [
      "an OBJ with a face of two corners",
      "obj",
      async () => `${cube}\nf 1 2 # 3`,
      "data must have faces of three corners or more: its line 11 names 2.",
    ],
    [
      "an OBJ with a face that is one word",
      "obj",
      async () => `${cube}\nf1 2 3`,
      'data must have a blank behind "f" in its line 11.',
    ],
    ...["0x10", "NaN", "1e999", "1,5"].map(
      (x) =>
        [
          `an OBJ with a vertex at ${x}`,
          "obj" as const,
          async () => `${cube}\nv ${x} 0 0`,
          "data must have three finite numbers for every vertex, as its line 11 has not.",
        ] as [string, "obj", () => Promise<string>, string],
    ),
    ["JSON that is no glTF", "gltf", async () => "{}", "data must be glTF, an object with asset.version."],
    [
      "a glTF with its data in another file",
      "gltf",
      () =>
        changedGltf((json) => {
          json.buffers = [{ byteLength: 4, uri: "part.bin" }];
        }),
      'data must have its buffers inside, as data: or GLB; "part.bin" is another file.',
    ],
    ...(
      [
        ["buffers", "byteLength", 1e12, /^data must have the 1000000000000 bytes of its buffers\[0\]; it has \d+\.$/],
        [
          "bufferViews",
          "byteLength",
          1e12,
          /^data must have all that its bufferViews\[0\] says, 1000000000000 of \d+\.$/,
        ],
        ["bufferViews", "byteOffset", -4, "data must have a whole number from 0 on as its bufferViews[0].byteOffset."],
        ["bufferViews", "buffer", 5, /^data must have all that its bufferViews\[0\] says, \d+ of none\.$/],
        ["accessors", "count", 1e9, /^data must have all that its accessors\[0\] says, \d+ of \d+\.$/],
        ["accessors", "count", "3", "data must have a whole number from 0 on as its accessors[0].count."],
        [
          "accessors",
          "type",
          "MAT9",
          /^data must have a componentType and a type that there are in its accessors\[0\]\.$/,
        ],
        // a reader would make room for zeros until the memory of the machine is full
        [
          "accessors",
          "bufferView",
          undefined,
          /^data must have all that its accessors\[0\] says, 1000000000 of \d+\.$/,
        ],
      ] as const
    ).map(
      ([list, field, value, sentence]) =>
        [
          `a glTF whose ${list} have ${value} as ${field}`,
          "gltf" as const,
          () =>
            changedGltf((json) => {
              const [first] = json[list] as [Record<string, unknown>];
              if (value === undefined) first.count = 1e9;
              first[field] = value;
            }),
          sentence,
        ] as [string, "gltf", () => Promise<string>, string | RegExp],
    ),
    [
      "a glTF with its mesh in so many nodes that their triangles fill a machine",
      "gltf",
      () =>
        primitiveOf((primitive, document) => {
          primitive.getIndices()?.setArray(Uint16Array.from({ length: 30_000 }, (_, k) => k % 3));
          const [mesh] = document.getRoot().listMeshes();
          for (let k = 0; k < 100; k++) document.createNode().setMesh(mesh);
        }),
      "data must have at most 1000000 triangles in all of its nodes.",
    ],
    [
      "a GLB that breaks off",
      "gltf",
      async () => (await new WebIO().writeBinary(gltf())).subarray(0, 100),
      /^data must have the \d+ bytes of its GLB; it has 100\.$/,
    ],
    [
      "a glTF of a strip of triangles",
      "gltf",
      () => primitiveOf((primitive) => primitive.setMode(Primitive.Mode.TRIANGLE_STRIP)),
      "data must have single triangles, not a strip of them.",
    ],
    [
      "a glTF with a corner that is not there",
      "gltf",
      () => primitiveOf((primitive) => primitive.getIndices()?.setScalar(0, 99)),
      `data must name positions that are there: a triangle names 99, of 0 to ${vertices.length - 1}.`,
    ],
  ])("(%s) is refused in one sentence", async (_, format, data, sentence) => {
    const read = meshFrom(format, await data());
    await expect(read).rejects.toThrow(BadInput);
    await expect(read).rejects.toThrow(sentence);
  });

  it("is no number, and no file has a unit that is a word", async () => {
    await expect(meshFrom("stl", 5 as never)).rejects.toThrow("data must be the bytes or the text of a file, it is 5.");
    await expect(meshFrom("stl", asciiStl, "2" as never)).rejects.toThrow("metres must be a finite number above 0");
  });
});
