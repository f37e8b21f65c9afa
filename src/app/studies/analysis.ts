import { BadInput } from "../../checks/bad-input.js";
import { freedBy } from "../../motion/problem/condition.js";
import type { Problem } from "../../motion/problem/problem.js";
import { analyse, type StudyAnalysis, type StudyColumns } from "../../motion/study/analysis/analysis.js";
import { formulaOf, type Numbers, valueOfFormula } from "../../motion/study/asks.js";
import { namesBeside, type Study } from "../../motion/study/study.js";
import { isSolved, type StudyRow } from "./row.js";

/** Two formulas of an item's numbers, both to be small: a minus sign makes one large. */
export type Front = readonly [first: string, second: string];

/**
 * Refuses a front of anything but two formulas of values, of what varies and of what conditions free.
 * @throws {BadInput} quoting the formula.
 */
export function checkFront(front: readonly string[], problem: Problem, study: Study): void {
  if (front.length !== 2)
    throw new BadInput(
      "front",
      `A front is of two formulas, both to be small, and here ${front.length === 1 ? "is 1" : `are ${front.length}`}.`,
    );
  for (const text of front) formulaOf(text, namesOf(problem, study));
}

function namesOf(problem: Problem, study: Study): string[] {
  const { over } = study;
  return [
    ...new Set([
      ...Object.keys(problem.values),
      ...Object.keys(over),
      ...freedBy(problem),
      ...namesBeside(study.search),
    ]),
  ];
}

/** A formula of what a row tells: what it set, what its conditions freed, its values. */
export type RowFormula = (row: StudyRow) => number;

/** The formulas of a front by their texts. */
export function frontFormulas(problem: Problem, study: Study, front: Front): Record<string, RowFormula> {
  const freed = freedBy(problem);
  const numbersOf = (row: StudyRow): Numbers => ({
    ...row.settings,
    ...Object.fromEntries(row.launch.map((x, i) => [freed[i], x])),
    ...row.values,
  });
  return Object.fromEntries(
    front.map((text) => {
      const formula = formulaOf(text, namesOf(problem, study));
      return [text, (row: StudyRow) => valueOfFormula(formula, numbersOf(row))];
    }),
  );
}

/** The findings of a study from its rows; of two formulas of a row also the items that no other one beats in both. */
export function analysisOf(
  rows: Iterable<StudyRow>,
  study: Study,
  formulas: readonly RowFormula[] = [],
): StudyAnalysis {
  const [items, passed, causes]: [number[], number[], string[]] = [[], [], []];
  const varied = new Columns();
  const values = new Columns();
  const errors: number[] = [];
  const examples = new Map<string, { readonly item: number; readonly message: string }>();
  const beaten: number[][] = formulas.map(() => []);
  for (const row of rows) {
    const solved = isSolved(row.status);
    items.push(row.item);
    passed.push(row.passed ? 1 : 0);
    if (!solved && !examples.has(row.status)) examples.set(row.status, { item: row.item, message: row.message });
    causes.push(row.passed ? "" : solved ? row.message : row.status);
    varied.add(row.settings);
    values.add(solved ? row.values : {});
    errors.push(solved ? (row.certificate.gridError ?? Number.NaN) : Number.NaN);
    formulas.forEach((formula, i) => void beaten[i].push(solved ? formula(row) : Number.NaN));
  }
  const isTold = errors.some((error) => !Number.isNaN(error));
  const columns: StudyColumns = {
    ...{ items, passed, causes, varied: varied.all(), values: values.all() },
    ...(isTold && { gridErrors: Float64Array.from(errors) }),
  };
  const found = analyse(study, columns, formulas.length === 2 ? [beaten[0], beaten[1]] : undefined);
  return examples.size === 0 ? found : { ...found, examples: Object.fromEntries(examples) };
}

/** Columns that grow by records; NaN where a record has no number. */
class Columns {
  readonly #columns = new Map<string, number[]>();
  #rows = 0;

  add(record: Numbers): void {
    for (const [name, value] of Object.entries(record)) {
      if (typeof value !== "number") continue;
      const column = this.#columns.get(name) ?? [];
      this.#columns.set(name, column);
      while (column.length < this.#rows) column.push(Number.NaN);
      column.push(value);
    }
    this.#rows++;
  }

  all(): Record<string, Float64Array> {
    const whole = ([name, column]: [string, number[]]): [string, Float64Array] => {
      const values = new Float64Array(this.#rows).fill(Number.NaN);
      values.set(column);
      return [name, values];
    };
    return Object.fromEntries([...this.#columns].map(whole));
  }
}
