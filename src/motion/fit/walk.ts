import type { Stepwise } from "../../algebra/stepwise.js";
import { emptyPath } from "../compile/path.js";
import { type Setup, withSteps } from "../compile/setup.js";
import { type Marcher, marchOn } from "../march/march.js";
import type { Steps } from "../problem/grid.js";
import { finest, numbered, type See, type Walk } from "./clock.js";
import type { Recording } from "./fitting.js";

/**
 * Steps of one length between any two rows, at most as long as those of the problem, and the step that ends at each row;
 * `finer` parts of each where a march needs them.
 */
export function stepsOf(
  { t }: Recording,
  longest: number,
  finer: ReadonlyMap<number, number> = new Map(),
): { steps: Steps; rows: Int32Array } {
  const rows = new Int32Array(t.length);
  const h: number[] = [];
  for (let i = 1; i < t.length; i++) {
    const time = t[i] - t[i - 1];
    // a row that is a rounding error longer than a step is one step
    const parts = Math.max(1, Math.ceil(time / longest - 1e-6)) * (finer.get(i) ?? 1);
    for (let k = 0; k < parts; k++) h.push(time / parts);
    rows[i] = h.length;
  }
  const times = new Float64Array(h.length + 1);
  times[0] = t[0];
  h.forEach((length, k) => {
    times[k + 1] = times[k] + length;
  });
  return { steps: { t: times, h: Float64Array.from(h) }, rows };
}

/** The walk of a recording whose rows are where steps end, as the time of the motion is that of its rows. */
export function walkByRows(declared: Setup, recording: Recording, marcher: Marcher): Walk {
  const longest = declared.steps.h[0];
  const { states } = declared.compiled.kernels.layout;
  const finer = new Map<number, number>();
  const divided = (): ReturnType<typeof stepsOf> => {
    const made = stepsOf(recording, longest, finer);
    return { ...made, steps: numbered(made.steps, declared) };
  };
  let { steps, rows } = divided();
  let setup = withSteps(declared, steps);
  let path = emptyPath(setup.compiled.kernels, steps.h.length);

  function* go(
    parameters: Float64Array,
    wanted: readonly number[],
    withSlopes: boolean,
    see: See,
  ): Stepwise<number | undefined> {
    marcher.begin(parameters, steps, path, withSlopes);
    for (const [k, i] of wanted.entries()) {
      const step = rows[i];
      const march = yield* marchOn(marcher, step, undefined);
      // the row that ends the step which cannot be solved
      if (march.status !== "solved") return rows.findIndex((end) => end > march.steps);
      see(k, march, path.states.subarray(step * states, (step + 1) * states), marcher.sensitivity);
    }
    return undefined;
  }

  return {
    get path() {
      return path;
    },
    times: () => recording.t,
    go,
    *whole(_, wanted) {
      yield;
      return { setup, path, count: rows[wanted[wanted.length - 1]] };
    },
    refine(row) {
      const parts = 2 * (finer.get(row) ?? 1);
      if (parts > finest) return false;
      finer.set(row, parts);
      ({ steps, rows } = divided());
      setup = withSteps(declared, steps);
      path = emptyPath(setup.compiled.kernels, steps.h.length);
      return true;
    },
  };
}
