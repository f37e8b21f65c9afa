import { fromJson, isExpr, toJson } from "../../../expr/expr.js";

/**
 * Plain data as it is, formulas in it as `{ "formula": … }`, infinite numbers as `{ "number": … }`, and arrays of doubles
 * as `{ "float64": … }`, their bytes in base 64: every bit of them, and one line of a file.
 */
export function encode(x: unknown): unknown {
  if (isExpr(x)) return { formula: toJson(x) };
  if (typeof x === "number" && !Number.isFinite(x)) return { number: String(x) };
  if (x instanceof Float64Array) return { float64: toBase64(x) };
  if (Array.isArray(x)) return x.map(encode);
  if (typeof x !== "object" || x === null) return x;
  return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, encode(value)]));
}

/** Lists and records in each other: what is written here has some ten, and readers of JSON have a stack. */
const deepest = 100;

/** Reads what `encode` wrote. Throws a sentence for a formula that cannot be read. */
export function decode(x: unknown, depth = 0): unknown {
  if (depth > deepest) throw new RangeError(`a saved problem is nested no deeper than ${deepest}`);
  if (Array.isArray(x)) return x.map((item) => decode(item, depth + 1));
  if (typeof x !== "object" || x === null) return x;
  const entries = Object.entries(x);
  if (entries.length === 1 && entries[0][0] === "formula") return fromJson(entries[0][1]);
  if (entries.length === 1 && entries[0][0] === "number") return Number(entries[0][1]);
  if (entries.length === 1 && entries[0][0] === "float64") return fromBase64(String(entries[0][1]));
  return Object.fromEntries(entries.map(([key, value]) => [key, decode(value, depth + 1)]));
}

function toBase64(values: Float64Array): string {
  let bytes = "";
  for (const byte of new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
    bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

function fromBase64(text: string): Float64Array {
  const bytes = Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
  return new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / Float64Array.BYTES_PER_ELEMENT));
}
