import { log2 } from "../../algebra/elementary/elementary.js";
import { div, type Expr, evaluator, min, toExpr } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import { type Compiled, parameterAt } from "./compile-problem.js";
import type { Setup } from "./setup.js";

/** Between these a body's momenta are far above what a step is solved to, and its rounding far below [kg, kg m]. */
const [light, heavy] = [1e-6, 100];

/** The lightness of all bodies of a model: formulas of parameters. */
const allOf = ({ views }: Model): readonly Expr[] =>
  (views?.bodies ?? []).flatMap(({ lightness }) => (lightness === undefined ? [] : [lightness]));

/** Below this [kg, kg m] forces of the method exact are told from none by a part of what they are told by elsewhere. */
const faint = 1e-3;

/** That part, as a formula of parameters: one where no body is light. */
export const faintness = (model: Model): Expr =>
  allOf(model).reduce<Expr>((least, lightness) => min(least, div(lightness, faint)), toExpr(1));

/**
 * The factor on a tolerance in N s or N m s that the lightest body of a model asks for: below one where it has milligrams
 * and less, above one where all have tonnes. A grain of 30 micrometres has less momentum than a step is solved to elsewhere,
 * so that it would neither fall nor rub; of a ship, rounding leaves more. A power of two.
 */
export function lightnessOf(compiled: Compiled): (parameters: Float64Array) => number {
  const lightest = lightestOf(compiled);
  return (parameters) => {
    const least = lightest(parameters);
    const nearest = Math.min(heavy, Math.max(light, least));
    return least !== nearest && isKnown(least) ? 2 ** Math.floor(log2(least / nearest)) : 1;
  };
}

/** True of the unit of what grows with the weight of bodies. */
export const growsWithWeight = (unit: string): boolean => ["N", "N s", "N m", "N m s", "N m/s"].includes(unit);

const isKnown = (lightness: number): boolean => lightness > 0 && lightness < Number.POSITIVE_INFINITY;

function lightestOf(compiled: Compiled): (parameters: Float64Array) => number {
  const all = allOf(compiled.model).map(evaluator);
  return (parameters) => {
    const at = parameterAt(compiled, parameters);
    return all.reduce((least, of) => Math.min(least, of(at)), Number.POSITIVE_INFINITY);
  };
}

/** True where the lightest body is below or above these [kg, kg m]; of a model without bodies nobody knows. */
export function isUnusual(
  { compiled, parameters }: Pick<Setup, "compiled" | "parameters">,
  [low, high]: readonly [number, number],
): boolean {
  const least = lightestOf(compiled)(parameters);
  return isKnown(least) && (least < low || least > high);
}
