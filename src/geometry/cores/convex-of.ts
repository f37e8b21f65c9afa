import { add } from "../../expr/expr.js";
import { addV, dot, scaleV, vec3 } from "../../expr/vector.js";
import { boxHull, type ConvexShape } from "../convex.js";
import { flatsOfParts, hullOrFlat, meshFlats } from "../mesh/mesh.js";
import { directionToWorld, placedIn, pointToWorld } from "../placement.js";
import type { Components, MeshShape, Polyhedron, Shape, ShapePose } from "../shape.js";
import { coreOf, facesOf } from "./core.js";

/** A shape as a convex body by inequalities, as contact patches need it; words say why it is none. */
export function convexOf(shape: Shape): ConvexShape | string {
  switch (shape.kind) {
    case "ball":
    case "capsule":
    case "cylinder":
    case "ellipsoid":
      return shape;
    case "box": {
      const { half, rounding = 0, pose } = shape;
      return rounding === 0 ? placed(boxHull(...half), pose) : { ...shape, rounding };
    }
    case "hull": {
      const faces = shape.faces ?? facesOf(shape.vertices);
      if (faces === undefined) return "a hull whose vertices are formulas needs its faces";
      return { ...shape, faces, centre: middleOf(shape.vertices) };
    }
    case "mesh":
      return meshHull(shape);
    case "point":
      return "a point has no face, a small ball has";
    case "segment":
      return "a segment has no thickness, a thin capsule has";
    case "half-space":
      return "a half-space that ends or moves has no inequalities of its own, a box has";
    default: {
      const reason = coreOf(shape, false);
      return typeof reason === "string" ? reason : `a ${shape.kind} has no inequalities`;
    }
  }
}

const middleOf = (vertices: readonly Components[]): Components =>
  scaleV(1 / vertices.length, addV(vec3(0, 0, 0), ...vertices.map((vertex) => vec3(...vertex))));

/** A closed surface that is convex all around is the hull of its vertices. */
function meshHull(mesh: MeshShape): Polyhedron | string {
  const hull = hullOrFlat(mesh.vertices);
  const isWhole = flatsOfParts(mesh, "whole").length === 1 && meshFlats(mesh).whole.length === hull?.faces.length;
  if (hull === undefined || !isWhole)
    return "a mesh that is open or not convex has no inequalities, its convex parts as hulls have";
  const { vertices, faces } = hull;
  return placed({ kind: "hull", vertices, faces, centre: middleOf(vertices) }, mesh.pose);
}

function placed(hull: Polyhedron, pose: ShapePose | undefined): Polyhedron {
  if (pose === undefined) return hull;
  const place = placedIn(undefined, pose);
  const at = vec3(...pose.position);
  const middle = vec3(...(hull.centre ?? [0, 0, 0]));
  return {
    kind: "hull",
    vertices: hull.vertices.map((vertex) => pointToWorld(place, vec3(...vertex))),
    centre: pointToWorld(place, middle),
    faces: hull.faces.map((face) => {
      const normal = directionToWorld(place, vec3(...face.normal));
      return { ...face, normal, offset: add(face.offset, dot(normal, at)) };
    }),
  };
}
