import { kindInputs, kindValues } from "../../../mechanics/contact-kinds.js";
import { type Contacts, linear } from "./contacts.js";
import { contactKernels, type World } from "./world.js";

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

/**
 * Slopes of a contact that pushes. With relative velocity w, rolling W = c_a rω_a + c_b rω_b, Q = −n × F and
 *
 *     λ_t⁺ = e(R + R′dλ_n) + (1 − eeᵀ)[λ_t − λ_t/(1 − βκ) + (βρ/A)/(1 − βκ) dλ_trial]   where |κλ_t + (ρ/A)λ_trial| > R,
 *
 * λ_trial elsewhere; A is the slope of the trial force by slip, ρ = 1/(1/A + recoil h(1/m_a + 1/m_b)), κ = 1 − ρ/A,
 * β = R/|κλ_t + (ρ/A)λ_trial|. Writes d(F, Q)/d(w, W) into the contact's block, and the force at dv = 0 beside it.
 */
export function linearise(contacts: Contacts, world: World, c: number, manner: Manner): void {
  const { turning, recoil } = manner;
  const y = contacts.values[c];
  const x = contacts.inputs[c];
  const l = linear.size * c;
  const { linear: line, shadow, block } = contacts.newton;
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
  const columns = l + linear.columns;
  axesAsColumns(line, columns, y);
  if (turning && isBall) turningColumns(contacts, c);
  line[l + linear.slopes] = pTT;
  line[l + linear.slopes + 1] = pTO;
  line[l + linear.slopes + 2] = pOO;
  line[l + linear.alongN] = slipping * eT;
  line[l + linear.alongN + 1] = slipping * eO;
  // rows (t, −n × t) and (o, −n × o) are (t, −o) and (o, t)
  for (let r = 0; r < 6; r++) {
    const rowT = r < 3 ? y[kindValues.tangent + r] : -y[kindValues.orthogonal + r - 3];
    const rowO = r < 3 ? y[kindValues.orthogonal + r] : y[kindValues.tangent + r - 3];
    const rowN = (r < 3 ? y[kindValues.normal + r] : 0) + slipping * (eT * rowT + eO * rowO);
    const byT = rowT * pTT + rowO * pTO;
    const byO = rowT * pTO + rowO * pOO;
    const at = 36 * c + 6 * r;
    for (let j = 0; j < 6; j++)
      block[at + j] =
        byT * line[columns + j] +
        byO * line[columns + 6 + j] +
        (j < 3 ? rowN * y[kindValues.slopeN + j] : 0) +
        (turning && isBall && j < 3 ? heldRows[6 * r + j] : 0);
  }
}

/** Slip by (w, W) with the axes held: t·w − o·W and o·w + t·W. */
function axesAsColumns(line: Float64Array, at: number, y: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    line[at + i] = y[kindValues.tangent + i];
    line[at + 3 + i] = -y[kindValues.orthogonal + i];
    line[at + 6 + i] = y[kindValues.orthogonal + i];
    line[at + 9 + i] = y[kindValues.tangent + i];
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
    line[l + linear.columns + j] = by * heldRows[36 + j];
    line[l + linear.columns + 6 + j] = by * heldRows[42 + j];
  }
}

/** Writes λ_t⁺ of the linear law after the velocities have changed by w, W = `change`. */
export function lookAhead(contacts: Contacts, c: number, change: Float64Array): void {
  const { linear: line, ahead } = contacts.newton;
  const l = linear.size * c;
  const y = contacts.values[c];
  let normal = 0;
  let slipT = 0;
  let slipO = 0;
  for (let j = 0; j < 3; j++) normal += y[kindValues.slopeN + j] * change[j];
  for (let j = 0; j < 6; j++) {
    slipT += line[l + linear.columns + j] * change[j];
    slipO += line[l + linear.columns + 6 + j] * change[j];
  }
  const pTO = line[l + linear.slopes + 1];
  ahead[2 * c] =
    line[l + linear.force] + line[l + linear.alongN] * normal + line[l + linear.slopes] * slipT + pTO * slipO;
  ahead[2 * c + 1] =
    line[l + linear.force + 1] +
    line[l + linear.alongN + 1] * normal +
    pTO * slipT +
    line[l + linear.slopes + 2] * slipO;
}

/** Lets the friction of the dual go this part of the way to what the linear law looked ahead to, where it did. */
export function follow({ newton: { shadow, ahead } }: Contacts, c: number, part: number): void {
  if (Number.isNaN(ahead[2 * c])) return;
  for (let i = 2 * c; i < 2 * c + 2; i++) shadow[i] = part === 1 ? ahead[i] : shadow[i] + part * (ahead[i] - shadow[i]);
}
