import * as Plot from "@observablehq/plot";
import { fixed } from "../../../motion-view/numbers.js";
import { common } from "../../../report/client/theme.js";
import type { Desk } from "./desk.js";
import { chartIn, figure, named, type Panel } from "./parts.js";

/** Values and parameters of a picture at most. */
const [mostValues, mostVaried] = [16, 12];

/** The correlation of every value with what varies, over all solved items. */
export function correlationPanel({ data: { analysis }, numbers }: Desk): Panel | undefined {
  const isShown = (name: string): boolean => numbers.some((column) => column.name === name);
  const values = Object.keys(analysis.correlation).filter(isShown).slice(0, mostValues);
  const varied = Object.keys(analysis.correlation[values[0] ?? ""] ?? {})
    .filter(isShown)
    .slice(0, mostVaried);
  if (values.length === 0 || varied.length === 0) return undefined;
  const cells = values.flatMap((value) =>
    varied.map((name) => {
      const r = analysis.correlation[value][name];
      return { value, name, r, text: Number.isFinite(r) ? fixed(r, 2) : "–" };
    }),
  );
  const element = figure(
    "What goes with what",
    "Pearson’s correlation of values with what varies, over all solved items.",
  );
  return {
    element,
    draw(width) {
      const plot = Plot.plot({
        ...common(width, "Correlation of values with what varies"),
        marginLeft: 16 + 7 * Math.max(...values.map((name) => name.length)),
        height: 70 + 30 * values.length,
        x: { domain: varied, label: null, tickSize: 0 },
        y: { domain: values, label: null, tickSize: 0 },
        marks: [
          Plot.cell(cells, { x: "name", y: "value", fill: ({ r }) => colourOf(r), inset: 1 }),
          Plot.text(cells, { x: "name", y: "value", text: "text", fill: "var(--text)" }),
        ],
        color: { type: "identity" },
      });
      chartIn(element).replaceChildren(named(plot, "Correlation of values with what varies"));
    },
  };
}

/** From the page's own colour to blue for what rises together, to orange for what falls. */
function colourOf(r: number): string {
  if (!Number.isFinite(r)) return "var(--panel)";
  return `color-mix(in oklab, var(--line${r > 0 ? 1 : 2}) ${Math.round(60 * Math.abs(r))}%, var(--page))`;
}
