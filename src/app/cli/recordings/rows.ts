import { CsvError, parse } from "csv-parse/sync";
import { BadInput } from "../../../motion/problem/problem.js";

/** A row of a text, with the line on which it ends. */
export interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/** The text of a table: by its name in sentences, and the option that named it. */
export interface TableText {
  readonly option: string;
  readonly name: string;
  readonly text: string;
}

/** The sign that parts the cells of the header parts all cells: a comma, or where there is none a semicolon or a tabulator. */
function delimiterOf(text: string): string {
  const [header] = text.split("\n", 1);
  return [",", ";", "\t"].find((sign) => header.includes(sign)) ?? ",";
}

/**
 * The rows of a table, empty lines left out; the first is the header.
 * @throws {BadInput} naming the line where a row has other cells than the header, or a column is there twice.
 */
export function rowsOf({ option, name, text }: TableText): {
  readonly header: readonly string[];
  readonly rows: Row[];
} {
  const lines: number[] = [];
  let cells: string[][];
  try {
    cells = parse(text, {
      ...{ bom: true, trim: true, skip_empty_lines: true, delimiter: delimiterOf(text) },
      on_record(record: string[], { lines: line }) {
        lines.push(line);
        return record;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === "number" ? `, line ${error.lines}` : "";
    throw new BadInput(option, `${name}${line}: ${error.message.replace(/ on line \d+$/, "").replace(/\.?$/, ".")}`);
  }
  const [header = [], ...rows] = cells;
  const twice = header.find((column, i) => header.indexOf(column) !== i);
  if (twice !== undefined) throw new BadInput(option, `${name} has two columns "${twice}".`);
  if (rows.length === 0) throw new BadInput(option, `${name} has no rows below its header.`);
  return { header, rows: rows.map((row, i) => ({ cells: row, line: lines[i + 1] })) };
}

/** True of a cell that holds a number. */
export const isNumber = ({ cells }: Row, at: number): boolean => cells[at] !== "" && Number.isFinite(Number(cells[at]));

/**
 * The number in a cell of a column.
 * @throws {BadInput} naming the line where there is none.
 */
export function numberOf(row: Row, at: number, column: string, { option, name }: TableText): number {
  const cell = row.cells[at];
  if (isNumber(row, at)) return Number(cell);
  throw new BadInput(option, `${name}, line ${row.line}: ${column} is "${cell.slice(0, 30)}", not a number.`);
}
