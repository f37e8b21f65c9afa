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
