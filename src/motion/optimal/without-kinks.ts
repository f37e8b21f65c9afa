import type { Expr } from "../../expr/expr.js";
import type { Model, Row, Stage, StepGuess, Unknown } from "../../mechanics/model.js";

/** A step in complementarity form: the unknowns of the model first, as they are there. */
export interface WithoutKinks {
  readonly inside: readonly Unknown[];
  readonly rows: readonly Row[];
  readonly defines: Readonly<Record<string, Expr>>;
  readonly guess: StepGuess;
}

/** A step with the rows and definitions that its laws write for programs in the place of those that have kinks. */
export function withoutKinks({ inside }: Model, { rows, defines = {}, complementarity }: Stage): WithoutKinks {
  if (complementarity === undefined) return { inside, rows, defines, guess: {} };
  const { unknowns, guess } = complementarity;
  const told = new Map(unknowns.map((unknown) => [unknown.name, unknown]));
  const own = new Set(inside.map(({ name }) => name));
  const replaced = new Set(complementarity.rows.map(({ unknown }) => unknown));
  return {
    inside: [
      ...inside.map((unknown) => told.get(unknown.name) ?? unknown),
      ...unknowns.filter(({ name }) => !own.has(name)),
    ],
    rows: [...rows.filter(({ unknown }) => !replaced.has(unknown)), ...complementarity.rows],
    defines: Object.fromEntries(Object.entries(defines).filter(([name]) => !replaced.has(name))),
    guess,
  };
}
