import type { Stepwise } from "../../algebra/stepwise.js";
import type { Scalar } from "../../expr/expr.js";
import { emptyPath, endsOf, type Path } from "../compile/path.js";
import { type Setup, setUp } from "../compile/setup.js";
import { adjoint } from "../march/adjoint.js";
import { marcher, marchOn } from "../march/march.js";
import { smoothing, smoothModel, spent } from "./smooth-model.js";
import type { OptimalTask } from "./task.js";

/**
 * The march of a smoothed model: with the controls of all steps as variables, cost and end conditions have gradients by
 * one transposed solve a step.
 */
export interface SmoothMarch {
  /** Sets the numbers that may change between searches on one grid. */
  setNumbers(setup: Setup): void;
  readonly count: number;
  /** Marches; the rows at the ends and the whole cost. False where a step cannot be solved. */
  march(inputs: Float64Array, tau: number): Stepwise<boolean>;
  readonly cost: () => number;
  readonly ends: Float64Array;
  /** ∂(cost + weightsᵀ ends)/∂controls of the last march, control by control in each step. */
  gradient(weights: Float64Array, into: Float64Array): void;
  /** States and insides of the last march. */
  read(path: Path): void;
}

/** The smoothed march of an optimal motion on the grid of `made`, with its memory. */
export function smoothMarch(made: Setup, task: OptimalTask): SmoothMarch {
  const { problem, model, parameters: names } = made.compiled;
  const smooth = smoothModel(model, task.formulas.stage);
  const tau = { value: 1, unit: "", meaning: "smoothing of pairs" };
  // boundary conditions are among the ends of the task
  const { boundary: _, objective: __, ...motion } = problem;
  const start: Record<string, Scalar> = { ...problem.start, [spent]: 0 };
  const setup = setUp(
    { ...motion, values: {}, model: smooth, parameters: { ...problem.parameters, [smoothing]: tau }, start },
    made.settings,
    true,
    { vary: [], rows: [...task.ends.map(({ residual }) => residual), task.formulas.cost] },
  );
  const { compiled } = setup;
  const { kernels } = compiled;
  const { conditions } = compiled.formulas;
  const { states, insides } = kernels.layout;
  const count = made.steps.h.length;
  const width = model.inputs.length;
  const places = Object.keys(task.controls).map((name) => model.inputs.indexOf(name));
  const marching = marcher(compiled);
  const backwards = adjoint(compiled);
  const path = emptyPath(kernels, count);
  const parameters = new Float64Array(compiled.parameters.length);
  const at = names.map((name) => compiled.parameters.indexOf(name));
  const tauAt = compiled.parameters.indexOf(smoothing);
  // the cost is the last of the states
  const spentAt = (count + 1) * states - 1;
  const values = new Float64Array(conditions.rows);
  const slopes = new Float64Array(conditions.pattern.row.length);
  const ends = new Float64Array(task.ends.length);
  const costates = new Float64Array(states);
  const byInputs = new Float64Array(count * width);
  const nothing = new Float64Array(0);
  let driven = setup;

  return {
    count,
    ends,
    setNumbers(next) {
      at.forEach((i, k) => {
        parameters[i] = next.parameters[k];
      });
      driven = { ...setup, steps: next.steps };
    },
    *march(inputs, size) {
      parameters[tauAt] = size;
      driven = { ...driven, steps: { ...driven.steps, inputs } };
      marching.begin(parameters, driven.steps, path, false);
      if ((yield* marchOn(marching, count, undefined)).status !== "solved") return false;
      conditions.jacobian(endsOf(driven, parameters, path), values, slopes);
      ends.set(values.subarray(0, ends.length));
      return true;
    },
    cost: () => values[ends.length] + path.states[spentAt],
    gradient(weights, into) {
      costates.fill(0);
      costates[states - 1] = 1;
      const { row, col } = conditions.pattern;
      for (let p = 0; p < row.length; p++) {
        const i = col[p] - states;
        if (i >= 0 && i < states) costates[i] += (row[p] === ends.length ? 1 : weights[row[p]]) * slopes[p];
      }
      backwards.run(driven, { parameters, path }, costates, { freed: nothing, inputs: byInputs });
      for (let k = 0; k < count; k++)
        places.forEach((i, c) => {
          into[k * places.length + c] = byInputs[k * width + i];
        });
    },
    read({ states: into, insides: within }) {
      const own = states - 1;
      for (let k = 0; k <= count; k++) for (let i = 0; i < own; i++) into[k * own + i] = path.states[k * states + i];
      // those that only the form without kinks has come behind the model's own
      const ours = within.length / count;
      for (let k = 0; k < count; k++) within.set(path.insides.subarray(k * insides, k * insides + ours), k * ours);
    },
  };
}
