import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { drive } from "../../solve/drive.js";
import { type Minimum, minimise } from "../../solve/minimise/minimise.js";
import { rangesOf } from "../boundary/ranges.js";
import { hasRows } from "../compile/step.js";
import type { Goal } from "./goal.js";
import { type Ended, leastSquares, lengthsOf, type Squares, squaresAt } from "./least.js";
import type { Ground } from "./look.js";
import type { Met } from "./met.js";

/** Searches where squares find no way on: by curvature of their own, then without slopes closer and closer around a kink. */
const searches = [
  { method: "SLSQP", part: 1, most: 200 },
  { method: "BOBYQA", part: 1e-3, most: 300 },
  { method: "BOBYQA", part: 1e-5, most: 300 },
] as const;
/** The same of motions to an accuracy, each of which takes some hundredths of a second. */
const dear = [
  { method: "SLSQP", part: 1, most: 40 },
  { method: "BOBYQA", part: 0.1, most: 100 },
  { method: "BOBYQA", part: 1e-3, most: 60 },
] as const;
/** Steps of least squares behind each. */
const steps = 40;
/** The part of the squares that is worth going on for. */
const gain = 1e-9;
const tolerance = 1e-13;
/** Times that all searches are tried again after one of them has found something. */
const rounds = 4;
/** Motions with which a search comes anywhere. */
const fewest = 10;

/**
 * The least squares of an answer that ended where no step of Gauss and Newton leads down: a region that is far away bends more
 * than its rows say, and steps through an impact have kinks. What no search lowers is a minimum. It ends
 * where no motions are left.
 */
export async function lowered(ground: Ground, met: Met, left = () => Number.POSITIVE_INFINITY): Promise<Met> {
  const { goal } = met;
  if (goal === undefined || met.ended.status !== "no-progress") return met;
  // among many bodies kinks are everywhere, and one more is no minimum
  if (!hasRows(ground.setup.compiled.kernels)) return met;
  let ended: Ended = met.ended;
  for (let i = 0; i < rounds; i++) {
    const before = ended.at.cost;
    for (const search of ground.courses === undefined ? searches : dear) {
      if (ground.signal?.aborted) return { ...met, ended: { ...ended, status: "cancelled" } };
      if (left() < fewest) return { ...met, ended };
      const found = await searched(ground, { goal, from: ended, ...search, most: Math.min(search.most, left()) });
      if (!(found.cost < ended.at.cost * (1 - gain))) continue;
      const again = await drive(leastSquares(ground, goal, found.x, steps));
      if (again === undefined || !(again.at.cost < ended.at.cost)) continue;
      ended = again;
      if (again.status !== "no-progress") return { ...met, ended };
    }
    if (!(ended.at.cost < before * (1 - gain))) return { ...met, ended: { ...ended, status: "stationary" } };
  }
  return { ...met, ended };
}

interface Searching {
  readonly goal: Goal;
  readonly from: Ended;
  readonly method: "SLSQP" | "BOBYQA";
  /** The part of the ranges around where it begins in which it stays. */
  readonly part: number;
  readonly most: number;
}

/** One search of the squares in parts of what they are where it begins. */
async function searched(ground: Ground, { goal, from, method, part, most }: Searching): Promise<Minimum> {
  const ranges = rangesOf(ground.setup);
  const lengths = lengthsOf(ground.setup);
  const scale = 1 / from.at.cost;
  const end = (side: -1 | 1): Float64Array =>
    from.x.map((x, j) => {
      const { min, max } = ranges[j];
      const near = x + side * part * (part < 1 ? lengths[j] : Math.max(10 * lengths[j], 10 * Math.abs(x)));
      return Math.min(max, Math.max(min, near));
    });
  function* evaluating(x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined): Stepwise<boolean> {
    const there: Squares | undefined = yield* squaresAt(ground, goal, x);
    if (there === undefined) return false;
    rows[0] = scale * there.cost;
    slopes?.set(there.normal.gs.to1DArray().map((g) => scale * g));
    return true;
  }
  const task = {
    lower: end(-1),
    upper: end(1),
    constraints: [],
    evaluate: (x: Float64Array, rows: Float64Array, slopes: Float64Array | undefined) =>
      finish(evaluating(x, rows, slopes)),
    evaluating,
  };
  // quadratics through points need two unknowns
  const own = method === "BOBYQA" && from.x.length === 1 ? "COBYLA" : method;
  const found = await minimise(task, from.x, { method: own, tolerance, maxEvaluations: most, signal: ground.signal });
  return { ...found, cost: found.cost / scale };
}
