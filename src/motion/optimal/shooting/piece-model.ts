import { add, type Expr, substituteAll } from "../../../expr/expr.js";
import { frame, type Model, parameter } from "../../../mechanics/model.js";
import { stageOfElement } from "../../grid-error/ends.js";
import { spent } from "../smooth-model.js";

/** The parameter by which a control is changed from what it is held at: it is zero, and has slopes. */
export const changeOf = (control: string): string => `change of ${control}`;
/** The parameter that is a state at the start. */
export const startOf = (state: string): string => `start of ${state}`;

/** A model whose controls have slopes, and whose last state is the cost so far. */
export function pieceModel(model: Model, controls: readonly string[], stage: Expr): Model {
  const leaves = new Map(
    controls.map((name) => [frame.inputs(name), add(frame.inputs(name), parameter(changeOf(name)))] as const),
  );
  const write = (formula: Expr): Expr => substituteAll([formula], leaves)[0];
  const writeAll = (formulas: Readonly<Record<string, Expr>>): Record<string, Expr> =>
    Object.fromEntries(Object.entries(formulas).map(([name, formula]) => [name, write(formula)]));
  const cost = write(
    stageOfElement(
      stage,
      model.state.map(({ name }) => [frame.now(name), frame.next(name)]),
    ),
  );
  return {
    ...model,
    state: [...model.state, { name: spent, unit: "", scale: 1 }],
    parameters: [...model.parameters, ...controls.map(changeOf)],
    step(at) {
      const { complementarity: _, rows, defines = {}, pairs, observe, ...others } = model.step(at);
      return {
        ...others,
        rows: rows.map(({ unknown, residual }) => ({ unknown, residual: write(residual) })),
        defines: { ...writeAll(defines), [spent]: add(at.now(spent), cost) },
        pairs: pairs.map((pair) => ({ ...pair, a: write(pair.a), b: write(pair.b) })),
        observe: writeAll(observe),
      };
    },
  };
}
