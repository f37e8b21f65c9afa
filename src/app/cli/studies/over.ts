import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { CsvError, parse } from "csv-parse/sync";
import { BadInput } from "../../../motion/problem/problem.js";
import type { Spread } from "../../../motion/study/study.js";
import { shortPath } from "../../run/find.js";

/** `["friction=.1...4:31", "mass~normal(.2,.01)", "parts.csv"]` as what varies and how. */
export function parseOver(texts: readonly string[], cwd: string): Record<string, Spread> {
  const over: Record<string, Spread> = {};
  const put = (name: string, spread: Spread): void => {
    if (Object.hasOwn(over, name)) throw new BadInput(name, `${name} is varied twice: leave one of them out.`);
    // it would vanish without a word
    if (name === "__proto__") throw new BadInput(name, `There is no parameter "${name}".`);
    over[name] = spread;
  };
  for (const text of texts) {
    const [, name, sign, how] = /^\s*([^=~\s]+)\s*([=~])\s*(.*?)\s*$/s.exec(text) ?? [];
    if (name === undefined && text.endsWith(".csv"))
      for (const [column, values] of Object.entries(readTable(text, cwd))) put(column, { column: values });
    else if (name === undefined) throw malformed(text);
    else if (sign === "~") put(name, distribution(name, how, text));
    else put(name, how.endsWith(".csv") ? { column: columnOf(name, how, cwd) } : counted(name, how, text));
  }
  return over;
}

const malformed = (text: string): BadInput =>
  new BadInput(
    "--over",
    `--over takes name=a..b:n, name=a,b,c, name~normal(mean,deviation), or a .csv file, not "${text}".`,
  );

function distribution(name: string, how: string, text: string): Spread {
  const [, kind, inner] = /^(normal|uniform|triangular)\s*\((.*)\)$/.exec(how) ?? [];
  if (kind === undefined)
    throw new BadInput(
      "--over",
      `${name} is distributed as normal(mean,deviation), uniform(a,b) or triangular(a,mode,b), not as "${how}".`,
    );
  const numbers = inner.split(",").map((word) => numberIn(word, text));
  const [a, b, c] = numbers;
  const wanted = kind === "triangular" ? 3 : 2;
  if (numbers.length !== wanted)
    throw new BadInput("--over", `${kind}(…) of ${name} takes ${wanted} numbers, it has ${numbers.length}.`);
  if (kind === "triangular") return { triangular: [a, b, c] };
  return kind === "normal" ? { normal: [a, b] } : { uniform: [a, b] };
}

function counted(name: string, how: string, text: string): Spread {
  const [, from, to, count] = /^([^,]*?)\.\.([^,:]*)(?::(.*))?$/.exec(how) ?? [];
  if (from === undefined) return how.split(",").map((word) => level(name, word));
  const range = { from: numberIn(from, text), to: numberIn(to, text) };
  if (count === undefined) return range;
  const n = numberIn(count, text);
  if (!Number.isInteger(n) || n < 1)
    throw new BadInput("--over", `${name} takes a whole number of values from 1, not ${count}.`);
  return { ...range, count: n };
}

function level(name: string, word: string): number | string {
  const text = word.trim();
  if (text === "") throw new BadInput("--over", `${name} has an empty value in its list.`);
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function numberIn(word: string, text: string): number {
  const number = word.trim() === "" ? Number.NaN : Number(word);
  if (!Number.isFinite(number))
    throw new BadInput("--over", `--over takes finite numbers, and "${word}" in "${text}" is none.`);
  return number;
}

function columnOf(name: string, file: string, cwd: string): readonly number[] {
  const table = readTable(file, cwd);
  if (!Object.hasOwn(table, name))
    throw new BadInput("--over", `${file} has no column ${name}; its columns are ${Object.keys(table).join(", ")}.`);
  return table[name];
}

/** The columns of comma-separated text with a header. */
function readTable(file: string, cwd: string): Record<string, readonly number[]> {
  const path = resolve(cwd, file);
  const shown = shortPath(path, cwd);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new BadInput("--over", `There is no file ${shown} that can be read.`);
  }
  const [header = [], ...rows] = cellsOf(shown, text);
  if (rows.length === 0) throw new BadInput("--over", `${shown} has no rows below its header.`);
  const twice = header.find((column, i) => header.indexOf(column) !== i);
  if (twice !== undefined) throw new BadInput("--over", `${shown} has two columns "${twice}".`);
  return Object.fromEntries(
    header.map((column, c) => [column, rows.map((row, r) => cellNumber(row[c], `${shown}, line ${r + 2}: ${column}`))]),
  );
}

function cellsOf(shown: string, text: string): string[][] {
  try {
    return parse(text, { bom: true, trim: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new BadInput("--over", `${shown}: ${error.message.replace(/\.?$/, ".")}`);
  }
}

function cellNumber(word: string, place: string): number {
  const number = Number(word);
  if (word !== "" && Number.isFinite(number)) return number;
  throw new BadInput("--over", `${place} is "${word.slice(0, 30)}", not a number.`);
}
