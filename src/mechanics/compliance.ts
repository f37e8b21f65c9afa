import { BadInput } from "../checks/bad-input.js";
import { anything, type Checked, fields, quantity } from "../checks/fields.js";
import { add, constant, div, type Expr, max, mul, neg, norm, type Scalar, sqrt, sub, toExpr } from "../expr/expr.js";
import {
  type ContactKinematics,
  type ContactLaw,
  type ContactStage,
  contactFields,
  forceView,
  onlyElement,
  surfaceFields,
} from "./contact.js";
import {
  coneExcess,
  coneRadius,
  type FrictionLaw,
  frictionColumns,
  projectOntoBall,
  projectOntoBox,
  pyramidExcess,
  type Tangential,
} from "./friction.js";
import {
  type ComplementarityForm,
  complementary,
  equation,
  type Frame,
  type Requirement,
  type Row,
  type Unknown,
} from "./model.js";
import { notNegative, positive } from "./requirements.js";
import { energyOf, type HuntCrossley, huntCrossley } from "./restitution/hunt-crossley.js";

const tangential = fields({ stiffness: quantity, damping: quantity });

/** Fields that a compliant contact may have. */
export const compliantFields = {
  ...surfaceFields,
  /** n of K δⁿ (1 + a δ̇), 1 where left out: 3/2 is Hertz's of two balls. K is then in N/mⁿ. */
  exponent: quantity,
  /** Stiffness [N/m] and damping [N s/m] along the surface: K and C where left out. */
  tangential,
};

/** The fields of a compliant contact. */
export const compliantContact = fields(
  { ...contactFields, stiffness: quantity, damping: quantity, coneSmoothing: quantity },
  {
    ...compliantFields,
    /** a [s/m] of Hunt and Crossley's λ_n = K δⁿ (1 + a δ̇); C is then of the tangents alone. */
    dissipation: quantity,
    // for a scene that patches take, too
    frictionAxes: anything,
  },
);

/**
 * A contact with lumped deformation: stiffness K [N/m], damping C [N s/m], cone smoothing γ [N]; along the normal a spring and a
 * damper (Kelvin and Voigt), or with a `dissipation` a force that grows from zero (Hunt and Crossley).
 */
export interface CompliantContact extends Checked<typeof compliantContact> {}

/** The names of a contact's unknowns and observations. */
export const axes = {
  deformation: ["deformationN", "deformationT", "deformationO"],
  force: ["normalForce", "tangentForce", "orthogonalForce"],
} as const;

/** Names of the slip along either tangent, forwards and backwards. */
const slips = [
  { forward: "forwardSlipT", backward: "backwardSlipT" },
  { forward: "forwardSlipO", backward: "backwardSlipO" },
] as const;

/** Drops the orthogonal axis of a planar contact. */
export const inSpace = <T>(names: readonly T[], planar: boolean): readonly T[] => (planar ? names.slice(0, 2) : names);

/**
 * Viscoelastic contact, (3) of Song, Kumar, Pang by backward Euler: λ = Kδ⁺ + (C/h)(δ⁺ − δ), so that
 * δ⁺ = (λ + (C/h)δ) / (K + C/h); a contact without force relaxes.
 */
export function viscoelastic(frictionLaw: FrictionLaw): ContactLaw<CompliantContact> {
  return {
    name: frictionLaw,
    contact: compliantContact,
    states: ({ name }, planar) =>
      inSpace(axes.deformation, planar).map((axis) => ({ name: `${name}.${axis}`, unit: "m", scale: 1e-4 })),
    inside({ name }, planar): Unknown[] {
      const forces: Unknown[] = inSpace(axes.force, planar).map((axis) => ({
        name: `${name}.${axis}`,
        unit: "N",
        scale: 1,
      }));
      if (frictionLaw !== "fritz-john") return forces;
      const multiplier: Unknown = { name: `${name}.coneMultiplier`, unit: "N m/s", scale: 1, lower: 0 };
      return [{ ...forces[0], lower: 0 }, ...forces.slice(1), multiplier];
    },
    // advice on grids knows dampers that are the same at every depth
    compliance: ({ stiffness, damping, dissipation, coneSmoothing }, mass) => ({
      ...(dissipation === undefined && { stiffness: toExpr(stiffness), damping: toExpr(damping) }),
      mass: toExpr(mass),
      // a pyramid is the box of the linear models
      ...(frictionLaw !== "pyramid" && { smoothing: toExpr(coneSmoothing) }),
    }),
    requires: (contact) => [
      positive(`${contact.name}.stiffness`, contact.stiffness),
      notNegative(`${contact.name}.damping`, contact.damping),
      // the Fritz John rows divide by √(λ_f² + γ²)
      (frictionLaw === "fritz-john" ? positive : notNegative)(`${contact.name}.coneSmoothing`, contact.coneSmoothing),
      ...formRequirements(contact, frictionLaw),
    ],
    views: (contact, planar) => [forceView(contact, contact.name, planar)],
    step: (contact, elements, frame) => contactStep(contact, onlyElement(contact, elements), frame, frictionLaw),
  };
}

/** Conditions on the fields that say how a contact is not that of Kelvin and Voigt, alike along all axes. */
function formRequirements(
  { name, dissipation, exponent, tangential: along }: CompliantContact,
  frictionLaw: FrictionLaw,
): Requirement[] {
  const refuse = (field: string, why: string): never => {
    throw new BadInput(`${name}.${field}`, `${name}.${field} ${why}.`);
  };
  if (dissipation !== undefined && frictionLaw === "fritz-john")
    refuse("dissipation", "has no form under the friction law fritz-john: use projection or pyramid");
  if (exponent !== undefined && dissipation === undefined)
    refuse("exponent", "belongs to a contact with a dissipation, which is missing");
  if (exponent !== undefined && along === undefined)
    refuse("exponent", "gives stiffness a unit that is none of a tangent: say tangential stiffness and damping too");
  return [
    ...(dissipation === undefined ? [] : [positive(`${name}.dissipation`, dissipation)]),
    ...(exponent === undefined
      ? []
      : [{ field: `${name}.exponent`, must: "be at least 1", holds: sub(exponent, 1), orZero: true }]),
    ...(along === undefined
      ? []
      : [
          positive(`${name}.tangential.stiffness`, along.stiffness),
          notNegative(`${name}.tangential.damping`, along.damping),
        ]),
  ];
}

function contactStep(
  contact: CompliantContact,
  kinematics: ContactKinematics,
  frame: Frame,
  frictionLaw: FrictionLaw,
): ContactStage {
  const { name, friction, stiffness: K, damping: C, coneSmoothing, tangential: surface = contact } = contact;
  const { gap, sliding, planar } = kinematics;
  const { h } = frame;
  const named = (axis: string): string => `${name}.${axis}`;
  const delta = inSpace(axes.deformation, planar).map((axis) => frame.now(named(axis)));
  const force = inSpace(axes.force, planar).map((axis) => frame.inside(named(axis)));
  const lambdaN = force[0];
  const lambda: Tangential = [force[1], force[2] ?? constant(0)];
  const rate = div(C, h);
  const along = { stiffness: surface.stiffness, rate: div(surface.damping, h) };
  const settled = (i: number, { stiffness, rate: C }: typeof along): Expr =>
    div(add(force[i], mul(C, delta[i])), add(stiffness, C));
  const pressed = isHuntCrossley(contact) ? huntCrossley(contact, h, gap, delta[0]) : undefined;
  const after = force.map((_, i) =>
    i > 0 ? settled(i, along) : (pressed?.after ?? settled(i, { stiffness: K, rate })),
  );
  // as an unknown of its own λ_n may end a rounding below zero, where the cone has no radius
  const pressing = frictionLaw === "fritz-john" ? max(0, lambdaN) : lambdaN;
  // the smoothing belongs to the quadratic cone; the pyramid is the box of the linear models
  const radius = frictionLaw === "pyramid" ? mul(friction, lambdaN) : coneRadius(friction, pressing, coneSmoothing);
  const trial = stickForce(surface, h, [delta[1], delta[2] ?? constant(0)], sliding);
  const slip = slidingVelocity(h, delta, after, sliding);
  const separation = add(gap, after[0]);

  const defines: Record<string, Expr> = {};
  inSpace(axes.deformation, planar).forEach((axis, i) => {
    defines[named(axis)] = onward(after, kinematics.turn)[i];
  });
  const rows: Row[] = [];
  let guess: Record<string, Expr> = {};
  if (frictionLaw === "fritz-john") {
    // the gap as a force, so that both sides of (8) are newtons
    rows.push(complementary(named(axes.force[0]), mul(add(K, rate), separation)));
    rows.push(...fritzJohn({ ...contact, ...surface }, { lambdaN, lambda, slip, planar }, frame));
    guess = fritzJohnGuess(contact, normalForce(K, rate, gap, delta[0]), trial, planar);
  } else {
    const towards = naturalStep(
      lambda,
      trial,
      mul(h, kinematics.mobility, add(mul(h, surface.stiffness), surface.damping)),
    );
    const projected = frictionLaw === "pyramid" ? projectOntoBox(towards, radius) : projectOntoBall(towards, radius);
    defines[named(axes.force[0])] = pressed?.force ?? normalForce(K, rate, gap, delta[0]);
    rows.push(equation(named(axes.force[1]), sub(lambda[0], projected[0])));
    if (!planar) rows.push(equation(named(axes.force[2]), sub(lambda[1], projected[1])));
  }
  const excess = frictionLaw === "pyramid" ? pyramidExcess : coneExcess;
  const observe: Record<string, Expr> = {
    [named("gap")]: gap,
    [named("separation")]: separation,
    ...frictionColumns(name, { slip, radius, force: lambda, trial }, excess),
  };
  return {
    rows,
    defines,
    pairs: [{ name: named("normal"), contact: name, a: lambdaN, b: mul(K, separation) }],
    observe,
    guess,
    forces: [[lambdaN, ...lambda]],
    elasticEnergy: [storedIn(contact, delta), storedIn(contact, after)],
    ...(frictionLaw !== "fritz-john" &&
      pressed === undefined && {
        complementarity: inPairs(
          { name, planar, isPyramid: frictionLaw === "pyramid" },
          { lambda, slip, radius, separation },
          frame,
        ),
      }),
  };
}

/**
 * The law in pairs: 0 ≤ λ_n ⟂ Ψ_n + δ_n⁺ ≥ 0 [m], which is (8), and of a pyramid for each tangent
 *
 *     s = p − n,   0 ≤ p ⟂ μλ_n + λ ≥ 0,   0 ≤ n ⟂ μλ_n − λ ≥ 0.
 *
 * A quadratic cone has no such form, and its rows stay what they are.
 */
function inPairs(
  { name, planar, isPyramid }: { readonly name: string; readonly planar: boolean; readonly isPyramid: boolean },
  {
    lambda,
    slip,
    radius,
    separation,
  }: Omit<Rubbing, "planar" | "lambdaN"> & { readonly radius: Expr; readonly separation: Expr },
  { inside }: Frame,
): ComplementarityForm {
  const named = (axis: string): string => `${name}.${axis}`;
  const normal = named(axes.force[0]);
  const unknowns: Unknown[] = [{ name: normal, unit: "N", scale: 1, lower: 0 }];
  const rows: Row[] = [complementary(normal, separation)];
  const guess: Record<string, Expr> = {};
  const tangents = isPyramid ? inSpace(axes.force, planar).slice(1) : [];
  tangents.forEach((force, i) => {
    const [forward, backward] = [named(slips[i].forward), named(slips[i].backward)];
    for (const one of [forward, backward]) unknowns.push({ name: one, unit: "m/s", scale: 1, lower: 0 });
    rows.push(
      equation(named(force), sub(slip[i], sub(inside(forward), inside(backward)))),
      complementary(forward, add(radius, lambda[i])),
      complementary(backward, sub(radius, lambda[i])),
    );
    guess[forward] = max(0, slip[i]);
    guess[backward] = max(0, neg(slip[i]));
  });
  return { unknowns, rows, guess };
}

const isHuntCrossley = (contact: CompliantContact): contact is CompliantContact & HuntCrossley =>
  contact.dissipation !== undefined;

/** The elastic energy of a contact's deformation along its axes [J]. */
function storedIn(contact: CompliantContact, delta: readonly Expr[]): Expr {
  const { stiffness, tangential: along } = contact;
  if (along === undefined && !isHuntCrossley(contact)) return elasticEnergy(stiffness, delta);
  const [normal, ...others] = delta;
  const pressed = isHuntCrossley(contact) ? energyOf(contact, normal) : elasticEnergy(stiffness, [normal]);
  return add(pressed, elasticEnergy(along?.stiffness ?? stiffness, others));
}

/**
 * (8) with the viscoelastic law, solved for the force: 0 ≤ λ_n ⟂ Ψ_n + δ_n⁺ ≥ 0 means
 * λ_n = max(0, −(K + C/h) Ψ_n(q⁺) − (C/h) δ_n) [N].
 */
export function normalForce(K: Scalar, rate: Expr, gap: Expr, deltaN: Expr): Expr {
  return max(0, sub(neg(mul(add(K, rate), gap)), mul(rate, deltaN)));
}

/** The force that would keep the contact from slipping: s = 0 gives δ⁺ = δ − hΓν⁺ and λ = Kδ − (hK + C) Γν⁺ [N]. */
export function stickForce(
  { stiffness: K, damping: C }: Pick<CompliantContact, "stiffness" | "damping">,
  h: Expr,
  delta: Tangential,
  sliding: Tangential,
): Tangential {
  const at = (i: 0 | 1): Expr => sub(mul(K, delta[i]), mul(add(mul(h, K), C), sliding[i]));
  return [at(0), at(1)];
}

/**
 * The point that the natural map of the friction QP projects: λ − s/A with the slip s = (λ − λ_stick)/(hK + C) and
 * A = 1/(hK + C) + hΓM⁻¹Γᵀ, how much slip a newton makes with the body's own recoil; `recoil` = (hK + C) hΓM⁻¹Γᵀ.
 * Projecting λ_stick itself has the same solutions, but a velocity that is slightly off makes that force huge, and
 * a Newton on the whole horizon then flips between stick and slip.
 */
function naturalStep(lambda: Tangential, stick: Tangential, recoil: Expr): Tangential {
  const at = (i: 0 | 1): Expr => sub(lambda[i], div(sub(lambda[i], stick[i]), add(1, recoil)));
  return [at(0), at(1)];
}

/** Slip velocity (6): s = δ̇ + Γν⁺ with δ̇ = (δ⁺ − δ)/h [m/s]. */
function slidingVelocity(h: Expr, delta: readonly Expr[], after: readonly Expr[], sliding: Tangential): Tangential {
  const at = (i: 0 | 1): Expr =>
    delta[i + 1] === undefined ? sliding[i] : add(div(sub(after[i + 1], delta[i + 1]), h), sliding[i]);
  return [at(0), at(1)];
}

/** A deformation in the axes of the next step. */
export function onward(delta: readonly Expr[], turn: Tangential | undefined): readonly Expr[] {
  if (turn === undefined) return delta;
  const [[n, t, o], [c, s]] = [delta as readonly [Expr, Expr, Expr], turn];
  return [n, add(mul(c, t), mul(s, o)), sub(mul(c, o), mul(s, t))];
}

/** ½ K |δ|² [J]. */
export function elasticEnergy(K: Scalar, delta: readonly Expr[]): Expr {
  return mul(0.5, K, add(...delta.map((d) => mul(d, d))));
}

/** Forces of a contact [N] and its slip [m/s]. */
interface Rubbing {
  readonly lambdaN: Expr;
  readonly lambda: Tangential;
  readonly slip: Tangential;
  readonly planar: boolean;
}

/**
 * The Fritz John conditions (9) of the smoothed cone with β₀ = μλ_n, in newtons (slip times hK + C):
 *
 *     0 ≤ β ⟂ μλ_n + γ − √(λ_t² + λ_o² + γ²) ≥ 0,     β₀ s + β λ_f / √(λ_t² + λ_o² + γ²) = 0.
 *
 * With λ_n = 0 the multiplier is not determined: the Jacobian is singular at every open contact.
 */
function fritzJohn(contact: CompliantContact, { lambdaN, lambda, slip, planar }: Rubbing, { inside, h }: Frame): Row[] {
  const { name, friction, coneSmoothing: gamma, stiffness: K, damping: C } = contact;
  const beta = inside(`${name}.coneMultiplier`);
  const size = sqrt(add(mul(lambda[0], lambda[0]), mul(lambda[1], lambda[1]), mul(gamma, gamma)));
  const bound = mul(friction, lambdaN);
  const stationarity = (i: 0 | 1): Expr => add(mul(bound, add(mul(h, K), C), slip[i]), div(mul(beta, lambda[i]), size));
  const rows: Row[] = [equation(`${name}.tangentForce`, stationarity(0))];
  if (!planar) rows.push(equation(`${name}.orthogonalForce`, stationarity(1)));
  rows.push(complementary(`${name}.coneMultiplier`, sub(add(bound, gamma), size)));
  return rows;
}

/**
 * Forces and multiplier as the projection form has them: at λ = 0 the Fritz John rows are singular, and a Newton
 * that starts there does not find its way.
 */
function fritzJohnGuess(
  { name, friction, coneSmoothing }: CompliantContact,
  lambdaN: Expr,
  stick: Tangential,
  planar: boolean,
): Record<string, Expr> {
  const lambda = projectOntoBall(stick, coneRadius(friction, lambdaN, coneSmoothing));
  const excess = norm(sub(stick[0], lambda[0]), sub(stick[1], lambda[1]));
  return {
    [`${name}.${axes.force[0]}`]: lambdaN,
    [`${name}.${axes.force[1]}`]: lambda[0],
    ...(planar ? {} : { [`${name}.${axes.force[2]}`]: lambda[1] }),
    [`${name}.coneMultiplier`]: mul(friction, lambdaN, excess),
  };
}
