import { kindInputs, kindValues } from "../../../mechanics/contact-kinds.js";
import { type Contacts, linear } from "./contacts.js";
import type { LinearParts } from "./island-matrix.js";
import { contactKernels } from "./world.js";

/**
 * How a contact is made linear, friction and its cone together (primal and dual): `turning` has the slopes of the contact's
 * axes in it; `recoil` is the typical share of a body's mass that a friction force feels, for the step size of the dual.
 */
export interface Manner {
  readonly turning: boolean;
  readonly recoil: number;
}

/** Caps dR/dλ_n, in units of μ: the smoothed cone is steeper at its tip. */
const steepest = 2;

const heldValues = new Float64Array(8);
let heldSlopes = new Float64Array(0);
const heldRows = new Float64Array(48);

type Parts = Pick<LinearParts, "contacts" | "world">;

/**
 * Slopes of a contact that pushes. With relative velocity w, rolling W = c_a rω_a + c_b rω_b, Q = −n × F and
 *
 *     λ_t⁺ = e(R + R′dλ_n) + (1 − eeᵀ)[λ_t − λ_t/(1 − βκ) + (βρ/A)/(1 − βκ) dλ_trial]   where |κλ_t + (ρ/A)λ_trial| > R,
 *
 * λ_trial elsewhere; A is the slope of the trial force by slip, ρ = 1/(1/A + recoil h(1/m_a + 1/m_b)), κ = 1 − ρ/A,
 * β = R/|κλ_t + (ρ/A)λ_trial|. Writes d(F, Q)/d(w, W) into `felt`, and keeps slopes of λ_t, λ_o and both at dv = 0.
 */
export function linearise(parts: Parts, c: number, { turning, recoil }: Manner, felt: Float64Array): void {
  const { contacts, world } = parts;
  const y = contacts.values[c];
  const x = contacts.inputs[c];
  const l = linear.size * c;
  const { linear: line, shadow } = contacts.newton;
  const b = contacts.second[c];
  const isBall = b < world.bodies;
  const viscosity = y[kindValues.viscosity];
  const radius = y[kindValues.radius];
  const trialT = y[kindValues.trial];
  const trialO = y[kindValues.trial + 1];
  const mobility = 1 / world.mass[contacts.first[c]] + (isBall ? 1 / world.mass[b] : 0);
  const rho = 1 / (1 / viscosity + recoil * x[kindInputs.h] * mobility);
  const share = rho / viscosity;
  const kappa = 1 - share;
  const lt = shadow[2 * c];
  const lo = shadow[2 * c + 1];
  const towardsT = kappa * lt + share * trialT;
  const towardsO = kappa * lo + share * trialO;
  const size = Math.sqrt(towardsT * towardsT + towardsO * towardsO);
  let slipping = 0;
  let eT = 0;
  let eO = 0;
  let pTT = -viscosity;
  let pTO = 0;
  let pOO = -viscosity;
  if (!(radius > 0)) {
    pTT = 0;
    pOO = 0;
    line[l + linear.force] = 0;
    line[l + linear.force + 1] = 0;
  } else if (size <= radius) {
    line[l + linear.force] = trialT;
    line[l + linear.force + 1] = trialO;
  } else {
    eT = towardsT / size;
    eO = towardsO / size;
    const beta = radius / size;
    const rest = 1 / (1 - beta * kappa);
    // what stands across e: by the dual, whose force need not be along e yet
    const across = (1 - rest) * (eT * lo - eO * lt);
    line[l + linear.force] = radius * eT - across * eO;
    line[l + linear.force + 1] = radius * eO + across * eT;
    const p = -viscosity * beta * share * rest;
    pTT = p * eO * eO;
    pTO = -p * eT * eO;
    pOO = p * eT * eT;
    slipping = Math.min(y[kindValues.radiusSlope], steepest * x[kindInputs.law]);
  }
  axesAsColumns(y);
  if (turning && isBall) turningColumns(contacts, c);
  for (let j = 0; j < 6; j++) {
    const slipN = j < 3 ? slipping * y[kindValues.slopeN + j] : 0;
    line[l + j] = eT * slipN + pTT * columns[j] + pTO * columns[6 + j];
    line[l + 6 + j] = eO * slipN + pTO * columns[j] + pOO * columns[6 + j];
  }
  writeBlock(contacts, c, felt);
  if (turning && isBall) for (let r = 0; r < 36; r += 6) for (let j = 0; j < 3; j++) felt[r + j] += heldRows[r + j];
}

/** Slopes of F and Q by those of its parts: rows (n, 0), (t, −n × t) and (o, −n × o), which are (t, −o) and (o, t). */
function writeBlock({ values, newton: { linear: line } }: Contacts, c: number, felt: Float64Array): void {
  const y = values[c];
  const l = linear.size * c;
  for (let r = 0; r < 6; r++) {
    const rowT = r < 3 ? y[kindValues.tangent + r] : -y[kindValues.orthogonal + r - 3];
    const rowO = r < 3 ? y[kindValues.orthogonal + r] : y[kindValues.tangent + r - 3];
    const rowN = r < 3 ? y[kindValues.normal + r] : 0;
    const at = 6 * r;
    felt[at] = rowT * line[l] + rowO * line[l + 6] + rowN * y[kindValues.slopeN];
    felt[at + 1] = rowT * line[l + 1] + rowO * line[l + 7] + rowN * y[kindValues.slopeN + 1];
    felt[at + 2] = rowT * line[l + 2] + rowO * line[l + 8] + rowN * y[kindValues.slopeN + 2];
    felt[at + 3] = rowT * line[l + 3] + rowO * line[l + 9];
    felt[at + 4] = rowT * line[l + 4] + rowO * line[l + 10];
    felt[at + 5] = rowT * line[l + 5] + rowO * line[l + 11];
  }
}

/** Slopes of slip along t and o by (w, W). */
const columns = new Float64Array(12);

/** Slip by (w, W) with the axes held: t·w − o·W and o·w + t·W. */
function axesAsColumns(y: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    columns[i] = y[kindValues.tangent + i];
    columns[3 + i] = -y[kindValues.orthogonal + i];
    columns[6 + i] = y[kindValues.orthogonal + i];
    columns[9 + i] = y[kindValues.tangent + i];
  }
}

/** Slip by (w, W) with the axes' own turning, and in `heldRows` what turning does to the force as it stands. */
function turningColumns(contacts: Contacts, c: number): void {
  const { held } = contactKernels()[0];
  const x = contacts.inputs[c];
  const l = linear.size * c;
  const { linear: line } = contacts.newton;
  x[kindInputs.forces] = contacts.forces[3 * c];
  x[kindInputs.forces + 1] = line[l + linear.force];
  x[kindInputs.forces + 2] = line[l + linear.force + 1];
  const { row, col } = held.pattern;
  if (heldSlopes.length < row.length) heldSlopes = new Float64Array(row.length);
  held.jacobian(x, heldValues, heldSlopes);
  heldRows.fill(0);
  for (let p = 0; p < row.length; p++) heldRows[6 * row[p] + col[p]] = heldSlopes[p];
  const arm = 1 / contacts.values[c][kindValues.arms];
  for (let r = 3; r < 6; r++) for (let j = 0; j < 3; j++) heldRows[6 * r + j] *= arm;
  for (let j = 0; j < 6; j++) {
    const by = j < 3 ? 1 : arm;
    columns[j] = by * heldRows[36 + j];
    columns[6 + j] = by * heldRows[42 + j];
  }
}

/** Writes λ_t⁺ of the linear law after the velocities have changed by w, W = `change`. */
export function lookAhead({ newton: { linear: line, ahead } }: Contacts, c: number, change: Float64Array): void {
  const l = linear.size * c;
  let t = line[l + linear.force];
  let o = line[l + linear.force + 1];
  for (let j = 0; j < 6; j++) {
    t += line[l + j] * change[j];
    o += line[l + 6 + j] * change[j];
  }
  ahead[2 * c] = t;
  ahead[2 * c + 1] = o;
}

/** Lets the friction of the dual go this part of the way to what the linear law looked ahead to, where it did. */
export function follow({ newton: { shadow, ahead } }: Contacts, c: number, part: number): void {
  if (Number.isNaN(ahead[2 * c])) return;
  for (let i = 2 * c; i < 2 * c + 2; i++) shadow[i] = part === 1 ? ahead[i] : shadow[i] + part * (ahead[i] - shadow[i]);
}
