import * as Plot from "@observablehq/plot";
import type { BranchesFigure } from "../figures.js";
import { equalAspect, extent } from "./aspect.js";
import { common, lineColours, shown } from "./theme.js";

/** The paths of all launches over each other, told apart by colour, and by dashes where colours repeat. */
export function branches(figure: BranchesFigure, width: number) {
  const { names, lines, labels, targets } = figure;
  const points = lines.flatMap(({ launch, body, t, x, y }) =>
    t.map((time, k) => ({
      x: x[k]!,
      y: y[k]!,
      name: names[launch]!,
      line: `${launch} ${body}`,
      title: `${names[launch]!}\n${body}, ${shown(time)} s\n(${shown(x[k]!)}, ${shown(y[k]!)}) m`,
    })),
  );
  const across = extent([...points.map(({ x }) => x), ...targets.map(([x]) => x)]);
  const up = extent([...points.map(({ y }) => y), ...targets.map(([, y]) => y)]);
  const { x, y, height } = equalAspect(across, up, width, tallest);
  const paths = names.map((name, launch) =>
    Plot.line(
      points.filter((point) => point.name === name),
      { x: "x", y: "y", z: "line", stroke: "name", ...lineStyle(launch, names.length) },
    ),
  );
  return Plot.plot({
    ...common(width, figure.title),
    height,
    x: { domain: [...x], label: labels[0], grid: true, ticks: Math.max(3, Math.round(width / 110)) },
    y: { domain: [...y], label: labels[1], grid: true, ticks: Math.max(2, Math.round(height / 60)) },
    color: {
      domain: [...names],
      range: names.map((_, i) => lineColours[i % lineColours.length]!),
      legend: true,
    },
    marks: [
      ...paths,
      Plot.dot(targets, { x: "0", y: "1", r: 5.5, symbol: "times", stroke: "var(--mark)", strokeWidth: 1.8 }),
      Plot.tip(points, Plot.pointer({ x: "x", y: "y", title: "title", fill: "var(--page)", stroke: "var(--line)" })),
    ],
  });
}

/** Earlier lines are wider, so that paths that lie on each other are all seen; dashes where colours repeat. */
function lineStyle(launch: number, count: number) {
  const below = Math.min(3, count - 1 - launch);
  return { strokeWidth: 2 + 2.5 * below, ...(launch >= lineColours.length && { strokeDasharray: "6 4" }) };
}

/** A picture that is looked at beside its table [px]. */
const tallest = 420;
