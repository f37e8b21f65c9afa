import { closest, distance } from "../algebra/closest.js";
import { isExpr } from "../expr/expr.js";

/** A sentence longer than this is an echo of what was given. */
const longest = 300;
const longestName = 60;

/** A text without the byte order mark that some editors write before it. */
export const unmarked = (text: string): string => text.replace(/^\uFEFF/, "");

/** A sentence on one line, its middle left out where what it echoes is long. */
export function oneSentence(text: string): string {
  const line = text.replace(/[\s\p{C}]+/gu, " ").trim();
  return line.length <= longest ? line : `${line.slice(0, longest / 2)}…${line.slice(1 - longest / 2)}`;
}

/** Sentences one after the other, as many as a person reads: what is left out is in the fields of the result. */
export function sentences(first: string, ...rest: readonly (string | undefined)[]): string {
  let text = oneSentence(first);
  for (const next of rest) if (next && `${text} ${next}`.length <= longest) text = `${text} ${next.trim()}`;
  return text;
}

/** "a, b and 33 more": a list whose beginning says enough. */
export function folded(words: readonly string[], named = 2): string {
  const rest = words.length - named;
  return rest > 0 ? `${words.slice(0, named).join(", ")} and ${rest} more` : words.join(", ");
}

/** A given word in quotes, shortened. */
export function quoted(text: string): string {
  return `"${text.length <= longestName ? text : `${text.slice(0, longestName)}…`}"`;
}

/** So many names are said where none is like the one that was given. */
const mostNames = 8;

/** "There is no parameter …" with the nearest name there is, or all of a few where even that one is another word. */
export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const told = `There is no ${kind} ${quoted(name)}`;
  if (known.length === 0) return `${told}.`;
  const nearest = closest(name, known);
  const isOther = 2 * distance(name, nearest) > name.length && known.length > 1 && known.length <= mostNames;
  return isOther ? `${told} among ${known.join(", ")}.` : `${told}; did you mean ${nearest}?`;
}

/** True of what looks as a formula and was made by a second copy of this library, whose formulas mean nothing here. */
export function isForeign(given: unknown): boolean {
  return typeof given === "object" && given !== null && "op" in given && "args" in given && !isExpr(given);
}

/** The words of a refusal for what was given. */
export function inWords(given: unknown): string {
  if (given === undefined) return "missing";
  if (isExpr(given)) return "a formula";
  if (isForeign(given)) return "a formula of another copy of the library: import all from one place";
  if (typeof given === "string") return given.trim() === "" ? "empty" : quoted(given);
  if (Array.isArray(given)) return `a list of ${given.length}`;
  if (typeof given === "function") return "a function";
  return typeof given === "object" && given !== null ? "an object" : String(given);
}
