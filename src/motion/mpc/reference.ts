import { drive } from "../../solve/drive.js";
import type { Mpcc } from "../../solve/mpcc/problem.js";
import { setUp } from "../compile/setup.js";
import { borrow, giveBack } from "../march/workspace.js";
import { marchGuess, type RecordedMotion } from "../optimal/guesses.js";
import { optimalSpace } from "../optimal/space.js";
import { recordedInputs } from "../problem/grid.js";
import type { Settings } from "../problem/parameters.js";
import type { Problem } from "../problem/problem.js";
import type { Result } from "../result.js";
import { solve } from "../solve.js";

/** A motion with the multipliers of the rows of its steps, row by row. */
export interface Plan extends RecordedMotion {
  readonly multipliers: Float64Array;
}

/** The optimal motion over the whole time, and what its multipliers say. */
export interface Reference {
  readonly result: Result;
  readonly plan: Plan;
  /** ∂(cost of what is to come)/∂state at every grid point but the last ((N × states), row by row). */
  readonly costates: Float64Array;
  /** Multipliers of the conditions on the end. */
  readonly prices: Float64Array;
}

/** Finds the whole motion, from one start. */
export async function referenceOf(
  problem: Problem,
  set: Settings,
  signal: AbortSignal | undefined,
): Promise<Reference> {
  // the nearest minimum: a cheaper one keeps less in hand to follow it with
  const result = await solve(problem, { set, search: { starts: 1 }, ...(signal && { signal }) });
  const setup = setUp(problem, set);
  const workspace = borrow(setup);
  const { asked, levels } = await drive(optimalSpace(workspace, setup));
  const { program } = levels[levels.length - 1];
  const n = program.program.lower.length;
  // aborted before there was a point: the motion of the declared controls
  const isPoint = result.solution.z.length >= n;
  const zy = isPoint ? result.solution.z : new Float64Array(n + program.program.patterns.jacobian.rows);
  if (!isPoint) zy.set(program.pack(await drive(marchGuess(setup, asked))));
  const { path, steps, parameters } = program.unpack(zy.subarray(0, n));
  const count = steps.h.length;
  const states = setup.compiled.model.state.length;
  const rows = asked.step.rows.length;
  const y = zy.subarray(n);
  const layout = { count, states, width: asked.step.unknowns.length, rows };
  const found: Reference = {
    result,
    plan: {
      t: steps.t,
      path,
      inputs: recordedInputs(steps),
      parameters,
      multipliers: y.slice(states, states + count * rows),
    },
    costates: costatesOf(program.program, zy.subarray(0, n), y, layout),
    prices: y.slice(states + count * rows, states + count * rows + asked.ends.length),
  };
  giveBack(setup, workspace);
  return found;
}

/** Of the program of a whole motion. */
interface Layout {
  readonly count: number;
  readonly states: number;
  readonly width: number;
  readonly rows: number;
}

/** Σ y_r ∂(row r)/∂x_k over the rows of the step that starts at x_k. */
function costatesOf(program: Mpcc, z: Float64Array, y: Float64Array, { count, states, width, rows }: Layout) {
  const { colPtr, rowIdx } = program.patterns.jacobian;
  const jacobian = new Float64Array(rowIdx.length);
  program.slopes(z, new Float64Array(z.length), jacobian);
  return Float64Array.from({ length: count * states }, (_, at) => {
    const k = Math.floor(at / states);
    const column = k === 0 ? at : states + (k - 1) * width + (at % states);
    let sum = 0;
    for (let p = colPtr[column]; p < colPtr[column + 1]; p++) {
      const r = rowIdx[p] - states - k * rows;
      if (r >= 0 && r < rows) sum += y[rowIdx[p]] * jacobian[p];
    }
    return sum;
  });
}
