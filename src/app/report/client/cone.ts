import * as Plot from "@observablehq/plot";
import type { Spot } from "../../motion-view/outlines.js";
import { pictureAfter } from "../../viewer/moment.js";
import type { ConeFigure } from "../charts/figures.js";
import { type Chart, type ChartData, withDots } from "./chart.js";
import { common, shortNumber, stateScale } from "./theme.js";

/** A chart that is looked at from near: wider, it would only be emptier. */
const widest = 380;
/** Beyond the limit there is nothing to see but that there is nothing. */
const reach = 1.15;

/** Friction as shares of its limit: the cone seen along its axis. */
export function cone(figure: ConeFigure, { t, step }: ChartData, available: number, gives = widest): Chart {
  const width = Math.min(available, widest, gives + 16);
  const base = common(width, figure.title);
  const ticks = width < widest / 1.5 ? 2 : 5;
  const timeOf = new Map(step.map((k, i) => [k, t[i]]));
  const points = figure.step.map((k, i) => {
    const [x, y, state] = [figure.x[i], figure.y[i], figure.state[i]];
    const title = `${state}\nstep ${k}, ${shortNumber(timeOf.get(k) ?? Number.NaN)} s\n${shortNumber(100 * Math.hypot(x, y))} % of the limit`;
    return { k, x, y, state, title };
  });
  const plot = Plot.plot({
    ...base,
    height: width - 16,
    x: { domain: [-reach, reach], label: "tangent force / limit", ticks, grid: true },
    y: { domain: [-reach, reach], label: "orthogonal force / limit", ticks, grid: true },
    color: stateScale(points.map(({ state }) => state)),
    marks: [
      Plot.line(outline(figure.shape), { x: "0", y: "1", stroke: "var(--mark)", strokeWidth: 1.5 }),
      Plot.line(points, { x: "x", y: "y", stroke: "var(--line)", strokeWidth: 1 }),
      Plot.dot(points, { x: "x", y: "y", r: 3, stroke: "state", fill: "state", fillOpacity: 0.35 }),
      Plot.tip(points, Plot.pointer({ x: "x", y: "y", title: "title", fill: "var(--page)", stroke: "var(--line)" })),
    ],
  });
  const spots = new Map(points.map(({ k, x, y }): [number, Spot] => [k, [x, y]]));
  // the force of the step that is under way; none while the contact is open
  return withDots(plot, (time) => [spots.get(step[pictureAfter(t, time)])]);
}

function outline(shape: ConeFigure["shape"]): [number, number][] {
  if (shape === "square")
    return [
      [1, 1],
      [-1, 1],
      [-1, -1],
      [1, -1],
      [1, 1],
    ];
  return Array.from({ length: 121 }, (_, k) => [Math.cos((k * Math.PI) / 60), Math.sin((k * Math.PI) / 60)]);
}
