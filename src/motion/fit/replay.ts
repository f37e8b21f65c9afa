import { Matrix } from "ml-matrix";
import type { Stepwise } from "../../algebra/stepwise.js";
import type { Model } from "../../mechanics/model.js";
import { leastNorm } from "../boundary/bounded-step.js";
import type { Setup } from "../compile/setup.js";
import { type Trajectory, trajectoryOf } from "../trajectory/trajectory.js";
import type { Explained } from "./motions.js";
import type { Question } from "./question.js";
import { ownOf } from "./search.js";

/** A column of a recording beside the same of its fitted motion, row by row, in its own unit. */
export interface ReplayedColumn {
  readonly measured: Float64Array;
  readonly computed: Float64Array;
  readonly noise: number;
}

/** A recording with the motion that was fitted to it. */
export interface Replay {
  readonly name: string;
  readonly model: Model;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** The fitted motion at its grid points. */
  readonly trajectory: Trajectory;
  /** Times of the rows [s] of the motion, and states nearest to the fitted ones that give what was measured. */
  readonly recorded: Pick<Trajectory, "t" | "columns">;
  readonly columns: Readonly<Record<string, ReplayedColumn>>;
}

/** Changes of states towards what was measured: its formulas are nearly straight. */
const rounds = 4;

/** The fitted motions of a question beside its recordings. */
export function* replayed(question: Question, motions: readonly Explained[], x: Float64Array): Stepwise<Replay[]> {
  const found: Replay[] = [];
  for (const [r, motion] of motions.entries()) {
    const marched = yield* motion.marched(ownOf(question, x, r));
    const { setup, parameters, path, count, rest, states, t } = marched;
    const { compiled, choices } = setup;
    const { model } = compiled;
    const width = model.state.length;
    const columns = Object.keys(question.fitting.measured);
    const rows = t.length;
    const measured = columns.map(() => new Float64Array(rows));
    const computed = columns.map(() => new Float64Array(rows));
    const recorded = new Float64Array(rows * width);
    for (let i = 0; i < rows; i++) {
      const state = states.slice(i * width, (i + 1) * width);
      const at = (): Float64Array => {
        const ends = new Float64Array(2 * width + parameters.length);
        ends.set(path.states.subarray(0, width));
        ends.set(state, width);
        ends.set(parameters, 2 * width);
        return ends;
      };
      const values = new Float64Array(columns.length);
      compiled.formulas.conditions.residual(at(), values);
      const wanted = values.map((value, c) => value + rest[i * columns.length + c] * noiseOf(question, columns[c]));
      columns.forEach((column, c) => {
        const factor = factorOf(question, column);
        computed[c][i] = values[c] / factor;
        measured[c][i] = wanted[c] / factor;
      });
      for (let k = 0; k < rounds; k++) {
        const change = towards(setup, at(), wanted);
        for (let s = 0; s < width; s++) state[s] += change[s];
      }
      recorded.set(state, i * width);
    }
    const outcome = { count, status: "solved", iterations: 0 } as const;
    found.push({
      name: motion.recording.name,
      model,
      parameters: { ...choices, ...Object.fromEntries(compiled.parameters.map((name, i) => [name, parameters[i]])) },
      trajectory: yield* trajectoryOf(setup, parameters, path, outcome),
      recorded: {
        t,
        columns: Object.fromEntries(
          model.state.map(({ name }, s) => [name, Float64Array.from(t, (_, i) => recorded[i * width + s])]),
        ),
      },
      columns: Object.fromEntries(
        columns.map((column, c) => [
          column,
          {
            measured: measured[c],
            computed: computed[c],
            noise: noiseOf(question, column) / factorOf(question, column),
          },
        ]),
      ),
    });
    yield;
  }
  return found;
}

const noiseOf = ({ fitting: { measured } }: Question, column: string): number => measured[column].noise;

const factorOf = ({ fitting: { measured }, factors }: Question, column: string): number =>
  factors[column] ?? measured[column].unitsPerMeasured ?? 1;

/** The least change of states by which formulas come nearer to numbers. */
function towards({ compiled }: Setup, ends: Float64Array, wanted: Float64Array): number[] {
  const { conditions } = compiled.formulas;
  const width = compiled.model.state.length;
  const values = new Float64Array(conditions.rows);
  const entries = new Float64Array(conditions.pattern.row.length);
  conditions.jacobian(ends, values, entries);
  const slopes = Matrix.zeros(conditions.rows, width);
  const { row, col } = conditions.pattern;
  for (let p = 0; p < entries.length; p++) {
    const state = col[p] - width;
    if (state >= 0 && state < width) slopes.set(row[p], state, entries[p]);
  }
  return leastNorm(
    slopes,
    wanted.map((value, c) => value - values[c]),
  );
}
