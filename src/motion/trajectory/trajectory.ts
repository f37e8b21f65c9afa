/**
 * Everything that is said of a finished motion, from its numbers alone: columns, values, certificate, contact phases and
 * segments, kinks, advice on the grid. Nothing here marches or solves, so that a new law or column stands on its own.
 *
 * @module motion/trajectory
 */
import type { Stepwise } from "../../algebra/stepwise.js";
import type { Model } from "../../mechanics/model.js";
import type { Status } from "../../solve/mcp.js";
import { parameterAt } from "../compile/compile-problem.js";
import { fillInputs } from "../compile/inputs.js";
import { endsOf, type Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { isSquare } from "../problem/condition.js";
import { declaredStep, type Steps } from "../problem/grid.js";
import { type Certificate, certify, observing } from "./certificate.js";
import { type ConditionMiss, isMet, missesOf } from "./misses.js";
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

/** The trajectory of the first `count` steps of a path, in parts: of many steps it takes longer than people wait. */
export function* trajectoryOf(
  setup: Setup,
  parameters: Float64Array,
  path: Path,
  outcome: { count: number; status: Status; iterations: number; misses?: readonly ConditionMiss[] | undefined },
): Stepwise<Trajectory> {
  const { compiled, steps } = setup;
  const { model, layout } = compiled.kernels;
  const { count, status, iterations } = outcome;
  const { programs, exact } = path;
  const inputs = new Float64Array(steps.h.length * model.inputs.length);
  fillInputs(compiled, parameters, steps, inputs);
  const observed = yield* observing(setup, parameters, path, count);
  const columns: Record<string, Float64Array> = {};
  model.state.forEach(({ name }, i) => {
    columns[name] = column(path.states, layout.states, i, { from: 0, count });
  });
  yield;
  const ofSteps = (values: Float64Array, width = 1, i = 0): Float64Array =>
    column(values, width, i, { from: 1, count });
  model.inside.forEach(({ name }, i) => {
    columns[name] = ofSteps(path.insides, layout.insides, i);
  });
  yield;
  model.inputs.forEach((name, i) => {
    columns[name] = ofSteps(inputs, model.inputs.length, i);
  });
  yield;
  for (const [name, values] of Object.entries(observed.columns)) columns[name] = ofSteps(values);
  yield;
  const ofAllSteps = Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values.subarray(1)]));
  // a motion that broke off has no end, so nothing can be said of conditions on it
  const isWhole = count === steps.h.length;
  const misses =
    isWhole && !isSquare(compiled) ? (outcome.misses ?? (yield* missesOf(setup, parameters, path))) : undefined;
  const conditions = !isWhole ? [] : (misses?.map(beyond) ?? conditionValues(setup, parameters, path));
  const numberOf = parameterAt(compiled, parameters);
  return {
    t: steps.t.slice(0, count + 1),
    columns,
    status,
    iterations,
    certificate: {
      ...certify(
        {
          columns: ofAllSteps,
          pairs: observed.pairs,
          shown: exact?.laws.shown,
        },
        model.views ?? {},
        conditions,
        exact?.laws.drift,
      ),
      ...(misses && { conditions: misses }),
      ...(exact && {
        gridError: { ...exact.error, step: 0, ...(setup.exact && { limit: setup.exact.accuracy }) },
      }),
    },
    steps: {
      ...(steps.declared && { declared: steps.declared.slice(0, count) }),
      ...(programs && {
        milliseconds: ofSteps(programs.milliseconds),
        labels: { mode: ["", ...programs.modes.slice(0, count)] },
      }),
    },
    ...contactsOf(model, columns, steps, numberOf),
  };
}

/** Column i of rows of a width, at grid points; NaN before the first that it has a row for. */
function column(
  values: Float64Array,
  width: number,
  i: number,
  { from, count }: { readonly from: number; readonly count: number },
): Float64Array {
  const found = new Float64Array(count + 1).fill(Number.NaN, 0, from);
  // `Float64Array.from` with a function takes many times as long
  for (let k = from, at = i; k <= count; k++, at += width) found[k] = values[at];
  return found;
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

/** A miss beyond its tolerance. */
const beyond = (condition: ConditionMiss): { name: string; value: number } => ({
  name: condition.name,
  value: isMet(condition) ? 0 : condition.miss,
});

/** Υ(first, last, parameters) of a finished path, by name. */
function conditionValues(setup: Setup, parameters: Float64Array, path: Path): { name: string; value: number }[] {
  const { compiled } = setup;
  // rows that a design or a fit asks for are no conditions
  if (compiled.boundary.length === 0) return [];
  const values = new Float64Array(compiled.boundary.length);
  compiled.formulas.conditions.residual(endsOf(setup, parameters, path), values);
  return compiled.boundary.map(({ name }, i) => ({ name, value: values[i] }));
}
