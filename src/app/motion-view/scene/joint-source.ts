import { type Expr, sub } from "../../../expr/expr.js";
import { addV, type Vec3, vec3 } from "../../../expr/vector.js";
import { pointToWorld } from "../../../geometry/placement.js";
import { motionsOf } from "../../../mechanics/actions/actions.js";
import type { Joint } from "../../../mechanics/actions/joint-data.js";
import { ofBody } from "../../../mechanics/body.js";
import type { Contact } from "../../../mechanics/contact.js";
import { type Model, next } from "../../../mechanics/model.js";
import type { Scene } from "../../../mechanics/scene.js";
import type { Result } from "../../../motion/result.js";
import { bodiesAndContacts } from "../view.js";
import { formulas, perScene, valuesAt } from "./formulas.js";
import type { SceneShape, Triple } from "./scene-data.js";
import type { SourceBody } from "./source.js";

/** A pivot is as large as this part of the smallest thing that it could be on, a rod thinner, a rail so much longer. */
const [pivot, thin, long] = [0.4, 0.4, 6] as const;

/**
 * Joints as things to be seen: a pivot on a hinge, a rod between its ends, the rail of a slider through the point that slides. A
 * motion of bodies that nothing shows to be held looks as if they flew.
 */
export function jointBodies(model: Model, result: Result, bodies: readonly SourceBody[]): SourceBody[] {
  const scene = bodiesAndContacts(model);
  const joints = scene?.joints ?? [];
  const size = Math.min(...bodies.flatMap(({ shapes }) => shapes.map(halfWidth)).filter((half) => half > 0));
  if (scene === undefined || joints.length === 0 || !Number.isFinite(size)) return [];
  const at = valuesAt(ready(scene), result);
  const radius = pivot * size;
  return joints.flatMap(({ name, kind }, i) => {
    const ends = (k: number): Float64Array => at(k).subarray(9 * i, 9 * i + 9);
    const body = (shapes: readonly SceneShape[], pose: SourceBody["pose"]): SourceBody[] => [
      { name, role: "link", shapes, pose },
    ];
    switch (kind) {
      case "hinge":
      case "ball":
      case "universal":
        return body([{ kind: "ball", centre: [0, 0, 0], radius }], (k) => placed(ends(k), [1, 0, 0]));
      case "distance": {
        const [x, y, z, u, v, w] = ends(0);
        const to: Triple = [Math.hypot(u - x, v - y, w - z), 0, 0];
        return body([{ kind: "bar", from: [0, 0, 0], to, radius: thin * radius }], (k) => {
          const [a, b, c, d, e, f] = ends(k);
          return placed(ends(k), [d - a, e - b, f - c]);
        });
      }
      case "slider":
      case "cylindrical": {
        const half = long * radius;
        const rail: SceneShape = { kind: "line", from: [-half, 0, 0], to: [half, 0, 0] };
        return body([rail], (k) => {
          const all = ends(k);
          return placed(all.subarray(3), [all[6], all[7], all[8]]);
        });
      }
      default:
        return [];
    }
  });
}

/** Half of the smallest side of a shape that has one [m]; 0 of points and of what has no end. */
function halfWidth(shape: SceneShape): number {
  if (shape.kind === "ball" || shape.kind === "cylinder" || shape.kind === "bar") return shape.radius;
  if (shape.kind !== "mesh") return 0;
  const sides = [0, 1, 2].map((i) => {
    const all = shape.vertices.map((vertex) => vertex[i]);
    return Math.max(...all) - Math.min(...all);
  });
  return Math.min(...sides.filter((side) => side > 0)) / 2;
}

/** A place, and the shortest turn that takes the x axis to a direction. */
function placed(at: ArrayLike<number>, [x, y, z]: Triple): number[] {
  const length = Math.hypot(x, y, z) || 1;
  const [c, v, w] = [x / length, y / length, z / length];
  // half a turn is about z: any axis across does
  const q = c < -1 + 1e-12 ? [0, 0, 0, 1] : [1 + c, 0, -w, v];
  const norm = Math.hypot(...q);
  return [at[0], at[1], at[2], ...q.map((one) => one / norm)];
}

/** Nine numbers of every joint: its point on the first body, that on the second, and its axis there. */
const ready = perScene((scene: Scene<Contact>) => {
  const motions = motionsOf(scene, next);
  // of links nothing is known at the start
  const known = new Set([...scene.bodies, ...(scene.driven ?? [])].map(({ name }) => name));
  const side = (body: string | undefined, at: Joint["at"]): Vec3 => {
    const point = vec3(...(at ?? [0, 0, 0]));
    return body === undefined || !known.has(body) ? point : pointToWorld(ofBody(motions, body), point);
  };
  return formulas(
    (scene.joints ?? []).flatMap(({ body, at, to, axis = [1, 0, 0] }): Expr[] => {
      const first = side(body, at);
      const second = side(to?.body, to?.at);
      // a point a metre along the axis of the second side, which the rail is on
      const along = to?.axis ?? axis;
      const rail = side(to?.body, sum(to?.at ?? [0, 0, 0], along));
      return [...first, ...second, ...rail.map((one, i) => sub(one, second[i]))];
    }),
  );
});

const sum = (at: NonNullable<Joint["at"]>, along: NonNullable<Joint["at"]>): Vec3 => addV(vec3(...at), vec3(...along));
