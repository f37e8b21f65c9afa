import * as Plot from "@observablehq/plot";
import type { ModesFigure } from "../charts/figures.js";
import { type Chart, type Picks, withTimeLine } from "./chart.js";
import { common, shortNumber, stateScale } from "./theme.js";

/** Modes of each contact over time, a strip for each: full where it sticks, half as high where it slips. */
export function modes(figure: ModesFigure, width: number, pick?: Picks["time"]): Chart {
  const { rows, span } = figure;
  const parts = rows.flatMap(({ name, parts }) =>
    parts.map((part) => ({
      ...part,
      name,
      title: `${name} ${part.state}\n${shortNumber(part.from)} s to ${shortNumber(part.to)} s`,
    })),
  );
  const strips = (state: string, inset: number): Plot.Markish =>
    Plot.barX(
      parts.filter((part) => part.state === state),
      { x1: "from", x2: "to", y: "name", fill: "state", insetTop: inset, insetBottom: inset, title: "title" },
    );
  const longest = Math.max(...rows.map(({ name }) => name.length));
  const rowHeight = rows.length > 6 ? 18 : 30;
  const plot = Plot.plot({
    ...common(width, figure.title),
    marginLeft: Math.max(66, 14 + 7 * longest),
    height: 68 + rowHeight * rows.length,
    x: { label: "time (s)", domain: [...span], ticks: Math.max(3, Math.round(width / 90)) },
    y: { label: null, domain: rows.map(({ name }) => name), tickSize: 0, padding: 0.25 },
    color: stateScale(parts.map(({ state }) => state)),
    marks: [
      Plot.ruleY(rows, { y: "name", stroke: "var(--line)" }),
      strips("sticks", 0),
      strips("slips", rowHeight / 5),
    ],
  });
  return withTimeLine(plot, pick);
}
