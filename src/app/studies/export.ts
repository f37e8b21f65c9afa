import { cell, quote } from "../run/csv.js";
import { writeWhole } from "../run/saved/file-set.js";
import type { StudyData } from "./definition.js";
import type { StudyRow } from "./item.js";
import type { Store } from "./store.js";

/** Forms in which a study leaves its folder. */
export const exportForms = ["csv", "json", "parquet"] as const;
export type ExportForm = (typeof exportForms)[number];

/** The version of the keys of an exported study. */
const format = 1;
/** Rows to a piece of text. */
const rowsOfPiece = 500;

/** The material of an export: the question, the rows, and the names of what conditions free. */
interface Exported {
  readonly data: StudyData;
  readonly store: Store;
  readonly freed: readonly string[];
}

/**
 * Writes all rows beside the database, as `study.csv`, `study.json` or `study.parquet`; returns the path.
 * @throws {Unwritable} where the disk refuses.
 */
export async function exportStudy(form: ExportForm, folder: string, exported: Exported): Promise<string> {
  if (form === "json") return writeWhole(folder, "study.json", inPieces(jsonOf(exported)));
  const table = tableOf(exported);
  if (form === "csv") return writeWhole(folder, "study.csv", inPieces(csvOf(table, exported.store.rows())));
  const { parquetOf } = await import("./parquet.js");
  return writeWhole(folder, "study.parquet", parquetOf(table, exported.store.rows()));
}

function* inPieces(lines: Iterable<string>): Generator<string> {
  let piece: string[] = [];
  for (const line of lines) {
    piece.push(line);
    if (piece.length < rowsOfPiece) continue;
    yield piece.join("");
    piece = [];
  }
  yield piece.join("");
}

/** A column of all rows: its name, and the cell of a row; NaN where a number does not exist. */
export interface Column {
  readonly name: string;
  readonly of: (row: StudyRow) => number | string;
  /** True of text. */
  readonly isText: boolean;
}

/** The columns of all rows: what was set, values, launches, the worst of every law. */
function tableOf({ data, store, freed }: Exported): Column[] {
  const values = new Set<string>();
  const laws = new Set<string>();
  const texts = new Set<string>();
  for (const row of store.rows()) {
    for (const name of Object.keys(row.values)) values.add(name);
    for (const law of Object.keys(row.certificate)) laws.add(law);
    for (const [name, value] of Object.entries(row.settings)) if (typeof value === "string") texts.add(name);
  }
  // a launch that is also a declared value stands there
  const launch = freed.filter((name) => !values.has(name));
  const number = (name: string, of: (row: StudyRow) => number | null | undefined): Column => ({
    name,
    of: (row) => of(row) ?? Number.NaN,
    isText: false,
  });
  const words = (name: string, of: (row: StudyRow) => string): Column => ({ name, of, isText: true });
  return [
    number("item", ({ item }) => item),
    words("status", ({ status }) => status),
    number("passed", ({ passed }) => (passed ? 1 : 0)),
    ...Object.keys(data.study.over).map((name) =>
      texts.has(name)
        ? words(name, ({ settings }) => String(settings[name]))
        : number(name, ({ settings }) => Number(settings[name])),
    ),
    ...[...values].map((name) => number(name, (row) => row.values[name])),
    ...launch.map((name) => number(name, (row) => row.launch[freed.indexOf(name)])),
    ...[...laws].map((law) => number(`certificate.${law}`, (row) => row.certificate[law])),
    number("from", ({ run }) => run.from),
    number("seconds", ({ run }) => run.seconds),
    words("message", ({ message }) => message),
  ];
}

/** A header and a line an item. */
function* csvOf(table: readonly Column[], rows: Iterable<StudyRow>): Generator<string> {
  yield `${table.map(({ name }) => quote(name)).join(",")}\n`;
  for (const row of rows) yield `${table.map(({ of }) => cell(of(row))).join(",")}\n`;
}

/** One object: the study, what the conditions free, and all rows. */
function* jsonOf({ data, store, freed }: Exported): Generator<string> {
  yield `{"bankshot":${format},"study":${JSON.stringify(data)},"freed":${JSON.stringify(freed)},"rows":[`;
  let first = true;
  for (const row of store.rows()) {
    yield `${first ? "\n" : ",\n"}${JSON.stringify(row)}`;
    first = false;
  }
  yield "\n]}\n";
}
