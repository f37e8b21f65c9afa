import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { randomNumbers } from "../../../src/algebra/random.js";
import { type Result, solve } from "../../../src/index.js";
import { minimise } from "../../../src/solve/minimise/minimise.js";
import type { BenchRow } from "../lu.js";
import { type Family, families, type Question, questionOf } from "./families.js";

/** A part of the cost by which a lower one is lower. */
const isLower = 1e-5;
/** A slope below this, in spreads by a unit of what is freed, is none. */
const flat = 1e-7;

/** Differences to both sides, and to one: an answer at a kink has the rank of either side. */
const differences = [1e-5, 1e-7].flatMap((by) => [
  [by, -by],
  [by, 0],
  [0, -by],
]);

/** Which unknowns differences say that rows leave open: an inequality that holds, at its edge or not, leaves all of them so. */
function openByDifferences({ rows, isInequality }: Question, x: Float64Array, [from, to]: readonly number[]): number[] {
  const counts = rows(x).map((value, i) => !isInequality[i] || value > 1e-6);
  const lengths = x.map((value) => Math.max(1, Math.abs(value)));
  const columns = Array.from(x, (_, j) => {
    const [above, below] = [from, to].map((part) =>
      rows(x.map((value, i) => (i === j ? value + part * lengths[j] : value))),
    );
    return above.map((value, i) => (counts[i] ? (value - below[i]) / (from - to) : 0));
  });
  const matrix = columns[0].map((_, i) => columns.map((column) => column[i]));
  const unit = matrix.map((row) =>
    Math.hypot(...row) > flat ? row.map((d) => d / Math.hypot(...row)) : row.map(() => 0),
  );
  while (unit.length < x.length) unit.push(new Array<number>(x.length).fill(0));
  const { diagonal, rightSingularVectors } = new SingularValueDecomposition(new Matrix(unit));
  return Array.from(x.keys()).filter((j) =>
    diagonal.some(
      (sigma, s) => sigma < 1e-5 * Math.max(1, diagonal[0]) && Math.abs(rightSingularVectors.get(j, s)) > 0.1,
    ),
  );
}

/** How a set came out beside NLopt, which knows neither slopes nor our rows. */
export interface Verdict {
  readonly isOver: boolean;
  readonly status: Result["status"];
  /** By how much NLopt, begun at the answer, lowers what was to be least, in parts of it. */
  readonly lowered: number;
  /** The same of the best of its other starts. */
  readonly elsewhere: number;
  readonly ranksNamed: boolean;
}

/** One random set of a family, solved and judged. */
export async function judged(family: Family, k: number, mixed = false): Promise<Verdict> {
  const { ranges, box } = family;
  const question = questionOf(family, k, mixed);
  const { problem, names, isOver, rows, isInequality, isHeld } = question;
  const held = isHeld.flatMap((is, i) => (is ? [i] : []));
  const result = await solve(problem, { gridError: false });
  const guess = names.map((name) => Number(problem.parameters[name].value));
  const lengths = names.map((name) => ranges[name][1] - ranges[name][0]);
  const squares = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x * x, 0);
  const misses = (x: ArrayLike<number>): number[] =>
    rows(x).flatMap((value, i) => (isHeld[i] ? [] : [isInequality[i] ? Math.max(0, value) : value]));
  const change = (x: ArrayLike<number>): number => squares(guess.map((from, j) => (x[j] - from) / lengths[j]));
  const costOf = (x: ArrayLike<number>): number => (isOver ? squares(misses(x)) : change(x));
  const found = Float64Array.from(names, (name) => Number(result.run.parameters[name]));
  const random = randomNumbers(k);
  const starts = Array.from({ length: 4 }, () =>
    Float64Array.from(names, (name, j) => ranges[name][0] + random() * lengths[j]),
  );
  const from = async (start: Float64Array, part: number, feasibility = 1e-9): Promise<number> => {
    const end = (side: -1 | 1): Float64Array =>
      Float64Array.from(names, (name, j) => {
        const [min, max] = ranges[name];
        return part === 1 ? (side < 0 ? min : max) : Math.min(max, Math.max(min, start[j] + side * part * lengths[j]));
      });
    const minimum = await minimise(
      {
        lower: end(-1),
        upper: end(1),
        constraints: held.map((i) => (isInequality[i] ? "inequality" : "equality")),
        evaluate(x, into) {
          into[0] = costOf(x);
          const own = rows(x);
          held.forEach((i, row) => {
            into[1 + row] = own[i];
          });
          return into.every(Number.isFinite);
        },
      },
      start,
      {
        method: held.length === 0 && names.length > 1 ? "BOBYQA" : "COBYLA",
        tolerance: 1e-10,
        feasibility,
        maxEvaluations: 1500,
      },
    );
    return minimum.violation <= feasibility ? minimum.cost : Number.POSITIVE_INFINITY;
  };
  const own = costOf(found);
  const by = (cost: number): number => (own - cost) / Math.max(own, 1e-6);
  let lowered = by(await from(found, box));
  // where rows hardly depend on what is freed, what NLopt may miss them by is a gain of its own
  const closer = lowered > isLower ? by(await from(found, box, 1e-11)) : lowered;
  if (Number.isFinite(closer)) lowered = closer;
  const others: number[] = [];
  for (const start of starts) others.push(await from(start, 1));
  const named = result.run.regularity?.undetermined ?? [];
  return {
    isOver,
    status: result.status,
    lowered,
    elsewhere: by(Math.min(...others)),
    ranksNamed: differences.some((sides) => {
      const open = openByDifferences(question, found, sides);
      return names.every((name, j) => named.includes(name) === open.includes(j));
    }),
  };
}

/** Random sets of all families in turn, half of them with more conditions than values are freed, half with fewer. */
export async function benchSets(sets: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [scene, family] of Object.entries(families)) {
    const verdicts: Verdict[] = [];
    for (let k = 0; k < Math.ceil(sets / 4); k++) verdicts.push(await judged(family, k));
    const kinds = {
      overdetermined: verdicts.filter(({ isOver }) => isOver),
      underdetermined: verdicts.filter(({ isOver }) => !isOver),
    };
    for (const [kind, own] of Object.entries(kinds)) rows.push(...rowsOf(`${scene}, ${kind}`, own));
  }
  return rows;
}

/** Random sets whose first condition must hold exactly beside others with a tolerance. */
export async function benchMixedSets(sets: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [scene, family] of Object.entries(families)) {
    const verdicts: Verdict[] = [];
    for (let k = 0; k < 2 * Math.ceil(sets / 4); k += 2) verdicts.push(await judged(family, k, true));
    rows.push(...rowsOf(`${scene}, one exact`, verdicts));
  }
  return rows;
}

function rowsOf(kind: string, own: readonly Verdict[]): BenchRow[] {
  if (own.length === 0) return [];
  const solved = own.filter(({ status }) => status === "solved");
  const worst = (of: (one: Verdict) => number): string => Math.max(...solved.map(of)).toExponential(1);
  const count = (is: (one: Verdict) => boolean): string => `${solved.filter(is).length} of ${solved.length}`;
  return [
    { name: `${kind}: random sets solved`, must: "all", value: `${solved.length} of ${own.length}` },
    {
      name: `${kind}: NLopt lowers the answer by at most 1e-5`,
      must: "all",
      value: `${count(({ lowered }) => lowered <= isLower)}, most ${worst(({ lowered }) => lowered)}`,
    },
    {
      name: `${kind}: no better from four other starts of NLopt`,
      must: "all",
      value: `${count(({ elsewhere }) => elsewhere <= isLower)}, most ${worst(({ elsewhere }) => elsewhere)}`,
    },
    { name: `${kind}: ranks named`, must: "all", value: count((one) => one.ranksNamed) },
  ];
}
