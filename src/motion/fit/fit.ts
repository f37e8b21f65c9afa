/**
 * Parameters from recorded motions: which friction, inertia and launches explain what was measured, and how well they are
 * known. Every row of a recording is compared with the motion from the recording's own start, marched from row to row with
 * its sensitivities; least squares over all recordings give the estimates, their covariance and what is left.
 *
 * @module motion/fit
 */

import type { Stepwise } from "../../algebra/stepwise.js";
import { folded, sentences } from "../../checks/words.js";
import { drive } from "../../solve/drive.js";
import { loadContinuing } from "../march/leap.js";
import { BadInput, type Problem } from "../problem/problem.js";
import { brokenIn } from "../trajectory/broken.js";
import { type Coarse, coarseness, widened } from "./coarse.js";
import { unmappedNote } from "./columns/columns.js";
import type { Fitting, Recording } from "./fitting.js";
import { type Explained, explained } from "./motions.js";
import { predicted } from "./predictions.js";
import { minima, notesOf, type Profiles, profiled, startsOf, withOthers } from "./profile.js";
import { type Question, questionOf } from "./question.js";
import { replayed } from "./replay.js";
import type { FitOptions, FitResult } from "./result.js";
import { type Found, ownOf, search, wantedOf } from "./search.js";
import { tied } from "./shots/shots.js";
import { type Estimate, type Statistics, statistics } from "./statistics.js";
import { unexplained, withoutEarly } from "./unexplained.js";
import { validated } from "./validation.js";

/** The field of a question whose motion breaks off at the first guess. */
export const noMotion = "fit";

/** Residuals beyond so many times the usual one are named. */
const far = 4;

/**
 * Estimates what a question asks of recordings, by weighted least squares (Gauss–Newton with Levenberg and Marquardt's
 * damping; exact slopes through contacts). Units are those of the problem's parameters.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export async function fit(
  problem: Problem,
  asked: Fitting,
  recordings: readonly Recording[],
  options: FitOptions = {},
): Promise<FitResult> {
  return fitOf(questionOf(problem, asked, recordings, options.set ?? {}), options);
}

/** Estimates what a question that has passed the door asks. */
export async function fitOf(question: Question, options: FitOptions): Promise<FitResult> {
  await loadContinuing();
  const result = await fitted(question, options);
  if (options.folds === undefined || result.status === "cancelled") return result;
  const { profile: _, replay: __, ...plain } = options;
  const validation = await validated(question, fitted, plain, options.folds);
  const told =
    typeof validation === "string"
      ? { ...result, message: sentences(result.message, validation) }
      : { ...result, validation };
  return heard(told, options.signal);
}

async function fitted(
  question: Question,
  { set = {}, signal, profile, replay, starts: asked }: FitOptions,
): Promise<FitResult> {
  const began = performance.now();
  const motions = await drive(explained(question, set));
  try {
    checkCount(question, motions);
    const start = startOf(question, motions);
    const starts = startsOf(question, motions, asked);
    const first = await drive(firstOf(question, motions, start, signal));
    if (first === undefined) throw new BadInput(noMotion, await drive(brokenOff(question, motions, start)));
    const all = await drive(minima(question, motions, first, { starts, signal }));
    const { best: found } = all;
    const told = withoutEarly(question, motions, found, withOthers(question, statistics(question, found), all));
    const isSolved = found.status === "solved";
    const coarse = isSolved ? await drive(coarseness(question, motions, { found, ...told, signal })) : undefined;
    const isKnown = told.estimates.some(({ deviation }) => !Number.isNaN(deviation));
    const profiles =
      profile && isKnown ? await drive(profiled(question, motions, found, { excess: told.excess, signal })) : undefined;
    const predictions = await drive(predicted(question, motions, found.x));
    const judged = await drive(judgedRows(question, motions, found));
    const seconds = (performance.now() - began) / 1000;
    const nothing = isSolved ? unexplained(question, motions, found) : undefined;
    const result = resultOf(question, motions, { found, told, coarse, nothing, predictions, judged, seconds });
    const reaching = withSteps(question, withProfiles(result, profiles), coarse);
    const lawful = await drive(judgedByLaws(reaching, question, motions, found));
    const replays = replay ? { replays: await drive(replayed(question, motions, found.x)) } : {};
    return heard({ ...lawful, ...replays }, signal);
  } finally {
    for (const motion of motions) motion.finish();
  }
}

/** Squares beyond so many times those of the declared noise are explained by no motion near the guess. */
const nowhere = 25;

/** One shot from the guess; where that leads nowhere, or many are asked for, the one to which many shots lead. */
function* firstOf(
  question: Question,
  motions: readonly Explained[],
  start: Float64Array,
  signal: AbortSignal | undefined,
): Stepwise<Found | undefined> {
  const { shots } = question.fitting;
  const alone = shots === undefined || shots === 1 ? yield* search(question, motions, start, signal) : undefined;
  if (shots === 1 || signal?.aborted || (alone !== undefined && !leadsNowhere(question, alone))) return alone;
  const from: Float64Array | undefined = yield* tied(question, motions, start, signal);
  const found: Found | undefined = from === undefined ? undefined : yield* search(question, motions, from, signal);
  if (found === undefined) return alone ?? (yield* search(question, motions, start, signal));
  if (alone !== undefined && !(found.cost < alone.cost)) return alone;
  const [iterations, evaluations] = [alone?.iterations ?? 0, alone?.evaluations ?? 0];
  return { ...found, iterations: found.iterations + iterations, evaluations: found.evaluations + evaluations };
}

/** True of shared unknowns that a search from the guess did not find; a launch alone begins near what is recorded of it. */
function leadsNowhere({ shared }: Question, { status, cost, at, x }: Found): boolean {
  if (shared.length === 0) return false;
  const rows = at.rows.reduce((sum, { values }) => sum + values.length, 0);
  return status === "iteration-limit" || 2 * cost > nowhere * Math.max(1, rows - x.length);
}

/** The rows of each recording that are told: those that were asked, or those that are judged. */
function* judgedRows(question: Question, motions: readonly Explained[], { x, at }: Found): Stepwise<Float64Array[]> {
  const all: Float64Array[] = [];
  for (const [r, { rows: wanted, rest }] of motions.entries()) {
    const { asked, judged } = wanted;
    const rows = judged === asked ? at.rows[r] : yield* rest(ownOf(question, x, r), false, judged);
    // a motion that breaks off on the way foretells nothing
    all.push(rows?.values ?? Float64Array.of(Number.POSITIVE_INFINITY));
  }
  return all;
}

/** A fit with the intervals of profiles beside those of its covariance. */
function withProfiles(result: FitResult, profiles: Profiles | undefined): FitResult {
  if (profiles === undefined) return result;
  const { intervals, lower } = profiles;
  const estimates = Object.entries(result.estimates).map(
    ([name, one], i) => [name, { ...one, profile: intervals[i] }] as const,
  );
  const note =
    lower.length > 0 ? [`A lower cost was found with ${folded(lower)} held elsewhere: try another guess.`] : [];
  return { ...result, estimates: Object.fromEntries(estimates), message: sentences(result.message, ...note) };
}

/** A fit whose intervals reach as far as steps move its estimates. */
function withSteps(question: Question, result: FitResult, coarse: Coarse | undefined): FitResult {
  if (coarse === undefined) return result;
  const { shared, each } = question;
  const told = [result, ...result.recordings].flatMap(({ estimates }) => Object.values(estimates));
  const reaching = widened(wantedOf(question), told, coarse.moves);
  const named = (wanted: Question["shared"], from: number): Record<string, Estimate> =>
    Object.fromEntries(wanted.map(({ name }, i) => [name, reaching[from + i]]));
  return {
    ...result,
    estimates: named(shared, 0),
    recordings: result.recordings.map((one, r) => ({
      ...one,
      estimates: named(each, shared.length + r * each.length),
    })),
  };
}

/** A fit whose status is no greener than the certificates of its motions. */
function* judgedByLaws(
  result: FitResult,
  question: Question,
  motions: readonly Explained[],
  { x }: Found,
): Stepwise<FitResult> {
  if (result.status !== "solved" && result.status !== "coarse") return result;
  const doubts: string[] = [];
  for (const [r, motion] of motions.entries()) {
    const { setup, parameters, path, count, doubt } = yield* motion.marched(ownOf(question, x, r));
    const broken = yield* brokenIn(setup, parameters, path, count);
    if (broken.length > 0) {
      const told = `The fitted motion of ${motion.recording.name} is against a law: ${folded(broken)}.`;
      return { ...result, status: "unphysical", message: sentences(told, result.message) };
    }
    if (doubt !== undefined) doubts.push(`${motion.recording.name}: ${doubt}`);
  }
  return { ...result, message: sentences(result.message, ...doubts.slice(0, 1)) };
}

/** A fit whose signal was aborted before it was given is cancelled, however far it came. */
function heard(result: FitResult, signal: AbortSignal | undefined): FitResult {
  if (signal?.aborted !== true || result.status === "cancelled") return result;
  return { ...result, status: "cancelled", message: sentences(`Cancelled; what was found so far: ${result.message}`) };
}

/** Names the recording whose motion cannot be marched from the first guess, or has no slopes there. */
function* brokenOff(question: Question, motions: readonly Explained[], start: Float64Array): Stepwise<string> {
  for (const [r, motion] of motions.entries()) {
    const own = ownOf(question, start, r);
    if ((yield* motion.rest(own, true)) !== undefined) continue;
    const isLost = (yield* motion.rest(own, false)) !== undefined;
    return isLost
      ? `By how much unknowns move the motion of ${motion.recording.name} is lost in rounding at the first guess: ask for fewer rows behind its contacts, shorter steps, or another law.`
      : `The motion of ${motion.recording.name} breaks off at the first guess: give the fit a better one, or shorter steps.`;
  }
  return "A motion breaks off at the first guess: give the fit a better one, or shorter steps.";
}

/** Asked measurements and priors are at least as many as unknowns. */
function checkCount({ fitting, shared, each }: Question, motions: readonly Explained[]): void {
  const columns = Object.keys(fitting.measured).length;
  const data = motions.reduce((sum, { rows }) => sum + rows.asked.length * columns, 0);
  const priors = shared.filter(({ prior }) => prior).length + motions.length * each.filter(({ prior }) => prior).length;
  const unknowns = shared.length + each.length * motions.length;
  if (data + priors < unknowns)
    throw new BadInput(
      "data",
      `There ${unknowns === 1 ? "is 1 unknown" : `are ${unknowns} unknowns`}, and only ${data} ${data === 1 ? "measurement" : "measurements"} to find ${unknowns === 1 ? "it" : "them"} by.`,
    );
}

function startOf({ shared }: Question, motions: readonly Explained[]): Float64Array {
  const [{ setup }] = motions;
  const common = shared.map((_, i) => setup.parameters[setup.compiled.freed[i]]);
  return Float64Array.from([...common, ...motions.flatMap(({ guess }) => guess)]);
}

interface Ended extends Pick<FitResult, "predictions"> {
  readonly found: Found;
  readonly told: Statistics;
  readonly coarse: Coarse | undefined;
  /** A sentence on recordings that are not explained. */
  readonly nothing: string | undefined;
  /** Residuals of each recording at the rows that are told. */
  readonly judged: readonly Float64Array[];
  readonly seconds: number;
}

function resultOf(
  question: Question,
  motions: readonly Explained[],
  { found, told, coarse, nothing, predictions, judged, seconds }: Ended,
): FitResult {
  const { shared, each, recordings, fitting } = question;
  const { estimates, correlation, chiSquare } = told;
  const named = (wanted: readonly { readonly name: string }[], from: number): Record<string, Estimate> =>
    Object.fromEntries(wanted.map(({ name }, i) => [name, estimates[from + i]]));
  const usual = Math.sqrt(chiSquare.value / chiSquare.degrees);
  const columns = Object.keys(fitting.measured);
  const rows = found.at.rows;
  const isLoose = estimates.some(({ deviation }) => Number.isNaN(deviation));
  // what is not determined comes first: of what moves with steps intervals tell, too
  const ofSteps = isLoose ? undefined : coarse?.note;
  const ended = isLoose && found.status === "solved" ? "singular" : found.status;
  const status = nothing !== undefined ? "infeasible" : ended === "solved" && coarse?.isOpen ? "coarse" : ended;
  const others = [...told.notes, ...notesOf(question, motions)];
  const notes = [
    ...(status === "coarse" ? [ofSteps, ...others] : [...others, ofSteps]),
    unmappedNote(fitting, recordings),
  ];
  return {
    status,
    message: sentences(messageOf(status, question), nothing, ...notes),
    estimates: named(shared, 0),
    correlation,
    chiSquare,
    recordings: recordings.map(({ name }, r) => ({
      name,
      estimates: named(each, shared.length + r * each.length),
      residual: rootMeanSquare(judged[r]),
      outliers: outliersOf(rows[r].values, motions[r].rows.asked, far * Math.max(1, usual)),
    })),
    predictions,
    residuals: Object.fromEntries(
      columns.map((column, c) => {
        const { noise, unitsPerMeasured = 1 } = fitting.measured[column];
        const values = rows.flatMap((one) => [...one.values].filter((_, i) => i % columns.length === c));
        const factor = question.factors[column] ?? unitsPerMeasured;
        return [column, (rootMeanSquare(Float64Array.from(values)) * noise) / factor];
      }),
    ),
    counts: { iterations: found.iterations, evaluations: found.evaluations, seconds },
  };
}

function messageOf(status: FitResult["status"], { recordings, shared }: Question): string {
  const asked =
    shared.length === 0
      ? "parameters of their own"
      : `${shared.length} shared parameter${shared.length === 1 ? "" : "s"}`;
  const what = `${asked} from ${recordings.length} recording${recordings.length === 1 ? "" : "s"}`;
  if (status === "solved" || status === "coarse" || status === "infeasible") return `Fitted ${what}.`;
  if (status === "singular") return `Fitted ${what}, of which not all are determined.`;
  if (status === "cancelled") return `Cancelled while ${what} were fitted; these are the best so far.`;
  return `The fit of ${what} still went down when its iterations ended.`;
}

const rootMeanSquare = (values: Float64Array): number =>
  Math.sqrt(values.reduce((sum, d) => sum + d * d, 0) / Math.max(1, values.length));

function outliersOf(values: Float64Array, asked: readonly number[], limit: number): number[] {
  const columns = values.length / asked.length;
  return asked.flatMap((row, k) =>
    values.subarray(k * columns, (k + 1) * columns).some((d) => Math.abs(d) > limit) ? [row + 1] : [],
  );
}
