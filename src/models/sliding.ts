import { type Checked, fields, listOf, name, pair, quantity, vector } from "../checks/fields.js";
import { add, constant, cos, div, type Expr, min, mul, neg, norm, type Scalar, sin, sub } from "../expr/expr.js";
import { mapV, type Vec3, vec3 } from "../expr/vector.js";
import type { Components } from "../geometry/shape.js";
import { type Body, bodyStates, bodyView, kinematics, mechanicalEnergy, motionOf } from "../mechanics/body.js";
import {
  complementary,
  equation,
  type Frame,
  frame,
  type Model,
  type Stage,
  type Unknown,
  usedNames,
} from "../mechanics/model.js";
import { notNegative, positive } from "../mechanics/requirements.js";
import type { ContactView } from "../mechanics/views.js";
import { footprintColumns, impulseView } from "./patch/contact.js";
import type { ShapedPatchScene } from "./patch/shaped.js";
import { slidingParts } from "./shaped-sliding.js";

const slidingBody = fields({
  name,
  /** Mass [kg]. */
  mass: quantity,
  /** I_z [kg m²]; the body's z axis must be a principal axis. */
  inertia: quantity,
  /** Height H of the centre of mass over the ground [m]. */
  height: quantity,
});

const slidingContact = fields({
  name,
  /** μ. */
  friction: quantity,
  /** e_t, e_o [1] and e_r [m] of the friction ellipsoid. */
  frictionAxes: vector,
  /** The convex outline of the contact, anticlockwise, in body axes [m]. */
  footprint: listOf(pair),
});

const slidingScene = fields({
  /** Acceleration of gravity [m/s²], downwards. */
  gravity: quantity,
  body: slidingBody,
  contact: slidingContact,
  /** Force [N] and torque [N m] about the centre of mass, world axes, at the start of a step. */
  applied: fields({ force: vector, torque: vector }),
});

/** The body of a sliding scene, its z axis upright. */
export interface SlidingBody extends Checked<typeof slidingBody> {}

/** The contact of a sliding scene with the ground. */
export interface SlidingContact extends Checked<typeof slidingContact> {}

/** A body that slides on level ground without tipping, as formulas of the frame's leaves. */
export interface SlidingScene extends Checked<typeof slidingScene> {}

const rubbing = ["tangent", "orthogonal", "rotation"] as const;

/**
 * The sliding-only reduction of Xie and Chakraborty (their reference 12; section V-A of 2019): four quadratic equations
 * a step, in p_t, p_o, p_r and σ. A body that keeps flat on the ground has p_n = h(mg − f_z), and its balance of
 * moments about the horizontal axes gives the contact point,
 *
 *     r_x = (−H p_t + hτ_y)/p_n,   r_y = −(H p_o + hτ_x)/p_n,
 *
 * so that v⁺ = v + (p + h f)/m and I_z(ω⁺ − ω) = p_r + r_x p_o − r_y p_t + hτ_z leave
 *
 *     0 = e_t² μ p_n (v_x − ω r_y) + p_t σ,   0 = e_o² μ p_n (v_y + ω r_x) + p_o σ,   0 = e_r² μ p_n ω + p_r σ,
 *     0 ≤ σ ⟂ μ²p_n² − p_t²/e_t² − p_o²/e_o² − p_r²/e_r² ≥ 0
 *
 * at the end of the step. It holds while p_n > 0 and the contact point stays inside the footprint (`tipMargin` > 0 [m]):
 * what happens beyond, this model cannot say. The angle is integrated directly, θ⁺ = θ + h ω⁺.
 * With `contacts: "all"` the body and its floor are given by their shapes, as `patchModel` takes them: the footprint is the hull
 * of the lowest corners.
 */
export function sliding(given: SlidingScene | ShapedPatchScene): Model {
  const scene: SlidingScene = "contacts" in given ? slidingParts(given) : given;
  slidingScene(scene, "");
  const step = (at: Frame): Stage => slidingStep(scene, at);
  const stage = step(frame);
  const { body, contact } = scene;
  return {
    name: "sliding",
    state: bodyStates(planarBody(scene)),
    inside: [
      ...rubbing.map((axis): Unknown => ({ name: `${contact.name}.${axis}Impulse`, unit: "N s", scale: 1 })),
      { name: `${contact.name}.slip`, unit: "m/s", scale: 1, lower: 0 },
    ],
    parameters: usedNames(stage, "parameters"),
    inputs: usedNames(stage, "inputs"),
    step,
    requires: [
      positive(`${body.name}.mass`, body.mass),
      positive(`${body.name}.inertia`, body.inertia),
      positive(`${contact.name}.friction`, contact.friction),
      notNegative(`${body.name}.height`, body.height),
      ...contact.frictionAxes.map((axis) => positive(`${contact.name}.frictionAxes`, axis)),
    ],
    views: {
      contacts: [slidingView(scene)],
      bodies: [bodyView(planarBody(scene))],
      footprints: [
        {
          contact: contact.name,
          body: body.name,
          vertices: contact.footprint.map(([x, y]): Components => [x, y, neg(body.height)]),
          columns: footprintColumns(contact.name, contact.footprint.length, ["x", "y"]),
        },
      ],
      scene: { kind: "sliding", law: "projection", scene },
    },
  };
}

const planarBody = ({ body: { name, mass, inertia } }: SlidingScene): Body => ({
  name,
  space: "planar",
  mass,
  inertia,
});

/** The contact by its columns: that of a patch, which cannot come to rest by a margin here. */
function slidingView({ contact, body }: SlidingScene): ContactView {
  const view = impulseView({ name: contact.name, body: body.name });
  const { stickMargin: _, ...columns } = view.columns;
  return { ...view, columns };
}

function slidingStep(scene: SlidingScene, at: Frame): Stage {
  const { name: body, mass: m, inertia: Iz, height: H } = scene.body;
  const { name: contact, friction: mu, frictionAxes, footprint } = scene.contact;
  const { force: f, torque: tau } = scene.applied;
  const { now, next, inside, h } = at;
  const [eT, eO, eR] = frictionAxes;
  const names = mapV(rubbing, (axis) => `${contact}.${axis}Impulse`);
  const [pT, pO, pR] = mapV(names, (name) => inside(name));
  const pN = mul(h, sub(mul(m, scene.gravity), f[2]));
  const rX = div(sub(mul(h, tau[1]), mul(H, pT)), pN);
  const rY = neg(div(add(mul(H, pO), mul(h, tau[0])), pN));
  const before = motionOf(planarBody(scene), now);
  const after = motionOf(planarBody(scene), next);
  const [vx, vy] = after.velocity;
  const omega = after.angularVelocity[2];
  const yaw = add(pR, sub(mul(rX, pO), mul(rY, pT)), mul(h, tau[2]));
  const defines = {
    ...kinematics(planarBody(scene), at),
    [`${body}.vx`]: add(before.velocity[0], div(add(pT, mul(h, f[0])), m)),
    [`${body}.vy`]: add(before.velocity[1], div(add(pO, mul(h, f[1])), m)),
    [`${body}.omega`]: add(before.angularVelocity[2], div(yaw, Iz)),
  };
  const sigma = inside(`${contact}.slip`);
  const radius = mul(mu, pN);
  const slip: Vec3 = [sub(vx, mul(omega, rY)), add(vy, mul(omega, rX)), omega];
  // both sides of the paper's rows over e²μp_n/m (e_r μ p_n/m for the last), so that a residual is a momentum
  const rub = (v: Expr, p: Expr, e: Scalar): Expr => mul(m, add(v, div(mul(p, sigma), mul(e, e, radius))));
  const used = [div(pT, eT), div(pO, eO), div(pR, eR)];
  const cone = complementary(`${contact}.slip`, sub(radius, div(add(...used.map((p) => mul(p, p))), radius)));
  const energy = (end: typeof now): Expr => mechanicalEnergy(planarBody(scene), end, vec3(0, 0, 0));
  const work = mul(h, add(mul(f[0], vx), mul(f[1], vy), mul(tau[2], omega)));
  const ecp = [add(after.position[0], rX), add(after.position[1], rY)];
  return {
    rows: [
      equation(names[0], rub(slip[0], pT, eT)),
      equation(names[1], rub(slip[1], pO, eO)),
      equation(names[2], mul(eR, rub(slip[2], pR, eR))),
      { unknown: cone.unknown, residual: cone.residual },
    ],
    defines,
    pairs: [cone.pair],
    observe: {
      [`${contact}.normalImpulse`]: pN,
      [`${contact}.ecp.x`]: ecp[0],
      [`${contact}.ecp.y`]: ecp[1],
      // it is flat on the ground by assumption
      [`${contact}.separation`]: constant(0),
      ...Object.fromEntries(footprint.map((_, i) => [`${contact}.height.${i}`, constant(0)])),
      [`${contact}.tipMargin`]: tipMargin(scene.contact, after.heading, rX, rY),
      [`${contact}.coneExcess`]: div(sub(norm(...used), radius), h),
      [`${contact}.frictionWork`]: add(mul(pT, slip[0]), mul(pO, slip[1]), mul(pR, slip[2])),
      [`${body}.force.x`]: add(f[0], 0),
      [`${body}.force.y`]: add(f[1], 0),
      [`${body}.torque.z`]: add(tau[2], 0),
      energy: energy(next),
      appliedWork: work,
      energyCreated: sub(sub(energy(next), energy(now)), work),
    },
  };
}

/** How far the contact point is inside the footprint's nearest side [m]; r in world axes. */
function tipMargin({ footprint }: SlidingContact, theta: Expr, rX: Expr, rY: Expr): Expr {
  const [c, s] = [cos(theta), sin(theta)];
  const x = add(mul(c, rX), mul(s, rY));
  const y = sub(mul(c, rY), mul(s, rX));
  return min(
    ...footprint.map(([ax, ay], i) => {
      const [bx, by] = footprint[(i + 1) % footprint.length];
      const [ex, ey] = [sub(bx, ax), sub(by, ay)];
      return div(sub(mul(ex, sub(y, ay)), mul(ey, sub(x, ax))), norm(ex, ey));
    }),
  );
}
