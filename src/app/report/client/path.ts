import * as Plot from "@observablehq/plot";
import type { PathFigure, PathLine } from "../charts/figures.js";
import { equalAspect, extent, type Range } from "./aspect.js";
import { type Chart, type ChartData, spotAt, withDots } from "./chart.js";
import { common, shortNumber, stateScale } from "./theme.js";

/** A picture that is looked at at once [px]. */
const tallest = 440;
/** Room for axes and labels around it [px]. */
const around = 112;

type Point = { x: number; y: number; state: string; run: string; title: string };

/** The way of the bodies with equal scales on both axes, coloured by how they touch. */
export function path(figure: PathFigure, data: ChartData, width: number, room = tallest): Chart {
  const points = figure.bodies.flatMap((body) => pointsOf(body, data));
  const across = [...figure.bodies.flatMap((body) => [...body.x]), ...figure.marks.map((mark) => mark.x)];
  const up = [...figure.bodies.flatMap((body) => [...body.y]), ...figure.marks.map((mark) => mark.y)];
  const { x, y, height } = equalAspect(extent(across), extent(up), width, Math.min(tallest, room - around));
  const labels = labelsOf(figure, data, x, y);
  const states = points.map(({ state }) => state);
  const plot = Plot.plot({
    ...common(width, figure.title),
    height,
    x: { domain: x, label: figure.labels[0], grid: true, ticks: Math.max(3, Math.round(width / 110)) },
    y: { domain: y, label: figure.labels[1], grid: true, ticks: Math.max(2, Math.round(height / 60)) },
    color: states.includes("moves") ? { ...stateScale(states), legend: false } : stateScale(states),
    marks: [
      Plot.line(points, { x: "x", y: "y", z: "run", stroke: "state", strokeWidth: 3, strokeLinecap: "round" }),
      Plot.dot(figure.marks, {
        x: "x",
        y: "y",
        r: 5.5,
        symbol: symbolOf,
        stroke: "var(--mark)",
        strokeWidth: 1.8,
        fill: "var(--page)",
      }),
      ...corners.map(([left, above]) =>
        Plot.text(
          labels.filter((label) => label.left === left && label.above === above),
          {
            x: "x",
            y: "y",
            text: "text",
            dy: above ? -15 : 17,
            fill: "var(--mark)",
            stroke: "var(--page)",
            strokeWidth: 4,
            textAnchor: left ? "start" : "end",
          },
        ),
      ),
      Plot.tip(points, Plot.pointer({ x: "x", y: "y", title: "title", fill: "var(--page)", stroke: "var(--line)" })),
    ],
  });
  return withDots(plot, (time) => figure.bodies.map(({ x, y }) => spotAt({ t: data.t, x, y }, time)));
}

const corners = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
] as const;

const symbolOf = ({ label }: { label: string }): string =>
  label.startsWith("target") ? "times" : label.startsWith("end") ? "square" : "circle";

/** One label where marks lie on each other, on the side where there is room and away from the line. */
function labelsOf({ marks, bodies }: PathFigure, { t }: ChartData, [x0, x1]: Range, [y0, y1]: Range) {
  // closer than a fortieth of the chart two labels would cover each other
  const near = (a: { x: number; y: number }, b: { x: number; y: number }): boolean =>
    Math.abs(a.x - b.x) < (x1 - x0) / 12 && Math.abs(a.y - b.y) < (y1 - y0) / 40;
  const lineIsAbove = (mark: { x: number; y: number }): boolean => {
    // weighed by time, for steps may be of any length
    const heights = bodies.flatMap((body) =>
      body.y.map((y, k) =>
        Math.abs(body.x[k] - mark.x) < (x1 - x0) / 6 ? (y - mark.y) * (t[k] - (t[k - 1] ?? t[0])) : 0,
      ),
    );
    return heights.reduce((sum, height) => sum + height, 0) > 0;
  };
  const found: { x: number; y: number; text: string; left: boolean; above: boolean }[] = [];
  for (const { label, x, y } of marks) {
    const other = found.find((known) => near(known, { x, y }));
    if (other === undefined) found.push({ x, y, text: label, left: x < (x0 + x1) / 2, above: !lineIsAbove({ x, y }) });
    else other.text += `, ${label}`;
  }
  return found;
}

/** Runs of one state, each from the end of the run before, so that the line has no gaps. */
function pointsOf({ name, x, y, state }: PathLine, { t, step }: ChartData): Point[] {
  const points: Point[] = [];
  let run = 0;
  const at = (k: number, as: string): Point => ({
    x: x[k],
    y: y[k],
    state: as,
    run: `${name} ${run}`,
    title: `${name} ${state[k]}\nstep ${step[k]}, ${shortNumber(t[k])} s\n(${shortNumber(x[k])}, ${shortNumber(y[k])}) m`,
  });
  for (let k = 0; k < x.length; k++) {
    if (k > 0 && state[k] !== state[k - 1]) {
      run++;
      points.push(at(k - 1, state[k]));
    }
    points.push(at(k, state[k]));
  }
  return points;
}
