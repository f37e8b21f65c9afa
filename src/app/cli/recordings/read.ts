import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { folded, unknownName } from "../../../checks/words.js";
import { unitFactor } from "../../../motion/fit/columns/units.js";
import type { Fitting, Recording } from "../../../motion/fit/fitting.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { shortPath } from "../../run/find.js";
import { isNumber, numberOf, rowsOf } from "./rows.js";

/** More rows than this are no recording of a motion. */
const mostBytes = 64 * 2 ** 20;

/** How a question reads its recordings: its times, and all that it uses of them. */
interface Reading extends Pick<Fitting, "rate" | "time" | "units"> {
  /** Other columns may hold words, and are left out then; where these are not said all columns are used. */
  readonly uses?: readonly string[];
}

/**
 * Reads recordings: comma-separated text with a header, a row a measurement. Times are those of the column `t` [s] or of the one
 * that the question names, in the unit that it has there, else rows are `rate` a second.
 * @throws {BadInput} naming file and line of what is no number, or of a time that does not grow.
 */
export function readRecordings(files: readonly string[], cwd: string, reading: Reading): Recording[] {
  return files.map((file) => {
    const path = resolve(cwd, file);
    const shown = shortPath(path, cwd);
    return recordingOf(shown, textOf(path, shown), reading);
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
export function recordingOf(name: string, text: string, reading: Reading): Recording {
  const table = { option: "--data", name, text };
  const { header, rows } = rowsOf(table);
  const { uses = header, time = "t" } = reading;
  const columns = Object.fromEntries(
    header
      .map((column, c) => ({ column, c, isUsed: column === time || uses.includes(column) }))
      .filter(({ c, isUsed }) => isUsed || rows.every((row) => isNumber(row, c)))
      .map(({ column, c }) => [column, Float64Array.from(rows, (row) => numberOf(row, c, column, table))]),
  );
  const t = timesOf(columns, rows.length, name, reading);
  const late = t.findIndex((time, i) => i > 0 && !(time > t[i - 1]));
  if (late >= 0)
    throw new BadInput(
      "--data",
      `${name}, line ${rows[late].line}: the time ${t[late]} s is not after that of the row before, ${t[late - 1]} s.`,
    );
  return { name, t, columns };
}

function timesOf(
  columns: Readonly<Record<string, Float64Array>>,
  rows: number,
  name: string,
  { rate, time = "t", units = {} }: Reading,
): Float64Array {
  if (Object.hasOwn(columns, time)) {
    const factor = Object.hasOwn(units, time) ? unitFactor(units[time], "s") : 1;
    if (typeof factor === "number") return columns[time].map((x) => x * factor);
    throw new BadInput(`fit.units.${time}`, `The unit of column ${time} does not fit: ${factor}.`);
  }
  if (time === "t" && rate !== undefined) return Float64Array.from({ length: rows }, (_, i) => i / rate);
  const known = Object.keys(columns);
  throw new BadInput(
    "--data",
    time === "t"
      ? `${name} has no column t of times among ${folded(known, 6)}; the fit says neither another (time) nor a rate of rows.`
      : `${name}: ${unknownName("column", time, known)}`,
  );
}
