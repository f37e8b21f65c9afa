/**
 * Linear complementarity problems with bounds, large and sparse, by pivots: `path.ts` follows Lemke's path on the basis of
 * `basis.ts`, `linear.ts` finds out that a problem is linear and states its relatives, `proof.ts` proves that one has no
 * solution. Where the Newton stalls since the free part is rank-deficient and pairs are degenerate, pivots do not: they see
 * signs, no slopes. Small dense problems have `lcp/lemke.ts`.
 *
 * @module solve/pivots
 */

export {
  boxed,
  type LinearMcp,
  linearMcp,
  type Place,
  placesNear,
  proximal,
  scaled,
  withCouplingsAnswered,
} from "./linear.js";
export { followPath, type PathEnd, type PathLimits } from "./path.js";
export { isProvenInfeasible } from "./proof.js";
