import type { Result } from "../../motion/result.js";
import type { RunChoice, Verb } from "./choice.js";
import type { Comparison } from "./expected.js";
import type { Found } from "./found.js";

/** A finished run and all that is said of it. */
export interface Run {
  readonly verb: Verb;
  readonly found: Found;
  readonly choice: RunChoice;
  readonly result: Result;
  readonly expected?: readonly Comparison[];
}
