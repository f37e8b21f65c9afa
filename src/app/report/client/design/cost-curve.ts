import * as Plot from "@observablehq/plot";
import type { LandscapeFigure, Values } from "../../charts/figures.js";
import type { Chart } from "../chart.js";
import { axisRange, common, shortNumber } from "../theme.js";
import { type Axis, dashes, hatchPattern, labelOf, zeroColour } from "./landscape.js";
import { type Picked, withPick } from "./picked.js";

/** A curve needs no more [px]. */
const tallest = 320;

/** The cost over one design variable: where conditions are met as upright lines, broken bounds hatched. */
export function costCurve(figure: LandscapeFigure, width: number, picked: Picked, gives = tallest): Chart {
  const x = figure.axes[0];
  const { points, cost, zeros, limits, paths, optima } = figure;
  const at = (k: number): number => x.min + ((x.max - x.min) * k) / (points - 1);
  const curve = cost.flatMap((value, k) =>
    value === null
      ? []
      : [{ x: at(k), cost: value, title: `${x.name} ${shortNumber(at(k))}\ncost ${shortNumber(value)}` }],
  );
  const [low, high] = axisRange(
    curve.map((point) => point.cost),
    false,
  );
  const on = (u: number): { x: number; cost: number } => ({
    x: u,
    cost: interpolate(cost, ((u - x.min) / (x.max - x.min)) * (points - 1)),
  });
  const tried = paths.flatMap((path) => path.map(([u]) => on(u)));
  const plot = Plot.plot({
    ...common(width, figure.title),
    height: Math.min(tallest, gives),
    x: { domain: [x.min, x.max], label: labelOf(x), ticks: Math.max(3, Math.round(width / 110)) },
    y: { domain: [low, high], label: "cost", grid: true, ticks: 5 },
    marks: [
      () => hatchPattern(),
      Plot.rectX(
        limits.flatMap(({ values }) => brokenStretches(values, x, points)),
        { x1: "0", x2: "1", fill: "url(#broken)" },
      ),
      ...zeros.flatMap(({ name, values }, i) => {
        const met = values.flatMap((scenario) => crossings(scenario).map((k) => ({ x: at(k), text: `${name} met` })));
        return [
          Plot.ruleX(met, { x: "x", stroke: zeroColour(i), strokeWidth: 2, ...dashes(i) }),
          Plot.text(met.slice(0, 1), {
            x: "x",
            y: high,
            text: "text",
            dx: 6,
            dy: 8 + 16 * i,
            textAnchor: "start",
            fontWeight: 600,
            fill: zeroColour(i),
            stroke: "var(--page)",
            strokeWidth: 4,
          }),
        ];
      }),
      Plot.line(curve, { x: "x", y: "cost", stroke: "var(--line1)", strokeWidth: 2 }),
      Plot.dot(tried, { x: "x", y: "cost", r: 2.6, fill: "var(--mark)", stroke: "var(--page)", strokeWidth: 0.8 }),
      Plot.dot(
        paths.map((path) => on(path[0][0])),
        { x: "x", y: "cost", r: 5.5, stroke: "var(--mark)", strokeWidth: 1.8, fill: "var(--page)" },
      ),
      Plot.dot(
        optima.map(([u]) => on(u)),
        { x: "x", y: "cost", r: 8, symbol: "star", fill: "var(--star)", stroke: "var(--mark)", strokeWidth: 1.2 },
      ),
      Plot.tip(curve, Plot.pointerX({ x: "x", y: "cost", title: "title", fill: "var(--page)", stroke: "var(--line)" })),
    ],
  });
  return withPick(plot, figure, picked);
}

/** The value between two grid points. */
function interpolate(values: Values, k: number): number {
  const low = Math.min(values.length - 1, Math.max(0, Math.floor(k)));
  const [a, b] = [values[low] ?? Number.NaN, values[Math.min(values.length - 1, low + 1)] ?? Number.NaN];
  return a + (k - low) * (b - a);
}

/** Places at which a value changes its sign, in steps of the grid. */
function crossings(values: Values): number[] {
  return values.flatMap((b, k) => {
    const a = values[k - 1];
    return a != null && b !== null && a < 0 !== b < 0 ? [k - 1 + a / (a - b)] : [];
  });
}

/** The intervals in which a bound is not kept. */
function brokenStretches(limit: Values, { min, max }: Axis, points: number): [number, number][] {
  const ends = crossings(limit);
  const edges = [0, ...ends, points - 1];
  const starts = (limit[0] ?? 0) > 0 ? 0 : 1;
  const at = (k: number): number => min + ((max - min) * k) / (points - 1);
  return edges
    .slice(0, -1)
    .flatMap((from, i): [number, number][] => (i % 2 === starts ? [[at(from), at(edges[i + 1])]] : []));
}
