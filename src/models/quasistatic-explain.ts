import { fullPattern } from "../algebra/sparse.js";
import { denseLu } from "../solve/linear.js";
import type { Mcp } from "../solve/mcp.js";
import { newton, run } from "../solve/newton.js";
import type { QuasistaticStep } from "./quasistatic-instance.js";
import type { StepNames } from "./quasistatic-step.js";

/** Penetrations below this are rounding [m]. */
const rounding = 1e-9;

/**
 * Why a step that must follow its command has no solution. The penetrations r = max(0, −φ⁺) that are left where ½‖r‖² is
 * least over Δq_u satisfy J_nᵤᵀ r = 0 and r·(φ + J_nₐ Δq̄_a) < 0: forces r balance each other on the parts (Farkas), so
 * that the commands press these contacts together and nothing gives way. Without any, forces are what fails.
 */
export function explainSqueeze(step: QuasistaticStep, names: StepNames): string {
  const r = leastPenetration(step);
  const pressed = names.contacts.flatMap((name, i) => (r[i]! > rounding ? [`${name} by ${millimetres(r[i]!)}`] : []));
  if (pressed.length === 0)
    return "where the commands leave the parts, no forces within the friction cones of their contacts balance them.";
  const guilty = names.actuated.flatMap((name, j) => {
    const column = step.impulse.length + j;
    const rate = step.contacts.reduce((sum, { normal }, i) => sum + r[i]! * normal[column]! * step.command[j]!, 0);
    return rate < 0 ? [name] : [];
  });
  return `the command of ${list(guilty)} squeezes: whatever gives way, contact ${list(pressed)} would be pressed in.`;
}

const millimetres = (x: number): string => `${Number((1000 * x).toPrecision(3))} mm`;

const list = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "nothing") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** What parts may move without a contact that holds them back: nothing, against a residual of order one. */
const inertia = 1e-9;

/** Penetrations [m] where their sum of squares is least over Δq_u: a semismooth Newton on J_nᵤᵀ max(0, −φ⁺) = 0. */
function leastPenetration({ contacts, impulse, command, lengths }: QuasistaticStep): number[] {
  const nu = impulse.length;
  const open = contacts.map(({ gap, normal }) => command.reduce((sum, dq, j) => sum + normal[nu + j]! * dq, gap));
  const size = Math.max(rounding, ...open.map(Math.abs));
  const slope = (i: number, j: number): number => contacts[i]!.normal[j]! / (lengths?.[j] ?? 1);
  const penetration = (x: Float64Array, i: number): number => {
    let gap = open[i]! / size;
    for (let j = 0; j < nu; j++) gap += slope(i, j) * x[j]!;
    return Math.max(0, -gap);
  };
  const mcp: Mcp = {
    name: (j) => `motion ${j + 1}`,
    lower: new Float64Array(nu).fill(Number.NEGATIVE_INFINITY),
    upper: new Float64Array(nu).fill(Number.POSITIVE_INFINITY),
    scale: new Float64Array(nu).fill(1),
    pattern: fullPattern(nu),
    evaluate(x, residual, jacobian) {
      jacobian?.fill(0);
      for (let j = 0; j < nu; j++) {
        residual[j] = inertia * x[j]!;
        if (jacobian !== undefined) jacobian[j * nu + j] = inertia;
      }
      for (let i = 0; i < contacts.length; i++) {
        const r = penetration(x, i);
        for (let j = 0; r > 0 && j < nu; j++) {
          residual[j]! -= slope(i, j) * r;
          if (jacobian !== undefined) for (let k = 0; k < nu; k++) jacobian[k * nu + j]! += slope(i, j) * slope(i, k);
        }
      }
      return true;
    },
  };
  const { z } = run(newton({ tolerance: 1e-12, linear: denseLu }), mcp, new Float64Array(nu));
  return contacts.map((_, i) => size * penetration(z, i));
}
