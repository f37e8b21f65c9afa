/** Formulas: hash-consed scalar expressions, where structurally equal means the same object. */
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
export { evaluate, leaves, substitute, substituteAll } from "./walk.js";
