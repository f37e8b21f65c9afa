import { brief } from "../../../motion-view/numbers.js";
import { page } from "../../../viewer/page.js";
import type { Desk } from "./desk.js";
import { labelOf } from "./desk.js";
import { motionLink, type Panel, table } from "./parts.js";

/** Rows of a table at most. */
const most = 25;

const section = (title: string, ...content: readonly Element[]): HTMLElement =>
  page("section", { class: "wide below" }, page("h2", {}, title), ...content);

/** The distribution of every value over all solved items. */
export function distributionTable({ data: { analysis } }: Desk): Panel | undefined {
  const rows = Object.entries(analysis.values).slice(0, most);
  if (rows.length === 0) return undefined;
  const header = ["value", "mean", "deviation", "5 %", "25 %", "50 %", "75 %", "95 %", "missing"];
  const lines = rows.map(([name, { mean, deviation, quantiles, missing }]) => [
    name,
    ...[mean, deviation, ...quantiles].map((x) => (x === null || Number.isNaN(x) ? "–" : brief(x))),
    missing === 0 ? "" : String(missing),
  ]);
  return { element: section("Values", table("Distribution of every value", header, lines)) };
}

/** The items at the ends of every value, and a link to the motion of each. */
export function extremesTable(desk: Desk): Panel | undefined {
  const { data, numbers } = desk;
  const rowOf = new Map(data.rows.items.map((item, row) => [item, row]));
  const varied = data.columns.filter(({ role }) => role === "counted" || role === "sampled");
  const lines = Object.entries(data.analysis.values)
    .filter(([name]) => numbers.some((column) => column.name === name))
    .flatMap(([name, { least, most: largest }]) =>
      [
        { word: "least", end: least },
        { word: "most", end: largest },
      ].flatMap(({ word, end }) => {
        const row = rowOf.get(end.row);
        if (row === undefined) return [];
        const settings = varied.map(({ cells }) => brief(cells[row]));
        return [[`${word} ${name}`, brief(end.value), motionLink(desk, row), ...settings]];
      }),
    )
    .slice(0, most);
  if (lines.length === 0) return undefined;
  const header = ["worst cases", "value", "item", ...varied.map(labelOf)];
  return { element: section("Worst cases", table("Items at the ends of every value", header, lines)) };
}

/** Items that are not solved, or not as asked, with the reason. */
export function unsolvedTable(desk: Desk): Panel | undefined {
  const { data } = desk;
  const varied = data.columns.filter(({ role }) => role === "counted" || role === "sampled");
  const failed = data.rows.items.map((_, row) => row).filter((row) => data.rows.states[row] === 0);
  if (failed.length === 0) return undefined;
  const lines = failed
    .slice(0, most)
    .map((row) => [
      motionLink(desk, row),
      ...varied.map(({ cells }) => brief(cells[row])),
      data.reasons[data.rows.reasons[row]],
    ]);
  const title = failed.length > most ? `Not solved: ${most} of ${failed.length}` : "Not solved";
  return { element: section(title, table(title, ["item", ...varied.map(labelOf), "why"], lines)) };
}
