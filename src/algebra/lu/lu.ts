/**
 * Direct solution of sparse systems A x = b, for many matrices of one pattern:
 *
 *     analyse   the pattern       → permutations to block triangular form, sparse order    once a problem
 *     factor    the first values  → L, U with pivots chosen                                once, or when pivots fail
 *     refactor  the next values   → L, U with pivots kept                                  each Newton iteration
 *     solve     a right-hand side → x                                                      as often as wanted
 *
 * After KLU (Davis, Palamadai Natarajan, Algorithm 907, ACM TOMS 37, 2010), whose matrices, from circuits, are like
 * ours: very sparse, hardly any fill, of many blocks.
 *
 * Nothing outside opens the fields of an `Analysis` but its orders, nor those of `Factors` but what it says of their
 * quality and their pivots; parts may be changed one by one as long as `lu.test.ts` holds.
 *
 * @module algebra/lu
 */

export { type Analysis, analyse, analysing, type Ordering } from "./analysis.js";
export { conditionEstimate } from "./condition.js";
export { factor, factoring } from "./factor.js";
export type { Factors } from "./factors.js";
export { refactor, refactoring } from "./refactor.js";
export { solve, solveMany, solveTransposed } from "./solve.js";
