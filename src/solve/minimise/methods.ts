import type { Minimisation } from "./problem.js";

/**
 * How each method is called by the library, whether it asks for derivatives, whether it follows slopes (and so wants
 * the largest of several costs as rows), and which constraints it takes by itself.
 */
export const nloptMethods = {
  SLSQP: { algorithm: "LD_SLSQP", gradients: true, slopes: true, takes: ["inequality", "equality"] },
  MMA: { algorithm: "LD_MMA", gradients: true, slopes: true, takes: ["inequality"] },
  LBFGS: { algorithm: "LD_LBFGS", gradients: true, slopes: true, takes: [] },
  COBYLA: { algorithm: "LN_COBYLA", gradients: false, slopes: true, takes: ["inequality", "equality"] },
  BOBYQA: { algorithm: "LN_BOBYQA", gradients: false, slopes: true, takes: [] },
  "DIRECT-L": { algorithm: "GN_DIRECT_L", gradients: false, slopes: false, takes: [] },
  CRS2: { algorithm: "GN_CRS2_LM", gradients: false, slopes: false, takes: [] },
  ISRES: { algorithm: "GN_ISRES", gradients: false, slopes: false, takes: ["inequality", "equality"] },
} as const satisfies Record<
  string,
  {
    algorithm: string;
    gradients: boolean;
    slopes: boolean;
    takes: readonly Minimisation["constraints"][number][];
  }
>;

/** A method of minimisation by its usual name. */
export type Method = keyof typeof nloptMethods;
/** The names of all methods, the default first. */
export const methods = Object.keys(nloptMethods) as readonly Method[];
/** True for a method that asks for derivatives. */
export const usesGradients = (method: Method): boolean => nloptMethods[method].gradients;
/** True for a method that takes constraints of all these kinds by itself. */
export const takesAll = (method: Method, constraints: Minimisation["constraints"]): boolean =>
  constraints.every((kind) => (nloptMethods[method].takes as readonly string[]).includes(kind));
