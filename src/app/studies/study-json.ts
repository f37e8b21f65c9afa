import type { Exported } from "./table.js";

/** The version of the keys of an exported study. */
const format = 1;

/** One object: the study, what the conditions free, what people call it, and all rows. */
export function* studyJson({ data, rows, freed, about }: Exported): Generator<string> {
  yield `{"bankshot":${format},"study":${JSON.stringify(data)},"freed":${JSON.stringify(freed)},"about":${JSON.stringify(about)},"rows":[`;
  let first = true;
  for (const row of rows()) {
    yield `${first ? "\n" : ",\n"}${JSON.stringify(row)}`;
    first = false;
  }
  yield "\n]}\n";
}
