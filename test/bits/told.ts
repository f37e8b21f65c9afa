import { createHash } from "node:crypto";

/** What an answer may consist of. */
export type Part = string | number | boolean | undefined | ArrayLike<number>;

/** Statuses as they are, so that a difference can be read, and a hash of every bit. */
export function told(answers: readonly (readonly [status: string, ...parts: Part[]])[]): string {
  const hash = createHash("sha256");
  for (const parts of answers.flat())
    hash.update(typeof parts === "object" ? new Uint8Array(Float64Array.from(parts).buffer) : `${parts};`);
  const counts = new Map<string, number>();
  for (const [status] of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return `${[...counts].map(([status, count]) => `${count} ${status}`).join(", ")}: ${hash.digest("hex").slice(0, 20)}`;
}

/** Every number and word of a record, whatever holds them; what a machine takes is left out. */
export function partsOf(given: unknown): Part[] {
  if (typeof given === "number") return [Float64Array.of(given)];
  if (typeof given === "string" || typeof given === "boolean" || given === undefined) return [given];
  if (given === null) return ["null"];
  if (ArrayBuffer.isView(given)) return [Float64Array.from(given as Float64Array)];
  if (Array.isArray(given)) return [`${given.length} of`, ...given.flatMap(partsOf)];
  if (typeof given !== "object") return [typeof given];
  return Object.entries(given).flatMap(([key, value]) =>
    key === "seconds" || key === "milliseconds" ? [] : [key, ...partsOf(value)],
  );
}

/** The sentence of what refuses, or what it answers instead. */
export function refusalOf(run: () => unknown): readonly [string, ...Part[]] {
  try {
    return ["taken", ...partsOf(run())];
  } catch (error) {
    return ["refused", (error as Error).message];
  }
}

/** The same of what answers later. */
export async function refusalLater(run: () => Promise<unknown>): Promise<readonly [string, ...Part[]]> {
  try {
    return ["taken", ...partsOf(await run())];
  } catch (error) {
    return ["refused", (error as Error).message];
  }
}
