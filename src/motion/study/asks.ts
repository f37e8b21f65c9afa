import { unknownName } from "../../checks/words.js";
import { type Expr, evaluate, f } from "../../expr/expr.js";
import { parameter } from "../../mechanics/model.js";
import { BadInput, type Problem } from "../problem/problem.js";

/** A formula of an item's values, and between which bounds it must lie, ends included. */
export interface Ask {
  readonly text: string;
  readonly formula: Expr;
  readonly from: number;
  readonly to: number;
}

/** The numbers of an item by their names; null where a value does not exist. */
export type Numbers = Readonly<Record<string, number | string | null>>;

/**
 * Reads "end.x - 2*launch.vx in .98..1.02" and the like; a bound may be left out. Names are those of declared values and of
 * numeric parameters, the latter as the item used or found them, and what an item has `beside`.
 * @throws {BadInput} quoting the text.
 */
export function parseAsks(texts: readonly string[], problem: Problem, beside: readonly string[] = []): Ask[] {
  const names = [
    ...beside,
    ...Object.keys(problem.values),
    ...Object.keys(problem.parameters).filter((name) => problem.parameters[name].choices === undefined),
  ];
  return texts.map((text) => parseAsk(text, [...new Set(names)]));
}

/** A formula in a..b. */
const asked = /^(.*\S)\s+in\s+(.*?)\.\.(.*)$/s;

function parseAsk(text: string, names: readonly string[]): Ask {
  const refuse = (why: string): never => {
    throw new BadInput("where", `"${text}" ${why}.`);
  };
  const [, formula, low, high] = asked.exec(text) ?? [];
  if (formula === undefined) return refuse("is no question: write a formula in a..b, such as end.x in .98..1.02");
  const from = bound(low, Number.NEGATIVE_INFINITY);
  const to = bound(high, Number.POSITIVE_INFINITY);
  if (from === undefined || to === undefined) return refuse("has a bound that is no number");
  if (from > to) return refuse(`goes from ${from} to ${to}: the smaller number comes first`);
  return { text, formula: formulaOf(formula, names), from, to };
}

function bound(text: string, left: number): number | undefined {
  if (text.trim() === "") return left;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** A formula in which known names are leaves; the longest name that fits counts, since names may hold dots and hyphens. */
export function formulaOf(text: string, names: readonly string[]): Expr {
  const longestFirst = [...names].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const escaped = longestFirst.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(?<![\\w.])(${escaped.join("|")})(?![\\w.])`));
  const texts = parts.filter((_, i) => i % 2 === 0);
  const given = parts.filter((_, i) => i % 2 === 1).map((name) => parameter(name));
  for (const text of texts) {
    // what calls is a function; the formula itself refuses those that there are not
    const [unknown] = /(?<![\w.])(?!pi\b)[A-Za-z_][\w.]*(?!\s*[\w.(])/.exec(text) ?? [];
    if (unknown !== undefined) throw new BadInput("where", unknownName("value or parameter", unknown, names));
  }
  try {
    return f(Object.assign(texts, { raw: texts }), ...given);
  } catch (error) {
    throw new BadInput("where", (error as Error).message);
  }
}

/** "end.v is above 0.1": how an item misses an ask. */
export function missText({ text, formula, from }: Ask, numbers: Numbers): string {
  const [, name = text, low, high] = asked.exec(text) ?? [];
  const x = valueOfFormula(formula, numbers);
  if (Number.isNaN(x)) return `${name} has no value`;
  return x < from ? `${name} is below ${low.trim()}` : `${name} is above ${high.trim()}`;
}

/** The first ask that an item does not hold; a value that does not exist holds none. */
export function firstMissed(asks: readonly Ask[], numbers: Numbers): Ask | undefined {
  return asks.find(({ formula, from, to }) => {
    const x = valueOfFormula(formula, numbers);
    return !(x >= from && x <= to);
  });
}

/** The value of a formula of an item's numbers; NaN where one of them does not exist. */
export const valueOfFormula = (formula: Expr, numbers: Numbers): number =>
  evaluate(formula, (leaf) => numberOf(numbers, leaf));

function numberOf(numbers: Numbers, leaf: string): number {
  const value = numbers[leaf.slice(leaf.indexOf(".") + 1)];
  return typeof value === "number" ? value : Number.NaN;
}
