import type { Model } from "../../mechanics/model.js";
import type { Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { sampleOnto, stepAt } from "../optimal/guesses.js";
import type { OptimalProgram } from "../optimal/program.js";
import { recordedInputs, type Steps } from "../problem/grid.js";
import type { Trajectory } from "../trajectory/trajectory.js";
import type { Plan } from "./reference.js";

/** The unknowns and multipliers of a window that begin with what was planned for its time. */
export function warmStart(plan: Plan, to: Setup, { program, pack }: OptimalProgram): Float64Array {
  const n = program.lower.length;
  const zy = new Float64Array(n + program.patterns.jacobian.rows);
  zy.set(pack(sampleOnto(plan, to)));
  const { t, h } = to.steps;
  const { model } = to.compiled;
  const rows = plan.multipliers.length / (plan.t.length - 1);
  for (let k = 0; k < h.length; k++) {
    const j = stepAt(plan.t, t[k] + 0.5 * h[k]);
    // the rows of the start come first
    zy.set(plan.multipliers.subarray(j * rows, (j + 1) * rows), n + model.state.length + k * rows);
  }
  return zy;
}

/** A window's motion, and another one behind its end. */
export function joinPlans(
  { path, steps, parameters }: { readonly path: Path; readonly steps: Steps; readonly parameters: Float64Array },
  multipliers: Float64Array,
  rest: Plan,
): Plan {
  const own: Plan = { t: steps.t, path, inputs: recordedInputs(steps), parameters, multipliers };
  const end = steps.t[steps.h.length];
  const points = rest.t.length;
  // a rest shorter than this is rounding
  const from = rest.t.findIndex((time) => time > end + 1e-6 * steps.h[0]);
  if (from < 0) return own;
  const atPoints = (a: Float64Array, b: Float64Array): Float64Array =>
    Float64Array.of(...a, ...b.subarray((from * b.length) / points));
  const ofSteps = (a: Float64Array, b: Float64Array): Float64Array =>
    Float64Array.of(...a, ...b.subarray(((from - 1) * b.length) / (points - 1)));
  return {
    t: atPoints(own.t, rest.t),
    path: { states: atPoints(path.states, rest.path.states), insides: ofSteps(path.insides, rest.path.insides) },
    inputs: ofSteps(own.inputs, rest.inputs),
    multipliers: ofSteps(multipliers, rest.multipliers),
    parameters,
  };
}

/** The inputs that a plan has for a time. */
export function inputsAt({ t, inputs }: Plan, time: number, names: readonly string[]): Record<string, number> {
  const k = stepAt(t, time);
  return Object.fromEntries(names.map((name, i) => [name, inputs[k * names.length + i]]));
}

/** A plan as people and plots read it. */
export function columnsOf({ t, path, inputs }: Plan, model: Model): Pick<Trajectory, "t" | "columns"> {
  const count = t.length - 1;
  const columns: Record<string, Float64Array> = {};
  const take = (names: readonly string[], values: Float64Array, first: 0 | 1): void => {
    names.forEach((name, i) => {
      columns[name] = Float64Array.from({ length: count + 1 }, (_, k) =>
        k < first ? Number.NaN : values[(k - first) * names.length + i],
      );
    });
  };
  take(
    model.state.map(({ name }) => name),
    path.states,
    0,
  );
  take(
    model.inside.map(({ name }) => name),
    path.insides,
    1,
  );
  take(model.inputs, inputs, 1);
  return { t, columns };
}
