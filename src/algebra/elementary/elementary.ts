/**
 * Elementary functions whose bits are the same in every engine: the language leaves those of `Math` to its engines, which
 * differ in the last place, and a motion through contact doubles such a difference at every bounce. The algorithms and
 * coefficients are those of fdlibm (K. C. Ng and others, Sun Microsystems 1993). Nothing else is to be read here;
 * `Math.sqrt`, `abs`, `min`, `max`, rounding and the four operations are exact everywhere and are used as they are.
 * @module algebra/elementary
 */
export { atan, atan2, cos, sin, tan } from "./circle.js";
export { exp, log, log2 } from "./exponential.js";
export { hypot, hypotOf } from "./hypot.js";
export { pow } from "./power.js";
