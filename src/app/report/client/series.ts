import * as Plot from "@observablehq/plot";
import { largestOf } from "../../../algebra/largest.js";
import type { SeriesFigure } from "../charts/figures.js";
import { bandKey, bandRoom, bandShape } from "./band.js";
import { type Chart, type ChartData, drawingOf, type Picks, scaleOf, withTimeLine } from "./chart.js";
import { page } from "./svg.js";
import { axisRange, common, lineColours, shortNumber } from "./theme.js";

/** Lines over time, with what happens on the way, and the contact meanwhile under the axis. */
export function series(
  figure: SeriesFigure,
  data: ChartData,
  [width, tall = chartHeight]: Size,
  pick?: Picks["time"],
): Chart {
  const plot = lines(figure, data, [width, tall]);
  const { band } = figure;
  if (band === undefined) return withTimeLine(plot, pick);
  drawingOf(plot).append(bandShape(band, scaleOf(plot, "x").apply, tall - 40 + 3));
  return withTimeLine(plot, pick, page("div", {}, plot, bandKey(band)));
}

const chartHeight = 240;

/** Width and height of a chart [px]; its own height where none is given. */
type Size = readonly [width: number, tall?: number | undefined];

function lines(figure: SeriesFigure, { t, step }: ChartData, [width, tall = chartHeight]: Size) {
  const { logarithmic = false, band } = figure;
  const unit = figure.unit === "1" ? "" : ` (${figure.unit})`;
  const points = figure.lines.flatMap(({ name, values, limit = false }) =>
    values.flatMap((value, i) =>
      value === null
        ? []
        : [
            {
              t: t[i],
              value,
              name,
              limit,
              title: `${name} ${shortNumber(value)} ${figure.unit === "1" ? "" : figure.unit}\nstep ${step[i]}, ${shortNumber(t[i])} s`,
            },
          ],
    ),
  );
  const names = figure.lines.map(({ name }) => name);
  const values = points.map(({ value }) => value);
  const [low, high] = logarithmic ? decades(values) : axisRange(values, figure.zero);
  // a line of text has its place above the curves
  const range: [number, number] = [low, figure.events.length > 0 ? high + 0.12 * (high - low) : high];
  return Plot.plot({
    ...common(width, figure.title),
    height: tall + (band === undefined ? 0 : bandRoom),
    ...(band !== undefined && { marginBottom: 40 + bandRoom }),
    x: {
      label: "time (s)",
      ticks: Math.max(3, Math.round(width / 90)),
      domain: [t[0], t[t.length - 1]],
      ...(band !== undefined && { tickSize: 0, tickPadding: bandRoom }),
    },
    y: {
      label: `${figure.label}${unit}`,
      grid: true,
      ticks: 5,
      domain: range,
      // decimals of small numbers are wider than the margin
      ...(Math.max(-range[0], range[1]) < 5e-4 && { tickFormat: "~e" }),
      ...(logarithmic && { type: "log", tickFormat: "~e", ticks: powers(low, high) }),
    },
    color: {
      domain: names,
      range: names.map((_, i) => lineColours[i % lineColours.length]),
      legend: names.length > 1,
    },
    marks: [
      ...(range[0] < 0 && range[1] > 0 ? [Plot.ruleY([0], { stroke: "var(--line)" })] : []),
      ...eventMarks(figure, range, t, width),
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

/** Whole decades around values. */
function decades(values: readonly number[]): [number, number] {
  if (values.length === 0) return [1e-16, 1e-15];
  const [low, high] = [-largestOf(values.map((x) => -x)), largestOf(values)];
  return [
    10 ** Math.floor(Math.log10(low)),
    10 ** Math.max(Math.ceil(Math.log10(high)), Math.floor(Math.log10(low)) + 1),
  ];
}

/** Powers of ten for the ticks of an axis, no more than seven. */
function powers(low: number, high: number): number[] {
  const [from, to] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))];
  const every = Math.ceil((to - from + 1) / 7);
  return Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, i) => 10 ** (from + i * every));
}

/** Part of the time that the words of an event need. */
const wordsWide = 1 / 3;
/** About how wide a letter is [px]. */
const letter = 6.2;

function eventMarks(
  { events }: SeriesFigure,
  [, top]: [number, number],
  t: readonly number[],
  width: number,
): Plot.Markish[] {
  const [start, end] = [t[0], t[t.length - 1]];
  const told = groupEvents(events, wordsWide * (end - start)).map((near) => {
    const left = near[0].t < (start + end) / 2;
    const rest = near.slice(1).map((event) => `, ${event.label} ${shortNumber(event.t)}`);
    const all = `${near[0].label} from ${shortNumber(near[0].t)}${rest.join("")} s`;
    const fits = letter * all.length < wordsWide * width;
    const text = fits ? all : `${near[0].label} from ${shortNumber(near[0].t)} s, then ${rest.length} more`;
    return { left, t: near[left ? near.length - 1 : 0].t, text };
  });
  return [
    Plot.ruleX(events, { x: "t", stroke: "var(--quiet)", strokeDasharray: "2 3" }),
    ...[true, false].map((left) =>
      Plot.text(
        told.filter((words) => words.left === left),
        {
          x: "t",
          y: () => top,
          text: "text",
          dx: left ? 5 : -5,
          // from both sides they may reach the middle
          dy: left || told.every((words) => !words.left) ? 6 : 20,
          textAnchor: left ? "start" : "end",
          fill: "var(--quiet)",
          stroke: "var(--page)",
          strokeWidth: 4,
        },
      ),
    ),
  ];
}

/** Events that follow each other sooner than after `room` share one line of words, which would lie on each other. */
function groupEvents(events: SeriesFigure["events"], room: number): SeriesFigure["events"][number][][] {
  const groups: SeriesFigure["events"][number][][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last !== undefined && event.t - last[last.length - 1].t < room) last.push(event);
    else groups.push([event]);
  }
  return groups;
}
