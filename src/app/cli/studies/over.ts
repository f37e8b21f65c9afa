import { BadInput } from "../../../motion/problem/problem.js";
import type { Spread } from "../../../motion/study/study.js";
import { type ColumnsFor, columnsOf } from "./columns.js";

/** `["friction=.1...4:31", "mass~normal(.2,.01)", "parts.csv"]` as what varies and how. */
export function parseOver(texts: readonly string[], given: ColumnsFor): Record<string, Spread> {
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
      for (const [column, values] of Object.entries(columnsOf(text, given))) put(column, { column: values });
    else if (name === undefined) throw malformed(text);
    else if (sign === "~") put(name, distribution(name, how, text));
    else put(name, how.endsWith(".csv") ? { column: columnsOf(how, given, name)[name] } : counted(name, how, text));
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
