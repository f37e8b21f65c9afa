import { cell, quote } from "../run/csv.js";
import { writeWhole } from "../run/saved/file-set.js";
import type { StudyData } from "./definition.js";
import type { StudyRow } from "./item.js";
import type { Store } from "./store.js";

/** Forms in which a study leaves its folder. */
export const exportForms = ["csv", "json"] as const;
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
 * Writes all rows beside the database, as `study.csv` or `study.json`; returns the path.
 * @throws {Unwritable} where the disk refuses.
 */
export function exportStudy(form: ExportForm, folder: string, exported: Exported): string {
  const pieces = form === "csv" ? csvOf(exported) : jsonOf(exported);
  return writeWhole(folder, `study.${form}`, inPieces(pieces));
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

/** A header and a line an item: what was set, values, launches, the worst of every law. */
function* csvOf({ data, store, freed }: Exported): Generator<string> {
  const values = new Set<string>();
  const laws = new Set<string>();
  for (const row of store.rows()) {
    for (const name of Object.keys(row.values)) values.add(name);
    for (const law of Object.keys(row.certificate)) laws.add(law);
  }
  const set = Object.keys(data.study.over);
  // a launch that is also a declared value stands there
  const launch = freed.filter((name) => !values.has(name));
  const names = [...set, ...values, ...launch, ...[...laws].map((law) => `certificate.${law}`)];
  yield `${["item", "status", "passed", ...names, "from", "seconds", "message"].map(quote).join(",")}\n`;
  const cellsOf = (row: StudyRow): (number | string)[] => [
    row.item,
    row.status,
    row.passed ? 1 : 0,
    ...set.map((name) => row.settings[name]),
    ...[...values].map((name) => row.values[name] ?? Number.NaN),
    ...launch.map((name) => row.launch[freed.indexOf(name)] ?? Number.NaN),
    ...[...laws].map((law) => row.certificate[law] ?? Number.NaN),
    row.run.from ?? Number.NaN,
    row.run.seconds,
    row.message,
  ];
  for (const row of store.rows()) yield `${cellsOf(row).map(cell).join(",")}\n`;
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
