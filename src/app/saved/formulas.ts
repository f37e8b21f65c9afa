import { fromJson, isExpr, toJson } from "../../expr/expr.js";

/** Plain data as it is, formulas in it as `{ "formula": … }`, and infinite numbers as formulas, which JSON can write. */
export function encode(x: unknown): unknown {
  if (isExpr(x)) return { formula: toJson(x) };
  if (typeof x === "number" && !Number.isFinite(x)) return { number: String(x) };
  if (Array.isArray(x)) return x.map(encode);
  if (typeof x !== "object" || x === null) return x;
  return Object.fromEntries(Object.entries(x).map(([key, value]) => [key, encode(value)]));
}

/** What `encode` wrote. Throws a sentence for a formula that cannot be read. */
export function decode(x: unknown): unknown {
  if (Array.isArray(x)) return x.map(decode);
  if (typeof x !== "object" || x === null) return x;
  const entries = Object.entries(x);
  if (entries.length === 1 && entries[0]![0] === "formula") return fromJson(entries[0]![1]);
  if (entries.length === 1 && entries[0]![0] === "number") return Number(entries[0]![1]);
  return Object.fromEntries(entries.map(([key, value]) => [key, decode(value)]));
}
