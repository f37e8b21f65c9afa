import { gradient } from "../expr/derivative.js";
import { add, div, type Expr, mul, type Scalar, sub, substituteAll, toExpr, variable } from "../expr/expr.js";
import { cross, normV, scaleV, type Vec3 } from "../expr/vector.js";
import type { ContactGeometry } from "../geometry/contact-geometry.js";
import type { Motion } from "./body.js";
import { type CompliantContact, elasticEnergy, normalForce, onward, stickForce } from "./compliance.js";
import type { Contact } from "./contact.js";
import { forceInWorld, relativeVelocity } from "./contact-kinematics.js";
import { coneExcess, coneRadius, projectOntoBall, type Tangential } from "./friction.js";
import { contactGeometry } from "./pairs.js";

/**
 * One kind of contact under the compliant projection law, between nobody in particular: the same geometry and the same law
 * as in the rows of a scene, on leaves that stand for any two bodies. Compiled once, they serve every such pair.
 */
export interface ContactKind {
  readonly name: string;
  /** Leaves of all formulas, in the order of `kindInputs` and then the numbers of the shapes. */
  readonly inputs: readonly Expr[];
  /** At a velocity: see `kindValues`. */
  readonly values: readonly Expr[];
  /** Force, torque on the first body, and slip along t and o, with the forces along the contact's axes held. */
  readonly held: readonly Expr[];
  /** At the end of a step with the forces held: see `kindEnd`. */
  readonly end: readonly Expr[];
  /** F, τ on the first, τ on the second, and the deformation taken along, as functions of all but the forces. */
  readonly whole: readonly Expr[];
}

const along = ["x", "y", "z"] as const;
const leaf = (name: string): Expr => variable(`kind.${name}`);
const leaves3 = (name: string): Vec3 => [leaf(`${name}.x`), leaf(`${name}.y`), leaf(`${name}.z`)];

/** Of a contact: the first body's place and velocity from the second, angular velocities, deformation, step, law, forces. */
const pairLeaves = {
  place: leaves3("place"),
  velocity: leaves3("velocity"),
  omegaA: leaves3("omegaA"),
  omegaB: leaves3("omegaB"),
  deformation: [leaf("deformationN"), leaf("deformationT"), leaf("deformationO")] as const,
  h: leaf("h"),
  friction: leaf("friction"),
  stiffness: leaf("stiffness"),
  damping: leaf("damping"),
  coneSmoothing: leaf("coneSmoothing"),
  forces: [leaf("normalForce"), leaf("tangentForce"), leaf("orthogonalForce")] as const,
};

/** Places of the leaves of a contact among its inputs; the numbers of the shapes follow from `shapes` on. */
export const kindInputs = {
  place: 0,
  velocity: 3,
  omegaA: 6,
  omegaB: 9,
  deformation: 12,
  h: 15,
  law: 16,
  forces: 20,
  shapes: 23,
};

/** Places among `values`: axes, ∂λ_n/∂velocity, slip, arms, the forces that the law allows and their slopes. */
export const kindValues = {
  normal: 0,
  tangent: 3,
  orthogonal: 6,
  slopeN: 9,
  sliding: 12,
  arms: 14,
  normalForce: 16,
  radius: 17,
  radiusSlope: 18,
  viscosity: 19,
  trial: 20,
  size: 22,
};

/** Places among `end`: the deformation in the axes of the next step, and what certificates read. */
export const kindEnd = { deformation: 0, gap: 3, separation: 4, coneExcess: 5, elasticEnergy: 6, size: 7 };

const numbersOf = ({ stiffness, damping, coneSmoothing }: typeof pairLeaves, friction: Scalar) => ({
  friction,
  stiffness,
  damping,
  coneSmoothing,
});

function motionAt(position: Vec3, velocity: Vec3, angularVelocity: Vec3): Motion {
  return { position, velocity, angularVelocity, orientation: undefined, heading: toExpr(0) };
}

/** The kind of two shapes, of which the second belongs to the world where `fixed`; the first is placed from the world then. */
function kindOf(name: string, contact: Contact, shapeLeaves: readonly Expr[]): ContactKind {
  const { place, velocity, omegaA, omegaB, deformation, h, coneSmoothing, stiffness, damping, forces } = pairLeaves;
  const zero: Vec3 = [toExpr(0), toExpr(0), toExpr(0)];
  const moved: Vec3 = [0, 1, 2].map((i) => add(place[i], mul(h, velocity[i]))) as [Expr, Expr, Expr];
  const motions = {
    now: new Map([
      ["a", motionAt(place, velocity, omegaA)],
      ["b", motionAt(zero, zero, omegaB)],
    ]),
    next: new Map([
      ["a", motionAt(moved, velocity, omegaA)],
      ["b", motionAt(zero, zero, omegaB)],
    ]),
  };
  const geometry = contactGeometry(contact, motions, false);
  const { gap, frame, sides } = geometry;
  const law = contact as CompliantContact;
  const { friction } = law;
  const rate = div(damping, h);
  const lambdaN = normalForce(stiffness, rate, toExpr(gap), deformation[0]);
  const sliding: Tangential = [
    relativeVelocity(geometry, motions.next, frame.tangent),
    relativeVelocity(geometry, motions.next, frame.orthogonal),
  ];
  const trial = stickForce(law, h, [deformation[1], deformation[2]], sliding);
  const radius = coneRadius(friction, lambdaN, coneSmoothing);
  const slopeOf = (e: Expr, x: Expr): Expr => gradient(e, [x]).get(x) ?? toExpr(0);
  const slip = leaf("slip");
  const after = (force: readonly Expr[]): Expr[] =>
    force.map((f, i) => div(add(f, mul(rate, deformation[i])), add(stiffness, rate)));
  const held = forceInWorld(frame, ...forces);
  const settled = after(forces);
  const projected = projectOntoBall(trial, radius);
  const pushed = forceInWorld(frame, lambdaN, ...projected);
  const coneAt = substituteAll(
    [slopeOf(coneRadius(friction, forces[0], coneSmoothing), forces[0])],
    new Map([[forces[0], lambdaN]]),
  );
  return {
    name,
    inputs: [
      ...place,
      ...velocity,
      ...omegaA,
      ...omegaB,
      ...deformation,
      h,
      pairLeaves.friction,
      stiffness,
      damping,
      coneSmoothing,
      ...forces,
      ...shapeLeaves,
    ],
    values: [
      ...frame.normal,
      ...frame.tangent,
      ...frame.orthogonal,
      ...along.map((_, i) => slopeOf(lambdaN, velocity[i])),
      ...sliding,
      ...[0, 1].map((i) => (sides[i] === undefined ? toExpr(0) : normV(sides[i].arm))),
      lambdaN,
      radius,
      ...coneAt,
      // −∂(trial force)/∂slip
      sub(0, slopeOf(stickForce(law, h, [deformation[1], deformation[2]], [slip, slip])[0], slip)),
      ...trial,
    ],
    held: [...held, ...torqueOn(geometry, 0, held), ...sliding],
    end: [
      ...onward(settled, frame.turn),
      toExpr(gap),
      add(gap, settled[0]),
      coneExcess([forces[1], forces[2]], coneRadius(friction, forces[0], coneSmoothing)),
      elasticEnergy(stiffness, settled),
    ],
    whole: [
      ...pushed,
      ...torqueOn(geometry, 0, pushed),
      ...torqueOn(geometry, 1, pushed),
      ...onward(after([lambdaN, ...projected]), frame.turn),
    ],
  };
}

/** arm × (±F) on one side; zeros where the world is on it. */
function torqueOn({ sides }: ContactGeometry, side: 0 | 1, force: Vec3): Vec3 {
  const one = sides[side];
  return one === undefined ? [toExpr(0), toExpr(0), toExpr(0)] : cross(one.arm, scaleV(one.sign, force));
}

const common = (friction: Scalar) => ({ name: "kind", body: "a", ...numbersOf(pairLeaves, friction) });

/** Two balls of radii r and s: numbers of the shapes r, s. A cone of no friction has no slope, and is a kind of its own. */
export function ballOnBallKind(friction: Scalar = pairLeaves.friction): ContactKind {
  const [r, s] = [leaf("r"), leaf("s")];
  const against = { body: "b", shape: { kind: "ball", radius: s } } as const;
  return kindOf("ball-ball", { ...common(friction), shape: { kind: "ball", radius: r }, against }, [r, s]);
}

/** A ball of radius r on a fixed half-space: numbers of the shapes r, offset, normal, tangent. */
export function ballOnHalfSpaceKind(friction: Scalar = pairLeaves.friction): ContactKind {
  const [r, offset, normal, tangent] = [leaf("r"), leaf("offset"), leaves3("n"), leaves3("t")];
  const plane: Contact["against"] = { kind: "half-space", offset, normal, tangent };
  return kindOf("ball-half-space", { ...common(friction), shape: { kind: "ball", radius: r }, against: plane }, [
    r,
    offset,
    ...normal,
    ...tangent,
  ]);
}

/** The numbers of a law, as formulas. */
export const lawNumbers = ({
  friction,
  stiffness,
  damping,
  coneSmoothing,
}: Omit<CompliantContact, keyof Contact> & { friction: Scalar }): Expr[] => [
  toExpr(friction),
  toExpr(stiffness),
  toExpr(damping),
  toExpr(coneSmoothing),
];
