import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import type { Recording } from "../../../motion/fit/question.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { shortPath } from "../../run/find.js";

/** More rows than this are no recording of a motion. */
const mostBytes = 64 * 2 ** 20;

/**
 * Reads recordings: comma-separated text with a header, a row a measurement. Times are those of the column `t` [s], else
 * rows are `rate` a second.
 * @throws {BadInput} naming file and line of what is no number.
 */
export function readRecordings(files: readonly string[], cwd: string, rate: number | undefined): Recording[] {
  return files.map((file) => {
    const path = resolve(cwd, file);
    const shown = shortPath(path, cwd);
    return recordingOf(shown, textOf(path, shown), rate);
  });
}

function textOf(path: string, shown: string): string {
  let text: Buffer;
  try {
    text = readFileSync(path);
  } catch {
    throw new BadInput("--data", `There is no file ${shown} that can be read.`);
  }
  if (text.length > mostBytes) throw new BadInput("--data", `${shown} is larger than 64 MiB.`);
  return text.toString("utf8");
}

/** A recording from comma-separated text. */
export function recordingOf(name: string, text: string, rate: number | undefined): Recording {
  const [header = [], ...rows] = cellsOf(name, text);
  const twice = header.find((column, i) => header.indexOf(column) !== i);
  if (twice !== undefined) throw new BadInput("--data", `${name} has two columns "${twice}".`);
  if (rows.length === 0) throw new BadInput("--data", `${name} has no rows below its header.`);
  const columns = Object.fromEntries(
    header.map((column, c) => [column, Float64Array.from(rows, (row, r) => numberOf(row[c], name, column, r))]),
  );
  return { name, t: timesOf(columns, rows.length, name, rate), columns };
}

function cellsOf(name: string, text: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === "number" ? `, line ${error.lines}` : "";
    throw new BadInput("--data", `${name}${line}: ${error.message.replace(/ on line \d+$/, "").replace(/\.?$/, ".")}`);
  }
}

function numberOf(cell: string, name: string, column: string, row: number): number {
  const number = Number(cell);
  if (cell !== "" && Number.isFinite(number)) return number;
  throw new BadInput("--data", `${name}, line ${row + 2}: ${column} is "${cell.slice(0, 30)}", not a number.`);
}

function timesOf(
  { t }: Readonly<Record<string, Float64Array>>,
  rows: number,
  name: string,
  rate: number | undefined,
): Float64Array {
  if (t !== undefined) return t;
  if (rate !== undefined) return Float64Array.from({ length: rows }, (_, i) => i / rate);
  throw new BadInput("--data", `${name} has no column t of times, and the fit says no rate of rows.`);
}
