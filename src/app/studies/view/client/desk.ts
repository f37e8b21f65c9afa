import type { PageColumn, StudyPage } from "../study-page.js";

/** Opens the motion of a row: the address of it, or undefined where there is none. */
export type OpenMotion = (row: number) => string | undefined;

/** From where to where a column is chosen, ends included. */
export type Range = readonly [from: number, to: number];

/** The study that all panels share, and which of its items are chosen. */
export interface Desk {
  readonly data: StudyPage;
  readonly open: OpenMotion;
  /** Columns of numbers that vary. */
  readonly numbers: readonly PageColumn[];
  readonly ranges: ReadonlyMap<string, Range>;
  /** Chooses the rows whose number lies within a range; all of them without one. */
  readonly choose: (column: string, range: Range | undefined) => void;
  /** Rows within all ranges. */
  readonly chosen: () => readonly number[];
  readonly onChange: (act: () => void) => void;
}

/** A desk on which nothing is chosen yet. */
export function deskOf(data: StudyPage, open: OpenMotion): Desk {
  const ranges = new Map<string, Range>();
  const acts: (() => void)[] = [];
  const numbers = data.columns.filter(varies);
  let rows: readonly number[] | undefined;
  const within = (row: number): boolean =>
    numbers.every(({ name, cells }) => {
      const range = ranges.get(name);
      const x = cells[row];
      return range === undefined || (typeof x === "number" && x >= range[0] && x <= range[1]);
    });
  return {
    data,
    open,
    numbers,
    ranges,
    choose(column, range) {
      if (range === undefined) ranges.delete(column);
      else ranges.set(column, range);
      rows = undefined;
      for (const act of acts) act();
    },
    chosen() {
      rows ??= data.rows.items.map((_, row) => row).filter(within);
      return rows;
    },
    onChange: (act) => void acts.push(act),
  };
}

/** Its multiples lie evenly between whole numbers, whatever numbers are left out in equal steps. */
const golden = (Math.sqrt(5) - 1) / 2;

/**
 * As many of many as a picture can hold, spread over all. Every second item of a grid whose last axis has two values would be
 * those of one value.
 */
export function some<T>(all: readonly T[], most: number): readonly T[] {
  return all.length <= most ? all : all.filter((_, i) => (i * golden) % 1 < most / all.length);
}

/** Less than this part of its size is rounding. */
const rounding = 1e-9;

function varies({ cells }: PageColumn): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const x of cells) if (typeof x === "number") [low, high] = [Math.min(low, x), Math.max(high, x)];
  return high - low > Math.max(rounding * Math.max(Math.abs(low), Math.abs(high)), 1e-12);
}

/** The number of a column in a row. */
export function numberAt({ cells }: PageColumn, row: number): number | null {
  const x = cells[row];
  return typeof x === "number" ? x : null;
}

/** The range of the numbers of a column. */
export function rangeOf({ cells }: PageColumn): Range {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const x of cells) if (typeof x === "number") [low, high] = [Math.min(low, x), Math.max(high, x)];
  return [low, high];
}

/** True where points lead to motions: the place of the problem is known. */
export const opensAny = ({ data, open }: Desk): boolean => data.rows.items.length > 0 && open(0) !== undefined;

/** Colours of the states of items, worst first. */
export const stateColours = ["var(--bad)", "var(--line5)", "var(--line1)"] as const;

/** A column's name with its unit. */
export const labelOf = ({ name, unit }: PageColumn): string => (unit === "" ? name : `${name} (${unit})`);
