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
 * @throws {BadInput} naming the line where a row has other cells than the header, or what is no header or no text.
 */
export function rowsOf({ option, name, text }: TableText): {
  readonly header: readonly string[];
  readonly rows: Row[];
} {
  if (text.includes("\0")) throw new BadInput(option, `${name} is no UTF-8: save it again as such.`);
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
    throw new BadInput(option, `${name}${line}: ${whyNot(error)}`);
  }
  const [header = [], ...rows] = cells;
  const titles = { cells: header, line: 1 };
  if (header.length > 0 && header.every((_, at) => isNumber(titles, at)))
    throw new BadInput(option, `${name}, line 1: there are numbers, where a header names the columns.`);
  const twice = header.find((column, i) => header.indexOf(column) !== i);
  if (twice !== undefined) throw new BadInput(option, `${name} has two columns "${twice}".`);
  if (rows.length === 0) throw new BadInput(option, `${name} has no rows below its header.`);
  return { header, rows: rows.map((row, i) => ({ cells: row, line: lines[i + 1] })) };
}

/** "there are 3 cells where the header has 2." */
function whyNot({ code, message }: CsvError): string {
  const [, header, cells] = /expect (\d+), got (\d+)/.exec(message) ?? [];
  if (code === "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH" && cells !== undefined)
    return `there ${cells === "1" ? "is 1 cell" : `are ${cells} cells`} where the header has ${header}${Number(cells) === 2 * Number(header) ? " (a comma in a number parts cells)" : ""}.`;
  return message.replace(/ on line \d+$/, "").replace(/\.?$/, ".");
}

/** A number as some countries write it. */
const withComma = /^[+-]?\d*,\d+(?:[eE][+-]?\d+)?$/;

/** True of a cell that holds a number. */
export const isNumber = ({ cells }: Row, at: number): boolean => cells[at] !== "" && Number.isFinite(Number(cells[at]));

/**
 * The number in a cell of a column.
 * @throws {BadInput} naming the line where there is none.
 */
export function numberOf(row: Row, at: number, column: string, { option, name }: TableText): number {
  const cell = row.cells[at];
  if (isNumber(row, at)) return Number(cell);
  if (cell === "") throw new BadInput(option, `${name}, line ${row.line}: ${column} is empty, leave the row out.`);
  const why = withComma.test(cell) ? "write numbers with a point" : "not a number";
  throw new BadInput(option, `${name}, line ${row.line}: ${column} is "${cell.slice(0, 30)}", ${why}.`);
}
