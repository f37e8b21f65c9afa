import { compile } from "../../expr/compile.js";
import { type Expr, leaves } from "../../expr/expr.js";
import type { Result } from "../../motion/result.js";

/** Values of formulas in the step that ends at a grid point; the next call writes over them. */
export function evaluatorOf(formulas: readonly Expr[], result: Result): (k: number) => Float64Array {
  const { t, columns } = result.trajectory;
  const inputs = leaves(formulas);
  const kernel = compile(inputs, formulas);
  const input = new Float64Array(inputs.length);
  const output = new Float64Array(formulas.length);
  return (k) => {
    inputs.forEach(({ name }, i) => {
      input[i] = leafValue(name, k);
    });
    kernel.run(input, output);
    return output;
  };

  function leafValue(leaf: string, k: number): number {
    const [place, name] = [leaf.slice(0, leaf.indexOf(".")), leaf.slice(leaf.indexOf(".") + 1)];
    if (leaf === "t") return t[k]!;
    if (leaf === "h") return t[k]! - t[k - 1]!;
    if (place === "parameters") return Number(result.parameters[name]);
    return columns[name]?.[place === "now" ? k - 1 : k] ?? Number.NaN;
  }
}
