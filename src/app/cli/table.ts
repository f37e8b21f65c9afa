import Table from "cli-table3";

const noLines = Object.fromEntries(
  [
    "top",
    "top-mid",
    "top-left",
    "top-right",
    "bottom",
    "bottom-mid",
    "bottom-left",
    "bottom-right",
    "left",
    "left-mid",
    "mid",
    "mid-mid",
    "right",
    "right-mid",
    "middle",
  ].map((part) => [part, ""]),
);

/** Rows in columns, without lines; `head` names the columns. */
export function plainTable(rows: readonly (readonly string[])[], head: readonly string[] = []): string {
  const table = new Table({
    head: [...head],
    chars: noLines,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 2, compact: true },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}
