import { isExpr } from "../expr/expr.js";
import { BadInput } from "./bad-input.js";
import { inWords, isForeign, unknownName } from "./words.js";

/** Refuses what a field may not hold; `at` is its path, such as `boundary[0].name`. */
export type Check = (given: unknown, at: string) => void;

/**
 * A check that says what a field must be.
 * @throws {BadInput} from the check, naming the field.
 */
export function must(be: string, holds: (given: unknown) => boolean): Check {
  return (given, at) => {
    if (!holds(given)) throw new BadInput(at, `${at} must be ${be}, it is ${inWords(given)}.`);
  };
}

export const anything: Check = () => {};
export const text = must("a text", (given) => typeof given === "string");
export const name = must("a name", (given) => typeof given === "string" && given !== "");
export const flag = must("true or false", (given) => typeof given === "boolean");
export const callable = must("a function", (given) => typeof given === "function");
export const formula = must("a formula", isExpr);
export const scalar = must(
  "a number or a formula",
  (given) => isExpr(given) || (typeof given === "number" && !Number.isNaN(given)),
);
/** A number of physics, or a formula that gives one. */
export const quantity = must("a finite number or a formula", isQuantity);
/** So many of them. */
export function quantities(size: number): Check {
  return must(
    `${size} finite numbers or formulas`,
    (given) => Array.isArray(given) && given.length === size && given.every(isQuantity),
  );
}

function isQuantity(given: unknown): boolean {
  return isExpr(given) || Number.isFinite(given);
}

/** A bound; it may be infinite. */
export const limit = must("a number", (given) => typeof given === "number" && !Number.isNaN(given));
export const positive = must("a finite number above 0", (given) => Number.isFinite(given) && (given as number) > 0);
export const count = must("a whole number from 1", (given) => Number.isInteger(given) && (given as number) >= 1);

export function oneOf(words: readonly string[]): Check {
  return must(`one of ${words.join(", ")}`, (given) => (words as readonly unknown[]).includes(given));
}

export function listOf(each: Check): Check {
  const list = must("a list", Array.isArray);
  return (given, at) => {
    list(given, at);
    (given as readonly unknown[]).forEach((item, i) => {
      each(item, `${at}[${i}]`);
    });
  };
}

export function isRecord(given: unknown): boolean {
  return typeof given === "object" && given !== null && !Array.isArray(given) && !isExpr(given) && !isForeign(given);
}

const record = must("a record", isRecord);

export function recordOf(each: Check): Check {
  return (given, at) => {
    record(given, at);
    for (const [key, value] of Object.entries(given as object)) each(value, `${at}.${key}`);
  };
}

/** A list whose items are known by their names. */
export function namedOf(each: Check): Check {
  return listOf((item, at) => {
    record(item, at);
    name((item as { name?: unknown }).name, `${at}.name`);
    each(item, (item as { name: string }).name);
  });
}

/** One of several kinds of records, told by the field `kind`. */
export function kindOf(kinds: Readonly<Record<string, Check>>): Check {
  const known = oneOf(Object.keys(kinds));
  return (given, at) => {
    record(given, at);
    const { kind } = given as { kind?: unknown };
    known(kind, `${at}.kind`);
    kinds[kind as string]!(given, at);
  };
}

/** A record of at least these fields. */
export function holding(required: Readonly<Record<string, Check>>): Check {
  return (given, at) => {
    record(given, at);
    for (const [field, check] of Object.entries(required))
      check((given as Readonly<Record<string, unknown>>)[field], at === "" ? field : `${at}.${field}`);
  };
}

/** A record of these fields and no others; those of `optional` may be left out or undefined. */
export function fields(
  required: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  const all = { ...required, ...optional };
  const known = Object.keys(all);
  return (given, at) => {
    record(given, at);
    const held = given as Readonly<Record<string, unknown>>;
    const path = (field: string): string => (at === "" ? field : `${at}.${field}`);
    for (const field of Object.keys(held))
      if (!Object.hasOwn(all, field))
        throw new BadInput(path(field), `${at === "" ? "" : `${at}: `}${unknownName("field", field, known)}`);
    for (const [field, check] of Object.entries(all))
      if (held[field] !== undefined || Object.hasOwn(required, field)) check(held[field], path(field));
  };
}
