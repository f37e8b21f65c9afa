import { EigenvalueDecomposition, Matrix, pseudoInverse } from "ml-matrix";
import { fromTriplets } from "../../../algebra/sparse.js";
import type { Stepwise } from "../../../algebra/stepwise.js";
import { convexWorkspace, solvingConvex } from "../../../solve/miqp/convex.js";

/** Cost and conditions about a place, and the room there. */
export interface LocalProgram {
  readonly gradient: Float64Array;
  readonly curvature: readonly Float64Array[];
  /** rows + jacobian Δ is zero, or not above zero. */
  readonly rows: Float64Array;
  readonly jacobian: readonly Float64Array[];
  readonly isEquation: readonly boolean[];
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Units of the unknowns. */
  readonly units: Float64Array;
}

/** The step to the minimum of a local program. */
export interface LocalStep {
  readonly change: Float64Array;
  /** Multipliers of the rows. */
  readonly weights: Float64Array;
  /** By how much the cost falls, or where that is negative rises to keep rows. */
  readonly gain: number;
  /** The part of what rows miss that it makes good. */
  readonly reach: number;
  /** The largest change, in units. */
  readonly size: number;
  /** The part of a change, in units, that keeps rows and bounds which hold the minimum. */
  readonly open: (change: Float64Array) => Float64Array;
  /** The least curvature along what is open, in parts of the largest. */
  readonly least: number;
}

/** The program with unknowns in their units, rows of length one, and a cost of order one. */
interface Scaled {
  readonly slope: Float64Array;
  readonly bent: Matrix;
  readonly values: Float64Array;
  readonly rows: readonly Float64Array[];
  /** Units of cost and rows. */
  readonly size: number;
  readonly lengths: readonly number[];
}

/** Singular values, multipliers and curvatures in parts of the largest that are none. */
const none = 1e-9;
/** Bounds and rows that a step comes so near are met. */
const near = 1e-8;
/** Less than this part of what rows miss is not worth a step: they then stay as they are. */
const leastPart = 1 / 64;

/**
 * The minimum of a local program no further than a radius, in units. It is made convex along what keeps its equations, and asks rows for as
 * large a part of what they miss as is within bounds; undefined where they cannot even stay as they are.
 */
export function* localStep(program: LocalProgram, radius: number): Stepwise<LocalStep | undefined> {
  const { isEquation, lower, upper, units } = program;
  const n = units.length;
  const scaled = scaledProgram(program);
  const { slope, values, rows } = scaled;
  const equations = rows.filter((_, r) => isEquation[r]);
  const convex = turned(scaled.bent, projection(equations, n));
  yield;
  const work = convexWorkspace(n, rows.length);
  rows.forEach((row, r) => {
    work.matrix.set(row, r * n);
  });
  const room = {
    lower: lower.map((x, j) => Math.max(-radius, x / units[j])),
    upper: upper.map((x, j) => Math.min(radius, x / units[j])),
  };
  const cost = { H: sparse(convex), c: slope };
  for (let part = 1; ; part = part > leastPart ? part / 2 : 0) {
    const rowLower = values.map((x, r) => (isEquation[r] ? -part * x : Number.NEGATIVE_INFINITY));
    const rowUpper = values.map((x, r) => (isEquation[r] || x > 0 ? -part * x : -x));
    const status = yield* solvingConvex(work, { ...room, rowLower, rowUpper }, cost);
    if (status !== "optimal" && part === 0) return undefined;
    if (status !== "optimal") continue;
    const x = work.x.slice();
    const met = {
      unknowns: [...x.keys()].filter((j) => x[j] <= room.lower[j] + near || x[j] >= room.upper[j] - near),
      rows: [...rows.keys()].filter((r) => isEquation[r] || dot(rows[r], x) >= rowUpper[r] - near),
    };
    yield;
    return stepOf(program, scaled, convex, { x, met, part });
  }
}

/** The minimum of a program: which unknowns and rows are at their bounds there, and of what rows miss the part that it makes good. */
interface Reached {
  readonly x: Float64Array;
  readonly met: { readonly unknowns: readonly number[]; readonly rows: readonly number[] };
  readonly part: number;
}

/** A step with its multipliers, and what they leave open. */
function stepOf(
  { isEquation, units }: LocalProgram,
  { slope, bent, rows, size, lengths }: Scaled,
  convex: Matrix,
  { x, met, part }: Reached,
): LocalStep {
  const n = x.length;
  const bends = convex.mmul(Matrix.columnVector(x)).to1DArray();
  const here = slope.map((c, j) => c + bends[j]);
  const free = [...x.keys()].filter((j) => !met.unknowns.includes(j));
  // slopes of the cost and of rows cancel, but along bounds that hold
  const weights = new Float64Array(rows.length);
  if (met.rows.length > 0 && free.length > 0) {
    const a = new Matrix(free.map((j) => met.rows.map((r) => rows[r][j])));
    const found = pseudoInverse(a, none).mmul(Matrix.columnVector(free.map((j) => -here[j])));
    met.rows.forEach((r, k) => {
      weights[r] = isEquation[r] ? found.get(k, 0) : Math.max(0, found.get(k, 0));
    });
  }
  const forces = here.map((f, j) => f + rows.reduce((sum, row, r) => sum + weights[r] * row[j], 0));
  // what holds without a force may be left
  const pressed = [
    ...met.rows.filter((r) => isEquation[r] || weights[r] > none).map((r) => rows[r]),
    ...met.unknowns.filter((j) => Math.abs(forces[j]) > none).map((j) => new Float64Array(n).fill(1, j, j + 1)),
  ];
  const open = projection(pressed, n);
  const along = new EigenvalueDecomposition(symmetric(open.mmul(bent).mmul(open)), { assumeSymmetric: true });
  const curvatures = along.realEigenvalues;
  return {
    change: x.map((dx, j) => dx * units[j]),
    weights: weights.map((w, r) => (w * size) / lengths[r]),
    gain: -size * (dot(slope, x) + 0.5 * dot(bends, x)),
    reach: part,
    size: x.reduce((most, dx) => Math.max(most, Math.abs(dx)), 0),
    open: (change) => Float64Array.from(open.mmul(Matrix.columnVector(change)).to1DArray()),
    least: Math.min(...curvatures) / Math.max(Number.MIN_VALUE, ...curvatures.map(Math.abs)),
  };
}

function scaledProgram({ gradient, curvature, rows, jacobian, units }: LocalProgram): Scaled {
  const n = units.length;
  const own = jacobian.map((row) => row.map((x, j) => x * units[j]));
  const lengths = own.map((row) => Math.sqrt(dot(row, row)) || 1);
  const bent = Matrix.zeros(n, n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) bent.set(i, j, curvature[i][j] * units[i] * units[j]);
  const slope = gradient.map((x, j) => x * units[j]);
  const steepest = slope.reduce((most, x) => Math.max(most, Math.abs(x)), Number.MIN_VALUE);
  const size = Math.max(bent.max(), -bent.min(), steepest);
  return {
    slope: slope.map((x) => x / size),
    bent: bent.div(size),
    values: rows.map((x, r) => x / lengths[r]),
    rows: own.map((row, r) => row.map((x) => x / lengths[r])),
    size,
    lengths,
  };
}

/** The least change, in units and within bounds, that the slopes of violated rows ask for. */
export function backTo({
  rows,
  jacobian,
  isEquation,
  lower,
  upper,
  units,
}: Omit<LocalProgram, "gradient" | "curvature">): Float64Array {
  const violated = [...rows.keys()].filter((r) => isEquation[r] || rows[r] > 0);
  if (violated.length === 0) return new Float64Array(units.length);
  const a = new Matrix(violated.map((r) => Array.from(jacobian[r], (x, j) => x * units[j])));
  const inverse = pseudoInverse(a, none * Math.max(Number.MIN_VALUE, a.norm()));
  const found = inverse.mmul(Matrix.columnVector(violated.map((r) => -rows[r])));
  return units.map((unit, j) => Math.min(upper[j], Math.max(lower[j], unit * found.get(j, 0))));
}

/** I − A⁺A. */
function projection(rows: readonly Float64Array[], n: number): Matrix {
  if (rows.length === 0) return Matrix.eye(n);
  const a = new Matrix(rows.map((row) => [...row]));
  return Matrix.sub(Matrix.eye(n), pseudoInverse(a, none).mmul(a));
}

const symmetric = (a: Matrix): Matrix => Matrix.add(a, a.transpose()).mul(0.5);

const dot = (a: ArrayLike<number>, b: Float64Array): number => b.reduce((sum, x, j) => sum + x * a[j], 0);

/** A curvature with what of it falls along `free` turned over: it rises as steeply. */
function turned(bent: Matrix, free: Matrix): Matrix {
  const n = bent.rows;
  const { realEigenvalues: values, eigenvectorMatrix: vectors } = new EigenvalueDecomposition(
    symmetric(free.mmul(bent).mmul(free)),
    { assumeSymmetric: true },
  );
  const most = Math.max(...values.map(Math.abs));
  const convex = bent.clone();
  values.forEach((value, k) => {
    if (value >= 0) return;
    const more = value < -none * most ? -2 * value : -value;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) convex.set(i, j, convex.get(i, j) + more * vectors.get(i, k) * vectors.get(j, k));
  });
  return convex;
}

function sparse(a: Matrix): ReturnType<typeof fromTriplets> {
  const [is, js, xs]: number[][] = [[], [], []];
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++) {
      is.push(i);
      js.push(j);
      xs.push(a.get(i, j));
    }
  return fromTriplets([a.rows, a.columns], is, js, xs);
}
