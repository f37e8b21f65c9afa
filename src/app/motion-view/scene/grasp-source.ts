import { type Expr, mul } from "../../../expr/expr.js";
import { addV, scaleV, type Vec3 } from "../../../expr/vector.js";
import { type Contact, partnerOf } from "../../../mechanics/contact.js";
import { inside, next } from "../../../mechanics/model.js";
import { carriersOf, isPlanar, type QuasistaticScene, touchesOf } from "../../../models/quasistatic/scene.js";
import type { Result } from "../../../motion/result.js";
import { bandOfModes } from "../band.js";
import { bodiesOf } from "../bodies.js";
import { turnsOf } from "../frames.js";
import { frictionOf } from "../outlines.js";
import { numberOf, tripleOf } from "../patches.js";
import { linksOf } from "./arm-shapes.js";
import { formulas, perScene, poseFormulas, valuesAt } from "./formulas.js";
import { prismOf, rectangle } from "./prism.js";
import type { SceneShape } from "./scene-data.js";
import { bodyOf, distinct, fingerOf, sceneShape } from "./solid-shapes.js";
import type { Source, SourceBody } from "./source.js";
import { targetPoints } from "./targets.js";

/** Parts, fingers and the links of arms, with the forces on the parts. */
export function graspSource(scene: QuasistaticScene, result: Result): Source {
  const { columns } = result.trajectory;
  const { carriers, touches, poses, forces } = ready(scene);
  const poseAt = valuesAt(poses, result);
  const forceAt = valuesAt(forces, result);
  const known = touches.map(({ name }) => columns[`${name}.normalForce`]);
  const empty = new Float64Array(9 * touches.length);
  const shapes = shapesOf(scene, result);
  const parts = new Set(scene.parts.map(({ name }) => name));
  const links = new Set(scene.movers.flatMap((mover) => ("robot" in mover ? mover.robot.links : [])));
  const touching = new Set(scene.contacts.flatMap((contact) => [contact.body, partnerOf(contact).body]));
  const bodies = carriers.flatMap((name, i): SourceBody[] => {
    const own = shapes.get(name);
    if (own === undefined) return [];
    const role = parts.has(name) ? "part" : links.has(name) && !touching.has(name) ? "link" : "tool";
    return [{ name, role, shapes: own, pose: (k) => poseAt(k).subarray(7 * i, 7 * i + 7) }];
  });
  const planar = isPlanar(scene);
  return {
    plane: planar ? "xy" : "space",
    bodies,
    world: distinct(
      scene.contacts.flatMap((contact) => {
        const { body, shape } = partnerOf(contact);
        return body === undefined ? sceneShape(shape, planar, result) : [];
      }),
    ),
    contacts: touches.map(({ name, contact, on }) => ({
      name,
      body: bodies.findIndex((body) => body.name === on),
      friction: frictionOf(contact, result),
      patches: [],
    })),
    forces(k) {
      if (k === 0) return empty;
      const all = forceAt(k);
      known.forEach((normal, i) => {
        if (!(normal !== undefined && normal[k] > 0)) all.fill(0, 9 * i, 9 * i + 9);
      });
      return all;
    },
    targets: targetPoints(bodiesOf(result.model), result),
    timeline: { band: bandOfModes(scene, result), realTime: true },
    turns: known.flatMap((normal) => (normal === undefined ? [] : turnsOf(normal))),
  };
}

/** Poses and forces of a scene as formulas of a step's leaves. */
const ready = perScene((scene: QuasistaticScene) => {
  const carriers = carriersOf(scene, next);
  const parts = new Set(scene.parts.map(({ name }) => name));
  const touches = touchesOf(scene, next).map(({ name, contact, nearest }) => {
    const { body: partner = contact.body } = partnerOf(contact);
    const on = parts.has(contact.body) ? contact.body : partner;
    return { name, contact, nearest, on, sign: on === contact.body ? 1 : -1 };
  });
  const forces = touches.flatMap(({ name, nearest: { first, frame }, sign }): Expr[] => {
    const along = (axis: Vec3, force: string): Vec3 => scaleV(mul(sign, inside(`${name}.${force}Force`)), axis);
    return [
      ...first,
      ...along(frame.normal, "normal"),
      ...addV(along(frame.tangent, "tangent"), along(frame.orthogonal, "orthogonal")),
    ];
  });
  return {
    carriers: [...carriers.keys()],
    touches: touches.map(({ name, contact, on }) => ({ name, contact, on })),
    poses: formulas([...carriers.values()].flatMap(({ pose }) => poseFormulas(pose))),
    forces: formulas(forces),
  };
});

/** The shapes of parts, fingers and links, by their names. */
function shapesOf(scene: QuasistaticScene, result: Result): Map<string, SceneShape[]> {
  const planar = isPlanar(scene);
  const found = new Map<string, SceneShape[]>();
  const touching = scene.contacts.flatMap((contact) => [contact, partnerOf(contact)]);
  for (const { body } of touching) {
    if (body === undefined || found.has(body)) continue;
    const own = touching.filter((one) => one.body === body).map(({ shape }) => shape);
    const ended = own.filter(({ kind }) => kind !== "half-space").flatMap((shape) => sceneShape(shape, planar, result));
    const solid = ended.length > 0 ? tool(ended, planar, scene, body) : [];
    found.set(body, [...solid, ...own.flatMap((shape) => (shape.kind === "half-space" ? [finger(shape)] : []))]);
  }
  for (const mover of scene.movers)
    if ("robot" in mover)
      for (const [link, bars] of linksOf(mover.robot)) found.set(link, [...(found.get(link) ?? []), ...bars]);
  return found;

  function finger({ normal, tangent }: Extract<Contact["shape"], { kind: "half-space" }>): SceneShape {
    const size = Math.max(...scene.parts.map(({ halfDiameter }) => numberOf(halfDiameter, result)));
    return fingerOf(tripleOf(normal, result), tripleOf(tangent, result), tripleOf(scene.gravity, result), size);
  }
}

/** Points of a finger in one plane are the face of a pad as deep as half its width; other points are what they span. */
function tool(shapes: readonly SceneShape[], planar: boolean, scene: QuasistaticScene, body: string): SceneShape[] {
  const isPart = scene.parts.some(({ name }) => name === body);
  const spots = shapes.flatMap((one) => (one.kind === "point" ? [one.at] : []));
  if (planar || isPart || spots.length < 3 || spots.length < shapes.length) return bodyOf(shapes, planar);
  const reach = (i: number): number => Math.max(...spots.map((spot) => Math.abs(spot[i])));
  const [a, b, z] = [reach(0), reach(1), spots[0][2]];
  return [prismOf(rectangle(a, b), z - a, z)];
}
