import { add, constant, div, type Expr, max, min, mul, select, sub } from "../../expr/expr.js";
import { addV, cross, dot, mapV, mat3V, rotationMatrix, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import { frameOf } from "../../geometry/contact-geometry.js";
import { radiusOf } from "../../geometry/convex.js";
import type { Components, HalfSpace } from "../../geometry/shape.js";
import { type Body, bodyOf, unitMotionOf } from "../../mechanics/body.js";
import {
  equation,
  type Frame,
  frame,
  type Model,
  type Row,
  type Stage,
  type StepGuess,
  usedNames,
} from "../../mechanics/model.js";
import type { ContactView } from "../../mechanics/views.js";
import { impulseView, type PatchContact, slipInertia } from "./contact.js";
import { heightOver } from "./ecp.js";
import {
  type Ellipsoid,
  ellipsoid,
  ellipsoidExcess,
  projectionRows,
  type Rubbing,
  slipOf,
  stickMargin,
} from "./ellipsoid.js";
import { patchModel } from "./patch.js";
import type { PatchScene } from "./patch-scene.js";

/** A patch contact of a body that touches with separate convex patches; `shape` is the hull of them all. */
export interface UnionContact extends PatchContact {
  readonly against: HalfSpace;
  /** The vertices of each patch, body axes [m]: whatever of the body can touch. */
  readonly patches: readonly (readonly Components[])[];
}

/** Bodies that touch with unions of convex patches. */
export interface UnionScene extends PatchScene {
  readonly contacts: readonly UnionContact[];
}

/** How the friction ellipsoid is read: it bounds the friction of the whole union at the centroid of the loads, or that of each patch. */
export type Reading = "centroid" | "perPatch";

/**
 * Contact over a union of convex patches with an equivalent contact point (ECP) for each, the method of Xie and
 * Chakraborty (2018) that the paper of 2019 compares with in V-A. Where patches rest on the ground together, the state
 * determines only the sum of their loads and its centroid: of all loads f_v ≥ 0 at the corners s_v of the patches this
 * takes those of least norm,
 *
 *     min ½ Σ f_v²   with   Σ f_v = p_n,   Σ f_v s_v = p_n a₁,
 *
 * whose solution is f_v = max(0, λ_0 + λ_t t·s_v + λ_o o·s_v), zero for corners above the ground. A patch carries the
 * sum p_n^i of its corners' loads at their centroid a^i, its ECP. The rows of state and non-penetration are those of
 * `patchModel`: the least gap of the patches is that of their hull.
 *
 * `centroid`: one friction ellipsoid for the union, at the centroid of the loads. Its motion is that of `patchModel`.
 *
 * `perPatch`: an ellipsoid for each patch, μ p_n^i and the slip at a^i. Its motion cannot be the same while the body
 * turns: at a given ω the friction of a patch has the power −μ p_n^i σ(a^i), and σ(a) = ‖(e_t v_t, e_o v_o, e_r ω)‖ is
 * strictly convex in the point a when ω ≠ 0, so that Σ p_n^i σ(a^i) > p_n σ(Σ p_n^i a^i / p_n) by Jensen's inequality
 * unless all load is at one point. Only in pure translation, where σ is the same everywhere, the two readings agree.
 * Friction here follows loads that jump from corner to corner while a body tips, so that a step of such a motion may end
 * unsolved, which `centroid` does not know.
 */
export function patchUnion(scene: UnionScene, reading: Reading): Model {
  const base = patchModel(scene);
  const step = (at: Frame): Stage => {
    const stage = base.step(at);
    return scene.contacts.reduce((so, contact) => withPatches(so, contact, { scene, reading }, at), stage);
  };
  const stage = step(frame);
  return {
    ...base,
    name: "patch-union",
    inside: [
      ...base.inside,
      ...scene.contacts
        .flatMap((contact) => patchUnknowns(contact, reading))
        .map((name) => ({ name, unit: "N s", scale: 1 })),
    ],
    parameters: usedNames(stage, "parameters"),
    inputs: usedNames(stage, "inputs"),
    step,
    views: {
      ...base.views,
      contacts: [...scene.contacts.map(impulseView), ...scene.contacts.flatMap(patchViews)],
      scene: { kind: "patch-union", law: reading, scene },
    },
  };
}

const rubbing = ["tangent", "orthogonal", "rotation"] as const;
const rubbingNames = (of: string): readonly [string, string, string] => mapV(rubbing, (axis) => `${of}.${axis}Impulse`);
const patchName = ({ name }: UnionContact, i: number): string => `${name}.patch.${i}`;
const multiplierNames = ({ name }: UnionContact): string[] => [0, 1, 2].map((i) => `${name}.loadMultiplier.${i}`);

function patchUnknowns(contact: UnionContact, reading: Reading): string[] {
  const own = contact.patches.flatMap((_, i) => rubbingNames(patchName(contact, i)));
  return [...multiplierNames(contact), ...(reading === "perPatch" ? own : [])];
}

/** Each patch of a union by its load; the whole has the laws of friction. */
const patchViews = (contact: UnionContact): ContactView[] =>
  contact.patches.map((_, i) => {
    const name = patchName(contact, i);
    const columns = { normal: `${name}.normalImpulse` };
    return { name, body: contact.body, patch: contact.name, unit: "N s", columns };
  });

/** The load of one patch: p_n^i [N s], and the arm from the centre of mass to a^i [m]. */
interface Load {
  readonly normal: Expr;
  readonly arm: Vec3;
}

/** Adds to a step what distinguishes the union: loads of the patches, and, in the second reading, their friction. */
function withPatches(
  stage: Stage,
  contact: UnionContact,
  { scene, reading }: { readonly scene: UnionScene; readonly reading: Reading },
  at: Frame,
): Stage {
  const { name, patches } = contact;
  const loads = leastLoads(contact, at);
  const observe: Record<string, Expr> = { ...stage.observe };
  const position = unitMotionOf(bodyOf(scene, contact.body), at.next).position;
  loads.patches.forEach(({ normal, arm }, i) => {
    observe[`${patchName(contact, i)}.normalImpulse`] = normal;
    addV(position, arm).forEach((x, k) => {
      observe[`${patchName(contact, i)}.ecp.${"xyz"[k]}`] = x;
    });
  });
  const corners = patches.reduce((sum, { length }) => sum + length, 0);
  const guesses = (stage.guesses ?? []).map((write) => () => {
    const guess = write();
    return {
      ...guess,
      [multiplierNames(contact)[0]]: div(guess[`${name}.normalImpulse`], corners),
      [multiplierNames(contact)[1]]: constant(0),
      [multiplierNames(contact)[2]]: constant(0),
    };
  });
  const whole = { ...stage, observe, guesses, rows: [...stage.rows, ...loads.rows] };
  return reading === "centroid"
    ? whole
    : withFrictionOfEach(whole, contact, { loads: loads.patches, body: bodyOf(scene, contact.body) }, at);
}

/** How steeply a load falls with the height of a corner, in units of p_n over the size of the body. */
const falling = 100;
/** The error of the balance of loads that keeps λ unique where patches touch along a line, or not at all. */
const unique = 1e-9;

/** The ECP of a patch whose load is less goes to its middle [N s]. */
const noLoad = 1e-12;

/** The loads of least norm, and the rows of λ: the three balances of f_v. */
function leastLoads(contact: UnionContact, at: Frame): { readonly patches: Load[]; readonly rows: Row[] } {
  const { name, body, against } = contact;
  const L = radiusOf(contact.shape);
  const motion = unitMotionOf({ name: body } as Body, at.next);
  const R = rotationMatrix(motion.orientation);
  const { tangent, orthogonal } = frameOf(vec3(...against.normal), vec3(...against.tangent));
  const pN = at.inside(`${name}.normalImpulse`);
  const lambda = multiplierNames(contact).map(at.inside);
  const weights = (arm: Vec3): readonly Expr[] => [
    constant(1),
    div(dot(tangent, arm), L),
    div(dot(orthogonal, arm), L),
  ];
  const ecp = mat3V(
    R,
    vec3(...(["x", "y", "z"].map((axis) => at.inside(`${name}.ecpBody.${axis}`)) as [Expr, Expr, Expr])),
  );
  const corners = contact.patches.map((patch) =>
    patch.map((vertex) => {
      const arm = mat3V(R, vec3(...vertex));
      const weight = weights(arm);
      // how heights vary over corners on the ground is linear in the weights, so that λ takes it up
      const above = div(mul(falling, pN, heightOver(against, addV(motion.position, arm))), L);
      return { arm, weight, load: max(sub(add(...weight.map((w, k) => mul(lambda[k], w))), above), 0) };
    }),
  );
  const balance = (k: number): Expr => {
    const carried = add(...corners.flat().map(({ weight, load }) => mul(weight[k], load)));
    return add(sub(carried, mul(weights(ecp)[k], pN)), mul(unique, lambda[k]));
  };
  return {
    rows: multiplierNames(contact).map((unknown, k) => equation(unknown, balance(k))),
    patches: corners.map((patch) => {
      const sum = add(...patch.map(({ load }) => load));
      const middle = scaleV(1 / patch.length, addV(vec3(0, 0, 0), ...patch.map(({ arm }) => arm)));
      const moment = addV(vec3(0, 0, 0), ...patch.map(({ arm, load }) => scaleV(load, subV(arm, middle))));
      return { normal: sum, arm: addV(middle, scaleV(div(1, max(sum, noLoad)), moment)) };
    }),
  };
}

/** Replaces the ellipsoid of the union by one for each patch; the impulses of the contact become their resultant at a₁. */
function withFrictionOfEach(
  stage: Stage,
  contact: UnionContact,
  { loads, body }: { readonly loads: readonly Load[]; readonly body: Body },
  at: Frame,
): Stage {
  const { name, against, frictionAxes } = contact;
  const motion = unitMotionOf(body, at.next);
  const { normal, tangent, orthogonal } = frameOf(vec3(...against.normal), vec3(...against.tangent));
  const ecp = subV(
    vec3(...(["x", "y", "z"].map((axis) => stage.observe[`${name}.ecp.${axis}`]) as [Expr, Expr, Expr])),
    motion.position,
  );
  const each = loads.map((load, i) => {
    const names = rubbingNames(patchName(contact, i));
    const p = mapV(names, (name) => at.inside(name));
    const sliding = addV(motion.velocity, cross(motion.angularVelocity, load.arm));
    const v: Rubbing = [dot(tangent, sliding), dot(orthogonal, sliding), dot(normal, motion.angularVelocity)];
    const inertia = div(slipInertia(contact, body), loads.length);
    const friction = ellipsoid(
      { axes: frictionAxes, radius: mul(contact.friction, load.normal), impulse: p, velocity: v },
      { inertia, L: radiusOf(contact.shape) },
    );
    const force = addV(scaleV(p[0], tangent), scaleV(p[1], orthogonal));
    const spin = add(p[2], dot(normal, cross(subV(load.arm, ecp), force)));
    const work = add(...p.map((impulse, k) => mul(impulse, v[k])));
    return { load, names, p, friction, spin, work };
  });
  const total = rubbingNames(name);
  const sums = [
    add(...each.map(({ p }) => p[0])),
    add(...each.map(({ p }) => p[1])),
    add(...each.map(({ spin }) => spin)),
  ];
  const all = (measure: (of: Ellipsoid) => Expr): Expr[] => each.map(({ friction }) => measure(friction));
  return {
    ...stage,
    rows: [
      ...stage.rows.filter(({ unknown }) => !total.includes(unknown)),
      ...each.flatMap(({ names, friction }) => projectionRows(names, friction)),
    ],
    defines: { ...stage.defines, ...Object.fromEntries(total.map((axis, k) => [axis, sums[k]])) },
    observe: {
      ...stage.observe,
      // a patch without load does not rub
      [`${name}.slip`]: max(...each.map(({ load, friction }) => select(sub(0, load.normal), 0, slipOf(friction)))),
      [`${name}.coneExcess`]: max(...all(ellipsoidExcess)),
      [`${name}.stickMargin`]: min(...all(stickMargin)),
      [`${name}.frictionWork`]: add(...each.map(({ work }) => work)),
    },
    guesses: (stage.guesses ?? []).map(
      (guess) => () =>
        sharedGuess(
          guess(),
          total,
          each.map(({ names }) => names),
        ),
    ),
  };
}

/** A guess with the friction of the union in equal parts. */
function sharedGuess(guess: StepGuess, total: readonly string[], each: readonly (readonly string[])[]): StepGuess {
  const kept = Object.entries(guess).filter(([name]) => !total.includes(name));
  const parts = each.flatMap((names) => names.map((name, k) => [name, div(guess[total[k]], each.length)] as const));
  return Object.fromEntries([...kept, ...parts]);
}
