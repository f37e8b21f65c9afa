import { log2 } from "../../algebra/elementary/elementary.js";
import { evaluator } from "../../expr/expr.js";
import { type Compiled, parameterAt } from "./compile-problem.js";

/** Between these a body's momenta are far above what a step is solved to, and its rounding far below [kg, kg m]. */
const [light, heavy] = [1e-6, 100];

/**
 * The factor on a tolerance in N s or N m s that the lightest body of a model asks for: below one where it has milligrams
 * and less, above one where all have tonnes. A grain of 30 micrometres has less momentum than a step is solved to elsewhere,
 * so that it would neither fall nor rub; of a ship, rounding leaves more. A power of two.
 */
export function lightnessOf(compiled: Compiled): (parameters: Float64Array) => number {
  const all = (compiled.model.views?.bodies ?? []).flatMap(({ lightness }) =>
    lightness === undefined ? [] : [evaluator(lightness)],
  );
  return (parameters) => {
    const at = parameterAt(compiled, parameters);
    const lightest = all.reduce((least, of) => Math.min(least, of(at)), Number.POSITIVE_INFINITY);
    const nearest = Math.min(heavy, Math.max(light, lightest));
    const isFar = lightest !== nearest && lightest > 0 && lightest < Number.POSITIVE_INFINITY;
    return isFar ? 2 ** Math.floor(log2(lightest / nearest)) : 1;
  };
}
