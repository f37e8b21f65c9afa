import { cell, quote } from "../run/csv.js";
import { writeWhole } from "../run/saved/file-set.js";
import type { StudyRow } from "./row.js";
import { studyJson } from "./study-json.js";
import { type Column, type Exported, tableOf } from "./table.js";

/** Forms in which a study leaves its folder. */
export const exportForms = ["csv", "json", "parquet"] as const;
export type ExportForm = (typeof exportForms)[number];

/** Rows to a piece of text. */
const rowsOfPiece = 500;

/**
 * Writes all rows beside the database, as `study.csv`, `study.json` or `study.parquet`; returns the path.
 * @throws {Unwritable} where the disk refuses.
 */
export async function exportStudy(form: ExportForm, folder: string, exported: Exported): Promise<string> {
  if (form === "json") return writeWhole(folder, "study.json", inPieces(studyJson(exported)));
  const table = tableOf(exported);
  if (form === "csv") return writeWhole(folder, "study.csv", inPieces(csvOf(table, exported.rows())));
  const { parquetOf } = await import("./parquet.js");
  return writeWhole(folder, "study.parquet", parquetOf(table, exported.rows()));
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

/** A header and a line an item. */
function* csvOf(table: readonly Column[], rows: Iterable<StudyRow>): Generator<string> {
  yield `${table.map(({ name }) => quote(name)).join(",")}\n`;
  for (const row of rows) yield `${table.map(({ of }) => cell(of(row))).join(",")}\n`;
}
