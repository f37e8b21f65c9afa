import { BadInput } from "../../../checks/bad-input.js";
import { admit, fields, flag, isRecord, limit, listOf, must, name, recordOf, text } from "../../../checks/fields.js";
import type { Work } from "../item.js";
import type { Row } from "../row.js";

const number = must<number>("a finite number", (x) => Number.isFinite(x));
const index = must<number>("a whole number from 0", (x) => Number.isSafeInteger(x) && (x as number) >= 0);
const orNull = must<number | null>("a number or null", (x) => x === null || Number.isFinite(x));

const job = fields({
  /** The study by the name under which its data are kept. */
  study: name,
  version: name,
  chunk: listOf(
    fields(
      {
        item: index,
        set: recordOf(must<number | string>("a number or a text", (x) => Number.isFinite(x) || typeof x === "string")),
      },
      { start: fields({ from: index, launch: listOf(number) }) },
    ),
  ),
});

/** A chunk on its way to a worker: data alone. */
export interface ChunkJob {
  readonly study: string;
  readonly version: string;
  readonly chunk: readonly Work[];
}

/**
 * A chunk that came by the queue, checked like any input.
 * @throws {BadInput} naming the field.
 */
export function readJob(given: unknown): ChunkJob {
  return admit(job, given) as ChunkJob;
}

const rows = listOf(
  fields({
    item: index,
    status: name,
    message: text,
    passed: flag,
    values: recordOf(orNull),
    launch: listOf(number),
    certificate: recordOf(orNull),
    run: fields(
      {
        from: must<number | null>("an item or null", (x) => x === null || Number.isSafeInteger(x)),
        seconds: limit,
      },
      { motion: text },
    ),
  }),
);

/**
 * Rows that came back, checked like any input: all those of the chunk, or the first of them where its worker was told to stop.
 * @throws {BadInput} naming what is wrong with them.
 */
export function readRows(given: unknown, chunk: readonly Work[]): readonly Row[] {
  const found = admit(rows, given, "rows") as readonly Row[];
  found.forEach(({ item }, i) => {
    if (item !== chunk[i]?.item)
      throw new BadInput("rows", `rows[${i}] is item ${item}, which was not asked for there.`);
  });
  return found;
}

/** True of a job of a study, whoever put it there. */
export const isOfStudy = (given: unknown, study: string): boolean => isRecord(given) && given.study === study;
