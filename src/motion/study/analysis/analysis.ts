/**
 * The findings of a study, from its rows alone: yield and causes, how values are distributed, what goes with what,
 * which parameters matter, and which items no other item beats. Every part is a pure function of columns in a file of its
 * own and can be used without the others; here they are put together for the items of a study.
 *
 * @module motion/study/analysis
 */
import { distributionOf, type Study } from "../study.js";
import { correlation } from "./correlation.js";
import { type Distributed, distributed } from "./distribution.js";
import { paretoFront } from "./pareto.js";
import { type Sensitivity, sobolIndices } from "./sensitivity.js";
import { type Share, wilson } from "./yield.js";

/** Rows as columns, in the order of items: NaN where a number does not exist, or its item is not solved. */
export interface StudyColumns {
  /** Items of the rows. */
  readonly items: ArrayLike<number>;
  readonly passed: ArrayLike<number>;
  /** Why an item did not pass: what is shorter than a sentence, and empty where it passed. */
  readonly causes: readonly string[];
  readonly varied: Readonly<Record<string, Float64Array>>;
  readonly values: Readonly<Record<string, Float64Array>>;
  /** Errors of grids, where they were estimated. */
  readonly gridErrors?: Float64Array;
}

/** The findings of a study. */
export interface StudyAnalysis {
  readonly yield: Share;
  /** Items that did not pass by their cause, the most frequent first. */
  readonly causes: Readonly<Record<string, number>>;
  /** The first item of every status that is not solved, and why it is not. */
  readonly examples?: Readonly<Record<string, { readonly item: number; readonly message: string }>>;
  readonly values: Readonly<Record<string, Distributed>>;
  /** Correlation of every value with every varied number. */
  readonly correlation: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Of a study by Saltelli's scheme: Sobol' indices of every value by what is sampled. */
  readonly sensitivity?: Readonly<Record<string, StudySensitivity>>;
  /** How the errors of the items' grids are distributed; left out where none was estimated. */
  readonly gridError?: Distributed;
  /** Items that no other one beats in both of two values. */
  readonly front?: readonly number[];
}

/** Sobol' indices by parameters, and on how many base samples they rest. */
export interface StudySensitivity {
  readonly of: Readonly<Record<string, Sensitivity["indices"][number]>>;
  readonly samples: number;
}

/**
 * The findings of a study in its columns; `beat` are the two columns of a Pareto front, smaller being better.
 */
export function analyse(
  study: Study,
  columns: StudyColumns,
  beat?: readonly [ArrayLike<number>, ArrayLike<number>],
): StudyAnalysis {
  const { items, passed, values, varied, gridErrors } = columns;
  const each = <T>(of: (column: Float64Array) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(values).map(([name, column]) => [name, of(column)]));
  const sensitivity = sensitivityOf(study, columns);
  return {
    yield: wilson(
      Array.from(passed).reduce((a, b) => a + b, 0),
      items.length,
    ),
    causes: counted(columns.causes),
    values: each((column) => byItems(items, column)),
    correlation: each((column) =>
      Object.fromEntries(Object.entries(varied).map(([name, other]) => [name, correlation(column, other)])),
    ),
    ...(sensitivity && { sensitivity }),
    ...(gridErrors && { gridError: byItems(items, gridErrors) }),
    ...(beat && { front: paretoFront(...beat).map((row) => items[row]) }),
  };
}

/** The distribution of a column, whose ends are named by their items. */
function byItems(items: StudyColumns["items"], column: Float64Array): Distributed {
  const { least, most, ...rest } = distributed(column);
  const itemOf = (row: number): number => (row < 0 ? -1 : items[row]);
  return { ...rest, least: { ...least, row: itemOf(least.row) }, most: { ...most, row: itemOf(most.row) } };
}

function counted(causes: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const cause of causes) if (cause !== "") counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

/** Indices need the whole scheme and nothing else that varies; rows that are not done yet count as numbers that are not there. */
function sensitivityOf(study: Study, { items, values }: StudyColumns): Record<string, StudySensitivity> | undefined {
  const names = Object.keys(study.over);
  if (study.design !== "saltelli" || names.some((name) => distributionOf(study.over[name]) === undefined))
    return undefined;
  return Object.fromEntries(
    Object.entries(values).map(([value, column]) => {
      const table = new Float64Array(study.samples * (names.length + 2)).fill(Number.NaN);
      for (let row = 0; row < items.length; row++) table[items[row]] = column[row];
      const { indices, samples } = sobolIndices(table, names.length);
      return [value, { of: Object.fromEntries(names.map((name, i) => [name, indices[i]])), samples }];
    }),
  );
}
