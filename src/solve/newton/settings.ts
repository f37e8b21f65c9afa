import { closest } from "../../algebra/closest.js";
import { inWords, isObject } from "../given.js";
import { type LinearSolver, sparseLu } from "../linear.js";
import type { Refusal } from "./arguments.js";
import { type ComplementarityName, complementarityFunctions } from "./complementarity.js";

/** Settings of the semismooth Newton; each default stands below with its reason. */
export interface NewtonSettings {
  /** Largest natural residual of a solution, in the declared units of the rows. */
  readonly tolerance?: number;
  readonly maxIterations?: number;
  readonly complementarity?: ComplementarityName;
  /** How the Newton systems are solved: `sparseLu` or `denseLu`. */
  readonly linear?: LinearSolver;
  /** How many past merits the non-monotone line search remembers, up to 10 000; 1 makes it monotone. */
  readonly memory?: number;
  /** How often a stuck iteration is restarted from another point before it is given up. */
  readonly restarts?: number;
  /** Seed of the perturbations among the restarts. */
  readonly seed?: number;
}

const defaults: Required<NewtonSettings> = {
  tolerance: 1e-10, // momentum of a nanogram at a decimetre a second: far below any modelling error, above rounding
  maxIterations: 200, // good starts need 3 to 30
  complementarity: "fischer",
  linear: sparseLu,
  memory: 8, // Grippo, Lampariello, Lucidi (1986) use 5 to 10
  restarts: 6, // three projected walks and three perturbations, of growing length
  seed: 1,
};

/** Settings as given, defaults for the rest (and for what is given as undefined). */
export function withDefaults(settings: NewtonSettings): Required<NewtonSettings> {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** The fault of settings, if they have one; unknown names come with the nearest right one. */
export function refuseSettings(settings: NewtonSettings): Refusal | undefined {
  if (!isObject(settings)) return refuse("settings", "a record", settings);
  for (const name of Object.keys(settings))
    if (!Object.hasOwn(defaults, name)) {
      const nearest = closest(name, Object.keys(defaults));
      return { field: name, message: `There is no setting ${inWords(name)}; did you mean ${nearest}?` };
    }
  const { tolerance, maxIterations, complementarity, linear, memory, restarts, seed } = withDefaults(settings);
  if (!(Number.isFinite(tolerance) && tolerance > 0)) return refuse("tolerance", "a positive number", tolerance);
  if (!isCount(maxIterations, 0)) return refuse("maxIterations", "a whole number from 0", maxIterations);
  if (typeof complementarity !== "string" || !Object.hasOwn(complementarityFunctions, complementarity)) {
    const names = Object.keys(complementarityFunctions);
    const given = inWords(complementarity);
    const message = `complementarity must be one of ${names.join(", ")}, it is ${given}; did you mean ${closest(given, names)}?`;
    return { field: "complementarity", message };
  }
  if (typeof linear !== "function") return refuse("linear", "sparseLu or denseLu", linear);
  if (!isCount(memory, 1) || memory > longest) return refuse("memory", `a whole number from 1 to ${longest}`, memory);
  if (!isCount(restarts, 0)) return refuse("restarts", "a whole number from 0", restarts);
  if (!isCount(seed, 0)) return refuse("seed", "a whole number from 0", seed);
  return undefined;
}

/** A longer memory than the longest search has merits would only take room. */
const longest = 10_000;

const isCount = (x: number, least: number): boolean => Number.isSafeInteger(x) && x >= least;

function refuse(field: string, wanted: string, found: unknown): Refusal {
  return { field, message: `${field} must be ${wanted}, it is ${inWords(found)}.` };
}
