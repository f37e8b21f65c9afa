import type { Stepwise } from "../../algebra/stepwise.js";
import { type Explained, predictedRows } from "./motions.js";
import type { Question } from "./question.js";
import { ownOf } from "./search.js";

/** How far fitted motions are from what was recorded, so many rows after the first contact. */
export interface Prediction {
  readonly rowsAfterTouch: number;
  readonly misses: Readonly<Record<string, Miss>>;
}

/** The misses of all recordings that have the row. */
export interface Miss {
  readonly unit: string;
  readonly median: number;
  readonly largest: number;
  /** By the name of the recording; no number where its motion breaks off before. */
  readonly recordings: Readonly<Record<string, number>>;
}

/** The misses of a question at each of its rows `predicts`: each column by itself where it names none. */
export function* predicted(question: Question, motions: readonly Explained[], x: Float64Array): Stepwise<Prediction[]> {
  const { predicts = [], measured } = question.fitting;
  const misses = question.fitting.misses ?? Object.fromEntries(Object.keys(measured).map((one) => [one, own(one)]));
  const made: Prediction[] = [];
  for (const after of predicts) {
    const rests: { readonly name: string; readonly rest: Float64Array | undefined }[] = [];
    for (const [r, { recording, touch, rest }] of motions.entries()) {
      const rows = predictedRows([after], recording, touch);
      if (rows.length === 0) continue;
      rests.push({ name: recording.name, rest: (yield* rest(ownOf(question, x, r), false, rows))?.values });
    }
    if (rests.length === 0) continue;
    const named = Object.entries(misses).map(([miss, { columns, unit, times = 1 }]) => {
      const lengths = rests.map(({ name, rest }) => [name, times * lengthOf(question, columns, rest)] as const);
      return [miss, missOf(unit, Object.fromEntries(lengths))] as const;
    });
    made.push({ rowsAfterTouch: after, misses: Object.fromEntries(named) });
  }
  return made;
}

/** The predictions of several fits with recordings of their own as if they were of one. */
export function together(several: readonly (readonly Prediction[])[]): Prediction[] {
  const rows = new Map<number, Map<string, Miss>>();
  for (const { rowsAfterTouch, misses } of several.flat()) {
    const known = rows.get(rowsAfterTouch) ?? new Map<string, Miss>();
    rows.set(rowsAfterTouch, known);
    for (const [name, { unit, recordings }] of Object.entries(misses))
      known.set(name, missOf(unit, { ...known.get(name)?.recordings, ...recordings }));
  }
  return [...rows].map(([rowsAfterTouch, misses]) => ({ rowsAfterTouch, misses: Object.fromEntries(misses) }));
}

function missOf(unit: string, recordings: Readonly<Record<string, number>>): Miss {
  const sorted = Object.values(recordings).sort((a, b) => (Number.isNaN(a) ? 1 : a - b));
  return { unit, median: medianOf(sorted), largest: sorted[sorted.length - 1], recordings };
}

const own = (column: string): { columns: readonly string[]; unit: string; times?: number } => ({
  columns: [column],
  unit: "",
});

/** The length of the differences of some columns, in their own units. */
function lengthOf(
  { fitting: { measured }, factors }: Question,
  wanted: readonly string[],
  rest: Float64Array | undefined,
): number {
  if (rest === undefined) return Number.NaN;
  const columns = Object.keys(measured);
  const squares = wanted.map((column) => {
    const { noise, unitsPerMeasured = 1 } = measured[column];
    return ((rest[columns.indexOf(column)] * noise) / (factors[column] ?? unitsPerMeasured)) ** 2;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}

function medianOf(sorted: readonly number[]): number {
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : 0.5 * (sorted[half - 1] + sorted[half]);
}
