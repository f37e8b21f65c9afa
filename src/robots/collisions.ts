import type { Element } from "@xmldom/xmldom";
import type { Vector } from "../algebra/rotation.js";
import { type Expr, evaluate, type Scalar, toExpr } from "../expr/expr.js";
import { addV, quat, rotateV, type Vec3, vec3 } from "../expr/vector.js";
import type { MeshShape, Shape } from "../geometry/shape.js";
import {
  attribute,
  childOf,
  childrenOf,
  numberOf,
  type Origin,
  originOf,
  refuse,
  rootOf,
  vectorOf,
} from "./elements.js";

/** Meshes by the file names that a robot's text has for them, or by the last part of these. */
export type Meshes = Readonly<Record<string, MeshShape>>;

/**
 * The shapes with which the links of a URDF touch, from its <collision> elements, in the axes of the links: boxes, spheres, cylinders,
 * capsules, and meshes, which nobody fetches: `meshFrom` makes them of files, `urdfMeshes` says which. To be given as `shapes`
 * of a robot in a scene, which with `contacts: "all"` then touches all else.
 * @throws {RangeError} one sentence that names the element and its line, also for a mesh that is missing.
 */
export function urdfShapes(text: string, meshes: Meshes = {}): Record<string, readonly Shape[]> {
  const links = childrenOf(rootOf(text), "link").map((link): [string, readonly Shape[]] => [
    attribute(link, "name"),
    childrenOf(link, "collision").map((collision) => shapeOf(collision, meshes)),
  ]);
  return Object.fromEntries(links.filter(([, shapes]) => shapes.length > 0));
}

/** The file names of the meshes with which the links of a URDF touch, each once. */
export function urdfMeshes(text: string): string[] {
  const geometries = childrenOf(rootOf(text), "link")
    .flatMap((link) => childrenOf(link, "collision"))
    .flatMap((collision) => childrenOf(collision, "geometry"));
  const files = geometries
    .flatMap((geometry) => childrenOf(geometry, "mesh"))
    .map((mesh) => attribute(mesh, "filename"));
  return [...new Set(files)];
}

const kinds = ["box", "sphere", "cylinder", "capsule", "mesh"];

function shapeOf(collision: Element, meshes: Meshes): Shape {
  const geometry = childOf(collision, "geometry") ?? refuse(collision, "needs a <geometry>");
  const elements = (Array.from(geometry.childNodes) as Element[]).filter(({ tagName }) => tagName !== undefined);
  const [element] = elements;
  if (elements.length !== 1) refuse(geometry, `must hold one shape: ${kinds.join(", ")}`);
  const pose = originOf(collision);
  const size = (name: string): number => {
    attribute(element, name);
    return positive(element, name, numberOf(element, name, 0));
  };
  switch (element.tagName) {
    case "box": {
      attribute(element, "size");
      const [a, b, c] = vectorOf(element, "size", [0, 0, 0]).map((x) => positive(element, "size", x) / 2);
      return { kind: "box", half: [a, b, c], pose };
    }
    case "sphere":
      return { kind: "ball", radius: size("radius"), centre: pose.position };
    case "cylinder":
      return { kind: "cylinder", radius: size("radius"), halfLength: size("length") / 2, pose };
    case "capsule": {
      const half = size("length") / 2;
      const [from, to] = [-half, half].map((z) => placed(pose, [0, 0, z]));
      return { kind: "capsule", from, to, radius: size("radius") };
    }
    case "mesh":
      return placedMesh(pose, scaledMesh(element, meshOf(element, attribute(element, "filename"), meshes)));
    default:
      return refuse(element, `is no shape; known are ${kinds.join(", ")}`);
  }
}

function positive(element: Element, name: string, value: number): number {
  if (!(value > 0)) refuse(element, `must have numbers above 0 as ${name}, it has ${value}`);
  return value;
}

/** The mesh of a file name, or of its last part. */
export function meshOf(element: Element, file: string, meshes: Meshes): MeshShape {
  const known = Object.keys(meshes).find((name) => name === file) ?? file.split(/[/\\]/).at(-1) ?? file;
  if (!Object.hasOwn(meshes, known))
    refuse(element, `needs the mesh "${file}", which is missing: files are not fetched, give it with the text`);
  return meshes[known];
}

/** A mesh by the `scale` of its element, which may mirror it. */
export function scaledMesh(element: Element, mesh: MeshShape): MeshShape {
  const [a, b, c] = vectorOf(element, "scale", [1, 1, 1]);
  if (a * b * c === 0) refuse(element, "has a scale of zero");
  return {
    ...mesh,
    vertices: mesh.vertices.map(([x, y, z]) => [a * number(x), b * number(y), c * number(z)] as const),
    faces: a * b * c < 0 ? mesh.faces.map(([i, j, k]) => [i, k, j] as const) : mesh.faces,
  };
}

/** A mesh in a pose. */
export const placedMesh = (pose: Origin, mesh: MeshShape): MeshShape => ({
  ...mesh,
  vertices: mesh.vertices.map(([x, y, z]) => placed(pose, [number(x), number(y), number(z)])),
});

const number = (value: Scalar): number => evaluate(toExpr(value), () => 0);

/** A point of a pose in the axes around. */
function placed({ position, orientation }: Origin, [x, y, z]: Vector): Vector {
  const there: Vec3 = addV(vec3(...position), rotateV(quat(...orientation), vec3(x, y, z)));
  const [a, b, c] = there.map((value: Expr) => number(value));
  return [a, b, c];
}
