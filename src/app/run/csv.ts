import type { Trajectory } from "../../motion/trajectory/trajectory.js";

/** Lines to a piece of text: the text of a whole long motion would be longer than a string can be. */
const linesOfPiece = 10_000;

/** A motion as comma-separated text: a header, then a line for every grid point; empty where there is no number. */
export function* csv({ t, columns, steps: { milliseconds }, steps: { labels = {} } }: Trajectory): Generator<string> {
  const table: [string, ArrayLike<number | string>][] = [["t", t], ...Object.entries(columns)];
  if (milliseconds !== undefined) table.push(["milliseconds", milliseconds]);
  table.push(...Object.entries(labels));
  const all = table.map(([, column]) => column);
  yield `${table.map(([name]) => quote(name)).join(",")}\n`;
  for (let from = 0; from < t.length; from += linesOfPiece) {
    const lines: string[] = [];
    for (let k = from; k < Math.min(t.length, from + linesOfPiece); k++)
      lines.push(all.map((column) => cell(column[k])).join(","));
    yield `${lines.join("\n")}\n`;
  }
}

/** A cell of a line; empty where there is no number. */
export const cell = (x: number | string): string =>
  typeof x === "string" ? quote(x) : Number.isFinite(x) ? String(x) : "";
/** A text as a cell of comma-separated text. */
export const quote = (name: string): string => (/[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);
