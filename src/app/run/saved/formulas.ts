import { BadInput } from "../../../checks/bad-input.js";
import { isRecord } from "../../../checks/fields.js";
import { inWords } from "../../../checks/words.js";
import { fromJson, isExpr, toJson } from "../../../expr/expr.js";

/** Keys by which a record of one field says a value that JSON has no word for. */
const marks = ["formula", "number", "float64", "int32", "record"] as const;

/**
 * Plain data as it is, formulas in it as `{ "formula": … }`, numbers that JSON cannot write as `{ "number": … }`, arrays of
 * doubles as `{ "float64": … }` (of integers `int32`), their bytes in base 64: every bit of them, and one line of a file. A record of one field
 * that is called as one of these stands in `{ "record": … }`.
 * @throws {BadInput} naming what is neither data nor formula, such as a function.
 */
export function encode(x: unknown, at = ""): unknown {
  if (isExpr(x)) return { formula: toJson(x) };
  if (typeof x === "number" && (!Number.isFinite(x) || Object.is(x, -0)))
    return { number: Object.is(x, -0) ? "-0" : String(x) };
  if (x instanceof Float64Array) return { float64: toBase64(x) };
  if (x instanceof Int32Array) return { int32: toBase64(x) };
  if (Array.isArray(x)) return Array.from(x, (item, i) => encode(item, `${at}[${i}]`));
  if (!isData(x)) throw new BadInput(at, `${at} is ${inWords(x)}, which JSON cannot hold: only data and formulas can.`);
  if (typeof x !== "object" || x === null) return x;
  const told = Object.entries(x).filter(([, value]) => value !== undefined);
  const record = Object.fromEntries(told.map(([key, value]) => [key, encode(value, at === "" ? key : `${at}.${key}`)]));
  return isMarked(record) ? { record } : record;
}

/** Texts, numbers, flags, nothing, and records of them that are no objects of a class. */
function isData(x: unknown): boolean {
  if (typeof x !== "object" || x === null)
    return ["string", "number", "boolean", "undefined", "object"].includes(typeof x);
  const prototype: unknown = Object.getPrototypeOf(x);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isMarked(x: object): boolean {
  const keys = Object.keys(x);
  return keys.length === 1 && (marks as readonly string[]).includes(keys[0]);
}

/** Lists and records in each other: what is written here has some ten, and readers of JSON have a stack. */
const deepest = 100;

/** Reads what `encode` wrote. Throws a sentence for a formula that cannot be read. */
export function decode(x: unknown, depth = 0): unknown {
  if (depth > deepest) throw new RangeError(`a saved problem is nested no deeper than ${deepest}`);
  if (Array.isArray(x)) return x.map((item) => decode(item, depth + 1));
  if (typeof x !== "object" || x === null) return x;
  if (!isMarked(x)) return decodeRecord(x, depth);
  const [[mark, value]] = Object.entries(x);
  switch (mark) {
    case "formula":
      return fromJson(value);
    case "number":
      return Number(value);
    case "float64":
      return fromBase64(Float64Array, String(value));
    case "int32":
      return fromBase64(Int32Array, String(value));
    default:
      return isRecord(value) ? decodeRecord(value, depth + 1) : decodeRecord(x, depth);
  }
}

function decodeRecord(x: object, depth: number): unknown {
  return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, decode(value, depth + 1)]));
}

function toBase64(values: Float64Array | Int32Array): string {
  let bytes = "";
  for (const byte of new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

interface Numbers<T> {
  new (buffer: ArrayBuffer, at: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
}

function fromBase64<T>(Kind: Numbers<T>, text: string): T {
  const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  return new Kind(bytes.buffer, 0, Math.floor(bytes.length / Kind.BYTES_PER_ELEMENT));
}
