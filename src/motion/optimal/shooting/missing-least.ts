import { folded, sentences } from "../../../checks/words.js";
import { add, constant, max, mul } from "../../../expr/expr.js";
import { endsOf } from "../../compile/path.js";
import { type Setup, setUp, withSteps } from "../../compile/setup.js";
import { objectiveAt } from "../../grid-error/ends.js";
import type { Task } from "../../march/task.js";
import { borrow, giveBack } from "../../march/workspace.js";
import { freedBy, momentOf } from "../../problem/condition.js";
import { endConstraints } from "../../problem/demands.js";
import { recordedInputs } from "../../problem/grid.js";
import { isControl, objectiveOf } from "../../problem/objective.js";
import type { Problem } from "../../problem/problem.js";
import { type ConditionMiss, exactly, isMet, missesOf, missInWords } from "../../trajectory/misses.js";
import { marchGuess } from "../guesses.js";
import type { OptimalMotion } from "../minima.js";
import { nearMotion } from "../optimal.js";
import { optimalProgram } from "../program.js";
import { type Drive, optimalSpace } from "../space.js";
import { optimalTask } from "../task.js";
import { replayed } from "../to-accuracy.js";

/**
 * A motion in the stead of where a search for an optimal one ended, whose rows need not hold: that of the controls there, or of those
 * that miss what must hold at the end least, Σ (miss/tolerance)², where nothing else is asked. Where these miss nothing the search goes on there.
 */
export async function missingLeast(task: Task, motion: OptimalMotion, drive: Drive): Promise<OptimalMotion> {
  const { setup } = motion.found;
  if (setup.steps.inputs === undefined || setup.compiled.kernels.program !== undefined) return motion;
  const ended = await shown(task, motion, motion.found, drive);
  const least = task.signal?.aborted ? undefined : await leastOf(task, motion, drive);
  const near = least && (await shown(task, motion, { ...motion.found, ...least }, drive));
  const best = near !== undefined && near.miss < ended.miss ? near : ended;
  if (best.missed.length > 0 || task.setup.exact !== undefined || best !== near || task.signal?.aborted)
    return best.motion;
  const space = await drive(optimalSpace(task.workspace, task.setup));
  const again = await drive(nearMotion(task, space, best.motion));
  return again.optimum.status === "solved" ? again : best.motion;
}

const noProof = "None was found that misses nothing, which is no proof that there is none.";

/** The motion of some controls in the stead of another, with what it misses in its message, and by how much. */
async function shown(task: Task, ended: OptimalMotion, driven: OptimalMotion["found"], drive: Drive) {
  const { setup, parameters, path, costs } = await motionOf(task, ended, driven, drive);
  const misses = [
    ...(await drive(missesOf(setup, parameters, path))),
    ...constraintsOf(setup, endsOf(setup, parameters, path)),
  ];
  const missed = misses.filter((one) => !isMet(one));
  const told = missed.length > 0 ? `The motion that is shown misses ${folded(missed.map(missInWords))}.` : undefined;
  const message = told === undefined ? ended.found.message : sentences(told, noProof, ended.found.message);
  const counts = { ...ended.found.counts, steps: setup.steps.h.length };
  const found = { ...ended.found, setup, parameters, path, message, counts };
  return { motion: { ...ended, found, costs }, missed, miss: sizeOf(misses) };
}

/** How the constraints of the objective come out at the ends, as conditions without a tolerance. */
function constraintsOf(setup: Setup, ends: Float64Array): ConditionMiss[] {
  const { constraints = [] } = objectiveOf(setup.compiled.problem);
  const { rows } = objectiveAt(setup, ends);
  const t = setup.steps.t[setup.steps.h.length];
  return constraints.map(({ name, unit }, i) => {
    const { value: miss } = rows[rows.length - constraints.length + i];
    return { name, unit, miss, tolerance: exactly, t };
  });
}

/** The motion of controls: of a problem to an accuracy the motion itself, where that can be computed. */
async function motionOf(task: Task, ended: OptimalMotion, driven: OptimalMotion["found"], drive: Drive) {
  const setup: Setup = { ...driven.setup, parameters: driven.parameters };
  if (task.setup.exact !== undefined) {
    const { found, costs } = await drive(replayed(task, { ...ended, found: driven }));
    if (found.status === "solved" || found.status === "coarse") return { ...found, costs };
  }
  const asked = optimalTask(setup);
  const { parameters, path } = await drive(marchGuess(setup, asked));
  const program = optimalProgram(setup, asked);
  const guess = { path, inputs: recordedInputs(setup.steps), parameters, h: setup.steps.h };
  return { setup, parameters, path, costs: program.costs(program.pack(guess)) };
}

/** √Σ (miss/tolerance)², of those without one by units. */
const sizeOf = (misses: readonly ConditionMiss[]): number =>
  Math.sqrt(misses.reduce((sum, { miss, tolerance }) => sum + (miss / (tolerance > exactly ? tolerance : 1)) ** 2, 0));

/** The controls of least squares at the end, from those where a search ended; undefined where more is asked than the end, or none are found. */
async function leastOf(task: Task, motion: OptimalMotion, drive: Drive) {
  const { found } = motion;
  const { problem } = found.setup.compiled;
  const soft = softened(problem, found.setup);
  if (soft === undefined) return undefined;
  const setup = setUp(soft, { ...task.setup.settings, "grid.steps": found.setup.steps.h.length });
  const workspace = borrow(setup);
  const beside: Task = { ...task, setup, workspace };
  try {
    const near = await drive(nearMotion(beside, await drive(optimalSpace(workspace, setup)), motion));
    if (near.optimum.status !== "solved") return undefined;
    const { steps, compiled } = near.found.setup;
    const names = found.setup.compiled.parameters;
    const parameters = Float64Array.from(
      names,
      (name, i) => near.found.parameters[compiled.parameters.indexOf(name)] ?? found.parameters[i],
    );
    return { setup: withSteps(found.setup, { ...steps, inputs: recordedInputs(steps) }), parameters };
  } finally {
    giveBack(setup, workspace);
  }
}

/** The problem whose cost is what is missed at the end; undefined where conditions are of other times. */
function softened(problem: Problem, { compiled: { model } }: Setup): Problem | undefined {
  const { boundary = [], ...rest } = problem;
  const { stage: _, cost: __, constraints = [], vary, ...objective } = objectiveOf(problem);
  if (boundary.some((condition) => momentOf(condition).kind !== "end")) return undefined;
  // a tolerance is a measure here, no band
  const asked = boundary.flatMap(({ tolerance = 1, ...one }) =>
    endConstraints({ boundary: [one] }, model).map((row) => ({ ...row, weight: 1 / tolerance })),
  );
  const parts = [...asked, ...constraints.map((row) => ({ ...row, weight: 1 }))].map(({ residual, must, weight }) => {
    const miss = mul(weight, must === "be-zero" ? residual : max(residual, 0));
    return mul(0.5, miss, miss);
  });
  const controls = vary.filter((name) => isControl(problem.inputs?.[name]));
  const others = [...new Set([...vary, ...freedBy(problem)])].filter((name) => !controls.includes(name));
  return { ...rest, objective: { ...objective, vary: [...controls, ...others], cost: add(constant(0), ...parts) } };
}
