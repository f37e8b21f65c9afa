import { inWords, isMatrix, isObject } from "../given.js";

const positive = (x: unknown): boolean => typeof x === "number" && x > 0;
const count = (x: unknown): boolean => typeof x === "number" && (Number.isInteger(x) || x === Infinity) && x >= 0;

/** The settings of a search, each with its test and the words for it. */
const settings: Readonly<Record<string, readonly [test: (x: unknown) => boolean, wanted: string]>> = {
  gap: [positive, "a number above 0"],
  maxNodes: [count, "a whole number from 0"],
  enoughNodes: [count, "a whole number from 0"],
  formulation: [(x) => x === "pairs" || x === "big-m", '"pairs" or "big-m"'],
  globalTies: [count, "a whole number from 0"],
};

/**
 * Settings as a caller may write them.
 * @throws {RangeError} naming the setting.
 */
export function checkSettings(given: unknown): void {
  if (!isObject(given)) throw new RangeError(`settings must be a record, they are ${inWords(given)}.`);
  for (const [name, value] of Object.entries(given)) {
    const known = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (known === undefined)
      throw new RangeError(`There is no setting ${inWords(name)}; there are ${Object.keys(settings).join(", ")}.`);
    const [test, wanted] = known;
    if (value !== undefined && !test(value))
      throw new RangeError(`${name} must be ${wanted}, it is ${inWords(value)}.`);
  }
}

/**
 * The kinds of a program's fields and of advice on it; numbers and sizes are looked at by who solves it.
 * @throws {RangeError} naming the field.
 */
export function checkKinds(miqp: unknown, hints: unknown): void {
  if (!isObject(miqp)) throw new RangeError(`A program must be a record, it is ${inWords(miqp)}.`);
  for (const name of ["H", "A"])
    if (!isMatrix(miqp[name])) throw new RangeError(`${name} must be a sparse matrix, it is ${inWords(miqp[name])}.`);
  for (const name of ["c", "rowLower", "rowUpper", "lower", "upper"])
    if (!(miqp[name] instanceof Float64Array))
      throw new RangeError(`${name} must be a Float64Array, it is ${inWords(miqp[name])}.`);
  const { pairs, c } = miqp;
  if (!Array.isArray(pairs)) throw new RangeError(`pairs must be a list, it is ${inWords(pairs)}.`);
  for (const [k, pair] of pairs.entries())
    if (!Array.isArray(pair) || pair.length !== 2 || !Array.from(pair).every(Number.isInteger))
      throw new RangeError(`pairs[${k}] must be two whole numbers, it is ${inWords(pair)}.`);
  if (!isObject(hints)) throw new RangeError(`hints must be a record, they are ${inWords(hints)}.`);
  for (const name of ["modeOf", "heuristics", "modes"])
    if (hints[name] !== undefined && typeof hints[name] !== "function")
      throw new RangeError(`${name} must be a function, it is ${inWords(hints[name])}.`);
  const { rank, ties = [] } = hints;
  if (rank !== undefined && !(rank instanceof Uint8Array && rank.length === pairs.length))
    throw new RangeError(`rank must be a Uint8Array with a number for each pair, it is ${inWords(rank)}.`);
  // holes are no items either, and every() leaves them out
  const areTies =
    Array.isArray(ties) &&
    Array.from(ties).every(
      (w) => w instanceof Float64Array && w.length === (c as Float64Array).length && w.every(Number.isFinite),
    );
  if (!areTies) throw new RangeError("ties must be a list of Float64Arrays with a finite weight for each column.");
}
