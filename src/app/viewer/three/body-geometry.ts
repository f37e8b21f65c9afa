import {
  BufferGeometry,
  CapsuleGeometry,
  CircleGeometry,
  Color,
  CylinderGeometry,
  Float32BufferAttribute,
  Quaternion,
  ShapeUtils,
  SphereGeometry,
  Vector2,
  Vector3,
} from "three";
import type { Mesh, SceneShape } from "../../motion-view/scene/scene-data.js";

/** Triangles of a body with a colour for each corner, and the lines along its edges. */
export interface BodyGeometry {
  readonly surface: BufferGeometry;
  readonly edges: BufferGeometry | undefined;
}

interface Builder {
  readonly positions: number[];
  readonly normals: number[];
  readonly colours: number[];
  readonly edges: number[];
}

/** A point and a wall have no size: they are drawn as wide as these parts of the scene. */
const dot = 0.014;
const wall = 0.009;

/** The look of a body: flat or in space, in a scene of that size [m], filled with a colour. */
export interface Paint {
  readonly flat: boolean;
  readonly size: number;
  readonly fill: string;
}

/** All shapes of a body as one geometry; round ones have two tones, so that they are seen to turn. */
export function bodyGeometry(shapes: readonly SceneShape[], paint: Paint): BodyGeometry {
  const builder: Builder = { positions: [], normals: [], colours: [], edges: [] };
  for (const shape of shapes) addShape(builder, shape, paint);
  const surface = new BufferGeometry();
  surface.setAttribute("position", new Float32BufferAttribute(builder.positions, 3));
  surface.setAttribute("normal", new Float32BufferAttribute(builder.normals, 3));
  surface.setAttribute("color", new Float32BufferAttribute(builder.colours, 3));
  return { surface, edges: builder.edges.length > 0 ? lineGeometry(builder.edges) : undefined };
}

export function lineGeometry(positions: readonly number[]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  return geometry;
}

function addShape(builder: Builder, shape: SceneShape, { flat, size, fill }: Paint): void {
  switch (shape.kind) {
    case "mesh":
      addMesh(builder, shape, fill);
      return;
    case "ball": {
      const [x, y, z] = shape.centre;
      const round = flat ? new CircleGeometry(shape.radius, 64) : new SphereGeometry(shape.radius, 32, 20);
      if (flat) addCircle(builder, x, y, shape.radius);
      const side = flat ? quadrant : octant;
      addTwoToned(builder, round.translate(x, y, z), fill, (a, b, c) => side(a - x, b - y, c - z));
      return;
    }
    case "cylinder": {
      const geometry = new CylinderGeometry(shape.radius, shape.radius, 2 * shape.halfLength, 32);
      addTwoToned(builder, geometry.rotateX(Math.PI / 2), fill, quadrant);
      return;
    }
    case "bar": {
      const [from, to] = [new Vector3(...shape.from), new Vector3(...shape.to)];
      const along = to.clone().sub(from);
      const geometry = new CapsuleGeometry(shape.radius, along.length(), 5, 14);
      const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.normalize());
      const middle = from.add(to).multiplyScalar(0.5);
      addGeometry(builder, geometry.applyQuaternion(turn).translate(middle.x, middle.y, middle.z), () => fill);
      return;
    }
    case "point": {
      const round = flat ? new CircleGeometry(dot * size, 24) : new SphereGeometry(dot * size, 16, 12);
      addGeometry(builder, round.translate(...shape.at), () => fill);
      return;
    }
    case "line": {
      const [from, to] = [new Vector3(...shape.from), new Vector3(...shape.to)];
      const aside = to
        .clone()
        .sub(from)
        .cross(new Vector3(0, 0, 1))
        .setLength((wall * size) / 2);
      const vertices = [from.clone().add(aside), to.clone().add(aside), to.clone().sub(aside), from.clone().sub(aside)];
      addMesh(
        builder,
        { kind: "mesh", vertices: vertices.map(({ x, y, z }) => [x, y, z]), faces: [[0, 1, 2, 3]] },
        fill,
      );
      return;
    }
    case "half-space":
      return;
  }
}

/** Faces as triangles with one normal each, and their borders as edges. */
function addMesh({ positions, normals, colours, edges }: Builder, { vertices, faces }: Mesh, fill: string): void {
  const colour = new Color(fill);
  const drawn = new Set<string>();
  for (const face of faces) {
    const corners = face.map((i) => new Vector3(...vertices[i]));
    const normal = areaNormal(corners);
    // two axes in the face, in which it is cut into triangles
    const u = corners[1].clone().sub(corners[0]).normalize();
    const v = normal.clone().cross(u);
    const triangles = ShapeUtils.triangulateShape(
      corners.map((corner) => new Vector2(corner.dot(u), corner.dot(v))),
      [],
    );
    for (const triangle of triangles)
      for (const i of triangle) {
        positions.push(...corners[i].toArray());
        normals.push(...normal.toArray());
        colours.push(colour.r, colour.g, colour.b);
      }
    face.forEach((i, at) => {
      const j = face[(at + 1) % face.length];
      const key = `${Math.min(i, j)} ${Math.max(i, j)}`;
      if (drawn.has(key)) return;
      drawn.add(key);
      edges.push(...vertices[i], ...vertices[j]);
    });
  }
}

/** The unit normal of a polygon, also of one that is not convex. */
function areaNormal(corners: readonly Vector3[]): Vector3 {
  const sum = new Vector3();
  corners.forEach((corner, i) => {
    sum.add(corner.clone().cross(corners[(i + 1) % corners.length]));
  });
  return sum.normalize();
}

type Side = (x: number, y: number, z: number) => boolean;
const quadrant: Side = (x, y) => x * y > 0;
const octant: Side = (x, y, z) => x * y * z > 0;

function addTwoToned(builder: Builder, geometry: BufferGeometry, fill: string, side: Side): void {
  const other = `#${new Color(fill).lerp(new Color("#ffffff"), 0.45).getHexString()}`;
  addGeometry(builder, geometry, (x, y, z) => (side(x, y, z) ? fill : other));
}

/** A geometry's triangles, each in the colour of its centroid. */
function addGeometry(
  { positions, normals, colours }: Builder,
  indexed: BufferGeometry,
  colourAt: (x: number, y: number, z: number) => string,
): void {
  const geometry = indexed.toNonIndexed();
  const [position, normal] = [geometry.getAttribute("position"), geometry.getAttribute("normal")];
  const known = new Map<string, Color>();
  for (let i = 0; i + 2 < position.count; i += 3) {
    const mean = (axis: "getX" | "getY" | "getZ"): number =>
      (position[axis](i) + position[axis](i + 1) + position[axis](i + 2)) / 3;
    const fill = colourAt(mean("getX"), mean("getY"), mean("getZ"));
    const colour = known.get(fill) ?? new Color(fill);
    known.set(fill, colour);
    for (let j = i; j < i + 3; j++) {
      positions.push(position.getX(j), position.getY(j), position.getZ(j));
      normals.push(normal.getX(j), normal.getY(j), normal.getZ(j));
      colours.push(colour.r, colour.g, colour.b);
    }
  }
}

function addCircle({ edges }: Builder, x: number, y: number, radius: number): void {
  const corners = 64;
  const at = (i: number): [number, number, number] => {
    const angle = (2 * Math.PI * i) / corners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), 0];
  };
  for (let i = 0; i < corners; i++) edges.push(...at(i), ...at(i + 1));
}
