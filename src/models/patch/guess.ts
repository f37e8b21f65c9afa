import { add, div, type Expr, exp, max, min, mul, neg, select, sub } from "../../expr/expr.js";
import {
  addV,
  cross,
  dot,
  type Mat3,
  mapV,
  mat3V,
  negV,
  normV,
  rotationMatrix,
  scaleV,
  subV,
  transpose3,
  type Vec3,
  vec3,
} from "../../expr/vector.js";
import { type ConvexShape, farthestIn, inequalitiesAt, middleOf, radiusOf, supportOf } from "../../geometry/convex.js";
import type { HalfSpace } from "../../geometry/shape.js";
import { type Body, momentOf, unitMotionOf, type Wrench } from "../../mechanics/body.js";
import { projectOntoBall } from "../../mechanics/friction.js";
import type { Frame, StepGuess } from "../../mechanics/model.js";
import type { PatchContact } from "./contact.js";
import { axes, heightOver, multipliers, raised } from "./ecp.js";
import { type ConvexSupport, isConvexSupport, rotationOf, tangentNear } from "./ecp-pair.js";

/** A face this part of the body's radius away hardly holds the guessed contact point. */
const near = 0.01;

/**
 * First guesses of a step, in the order of trial: all bodies fly freely, and each contact point is the mean of the
 * vertices that come lowest; then for every contact the middle of each face and edge, and each vertex, or between two
 * bodies the normal of each of their faces.
 */
export function patchGuesses(
  contacts: readonly PatchContact[],
  flightOf: (name: string) => Flight,
  h: Expr,
): (() => StepGuess)[] {
  const guessesOf = (contact: PatchContact): (() => StepGuess)[] => {
    const { against } = contact;
    const of = flightOf(contact.body);
    if (!isConvexSupport(against)) {
      const touch = (c: Vec3): StepGuess => overHalfSpace(contact, raised(against, contact.rounding), of, c);
      return [
        () => touch(farthestIn(contact.shape, along(of, negV(vec3(...against.normal))))),
        ...middles(contact.shape).map((c) => () => touch(c)),
      ];
    }
    const on = against.body === undefined ? { ...resting, h } : flightOf(against.body);
    const touch = (n: Vec3): StepGuess => onConvex(contact, against, [of, on], n);
    return [
      () => touch(separatingNormal(commonNormals(contact.shape, against.shape, of, on))),
      ...commonNormals(contact.shape, against.shape, of, on).map(
        ({ normal }) =>
          () =>
            touch(normal),
      ),
    ];
  };
  const each = contacts.map(guessesOf);
  const lowest = (): StepGuess => Object.assign({}, ...each.map((guesses) => guesses[0]()));
  return [lowest, ...each.flatMap((guesses) => guesses.slice(1).map((guess) => () => ({ ...lowest(), ...guess() })))];
}

/** A body after a step h of free flight, or what is fixed; points of it move with ω, its axes as at the start. */
export interface Flight {
  readonly body: Body | undefined;
  readonly h: Expr;
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  readonly R: Mat3;
}

const nowhere = vec3(0, 0, 0);
/** The fixed world. */
const resting = {
  body: undefined,
  position: nowhere,
  velocity: nowhere,
  angularVelocity: nowhere,
  R: rotationOf(undefined),
};

/** A body that flies freely through a step under gravity and the wrench that is applied. */
export function flight(body: Body, { force }: Wrench, gravity: Vec3, { now, h }: Frame): Flight {
  const { position, velocity, angularVelocity, orientation } = unitMotionOf(body, now);
  const after = addV(velocity, scaleV(h, addV(gravity, scaleV(div(1, body.mass), force))));
  const R = rotationMatrix(orientation);
  return { body, h, position: addV(position, scaleV(h, after)), velocity: after, angularVelocity, R };
}

/** The place of a point of the body after the flight. */
function pointAfter({ position, angularVelocity, R, h }: Flight, c: Vec3): Vec3 {
  const arm = mat3V(R, c);
  return addV(position, arm, scaleV(h, cross(angularVelocity, arm)));
}

function velocityAfter({ velocity, angularVelocity, R }: Flight, c: Vec3): Vec3 {
  return addV(velocity, cross(angularVelocity, mat3V(R, c)));
}

/** n in body axes as the flight turns it: n·(r + h ω × r) = (n + h n × ω)·r. */
function along({ angularVelocity, R, h }: Flight, n: Vec3): Vec3 {
  return mat3V(transpose3(R), addV(n, scaleV(h, cross(n, angularVelocity))));
}

/** The point c of the body stops on the ground. */
function overHalfSpace({ name, shape, ...contact }: PatchContact, ground: HalfSpace, of: Flight, c: Vec3): StepGuess {
  const n = vec3(...ground.normal);
  const impulse = stopping(
    contact,
    { n, t: vec3(...ground.tangent), gap: heightOver(ground, pointAfter(of, c)), v: velocityAfter(of, c) },
    [{ ...of, arm: mat3V(of.R, c), w: of.angularVelocity }],
    of.h,
  );
  return {
    ...impulse(name),
    ...at(`${name}.ecpBody`, c),
    ...pressed(`${name}.faceMultiplier`, shape, c, mat3V(transpose3(of.R), n)),
    ...spinOf(of),
  };
}

/** The vertices of the first body that come lowest along n stop on those of the second that come highest. */
function onConvex(
  { name, shape, ...contact }: PatchContact,
  { shape: support, tangent }: ConvexSupport,
  [of, on]: readonly [Flight, Flight],
  n: Vec3,
): StepGuess {
  const c1 = farthestIn(shape, negV(along(of, n)));
  const top = farthestIn(support, along(on, n));
  const a1 = pointAfter(of, c1);
  const gap = dot(n, subV(a1, pointAfter(on, top)));
  const c2 = mat3V(transpose3(on.R), subV(subV(a1, scaleV(gap, n)), on.position));
  const impulse = stopping(
    contact,
    {
      n,
      t: tangentNear(mat3V(on.R, vec3(...tangent)), n),
      gap,
      v: subV(velocityAfter(of, c1), velocityAfter(on, c2)),
    },
    [
      { ...of, arm: mat3V(of.R, c1), w: of.angularVelocity },
      { ...on, arm: mat3V(on.R, c2), w: negV(on.angularVelocity) },
    ],
    of.h,
  );
  return {
    ...impulse(name),
    ...at(`${name}.ecpBody`, c1),
    ...at(`${name}.supportBody`, c2),
    ...at(`${name}.normal`, n),
    [`${name}.gap`]: max(0, gap),
    ...pressed(`${name}.faceMultiplier`, shape, c1, mat3V(transpose3(of.R), n)),
    ...pressed(`${name}.supportMultiplier`, support, c2, negV(mat3V(transpose3(on.R), n))),
    ...spinOf(of),
    ...spinOf(on),
  };
}

/**
 * Normals that may be common, from the second body to the first, and how far they separate them: those of all faces, and
 * between smooth bodies the line of their centres.
 */
function commonNormals(
  shape: ConvexShape,
  support: ConvexShape,
  of: Flight,
  on: Flight,
): { readonly normal: Vec3; readonly apart: Expr }[] {
  const centres = subV(of.position, on.position);
  const apart = (n: Vec3): Expr =>
    sub(sub(dot(n, centres), supportOf(shape, negV(along(of, n)))), supportOf(support, along(on, n)));
  const faces = (body: ConvexShape, { R }: Flight): Vec3[] =>
    body.kind === "hull" ? body.faces.map((face) => mat3V(R, vec3(...face.normal))) : [];
  const normals = [...faces(support, on), ...faces(shape, of).map((normal) => negV(normal))];
  if (shape.kind !== "hull" && support.kind !== "hull") {
    const line = subV(addV(centres, mat3V(of.R, middleOf(shape))), mat3V(on.R, middleOf(support)));
    normals.push(scaleV(div(1, normV(line)), line));
  }
  return normals.map((normal) => ({ normal, apart: apart(normal) }));
}

/** The normal that separates most. */
function separatingNormal(candidates: readonly { readonly normal: Vec3; readonly apart: Expr }[]): Vec3 {
  return candidates.reduce((best, one) => {
    const keep = sub(best.apart, one.apart);
    const normal = mapV(best.normal, (x, i) => select(keep, x, one.normal[i]));
    return { normal, apart: max(best.apart, one.apart) };
  }).normal;
}

/** The impulse that closes a gap, if it would be negative, and friction against the slip. */
function stopping(
  { friction, frictionAxes }: Pick<PatchContact, "friction" | "frictionAxes">,
  meeting: { readonly n: Vec3; readonly t: Vec3; readonly gap: Expr; readonly v: Vec3 },
  all: readonly { readonly body: Body | undefined; readonly arm: Vec3; readonly w: Vec3 }[],
  h: Expr,
): (name: string) => StepGuess {
  const { n, t, gap, v } = meeting;
  const sides = all.flatMap(({ body, ...side }) => (body === undefined ? [] : [{ body, ...side }]));
  const masses = sides.map(({ body }) => div(1, body.mass));
  const levers = sides.map(({ body, arm }) => {
    const lever = cross(arm, n);
    return div(dot(lever, lever), momentOf(body, 0));
  });
  const pN = max(0, div(neg(gap), mul(h, add(...masses, ...levers))));
  const slip: Vec3 = [dot(t, v), dot(cross(n, t), v), add(...sides.map(({ w }) => dot(n, w)))];
  const pull = mapV(slip, (x, i) => neg(div(mul(frictionAxes[i], x), add(...masses))));
  const rub = projectOntoBall(pull, mul(friction, pN));
  return (name) => ({
    [`${name}.normalImpulse`]: pN,
    [`${name}.tangentImpulse`]: mul(frictionAxes[0], rub[0]),
    [`${name}.orthogonalImpulse`]: mul(frictionAxes[1], rub[1]),
    [`${name}.rotationImpulse`]: mul(frictionAxes[2], rub[2]),
  });
}

/** Multipliers of the faces near c: how much of the pull each can hold by itself. */
function pressed(name: string, shape: ConvexShape, c: Vec3, pull: Vec3): StepGuess {
  const width = mul(near, radiusOf(shape));
  const names = multipliers(name, shape);
  return Object.fromEntries(
    inequalitiesAt(shape, c).map(({ value, gradient }, i) => [
      names[i],
      mul(max(0, neg(dot(gradient, pull))), exp(min(0, div(value, width)))),
    ]),
  );
}

/** A vector as values of `<name>.x` and so on. */
function at(name: string, v: Vec3): StepGuess {
  return Object.fromEntries(axes(name).map((axis, i) => [axis, v[i]]));
}

/** The angular velocity of a body that flies; nothing of the fixed world. */
function spinOf({ body, angularVelocity: [x, y, z] }: Flight): StepGuess {
  return body === undefined ? {} : { [`${body.name}.wx`]: x, [`${body.name}.wy`]: y, [`${body.name}.wz`]: z };
}

/** The middles of a polyhedron's faces and edges, and its vertices. */
function middles(shape: ConvexShape): Vec3[] {
  if (shape.kind !== "hull") return [];
  const { vertices, faces } = shape;
  const vertex = (i: number): Vec3 => vec3(...vertices[i]);
  const mean = (points: readonly Vec3[]): Vec3 => scaleV(1 / points.length, addV(points[0], ...points.slice(1)));
  const edges = faces.flatMap(({ vertices: around }) =>
    around.map((i, k) => [i, around[(k + 1) % around.length]] as const).filter(([i, j]) => i < j),
  );
  return [
    ...faces.map((face) => mean(face.vertices.map(vertex))),
    ...edges.map(([i, j]) => mean([vertex(i), vertex(j)])),
    ...vertices.map((_, i) => vertex(i)),
  ];
}
