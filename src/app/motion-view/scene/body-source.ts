import { largestOf } from "../../../algebra/largest.js";
import { plus, times } from "../../../algebra/vectors.js";
import { type Expr, mul, toExpr } from "../../../expr/expr.js";
import { addV } from "../../../expr/vector.js";
import { isDriven, memberOf, motionsOf, movingOf, robotOf } from "../../../mechanics/actions/actions.js";
import { linkShapes } from "../../../mechanics/actions/linkage.js";
import { type Moving, ofBody } from "../../../mechanics/body.js";
import { type Contact, elementsOf, partnerOf } from "../../../mechanics/contact.js";
import { forceInWorld } from "../../../mechanics/contact-kinematics.js";
import { inside, type Model, next, now } from "../../../mechanics/model.js";
import { contactGeometry, type Motions } from "../../../mechanics/pairs.js";
import type { Scene } from "../../../mechanics/scene.js";
import { axes } from "../../../mechanics/views.js";
import type { Result } from "../../../motion/result.js";
import { bandOfColumns } from "../band.js";
import { bodiesOf, columnAlong } from "../bodies.js";
import { turnsOf } from "../frames.js";
import { frictionOf } from "../outlines.js";
import { bodiesAndContacts, isUpright } from "../view.js";
import { formulas, perScene, poseFormulas, valuesAt } from "./formulas.js";
import type { SceneBody, SceneShape, Triple } from "./scene-data.js";
import { bodyOf, distinct, sceneShape } from "./solid-shapes.js";
import type { Source } from "./source.js";
import { targetPoints } from "./targets.js";

type HalfSpace = Extract<SceneShape, { kind: "half-space" }>;

/** One place where a force may act: a contact, or an element of a patch, with its name in the columns. */
interface Place {
  readonly name: string;
  readonly contact: Contact;
  readonly element: Contact;
}

/** Normals with more of this across the plane of a motion lean: rounding of a turned plane has less. */
const leaning = 1e-9;

/** Rigid bodies with contacts; undefined for a model that carries no such scene. */
export function bodySource(model: Model, result: Result): Source | undefined {
  const scene = bodiesAndContacts(model);
  if (scene === undefined) return undefined;
  const { columns } = result.trajectory;
  const { poses, places, forces } = ready(scene);
  const planar = movingOf(scene).every(({ space }) => space === "planar");
  const moving = shownOf(scene);
  const names = moving.map(({ name }) => name);
  const poseAt = valuesAt(poses, result);
  const forceAt = valuesAt(forces, result);
  const known = places.map(({ name }) => columns[`${name}.normalForce`]);
  const empty = new Float64Array(9 * places.length);
  const world = distinct([
    ...scene.contacts.flatMap((contact) => {
      const { body, shape } = partnerOf(contact);
      // parts of a mesh, which the world has whole
      const isPart = shape.kind === "mesh" && scene.world !== undefined;
      return body === undefined && !isPart ? sceneShape(shape, planar, result) : [];
    }),
    ...(scene.world ?? []).flatMap(({ shape }) => sceneShape(shape, planar, result)),
  ]);
  // a wall that leans towards who looks from the side has no cut there, and whoever moves between such walls may bounce
  const isFacing = world.some((one) => one.kind === "half-space" && Math.abs(one.normal[1]) > leaning);
  return {
    plane: planar ? "xy" : !isFacing && isUpright(model, result) ? "xz" : "space",
    bodies: moving.map(({ name }, i) => ({
      ...flightOf(name, scene, result),
      name,
      role: isDriven(scene, name) ? "tool" : "part",
      shapes: shapesOf(name, scene, planar, result),
      pose: (k) => poseAt(k).subarray(7 * i, 7 * i + 7),
    })),
    world,
    contacts: places.map(({ name, contact }) => ({
      name,
      body: names.indexOf(contact.body),
      friction: finiteOrNull(frictionOf(contact, result)),
      patches: [],
    })),
    forces(k) {
      if (k === 0 || !known.some((normal) => normal !== undefined && normal[k] > 0)) return empty;
      const all = forceAt(k);
      known.forEach((normal, i) => {
        if (!(normal !== undefined && normal[k] > 0)) all.fill(0, 9 * i, 9 * i + 9);
      });
      return all;
    },
    targets: targetPoints(bodiesOf(model), result),
    timeline: { band: bandOfColumns(result), realTime: false },
    turns: known.flatMap((normal) => (normal === undefined ? [] : turnsOf(normal))),
  };
}

/** Points of a flight that are shown. */
const flightPoints = 24;

/** The parabola on which a body flies on, x + v t + ½ g t², as a view of it says. */
function flightOf(name: string, scene: Scene<Contact>, result: Result): Pick<SceneBody, "after"> {
  const flies = bodiesOf(result.model).find((body) => body.name === name)?.flies;
  if (flies === undefined) return {};
  const { position, velocity } = ofBody(motionsOf(scene, next), name);
  const numbers = valuesAt(
    formulas([...position, ...velocity, ...scene.gravity.map((g) => toExpr(g)), flies.at]),
    result,
  );
  const [x, y, z, u, v, w, gx, gy, gz, at] = numbers(result.trajectory.t.length - 1);
  const [from, speed, pull] = flies.axis === "x" ? [x, u, gx] : [z, w, gz];
  // of the two times of a parabola the later one is that of falling
  const root = Math.sqrt(speed * speed - 2 * pull * (from - at));
  const time = pull === 0 ? (at - from) / speed : (-speed - root) / pull;
  if (!(time > 0 && Number.isFinite(time))) return {};
  return {
    after: Array.from({ length: flightPoints + 1 }, (_, i): Triple => {
      const t = (time * i) / flightPoints;
      const on = (p: number, q: number, g: number): number => p + q * t + 0.5 * g * t * t;
      return [on(x, u, gx), on(y, v, gy), on(z, w, gz)];
    }),
  };
}

/** All that moves, and of a robot's root, which stands still, only what has shapes of its own. */
const shownOf = (scene: Scene<Contact>): readonly Moving[] => {
  const roots = (scene.robots ?? []).filter(({ robot, shapes = {} }) => !Object.hasOwn(shapes, robot.links[0]));
  return movingOf(scene).filter(({ name }) => !roots.some(({ robot }) => robot.links[0] === name));
};

const finiteOrNull = (x: number): number | null => (Number.isFinite(x) ? x : null);

/** The shapes of a body, in its own axes. */
function shapesOf(name: string, scene: Scene<Contact>, planar: boolean, result: Result): SceneShape[] {
  const { bodies, driven = [], contacts } = scene;
  const robot = robotOf(scene, name);
  const own =
    robot === undefined ? [...bodies, ...driven].find((body) => body.name === name)?.shapes : linkShapes(robot, name);
  if (own !== undefined)
    return bodyOf(
      own.flatMap((shape) => sceneShape(shape, planar, result)),
      planar,
    );
  const shapes = contacts.flatMap((contact) => {
    const partner = partnerOf(contact);
    return [...(contact.body === name ? [contact.shape] : []), ...(partner.body === name ? [partner.shape] : [])];
  });
  const all = shapes.flatMap((shape) => sceneShape(shape, planar, result));
  // a moving half-space has no end: where nothing else is known of its body, a plate stands for it
  const ended = all.filter(({ kind }) => kind !== "half-space");
  const plates =
    ended.length > 0 ? [] : all.flatMap((one) => (one.kind === "half-space" ? [plateOf(one, name, result)] : []));
  return bodyOf([...ended, ...plates], planar);
}

/** Of the way that a body makes, this part is the length of a plate. */
const plate = 0.2;

function plateOf({ normal, tangent, offset }: HalfSpace, body: string, { model, trajectory }: Result): SceneShape {
  const view = bodiesOf(model).find(({ name }) => name === body);
  const way = axes.map((axis) => {
    const column = Array.from((view && columnAlong(view, axis, trajectory)) ?? [0]);
    return largestOf(column) + largestOf(column.map((x) => -x));
  });
  const half = (plate * Math.hypot(...way)) / 2;
  const at = (s: number): Triple => plus(times(offset, normal), times(s * half, tangent));
  return { kind: "line", from: at(-1), to: at(1) };
}

/** Poses and forces of a scene as formulas of a step's leaves. */
const ready = perScene((scene: Scene<Contact>) => {
  const motions: Motions = { now: motionsOf(scene, now), next: motionsOf(scene, next) };
  const places = scene.contacts.flatMap((contact): Place[] =>
    elementsOf(contact).map((element, i) => ({
      name: contact.shape.kind === "patch" ? `${contact.name}.${i + 1}` : contact.name,
      contact,
      element,
    })),
  );
  return {
    places,
    poses: formulas(shownOf(scene).flatMap(({ name }) => poseFormulas(ofBody(motions.next, name)))),
    forces: formulas(places.flatMap((place) => forceFormulas(place, scene, motions))),
  };
});

/** x + arm, n λ_n and t λ_t + o λ_o on the first body of a place. */
function forceFormulas({ name, contact, element }: Place, scene: Scene<Contact>, motions: Motions): Expr[] {
  const planar = memberOf(scene, contact.body).space === "planar";
  const { frame, sides } = contactGeometry(element, motions, planar);
  const { arm, sign } = ofBody(new Map(sides.map((side) => [side.body, side])), contact.body);
  const force = (axis: string): Expr => mul(sign, inside(`${name}.${axis}Force`));
  return [
    ...addV(ofBody(motions.next, contact.body).position, arm),
    ...forceInWorld(frame, force("normal"), 0, 0),
    ...forceInWorld(frame, 0, force("tangent"), force("orthogonal")),
  ];
}
