import type { Model } from "../mechanics/model.js";
import type { Status } from "../solve/mcp.js";
import { type Bound, parameterAt } from "./bind.js";
import { type Certificate, certify, observe } from "./certificate.js";
import { declaredStep, type Steps } from "./grid.js";
import type { Path } from "./march.js";
import { type ContactSegment, contactSegments } from "./segments.js";
import { fillInputs } from "./stack.js";
import { type Touched, touchedParts } from "./touched.js";

/**
 * A motion on its time grid: `t` [s] and columns by name, N + 1 entries each. States have a value at every grid point;
 * forces and observations belong to the step that ends there, so that their entry 0 is NaN. A trajectory cannot be
 * made without its certificate.
 */
export interface Trajectory {
  readonly t: Float64Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
  /** Where steps were halved: for each the 1-based number of the declared step that it is a part of, N entries. */
  readonly declared?: Int32Array;
  readonly status: Status;
  readonly iterations: number;
  readonly certificate: Certificate;
  /** Wall time of each step that is a program [ms], entry 0 NaN: the one thing here that no two runs share. */
  readonly milliseconds?: Float64Array;
  /** Text of every grid point, such as the contact mode of the step that ends there. */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
  /** Which vertices touched when, and how, where the model says what can touch. */
  readonly segments?: readonly ContactSegment[];
  /** What of the hull was real contact, where the model knows the true shape. */
  readonly touched?: readonly Touched[];
}

/** The trajectory of the first `count` steps of a path. */
export function trajectoryOf(
  bound: Bound,
  parameters: Float64Array,
  path: Path,
  outcome: { count: number; status: Status; iterations: number },
): Trajectory {
  const { compiled, steps } = bound;
  const { model, layout } = compiled.kernels;
  const { count, status, iterations } = outcome;
  const inputs = new Float64Array(steps.h.length * model.inputs.length);
  fillInputs(compiled, parameters, steps, inputs);
  const observed = observe(bound, parameters, path, count);
  const columns: Record<string, Float64Array> = {};
  model.state.forEach(({ name }, i) => {
    columns[name] = Float64Array.from({ length: count + 1 }, (_, k) => path.states[k * layout.states + i]!);
  });
  const ofSteps = (value: (k: number) => number): Float64Array =>
    Float64Array.from({ length: count + 1 }, (_, k) => (k === 0 ? Number.NaN : value(k - 1)));
  model.inside.forEach(({ name }, i) => {
    columns[name] = ofSteps((k) => path.insides[k * layout.insides + i]!);
  });
  model.inputs.forEach((name, i) => {
    columns[name] = ofSteps((k) => inputs[k * model.inputs.length + i]!);
  });
  for (const [name, values] of Object.entries(observed.columns)) columns[name] = ofSteps((k) => values[k]!);
  // a motion that broke off has no end, so nothing can be said of conditions on it
  const conditions = count === steps.h.length ? conditionValues(bound, parameters, path) : [];
  const numberOf = parameterAt(compiled, parameters);
  return {
    t: steps.t.slice(0, count + 1),
    columns,
    ...(steps.declared && { declared: steps.declared.slice(0, count) }),
    status,
    iterations,
    certificate: certify(observed, conditions),
    ...(path.programs && {
      milliseconds: ofSteps((k) => path.programs!.milliseconds[k]!),
      labels: { mode: ["", ...path.programs.modes.slice(0, count)] },
    }),
    ...contactsOf(model, columns, steps, numberOf),
  };
}

/** Contact segments, by declared steps, and what of them was real contact. */
function contactsOf(
  { footprints }: Model,
  columns: Trajectory["columns"],
  steps: Steps,
  numberOf: (leaf: string) => number,
): Pick<Trajectory, "segments" | "touched"> {
  if (footprints === undefined) return {};
  const segments = contactSegments(footprints, columns, numberOf).map((segment) => ({
    ...segment,
    from: declaredStep(steps, segment.from - 1),
    to: declaredStep(steps, segment.to - 1),
  }));
  const touched = touchedParts(footprints, segments, numberOf);
  return { segments, ...(touched.length > 0 && { touched }) };
}

/** Υ(first, last, parameters) of a finished path, by name. */
function conditionValues(bound: Bound, parameters: Float64Array, path: Path): { name: string; value: number }[] {
  const { compiled } = bound;
  const values = new Float64Array(compiled.boundary.length);
  compiled.conditions.residual(endsOf(bound, parameters, path), values);
  return compiled.boundary.map(({ name }, i) => ({ name, value: values[i]! }));
}

/** [first, last, parameters] of a finished path: the inputs of boundary conditions. */
export function endsOf(bound: Bound, parameters: Float64Array, path: Path): Float64Array {
  const states = bound.compiled.kernels.layout.states;
  const end = bound.steps.h.length * states;
  const ends = new Float64Array(2 * states + parameters.length);
  ends.set(path.states.subarray(0, states));
  ends.set(path.states.subarray(end, end + states), states);
  ends.set(parameters, 2 * states);
  return ends;
}
