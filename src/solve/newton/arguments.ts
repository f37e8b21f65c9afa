import { inWords, isMatrix } from "../given.js";
import type { Mcp } from "../mcp.js";

/** Why an argument cannot be taken: the field, and one sentence. */
export interface Refusal {
  readonly field: string;
  readonly message: string;
}

/** The fault in the kinds of an Mcp's fields, for callers whose types nobody has checked. */
export function refuseKinds(mcp: Mcp): Refusal | undefined {
  for (const field of ["name", "evaluate"] as const)
    if (typeof mcp[field] !== "function")
      return { field, message: `${field} must be a function, it is ${inWords(mcp[field])}.` };
  const { pattern } = mcp;
  if (isMatrix(pattern)) return undefined;
  return { field: "pattern", message: `pattern must be a SparseMatrix, it is ${inWords(pattern)}.` };
}

/** The fault of an Mcp or its start, if there is one: lengths, NaN, bounds that cross or shut every value out. */
export function refuseMcp(mcp: Mcp, start: Float64Array): Refusal | undefined {
  const { pattern, lower, upper, scale } = mcp;
  if (pattern?.colPtr === undefined) return { field: "pattern", message: "pattern must be a SparseMatrix." };
  for (const [field, given] of Object.entries({ lower, upper, scale }))
    if (!(given instanceof Float64Array)) return { field, message: `${field} must be a Float64Array.` };
  const n = pattern.cols;
  if (pattern.rows !== n)
    return {
      field: "pattern",
      message: `pattern must be square, it has ${pattern.rows} rows and ${n} columns.`,
    };
  for (const [field, given] of Object.entries({ start, lower, upper, scale }))
    if (given.length !== n) return { field, message: `${field} must have ${n} entries, it has ${given.length}.` };
  const wrong = (field: string, wanted: string, i: number, found: number): Refusal => ({
    field,
    message: `${field} of ${mcp.name(i)} must be ${wanted}, it is ${found}.`,
  });
  for (let i = 0; i < n; i++) {
    if (!Number.isFinite(start[i])) return wrong("start", "a finite number", i, start[i]);
    if (!(lower[i] < Number.POSITIVE_INFINITY)) return wrong("lower", "a number or -Infinity", i, lower[i]);
    if (!(upper[i] > Number.NEGATIVE_INFINITY)) return wrong("upper", "a number or Infinity", i, upper[i]);
    if (lower[i] > upper[i]) return wrong("lower", `at most upper = ${upper[i]}`, i, lower[i]);
    if (!(scale[i] > 0 && scale[i] < Number.POSITIVE_INFINITY)) return wrong("scale", "a positive number", i, scale[i]);
  }
  return undefined;
}

/** Throws a RangeError with the refusal's sentence, if there is one. */
export function insist(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new RangeError(refusal.message);
}
