import type * as Plot from "@observablehq/plot";
import type { LandscapeFigure, Values } from "../../charts/figures.js";
import { type Chart, drawingOf, type Picks, placeIn, scaleOf, timeless } from "../chart.js";
import { page, px, svg } from "../svg.js";
import { shortNumber } from "../theme.js";

/** The design that is picked in a landscape; it stays while the chart is drawn again at another width. */
export interface Picked {
  at?: readonly number[];
  readonly tell: Picks["point"];
}

/** A landscape in which a design is picked by a click or with the arrow keys; its numbers stand below. */
export function withPick(plot: ReturnType<typeof Plot.plot>, figure: LandscapeFigure, picked: Picked): Chart {
  const { axes, points } = figure;
  const scales = [scaleOf(plot, "x"), scaleOf(plot, "y")];
  const drawing = drawingOf(plot);
  const mark = svg("g", { fill: "none", stroke: "var(--mark)", "stroke-width": 1.6, "pointer-events": "none" });
  const says = page("p", { class: "reading", role: "status" }, "Click, or use the arrow keys, to pick a design.");
  drawing.append(mark);
  drawing.setAttribute("tabindex", "0");
  drawing.setAttribute("role", "application");
  drawing.setAttribute("aria-label", `${figure.title}: arrow keys pick a design`);
  const show = (at: readonly number[]): void => {
    const [x, y] = scales.map(({ apply, range }, i) => (i < axes.length ? apply(at[i]) : (range as number[])[0]));
    mark.replaceChildren(
      axes.length > 1
        ? svg("path", { d: `M${px(x - 11)},${px(y)}h22m-11,-11v22` })
        : svg("path", { d: `M${px(x)},${px(y)}V${px((scales[1].range as number[])[1])}` }),
    );
    says.textContent = describeDesign(figure, at);
  };
  const pick = (place: readonly number[]): void => {
    picked.at = axes.map(({ min, max }, i) => Math.min(max, Math.max(min, place[i])));
    show(picked.at);
    picked.tell?.(picked.at);
  };
  drawing.addEventListener("click", (event) => {
    const place = placeIn(drawing, event);
    pick(axes.map((_, i) => Number(scales[i].invert?.(place[i]))));
  });
  drawing.addEventListener("keydown", (event) => {
    const [axis, by] = keys[event.key as keyof typeof keys] ?? [axes.length, 0];
    if (axis >= axes.length) return;
    event.preventDefault();
    const from = picked.at ?? figure.optima[0] ?? axes.map(({ min, max }) => (min + max) / 2);
    pick(axes.map(({ min, max }, i) => from[i] + (i === axis ? (by * (max - min)) / (points - 1) : 0)));
  });
  if (picked.at !== undefined) show(picked.at);
  return timeless(page("div", {}, plot, says));
}

const keys = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1] } as const;

/** A design and what the simulations around it say. */
function describeDesign({ axes, points, cost, zeros, limits }: LandscapeFigure, at: readonly number[]): string {
  const place = axes.map(({ min, max }, i) => ((at[i] - min) / (max - min)) * (points - 1));
  const value = (values: Values): number => interpolate(values, points, place);
  const design = axes.map(({ name, unit }, i) => `${name} ${shortNumber(at[i])}${unit === "1" ? "" : ` ${unit}`}`);
  const costs = Number.isFinite(value(cost)) ? `cost about ${shortNumber(value(cost))}` : "cost unknown";
  const missed = zeros.flatMap(({ name, values }) =>
    values.length === 1 && Number.isFinite(value(values[0]))
      ? [`${name} missed by about ${shortNumber(Math.abs(value(values[0])))}`]
      : [],
  );
  const broken = limits.flatMap(({ name, values }) => (value(values) > 0 ? [`not kept: ${name}`] : []));
  return `${design.join(", ")}: ${[costs, ...missed, ...broken].join("; ")}.`;
}

/** A value between grid points, the first axis running fastest: linear along one axis, bilinear along two. */
function interpolate(values: Values, points: number, [u, v = 0]: readonly number[]): number {
  const [i, j] = [u, v].map((x) => Math.min(points - 2, Math.floor(x))) as [number, number];
  const at = (a: number, b: number): number => values[a + b * points] ?? Number.NaN;
  const along = (b: number): number => at(i, b) + (u - i) * (at(i + 1, b) - at(i, b));
  return values.length === points ? along(0) : along(j) + (v - j) * (along(j + 1) - along(j));
}
