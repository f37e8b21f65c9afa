import { add, constant, cos, div, type Expr, min, mul, neg, norm, type Scalar, sin, sub } from "../expr/expr.js";
import { type Vec3, vec3 } from "../expr/vector.js";
import { type Body, bodyStates, kinematics, mechanicalEnergy, motionOf } from "../mechanics/body.js";
import { checkSlidingScene } from "../mechanics/check-scene.js";
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
import type { Components } from "../mechanics/shape.js";

/** A body that slides on level ground without tipping, as formulas of the frame's leaves. */
export interface SlidingScene {
  /** What its states are named after. */
  readonly body: string;
  /** What its contact is named after. */
  readonly contact: string;
  /** Mass [kg]. */
  readonly mass: Scalar;
  /** I_z [kg m²]; the body's z axis must be a principal axis. */
  readonly inertia: Scalar;
  /** Height H of the centre of mass over the ground [m]. */
  readonly height: Scalar;
  /** Acceleration of gravity [m/s²], downwards. */
  readonly gravity: Scalar;
  /** μ. */
  readonly friction: Scalar;
  /** e_t, e_o [1] and e_r [m] of the friction ellipsoid. */
  readonly frictionAxes: Components;
  /** The applied force [N] and torque [N m] about the centre of mass, world axes, at the start of a step. */
  readonly force: Components;
  readonly torque: Components;
  /** The convex outline of the contact, anticlockwise, in body axes [m]. */
  readonly footprint: readonly (readonly [Scalar, Scalar])[];
}

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
 */
export function sliding(scene: SlidingScene): Model {
  checkSlidingScene(scene);
  const step = (at: Frame): Stage => slidingStep(scene, at);
  const stage = step(frame);
  const { contact, mass, inertia, friction, frictionAxes, height } = scene;
  return {
    name: "sliding",
    state: bodyStates(planarBody(scene)),
    inside: [
      ...rubbing.map((axis): Unknown => ({ name: `${contact}.${axis}Impulse`, unit: "N s", scale: 1 })),
      { name: `${contact}.slip`, unit: "m/s", scale: 1, lower: 0 },
    ],
    parameters: usedNames(stage, "parameters"),
    inputs: usedNames(stage, "inputs"),
    step,
    requires: [
      positive(`${scene.body}.mass`, mass),
      positive(`${scene.body}.inertia`, inertia),
      positive(`${contact}.friction`, friction),
      notNegative(`${scene.body}.height`, height),
      ...frictionAxes.map((axis) => positive(`${contact}.frictionAxes`, axis)),
    ],
    footprints: [
      { contact, body: scene.body, vertices: scene.footprint.map(([x, y]): Components => [x, y, neg(height)]) },
    ],
    scene,
  };
}

const planarBody = ({ body, mass, inertia }: SlidingScene): Body => ({ name: body, space: "planar", mass, inertia });

function slidingStep(scene: SlidingScene, at: Frame): Stage {
  const { contact, body, mass: m, inertia: Iz, height: H, friction: mu, force: f, torque: tau } = scene;
  const { now, next, inside, h } = at;
  const [eT, eO, eR] = scene.frictionAxes;
  const names = rubbing.map((axis) => `${contact}.${axis}Impulse`);
  const [pT, pO, pR] = names.map(inside) as unknown as Vec3;
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
      equation(names[0]!, rub(slip[0], pT, eT)),
      equation(names[1]!, rub(slip[1], pO, eO)),
      equation(names[2]!, mul(eR, rub(slip[2], pR, eR))),
      { unknown: cone.unknown, residual: cone.residual },
    ],
    defines,
    pairs: [cone.pair],
    observe: {
      [`${contact}.normalImpulse`]: pN,
      [`${contact}.ecp.x`]: ecp[0]!,
      [`${contact}.ecp.y`]: ecp[1]!,
      // it is flat on the ground by assumption
      [`${contact}.separation`]: constant(0),
      ...Object.fromEntries(scene.footprint.map((_, i) => [`${contact}.height.${i}`, constant(0)])),
      [`${contact}.tipMargin`]: tipMargin(scene, after.heading, rX, rY),
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
function tipMargin({ footprint }: SlidingScene, theta: Expr, rX: Expr, rY: Expr): Expr {
  const [c, s] = [cos(theta), sin(theta)];
  const x = add(mul(c, rX), mul(s, rY));
  const y = sub(mul(c, rY), mul(s, rX));
  return min(
    ...footprint.map(([ax, ay], i) => {
      const [bx, by] = footprint[(i + 1) % footprint.length]!;
      const [ex, ey] = [sub(bx, ax), sub(by, ay)];
      return div(sub(mul(ex, sub(y, ay)), mul(ey, sub(x, ax))), norm(ex, ey));
    }),
  );
}
