import * as Plot from "@observablehq/plot";
import { pictureAfter } from "../../viewer/moment.js";
import type { BranchesFigure, BranchLine } from "../charts/figures.js";
import { equalAspect, extent } from "./aspect.js";
import { type Chart, spotAt, withDots } from "./chart.js";
import { common, lineColours, shortNumber } from "./theme.js";

/** The paths of all launches over each other, told apart by colour, and by dashes where colours repeat. */
export function branches(figure: BranchesFigure, width: number, gives = Number.POSITIVE_INFINITY): Chart {
  const { names, lines, labels, targets } = figure;
  const points = lines.flatMap(({ launch, body, t, x, y }) =>
    t.map((time, k) => ({
      x: x[k],
      y: y[k],
      name: names[launch],
      line: `${launch} ${body}`,
      title: `${names[launch]}\n${body}, ${shortNumber(time)} s\n(${shortNumber(x[k])}, ${shortNumber(y[k])}) m`,
    })),
  );
  const across = extent([...points.map(({ x }) => x), ...targets.map(([x]) => x)]);
  const up = extent([...points.map(({ y }) => y), ...targets.map(([, y]) => y)]);
  const { x, y, height } = equalAspect(across, up, width, { tallest, gives });
  const size = across[1] - across[0] + up[1] - up[0];
  const paths = names.map((name, launch) =>
    Plot.line(
      points.filter((point) => point.name === name),
      { x: "x", y: "y", z: "line", stroke: "name", ...lineStyle(launch, lines, size) },
    ),
  );
  const plot = Plot.plot({
    ...common(width, figure.title),
    height,
    x: { domain: [...x], label: labels[0], grid: true, ticks: Math.max(3, Math.round(width / 110)) },
    y: { domain: [...y], label: labels[1], grid: true, ticks: Math.max(2, Math.round(height / 60)) },
    color: {
      domain: [...names],
      range: names.map((_, i) => lineColours[i % lineColours.length]),
      legend: true,
    },
    marks: [
      ...paths,
      Plot.dot(targets, { x: "0", y: "1", r: 5.5, symbol: "times", stroke: "var(--mark)", strokeWidth: 1.8 }),
      Plot.tip(points, Plot.pointer({ x: "x", y: "y", title: "title", fill: "var(--page)", stroke: "var(--line)" })),
    ],
  });
  return withDots(plot, (time) => lines.map((line) => spotAt(line, time)));
}

/** Paths; of those that lie on each other the earlier ones are wider, so that all are seen; dashes where colours repeat. */
function lineStyle(launch: number, lines: readonly BranchLine[], size: number) {
  const later = lines.filter((line) => line.launch > launch);
  const hidden = later.filter((line) =>
    lines.some((own) => own.launch === launch && own.body === line.body && largestDistance(own, line) < size / 100),
  );
  const below = Math.min(3, new Set(hidden.map((line) => line.launch)).size);
  return { strokeWidth: 2 + 4 * below, ...(launch >= lineColours.length && { strokeDasharray: "6 4" }) };
}

/** How far two motions are ever apart [m], looked at some times between their first and their last. */
function largestDistance(a: BranchLine, b: BranchLine): number {
  const looks = 40;
  const at = ({ t, x, y }: BranchLine, share: number): [number, number] => {
    const k = pictureAfter(t, t[0] + share * (t[t.length - 1] - t[0]));
    return [x[k], y[k]];
  };
  return Array.from({ length: looks + 1 }, (_, i) => {
    const [[x, y], [u, v]] = [at(a, i / looks), at(b, i / looks)];
    return Math.hypot(x - u, y - v);
  }).reduce((most, distance) => Math.max(most, distance), 0);
}

/** A picture that is looked at beside its table [px]. */
const tallest = 420;
