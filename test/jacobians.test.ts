import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problems } from "../problems/index.js";
import type { RowKernel } from "../src/expr/compile.js";
import { stack } from "../src/motion/boundary/horizon/stack.js";
import { emptyPath } from "../src/motion/compile/path.js";
import { setUp } from "../src/motion/compile/setup.js";
import { marcher } from "../src/motion/march/march.js";
import { isSquare } from "../src/motion/problem/condition.js";
import { real } from "./arbitraries.js";

/** Differences of the residual in the direction of one input, independent of all symbolic derivatives. */
function differences(kernel: RowKernel, input: Float64Array, here: Float64Array, at: number, relative: number) {
  const { rows } = kernel.pattern;
  const step = relative * Math.max(1, Math.abs(input[at]));
  const [above, below] = [new Float64Array(rows), new Float64Array(rows)];
  const moved = input.slice();
  moved[at] = input[at] + step;
  kernel.residual(moved, above);
  moved[at] = input[at] - step;
  kernel.residual(moved, below);
  return {
    central: above.map((x, i) => (x - below[i]) / (2 * step)),
    forward: above.map((x, i) => (x - here[i]) / step),
    backward: below.map((x, i) => (here[i] - x) / step),
  };
}

/** The residual, and a column of the Jacobian at a time. */
function columnsOf(kernel: RowKernel, input: Float64Array) {
  const { rows, row, col } = kernel.pattern;
  const [values, entries] = [new Float64Array(rows), new Float64Array(row.length)];
  kernel.jacobian(input, values, entries);
  const column = (c: number) => {
    const slopes = new Float64Array(rows);
    for (let p = 0; p < row.length; p++) if (col[p] === c) slopes[row[p]] = entries[p];
    return slopes;
  };
  return { values, column };
}

/** By how much a column of the Jacobian jumps where its input changes in the last digits: the rounding of large terms that cancel. */
function roundings(kernel: RowKernel, input: Float64Array, at: number, c: number): Float64Array {
  const here = columnsOf(kernel, input).column(c);
  const jumps = new Float64Array(here.length);
  for (let digits = -8; digits <= 8; digits++) {
    const moved = input.slice();
    moved[at] += digits * Number.EPSILON * Math.max(1, Math.abs(input[at]));
    columnsOf(kernel, moved)
      .column(c)
      .forEach((slope, i) => {
        jumps[i] = Math.max(jumps[i], Math.abs(slope - here[i]));
      });
  }
  return jumps;
}

function expectJacobian(kernel: RowKernel, input: Float64Array, wrt: Int32Array): void {
  const { values, column } = columnsOf(kernel, input);
  const here = new Float64Array(values.length);
  kernel.residual(input, here);
  const none = new Float64Array(values.length);
  for (let c = 0; c < wrt.length; c++) {
    const found = column(c);
    // where rows bend sharply, as those of stiff contacts do, longer steps are too long; elsewhere shorter ones lose digits
    const agreesWithin = (rounding: Float64Array) =>
      [1e-6, 1e-7, 1e-8].some((relative) => {
        const { central, forward, backward } = differences(kernel, input, here, wrt[c], relative);
        // differences carry about nine digits of the largest term that they cancel
        const size = Math.max(1, ...values.map(Math.abs), ...central.map(Math.abs));
        return found.every((slope, i) => {
          const tolerance = 1e-6 * size + rounding[i];
          if (Math.abs(slope - central[i]) < tolerance) return true;
          // a kink within the step: an element of the generalised Jacobian lies between the slopes of both sides
          const [low, high] = [Math.min(forward[i], backward[i]), Math.max(forward[i], backward[i])];
          return high - low > tolerance && slope > low - tolerance && slope < high + tolerance;
        });
      });
    const agrees = agreesWithin(none) || agreesWithin(roundings(kernel, input, wrt[c], c));
    // the words are long: they are put together only where they are needed
    if (!agrees) expect.fail(`column ${c} of the Jacobian is not that of differences at ${input.join(" ")}`);
  }
}

const forms = Object.values(problems).flatMap(({ problem }) => {
  const [chosen, { choices = [] } = {}] = Object.entries(problem.parameters).find(([, { choices }]) => choices) ?? [""];
  if (choices.length === 0) return [{ problem, set: {}, name: problem.name }];
  return choices.map((form) => ({ problem, set: { [chosen]: form }, name: `${problem.name} ${form}` }));
});

/** Steps that are programs have no rows; their Jacobians meet differences in `mechanics/distance.test.ts`. */
const withRows = forms.filter(({ problem, set }) => setUp(problem, set).compiled.kernels.program === undefined);

describe.each(withRows)("$name", ({ problem, set }) => {
  const setup = setUp(problem, set);
  const { kernels, freed } = setup.compiled;
  const { conditions, start } = setup.compiled.formulas;
  const { layout } = kernels;
  const states = Int32Array.from({ length: layout.states }, (_, i) => i);
  const varied = Int32Array.from(freed, (index) => layout.parameters + index);

  /** A frame near a typical step: start values, contact forces and all else shaken by random numbers. */
  const frames = fc
    .array(real(-1, 1), { minLength: layout.leaves.length, maxLength: layout.leaves.length })
    .map((shake) => {
      const frame = new Float64Array(layout.leaves.length);
      start.residual(setup.parameters, frame);
      frame.copyWithin(layout.next, 0, layout.states);
      kernels.model.state.forEach(({ scale }, i) => {
        frame[i] += 0.3 * scale * shake[i];
        frame[layout.next + i] += 0.3 * scale * shake[layout.next + i];
      });
      for (let i = 0; i < layout.insides; i++) frame[layout.inside + i] = 1 + 0.5 * shake[layout.inside + i];
      frame.set(setup.parameters, layout.parameters);
      frame[layout.time + 1] = 0.01;
      return frame;
    });
  const run = (check: (frame: Float64Array) => void): void => fc.assert(fc.property(frames, check), { numRuns: 10 });

  it("march rows", () => run((frame) => expectJacobian(kernels.implicit.rows(), frame, kernels.implicit.at)));

  it("sensitivity rows", () =>
    run((frame) =>
      expectJacobian(
        kernels.whole.sensitivity(),
        frame,
        Int32Array.from([...kernels.implicit.at, ...states, ...varied]),
      ),
    ));

  it("block rows of the whole horizon", () =>
    run((frame) =>
      expectJacobian(kernels.block.rows(), frame, Int32Array.from([...states, ...kernels.block.at, ...varied])),
    ));

  it("start values and boundary conditions", () => {
    expectJacobian(start, setup.parameters, Int32Array.from(freed));
    run((frame) => {
      const ends = Float64Array.from([...frame.slice(0, 2 * layout.states), ...setup.parameters]);
      const both = Array.from({ length: 2 * layout.states }, (_, i) => i);
      expectJacobian(conditions, ends, Int32Array.from([...both, ...freed.map((index) => 2 * layout.states + index)]));
    });
  });

  // bands, regions and times are met by least squares on marches: they have no horizon of rows
  if (isSquare(problem))
    it("the whole horizon on its pattern", () => {
      const steps = { ...setup, steps: { t: setup.steps.t.slice(0, 4), h: setup.steps.h.slice(0, 3) } };
      const path = emptyPath(kernels, 3);
      const march = marcher(setup.compiled);
      march.begin(setup.parameters, steps.steps, path, false);
      march.advance(3);
      const { mcp, pack } = stack(steps);
      const z = pack(path, setup.parameters).map((x, i) => x + 1e-3 * Math.sin(7 * i + 1));
      const n = z.length;
      const [F, J] = [new Float64Array(n), new Float64Array(mcp.pattern.rowIdx.length)];
      mcp.evaluate(z, F, J);
      for (let j = 0; j < n; j++) {
        const step = 1e-7 * Math.max(1, Math.abs(z[j]));
        const [above, below] = [new Float64Array(n), new Float64Array(n)];
        const moved = z.slice();
        moved[j] = z[j] + step;
        mcp.evaluate(moved, above);
        moved[j] = z[j] - step;
        mcp.evaluate(moved, below);
        const column = new Float64Array(n);
        for (let p = mcp.pattern.colPtr[j]; p < mcp.pattern.colPtr[j + 1]; p++) column[mcp.pattern.rowIdx[p]] = J[p];
        const off = F.findIndex((f, i) => {
          const wanted = (above[i] - below[i]) / (2 * step);
          // a gap of metres as the force that closes it in a step is 1e6 N: differences of it have this rounding
          const rounding = (Number.EPSILON * Math.abs(f)) / step;
          return !(Math.abs(column[i] - wanted) < 1e-5 * Math.max(1, Math.abs(wanted)) + rounding);
        });
        if (off !== -1) expect.fail(`row ${off} of column ${j} is not that of differences`);
      }
    });
});
