import { brief, small } from "../../../motion-view/numbers.js";
import { page } from "../../../viewer/page.js";
import { states } from "../study-page.js";
import { type Desk, stateColours } from "./desk.js";
import { type Panel, percent, table } from "./parts.js";

/** Causes that are listed at most; the others are counted together. */
const mostCauses = 12;

/** The study in a line, its yield with its interval, and why items did not pass. */
export function headPanel({ data: { about, analysis, rows } }: Desk): Panel {
  const { yield: share, causes } = analysis;
  const [low, high] = share.interval;
  const facts: [string, string][] = [
    ["items", about.done === about.items ? String(about.items) : `${about.done} of ${about.items}`],
    ["as asked", share.of === 0 ? "none" : percent(share.share)],
    ["with 95 % confidence", share.of === 0 ? "unknown" : `${percent(low)} to ${percent(high)}`],
    ["time", about.seconds < 90 ? `${brief(about.seconds)} s` : `${brief(about.seconds / 60)} min`],
  ];
  const grid = analysis.gridError;
  const gridText =
    grid === undefined
      ? " The error of the grid was not estimated."
      : ` The error of the grid is ${small(grid.quantiles[2])} at the median and ${small(grid.most.value)} at most.`;
  const asked = about.where.length === 0 ? "Every solved item is as asked." : `Asked: ${about.where.join("; ")}.`;
  const shown = rows.items.length;
  const few = shown < about.done ? ` Pictures show ${shown} of them; numbers and tables are of all.` : "";
  const list = Object.entries(causes);
  const rest = list.slice(mostCauses).reduce((sum, [, count]) => sum + count, 0);
  const told = [...list.slice(0, mostCauses), ...(rest > 0 ? [["others", rest] as const] : [])];
  return {
    element: page(
      "section",
      { class: "wide" },
      page(
        "dl",
        { class: "facts" },
        ...facts.map(([term, value]) => page("div", {}, page("dt", {}, term), page("dd", {}, value))),
      ),
      page("p", { class: "below" }, asked + gridText + few),
      page(
        "p",
        { class: "key" },
        ...states.map((name, i) =>
          page("span", {}, page("i", { style: `background: ${stateColours[i]}` }), `${name} `),
        ),
      ),
      ...(told.length === 0
        ? []
        : [
            table(
              "Why items did not pass",
              ["not as asked because", "items", "share"],
              told.map(([cause, count]) => [cause, String(count), percent(count / share.of)]),
            ),
          ]),
    ),
  };
}
