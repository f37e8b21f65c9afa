/** Shared by problems with one kind of compliant contact: its numbers as parameters, and their declarations. */
import { type Expr, min, mul, type Parameter, parameter as p } from "bankshot";

/** Stiffness, damping and smoothing of a contact, each a parameter. */
export const compliance = { stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: p("coneSmoothing") };

/** A smoothing that is small beside the weight [N] that rests on a contact, and never above 1e-4 N. */
const smoothingFor = (weight: Expr): Expr => min(1e-4, mul(1e-3, weight));

/** The declarations of those parameters with the defaults of a problem [N/m, N s/m], for a contact that carries a weight [N]. */
export const declaredCompliance = (
  stiffness: number,
  damping: number,
  weight?: Expr,
): Readonly<Record<string, Parameter>> => ({
  stiffness: { value: stiffness, unit: "N/m", meaning: "contact stiffness K, normal and tangential", above: 0 },
  damping: { value: damping, unit: "N s/m", meaning: "contact damping C, normal and tangential", min: 0 },
  coneSmoothing: {
    value: weight ? smoothingFor(weight) : 1e-4,
    unit: "N",
    meaning: "smoothing γ of the friction cone",
    min: 0,
  },
});
