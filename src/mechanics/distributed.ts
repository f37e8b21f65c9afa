import { type Checked, fields, listOf, must, quantities, quantity } from "../checks/fields.js";
import {
  abs,
  add,
  constant,
  div,
  type Expr,
  leaves,
  max,
  mul,
  neg,
  type Scalar,
  sub,
  substituteAll,
  toExpr,
} from "../expr/expr.js";
import { axes, inSpace } from "./compliance.js";
import {
  type ContactForce,
  type ContactKinematics,
  type ContactLaw,
  type ContactStage,
  contactFields,
  elementsOf,
  forceView,
  surfaceFields,
} from "./contact.js";
import { coneExcess, coneRadius, projectOntoBall, type Tangential } from "./friction.js";
import { complementary, equation, type Frame, now, type Requirement, type Row, type Unknown } from "./model.js";
import { notNegative, positive } from "./requirements.js";

/** A square matrix of formulas, row by row. */
export type Matrix = readonly (readonly Scalar[])[];

const matrix = must<Matrix>("a matrix", Array.isArray);

/** The fields of a contact patch. */
export const distributedContact = fields(
  {
    ...contactFields,
    stiffness: matrix,
    damping: matrix,
    /** Smoothing γ of every element's friction cone [N]. */
    coneSmoothing: quantity,
  },
  surfaceFields,
);

/**
 * A contact patch of n elements with full coupled stiffness K(q) [N/m] and damping C(q) [N s/m], symmetric, K positive
 * definite and C positive semidefinite. Their order is that of (3) in Song, Kumar, Pang: all normal deformations, then
 * all along t, then all along o (none in the plane), so that they fall into the blocks nn nt no, tn tt to, on ot oo of
 * n × n each. Formulas of q use the states at the end of the step, `next`.
 */
export interface DistributedContact extends Checked<typeof distributedContact> {}

/** k on the diagonal: elements that deform one by one, each along each axis. */
export function uncoupled(count: number, k: Scalar): Matrix {
  return Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_, j) => (i === j ? k : 0)));
}

/**
 * The distributed compliant contact of Song, Kumar, Pang: (3) with every block, 0 ≤ λ_n ⟂ Ψ_n + δ_n⁺ ≥ 0 (8) per
 * element, and per element the minimum principle (4), which by Proposition 1 is the friction QP (7). Both are written as
 * natural maps, which hold for any K and C and need no inverse of C:
 *
 *     λ_n = max(0, λ_n − ρ_n (Ψ_n + δ_n⁺)),   λ_f = Proj_R [λ_f − ρ_f s],   s = δ̇ + Γ_f ν⁺  (6).
 *
 * Where K or C couples, the deformations δ⁺ are the unknowns, and λ = Kδ⁺ + (C/h)(δ⁺ − δ) follows. Where nothing
 * couples, λ_n is explicit and δ⁺ follows from λ, so that only the tangential forces answer rows.
 */
export const distributedLaw: ContactLaw<DistributedContact> = {
  name: "projection",
  contact: distributedContact,
  states: (contact, planar) =>
    unknownsOf(contact, planar, axes.deformation).map((name) => ({ name, unit: "m", scale: 1e-4 })),
  inside: (contact, planar) => unknownsOf(contact, planar, axes.force).map((name) => ({ name, unit: "N", scale: 1 })),
  requires(contact, planar) {
    const { name, stiffness, damping, coneSmoothing } = contact;
    const order = unknownsOf(contact, planar, axes.deformation).length;
    checkOrder(`${name}.stiffness`, stiffness, order);
    checkOrder(`${name}.damping`, damping, order);
    return [
      ...matrixRequirements(`${name}.stiffness`, stiffness),
      // together with the least bit of stiffness a semidefinite damping is definite
      ...matrixRequirements(`${name}.damping`, combine(damping, leastStiffness, stiffness)),
      notNegative(`${name}.coneSmoothing`, coneSmoothing),
    ];
  },
  compliance: (contact, mass) => ({
    mass: div(mass, elementsOf(contact).length),
    smoothing: toExpr(contact.coneSmoothing),
  }),
  views: (contact, planar) =>
    elementsOf(contact).map((_, i) => ({
      ...forceView(contact, `${contact.name}.${i + 1}`, planar),
      patch: contact.name,
    })),
  step: distributedStep,
};

/** How far a damping matrix may be from semidefinite, as a time of the stiffness [s]: the rounding of a second. */
const leastStiffness = 1e-9;

function unknownsOf(contact: DistributedContact, planar: boolean, along: readonly string[]): string[] {
  const count = elementsOf(contact).length;
  return inSpace(along, planar).flatMap((axis) =>
    Array.from({ length: count }, (_, i) => `${contact.name}.${i + 1}.${axis}`),
  );
}

function distributedStep(
  contact: DistributedContact,
  elements: readonly ContactKinematics[],
  frame: Frame,
): ContactStage {
  const { name, friction, stiffness: K, damping: C, coneSmoothing } = contact;
  const { h } = frame;
  const { planar } = elements[0];
  const count = elements.length;
  const deformations = unknownsOf(contact, planar, axes.deformation);
  const forces = unknownsOf(contact, planar, axes.force);
  const coupled = couples(K) || couples(C);
  // K + C/h: what an element answers to its own deformation within the step
  const stiff = combine(K, div(1, h), C);
  const before = deformations.map(frame.now);
  const lambda = forces.map(frame.inside);
  const held = apply(combine(C, 0, C), before).map((force) => div(force, h));
  const after = coupled
    ? deformations.map(frame.next)
    : lambda.map((force, i) => div(add(force, held[i]), stiff[i][i]));
  const defines: Record<string, Expr> = {};
  const law = coupled ? apply(stiff, after).map((force, i) => sub(force, held[i])) : [];
  if (coupled) for (const [i, force] of law.entries()) defines[forces[i]] = force;
  else for (const [i, delta] of after.entries()) defines[deformations[i]] = delta;
  const answers = coupled ? deformations : forces;

  const rows: Row[] = [];
  const [fromZero, inPairs]: [Unknown[], Row[]] = [[], []];
  const observe: Record<string, Expr> = {};
  const guess: Record<string, Expr> = {};
  const pairs = elements.map(({ gap, sliding, mobility }, i) => {
    const element = `${name}.${i + 1}`;
    const [n, t, o] = [i, count + i, 2 * count + i];
    const separation = add(gap, after[n]);
    const pressing = coupled ? pressingForce(lambda[n], stiff[n][n], separation) : lambda[n];
    if (coupled) {
      rows.push(equation(answers[n], sub(lambda[n], pressing)));
      // where a step does not start well from the last one: as deep as free flight comes, nothing sideways
      guess[deformations[n]] = max(0, neg(gap));
      for (const axis of planar ? [t] : [t, o]) guess[deformations[axis]] = before[axis];
    } else {
      const pressed = sub(neg(mul(stiff[n][n], gap)), held[n]);
      defines[forces[n]] = max(0, pressed);
      fromZero.push({ name: forces[n], unit: "N", scale: 1, lower: 0 });
      inPairs.push(complementary(forces[n], sub(lambda[n], pressed)));
    }
    const tangential: Tangential = [lambda[t], planar ? constant(0) : lambda[o]];
    const slip = (k: number, axis: 0 | 1): Expr => add(div(sub(after[k], before[k]), h), sliding[axis]);
    const slips: Tangential = [slip(t, 0), planar ? constant(0) : slip(o, 1)];
    const radius = coneRadius(friction, pressing, coneSmoothing);
    // how much slip a newton makes: the element's own give, and the recoil of the body that all elements push
    const give = planar ? stiff[t][t] : max(stiff[t][t], stiff[o][o]);
    const step = div(1, add(div(1, mul(h, give)), mul(count, h, mobility)));
    const trial: Tangential = [
      sub(tangential[0], mul(step, slips[0])),
      planar ? constant(0) : sub(tangential[1], mul(step, slips[1])),
    ];
    const projected = projectOntoBall(trial, radius);
    rows.push(equation(answers[t], sub(tangential[0], projected[0])));
    if (!planar) rows.push(equation(answers[o], sub(tangential[1], projected[1])));
    observe[`${element}.gap`] = gap;
    observe[`${element}.separation`] = separation;
    observe[`${element}.slidingVelocityT`] = slips[0];
    observe[`${element}.slidingVelocityO`] = slips[1];
    observe[`${element}.coneRadius`] = radius;
    observe[`${element}.coneExcess`] = coneExcess(tangential, radius);
    observe[`${element}.stickMargin`] = neg(coneExcess(trial, radius));
    return { name: `${element}.normal`, contact: element, a: lambda[n], b: mul(K[n][n], separation) };
  });
  const energy = (delta: readonly Expr[]): Expr => mul(0.5, add(...apply(K, delta).map((f, i) => mul(f, delta[i]))));
  return {
    rows,
    defines,
    pairs,
    observe,
    guess,
    forces: elements.map((_, i): ContactForce => {
      return [lambda[i], lambda[count + i], planar ? constant(0) : lambda[2 * count + i]];
    }),
    elasticEnergy: [atStart(energy(before)), energy(after)],
    ...(inPairs.length > 0 && { complementarity: { unknowns: fromZero, rows: inPairs, guess: {} } }),
  };
}

/**
 * max(0, λ_n − ρ (Ψ_n + δ_n⁺)), which is λ_n where 0 ≤ λ_n ⟂ Ψ_n + δ_n⁺ ≥ 0 [N]. The cone is measured by it: over an
 * open element it is zero, while λ_n is so to rounding only, of which the root in the radius of the smoothed cone makes
 * a million times more.
 */
function pressingForce(lambdaN: Expr, rho: Scalar, separation: Expr): Expr {
  return max(0, sub(lambdaN, mul(rho, separation)));
}

/** A matrix that depends on q, at the start of the step: `now` in place of `next`. */
function atStart(formula: Expr): Expr {
  const ends = leaves([formula]).filter(({ name }) => name.startsWith("next."));
  return substituteAll([formula], new Map(ends.map((leaf) => [leaf, now(leaf.name.slice("next.".length))])))[0];
}

/** A + s B. */
function combine(A: Matrix, s: Scalar, B: Matrix): Expr[][] {
  return A.map((row, i) => row.map((x, j) => add(x, mul(s, B[i][j]))));
}

/** A x. */
function apply(A: Matrix, x: readonly Expr[]): Expr[] {
  return A.map((row) => add(...row.map((a, j) => mul(a, x[j]))));
}

function couples(A: Matrix): boolean {
  return A.some((row, i) => row.some((x, j) => i !== j && toExpr(x) !== toExpr(0)));
}

function checkOrder(field: string, A: Matrix, order: number): void {
  must(`a matrix of ${order} × ${order}`, (given) => Array.isArray(given) && given.length === order)(A, field);
  listOf(quantities(order))(A, field);
}

/** A is symmetric, and positive definite: the pivots d of its LDLᵀ are positive. */
function matrixRequirements(field: string, A: Matrix): Requirement[] {
  const pivots: Expr[] = [];
  const rest = A.map((row) => row.map((x) => atStart(toExpr(x))));
  for (let k = 0; k < rest.length; k++) {
    const pivot = rest[k][k];
    pivots.push(pivot);
    for (let i = k + 1; i < rest.length; i++) {
      const factor = div(rest[i][k], pivot);
      for (let j = k + 1; j < rest.length; j++) rest[i][j] = sub(rest[i][j], mul(factor, rest[k][j]));
    }
  }
  const symmetric = A.flatMap((row, i) =>
    row.slice(0, i).flatMap((x, j) => {
      const mirrored = A[j][i];
      if (toExpr(x) === toExpr(mirrored)) return [];
      const unequal = abs(sub(atStart(toExpr(x)), atStart(toExpr(mirrored))));
      return [{ field, must: "be a symmetric matrix", holds: sub(mul(rounding, A[i][i]), unequal), orZero: true }];
    }),
  );
  return [
    ...symmetric,
    ...pivots.map((pivot) => ({ ...positive(field, pivot), must: "be a positive definite matrix" })),
  ];
}

/** How unequal mirrored entries may be, of the diagonal: the rounding of formulas. */
const rounding = 1e-12;
