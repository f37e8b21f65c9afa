import type { Expected } from "../../motion/problem/problem.js";
import type { Result } from "../../motion/result.js";

/** An expected value beside what was found. */
export interface Comparison {
  readonly name: string;
  readonly value: number | string | null;
  readonly tolerance: number;
  readonly found: number | string | null;
  readonly holds: boolean;
  readonly source: string;
}

/** The part of a result that a comparison reads. */
export type Outcome = Pick<Result, "values"> & { readonly status: string };

/** Every expected value beside the one found; a text names a status, null a value that does not exist. */
export function compare(expected: Expected, { values, status }: Outcome): Comparison[] {
  return expected.values.map(({ name, value, tolerance, source }) => {
    const found = typeof value === "string" ? status : (values[name] ?? null);
    const holds =
      typeof value === "number" && typeof found === "number" ? Math.abs(found - value) <= tolerance : found === value;
    return { name, value, tolerance, found, holds, source };
  });
}
