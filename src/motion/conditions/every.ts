import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { randomNumbers } from "../../algebra/random.js";
import { inWords } from "../../checks/words.js";
import { drive } from "../../solve/drive.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { rangesOf } from "../boundary/ranges.js";
import { branchOf, distinct, type Launch, type Launches, type Search, sorted } from "../launches/launch.js";
import { scanInfo } from "../launches/progress.js";
import type { Found } from "../march/outcome.js";
import { BadInput } from "../problem/problem.js";
import { contactNames, contactSequence, impactCount, phasesOf } from "../trajectory/phases.js";
import { byPreference, toldOf } from "./conditions.js";
import { lowered } from "./lowered.js";
import { isGood, type Met } from "./met.js";
import { openNames } from "./open.js";
import { meet, questionOf, steps } from "./question.js";
import { limited, settledFrom, toAccuracy } from "./to-accuracy.js";

/** Starts over the declared ranges for each freed value. */
const perValue = 30;
const mostStarts = 1e5;
/** A singular value below this part of the largest leaves a direction open. */
const none = 1e-12;

/** A motion that meets the conditions, and how it was found. */
interface Answer {
  readonly met: Met;
  readonly found: Found;
}

/**
 * Motions that meet conditions of every kind, one of each that a search from many starts over the declared ranges comes to.
 * All of them stand for themselves if conditions determine the freed values. If they leave a choice, one motion of each contact
 * sequence is kept: the one with the least change from the guess, or the one that is preferred.
 * @throws {BadInput} for a scan, a number of starts that means nothing, or nothing that is freed.
 */
export async function everyMotion(task: BoundaryTask, search: Search): Promise<Launches> {
  const { setup, signal, report } = task;
  const { freed, problem } = setup.compiled;
  if (freed.length === 0)
    throw new BadInput("all", `${problem.name} frees nothing, so there are no launches to search.`);
  if (search.scan !== undefined)
    throw new BadInput(
      "scan",
      "A scan is of equations at the end: conditions of other kinds are searched over all ranges.",
    );
  const count = search.samples ?? perValue * freed.length;
  if (!Number.isInteger(count) || count < 1 || count > mostStarts)
    throw new BadInput("samples", `samples must be a whole number from 1 to ${mostStarts}, it is ${inWords(count)}.`);
  const wanted = branchOf(search.branch);
  const guess = Array.from(questionOf(task).guess);
  const [answers, done]: [(Launch & { change: number; isOpen: boolean; x: Float64Array })[], { starts: number }] = [
    [],
    { starts: 0 },
  ];
  const ranges = rangesOf(setup);
  const draw = randomNumbers(1);
  for (let k = 0; k < count && !signal?.aborted; k++) {
    const x = Float64Array.from(guess, (value, j) => {
      const { min, max } = ranges[j];
      return k > 0 && Number.isFinite(max - min) ? min + draw() * (max - min) : value;
    });
    done.starts++;
    report({ ...scanInfo, iteration: k + 1, scanned: { done: k + 1, of: count, found: answers.length } });
    const answer = await answerFrom(task, x);
    if (answer === undefined) continue;
    const { met, found } = answer;
    const own = met.ended.x;
    const phases = phasesOf(found.setup, found.parameters, found.path);
    const sequence = contactSequence(phases, contactNames(setup.compiled.kernels.observed.pairs).length > 1);
    const isOpen = met.isNearest || met.preferred !== undefined || openNames(setup, met.ended.at.look).length > 0;
    const change =
      met.preferred?.value ?? own.reduce((sum, v, j) => sum + ((v - guess[j]) / lengthOf(ranges[j])) ** 2, 0);
    const launch = {
      found,
      sequence,
      impacts: impactCount(phases),
      condition: conditionOf(met),
      change,
      isOpen,
      x: own,
    };
    const at = answers.findIndex((one) =>
      isOpen && one.isOpen
        ? one.sequence === sequence
        : one.x.every((v, j) => Math.abs(v - own[j]) <= distinct * Math.max(1, Math.abs(v))),
    );
    if (at < 0) answers.push(launch);
    else if (change < answers[at].change) answers[at] = launch;
  }
  const launches = answers.filter(wanted).sort((a, b) => a.x[0] - b.x[0]);
  const chosen = launches.some(({ isOpen }) => isOpen)
    ? "; where a choice is left, one of each contact sequence is shown"
    : "";
  const kinds = `${launches.length} ${launches.length === 1 ? "launch" : "launches"} found from ${done.starts} starts over the declared ranges`;
  return { launches: sorted(launches), note: `${kinds}; others may be missed${chosen}.` };
}

const lengthOf = ({ min, max }: { readonly min: number; readonly max: number }): number =>
  Number.isFinite(max - min) && max > min ? max - min : 1;

/** The answer of one start; undefined where it meets no conditions. */
async function answerFrom(task: BoundaryTask, start: Float64Array): Promise<Answer | undefined> {
  const quiet: BoundaryTask = { ...task, report: () => {} };
  const { setup } = task;
  if (setup.exact !== undefined) {
    const own = limited(quiet);
    const settled = await settledFrom(own, start, steps);
    if (settled === undefined || !isGood(setup, settled.met)) return undefined;
    const found = await toAccuracy(own, settled);
    return found.status === "solved" ? { met: settled.met, found } : undefined;
  }
  const question = questionOf(quiet);
  const near = await drive(meet(question, start, steps));
  if (near === undefined) return undefined;
  // of starts that lead nowhere there are many, and others lead on
  if (!isGood(setup, near)) return undefined;
  const met = await byPreference(quiet, question, await lowered(question.ground, near), []);
  return { met, found: await drive(toldOf(quiet, question, met)) };
}

/** σ_max/σ_min of the slopes of all rows. */
function conditionOf({ ended: { at, x } }: Met): number {
  const n = x.length;
  const rows = Array.from({ length: at.look.slopes.length / n }, (_, i) =>
    Array.from(at.look.slopes.subarray(i * n, (i + 1) * n)),
  );
  while (rows.length < n) rows.push(new Array<number>(n).fill(0));
  const { diagonal } = new SingularValueDecomposition(new Matrix(rows));
  return diagonal[n - 1] > none * diagonal[0] ? diagonal[0] / diagonal[n - 1] : Number.POSITIVE_INFINITY;
}
