/**
 * The minimum near some controls of the motion itself, with its events: controls piece by piece are the unknowns, a march by the method
 * exact is the motion, and Newton's method goes on with its slopes and its curvature through touch, impact, stick and slip. A sequence of
 * events is whatever the march finds, so that none has to be guessed, and steps may go from one to another.
 *
 * @module motion/optimal/shooting
 */
import { randomNumbers } from "../../../algebra/random.js";
import type { Stepwise } from "../../../algebra/stepwise.js";
import { isExpr, leaves, toExpr } from "../../../expr/expr.js";
import { frame } from "../../../mechanics/model.js";
import { exactOf } from "../../exact/exact.js";
import type { Task } from "../../march/task.js";
import type { OptimalTask } from "../task.js";
import { countUnknowns, type Linearised } from "./condensed.js";
import { type Curvature, curvature } from "./curvature.js";
import { enough, type Filter, met, type Nearer, nearer } from "./nearer.js";
import { type PiecePoint, piecesOf } from "./pieces.js";
import { type LocalStep, localStep } from "./quadratic.js";
import { type Asking, changesOf, missOf, moved, type Place, placed, roomOf } from "./unknowns.js";

/** Newton's steps at most. */
const mostSteps = 20;
/** Unknowns at most: the program of a step is solved with dense matrices, the largest in some hundredths of a second. */
const mostUnknowns = 120;
/** The tolerance of elements, as a part of the accuracy. */
const finer = 0.01;
/** How far steps go first, in parts of the largest control, and how much further those may that follow one that was good. */
const [widest, wider] = [1, 2];
/** Less of what a step promised is little, and more is much. */
const [little, much] = [0.25, 0.75];
/** Less curvature than this part of the largest is rounding. */
const flat = -1e-5;
/** An event this near to the end of a piece, in parts of one, may be held there, up to so many times the accuracy. */
const [reach, tight] = [0.25, 0.05];
/** Directions in which a minimum is asked whether the cost falls, and how far, in parts of the largest control. */
const [probes, aside] = [2, 2e-3];

/** Controls of whose motion no small change is cheaper. */
export interface Improved {
  readonly point: PiecePoint;
  readonly linear: Linearised;
  /** Newton's steps. */
  readonly steps: number;
  /** By how much the cost may yet be above its minimum. */
  readonly gap: number;
}

/** The minimum to which Newton's method leads from some controls: "none" where it leads to none, undefined where the question is none for it. */
export function* improved(task: Task, asked: OptimalTask, start: PiecePoint): Stepwise<Improved | "none" | undefined> {
  if (!isOfEnds(task, asked)) return undefined;
  const pieces = piecesOf(task, asked);
  const { accuracy } = exactOf(task.setup);
  const changes = changesOf(task, pieces, start).map(() => false);
  const isEquation = [...asked.ends.map(({ must }) => must === "be-zero"), ...changes];
  const asking: Asking = { task, pieces, isEquation, accuracy, tolerance: finer * accuracy, pins: [] };
  if (countUnknowns(pieces, task.setup.steps.h.length) > mostUnknowns) return undefined;
  const begin = yield* met(asking, start);
  const freely = begin && (yield* search(asking, begin));
  if (freely === undefined) return "none";
  if (freely.minimum !== undefined) return freely.minimum;
  return (yield* besideEnd(asking, freely.place)) ?? "none";
}

/** A minimum, or the place where its search ended. */
interface Searched {
  readonly place: Place;
  readonly step?: LocalStep;
  readonly minimum?: Improved;
}

/** Newton's steps from a place. */
function* search(asking: Asking, begin: Place): Stepwise<Searched> {
  const { task, accuracy } = asking;
  const most = enough * accuracy;
  const filter: Filter = [];
  let place = begin;
  let weights: Float64Array = new Float64Array(asking.isEquation.length);
  let radius = widest;
  let bent: Curvature | undefined;
  for (let steps = 0; steps < mostSteps && !task.signal?.aborted; steps++) {
    const fresh = yield* curvature(asking, place, weights);
    bent = fresh ?? bent;
    const room = roomOf(asking, place);
    const step: LocalStep | undefined = bent && (yield* localStep({ ...room, curvature: bent.matrix }, radius));
    if (step === undefined) break;
    const { point, linear } = place;
    report(task, place, steps, missOf(asking, place));
    weights = step.weights;
    const gap = Math.abs(step.gain);
    const next = yield* nearer(asking, place, step.change, filter);
    if (next === undefined) {
      const isNear = missOf(asking, place) <= most && gap <= most * Math.max(1, Math.abs(linear.cost));
      const isFree = step.size < radius && step.least >= flat && step.reach === 1 && fresh?.isSymmetric === true;
      const isMinimum = isNear && isFree && (yield* isLeast(asking, place, step, room.units));
      return { place, step, ...(isMinimum && { minimum: { point, linear, steps, gap } }) };
    }
    radius = radiusBehind(asking, [place, next], step, radius);
    place = next;
  }
  return { place };
}

/**
 * A minimum with an event at the end of a piece, where controls jump and slopes are others on both sides: it is held a little before that
 * end, and the cost must rise when it comes earlier, and, a little behind that end, when it comes later.
 */
function* besideEnd(asking: Asking, { point, linear }: Place): Stepwise<Improved | undefined> {
  const { task, pieces, accuracy, isEquation } = asking;
  const count = task.setup.steps.h.length;
  const piece = point.end / count;
  const awayOf = (t: number): number => t - Math.min(count - 1, Math.max(1, Math.round(t / piece))) * piece;
  const [nearest] = [...linear.marched.events].sort((a, b) => Math.abs(awayOf(a.t)) - Math.abs(awayOf(b.t)));
  if (nearest === undefined || Math.abs(awayOf(nearest.t)) > reach * piece || pieces.asked.time !== undefined) return;
  const end = nearest.t - awayOf(nearest.t);
  const unit = tight * piece;
  const held = (side: number): Asking => ({
    ...asking,
    pins: [{ event: nearest.event, at: end + side * unit * accuracy, unit }],
    isEquation: [...isEquation, true],
  });
  const before = yield* met(held(-1), point);
  const { minimum, step } = before === undefined ? {} : yield* search(held(-1), before);
  const behind = minimum && (yield* met(held(1), minimum.point));
  if (minimum === undefined || behind === undefined || step === undefined) return undefined;
  const bent = yield* curvature(held(1), behind, step.weights);
  const room = roomOf(held(1), behind);
  const later = bent && (yield* localStep({ ...room, curvature: bent.matrix }, widest));
  const [pull, push] = [step.weights[isEquation.length], later?.weights[isEquation.length] ?? Number.NaN];
  if (!(pull >= 0 && push <= 0)) {
    // it is no kink that holds it there: the cost falls on
    const from = yield* placed(asking, pull >= 0 ? behind.point : minimum.point);
    return from && (yield* search(asking, from)).minimum;
  }
  const gap = minimum.gap + accuracy * pull;
  return gap <= enough * accuracy * Math.max(1, Math.abs(minimum.linear.cost)) ? { ...minimum, gap } : undefined;
}

/** How far the next step goes, by how much of what a step promised came true. */
function radiusBehind(
  asking: Asking,
  [from, to]: readonly [Place, Nearer],
  { weights, gain, size, reach: part }: LocalStep,
  radius: number,
): number {
  const missed = ({ linear: { rows } }: Place): number =>
    rows.reduce(
      (sum, x, r) => sum + wider * Math.abs(weights[r]) * (asking.isEquation[r] ? Math.abs(x) : Math.max(0, x)),
      0,
    );
  const promised = to.part * (gain + part * missed(from));
  const came = from.linear.cost + missed(from) - to.linear.cost - missed(to);
  if (to.part < 1 || came < little * promised) return Math.min(to.part, 0.5) * size;
  return came > much * promised ? Math.max(radius, wider * size) : radius;
}

function report({ report: tell }: Task, { linear: { cost } }: Place, iteration: number, residual: number): void {
  tell({ phase: "optimise", iteration, residual, merit: cost, stepLength: 1, stepKind: "newton" });
}

/** True of a question whose conditions are of the ends, and whose controls are free between bounds that stay. */
function isOfEnds({ setup }: Task, { visits, freeSteps, controls, varied, step, time }: OptimalTask): boolean {
  const { problem, kernels } = setup.compiled;
  const { path = [] } = problem.objective ?? {};
  const names = new Set(varied.map(({ name }) => `parameters.${name}`));
  const inputs = new Set(Object.keys(controls).map(frame.inputs));
  const bounds = step.unknowns.filter(({ leaf }) => inputs.has(leaf)).flatMap(({ lower, upper }) => [lower, upper]);
  const isFree = Object.values(controls).every(({ shape }) => shape === undefined);
  const rates = Object.values(controls).flatMap(({ rate }) => (rate === undefined ? [] : [toExpr(rate)]));
  const isOfTime = (): boolean =>
    rates.length > 0 ||
    Object.values(problem.inputs ?? {}).some(isExpr) ||
    leaves([...kernels.block.formulas()]).some((leaf) => leaf === frame.t || leaf.name === `parameters.${time}`);
  return (
    inputs.size > 0 &&
    isFree &&
    !freeSteps &&
    visits.rows.length === 0 &&
    path.length === 0 &&
    !leaves([...bounds, ...rates]).some(({ name }) => names.has(name)) &&
    !(time !== undefined && isOfTime())
  );
}

/**
 * True where cost + weightsᵀ conditions falls to neither side along some directions that keep conditions and bounds: slopes are those of
 * one side, and where events meet there is another.
 */
function* isLeast(
  asking: Asking,
  place: Place,
  { weights, open, gain }: LocalStep,
  units: Float64Array,
): Stepwise<boolean> {
  const random = randomNumbers(1);
  const lagrangian = ({ linear: { cost, rows } }: Place): number =>
    rows.reduce((sum, x, r) => sum + weights[r] * x, cost);
  const most = Math.abs(gain) + enough * asking.accuracy * Math.max(1, Math.abs(place.linear.cost));
  for (let i = 0; i < probes; i++) {
    const drawn = open(units.map(() => 2 * random() - 1));
    const largest = drawn.reduce((max, x) => Math.max(max, Math.abs(x)), Number.MIN_VALUE);
    for (const side of [1, -1]) {
      const change = drawn.map((x, j) => (side * aside * x * units[j]) / largest);
      const next = yield* placed(asking, moved(asking, place.point, change));
      if (next === undefined || lagrangian(next) < lagrangian(place) - most) return false;
    }
  }
  return true;
}
