import type { PageColumn } from "./study-page.js";

/** A plane of counted values: which rows stand at which place, those of one place together. */
export interface Plane {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Rows of the place i + j · x.length. */
  readonly rows: readonly (readonly number[])[];
}

/** The plane of two columns of numbers, of the rows that are asked for. */
export function planeOf(x: PageColumn, y: PageColumn, rows: readonly number[]): Plane {
  const [xs, ys] = [x, y].map((column) => levelsOf(column, rows));
  const [placeX, placeY] = [xs, ys].map((levels) => new Map(levels.map((value, i) => [value, i])));
  const found: number[][] = Array.from({ length: xs.length * ys.length }, () => []);
  for (const row of rows) {
    const [i, j] = [placeX.get(Number(x.cells[row])), placeY.get(Number(y.cells[row]))];
    if (i !== undefined && j !== undefined) found[i + j * xs.length].push(row);
  }
  return { x: xs, y: ys, rows: found };
}

/** The numbers of a column, each once, from the smallest on. */
export function levelsOf({ cells }: PageColumn, rows: readonly number[]): number[] {
  const seen = new Set<number>();
  for (const row of rows) {
    const cell = cells[row];
    if (typeof cell === "number") seen.add(cell);
  }
  return [...seen].sort((a, b) => a - b);
}

/** The mean of a column over the rows of every place; NaN where none has a number. */
export function meansOf({ rows }: Plane, of: (row: number) => number | null): number[] {
  return rows.map((here) => {
    let [sum, count] = [0, 0];
    for (const row of here) {
      const x = of(row);
      if (x === null) continue;
      sum += x;
      count++;
    }
    return count === 0 ? Number.NaN : sum / count;
  });
}

/** True of numbers that are evenly apart, two at least. */
export function isEven(levels: readonly number[]): boolean {
  const step = (levels[levels.length - 1] - levels[0]) / (levels.length - 1);
  return levels.length > 1 && levels.every((x, i) => Math.abs(x - (levels[0] + i * step)) < 1e-6 * Math.abs(step));
}

/** The border between two places of a plane. */
export interface Border {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
}

/** A launch jumps where it changes so many times as much as beside that place, and by such a part of its range. */
const [sharp, part] = [4, 0.03];
/** Launches that differ by less than this part of their size are the same, found to other last digits. */
const same = 1e-6;

/**
 * The borders at which a branch of launches ends: on one side nothing is solved, or the launch jumps to another branch, that
 * is, changes from one place to the next by much more than on both sides of them.
 */
export function foldsOf({ x, y, rows }: Plane, launches: readonly (readonly number[])[]): Border[] {
  const at = (i: number, j: number): readonly number[] | undefined => {
    if (i < 0 || j < 0 || i >= x.length || j >= y.length) return undefined;
    const [row] = rows[i + j * x.length];
    return row === undefined ? undefined : launches[row];
  };
  const parts = (launches.find((launch) => launch.length > 0) ?? []).map((_, k) => leastJump(launches, k));
  const isFold = (before: Launch, a: Launch, b: Launch, after: Launch): boolean => {
    // of what is not computed yet nothing is known
    if (a === undefined || b === undefined) return false;
    if (a.length === 0 || b.length === 0) return a.length !== b.length;
    return a.some((from, k) => {
      const beside = [
        before?.length ? from - before[k] : undefined,
        after?.length ? after[k] - b[k] : undefined,
      ].filter((d) => d !== undefined);
      const most = Math.max(0, ...beside.map(Math.abs));
      return beside.length > 0 && Math.abs(b[k] - from) > sharp * most + parts[k];
    });
  };
  const halfway = (levels: readonly number[], i: number): number => {
    const last = levels.length - 1;
    if (i < 0) return levels[0] - (levels[Math.min(1, last)] - levels[0]) / 2;
    if (i >= last) return levels[last] + (levels[last] - levels[Math.max(0, last - 1)]) / 2;
    return (levels[i] + levels[i + 1]) / 2;
  };
  const borders: Border[] = [];
  for (let j = 0; j < y.length; j++)
    for (let i = 0; i < x.length; i++) {
      if (i + 1 < x.length && isFold(at(i - 1, j), at(i, j), at(i + 1, j), at(i + 2, j)))
        borders.push({ from: [halfway(x, i), halfway(y, j - 1)], to: [halfway(x, i), halfway(y, j)] });
      if (j + 1 < y.length && isFold(at(i, j - 1), at(i, j), at(i, j + 1), at(i, j + 2)))
        borders.push({ from: [halfway(x, i - 1), halfway(y, j)], to: [halfway(x, i), halfway(y, j)] });
    }
  return borders;
}

type Launch = readonly number[] | undefined;

/** A number of launches that changes by less than this does not jump. */
function leastJump(launches: readonly (readonly number[])[], k: number): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { [k]: x } of launches) if (x !== undefined) [low, high] = [Math.min(low, x), Math.max(high, x)];
  return Math.max(part * (high - low), same * Math.max(Math.abs(low), Math.abs(high)));
}
