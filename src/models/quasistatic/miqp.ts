import { finish, type Stepwise } from "../../algebra/stepwise.js";
import type { StepSolver, StepVerdict } from "../../mechanics/program.js";
import type { LpSolver } from "../../solve/lp/lp.js";
import { miqpSolver } from "../../solve/miqp/miqp.js";
import type { QuasistaticStep } from "./linearised.js";
import { modeLetters } from "./mode.js";
import { quasistaticProgram } from "./program.js";
import { settleParts } from "./settle.js";
import { explainSqueeze } from "./squeeze.js";
import { readAnswer, readStep, type StepNames, type StepSize, writeAnswer } from "./step.js";

/**
 * Nodes times squared pairs that a step may take once it has an answer: the linear programs of a node take longer by
 * about the square of the pairs, and this many take some tenths of a second. What needs more is rarely proven at all.
 */
const enough = 2.5e5;

/** Nodes after which the answer of a step is taken as it is, with its gap. */
function enoughNodes({ edges }: StepSize): number {
  const pairs = edges.reduce((sum, count) => sum + 2 + count, 0);
  return Math.ceil(enough / Math.max(1, pairs * pairs));
}

/**
 * (23) of Pang and Tedrake (2018), step after step, with the modes of the last steps tried first. `solved` is proven to
 * be the best within the solver's gap. `delayed` takes the force bound (23f) from the hypothetical gap of the step before.
 */
export function miqpStepSolver(size: StepSize, names: StepNames, lp: LpSolver, delayed: boolean): StepSolver {
  const solver = miqpSolver(lp, { enoughNodes: enoughNodes(size) });
  /** φ̄ of the step before; before the first step nothing was squeezed. */
  let past = size.edges.map(() => 0);
  function* solving(data: Float64Array, answer: Float64Array, signal?: AbortSignal): Stepwise<StepVerdict> {
    const now = readStep(size, data);
    const step = delayed ? withBound(now, past) : now;
    const { miqp, hints, objectiveUnit, unknowns } = quasistaticProgram(step);
    const { status, x, objective, lowerBound, nodes, residual } = yield* solver.steps(miqp, hints, signal);
    if (status === "infeasible" || status === "limit") {
      const message =
        status === "infeasible"
          ? explainSqueeze(step, names).message
          : `no answer was found in ${nodes} nodes, and none excluded.`;
      return {
        status: status === "infeasible" ? status : "no-progress",
        residual,
        iterations: nodes,
        mode: "",
        message,
      };
    }
    const answered = unknowns(x);
    writeAnswer(size, answered, answer);
    past = hypotheticalGaps(now, answered.dqU);
    const proven = status === "optimal";
    readAnswer(size, answer).rating.set([
      objective * objectiveUnit,
      Math.min(objective, lowerBound) * objectiveUnit,
      nodes,
      proven ? 0 : 1,
    ]);
    const mode = modeLetters(size, answer);
    return { status: proven ? "solved" : "feasible", residual, iterations: nodes, mode, message: "" };
  }
  return {
    solve: (data, answer) => finish(solving(data, answer)),
    solving,
    settle: settleParts(size),
    memory: () => [Float64Array.from(past), ...solver.recent().map((mode) => Float64Array.from(mode))],
    recall([gaps = Float64Array.from(past), ...modes]) {
      past = [...gaps];
      solver.forget(modes.map((mode) => Uint8Array.from(mode)));
    },
    dispose: () => solver.dispose(),
  };
}

function withBound(step: QuasistaticStep, gaps: readonly number[]): QuasistaticStep {
  return { ...step, contacts: step.contacts.map((contact, i) => ({ ...contact, hypotheticalGap: gaps[i] })) };
}

/** (21): φ̄ = φ + J_nᵤ Δq_u + J_nₐ Δq̄_a [m]. */
function hypotheticalGaps({ contacts, command }: QuasistaticStep, dqU: Float64Array): number[] {
  return contacts.map(({ gap, normal }) => {
    const moved = dqU.reduce((sum, dq, k) => sum + normal[k] * dq, gap);
    return command.reduce((sum, dq, k) => sum + normal[dqU.length + k] * dq, moved);
  });
}
