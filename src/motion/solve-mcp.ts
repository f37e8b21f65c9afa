import { fromTriplets } from "../algebra/sparse.js";
import { callable, fields, isRecord, must } from "../checks/fields.js";
import { inWords } from "../checks/words.js";
import { compileRows } from "../expr/compile.js";
import { type Expr, isExpr, leaves, type Scalar, toExpr, variable } from "../expr/expr.js";
import { withinPart } from "../expr/node.js";
import type { Mcp, Solution } from "../solve/mcp.js";
import { type Refusal, refuseKinds, refuseMcp } from "../solve/newton/arguments.js";
import type { NewtonSettings } from "../solve/newton/newton.js";
import type { Watch } from "../solve/newton/run.js";
import { refuseSettings } from "../solve/newton/settings.js";
import { solveByRoutes } from "../solve/rescue/rescue.js";
import { BadInput } from "./problem/problem.js";

/**
 * A mixed complementarity problem in formulas: find z with lower ≤ z ≤ upper ⟂ rows(z). Bounds left out are infinite;
 * `names` are of the unknowns and of the rows that they answer, z[0], z[1], … if left out.
 */
export interface RowsMcp {
  readonly start: readonly number[];
  readonly lower?: readonly number[];
  readonly upper?: readonly number[];
  readonly rows: (z: Expr[]) => readonly Scalar[];
  readonly names?: readonly string[];
}

const checkWatch = fields(
  {},
  { signal: must("an AbortSignal", (given) => isRecord(given) && "aborted" in given), onIteration: callable },
);

/**
 * Solves lower ≤ z ≤ upper ⟂ F(z), its rows given as formulas or as a plain Mcp with a start. An answer lies within its
 * bounds. `infeasible` is said of linear rows only with a proof that they contradict each other, of others only where
 * several starts agree. The tolerance is absolute; rows whose slopes are below 1e-3 are solved in units of their slopes, or
 * the message names them.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export function solveMcp(
  problem: RowsMcp | (Mcp & { readonly start: ArrayLike<number> }),
  settings: NewtonSettings = {},
  watch: Watch = {},
): Solution {
  refuse(refuseSettings(settings));
  const given: unknown = problem;
  if (!isRecord(given))
    throw new BadInput("problem", `A problem must be a record of rows or an Mcp, it is ${inWords(given)}.`);
  checkWatch(watch, "watch");
  return withinPart(() => solveGiven(problem, settings, watch));
}

function solveGiven(
  problem: RowsMcp | (Mcp & { readonly start: ArrayLike<number> }),
  settings: NewtonSettings,
  watch: Watch,
): Solution {
  if ("evaluate" in problem) refuse(refuseKinds(problem));
  const mcp = "evaluate" in problem ? problem : rowsMcp(problem);
  const start = Float64Array.from(checkNumbers("start", problem.start));
  refuse(refuseMcp(mcp, start));
  return solveByRoutes(mcp, start, settings, watch);
}

/**
 * The Mcp of rows given as formulas, its Jacobian on their own sparse pattern.
 * @throws {BadInput} for "start", "lower", "upper", "names" or "rows".
 */
export function rowsMcp(problem: RowsMcp): Mcp {
  const n = checkNumbers("start", problem.start).length;
  const names = problem.names ?? Array.from({ length: n }, (_, i) => `z[${i}]`);
  if (!Array.isArray(names) || names.length !== n || Array.from(names).some((name) => typeof name !== "string"))
    throw new BadInput("names", `names must be ${n} strings, one for each entry of start.`);
  const unknowns = names.map((_, i) => variable(`unknown.${i}`));
  const rows = checkRows(problem.rows, unknowns);
  const kernel = compileRows(unknowns, unknowns, rows);
  return {
    name: (i) => names[i],
    lower: bounds("lower", problem.lower, n, Number.NEGATIVE_INFINITY),
    upper: bounds("upper", problem.upper, n, Number.POSITIVE_INFINITY),
    scale: new Float64Array(n).fill(1),
    pattern: fromTriplets([n, n], kernel.pattern.row, kernel.pattern.col),
    evaluate(z, residual, jacobian) {
      if (jacobian === undefined) kernel.residual(z, residual);
      else kernel.jacobian(z, residual, jacobian);
      return true;
    },
  };
}

function refuse(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new BadInput(refusal.field, refusal.message);
}

function checkNumbers(field: string, given: unknown): ArrayLike<number> {
  if (!Array.isArray(given) && !(given instanceof Float64Array))
    throw new BadInput(field, `${field} must be an array of numbers.`);
  const wrong = given.findIndex((x) => typeof x !== "number");
  if (wrong >= 0) throw new BadInput(field, `${field}[${wrong}] must be a number, it is ${inWords(given[wrong])}.`);
  return given;
}

function bounds(field: string, given: unknown, n: number, otherwise: number): Float64Array {
  return given === undefined ? new Float64Array(n).fill(otherwise) : Float64Array.from(checkNumbers(field, given));
}

function checkRows(write: unknown, unknowns: Expr[]): Expr[] {
  if (typeof write !== "function")
    throw new BadInput("rows", "rows must be a function of the unknowns that returns an array of expressions.");
  const rows = callRows(write as RowsMcp["rows"], unknowns);
  if (!Array.isArray(rows) || rows.length !== unknowns.length)
    throw new BadInput(
      "rows",
      `rows must return an array of ${unknowns.length} expressions, one for each unknown, it returned ${inWords(rows)}.`,
    );
  const wrong = rows.findIndex((row) => !isExpr(row) && !Number.isFinite(row));
  if (wrong >= 0)
    throw new BadInput(
      "rows",
      `rows[${wrong}] must be an expression or a finite number, it is ${inWords(rows[wrong])}.`,
    );
  const expressions = rows.map(toExpr);
  const known = new Set(unknowns);
  const foreign = leaves(expressions).find((leaf) => !known.has(leaf));
  if (foreign === undefined) return expressions;
  const row = expressions.findIndex((expression) => leaves([expression]).includes(foreign));
  throw new BadInput("rows", `rows[${row}] uses the variable ${foreign.name}, which is not one of the unknowns.`);
}

/** The rows as written; what `rows` throws, as a sentence. */
function callRows(write: RowsMcp["rows"], unknowns: Expr[]): unknown {
  try {
    return write(unknowns);
  } catch (error) {
    throw new BadInput("rows", `rows could not be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}
