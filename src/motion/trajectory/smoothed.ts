import { evaluate } from "../../expr/expr.js";
import type { CertificateEntry } from "./certificate.js";
import { type Moved, parameterOf } from "./swept.js";
import type { Trajectory } from "./trajectory.js";

/** A motion with the times of its grid. */
type Timed = Moved & { readonly trajectory: Pick<Trajectory, "t"> };

/**
 * The largest part of a contact's sliding friction that only the smoothing γ of its cone makes,
 *
 *     Σ h (|λ_f| − μλ_n) / max(Σ h |λ_f|, m s),   μλ_n = R²/(γ + √(γ² + R²)) of the radius R² = μλ_n (μλ_n + 2γ),
 *
 * over the steps in which friction is beyond μλ_n, with the mass m that the contact carries and its largest slip s: a contact that
 * hardly rubs changes nothing, however much of its friction is smoothing.
 */
export function smoothed(motion: Timed): CertificateEntry {
  const { model, trajectory, run } = motion;
  const { t, columns } = trajectory;
  const numberOf = parameterOf(run);
  let worst: CertificateEntry = { value: 0, step: 0, row: "" };
  for (const { name, compliance, columns: of, shares } of model.views?.contacts ?? []) {
    if (shares?.smoothed !== undefined) {
      const [beyond, all] = shares.smoothed.map((column) => impulse(t, (k) => columns[column]?.[k] ?? 0));
      if (beyond > worst.value * all) worst = { value: beyond / all, step: 0, row: name };
    }
    const radius = columns[of.coneRadius ?? ""];
    if (compliance?.smoothing === undefined || radius === undefined) continue;
    const gamma = evaluate(compliance.smoothing, numberOf);
    if (!(gamma > 0)) continue;
    const friction = (of.tangential ?? []).map((column) => columns[column]);
    const sizeAt = (k: number): number => Math.sqrt(friction.reduce((sum, force) => sum + force[k] * force[k], 0));
    const beyondAt = (k: number): number => {
      const squared = radius[k] * radius[k];
      return sizeAt(k) - squared / (gamma + Math.sqrt(gamma * gamma + squared));
    };
    const beyond = impulse(t, (k) => Math.max(0, beyondAt(k)));
    const slip = (of.slip ?? []).map((column) => columns[column]);
    let fastest = 0;
    for (let k = 1; k < t.length; k++)
      fastest = Math.max(
        fastest,
        slip.reduce((sum, v) => sum + v[k] * v[k], 0),
      );
    const momentum = evaluate(compliance.mass, numberOf) * Math.sqrt(fastest);
    const all = Math.max(
      impulse(t, (k) => (beyondAt(k) > 0 ? sizeAt(k) : 0)),
      momentum,
    );
    // friction of a contact that is open is rounding
    if (all * all <= Number.EPSILON * gamma * gamma * (t[t.length - 1] - t[0]) ** 2) continue;
    if (beyond > worst.value * all) worst = { value: beyond / all, step: 0, row: name };
  }
  return worst;
}

/** Σ h f over the steps of a grid [N s]. */
function impulse(t: Float64Array, force: (k: number) => number): number {
  let sum = 0;
  for (let k = 1; k < t.length; k++) sum += (t[k] - t[k - 1]) * force(k);
  return sum;
}
