import { type Expr, max, sub } from "../../expr/expr.js";
import { dot, type Vec3, vec3 } from "../../expr/vector.js";
import { type Place, placedIn, pointToBody } from "../placement.js";
import type { MeshShape } from "../shape.js";
import { edge, edgesOf } from "./flats.js";
import { meshFlats } from "./mesh.js";

/**
 * How far a point of the world is in front of an open mesh [m]: the largest of its heights over the planes of all flats, below
 * zero where it is behind all of them. There is no surface there, but the hull of a convex part has faces that close it. Undefined
 * of a mesh that is closed, and of a single flat, which has two sides.
 */
export function frontOfOpen(mesh: MeshShape, carrier: Place, point: Vec3): Expr | undefined {
  const { whole } = meshFlats(mesh);
  if (whole.length < 2 || !isOpen(mesh)) return undefined;
  const p = pointToBody(mesh.pose ? placedIn(carrier, mesh.pose) : carrier, point);
  return max(...whole.map(({ normal: [x, y, z], offset }) => sub(dot(vec3(x, y, z), p), offset)));
}

/** True where an edge belongs to one triangle alone. */
function isOpen({ faces }: MeshShape): boolean {
  const edges = edgesOf(faces);
  return faces.some((face) => face.some((i, k) => !edges.has(edge(face[(k + 1) % 3], i))));
}
