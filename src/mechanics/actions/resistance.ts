import { add, constant, div, type Expr, max, mul, neg, norm, type Scalar, select, sub } from "../../expr/expr.js";
import { addV, dot, normV, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import type { ContactFrame } from "../../geometry/contact-geometry.js";
import { ofBody } from "../body.js";
import { type Contact, partnerOf } from "../contact.js";
import { projectOntoBall } from "../friction.js";
import { equation, type Unknown } from "../model.js";
import { notNegative } from "../requirements.js";
import type { Acting, Action, ActionStage, Situation } from "./action.js";

/** One kind of resistance of a contact: its coefficient [m], its moments' names, and the axes that they are about. */
interface Kind {
  readonly coefficient: Scalar;
  readonly names: readonly string[];
  /** The column that is positive where the contact holds against this turning [N m]. */
  readonly margin: string;
  readonly axes: (frame: ContactFrame) => readonly Vec3[];
}

function kindsOf({ name, rolling, spinning }: Contact, planar: boolean): Kind[] {
  const kinds: Kind[] = [];
  if (rolling !== undefined && planar)
    kinds.push({
      coefficient: rolling,
      names: [`${name}.rollingMoment`],
      margin: `${name}.rollingMargin`,
      axes: () => [vec3(0, 0, 1)],
    });
  if (rolling !== undefined && !planar)
    kinds.push({
      coefficient: rolling,
      names: [`${name}.rollingMomentT`, `${name}.rollingMomentO`],
      margin: `${name}.rollingMargin`,
      axes: ({ tangent, orthogonal }) => [tangent, orthogonal],
    });
  if (spinning !== undefined)
    kinds.push({
      coefficient: spinning,
      names: [`${name}.spinningMoment`],
      margin: `${name}.spinningMargin`,
      axes: ({ normal }) => [normal],
    });
  return kinds;
}

/**
 * Resistance of a contact to rolling (about the axes of its tangent plane) and to spinning (about its normal), as Coulomb's
 * law of moments: with the angular velocity ω of the first body against the second and a coefficient ρ [m],
 *
 *     τ = −ρ λ_n ω/|ω| where it turns,   |τ| ≤ ρ λ_n where it does not,
 *
 * which is τ = Proj_{ρλ_n} [τ − ω⁺/(h Σ 1/I)]: a disk of moments for rolling, an interval for spinning. Of what may turn, `yielding` is
 * 1/I each, and for a link what its joints give.
 * @throws {RangeError} for a patch, whose elements resist by themselves, and for spinning in the plane.
 */
export function resistanceAction(contact: Contact, yielding: readonly Expr[], planar: boolean): Action {
  const kinds = kindsOf(contact, planar);
  const { name, shape, spinning, rolling } = contact;
  if (shape.kind === "patch")
    throw new RangeError(`contact "${name}" is a patch, which resists rolling by its elements`);
  if (planar && spinning !== undefined)
    throw new RangeError(`contact "${name}" is in the plane, where nothing spins about its normal`);
  return {
    inside: kinds.flatMap(({ names }) =>
      names.map((moment): Unknown => ({ name: moment, unit: "N m", scale: 0.1, contact: name })),
    ),
    requires: [
      ...(rolling === undefined ? [] : [notNegative(`${name}.rolling`, rolling)]),
      ...(spinning === undefined ? [] : [notNegative(`${name}.spinning`, spinning)]),
    ],
    step: (situation) => resist(contact, kinds, yielding, situation),
  };
}

function resist(
  contact: Contact,
  kinds: readonly Kind[],
  yielding: readonly Expr[],
  situation: Situation,
): ActionStage {
  const { frame, motions, touching } = situation;
  const { body: partner } = partnerOf(contact);
  const touch = touching.get(contact.name);
  if (touch === undefined) throw new RangeError(`scene has no contact "${contact.name}"`);
  const [axes] = touch.geometries;
  const [[lambdaN]] = touch.forces;
  const own = ofBody(motions.next, contact.body).angularVelocity;
  const omega = partner === undefined ? own : subV(own, ofBody(motions.next, partner).angularVelocity);
  // the moment that would stop the turning within this step: the natural map's step size
  const stop = mul(frame.h, add(0, ...yielding));
  const parts = kinds.map(({ coefficient, names, margin, axes: axesOf }) => {
    const about = axesOf(axes.frame);
    const moments = names.map((name) => frame.inside(name));
    const trial = moments.map((moment, i) => sub(moment, div(dot(about[i], omega), stop)));
    const radius = mul(coefficient, lambdaN);
    const held = projectOntoBall(trial, radius);
    const vector = about.map((axis, i) => scaleV(moments[i], axis)).reduce((sum, one) => addV(sum, one));
    return {
      rows: names.map((name, i) => equation(name, sub(moments[i], held[i]))),
      vector,
      margin: [margin, sub(radius, norm(...trial))] as const,
      excess: excessOf(normV(vector), coefficient, lambdaN),
    };
  });
  const torque = parts.map(({ vector }) => vector).reduce((sum, one) => addV(sum, one));
  const force = vec3(0, 0, 0);
  const wrenches: Acting[] = [{ body: contact.body, wrench: { force, torque } }];
  if (partner !== undefined) wrenches.push({ body: partner, wrench: { force, torque: scaleV(-1, torque) } });
  const column = `${contact.name}.coneExcess`;
  return {
    rows: parts.flatMap(({ rows }) => rows),
    wrenches,
    observe: {
      [column]: parts.reduce((most, { excess }) => max(most, excess), touch.observe[column] ?? constant(0)),
      ...Object.fromEntries(parts.map(({ margin }) => margin)),
      [`${contact.name}.resistingPower`]: dot(torque, omega),
    },
  };
}

/** By how much a moment leaves its disk, as a normal force: |τ|/ρ − λ_n [N]; of no coefficient there is no moment. */
function excessOf(size: Expr, coefficient: Scalar, lambdaN: Expr): Expr {
  return select(neg(coefficient), size, sub(div(size, coefficient), lambdaN));
}
