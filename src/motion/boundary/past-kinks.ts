import { determinant, Matrix, solve } from "ml-matrix";
import { hypot } from "../../algebra/elementary/elementary.js";
import { limits } from "./ranges.js";
import { rowWeights, type Shooting, shoot } from "./shoot.js";
import { isSpent, type Range, type Shot, shot } from "./shot.js";

/** The first stride, as a part of the Newton step: a tooth is about as wide as the way to the root. */
const firstStride = 0.25;
/** A stride that led to the curve is lengthened by so much; one that did not is halved, */
const growth = 1.5;
/** down to this part of the first. */
const shortest = 1 / 256;
/** Shots of the corrector for one point. */
const rounds = 4;
/** A point is on the curve where the other conditions are within this part of what was left at the closest end. */
const near = 0.02;
/** Divisions of an interval in which r changes its sign. */
const divisions = 30;

/**
 * Conditions turned so that WΥ at the closest end is r in the first row, and nothing in the others. The curve is where the
 * others vanish: on it Υ keeps its direction, and r says how much is left of it.
 */
interface Turned {
  readonly weights: Float64Array;
  /** H of Householder: H WΥ = (r, 0, …) at the closest end. */
  readonly mirror: Matrix;
  /** ‖WΥ‖ there. */
  readonly size: number;
  /** Of each freed value as much as changes the conditions by their weight. */
  readonly units: readonly number[];
}

/** A point of the curve, in those units. */
interface Point {
  readonly at: readonly number[];
  readonly r: number;
  /** The other rows, and the slopes of all. */
  readonly rest: readonly number[];
  readonly slopes: Matrix;
}

/** One of the two ways along the curve. */
interface Way {
  here: Point;
  stride: number;
  /**
   * The sign of det[tᵀ; slopes of the others] for its tangents t. A kink changes the slopes by a rank-one matrix along its
   * normal, which leaves that sign as it is: so a curve that folds at a kink is not walked back.
   */
  readonly side: number;
}

/** One search: how to shoot, and how much was shot. */
interface Search {
  readonly range: Range;
  readonly base: Float64Array;
  readonly turned: Turned;
  shots: number;
  cancelled: Shot | undefined;
}

/**
 * For maps from launch to end with kinks, such as steps of time make where contacts meet: a shooting that must always come
 * closer ends on a tooth. From there the curve on which Υ keeps its direction is followed both ways, over the teeth, until
 * r changes its sign, and the root is closed in on. `failed` is what shooting left; it is returned where none is found.
 */
export function* pastKinks(range: Range, parameters: Float64Array, failed: Shooting): Generator<undefined, Shooting> {
  const { freed, boundary } = range.setup.compiled;
  const { last, status } = failed;
  if (status !== "no-progress" || last.march.status !== "solved" || boundary.length !== freed.length) return failed;
  const turned = turn(last);
  const search: Search = { range, base: parameters.slice(), turned, shots: 0, cancelled: undefined };
  const start = pointOf(
    search,
    freed.map((index, j) => parameters[index] / turned.units[j]),
    last,
  );
  const first = firstStride * hypot(...newton(start));
  if (!(first > 0 && first < Number.POSITIVE_INFINITY)) return failed;
  const ways: Way[] = [1, -1].map((side) => ({ here: start, stride: first, side }));
  while (!isSpent(range) && ways.some(({ stride }) => stride > shortest * first)) {
    for (const way of ways.filter(({ stride }) => stride > shortest * first)) {
      const root = yield* advance(search, way);
      if (search.cancelled !== undefined) return { ...failed, status: "cancelled", last: search.cancelled };
      if (root === undefined) continue;
      const trial = placed(search, root);
      const shooting = yield* shoot(range, trial, new Float64Array(boundary.length));
      if (shooting.status !== "solved" && shooting.status !== "cancelled") continue;
      parameters.set(trial);
      return { ...shooting, shots: failed.shots + search.shots + shooting.shots };
    }
  }
  return { ...failed, shots: failed.shots + search.shots };
}

function turn({ values, jacobian, termSizes }: Shot): Turned {
  const weights = rowWeights(termSizes);
  const v = Array.from(values, (x, i) => x * weights[i]);
  const size = hypot(...v);
  // away from the axis, so that nothing cancels
  v[0] += v[0] < 0 ? -size : size;
  const column = Matrix.columnVector(v);
  const length = hypot(...v);
  const mirror = Matrix.eye(v.length).sub(column.mmul(column.transpose()).mul(2 / (length * length)));
  const units = Array.from({ length: jacobian.columns }, (_, j) => {
    const slope = hypot(...jacobian.getColumn(j).map((x, i) => x * weights[i]));
    return slope > 0 ? 1 / slope : 1;
  });
  return { weights, mirror, size, units };
}

/** All parameters for a point in units of the freed values. */
function placed({ range, base, turned }: Search, at: readonly number[]): Float64Array {
  const parameters = base.slice();
  range.setup.compiled.freed.forEach((index, j) => {
    parameters[index] = at[j] * turned.units[j];
  });
  return parameters;
}

function pointOf({ turned }: Search, at: readonly number[], { values, jacobian }: Shot): Point {
  const { weights, mirror, units } = turned;
  const [r, ...rest] = mirror.mmul(Matrix.columnVector(Array.from(values, (x, i) => x * weights[i]))).to1DArray();
  const scaled = new Matrix(jacobian.to2DArray().map((row, i) => row.map((slope, j) => slope * weights[i] * units[j])));
  return { at, r, rest, slopes: mirror.mmul(scaled) };
}

/** The shot at a point; undefined where it is out of the declared ranges, the march fails, or none may be made any more. */
function* fire(search: Search, at: readonly number[]): Generator<undefined, Point | undefined> {
  const { range } = search;
  const limit = limits(range.setup);
  const parameters = placed(search, at);
  if (isSpent(range)) return undefined;
  if (range.setup.compiled.freed.some((index, j) => limit(parameters[index], j) !== parameters[index]))
    return undefined;
  const landed = yield* shot(range, parameters);
  search.shots++;
  range.onShot(
    landed.values.reduce((worst, x) => Math.max(worst, Math.abs(x)), 0),
    1,
  );
  if (landed.march.status === "cancelled") search.cancelled = landed;
  return landed.march.status === "solved" ? pointOf(search, at, landed) : undefined;
}

/** A stride along the curve. Returns a point from which a Newton ends at a root, where one was on the way. */
function* advance(search: Search, way: Way): Generator<undefined, readonly number[] | undefined> {
  const { here, side } = way;
  const tangent = tangentAt(here, side);
  const next = yield* onto(search, tangent, along(here.at, tangent, way.stride));
  if (next === undefined) {
    way.stride /= 2;
    return undefined;
  }
  way.here = next;
  way.stride *= growth;
  return Math.sign(next.r) === Math.sign(here.r) ? undefined : yield* closeIn(search, here, next);
}

/** The point of the curve in the plane across `direction` through a prediction. */
function* onto(
  search: Search,
  direction: readonly number[],
  predicted: readonly number[],
): Generator<undefined, Point | undefined> {
  let at = predicted;
  for (let k = 0; k < rounds; k++) {
    const point = yield* fire(search, at);
    if (point === undefined) return undefined;
    if (hypot(...point.rest) <= near * search.turned.size) return point;
    const off = predicted.reduce((sum, x, j) => sum + direction[j] * (x - point.at[j]), 0);
    const matrix = new Matrix([direction.slice(), ...otherRows(point)]);
    const step = solved(matrix, [off, ...point.rest.map((x) => -x)]);
    at = along(at, step, 1);
  }
  return undefined;
}

/** From an interval of the curve in which r changes its sign to a point from which a Newton ends at a root. */
function* closeIn(search: Search, from: Point, to: Point): Generator<undefined, readonly number[] | undefined> {
  let [low, high] = [from, to];
  for (let k = 0; k < divisions; k++) {
    const best = Math.abs(low.r) < Math.abs(high.r) ? low : high;
    const trial = yield* fire(search, along(best.at, newton(best), 1));
    if (search.cancelled !== undefined) return undefined;
    // a Newton that halves what is left twice is in the piece of the root
    if (trial !== undefined && left(trial) < 0.25 * left(best)) return trial.at;
    const chord = high.at.map((x, j) => x - low.at[j]);
    const length = hypot(...chord);
    const middle = yield* onto(
      search,
      chord.map((x) => x / length),
      along(low.at, chord, 0.5),
    );
    if (middle === undefined) return undefined;
    if (Math.sign(middle.r) === Math.sign(low.r)) low = middle;
    else high = middle;
  }
  return undefined;
}

const along = (from: readonly number[], direction: readonly number[], t: number): number[] =>
  from.map((x, j) => x + t * direction[j]);
const left = ({ r, rest }: Point): number => hypot(r, ...rest);
const otherRows = ({ slopes }: Point): number[][] => slopes.to2DArray().slice(1);
const newton = ({ r, rest, slopes }: Point): number[] => solved(slopes, [-r, ...rest.map((x) => -x)]);

/** The unit vector that the other rows leave: t_j = ± (−1)ʲ det of their slopes without column j. */
function tangentAt(point: Point, side: number): number[] {
  const rows = otherRows(point);
  const t = point.at.map((_, j) => {
    const sign = j % 2 === 0 ? side : -side;
    return rows.length === 0 ? sign : sign * determinant(new Matrix(rows.map((row) => row.toSpliced(j, 1))));
  });
  const length = hypot(...t);
  return t.map((x) => x / length);
}

/** A⁻¹ b; not finite where A is singular. */
function solved(a: Matrix, b: readonly number[]): number[] {
  try {
    return solve(a, Matrix.columnVector(b.slice())).to1DArray();
  } catch {
    return b.map(() => Number.NaN);
  }
}
