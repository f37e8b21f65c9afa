import * as Plot from "@observablehq/plot";
import type { Spot } from "../../motion-view/outlines.js";
import type { FootprintFigure } from "../charts/figures.js";
import { equalAspect, extent } from "./aspect.js";
import { type Chart, spotAt, withDots } from "./chart.js";
import { common, shortNumber } from "./theme.js";

/** Higher, a body from above and its caption would not be seen at once [px]. */
const tallest = 420;

type Point = { x: number; y: number; of: string; mode: string; title: string };

/** Body, hull's patch and real contact at some instants, and the way of the contact point. */
export function footprint(figure: FootprintFigure, width: number, gives = Number.POSITIVE_INFINITY): Chart {
  const { instants, paths } = figure;
  const spots = instants.flatMap(({ outlines, patch, polygons }) => [...outlines.flat(), ...patch, ...polygons.flat()]);
  const all: readonly Spot[] = [
    ...spots,
    ...figure.targets,
    ...paths.flatMap(({ x, y }) => x.map((u, i): Spot => [u, y[i]])),
  ];
  const { x, y, height } = equalAspect(extent(all.map(([u]) => u)), extent(all.map(([, v]) => v)), width, {
    tallest,
    gives,
    around: "signs",
  });
  const points = paths.flatMap((path, i) => pathPoints(path, i));
  const rings = (of: (instant: FootprintFigure["instants"][number]) => readonly (readonly Spot[])[]): Point[] =>
    instants.flatMap((instant, i) =>
      of(instant).flatMap((ring, j) =>
        [...ring, ring[0]].map(([u, v]) => ({ x: u, y: v, of: `${i} ${j}`, mode: "", title: "" })),
      ),
    );
  const darkest = instants.length === 1 || figure.frame === "body" ? 0 : instants.length - 1;
  const areas = instants.flatMap(({ polygons }, i) =>
    polygons.map((polygon) =>
      Plot.line(polygon, {
        x: "0",
        y: "1",
        curve: "linear-closed",
        stroke: "var(--touches)",
        strokeWidth: 1.2,
        fill: "var(--touches)",
        // later instants are darker
        fillOpacity: darkest === 0 ? 0.22 : 0.08 + (0.3 * i) / darkest,
      }),
    ),
  );
  const ecps = instants.flatMap(({ ecp, label }) => (ecp ? [{ x: ecp[0], y: ecp[1], label }] : []));
  const modes = [...new Set(paths.map(({ mode }) => (mode === "slip" ? "slips" : "sticks")))];
  const plot = Plot.plot({
    ...common(width, figure.title),
    height,
    x: { domain: [...x], label: figure.labels[0], ticks: Math.max(3, Math.round(width / 110)) },
    y: { domain: [...y], label: figure.labels[1], ticks: Math.max(2, Math.round(height / 60)) },
    color: { domain: modes, range: modes.map((mode) => `var(--${mode})`), legend: modes.length > 0 },
    marks: [
      Plot.line(
        rings(({ outlines }) => outlines),
        { x: "x", y: "y", z: "of", stroke: "var(--quiet)", strokeWidth: 0.8, strokeOpacity: 0.6 },
      ),
      ...areas,
      Plot.line(
        rings(({ patch }) => [patch]),
        { x: "x", y: "y", z: "of", stroke: "var(--touches)", strokeWidth: 1.3, strokeDasharray: "5 3" },
      ),
      Plot.line(
        instants.flatMap(({ segments }, i) =>
          segments.flatMap((ends, j) => ends.map(([u, v]) => ({ x: u, y: v, of: `${i} ${j}` }))),
        ),
        { x: "x", y: "y", z: "of", stroke: "var(--touches)", strokeWidth: 4, strokeLinecap: "round" },
      ),
      Plot.dot(
        instants.flatMap(({ points }) => points),
        { x: "0", y: "1", r: 4.5, fill: "var(--touches)" },
      ),
      Plot.line(points, {
        x: "x",
        y: "y",
        z: "of",
        stroke: "mode",
        strokeWidth: 2.2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
      }),
      // a point that stays where it is has no line
      Plot.dot(
        paths.flatMap((path, i) => pathPoints(path, i).slice(-1)),
        { x: "x", y: "y", r: 3, fill: "mode" },
      ),
      Plot.dot(figure.targets, { x: "0", y: "1", r: 6, symbol: "times", stroke: "var(--mark)", strokeWidth: 2 }),
      Plot.dot(ecps, { x: "x", y: "y", r: 4.5, fill: "var(--bad)", stroke: "var(--page)", strokeWidth: 1.5 }),
      Plot.text(readableLabels(ecps, (x[1] - x[0]) / width), {
        x: "x",
        y: "y",
        text: "label",
        dx: 8,
        dy: -9,
        textAnchor: "start",
        fill: "var(--mark)",
        stroke: "var(--page)",
        strokeWidth: 4,
      }),
      Plot.tip(points, Plot.pointer({ x: "x", y: "y", title: "title", fill: "var(--page)", stroke: "var(--line)" })),
    ],
  });
  // stretches meet at a time: one dot is enough
  return withDots(plot, (time) => [paths.map((one) => spotAt(one, time)).find((spot) => spot !== undefined)]);
}

/** Labels without those that would cover an earlier one; `metre` is the size of a pixel. */
function readableLabels(ecps: readonly { x: number; y: number; label: string }[], metre: number) {
  const kept: { x: number; y: number; label: string }[] = [];
  for (const ecp of ecps)
    if (kept.every((other) => Math.abs(other.x - ecp.x) > 50 * metre || Math.abs(other.y - ecp.y) > 16 * metre))
      kept.push(ecp);
  return kept;
}

function pathPoints({ mode, step, t, x, y }: FootprintFigure["paths"][number], i: number): Point[] {
  // a line of one point is not seen
  const doubled = x.length === 1 ? [0, 0] : x.map((_, k) => k);
  return doubled.map((k) => ({
    x: x[k],
    y: y[k],
    of: String(i),
    mode: mode === "slip" ? "slips" : "sticks",
    title: `contact point, ${mode === "slip" ? "slips" : "sticks"}\nstep ${step[k]}, ${shortNumber(t[k])} s\n(${shortNumber(x[k])}, ${shortNumber(y[k])}) m`,
  }));
}
