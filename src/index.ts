/**
 * The door of bankshot: what people plan with. Formulas and the leaves of a step, problems, models, and the verbs; shapes
 * and contacts are in `bankshot/geometry`, robots in `bankshot/robots`, solvers and their settings in `bankshot/solvers`.
 * @module bankshot
 */
export { fromJson, toJson } from "./app/run/saved/problem-json.js";
export { resultData, resultOf } from "./app/run/saved/result-data.js";
export {
  abs,
  add,
  atan2,
  constant,
  cos,
  div,
  type Expr,
  exp,
  f,
  log,
  max,
  min,
  mul,
  neg,
  norm,
  pow,
  type Scalar,
  select,
  sin,
  sqrt,
  sub,
  tan,
} from "./expr/expr.js";
export {
  complementary,
  equation,
  type Frame,
  first,
  frame,
  input,
  inside,
  last,
  type Model,
  next,
  now,
  parameter,
  type Stage,
} from "./mechanics/model.js";
export { atRest, type Scene } from "./mechanics/scene.js";
export { compliant } from "./models/compliant.js";
export { distributed } from "./models/distributed.js";
export { patchModel } from "./models/patch/patch.js";
export { patchUnion } from "./models/patch/union.js";
export { quasistatic } from "./models/quasistatic/quasistatic.js";
export { rigid } from "./models/rigid.js";
export { sliding } from "./models/sliding.js";
export { mpc } from "./motion/mpc/mpc.js";
export { atTime, end, piecewise, step, table } from "./motion/problem/inputs.js";
export { value } from "./motion/problem/objective.js";
export {
  BadInput,
  type BoundaryCondition,
  type Control,
  type Expected,
  type Method,
  type Objective,
  type Parameter,
  type Problem,
  type Value,
} from "./motion/problem/problem.js";
export type { Result } from "./motion/result.js";
export { settled } from "./motion/settled.js";
export { solveMcp } from "./motion/solve-mcp.js";
export { design, simulate, solve } from "./motion/verbs.js";
