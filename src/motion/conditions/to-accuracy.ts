import { sentences } from "../../checks/words.js";
import { drive } from "../../solve/drive.js";
import type { BoundaryTask } from "../boundary/guess.js";
import type { ElementRecord, ExactMarch } from "../exact/asked.js";
import { courses, elementsOf } from "../exact/course.js";
import { exactOf, exactSimulation, type FoundError, recorded } from "../exact/exact.js";
import type { Found } from "../march/outcome.js";
import { isMet, missesOf as missesOn } from "../trajectory/misses.js";
import type { Sight } from "../trajectory/sights.js";
import { byPreference } from "./conditions.js";
import { lengthsOf, withFreed } from "./least.js";
import { look } from "./look.js";
import { lowered } from "./lowered.js";
import { isCloser, isGood, type Met, missesOf } from "./met.js";
import { openNames } from "./open.js";
import { hasPreference, preferred } from "./preferred.js";
import { candidates, meet, othersOf, type Question, questionOf, steps, stepsOfOthers } from "./question.js";
import { verdict } from "./verdict.js";

/** Tolerance of the first motions, which only have to find the neighbourhood. */
const roughly = 1e-4;
/** Tolerance of freely marched motions on which a preference is sought. */
const sought = 1e-7;
/** Plans made anew until the freed values stay. */
const plans = 24;
/** Motions after which no more is tried where conditions are not met, those of searches beyond where squares find a way on, */
const [mostMotions, mostLowered] = [400, 100];
/** and the part of a cost that a plan made anew must lower then. */
const worth = 1e-6;
/** Part of the tolerance of the computation that judges another, and how often it is made finer. */
const [finer, attempts] = [0.1, 4];
/** Other starts from which a preference is sought. */
const preferredFrom = 2;
/** Parts of the ranges by which rough answers from two starts are one. */
const alike = 1e-3;

/** An answer on the elements of one motion. */
export interface Settled {
  readonly met: Met;
  readonly plan: readonly ElementRecord[];
  readonly march: ExactMarch;
}

/**
 * Conditions of every kind on motions to an accuracy: least squares bring a freely marched motion close; then its elements are
 * kept, so that all moves smoothly with what is freed, and made anew until the freed values stay. The answer is judged by
 * one on finer elements: what freed values change by is the error.
 */
export async function meetToAccuracy(asked: BoundaryTask): Promise<Found> {
  const task = limited(asked);
  const near = await nearAll(task, Math.min(roughly, exactOf(task.setup).accuracy));
  return near === undefined ? drive(exactSimulation(task)) : toAccuracy(task, near);
}

/** A task whose stages share so many motions: what goes on where conditions are not met stops when none are left. */
export interface Limited extends BoundaryTask {
  readonly left: () => number;
}

/** The limit of one answer. */
export function limited(task: BoundaryTask): Limited {
  let count = 0;
  return {
    ...task,
    left: () => mostMotions - count,
    report(iteration) {
      count++;
      task.report(iteration);
    },
  };
}

/** An answer on finer and finer elements, until one on still finer ones agrees. */
export async function toAccuracy(task: Limited, near: Settled): Promise<Found> {
  const { setup } = task;
  const { accuracy } = exactOf(setup);
  let tolerance = Math.min(roughly, accuracy);
  let best = near;
  let error: FoundError = { value: Number.POSITIVE_INFINITY, row: setup.compiled.model.state[0].name };
  for (let i = 0; i < attempts && !task.signal?.aborted; i++, tolerance *= finer) {
    const fine = await settle(task, best.met.ended.x, finer * tolerance);
    if (fine === undefined) break;
    error = change(task, best.met, fine.met);
    const isOver = !isGood(setup, fine.met) && task.left() <= 0;
    if (error.value <= accuracy || i + 1 === attempts || isOver) break;
    best = fine;
  }
  return told(task, best, { tolerance, error });
}

/**
 * Motions that meet the conditions, one a start: the guess, then others over the declared ranges. One that comes where another
 * one came before (`places`) is not computed again.
 */
export async function settledFrom(
  task: Limited,
  start: Float64Array,
  most: number,
  places: Float64Array[] = [],
): Promise<Settled | undefined> {
  const tolerance = Math.min(roughly, exactOf(task.setup).accuracy);
  const question = freely(task, tolerance);
  const near = (await drive(meet(question, start, most)))?.ended;
  if (near === undefined) return undefined;
  const lengths = lengthsOf(task.setup);
  const isAt = (there: Float64Array): boolean => near.x.every((x, j) => Math.abs(x - there[j]) <= alike * lengths[j]);
  if (!hasPreference(question.ground) && places.some(isAt)) return undefined;
  places.push(near.x);
  const own = await settle(task, near.x, tolerance);
  const further = await soughtFrom(task, near.x);
  const other = further && (await settle(task, further, tolerance));
  return own === undefined || (other !== undefined && isBetter(task, other.met, own.met)) ? other : own;
}

/** Freed values that are preferred, by motions that are free to meet other events on their way there. */
async function soughtFrom(task: BoundaryTask, from: Float64Array): Promise<Float64Array | undefined> {
  const question = freely(task, sought);
  const { ground, hard, soft } = question;
  if (!hasPreference(ground)) return undefined;
  const opening = await drive(look(ground, withFreed(ground, from)));
  if (opening.march.status !== "solved") return undefined;
  const counts = (sight: Sight): boolean => hard(sight) + soft(sight) > 0;
  const { x } = await preferred({ ground, counts, signal: task.signal, isMet: false }, from, opening);
  return x.every(Number.isFinite) ? x : undefined;
}

function freely(task: BoundaryTask, tolerance: number): Question {
  const question = questionOf(task);
  return { ...question, ground: { ...question.ground, courses: courses(task, { tolerance }) } };
}

/** The closest answer of all starts, and of those that are as good the one that is preferred. */
async function nearAll(task: Limited, tolerance: number): Promise<Settled | undefined> {
  const { setup, signal } = task;
  const question = freely(task, tolerance);
  const places: Float64Array[] = [];
  let best = await settledFrom(task, question.guess, steps, places);
  const isPreferring = hasPreference(question.ground);
  if (isGood(setup, best?.met) && !isPreferring) return best;
  if (best === undefined && setup.compiled.freed.length === 0) return undefined;
  const count = isGood(setup, best?.met) ? preferredFrom : candidates;
  for (const start of await drive(othersOf(question, count))) {
    if (signal?.aborted || (task.left() <= 0 && !isGood(setup, best?.met))) break;
    const found = await settledFrom(task, start, stepsOfOthers, places);
    if (found === undefined) continue;
    if (best === undefined || isBetter(task, found.met, best.met)) best = found;
    if (isGood(setup, best.met) && !isPreferring) break;
  }
  return best && further(task, best, tolerance);
}

/** The closest answer where none meets the conditions, by searches beyond where squares find a way on. */
async function further(task: Limited, best: Settled, tolerance: number): Promise<Settled> {
  const { met, plan } = best;
  if (isGood(task.setup, met)) return best;
  const ground = { ...questionOf(task).ground, courses: courses(task, { tolerance, plan }) };
  const end = task.left() - mostLowered;
  return { ...best, met: await lowered(ground, met, () => task.left() - end) };
}

function isBetter({ setup }: BoundaryTask, a: Met, b: Met): boolean {
  if (!isGood(setup, a) || !isGood(setup, b)) return isCloser(setup, a, b);
  return a.preferred !== undefined && b.preferred !== undefined && a.preferred.value < b.preferred.value;
}

/** The answer on elements that are made anew while freed values move; undefined where no motion goes on. */
async function settle(task: Limited, from: Float64Array, tolerance: number): Promise<Settled | undefined> {
  const question = questionOf(task);
  let [x, last]: [Float64Array, Settled | undefined] = [from, undefined];
  for (let i = 0; i < plans; i++) {
    const march = await drive(elementsOf(task, withFreed(question.ground, x), tolerance));
    if (march.status !== "solved") return last;
    const plan = march.elements;
    const ground = { ...question.ground, courses: courses(task, { tolerance, plan }) };
    const on = { ...question, ground };
    const near = await drive(meet(on, x, steps));
    if (near === undefined) return last;
    const isWithin = isGood(task.setup, near);
    const met = await byPreference(task, on, isWithin ? await lowered(ground, near) : near, []);
    const moved = met.ended.x.reduce((most, v, j) => Math.max(most, Math.abs(v - x[j]) / Math.max(1, Math.abs(v))), 0);
    x = met.ended.x;
    const isOver = !isWithin && last !== undefined && met.ended.at.cost > last.met.ended.at.cost * (1 - worth);
    last = { met, plan, march };
    if (moved <= tolerance || isOver || task.signal?.aborted) break;
  }
  return last;
}

/** The largest change of a freed value, in parts of those above one. */
function change({ setup: { compiled } }: BoundaryTask, coarse: Met, fine: Met): FoundError {
  let worst: FoundError = { value: 0, row: compiled.parameters[compiled.freed[0]] ?? "end" };
  coarse.ended.x.forEach((x, j) => {
    const value = Math.abs(x - fine.ended.x[j]) / Math.max(1, Math.abs(x));
    if (!(value <= worst.value)) worst = { value, row: compiled.parameters[compiled.freed[j]] };
  });
  return worst;
}

const inShort = ({ value, row }: FoundError): string =>
  Number.isFinite(value) ? `A finer computation moves it by ${value.toExponential(1)} (${row}).` : "";

/** The answer with its motion, misses and words. */
async function told(
  task: BoundaryTask,
  { met, plan, march }: Settled,
  { tolerance, error }: { readonly tolerance: number; readonly error: FoundError },
): Promise<Found> {
  const { setup } = task;
  const { ended } = met;
  const parameters = ended.at.look.parameters.slice();
  const misses = missesOf(setup, met);
  const open = openNames(setup, ended.at.look);
  const { status, message: own } = verdict(task, met, misses, open);
  const found = await drive(recorded(task, parameters, { march, tolerance, error, plan, message: own }));
  // what is not met is what people ask about, however far a finer computation is
  const message = status === "solved" || found.status !== "coarse" ? found.message : sentences(own, inShort(error));
  const worst = misses.map(({ name, miss }) => ({ row: name, residual: miss }));
  worst.sort((a, b) => Math.abs(b.residual) - Math.abs(a.residual));
  const isComputed = found.status === "solved" || found.status === "coarse";
  const shown = isComputed ? await drive(missesOn(found.setup, parameters, found.path)) : [];
  // what is told is what is shown
  const isShown = shown.every(isMet);
  const ending = !isComputed ? found.status : status !== "solved" ? status : isShown ? found.status : "no-progress";
  const residual = Math.abs(worst[0]?.residual ?? 0);
  return {
    ...found,
    status: ending,
    message,
    solution: { ...found.solution, status: ending, message, residual, worst },
    ...(open.length > 0 && { undetermined: open }),
    ...(met.preferred?.isLeast === false && { unsettled: true }),
  };
}
