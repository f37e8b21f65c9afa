import * as Plot from "@observablehq/plot";
import { paretoFront } from "../../../../motion/study/analysis/pareto.js";
import { common, shortNumber } from "../../../report/client/theme.js";
import type { PageColumn } from "../study-page.js";
import { states } from "../study-page.js";
import { type Desk, labelOf, numberAt, some, stateColours } from "./desk.js";
import { chartIn, choice, columnChoice, figure, named, opensMotions, type Panel } from "./parts.js";

/** Points of a picture at most: more are not seen, and make it slow. */
const mostPoints = 4000;

/** Two numbers of every item, and those items that no other one beats in both. */
export function scatterPanel(desk: Desk): Panel | undefined {
  const { numbers } = desk;
  const fronts = desk.data.front.flatMap((name) => numbers.find((column) => column.name === name) ?? []);
  const outcomes = numbers.filter(({ role }) => role === "value" || role === "launch");
  const [x0, y0] = [fronts[0] ?? numbers[0], fronts[1] ?? outcomes[0] ?? numbers[1]];
  if (x0 === undefined || y0 === undefined) return undefined;
  const now = { x: x0, y: y0, best: fronts.length > 1 ? "both small" : "not shown" };
  const again = (change: Partial<typeof now>): void => {
    Object.assign(now, change);
    draw(element.clientWidth);
  };
  const element = figure(
    "Two numbers of every item",
    "Points by their state; the line joins the items that no other solved one beats in both (Pareto front).",
    columnChoice("x", numbers, { first: x0, pick: (x) => again({ x }) }),
    columnChoice("y", numbers, { first: y0, pick: (y) => again({ y }) }),
    choice("front", Object.keys(signs), { first: now.best, pick: (best) => again({ best }) }),
  );
  const draw = (width: number): void => {
    const points = pointsOf(desk, now.x, now.y);
    const front = frontOf(points, signs[now.best]);
    const plot = Plot.plot({
      ...common(width, `${now.y.name} over ${now.x.name}`),
      height: 340,
      x: { label: labelOf(now.x), grid: true, ticks: Math.max(3, Math.round(width / 110)), nice: true },
      y: { label: labelOf(now.y), grid: true, ticks: 6, nice: true },
      color: { domain: [...states], range: [...stateColours] },
      marks: [
        Plot.dot(some(points, mostPoints), {
          x: "x",
          y: "y",
          r: 2.6,
          stroke: "state",
          strokeOpacity: 0.75,
          symbol: "state",
        }),
        Plot.line(front, { x: "x", y: "y", stroke: "var(--mark)", strokeWidth: 1.8, curve: "step-after" }),
        Plot.dot(front, { x: "x", y: "y", r: 4, fill: "var(--star)", stroke: "var(--mark)" }),
        Plot.tip(points, Plot.pointer({ x: "x", y: "y", title: "title", fill: "var(--page)", stroke: "var(--line)" })),
      ],
      symbol: { domain: [...states], range: ["times", "triangle", "circle"] },
    });
    opensMotions(plot, desk);
    chartIn(element).replaceChildren(named(plot, `${now.y.name} over ${now.x.name}`));
  };
  return { element, draw };
}

/** Which sign makes either number small. */
const signs: Readonly<Record<string, readonly [number, number] | undefined>> = {
  "not shown": undefined,
  "both small": [1, 1],
  "x small, y large": [1, -1],
  "x large, y small": [-1, 1],
  "both large": [-1, -1],
};

interface Point {
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly state: string;
  readonly title: string;
}

function pointsOf({ data, chosen }: Desk, x: PageColumn, y: PageColumn): Point[] {
  return chosen().flatMap((row) => {
    const [a, b] = [numberAt(x, row), numberAt(y, row)];
    if (a === null || b === null) return [];
    const state = states[data.rows.states[row]];
    const why = data.reasons[data.rows.reasons[row]];
    const title = `item ${data.rows.items[row]}, ${state}\n${x.name} ${shortNumber(a)} ${x.unit}\n${y.name} ${shortNumber(b)} ${y.unit}${why === "" ? "" : `\n${why}`}`;
    return [{ row, x: a, y: b, state, title }];
  });
}

function frontOf(points: readonly Point[], sign: readonly [number, number] | undefined): Point[] {
  if (sign === undefined) return [];
  const solved = points.filter(({ state }) => state !== states[0]);
  const rows = paretoFront(
    solved.map(({ x }) => sign[0] * x),
    solved.map(({ y }) => sign[1] * y),
  );
  return rows.map((row) => solved[row]);
}
