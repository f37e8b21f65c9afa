import { add, div, type Expr, exp, max, min, mul, neg, type Scalar, sub } from "../expr/expr.js";
import { addV, cross, dot, mat3V, rotationMatrix, scaleV, transpose3, type Vec3, vec3 } from "../expr/vector.js";
import { type Body, unitMotionOf, type Wrench } from "./body.js";
import { type ConvexShape, inequalitiesAt, radiusOf, verticesOf } from "./convex.js";
import { heightOver, multiplierName } from "./ecp.js";
import { projectOntoBall } from "./ellipsoid.js";
import type { Frame, Guess } from "./model.js";
import type { Components, HalfSpace } from "./shape.js";

/** What a guess needs to know of a contact. */
interface Touch {
  readonly name: string;
  readonly body: string;
  readonly shape: ConvexShape;
  readonly against: HalfSpace;
  readonly friction: Scalar;
  readonly frictionAxes: Components;
}

/** Vertices this part of the body's radius above the lowest hardly count towards the guessed contact point. */
const softness = 0.01;

/**
 * First guesses of a step, in the order of trial: all bodies fly freely, and each contact point is the mean of the
 * vertices that come lowest; then for every contact the middle of each face and edge, and each vertex.
 */
export function patchGuesses(
  contacts: readonly Touch[],
  bodyOf: (name: string) => Body,
  applied: ReadonlyMap<string, Wrench>,
  gravity: Vec3,
  frame: Frame,
): (() => Guess)[] {
  const touchingAt = (contact: Touch, at?: Vec3): Guess => {
    const body = bodyOf(contact.body);
    const flight = flightOf(body, applied.get(contact.body)!, gravity, frame);
    return touching(contact, body, flight, at ?? softLowest(contact, flight, frame), frame);
  };
  const lowest = (): Guess => Object.assign({}, ...contacts.map((contact) => touchingAt(contact)));
  const elsewhere = contacts.flatMap((contact) =>
    middles(contact.shape).map((at) => (): Guess => ({ ...lowest(), ...touchingAt(contact, at) })),
  );
  return [lowest, ...elsewhere];
}

/** A body after a step of free flight, its orientation as at the start. */
interface Flight {
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly angularVelocity: Vec3;
  readonly R: ReturnType<typeof rotationMatrix>;
}

function flightOf(body: Body, { force }: Wrench, gravity: Vec3, { now, h }: Frame): Flight {
  const { position, velocity, angularVelocity, orientation } = unitMotionOf(body, now);
  const after = addV(velocity, scaleV(h, addV(gravity, scaleV(div(1, body.mass), force))));
  return {
    position: addV(position, scaleV(h, after)),
    velocity: after,
    angularVelocity,
    R: rotationMatrix(orientation),
  };
}

/** The height of a point of the body after the flight [m]. */
function heightAfter({ against }: Touch, { position, angularVelocity, R }: Flight, c: Vec3, h: Expr): Expr {
  const arm = mat3V(R, c);
  return heightOver(against, addV(position, arm, scaleV(h, cross(angularVelocity, arm))));
}

/** Σ w_i V_i / Σ w_i with w_i = exp(−(height_i − least)/(softness L)): of all vertices those that come lowest. */
function softLowest(contact: Touch, flight: Flight, { h }: Frame): Vec3 {
  const vertices = verticesOf(contact.shape);
  const heights = vertices.map((vertex) => heightAfter(contact, flight, vertex, h));
  const least = min(...heights);
  const width = mul(softness, radiusOf(contact.shape));
  const weights = heights.map((height) => exp(div(sub(least, height), width)));
  const sum = add(...weights);
  return scaleV(div(1, sum), addV(vec3(0, 0, 0), ...vertices.map((vertex, i) => scaleV(weights[i]!, vertex))));
}

/** The impulse that stops a point c of the body from going below the ground, and friction against its slip. */
function touching(contact: Touch, body: Body, flight: Flight, c: Vec3, frame: Frame): Guess {
  const { name, shape, against, friction, frictionAxes } = contact;
  const { h } = frame;
  const normal = vec3(...against.normal);
  const tangent = vec3(...against.tangent);
  const arm = mat3V(flight.R, c);
  const moment: Scalar = Array.isArray(body.inertia) ? body.inertia[0]! : (body.inertia as Scalar);
  const lever = cross(arm, normal);
  const mobility = add(div(1, body.mass), div(dot(lever, lever), moment));
  const pN = max(0, div(neg(heightAfter(contact, flight, c, h)), mul(h, mobility)));
  const sliding = addV(flight.velocity, cross(flight.angularVelocity, arm));
  const slip = [dot(tangent, sliding), dot(cross(normal, tangent), sliding), dot(normal, flight.angularVelocity)];
  const pull = slip.map((v, i) => neg(mul(body.mass, frictionAxes[i]!, v))) as unknown as Vec3;
  const rub = projectOntoBall(pull, mul(friction, pN));
  const inBody = mat3V(transpose3(flight.R), normal);
  const width = mul(softness, radiusOf(shape));
  const guess: Record<string, Expr> = { [`${name}.normalImpulse`]: pN };
  ["tangent", "orthogonal", "rotation"].forEach((axis, i) => {
    guess[`${name}.${axis}Impulse`] = mul(frictionAxes[i]!, rub[i]!);
  });
  c.forEach((x, i) => {
    guess[`${name}.ecpBody.${"xyz"[i]!}`] = x;
  });
  inequalitiesAt(shape, c).forEach(({ value, gradient }, i) => {
    guess[multiplierName(name, i)] = mul(max(0, neg(dot(gradient, inBody))), exp(div(value, width)));
  });
  flight.angularVelocity.forEach((w, i) => {
    guess[`${body.name}.w${"xyz"[i]!}`] = w;
  });
  return guess;
}

/** The middles of faces and edges, and the vertices. */
function middles({ vertices, faces }: ConvexShape): Vec3[] {
  const at = (i: number): Vec3 => vec3(...vertices[i]!);
  const mean = (points: readonly Vec3[]): Vec3 => scaleV(1 / points.length, addV(points[0]!, ...points.slice(1)));
  const edges = faces.flatMap(({ vertices: around }) =>
    around.map((i, k) => [i, around[(k + 1) % around.length]!] as const).filter(([i, j]) => i < j),
  );
  return [
    ...faces.map((face) => mean(face.vertices.map(at))),
    ...edges.map(([i, j]) => mean([at(i), at(j)])),
    ...vertices.map((_, i) => at(i)),
  ];
}
