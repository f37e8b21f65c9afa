import type { Solution, Status } from "../../solve/mcp.js";
import { inputReader } from "../compile/inputs.js";
import type { Motion } from "../compile/path.js";
import { type Setup, withDuration } from "../compile/setup.js";
import { declaredStep } from "../problem/grid.js";
import type { ConditionMiss } from "../trajectory/misses.js";
import type { March } from "./march.js";

/** A motion as a plan leaves it, with freed values in its parameters. */
export interface Found extends Motion {
  /** The problem as it was solved: its grid may have been refined. */
  readonly setup: Setup;
  readonly status: Status;
  readonly message: string;
  readonly solution: Solution;
  /** Finished steps in the path, unknowns of what was solved, and iterations of the global Newton on them. */
  readonly counts: { readonly steps: number; readonly unknowns: number; readonly iterations: number };
  /** The step at which a march broke off. */
  readonly failed?: FailedStep;
  /** Freed values that the conditions leave open. */
  readonly undetermined?: readonly string[];
  /** True where the search for what is preferred did not come to its end. */
  readonly unsettled?: boolean;
}

/** A motion that may have been judged by its conditions: how they came out. */
export interface Judged extends Found {
  readonly misses?: readonly ConditionMiss[];
}

/** A motion whose steps are as long as its duration was found to be. */
export const timed = (found: Found): Found => ({ ...found, setup: withDuration(found.setup, found.parameters) });

/** All numbers of a step that could not be solved, so that it can be tried again elsewhere. */
export interface FailedStep {
  /** The 1-based number of the declared step, when it starts [s], and its length [s] after it was halved. */
  readonly step: number;
  readonly t: number;
  readonly h: number;
  /** States at its start, unknowns inside the step before, inputs, parameters. */
  readonly state: Readonly<Record<string, number>>;
  readonly before: Readonly<Record<string, number>>;
  readonly inputs: Readonly<Record<string, number>>;
  readonly parameters: Readonly<Record<string, number>>;
}

/** The motion of a march, finished or broken off. */
export function marchOutcome(setup: Setup, motion: Motion, march: March): Found {
  const { status, steps, residual, iterations } = march;
  const { implicit, program } = setup.compiled.kernels;
  const message = marchMessage(setup, motion, march);
  const solution = march.failure ?? { status, z: new Float64Array(0), residual, iterations, worst: [], message };
  return {
    setup,
    status,
    message,
    ...motion,
    solution,
    counts: { steps, unknowns: implicit.unknowns.length + (program?.answerAt.length ?? 0), iterations: 0 },
    ...(march.failure && { failed: failedStep(setup, motion, steps) }),
  };
}

/** Step k of a path whose first k steps are finished. */
function failedStep({ compiled, steps }: Setup, { parameters, path }: Motion, k: number): FailedStep {
  const { model, layout } = compiled.kernels;
  const inputs = new Float64Array(model.inputs.length);
  inputReader(compiled)(k, parameters, steps, inputs);
  const named = (names: readonly string[], values: Float64Array, at: number): Record<string, number> =>
    Object.fromEntries(names.map((name, i) => [name, values[at + i]]));
  const insides = model.inside.map(({ name }) => name);
  return {
    step: declaredStep(steps, k),
    t: steps.t[k],
    h: steps.h[k],
    state: named(
      model.state.map(({ name }) => name),
      path.states,
      k * layout.states,
    ),
    before: k === 0 ? {} : named(insides, path.insides, (k - 1) * layout.insides),
    inputs: named(model.inputs, inputs, 0),
    parameters: named(compiled.parameters, parameters, 0),
  };
}

/** A state beyond this part of its scale is none of a motion: the steps before have blown up. */
const beyond = 1e9;

/** The state that has grown beyond all measure in the steps before the k-th, and what to do. */
export function blownUp({ compiled, choices, steps }: Setup, { path }: Motion, k: number): string | undefined {
  const { layout, model } = compiled.kernels;
  const at = k * layout.states;
  const sizes = model.state.map(({ scale }, j) => Math.abs(path.states[at + j]) / scale);
  const worst = sizes.reduce((most, x, j) => (x > sizes[most] ? j : most), 0);
  if (!(sizes[worst] > beyond)) return undefined;
  const { name, unit } = model.state[worst];
  const other = choices.gyroscopic === "explicit" ? ", or a gyroscopic term at their end (gyroscopic=implicit)" : "";
  return `${name} grew to ${path.states[at + worst].toExponential(1)} ${unit} before, for which steps of ${steps.h[k]} s are too long; take shorter ones${other}.`;
}

function marchMessage(setup: Setup, motion: Motion, march: March): string {
  const { steps } = setup;
  const parts = new Set(steps.declared);
  const declared = parts.size === 0 ? steps.h.length : parts.size;
  const halvings = steps.h.length - declared + (march.halvings ?? 0);
  const halves = halvings === 0 ? "" : ` (${halvings} halvings)`;
  if (march.status === "solved") return `Simulated ${declared} steps${halves}.`;
  if (march.status === "feasible")
    return `Simulated ${march.steps} steps, some of them without proof that none is better.`;
  if (march.status === "cancelled") return `Cancelled after ${march.steps} of ${steps.h.length} steps.`;
  const at = `Step ${declaredStep(steps, march.steps)} (t = ${steps.t[march.steps + 1].toPrecision(4)} s)`;
  return `${at} was not solved: ${blownUp(setup, motion, march.steps) ?? march.failure?.message ?? march.status}`;
}
