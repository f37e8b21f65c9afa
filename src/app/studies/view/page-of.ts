import type { Settings } from "../../../motion/problem/parameters.js";
import { distributionOf, type Study } from "../../../motion/study/study.js";
import { isSolved, type StudyRow } from "../row.js";
import type { ColumnRole, PageAbout, PageColumn, StudyPage } from "./study-page.js";

/** Rows that a page holds at most: more make it slow and are not seen. */
export const mostRows = 20_000;

/** The rows of a study and what is known of them. */
export interface PageSource {
  /** All rows, anew each time. */
  readonly rows: () => Iterable<StudyRow>;
  readonly study: Study;
  /** Names of what conditions free, in the order of launches. */
  readonly freed: readonly string[];
  readonly units: Readonly<Record<string, string>>;
  /** Further columns: formulas of a row. */
  readonly fronts?: Readonly<Record<string, (row: StudyRow) => number>>;
}

/** A study as a page shows it. */
export function pageOf(
  { rows: all, study, freed, units, fronts = {} }: PageSource,
  about: PageAbout,
  analysis: StudyPage["analysis"],
): StudyPage {
  const isShown = chooser(study, about.items, all());
  const table = new Table(units);
  const rows = { items: [] as number[], states: [] as number[], reasons: [] as number[], launches: [] as number[][] };
  const reasons = new Map([["", 0]]);
  for (const row of all()) {
    if (!isShown(row.item, row.settings)) continue;
    const solved = isSolved(row.status);
    const reason = row.passed ? "" : solved ? row.message : `${row.status}: ${row.message}`;
    if (!reasons.has(reason)) reasons.set(reason, reasons.size);
    rows.items.push(row.item);
    rows.states.push(row.passed ? 2 : solved ? 1 : 0);
    rows.reasons.push(reasons.get(reason) ?? 0);
    // the closest launch of an item that is not solved is on no branch
    rows.launches.push(solved ? [...row.launch] : []);
    for (const name of Object.keys(study.over)) table.put(name, roleOf(study, name), row.settings[name]);
    const values = solved ? row.values : {};
    for (const [name, value] of Object.entries(values)) table.put(name, "value", rounded(value));
    freed.forEach((name, i) => {
      if (solved && values[name] === undefined) table.put(name, "launch", rounded(row.launch[i]));
    });
    for (const [name, of] of Object.entries(fronts)) table.put(name, "front", rounded(solved ? of(row) : null));
    table.close();
  }
  return { about, columns: table.columns(), rows, reasons: [...reasons.keys()], analysis, front: Object.keys(fronts) };
}

const roleOf = ({ over }: Study, name: string): ColumnRole =>
  distributionOf(over[name]) === undefined && !("column" in over[name]) ? "counted" : "sampled";

/** A picture shows no more digits than these; settings keep theirs, since a motion is found again by them. */
const rounded = (x: number | null | undefined): number | null =>
  x === null || x === undefined || !Number.isFinite(x) ? null : Number(x.toPrecision(8));

/**
 * Which items of a large study are shown: the first of what is sampled, which a sequence spreads evenly, and every so many
 * values of what is counted, so that a grid stays one.
 */
function chooser(
  { over }: Study,
  items: number,
  all: Iterable<StudyRow>,
): (item: number, settings: Settings) => boolean {
  if (items <= mostRows) return () => true;
  const counted = Object.keys(over).filter((name) => roleOf({ over } as Study, name) === "counted");
  const levels = new Map(counted.map((name) => [name, new Set<number | string>()]));
  for (const { settings } of all) for (const [name, seen] of levels) seen.add(settings[name]);
  const size = [...levels.values()].reduce((product, { size }) => product * size, 1);
  const samples = Math.max(1, Math.floor(items / size));
  const strides = new Map(counted.map((name) => [name, 1]));
  const keptOf = (name: string): number => Math.ceil((levels.get(name)?.size ?? 1) / (strides.get(name) ?? 1));
  const kept = (): number => counted.reduce((product, name) => product * keptOf(name), 1);
  // from where most are: of a choice between two every one stays
  while (kept() > mostRows) {
    const longest = counted.reduce((a, b) => (keptOf(b) > keptOf(a) ? b : a));
    strides.set(longest, (strides.get(longest) ?? 1) + 1);
  }
  const ranks = new Map([...levels].map(([name, seen]) => [name, ranksOf(seen)]));
  const most = Math.min(samples, Math.max(1, Math.floor(mostRows / kept())));
  return (item, settings) =>
    Math.floor(item / size) < most &&
    counted.every((name) => (ranks.get(name)?.get(settings[name]) ?? 0) % (strides.get(name) ?? 1) === 0);
}

function ranksOf(seen: ReadonlySet<number | string>): Map<number | string, number> {
  const sorted = [...seen].sort((a, b) => (typeof a === "number" && typeof b === "number" ? a - b : 0));
  return new Map(sorted.map((value, rank) => [value, rank]));
}

/** Columns that grow row by row; null where a row has no cell. */
class Table {
  readonly #columns = new Map<string, { role: ColumnRole; cells: (number | string | null)[] }>();
  readonly #units: Readonly<Record<string, string>>;
  #rows = 0;

  constructor(units: Readonly<Record<string, string>>) {
    this.#units = units;
  }

  put(name: string, role: ColumnRole, cell: number | string | null): void {
    const column = this.#columns.get(name) ?? { role, cells: [] };
    this.#columns.set(name, column);
    while (column.cells.length < this.#rows) column.cells.push(null);
    if (column.cells.length === this.#rows) column.cells.push(cell);
  }

  close(): void {
    this.#rows++;
  }

  columns(): PageColumn[] {
    return [...this.#columns].map(([name, { role, cells }]) => {
      while (cells.length < this.#rows) cells.push(null);
      // each of several launches is told by its number behind a name
      const unit = this.#units[name] ?? this.#units[name.replace(/\.\d$/, "")] ?? "";
      return { name, role, cells, unit: unit === "1" ? "" : unit };
    });
  }
}
