import { leastViolation } from "../../solve/lcp/infeasibility.js";
import type { QuasistaticStep } from "./linearised.js";
import type { StepNames } from "./step.js";

/** Penetrations below this are none [m]. */
const leastDepth = 1e-9;

/**
 * Why a step that must follow its command has no solution. The penetrations r = max(0, −φ⁺) that are left where ½‖r‖² is
 * least over Δq_u satisfy J_nᵤᵀ r = 0 and r·(φ + J_nₐ Δq̄_a) < 0: forces r balance each other on the parts (Farkas), so
 * that the commands press these contacts together and nothing gives way. Without any, forces are what fails.
 */
export function explainSqueeze(step: QuasistaticStep, names: StepNames): Squeeze {
  const r = leastPenetration(step);
  const pressed = names.contacts.flatMap((name, i) => (r[i] > leastDepth ? [`${name} by ${millimetres(r[i])}`] : []));
  if (pressed.length === 0) return { isProven: false, message: unbalanced };
  const guilty = names.actuated.flatMap((name, j) => {
    const column = step.impulse.length + j;
    const rate = step.contacts.reduce((sum, { normal }, i) => sum + r[i] * normal[column] * step.command[j], 0);
    return rate < 0 ? [name] : [];
  });
  const message = `the command of ${list(guilty)} squeezes: whatever gives way, contact ${list(pressed)} would be pressed in.`;
  return { isProven: true, message };
}

const unbalanced =
  "where the commands leave the parts, no forces within the friction cones of their contacts balance them.";

/** Why a step has no solution; proven where contacts would be pressed in, whatever the forces. */
export interface Squeeze {
  readonly isProven: boolean;
  readonly message: string;
}

const millimetres = (x: number): string => `${Number((1000 * x).toPrecision(3))} mm`;

const list = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "nothing") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** Penetrations [m] where their sum of squares is least over Δq_u. */
function leastPenetration({ contacts, impulse, command, lengths }: QuasistaticStep): number[] {
  const nu = impulse.length;
  const commanded = contacts.map(({ gap, normal }) => command.reduce((sum, dq, j) => sum + normal[nu + j] * dq, gap));
  const size = Math.max(leastDepth, ...commanded.map(Math.abs));
  const penetrations = leastViolation({
    rows: contacts.length,
    unknowns: nu,
    offset: (i) => commanded[i] / size,
    slope: (i, j) => contacts[i].normal[j] / (lengths?.[j] ?? 1),
  });
  return penetrations.map((r) => size * r);
}
