import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { StudyRow } from "./row.js";
import type { Column } from "./table.js";

/** Rows that are in memory at once. */
const rowsOfGroup = 10_000;

/** A table of rows as a Parquet file, group by group; a number that does not exist is null. */
export function* parquetOf(table: readonly Column[], rows: Iterable<StudyRow>): Generator<Uint8Array> {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    createdBy: "bankshot",
    schema: [
      { name: "root", num_children: table.length },
      ...table.map(({ name, isText }) =>
        isText
          ? ({ name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" } as const)
          : ({ name, type: "DOUBLE", repetition_type: "OPTIONAL" } as const),
      ),
    ],
  });
  let columns: (number | string | null)[][] = table.map(() => []);
  const write = (): Uint8Array => {
    const columnData = table.map(({ name }, c) => ({ name, data: columns[c] }));
    file.write({ columnData, rowGroupSize: rowsOfGroup });
    columns = table.map(() => []);
    return taken(bytes);
  };
  for (const row of rows) {
    table.forEach(({ of }, c) => {
      const x = of(row);
      columns[c].push(typeof x === "number" && !Number.isFinite(x) ? null : x);
    });
    if (columns[0].length === rowsOfGroup) yield write();
  }
  if (columns[0].length > 0) yield write();
  file.finish();
  yield taken(bytes);
}

/** The bytes so far, which leave the writer: it goes on counting where they end. */
function taken(bytes: ByteWriter): Uint8Array {
  const piece = bytes.getBytes().slice();
  bytes.index = 0;
  return piece;
}
