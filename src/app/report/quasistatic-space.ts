import { direction, outer, plus, times } from "../../algebra/vectors.js";
import { constant, mul, toExpr } from "../../expr/expr.js";
import { type Contact, partnerOf } from "../../mechanics/contact.js";
import { block, type Polyhedron, prism } from "../../mechanics/convex.js";
import { next } from "../../mechanics/model.js";
import { carriersOf, type QuasistaticScene, touchesOf } from "../../mechanics/quasistatic.js";
import { type Robot, reachOf } from "../../mechanics/robot.js";
import { rectangle, type Shape } from "../../mechanics/shape.js";
import type { Result } from "../../motion/result.js";
import { evaluatorOf } from "./evaluator.js";
import { framesOf, turnsOf } from "./frames.js";
import { numberOf, tripleOf } from "./patches.js";
import { facesOf } from "./quasistatic.js";
import type { Facets, SpatialContact, SpatialMotion, SpatialPlane, SpatialPose, Triple } from "./spatial-figures.js";

/** Pictures of a robot's motion: with ten links they are about a hundred kilobytes. */
const mostPictures = 150;
/** Corners of a cylinder. */
const corners = 20;
/** A link is drawn as a bar this many times thinner than its robot is long. */
const slenderness = 50;

/** Parts, pads and the bars of robots in space, with the forces of each face; undefined where nothing has a solid shape. */
export function quasistaticMotion(scene: QuasistaticScene, result: Result): SpatialMotion | undefined {
  const { t, columns } = result.trajectory;
  if (t.length < 2 || scene.parts.some(({ space }) => space === "planar")) return undefined;
  const solids = solidsOf(scene, result);
  if (!scene.parts.every(({ name }) => solids.has(name))) return undefined;
  const turns = touchesOf(scene, next).flatMap(({ name }) => turnsOf(columns[`${name}.normalForce`]!));
  const kept = framesOf(t, [...new Set(turns)], mostPictures);
  const carriers = carriersOf(scene, next);
  const bodies = [...solids].map(([name, hull]) => {
    const { position, orientation = [1, 0, 0, 0] } = carriers.get(name)!.pose;
    const at = evaluatorOf([...position, ...orientation.map(toExpr)], result);
    return { name, hull, parts: [], poses: kept.map((k) => rounded(at(k)) as unknown as SpatialPose) };
  });
  return {
    t: kept.map((k) => t[k]!),
    step: kept,
    bodies,
    contacts: forces(scene, kept, result),
    ...world(scene, result),
  };
}

/** Shapes of parts and of what touches them, and a bar from each joint of a robot to the next. */
function solidsOf(scene: QuasistaticScene, result: Result): Map<string, Facets> {
  const found = new Map<string, Facets>();
  const keep = (name: string, solid: Polyhedron): void => {
    const vertices = solid.vertices.map((vertex) => tripleOf(vertex, result));
    found.set(name, { vertices, faces: solid.faces.map((face) => face.vertices) });
  };
  for (const contact of scene.contacts)
    for (const { body, shape } of [contact, partnerOf(contact)]) {
      const solid = solidOf(shape);
      if (body !== undefined && solid !== undefined) keep(body, solid);
    }
  const points = scene.contacts.flatMap(({ body, shape }) =>
    shape.kind === "point" ? [{ body, at: tripleOf(shape.at, result) }] : [],
  );
  for (const link of new Set(points.map(({ body }) => body))) {
    const finger = fingerOf(points.filter(({ body }) => body === link).map(({ at }) => at));
    if (finger !== undefined && !found.has(link)) keep(link, finger);
  }
  for (const mover of scene.movers)
    if ("robot" in mover) for (const [link, bar] of barsOf(mover.robot)) if (!found.has(link)) found.set(link, bar);
  return found;
}

function solidOf(shape: Shape): Polyhedron | undefined {
  if (shape.kind === "block") return block(...shape.half);
  if (shape.kind === "pad") {
    const [a, b] = shape.half;
    return prism(rectangle(a, b).vertices, mul(-1, shape.depth), constant(0));
  }
  if (shape.kind !== "cylinder") return undefined;
  const circle = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    return [mul(Math.cos(angle), shape.radius), mul(Math.sin(angle), shape.radius)] as const;
  });
  return prism(circle, mul(-1, shape.halfLength), shape.halfLength);
}

/** A square bar in the axes of each link, from its origin to the next joint, and half of the way to one that slides. */
function barsOf(robot: Robot): Map<string, Facets> {
  const half = reachOf(robot) / slenderness;
  const long = robot.joints.filter(({ origin }) => Math.hypot(...origin.position) > half);
  return new Map(
    long.map(({ parent, kind, origin }) => [parent, bar(times(kind === "prismatic" ? 0.5 : 1, origin.position), half)]),
  );
}

/** A finger that touches with points, their rectangle in front and as deep as half its width behind, like a pad. */
function fingerOf(points: readonly Triple[]): Polyhedron | undefined {
  const [[x0, x1], [y0, y1], [, z]] = [0, 1, 2].map((i) => {
    const along = points.map((point) => point[i]!);
    return [Math.min(...along), Math.max(...along)];
  }) as [[number, number], [number, number], [number, number]];
  if (!(x1 > x0 && y1 > y0)) return undefined;
  return prism(
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ],
    z - (x1 - x0) / 2,
    z,
  );
}

function bar(to: Triple, half: number): Facets {
  const along = direction(to);
  const across = direction(outer(along, Math.abs(along[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const aside = outer(along, across);
  const square = [-1, 1, 1, -1].map((i, k) => plus(times(i * half, across), times((k < 2 ? -1 : 1) * half, aside)));
  return {
    vertices: [...square, ...square.map((corner) => plus(corner, to))],
    faces: [[3, 2, 1, 0], [4, 5, 6, 7], ...[0, 1, 2, 3].map((i) => [i, (i + 1) % 4, 4 + ((i + 1) % 4), 4 + i])],
  };
}

/** What presses on the part of each face, and where: the contacts' forces together, at their centre. */
function forces(scene: QuasistaticScene, kept: readonly number[], result: Result): SpatialContact[] {
  const { columns } = result.trajectory;
  const parts = new Set(scene.parts.map(({ name }) => name));
  const touches = new Map(touchesOf(scene, next).map((touch) => [touch.name, touch]));
  return facesOf(scene).map((face) => {
    const at = face.touches.map((name) => {
      const { nearest, contact } = touches.get(name)!;
      const { first, frame } = nearest;
      const values = evaluatorOf([...first, ...frame.normal, ...frame.tangent, ...frame.orthogonal], result);
      return { name, values, sign: parts.has(contact.body) ? 1 : -1 };
    });
    const sums = kept.map((k) => {
      let [total, point, normal, friction]: [number, Triple, Triple, Triple] = [0, origin, origin, origin];
      for (const { name, values, sign } of at) {
        const now = values(k);
        const axis = (i: number): Triple => [now[3 * i]!, now[3 * i + 1]!, now[3 * i + 2]!];
        const force = (of: string): number => sign * (columns[`${name}.${of}Force`]?.[k] ?? 0);
        const pressed = k === 0 ? 0 : sign * force("normal");
        if (!(pressed > 0)) continue;
        total += pressed;
        point = plus(point, times(pressed, axis(0)));
        normal = plus(normal, times(force("normal"), axis(1)));
        friction = plus(friction, plus(times(force("tangent"), axis(2)), times(force("orthogonal"), axis(3))));
      }
      return total > 0 ? { point: times(1 / total, point), normal, friction } : undefined;
    });
    const pick = (of: "point" | "normal" | "friction"): (Triple | null)[] =>
      sums.map((sum) => (sum === undefined ? null : (rounded(sum[of]) as unknown as Triple)));
    const none = { patch: kept.map(() => -1), patches: [] };
    return {
      name: face.name,
      body: 0,
      ecp: pick("point"),
      normal: pick("normal"),
      friction: pick("friction"),
      ...none,
    };
  });
}

/** The half-spaces of the world. */
function world({ contacts }: QuasistaticScene, result: Result): Pick<SpatialMotion, "planes" | "solids"> {
  const planes = contacts.flatMap((contact: Contact): SpatialPlane[] => {
    const { body, shape } = partnerOf(contact);
    if (body !== undefined || shape.kind !== "half-space") return [];
    const { normal, tangent, offset } = shape;
    return [{ normal: tripleOf(normal, result), tangent: tripleOf(tangent, result), offset: numberOf(offset, result) }];
  });
  return { planes: [...new Map(planes.map((plane) => [JSON.stringify(plane), plane])).values()], solids: [] };
}

const origin: Triple = [0, 0, 0];
// a tenth of a millimetre cannot be seen
const rounded = (values: ArrayLike<number>): number[] => Array.from(values, (x) => Number(x.toFixed(4)) + 0);
