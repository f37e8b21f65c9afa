import * as Plot from "@observablehq/plot";
import type { ReportData, SeriesFigure } from "../figures.js";
import { axisRange, common, lineColours, shown } from "./theme.js";

/** Lines over time, with what happens on the way. */
export function series(figure: SeriesFigure, { t, step }: ReportData, width: number) {
  const unit = figure.unit === "1" ? "" : ` (${figure.unit})`;
  const points = figure.lines.flatMap(({ name, values, limit = false }) =>
    values.flatMap((value, i) =>
      value === null
        ? []
        : [
            {
              t: t[i]!,
              value,
              name,
              limit,
              title: `${name} ${shown(value)} ${figure.unit === "1" ? "" : figure.unit}\nstep ${step[i]}, ${shown(t[i]!)} s`,
            },
          ],
    ),
  );
  const names = figure.lines.map(({ name }) => name);
  const [low, high] = axisRange(
    points.map(({ value }) => value),
    figure.zero,
  );
  // a line of text has its place above the curves
  const range: [number, number] = [low, figure.events.length > 0 ? high + 0.12 * (high - low) : high];
  return Plot.plot({
    ...common(width, figure.title),
    height: 240,
    x: { label: "time (s)", ticks: Math.max(3, Math.round(width / 90)), domain: [t[0]!, t.at(-1)!] },
    y: { label: `${figure.label}${unit}`, grid: true, ticks: 5, domain: range },
    color: {
      domain: names,
      range: names.map((_, i) => lineColours[i % lineColours.length]!),
      legend: names.length > 1,
    },
    marks: [
      ...(range[0] < 0 && range[1] > 0 ? [Plot.ruleY([0], { stroke: "var(--line)" })] : []),
      ...eventMarks(figure, range, t),
      Plot.line(
        points.filter(({ limit }) => !limit),
        { x: "t", y: "value", z: "name", stroke: "name", strokeWidth: 2 },
      ),
      Plot.line(
        points.filter(({ limit }) => limit),
        { x: "t", y: "value", z: "name", stroke: "name", strokeWidth: 2, strokeDasharray: "5 4" },
      ),
      Plot.tip(
        points,
        Plot.pointer({ x: "t", y: "value", title: "title", fill: "var(--page)", stroke: "var(--line)" }),
      ),
    ],
  });
}

function eventMarks({ events }: SeriesFigure, [, top]: [number, number], t: readonly number[]): Plot.Markish[] {
  const middle = (t[0]! + t.at(-1)!) / 2;
  return [
    Plot.ruleX(events, { x: "t", stroke: "var(--quiet)", strokeDasharray: "2 3" }),
    ...[true, false].map((left) =>
      Plot.text(
        events.filter((event) => event.t < middle === left),
        {
          x: "t",
          y: () => top,
          text: (event: SeriesFigure["events"][number]) => `${event.label} from ${shown(event.t)} s`,
          dx: left ? 5 : -5,
          dy: 6,
          textAnchor: left ? "start" : "end",
          fill: "var(--quiet)",
          stroke: "var(--page)",
          strokeWidth: 4,
        },
      ),
    ),
  ];
}
