/**
 * Formulas: hash-consed scalar expressions, where structurally equal means the same object, with their derivatives,
 * their text and JSON, and kernels compiled from them. Formulas are built by functions (`build.ts`) on nodes
 * (`node.ts`), never written into; a new operation needs a line in each of `arithmetic.ts`, `build.ts`, `slopes.ts`,
 * `generate.ts` and `json.ts`, and the compiler asks for every one of them.
 *
 * @module expr
 */
export {
  abs,
  add,
  atan2,
  cos,
  div,
  exp,
  log,
  max,
  min,
  mul,
  neg,
  norm,
  pow,
  select,
  sin,
  sqrt,
  sub,
  tan,
  toExpr,
} from "./build.js";
export { format } from "./format.js";
export { fromJson, toJson } from "./json.js";
export { constant, type Expr, isExpr, type Op, type Scalar, variable } from "./node.js";
export { f } from "./template.js";
export { evaluate, evaluator, leaves, substitute, substituteAll } from "./walk.js";
