/** Shared by problems with one kind of compliant contact: its numbers as parameters, and their declarations. */
import { type Expr, min, mul, type Parameter, parameter as p } from "bankshot";

/** Stiffness, damping and smoothing of a contact, each a parameter. */
export const compliance = { stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: p("coneSmoothing") };

/** The weight [N] that rests on a contact, and how much that is by default. */
interface Carried {
  readonly weight: Expr;
  readonly usual: number;
}

/** 1e-4 N, and of less than the usual weight less in proportion, a hundredth more so that the default is what it is. */
const smoothingFor = ({ weight, usual }: Carried): Expr => min(1e-4, mul(1.01e-4 / usual, weight));

/** The declarations of those parameters with the defaults of a problem [N/m, N s/m], for a contact that carries a weight. */
export const declaredCompliance = (
  stiffness: number,
  damping: number,
  carried?: Carried,
): Readonly<Record<string, Parameter>> => ({
  stiffness: { value: stiffness, unit: "N/m", meaning: "contact stiffness K, normal and tangential", above: 0 },
  damping: { value: damping, unit: "N s/m", meaning: "contact damping C, normal and tangential", min: 0 },
  coneSmoothing: {
    value: carried ? smoothingFor(carried) : 1e-4,
    unit: "N",
    meaning: "smoothing γ of the friction cone",
    min: 0,
  },
});
