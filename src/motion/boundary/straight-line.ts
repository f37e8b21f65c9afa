import { Matrix } from "ml-matrix";
import { compileRows } from "../../expr/compile.js";
import { frame as leaves } from "../../mechanics/model.js";
import { emptyPath, endsOf, type Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { leastNorm } from "./bounded-step.js";

/**
 * A straight line in the freed unknowns' stead: the end state nearest to the start that meets the conditions, states
 * between them in proportion, velocities that make those positions move evenly, all else as at the start. Returns the
 * path and writes the start values that belong to it into `parameters`.
 */
export function straightLine(setup: Setup, parameters: Float64Array): Path {
  const { compiled, steps } = setup;
  const { kernels } = compiled;
  const { conditions, start } = compiled.formulas;
  const { states } = kernels.layout;
  const count = steps.h.length;
  const path = emptyPath(kernels, count);
  const from = new Float64Array(states);
  start.residual(parameters, from);
  for (let k = 0; k <= count; k++) path.states.set(from, k * states);

  // Υ(first, last) = 0 by the least change of the end state
  const values = new Float64Array(conditions.rows);
  const jacobian = new Float64Array(conditions.pattern.row.length);
  conditions.jacobian(endsOf(setup, parameters, path), values, jacobian);
  const byLast = Matrix.zeros(values.length, states);
  const { row, col } = conditions.pattern;
  for (let p = 0; p < jacobian.length; p++) {
    const state = col[p] - states;
    if (state >= 0 && state < states) byLast.set(row[p], state, jacobian[p]);
  }
  const change = leastNorm(
    byLast,
    values.map((x) => -x),
  );
  for (let k = 0; k <= count; k++)
    for (let i = 0; i < states; i++) path.states[k * states + i] += (change[i] * steps.t[k]) / steps.t[count];

  const velocity = evenMotion(setup, parameters, path, change);
  for (let k = 0; k <= count; k++) for (let i = 0; i < states; i++) path.states[k * states + i] += velocity[i];
  adoptStart(setup, parameters, path);
  return path;
}

/** The least change of implicit states (velocities) that makes the kinematic definitions follow the line. */
function evenMotion(setup: Setup, parameters: Float64Array, path: Path, change: readonly number[]): Float64Array {
  const { kernels } = setup.compiled;
  const { layout, model } = kernels;
  const { states } = layout;
  const input = new Float64Array(layout.leaves.length);
  input.set(path.states.subarray(0, 2 * states));
  input.set(parameters, layout.parameters);
  input[layout.time + 1] = setup.steps.h[0];
  const { defines = {} } = model.step(leaves);
  const implicit = model.state.map(({ name }) => name).filter((name) => defines[name] === undefined);
  const moving = model.state
    .map(({ name }, i) => ({ name, i }))
    .filter(({ name, i }) => change[i] !== 0 && defines[name] !== undefined);
  const shift = new Float64Array(states);
  if (moving.length === 0) return shift;
  const kernel = compileRows(
    // its numbers are those of the frame, whatever the steps of the problem are parts of
    layout.leaves.with(layout.time, leaves.t).with(layout.time + 1, leaves.h),
    implicit.map(leaves.next),
    moving.map(({ name }) => defines[name]),
  );
  const reached = new Float64Array(moving.length);
  const values = new Float64Array(kernel.pattern.row.length);
  kernel.jacobian(input, reached, values);
  const byVelocity = Matrix.zeros(moving.length, implicit.length);
  for (let p = 0; p < values.length; p++) byVelocity.set(kernel.pattern.row[p], kernel.pattern.col[p], values[p]);
  const missing = Float64Array.from(moving, ({ i }, j) => path.states[states + i] - reached[j]);
  const solved = leastNorm(byVelocity, missing);
  implicit.forEach((name, j) => {
    shift[model.state.findIndex((state) => state.name === name)] = solved[j];
  });
  return shift;
}

/** Freed start values that come nearest to the first state of the path. */
function adoptStart({ compiled }: Setup, parameters: Float64Array, path: Path): void {
  const { freed, kernels } = compiled;
  const { start } = compiled.formulas;
  const values = new Float64Array(kernels.layout.states);
  const jacobian = new Float64Array(start.pattern.row.length);
  start.jacobian(parameters, values, jacobian);
  const byFreed = Matrix.zeros(values.length, freed.length);
  for (let p = 0; p < jacobian.length; p++) byFreed.set(start.pattern.row[p], start.pattern.col[p], jacobian[p]);
  const change = leastNorm(
    byFreed,
    values.map((x, i) => path.states[i] - x),
  );
  freed.forEach((index, j) => {
    parameters[index] += change[j];
  });
}
