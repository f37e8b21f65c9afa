import { BadInput } from "../../checks/bad-input.js";
import {
  type Check,
  type Checked,
  fields,
  listOf,
  name,
  oneOf,
  quantities,
  quantity,
  vector,
} from "../../checks/fields.js";
import { gradient } from "../../expr/derivative.js";
import { add, constant, div, type Expr, leaves, mul, type Scalar, sub, toExpr } from "../../expr/expr.js";
import { overStep } from "../../expr/limits.js";
import { conjugateQ, dot, multiplyQ, normalizeQ, quat, type Vec3, vec3 } from "../../expr/vector.js";
import { directionToWorld } from "../../geometry/placement.js";
import { shape } from "../../geometry/shape.js";
import { bodyStates, kinematics, motionOf, ofBody, quaternionNorm } from "../body.js";
import { type Contact, partnerOf } from "../contact.js";
import { forceInWorld } from "../contact-kinematics.js";
import { type Frame, frame, now } from "../model.js";
import type { Motions } from "../pairs.js";
import { sameAtStart, unitAtStart } from "../requirements.js";
import { type Action, atEnd, atStart, type ContactInStep } from "./action.js";

const drivenPose = fields(
  {
    /** Place of its origin [m]. */
    position: vector,
  },
  {
    /** Angle of a planar body [rad]. */
    heading: quantity,
    /** Quaternion w x y z of a spatial body; its direction counts. */
    orientation: quantities<readonly [Scalar, Scalar, Scalar, Scalar]>(4),
  },
);

const drivenVelocity = fields(
  {
    /** Velocity of its origin [m/s], world axes. */
    linear: vector,
  },
  {
    /** Angular velocity [rad/s], world axes; of a planar body about z. */
    angular: vector,
  },
);

const drivenAcceleration = fields(
  {
    /** Acceleration of its origin [m/s²], world axes. */
    linear: vector,
  },
  {
    /** Angular acceleration [rad/s²], world axes; of a planar body about z. */
    angular: vector,
  },
);

const drivenFields = fields(
  { name, space: oneOf(["planar", "spatial"]) },
  {
    /** How it stands: formulas of t, parameters and inputs. */
    pose: drivenPose,
    /** How it moves, where its pose is not said: formulas of the same. */
    velocity: drivenVelocity,
    /** How it is accelerated, from any start, where neither is said: formulas of the same. */
    acceleration: drivenAcceleration,
    /** Its shape in its own axes, for pictures; else that of its contacts. */
    shapes: listOf(shape),
  },
);

/**
 * A body that moves as told, whatever touches it: a belt, a tray, a finger, a turntable. It has no mass and answers no row.
 * By its `pose` it is there at the end of every step, and its velocity is the difference over the step, so that what it
 * carries neither lags nor drifts; by its `velocity` it goes on with q⁺ = q + h v(t⁺), by its `acceleration` with
 * v⁺ = v + h a(t⁺) besides. What it does to others is work.
 */
export interface DrivenBody extends Checked<typeof drivenFields> {}

/** The check of a driven body: a pose, a velocity or an acceleration. */
export const drivenBody: Check<DrivenBody> = (given, at) => {
  drivenFields(given, at);
  const { pose, velocity, acceleration } = given as DrivenBody;
  if ([pose, velocity, acceleration].filter((told) => told !== undefined).length !== 1)
    throw new BadInput(at, `${at} must have a pose, a velocity or an acceleration, and only one of them.`);
};

/** Formulas of t by the coordinates of a body. */
type Told = Readonly<Record<string, Scalar>>;

const places = { planar: ["x", "y", "theta"], spatial: ["x", "y", "z", "e0", "ex", "ey", "ez"] } as const;
const rates = { planar: ["vx", "vy", "omega"], spatial: ["vx", "vy", "vz", "wx", "wy", "wz"] } as const;

/** The motion of a driven body: every state of it has a definition. */
export function driveAction(body: DrivenBody): Action {
  const { name, space } = body;
  const [pose, velocity] = [toldPose(body), toldVelocity(body)];
  const begins = (coordinate: string): Scalar | undefined => {
    const place = pose[coordinate];
    // only what is known before the first step
    const value =
      place ?? velocity[coordinate] ?? slope(pose[places[space][rates[space].indexOf(coordinate as never)]]);
    return value === undefined || usesInputs(value) ? undefined : atStart(value);
  };
  return {
    states: bodyStates(body).map((state) => {
      const value = begins(state.name.slice(name.length + 1));
      return value === undefined ? state : { ...state, atRest: value };
    }),
    inside: [],
    requires: [
      ...Object.keys(pose).flatMap((coordinate) => {
        const value = begins(coordinate);
        const state = `${name}.${coordinate}`;
        return value === undefined ? [] : [sameAtStart(state, now(state), value)];
      }),
      ...(space === "spatial" ? [unitAtStart(body)] : []),
    ],
    step: ({ frame }) => ({
      defines: bySaid(body, frame),
      observe: space === "planar" ? {} : { [`${name}.quaternionNorm`]: quaternionNorm(body, frame.next) },
    }),
  };
}

const usesInputs = (value: Scalar): boolean => leaves([toExpr(value)]).some(({ name }) => name.startsWith("inputs."));

/** ∂/∂t of a formula. */
const slope = (formula: Scalar | undefined): Expr | undefined =>
  formula === undefined ? undefined : (gradient(toExpr(formula), [frame.t]).get(frame.t) ?? constant(0));

function toldPose({ space, pose }: DrivenBody): Told {
  if (pose === undefined) return {};
  const { position, heading = 0, orientation = [1, 0, 0, 0] } = pose;
  const values = space === "planar" ? [position[0], position[1], heading] : [...position, ...orientation];
  return Object.fromEntries(places[space].map((coordinate, i) => [coordinate, values[i]]));
}

const toldVelocity = ({ space, velocity }: DrivenBody): Told =>
  velocity === undefined ? {} : byRates(space, velocity);

/** Linear and angular parts by the names of a body's velocities. */
function byRates(space: DrivenBody["space"], said: NonNullable<DrivenBody["velocity"]>): Told {
  const { linear, angular = [0, 0, 0] } = said;
  const values = space === "planar" ? [linear[0], linear[1], angular[2]] : [...linear, ...angular];
  return Object.fromEntries(rates[space].map((coordinate, i) => [coordinate, values[i]]));
}

function bySaid(body: DrivenBody, frame: Frame): Record<string, Expr> {
  if (body.pose !== undefined) return byPose(body, frame);
  return body.acceleration === undefined ? byVelocity(body, frame) : byAcceleration(body, body.acceleration, frame);
}

/** ν⁺ = ν + h a(t⁺), and q⁺ from it as for every body. */
function byAcceleration(
  body: DrivenBody,
  acceleration: NonNullable<DrivenBody["acceleration"]>,
  frame: Frame,
): Record<string, Expr> {
  const told = Object.entries(byRates(body.space, acceleration)).map(([rate, value]): [string, Expr] => {
    const state = `${body.name}.${rate}`;
    return [state, add(frame.now(state), mul(frame.h, atEnd(value)))];
  });
  return { ...Object.fromEntries(told), ...kinematics(body, frame) };
}

/** ν⁺ = ν(t⁺), and q⁺ from it as for every body. */
function byVelocity(body: DrivenBody, frame: Frame): Record<string, Expr> {
  const told = Object.entries(toldVelocity(body)).map(([rate, value]) => [`${body.name}.${rate}`, atEnd(value)]);
  return { ...Object.fromEntries(told), ...kinematics(body, frame) };
}

/**
 * q⁺ = q(t⁺), v⁺ = (x⁺ − x)/h, and ω⁺ = (2/h) tan(φ/2) about the axis of the turn φ from e to e⁺, which the kinematic map
 * of a body turns into that φ again. In continuous time they are the slopes of the pose: differences would be of a lower order.
 */
function byPose(body: DrivenBody, { now, h }: Frame): Record<string, Expr> {
  const told = toldPose(body);
  const state = (coordinate: string): string => `${body.name}.${coordinate}`;
  const after = Object.fromEntries(Object.entries(told).map(([coordinate, value]) => [coordinate, atEnd(value)]));
  const difference = (coordinate: string): Expr =>
    inTime(div(sub(after[coordinate], now(state(coordinate))), h), told[coordinate], slope(told[coordinate]));
  if (body.space === "planar")
    return named(body, { ...after, vx: difference("x"), vy: difference("y"), omega: difference("theta") });
  const e = normalizeQ(quat(after.e0, after.ex, after.ey, after.ez));
  const before = motionOf(body, now).orientation ?? quat(1, 0, 0, 0);
  const [w, x, y, z] = multiplyQ(e, conjugateQ(before));
  const said = normalizeQ(quat(told.e0, told.ex, told.ey, told.ez));
  const turning = said.map((part) => slope(part) ?? constant(0));
  const [, ...spin] = multiplyQ(quat(turning[0], turning[1], turning[2], turning[3]), conjugateQ(said));
  const [wx, wy, wz] = [x, y, z].map((part, i) => inTime(div(mul(2, part), mul(h, w)), part, mul(2, spin[i])));
  const [vx, vy, vz] = [difference("x"), difference("y"), difference("z")];
  return named(body, { ...after, e0: e[0], ex: e[1], ey: e[2], ez: e[3], vx, vy, vz, wx, wy, wz });
}

/** A mean over a step of what a formula of time says, and what that is at one time; inputs have no slopes, they jump. */
function inTime(mean: Expr, said: Scalar, rate: Scalar | undefined): Expr {
  const moves = leaves([toExpr(said)]).includes(frame.t);
  return moves && rate !== undefined && !usesInputs(said) ? overStep(mean, atEnd(rate)) : mean;
}

const named = ({ name }: DrivenBody, values: Readonly<Record<string, Expr>>): Record<string, Expr> =>
  Object.fromEntries(Object.entries(values).map(([coordinate, value]) => [`${name}.${coordinate}`, value]));

/**
 * The velocity [m/s] at which the second surface of a contact moves along itself, in world axes at the end of the step;
 * none where it does not.
 */
export function surfaceVelocity(contact: Contact, motions: Motions): Vec3 | undefined {
  if (contact.surfaceVelocity === undefined) return undefined;
  const { body } = partnerOf(contact);
  const [x, y, z] = contact.surfaceVelocity;
  const own = vec3(atEnd(x), atEnd(y), atEnd(z));
  return body === undefined ? own : directionToWorld(ofBody(motions.next, body), own);
}

/** The work [J] of what moves a surface along itself, such as the roller of a belt: h λ_f · u. */
export function surfaceWork(
  contact: Contact,
  touching: ReadonlyMap<string, ContactInStep>,
  motions: Motions,
  h: Expr,
): Expr {
  const u = surfaceVelocity(contact, motions);
  const touch = touching.get(contact.name);
  if (u === undefined || touch === undefined) return constant(0);
  const { geometries, forces } = touch;
  const power = geometries.map(({ frame }, i) => dot(forceInWorld(frame, 0, forces[i][1], forces[i][2]), u));
  return mul(h, add(0, ...power));
}
