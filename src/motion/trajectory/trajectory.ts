/**
 * Everything that is said of a finished motion, from its numbers alone: columns, values, certificate, contact phases and
 * segments, kinks, advice on the grid. Nothing here marches or solves, so that a new law or column stands on its own.
 *
 * @module motion/trajectory
 */
import type { Model } from "../../mechanics/model.js";
import type { Status } from "../../solve/mcp.js";
import { parameterAt } from "../compile/compile-problem.js";
import { fillInputs } from "../compile/inputs.js";
import { endsOf, type Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { declaredStep, type Steps } from "../problem/grid.js";
import { type Certificate, certify, observe } from "./certificate.js";
import { type ContactSegment, contactSegments } from "./segments.js";
import { type Touched, touchedParts } from "./touched.js";

/**
 * A motion on its time grid: `t` [s] and columns by name, N + 1 entries each. States have a value at every grid point;
 * forces and observations belong to the step that ends there, so that their entry 0 is NaN. A trajectory cannot be
 * made without its certificate.
 */
export interface Trajectory {
  readonly t: Float64Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
  readonly status: Status;
  readonly iterations: number;
  readonly certificate: Certificate;
  readonly steps: StepNotes;
  /** Which vertices touched when, and how, where the model says what can touch. */
  readonly segments?: readonly ContactSegment[];
  /** The parts of the hull that were real contact, where the model knows the true shape. */
  readonly touched?: readonly Touched[];
}

/** Notes on steps that are no numbers of the motion. */
export interface StepNotes {
  /** Of halved steps: for each the 1-based number of the declared step that it is a part of, N entries. */
  readonly declared?: Int32Array;
  /** Wall time of each step that is a program [ms], entry 0 NaN: the one thing here that no two runs share. */
  readonly milliseconds?: Float64Array;
  /** Text of every grid point, such as the contact mode of the step that ends there. */
  readonly labels?: Readonly<Record<string, readonly string[]>>;
}

/** The trajectory of the first `count` steps of a path. */
export function trajectoryOf(
  setup: Setup,
  parameters: Float64Array,
  path: Path,
  outcome: { count: number; status: Status; iterations: number },
): Trajectory {
  const { compiled, steps } = setup;
  const { model, layout } = compiled.kernels;
  const { count, status, iterations } = outcome;
  const { programs } = path;
  const inputs = new Float64Array(steps.h.length * model.inputs.length);
  fillInputs(compiled, parameters, steps, inputs);
  const observed = observe(setup, parameters, path, count);
  const columns: Record<string, Float64Array> = {};
  model.state.forEach(({ name }, i) => {
    columns[name] = Float64Array.from({ length: count + 1 }, (_, k) => path.states[k * layout.states + i]);
  });
  const ofSteps = (value: (k: number) => number): Float64Array =>
    Float64Array.from({ length: count + 1 }, (_, k) => (k === 0 ? Number.NaN : value(k - 1)));
  model.inside.forEach(({ name }, i) => {
    columns[name] = ofSteps((k) => path.insides[k * layout.insides + i]);
  });
  model.inputs.forEach((name, i) => {
    columns[name] = ofSteps((k) => inputs[k * model.inputs.length + i]);
  });
  for (const [name, values] of Object.entries(observed.columns)) columns[name] = ofSteps((k) => values[k]);
  const ofAllSteps = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.subarray(1)]));
  // a motion that broke off has no end, so nothing can be said of conditions on it
  const conditions = count === steps.h.length ? conditionValues(setup, parameters, path) : [];
  const numberOf = parameterAt(compiled, parameters);
  return {
    t: steps.t.slice(0, count + 1),
    columns,
    status,
    iterations,
    certificate: {
      ...certify({ columns: ofAllSteps, pairs: observed.pairs }, model.views ?? {}, conditions),
      ...(path.exact && { gridError: { ...path.exact.error, step: 0 } }),
    },
    steps: {
      ...(steps.declared && { declared: steps.declared.slice(0, count) }),
      ...(programs && {
        milliseconds: ofSteps((k) => programs.milliseconds[k]),
        labels: { mode: ["", ...programs.modes.slice(0, count)] },
      }),
    },
    ...contactsOf(model, columns, steps, numberOf),
  };
}

/** Contact segments, by declared steps, and what of them was real contact. */
function contactsOf(
  { views: { footprints } = {} }: Model,
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
function conditionValues(setup: Setup, parameters: Float64Array, path: Path): { name: string; value: number }[] {
  const { compiled } = setup;
  const values = new Float64Array(compiled.boundary.length);
  compiled.formulas.conditions.residual(endsOf(setup, parameters, path), values);
  return compiled.boundary.map(({ name }, i) => ({ name, value: values[i] }));
}
