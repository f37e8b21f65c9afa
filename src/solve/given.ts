import type { SparseMatrix } from "../algebra/sparse.js";

/** Letters of a word that are shown. */
const longest = 60;

/** Words of one line for what was given where something else was wanted. */
export function inWords(given: unknown): string {
  if (given === undefined) return "missing";
  if (typeof given === "string") return `"${given.replace(/[\s\p{C}]+/gu, " ").slice(0, longest)}"`;
  if (Array.isArray(given) || ArrayBuffer.isView(given)) return "a list";
  if (typeof given === "function") return "a function";
  return typeof given === "object" && given !== null ? "an object" : String(given);
}

export const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === "object" && given !== null;

/** True of a matrix by compressed columns whose indices fit each other. */
export function isMatrix(given: unknown): given is SparseMatrix {
  if (!isObject(given)) return false;
  const { rows, cols, colPtr, rowIdx, values } = given;
  if (!(colPtr instanceof Int32Array && rowIdx instanceof Int32Array && values instanceof Float64Array)) return false;
  if (!(Number.isInteger(rows) && Number.isInteger(cols) && colPtr.length === Number(cols) + 1)) return false;
  const rises = colPtr.every((from, j) => (j === 0 ? from === 0 : from >= colPtr[j - 1]));
  const entries = rowIdx.length;
  return (
    rises &&
    colPtr[Number(cols)] === entries &&
    values.length === entries &&
    rowIdx.every((row) => row >= 0 && row < Number(rows))
  );
}
