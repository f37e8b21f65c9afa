import { largestOf } from "../../algebra/largest.js";
import { evaluate } from "../../expr/expr.js";
import type { Status } from "../../solve/mcp.js";
import { parameterAt } from "../compile/compile-problem.js";
import type { Motion } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { impactCount, phasesOf } from "./phases.js";

/** Damping that a grid may add to a contact before that is worth a sentence, as a part of the contact's own. */
const tolerated = 0.1;

/**
 * A sentence on what a uniform grid does to a compliant contact: backward Euler adds K·h to its damping C, and once
 * C + K·h ≥ 2√(K m) nothing bounces. A sentence with the numbers where a motion has impacts on a grid that adds
 * more than a tenth; undefined otherwise.
 */
export function gridAdvice(
  setup: Setup,
  motion: Motion & { readonly counts: { readonly steps: number } },
): string | undefined {
  const { compiled, steps, tolerance } = setup;
  const { contacts = [] } = compiled.model.views ?? {};
  const compliances = contacts.flatMap(({ compliance: { stiffness, damping, mass } = {} }) =>
    stiffness === undefined || damping === undefined || mass === undefined ? [] : [{ stiffness, damping, mass }],
  );
  if (compliances.length === 0 || tolerance !== undefined) return undefined;
  if (motion.counts.steps < steps.h.length || impactCount(phasesOf(setup, motion.parameters, motion.path)) === 0)
    return undefined;
  const at = parameterAt(compiled, motion.parameters);
  const h = largestOf(steps.h);
  const numbers = compliances.map(({ stiffness, damping, mass }) => {
    const [K, C, m] = [evaluate(stiffness, at), evaluate(damping, at), evaluate(mass, at)];
    return { C, added: K * h, critical: 2 * Math.sqrt(K * m), K };
  });
  const worst = numbers.reduce((most, next) => (next.added / next.critical > most.added / most.critical ? next : most));
  const { C, added, critical, K } = worst;
  if (added <= tolerated * C) return undefined;
  const longest = (critical - C) / K;
  const bounce =
    C + added >= critical && longest > 0
      ? ` a bounce needs their sum below ${digits(critical)}, h < ${digits(longest)} s;`
      : "";
  const finer =
    C > 0
      ? ` use h ≤ ${digits((tolerated * C) / K)} s to keep the added damping under 10 %, or refine.`
      : " use a finer grid, or refine.";
  return `h = ${digits(h)} s adds ${digits(added)} N s/m to a damping of ${digits(C)};${bounce}${finer}`;
}

const digits = (x: number): string => String(Number(x.toPrecision(2)));

/**
 * A sentence on contacts by nearest points, which the method exact may not get past: where shapes lie flat on each other the
 * nearest points jump from corner to corner, which steps settle and no continuous motion has. Undefined where there are none,
 * or where the motion was computed.
 */
export function cornersAdvice({ compiled, exact }: Setup, status: Status): string | undefined {
  if (exact === undefined || (status !== "no-progress" && status !== "unphysical")) return undefined;
  const { inside, views } = compiled.model;
  const contact = views?.contacts?.find(({ name }) =>
    inside.some((unknown) => unknown.name.startsWith(`${name}.first.`)),
  );
  if (contact === undefined) return undefined;
  return `The nearest points of ${contact.name} jump from corner to corner where shapes lie flat, which steps settle: try grid.method = euler with grid.h.`;
}

/**
 * A sentence on impacts that create energy: Newton's law of velocities may where surfaces rub, because friction turns a sliding round that
 * the blow itself makes. Undefined where no contact has that law.
 */
export function impactAdvice({ compiled, exact }: Setup, parameters: Float64Array): string | undefined {
  const at = parameterAt(compiled, parameters);
  const blows = Object.values(compiled.model.views?.restitution ?? {});
  const isNewton = exact && blows.some((one) => !one.isOfImpulses && evaluate(one.coefficient, at) > 0);
  if (!isNewton) return undefined;
  return "Newton's law of impacts (restitution) may create energy where surfaces rub; Poisson's (impulseRestitution) creates none at one contact.";
}
