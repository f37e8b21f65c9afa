/** Shared by problems with one kind of compliant contact: its numbers as parameters, and their declarations. */
import { type Parameter, parameter as p } from "bankshot";

/** Stiffness, damping and smoothing of a contact, each a parameter. */
export const compliance = { stiffness: p("stiffness"), damping: p("damping"), coneSmoothing: p("coneSmoothing") };

/** The declarations of those parameters with the defaults of a problem [N/m, N s/m]. */
export const declaredCompliance = (stiffness: number, damping: number): Readonly<Record<string, Parameter>> => ({
  stiffness: { value: stiffness, unit: "N/m", meaning: "contact stiffness K, normal and tangential", above: 0 },
  damping: { value: damping, unit: "N s/m", meaning: "contact damping C, normal and tangential", min: 0 },
  coneSmoothing: { value: 1e-4, unit: "N", meaning: "smoothing γ of the friction cone", min: 0 },
});
