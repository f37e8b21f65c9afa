import {
  abs,
  add,
  type Expr,
  evaluate,
  max,
  min,
  mul,
  neg,
  sub,
  substituteAll,
  toExpr,
  variable,
} from "../../expr/expr.js";
import { scaleV, type Vec3 } from "../../expr/vector.js";
import type { ContactGeometry } from "../../geometry/contact-geometry.js";
import type { Shape } from "../../geometry/shape.js";
import { sinkingOf } from "../../geometry/sinking.js";
import { type SolidKind, spaceSizes } from "../assembly.js";
import { type Body, bodyStates, kinematics, type Motion, motionOf, planarNames, spatialNames } from "../body.js";
import type { CompliantContact } from "../compliance.js";
import type { ContactLaw } from "../contact.js";
import { contactWrench, forceInWorld, relativeVelocity, sideMobility } from "../contact-kinematics.js";
import { frame, inside } from "../model.js";
import { nearestPoints } from "../nearest-points.js";
import { carried, contactGeometry } from "../pairs.js";

/**
 * Places of the leaves of a kind among its inputs; its unknowns, deformation and so on follow, see `inputPlaces`. In the plane
 * the last numbers of each are in no formula.
 */
export const solidInputs = { first: 0, second: 13, velocities: 26, unknowns: 38 };

/** Places behind so many unknowns: deformation (3), h, law (4), mass and moment of both, numbers of the shapes. */
export const inputPlaces = (unknowns: number) => {
  const deformation = solidInputs.unknowns + unknowns;
  return { deformation, h: deformation + 3, law: deformation + 4, bodies: deformation + 8, shapes: deformation + 12 };
};

/** Places among `end`: deformation for the next step, then what certificates read; `room` is 0 where there is no end. */
export const solidEnd = {
  deformation: 0,
  normalForce: 3,
  gap: 4,
  separation: 5,
  coneExcess: 6,
  elasticEnergy: 7,
  complementarity: 8,
  room: 9,
  size: 10,
};

const leaf = (name: string): Expr => variable(`solid.${name}`);

/** A shape with a leaf for each of its numbers, and a text that is the same for all shapes of the same make. */
export interface Template<S> {
  readonly shape: S;
  readonly make: string;
  readonly numbers: readonly Expr[];
  readonly leaves: readonly Expr[];
}

/** Puts leaves in the place of all numbers of a shape. */
export function templateOf<S extends Shape>(shape: S, side: "first" | "second"): Template<S> {
  const numbers: Expr[] = [];
  const leaves: Expr[] = [];
  const walk = (value: unknown): unknown => {
    if (typeof value === "number" || (typeof value === "object" && value !== null && "op" in value)) {
      numbers.push(toExpr(value as number | Expr));
      leaves.push(leaf(`${side}.${leaves.length}`));
      return leaves[leaves.length - 1];
    }
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one)]));
  };
  const made = walk(shape) as S;
  return { shape: made, make: JSON.stringify(made, (_, one) => (isLeaf(one) ? "#" : one)), numbers, leaves };
}

const isLeaf = (value: unknown): boolean => typeof value === "object" && value !== null && "op" in value;

const names = ["x", "y", "z"] as const;

/** The names of the velocities of a body. */
export const velocityNames = (space: Body["space"]): readonly string[] =>
  (space === "planar" ? planarNames : spatialNames).slice(spaceSizes[space].places);

/** As many leaves as the place has that are in no formula. */
const padded = (leaves: readonly Expr[], size: number, name: string): Expr[] => [
  ...leaves,
  ...Array.from({ length: size - leaves.length }, (_, i) => leaf(`${name}.none${i}`)),
];

/** Under which law two touch, and if the second moves. */
export interface Meeting {
  readonly moving: boolean;
  readonly space: Body["space"];
  readonly law: ContactLaw<CompliantContact>;
}

/**
 * The kind of contact that these two make: the geometry and the law of the rows of a scene, whose next places are written
 * out as functions of the velocities. Only tangential forces and nearest points stay unknown.
 */
export function solidKind(
  [first, second]: readonly [Template<Shape>, Template<Shape>],
  { moving, space, law }: Meeting,
): SolidKind {
  const planar = space === "planar";
  const numbers = {
    friction: leaf("friction"),
    stiffness: leaf("stiffness"),
    damping: leaf("damping"),
    coneSmoothing: leaf("coneSmoothing"),
  };
  const against = moving ? { body: "b", shape: second.shape } : second.shape;
  const contact: CompliantContact = { name: "c", body: "a", shape: first.shape, against, ...numbers };
  const bodies = ["a", "b"].map(
    (name): Body => ({ name, space, mass: leaf(`${name}.mass`), inertia: leaf(`${name}.moment`) }),
  );
  const at = (end: typeof frame.now): Map<string, Motion> =>
    new Map(bodies.map((body) => [body.name, motionOf(body, end)]));
  const motions = { now: at(frame.now), next: at(frame.next) };
  const geometry = contactGeometry(contact, motions, planar);
  const { gap, frame: axes, sides, room, measured } = geometry;
  const sinking = sinkingOf(
    carried("a", first.shape, motions),
    carried(moving ? "b" : undefined, second.shape, motions),
  );
  // what sinks into a surface without end is judged by the way to its middle
  const depth = room ?? (sinking ? max(sinking.room, sub(sinking.height, gap)) : 0);
  const slip = (axis: Vec3): Expr => relativeVelocity(geometry, motions.next, axis);
  const sliding = [slip(axes.tangent), planar ? toExpr(0) : slip(axes.orthogonal)] as const;
  const mobility = add(...sides.map(({ body, arm }) => sideMobility(bodies[body === "a" ? 0 : 1], arm)));
  const parting = (when: "now" | "next"): Expr => relativeVelocity(geometry, motions[when], axes.normal);
  const stage = law.step(contact, [{ gap: toExpr(gap), sliding, planar, mobility, parting, turn: axes.turn }], frame);
  const sought = nearestPoints([geometry]);
  const moved = new Map<Expr, Expr>();
  for (const body of bodies)
    for (const [name, value] of Object.entries(kinematics(body, frame))) moved.set(frame.next(name), value);
  const normal = inside("c.normalForce");
  const force = substituteAll([stage.defines["c.normalForce"]], moved)[0];
  const put = (es: readonly Expr[]): Expr[] => substituteAll(es, new Map([...moved, [normal, force]]));
  const pairs = [...stage.pairs, ...sought.pairs].map(({ a, b }) => abs(min(a, b)));
  const unknowns = [...law.inside(contact, planar).filter(({ name }) => name !== "c.normalForce"), ...sought.unknowns];
  const deformation = law.states(contact, planar).map(({ name }) => name);
  const pushed = forceInWorld(axes, ...stage.forces[0]);
  const onPlane = second.shape.kind === "half-space";
  const forBody = (name: string, es: readonly Expr[]): Expr[] => padded(es, solidInputs.second, name);
  const momenta = (name: string): Expr[] => momentum(geometry, name, pushed, planar);
  const next = ({ name }: Body): Expr[] =>
    padded(
      velocityNames(space).map((v) => frame.next(`${name}.${v}`)),
      6,
      `${name}.velocity`,
    );
  return {
    moving,
    onPlane,
    unknowns: unknowns.map(({ name, lower = -Infinity, upper = Infinity }) => ({ name, lower, upper })),
    inputs: [
      ...bodies.flatMap((body) =>
        forBody(
          body.name,
          bodyStates(body).map(({ name }) => frame.now(name)),
        ),
      ),
      ...bodies.flatMap(next),
      ...unknowns.map(({ name }) => inside(name)),
      ...padded(deformation.map(frame.now), 3, "deformation"),
      frame.h,
      ...Object.values(numbers),
      ...["a", "b"].flatMap((name) => [leaf(`${name}.mass`), leaf(`${name}.moment`)]),
      ...first.leaves,
      ...second.leaves,
    ],
    rows: put([
      // as impulses [N s]: at the first touch the radius of the cone rises without bound, and forces of 1e-7 N have no hold
      ...stage.rows.map(({ residual }) => mul(frame.h, residual)),
      ...sought.rows.map(({ residual }) => residual),
      ...momenta("a"),
      ...(moving ? momenta("b") : []),
    ]),
    guess: unknowns.map(({ name }) => sought.guess[name] ?? toExpr(0)),
    end: put([
      ...deformation.map((name) => stage.defines[name]),
      ...(planar ? [toExpr(0)] : []),
      normal,
      toExpr(gap),
      stage.observe["c.separation"],
      stage.observe["c.coneExcess"],
      stage.elasticEnergy[1],
      max(...pairs),
      toExpr(depth),
    ]),
    ...(room !== undefined && { measured: measured ?? ((value) => evaluate(toExpr(gap), value)) }),
  };
}

/** −hF and −hτ of the contact on one of its bodies, as they stand in its Newton–Euler rows. */
function momentum({ sides }: ContactGeometry, name: string, pushed: Vec3, planar: boolean): Expr[] {
  const side = sides.find(({ body }) => body === name);
  if (side === undefined) return velocityNames(planar ? "planar" : "spatial").map(() => toExpr(0));
  const { force, torque } = contactWrench(side, pushed);
  const [linear, angular] = [scaleV(neg(frame.h), force), scaleV(neg(frame.h), torque)];
  return planar ? [linear[0], linear[1], angular[2]] : [...linear, ...angular];
}

/** Numbers of the bounds of a shape: the middle and half the widths of a box that holds it, or normal, offset and zeros of a plane. */
export function boundsOf(shape: Shape, reach: Expr): readonly Expr[] {
  const boxed = (centre: readonly (number | Expr)[], half: readonly (number | Expr)[]): Expr[] =>
    [...centre, ...half].map(toExpr);
  const all = <T>(of: (i: number) => T): T[] => names.map((_, i) => of(i));
  if (shape.kind === "half-space") return boxed(shape.normal, [shape.offset, 0, 0]);
  if (shape.kind === "point") return boxed(shape.at, [0, 0, 0]);
  if (shape.kind === "ball")
    return boxed(
      shape.centre ?? [0, 0, 0],
      all(() => shape.radius),
    );
  if (shape.kind === "box" && shape.pose === undefined) return boxed([0, 0, 0], shape.half);
  if (shape.kind === "polygon") {
    const middle = (axis: 0 | 1, sign: 1 | -1): Expr => {
      const all = shape.vertices.map((vertex) => vertex[axis]);
      return mul(0.5, sign === 1 ? add(max(...all), min(...all)) : sub(max(...all), min(...all)));
    };
    return boxed([middle(0, 1), middle(1, 1), 0], [middle(0, -1), middle(1, -1), 0]);
  }
  if (shape.kind === "ring")
    return boxed(
      shape.centre,
      all(() => shape.radius),
    );
  if (shape.kind === "capsule" || shape.kind === "segment") {
    const { from, to } = shape;
    const radius = shape.kind === "capsule" ? shape.radius : 0;
    return boxed(
      all((i) => mul(0.5, add(from[i], to[i]))),
      all((i) => add(mul(0.5, abs(sub(to[i], from[i]))), radius)),
    );
  }
  return boxed(
    [0, 0, 0],
    all(() => reach),
  );
}
