import { sentences } from "../checks/words.js";
import { drive } from "../solve/drive.js";
import { countingTolerance, hardly } from "./chance/counting.js";
import { countedTolerance } from "./chance/elements.js";
import { checkDraws, scatterOf, withStarts } from "./chance/scatter.js";
import { checkChance, freeing, motionTrials } from "./chance/trials.js";
import { type Setup, setUp } from "./compile/setup.js";
import { preparedKernels } from "./compile/step.js";
import { type DesignOptions, spreadStart } from "./design/search.js";
import { withGrace } from "./grace.js";
import type { ProgressInfo } from "./march/task.js";
import { borrow, giveBack } from "./march/workspace.js";
import { checkDesignOptions } from "./problem/check-options.js";
import { checkProblem } from "./problem/check-problem.js";
import { chanceOf, objectiveOf, type Varied, variedOf } from "./problem/objective.js";
import type { Settings } from "./problem/parameters.js";
import { BadInput, type Problem } from "./problem/problem.js";
import type { Result } from "./result.js";
import { heard } from "./session.js";
import { simulate } from "./solve.js";
import { type MostLikely, mostLikely } from "./study/success.js";
import type { Trials } from "./study/trial.js";

/** Draws by which a choice is made, and others by which its probability is told. */
const [choosing, telling] = [128, 1024];

/** A question that has passed the door. */
interface Asked {
  readonly problem: Problem;
  readonly varied: readonly Varied[];
  readonly names: readonly string[];
  readonly means: Settings;
  readonly chosenBy: readonly Settings[];
  readonly toldBy: readonly Settings[];
}

/**
 * Chooses what the objective varies so that all conditions are met with the largest probability, over the distributions that
 * `objective.over` names: the same draws at every choice, smoothed, with slopes through contacts (`mostLikely`), from the
 * declared values and, with `search.starts`, from others. The result is the motion of the choice for the declared values of what
 * scatters; its values are joined by `probability`, the ends of its 95 % interval, that of the declared values
 * (`probability.declared`), and `design.*`.
 * @throws {BadInput} naming the field: conditions that have probability 0, draws that a parameter does not allow.
 */
export async function safest(problem: Problem, options: DesignOptions = {}): Promise<Result> {
  const began = performance.now();
  const asked = askedOf(problem, options);
  const { set = {}, signal, onIteration, search: { starts = 1, seed = 1 } = {} } = options;
  const { varied } = asked;
  const vary = varied.map(({ name }) => name);
  const plain = freeing(asked.problem, vary);
  const setup = setUp(plain, { ...asked.means, ...declaredOf(plain, asked, set) }, true);
  await drive(preparedKernels(setup.compiled.kernels, true));
  const workspace = borrow(setup);
  await workspace.ready();
  const marching = { setup, workspace, signal };
  let motions = 0;
  const trials = (draws: readonly Settings[], tolerance?: number): Trials => {
    const { run, ...more } = motionTrials(marching, { problem: plain, vary, set, draws, tolerance });
    return {
      ...more,
      *run(x, draw, withSlopes) {
        motions++;
        return yield* run(x, draw, withSlopes);
      },
    };
  };
  const declared = Float64Array.from(setup.compiled.freed, (k) => setup.parameters[k]);
  const history: ProgressInfo[] = [];
  const search = (from: readonly Float64Array[], tolerance?: number): Promise<MostLikely> =>
    mostLikely({
      chosenBy: trials(asked.chosenBy, tolerance),
      toldBy: trials(asked.toldBy, tolerance),
      ranges: varied,
      from,
      signal,
      onEvaluation(x, smoothed) {
        const iteration = history.length + 1;
        const step = { residual: 0, merit: -smoothed, stepLength: 1, stepKind: "newton" } as const;
        const info: ProgressInfo = { phase: "design", iteration, ...step, start: 0, x: Array.from(x) };
        history.push(info);
        onIteration?.(info);
      },
    });
  const from = [declared, ...Array.from({ length: starts - 1 }, (_, k) => spreadStart({ varied }, k + 1, seed))];
  const { found, error } =
    setup.exact === undefined
      ? { found: await search(from), error: 0 }
      : await toldApart(setup, from, { search, trialsTo: (to) => trials(asked.chosenBy, to), signal });
  giveBack(setup, workspace);
  const chosen = Object.fromEntries(vary.map((name, i) => [name, found.x[i]]));
  const { gridError = false } = options;
  const motion = await withGrace(signal, (signal) =>
    simulate(problem, { set: { ...set, ...chosen }, gridError, signal }),
  );
  return heard(resultOf(motion, found, { chosen, set, history, motions, began, error }), signal);
}

/** How the most likely choice is searched for by elements of a tolerance. */
interface Elements {
  readonly search: (from: readonly Float64Array[], tolerance: number) => Promise<MostLikely>;
  readonly trialsTo: (tolerance: number) => Trials;
  readonly signal: AbortSignal | undefined;
}

/** The search by elements that are no part of the scatter, where it begins and where it ends, which may be elsewhere. */
async function toldApart(
  setup: Setup,
  from: readonly Float64Array[],
  { search, trialsTo, signal }: Elements,
): Promise<{ readonly found: MostLikely; readonly error: number }> {
  const [declared] = from;
  let { tolerance } = await drive(countingTolerance(trialsTo, countedTolerance(setup), declared));
  let found = await search(from, tolerance);
  for (;;) {
    const { atStart, status } = found;
    if (signal?.aborted || status !== "solved") return { found, error: 0 };
    const there = await drive(countingTolerance(trialsTo, tolerance, found.x));
    if (there.tolerance === tolerance) return { found, error: there.error };
    ({ tolerance } = there);
    found = { ...(await search([found.x], tolerance)), atStart };
  }
}

function askedOf(problem: Problem, options: DesignOptions): Asked {
  checkProblem(problem);
  checkDesignOptions(options);
  const { search = {} } = options;
  const { vary, cost, constraints, scenarios, path } = objectiveOf(problem);
  for (const [field, given] of Object.entries({ cost, constraints, scenarios, path }))
    if (given !== undefined)
      throw new BadInput(
        `objective.${field}`,
        `An objective over distributions is a probability, and objective.${field} has no part in it: use boundary.`,
      );
  if (vary.length === 0) throw new BadInput("objective.vary", "objective.vary must name at least one parameter.");
  checkChance(problem);
  const varied = vary.map((name) => variedOf(problem, name));
  const scatter = scatterOf(problem, { over: chanceOf(problem) ?? {} });
  const both = scatter.names.find((name) => vary.includes(name));
  if (both !== undefined)
    throw new BadInput("objective.over", `${both} is varied and cannot scatter: let an error of it scatter.`);
  const { samples = choosing, seed = 1 } = search;
  const drawn = withStarts(problem, scatter.names);
  const chosenBy = scatter.draws(samples, 2 * seed - 1);
  const toldBy = scatter.draws(Math.max(telling, samples), 2 * seed);
  checkDraws(drawn, scatter.names, [...chosenBy, ...toldBy]);
  const means = Object.fromEntries(scatter.names.map((name, i) => [name, scatter.means[i]]));
  return { problem: drawn, varied, names: scatter.names, means, chosenBy, toldBy };
}

/** Settings, and declared numbers of what is varied: what the compiled problem is known by. */
function declaredOf({ parameters }: Problem, { varied }: Asked, set: Settings): Settings {
  const given = varied.map(({ name, min, max }) => {
    const { value } = parameters[name];
    return [name, set[name] ?? (typeof value === "number" ? value : 0.5 * (min + max))] as const;
  });
  return { ...set, ...Object.fromEntries(given) };
}

/** The settings as declared, what was chosen, and the work of the search. */
interface Search {
  readonly chosen: Readonly<Record<string, number>>;
  readonly set: Settings;
  readonly history: readonly ProgressInfo[];
  readonly motions: number;
  readonly began: number;
  /** Of the elements of its motions, in parts of how these scatter. */
  readonly error: number;
}

function resultOf(motion: Result, found: MostLikely, { chosen, set, history, motions, began, error }: Search): Result {
  const { success, atStart } = found;
  const [low, high] = success.interval;
  const designed = Object.fromEntries(Object.entries(chosen).map(([name, x]) => [`design.${name}`, x]));
  const isFound = found.status === "solved";
  const status = isFound ? motion.status : found.status;
  const none = `None of ${success.of} motions with other draws meets the conditions`;
  const told =
    success.passed === 0
      ? found.status === "infeasible"
        ? `${none}, nor does one of ${found.spread} with choices all over their ranges, or one that the nearest led to (this is no proof).`
        : `${none}: nothing is known of where they are met.`
      : `Met with probability ${success.share.toPrecision(3)} (95 % ${low.toPrecision(3)} to ${high.toPrecision(3)}, from ${success.of} draws), as declared ${atStart.share.toPrecision(3)}.`;
  const broken =
    success.broken === 0 ? "" : `${success.broken} motions broke off or are against a law, which are no success.`;
  const blurred =
    error > hardly ? `Single motions are known no better than to ${error.toPrecision(2)} of how they scatter.` : "";
  return {
    ...motion,
    status,
    message: sentences(told, broken, blurred, motion.status === "solved" ? "" : motion.message),
    values: {
      ...motion.values,
      probability: success.share,
      "probability.low": low,
      "probability.high": high,
      "probability.declared": atStart.share,
      ...designed,
      evaluations: motions,
    },
    solution: { ...motion.solution, status },
    run: { ...motion.run, settings: set, history },
    counts: { ...motion.counts, evaluations: motions, seconds: (performance.now() - began) / 1000 },
  };
}
