import * as Plot from "@observablehq/plot";
import type { BarsFigure } from "../charts/figures.js";
import { type Chart, timeless } from "./chart.js";
import { common, lineColours } from "./theme.js";

/** Bars need no more [px]. */
const tallest = 240;

/** Counts as bars with their numbers, so that a single step beside thousands is seen, too. */
export function bars(figure: BarsFigure, width: number, gives = tallest): Chart {
  const labels = figure.bars.map(({ label }) => label);
  const most = Math.max(...figure.bars.map(({ count }) => count));
  const plot = Plot.plot({
    ...common(width, figure.title),
    height: Math.min(tallest, gives),
    // ranges of many digits do not fit beside each other
    ...(labels.length > 7 && { marginBottom: 64 }),
    x: {
      label: figure.label,
      domain: labels,
      tickSize: 0,
      padding: 0.15,
      ...(labels.length > 7 && { tickRotate: -40 }),
    },
    y: { label: "steps", grid: true, ticks: 4, domain: [0, 1.1 * most] },
    marks: [
      Plot.barY(figure.bars, { x: "label", y: "count", fill: lineColours[0] }),
      Plot.text(figure.bars, {
        x: "label",
        y: "count",
        text: ({ count }: { count: number }) => (count === 0 ? "" : String(count)),
        dy: -8,
        fill: "var(--text)",
      }),
    ],
  });
  return timeless(plot);
}
