import { add, type Expr, mul, norm, sub } from "../../expr/expr.js";
import { frame, type Model, parameter, type Unknown } from "../../mechanics/model.js";
import { withoutKinks } from "./without-kinks.js";

/** The parameter τ of a smoothed model. */
export const smoothing = "smoothing";
/** Its state that sums the cost of the steps. */
export const spent = "cost so far";

/**
 * A model whose pairs 0 ≤ a ⟂ b ≥ 0 are smoothed to
 *
 *     a + b − √((a − b)² + 4τ²) = 0,    that is a b = τ²,  a, b > 0
 *
 * (Chen, Harker, Kanzow, Smale), so that forces act before bodies touch and a search by gradients feels them. The cost of
 * the steps is one more state.
 */
export function smoothModel(model: Model, stage: Expr): Model {
  const twice = mul(2, parameter(smoothing));
  const free = ({ name, unit, scale }: Unknown): Unknown => ({ name, unit, scale });
  const { inside } = withoutKinks(model, model.step(frame));
  const pairs = new Set([...model.state, ...inside].flatMap(({ name, lower }) => (lower === undefined ? [] : [name])));
  const states = new Set(model.state.map(({ name }) => name));
  const leafOf = (name: string): Expr => (states.has(name) ? frame.next(name) : frame.inside(name));
  /** The row of an unknown: of a pair, or as it is. */
  const smooth = (unknown: string, residual: Expr): Expr => {
    const leaf = leafOf(unknown);
    return pairs.has(unknown) ? sub(add(leaf, residual), norm(sub(leaf, residual), twice)) : residual;
  };
  return {
    ...model,
    state: [...model.state.map(free), { name: spent, unit: "", scale: 1 }],
    inside: inside.map(free),
    parameters: [...model.parameters, smoothing],
    // it observes nothing that a view could name
    views: {},
    step(at) {
      const { rows, defines } = withoutKinks(model, model.step(at));
      const implicit = rows.map(({ unknown, residual }) => ({ unknown, residual: smooth(unknown, residual) }));
      const explicit = { ...defines, [spent]: add(at.now(spent), stage) };
      return { rows: implicit, defines: explicit, pairs: [], observe: {} };
    },
  };
}
