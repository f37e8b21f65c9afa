import * as Plot from "@observablehq/plot";
import { drawingOf, scaleOf } from "../../../report/client/chart.js";
import { common } from "../../../report/client/theme.js";
import { states } from "../study-page.js";
import { brush } from "./brush.js";
import { type Desk, labelOf, numberAt, rangeOf, stateColours } from "./desk.js";
import { chartIn, columnChoice, figure, named, type Panel } from "./parts.js";

/** Bars of a histogram: enough for what so many items show, within these. */
const [fewest, most] = [8, 32];
const barsFor = (items: number): number => Math.round(Math.min(most, Math.max(fewest, 2 * Math.sqrt(items))));

/** How the numbers of a column are distributed, by the states of their items; a range of it can be chosen. */
export function histogramPanel(desk: Desk): Panel | undefined {
  const { numbers, data } = desk;
  const first = numbers.find(({ role }) => role === "launch" || role === "value") ?? numbers[0];
  if (first === undefined) return undefined;
  const bars = barsFor(data.rows.items.length);
  let column = first;
  const pick = (picked: typeof column): void => {
    column = picked;
    draw(element.clientWidth);
  };
  const element = figure(
    "Distribution",
    "Items by a number, coloured by their state; lines stand at the quantiles of 5, 50 and 95 % of all solved items.",
    columnChoice("of", numbers, { first, pick }),
  );
  const draw = (width: number): void => {
    const [low, high] = rangeOf(column);
    const step = (high - low) / bars;
    const counts = states.map(() => new Array<number>(bars).fill(0));
    for (const row of desk.chosen()) {
      const x = numberAt(column, row);
      if (x !== null) counts[data.rows.states[row]][Math.min(bars - 1, Math.floor((x - low) / step))]++;
    }
    const boxes = counts.flatMap((of, state) =>
      of.map((count, i) => ({ from: low + i * step, to: low + (i + 1) * step, count, state: states[state] })),
    );
    const quantiles = data.analysis.values[column.name]?.quantiles;
    const plot = Plot.plot({
      ...common(width, `Distribution of ${column.name}`),
      height: 260,
      x: { domain: [low, high], label: labelOf(column), ticks: Math.max(3, Math.round(width / 110)) },
      y: {
        label: "items",
        grid: true,
        ticks: 4,
        tickFormat: (count: number) => (Number.isInteger(count) ? String(count) : ""),
      },
      color: { domain: [...states], range: [...stateColours] },
      marks: [
        Plot.rectY(boxes, {
          x1: "from",
          x2: "to",
          y: "count",
          fill: "state",
          inset: 0.5,
          order: [...states].reverse(),
        }),
        Plot.ruleX(quantiles === undefined ? [] : [quantiles[0], quantiles[2], quantiles[4]], {
          stroke: "var(--mark)",
          strokeDasharray: "3 3",
        }),
        Plot.ruleY([0], { stroke: "var(--quiet)" }),
      ],
    });
    const [scale, drawing] = [scaleOf(plot, "x"), drawingOf(plot)];
    const [x1, x2] = scale.range as [number, number];
    brush(
      {
        drawing,
        area: { x: x1, y: 28, width: x2 - x1, height: 260 - 28 - 40 },
        isUpright: false,
        valueAt: (place) => Number(scale.invert?.(place)),
        placeOf: (value) => scale.apply(Math.min(high, Math.max(low, value))),
      },
      desk.ranges.get(column.name),
      (range) => desk.choose(column.name, range),
    );
    chartIn(element).replaceChildren(named(plot, `Distribution of ${column.name}`));
  };
  return { element, draw };
}
