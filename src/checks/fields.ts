/**
 * The door for what people write. A table of checks declares a record once: which fields it has, what each may hold, and
 * with `Checked` its type. A check returns nothing or throws one sentence that names the field, with the nearest name there
 * is; unknown fields are refused at every depth. A new field is one line of its table; nothing else of the room needs
 * reading.
 * @module checks
 */
import { type Expr, isExpr, type Scalar } from "../expr/expr.js";
import { BadInput } from "./bad-input.js";
import { inWords, isForeign, unknownName } from "./words.js";

/** Refuses what a field may not hold; `at` is its path, such as `boundary[0].name`. What passes is a T. */
export interface Check<T = unknown> {
  (given: unknown, at: string): void;
  /** Carries the type; no check has it. */
  readonly passes?: T;
}

/** The type of what a check lets pass. */
export type Checked<C> = C extends Check<infer T> ? T : never;

/** Checks of fields by their names. */
export type Table = Readonly<Record<string, Check>>;

type Flat<T> = { [K in keyof T]: T[K] };

/** The type of a record of required and optional fields. */
export type Fields<R extends Table, O extends Table = Record<never, Check>> = Flat<
  { readonly [K in keyof R]: Checked<R[K]> } & { readonly [K in keyof O]?: Checked<O[K]> }
>;

/**
 * A check that says what a field must be.
 * @throws {BadInput} from the check, naming the field.
 */
export function must<T>(be: string, holds: (given: unknown) => boolean): Check<T> {
  return (given, at) => {
    if (!holds(given)) throw new BadInput(at, `${at} must be ${be}, it is ${inWords(given)}.`);
  };
}

/**
 * The given value, known to pass a check.
 * @throws {BadInput} naming the field.
 */
export function admit<T>(check: Check<T>, given: unknown, at = ""): T {
  check(given, at);
  return given as T;
}

/** For what is checked where more is known of it. */
export function anyValue<T>(): Check<T> {
  return () => {};
}

export const anything = anyValue<unknown>();
export const text = must<string>("a text", (given) => typeof given === "string");
/** Names stand in sentences, columns and links: one line, not too long. */
const longestName = 200;
const isName = (given: unknown): boolean =>
  typeof given === "string" && given !== "" && given.length <= longestName && !/[\p{Cc}\u2028\u2029]/u.test(given);
export const name = must<string>("a name", isName);
export const flag = must<boolean>("true or false", (given) => typeof given === "boolean");
export const callable = must<never>("a function", (given) => typeof given === "function");
export const formula = must<Expr>("a formula", isExpr);
export const scalar = must<Scalar>(
  "a number or a formula",
  (given) => isExpr(given) || (typeof given === "number" && !Number.isNaN(given)),
);
/** A number of physics, or a formula that gives one. */
export const quantity = must<Scalar>("a finite number or a formula", isQuantity);
/** Two of them. */
export const pair = quantities<readonly [Scalar, Scalar]>(2);
/** Three of them. */
export const vector = quantities<readonly [Scalar, Scalar, Scalar]>(3);
/** So many of them. */
export function quantities<T extends readonly Scalar[]>(size: number): Check<T> {
  return must(
    `${size} finite numbers or formulas`,
    (given) => Array.isArray(given) && given.length === size && Array.from(given).every(isQuantity),
  );
}

function isQuantity(given: unknown): given is Scalar {
  return isExpr(given) || Number.isFinite(given);
}

/**
 * The value of a field, once it is known to be a number of physics.
 * @throws {BadInput} naming the field.
 */
export function quantityOf(given: unknown, at: string): Scalar {
  if (isQuantity(given)) return given;
  throw new BadInput(at, `${at} must be a finite number or a formula, it is ${inWords(given)}.`);
}

/** A bound; it may be infinite. */
export const limit = must<number>("a number", (given) => typeof given === "number" && !Number.isNaN(given));
export const positive = must<number>(
  "a finite number above 0",
  (given) => Number.isFinite(given) && (given as number) > 0,
);
export const count = must<number>(
  "a whole number from 1",
  (given) => Number.isInteger(given) && (given as number) >= 1,
);

export function oneOf<const W extends readonly string[]>(words: W): Check<W[number]> {
  return must(`one of ${words.join(", ")}`, (given) => (words as readonly unknown[]).includes(given));
}

export function listOf<T>(each: Check<T>): Check<readonly T[]> {
  const list = must("a list", Array.isArray);
  return (given, at) => {
    list(given, at);
    // holes are no items either
    for (const [i, item] of (given as readonly unknown[]).entries()) each(item, `${at}[${i}]`);
  };
}

export function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === "object" && given !== null && !Array.isArray(given) && !isExpr(given) && !isForeign(given);
}

/** True of a record that has a field. */
export const has = (field: string, given: unknown): boolean => isRecord(given) && field in given;

/**
 * The given value as a record.
 * @throws {BadInput} naming the field.
 */
function recordAt(given: unknown, at: string): Readonly<Record<string, unknown>> {
  if (isRecord(given)) return given;
  throw new BadInput(at, `${at} must be a record, it is ${inWords(given)}.`);
}

export function recordOf<T>(each: Check<T>): Check<Readonly<Record<string, T>>> {
  return (given, at) => {
    for (const [key, value] of Object.entries(recordAt(given, at))) each(value, `${at}.${key}`);
  };
}

/** A record whose fields are called by names. */
export function recordByName<T>(each: Check<T>): Check<Readonly<Record<string, T>>> {
  const all = recordOf(each);
  return (given, at) => {
    const none = Object.keys(recordAt(given, at)).find((key) => !isName(key));
    if (none !== undefined) throw new BadInput(at, `${at} has a name that is none: it is ${inWords(none)}.`);
    all(given, at);
  };
}

/** A list whose items are known by their names. */
export function namedOf<T>(each: Check<T>): Check<readonly T[]> {
  return listOf<T>((item, at) => {
    const named = recordAt(item, at);
    name(named.name, `${at}.name`);
    each(item, String(named.name));
  });
}

/** One of two checks: the first of what a test holds for, else the second. */
export function either<A, B>(test: (given: unknown) => boolean, first: Check<A>, second: Check<B>): Check<A | B> {
  return (given, at) => (test(given) ? first : second)(given, at);
}

/** One kind of records, told by the field `kind`. */
export function kind<K extends string, R extends Table, O extends Table = Record<never, Check>>(
  word: K,
  required: R,
  optional?: O,
): Check<Fields<{ readonly kind: Check<K> } & R, O>> {
  return fields({ kind: must<K>(`"${word}"`, (given) => given === word), ...required }, optional);
}

/** One of several kinds of records, told by the field `kind`; `renamed` says what became of kinds of old. */
export function kindOf<K extends Table>(
  kinds: K,
  renamed: Readonly<Record<string, string>> = {},
): Check<Checked<K[keyof K]>> {
  const known = oneOf(Object.keys(kinds));
  return (given, at) => {
    const { kind } = recordAt(given, at);
    if (typeof kind === "string" && Object.hasOwn(renamed, kind) && !Object.hasOwn(kinds, kind))
      throw new BadInput(`${at}.kind`, `${at}.kind is "${kind}", which is called "${renamed[kind]}" since 0.2.`);
    known(kind, `${at}.kind`);
    kinds[String(kind)](given, at);
  };
}

/** A record of at least these fields, for what has others that do not matter. */
export function holding<R extends Table>(required: R): Check<Fields<R, Record<never, Check>>> {
  return (given, at) => {
    const held = recordAt(given, at);
    for (const [field, check] of Object.entries(required)) check(held[field], at === "" ? field : `${at}.${field}`);
  };
}

/** A record of these fields and no others; those of `optional` may be left out or undefined. */
export function fields<R extends Table, O extends Table = Record<never, Check>>(
  required: R,
  optional?: O,
): Check<Fields<R, O>> {
  // a field of both is required
  const all: Table = { ...required, ...optional, ...required };
  const known = Object.keys(all);
  return (given, at) => {
    const held = recordAt(given, at);
    const path = (field: string): string => (at === "" ? field : `${at}.${field}`);
    for (const field of Object.keys(held))
      if (!Object.hasOwn(all, field))
        throw new BadInput(path(field), `${at === "" ? "" : `${at}: `}${unknownName("field", field, known)}`);
    for (const [field, check] of Object.entries(all))
      if (held[field] !== undefined || Object.hasOwn(required, field)) check(held[field], path(field));
  };
}
