import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { unitFactor } from "../../../motion/fit/columns/units.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { shortPath } from "../../run/find.js";
import { numberOf, rowsOf } from "../recordings/rows.js";

/** Files are named from a folder, and their numbers are turned into the units of a problem's parameters. */
export interface ColumnsFor {
  readonly cwd: string;
  readonly units: Readonly<Record<string, string>>;
}

/**
 * The columns of comma-separated text, or the one that is wanted, by the names of parameters: a header "mass [g]" is of `mass`, in grams.
 * @throws {BadInput} naming the file, and the line or the column that makes no sense.
 */
export function columnsOf(
  file: string,
  { cwd, units }: ColumnsFor,
  wanted?: string,
): Record<string, readonly number[]> {
  const path = resolve(cwd, file);
  const table = { option: "--over", name: shortPath(path, cwd), text: textOf(path, cwd) };
  const { header, rows } = rowsOf(table);
  const named = header.map((column, at) => ({ at, column, ...headerOf(column, units) }));
  const twice = named.find(({ name }, i) => named.findIndex((other) => other.name === name) !== i);
  if (twice !== undefined) throw new BadInput("--over", `${table.name} has two columns of ${twice.name}.`);
  if (wanted !== undefined && !named.some(({ name }) => name === wanted))
    throw new BadInput(
      "--over",
      `${table.name} has no column ${wanted}; its columns are ${named.map(({ name }) => name).join(", ")}.`,
    );
  const columns = named
    .filter(({ name }) => wanted === undefined || name === wanted)
    .map(({ at, column, name, unit }): [string, readonly number[]] => {
      const factor = unit === undefined ? 1 : factorOf(unit, units[name]);
      if (typeof factor === "string")
        throw new BadInput("--over", `${table.name}: the unit of ${column} does not fit: ${factor}.`);
      return [name, rows.map((row) => numberOf(row, at, column, table) * factor)];
    });
  return Object.fromEntries(columns);
}

/** The parameter that a header names, and the unit behind it, if there is one. */
function headerOf(column: string, units: ColumnsFor["units"]): { readonly name: string; readonly unit?: string } {
  const [, name, unit] = /^(.*\S)\s*[[(]([^\])]*)[\])]$/.exec(column) ?? [];
  return name === undefined || Object.hasOwn(units, column) || !Object.hasOwn(units, name)
    ? { name: column }
    : { name, unit };
}

function factorOf(unit: string, declared: string): number | string {
  const bare = unit.trim() === "-" ? "1" : unit.trim();
  return bare === declared ? 1 : unitFactor(bare, declared);
}

function textOf(path: string, cwd: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new BadInput("--over", `There is no file ${shortPath(path, cwd)} that can be read.`);
  }
}
