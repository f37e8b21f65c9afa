import * as Plot from "@observablehq/plot";
import type { ResidualFigure } from "../charts/figures.js";
import { type Chart, timeless } from "./chart.js";
import { common, lineColours } from "./theme.js";

/** A curve over iterations needs no more [px]. */
const tallest = 240;

/** The residual after each iteration, phases told apart by colour. */
export function residuals(figure: ResidualFigure, width: number, gives = tallest): Chart {
  const phases = [...new Set(figure.points.map(({ phase }) => phase))];
  const points = figure.points.map((point) => ({
    ...point,
    title: `${point.phase} ${point.iteration}\nresidual ${point.residual.toExponential(1)}\nstep ${point.step}`,
  }));
  const exponents = points.map(({ residual }) => Math.log10(residual));
  const [low, high] = [Math.floor(Math.min(...exponents)), Math.ceil(Math.max(...exponents))];
  // whole powers of ten, at most six of them
  const stride = Math.max(1, Math.ceil((high - low) / 6));
  const powers = Array.from({ length: Math.floor((high - low) / stride) + 1 }, (_, i) => 10 ** (low + i * stride));
  const plot = Plot.plot({
    ...common(width, figure.title),
    height: Math.min(tallest, gives),
    x: { label: "iteration", ticks: wholeNumbers(points.length, width), tickFormat: "d" },
    y: {
      type: "log",
      label: "residual",
      grid: true,
      domain: [10 ** low, 10 ** Math.max(high, low + 1)],
      ticks: powers,
      tickFormat: power,
    },
    color: { domain: phases, range: phases.map((_, i) => lineColours[i]), legend: phases.length > 1 },
    marks: [
      Plot.line(points, { x: "count", y: "residual", z: "phase", stroke: "phase", strokeWidth: 2 }),
      Plot.dot(points, {
        x: "count",
        y: "residual",
        stroke: "phase",
        fill: "phase",
        r: points.length > 60 ? 1.5 : 3.5,
      }),
      Plot.tip(
        points,
        Plot.pointer({ x: "count", y: "residual", title: "title", fill: "var(--page)", stroke: "var(--line)" }),
      ),
    ],
  });
  return timeless(plot);
}

function wholeNumbers(count: number, width: number): number[] {
  const stride = Math.max(1, Math.ceil(count / Math.max(3, width / 50)));
  return Array.from({ length: Math.floor((count - 1) / stride) + 1 }, (_, i) => 1 + i * stride);
}

const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function power(x: number): string {
  const exponent = Math.round(Math.log10(x));
  return `10${exponent < 0 ? "⁻" : ""}${[...String(Math.abs(exponent))].map((digit) => digits[Number(digit)]).join("")}`;
}
