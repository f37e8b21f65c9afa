/**
 * Columns of recordings as measurements: their units are converted to those of the problem (`units.ts`), and columns of a body's
 * position, orientation, velocity and spin become formulas of its states (`observed.ts`, `mapping.ts`). A new kind of measurement is a
 * line in the last two.
 *
 * @module motion/fit/columns
 */
import { folded, unknownName } from "../../../checks/words.js";
import { type Expr, leaves, toExpr } from "../../../expr/expr.js";
import type { Model } from "../../../mechanics/model.js";
import { BadInput, type Problem } from "../../problem/problem.js";
import type { Fitting, Recording } from "../fitting.js";
import { siOf, unitFactor } from "./units.js";

/** The factors by which columns of recordings become numbers of the problem; columns without a unit are such numbers. */
export type Factors = Readonly<Record<string, number>>;

/**
 * The factors of the units that a question gives its columns.
 * @throws {BadInput} naming the column whose unit is none, or does not fit what it is a measurement of.
 */
export function factorsOf(
  { units = {}, measured, given = {}, shared, each = {} }: Fitting,
  problem: Problem,
  model: Model,
): Factors {
  const guessed = Object.entries({ ...shared, ...each }).flatMap(([parameter, { guess }]) =>
    typeof guess === "string" ? [[guess, parameter] as const] : [],
  );
  const first = [...Object.entries(given).map(([parameter, column]) => [column, parameter] as const), ...guessed];
  return Object.fromEntries(
    Object.entries(units).map(([column, unit]) => {
      if (measured[column]?.unitsPerMeasured !== undefined)
        throw new BadInput(`fit.units.${column}`, `fit.units.${column}: unitsPerMeasured says it already.`);
      const wanted = [
        ...(Object.hasOwn(measured, column) ? [unitOfFormula(measured[column].of, problem, model)] : []),
        ...first.filter(([own]) => own === column).map(([, parameter]) => problem.parameters[parameter]?.unit),
      ].filter((one) => one !== undefined);
      const factors = (wanted.length > 0 ? wanted : [siOf(unit)]).map((to) => unitFactor(unit, to));
      const refused = factors.find((factor) => typeof factor === "string");
      if (refused !== undefined)
        throw new BadInput(`fit.units.${column}`, `The unit of column ${column} does not fit: ${refused}.`);
      return [column, Number(factors[0])];
    }),
  );
}

/** The columns of a recording that a question uses. */
export function usedColumns({ measured, observed = [], given = {}, signs = [], shared, each = {} }: Fitting): string[] {
  const guesses = Object.values({ ...shared, ...each }).flatMap(({ guess }) =>
    typeof guess === "string" ? [guess] : [],
  );
  const mapped = observed.flatMap(({ columns }) => columns);
  return [...new Set([...Object.keys(measured), ...mapped, ...Object.values(given), ...signs.flat(), ...guesses])];
}

/** A sentence on columns of recordings that a question says nothing of; undefined where there are none. */
export function unmappedNote(asked: Fitting, recordings: readonly Recording[]): string | undefined {
  const known = [...usedColumns(asked), ...Object.keys(asked.units ?? {}), asked.time ?? "t"];
  const all = new Set(recordings.flatMap(({ columns }) => Object.keys(columns)));
  const left = [...all].filter((column) => !known.includes(column));
  if (left.length === 0) return undefined;
  return `Nothing is asked of ${left.length === 1 ? "column" : "columns"} ${folded(left, 4)}.`;
}

/**
 * Refuses formulas of what a motion does not have at a time.
 * @throws {BadInput} naming the column.
 */
export function checkFormulas({ measured }: Fitting, problem: Problem, model: Model): void {
  const known: Readonly<Record<string, readonly string[]>> = {
    last: model.state.map(({ name }) => name),
    parameters: Object.keys(problem.parameters).filter((name) => problem.parameters[name].choices === undefined),
  };
  for (const [column, { of }] of Object.entries(measured))
    for (const { name } of leaves([toExpr(of)])) {
      const [kind, own] = [name.slice(0, name.indexOf(".")), name.slice(name.indexOf(".") + 1)];
      const field = `fit.measured.${column}`;
      if (!Object.hasOwn(known, kind))
        throw new BadInput(field, `${field} must be a formula of last.* and parameters.*.`);
      if (!known[kind].includes(own))
        throw new BadInput(
          field,
          `${field}: ${unknownName(kind === "last" ? "state" : "numeric parameter", own, known[kind])}`,
        );
    }
}

/** The unit of a formula, where sums and the like say it: that of their terms; undefined where that is not known. */
function unitOfFormula(e: Expr, problem: Problem, model: Model): string | undefined {
  const of = ({ name }: Expr): string | undefined => {
    const dot = name.indexOf(".");
    const [kind, own] = [name.slice(0, dot), name.slice(dot + 1)];
    if (kind === "parameters") return problem.parameters[own]?.unit;
    return model.state.find((state) => state.name === own)?.unit;
  };
  if (e.op === "variable") return of(e);
  if (!["add", "sub", "neg", "abs", "min", "max", "norm"].includes(e.op)) return undefined;
  return e.args.map((part) => unitOfFormula(part, problem, model)).find((unit) => unit !== undefined && unit !== "1");
}

/** A recording in the units of the problem. */
export function inUnits(recording: Recording, factors: Factors): Recording {
  const columns = Object.entries(recording.columns).map(([column, values]) => {
    const factor = Object.hasOwn(factors, column) ? factors[column] : 1;
    return [column, factor === 1 ? values : values.map((x) => x * factor)] as const;
  });
  return { ...recording, columns: Object.fromEntries(columns) };
}

/** A question whose noise is in the units of the problem. */
export const noiseInUnits = (asked: Fitting, factors: Factors): Fitting => ({
  ...asked,
  measured: Object.fromEntries(
    Object.entries(asked.measured).map(([column, one]) => [
      column,
      Object.hasOwn(factors, column) ? { ...one, noise: one.noise * factors[column] } : one,
    ]),
  ),
});
