import * as Plot from "@observablehq/plot";
import { freeSides, type Named, placeOf } from "../../viewer/label-places.js";
import type { PathFigure, PathLine } from "../charts/figures.js";
import { equalAspect, extent, type Range } from "./aspect.js";
import { type Chart, type ChartData, spotAt, withDots } from "./chart.js";
import { common, shortNumber, stateScale } from "./theme.js";

/** A picture that is looked at at once [px]. */
const tallest = 440;

type Point = { x: number; y: number; state: string; run: string; title: string };

/** The way of the bodies with equal scales on both axes, coloured by how they touch. */
export function path(figure: PathFigure, data: ChartData, width: number, gives = Number.POSITIVE_INFINITY): Chart {
  const points = figure.bodies.flatMap((body) => pointsOf(body, data));
  const across = [...figure.bodies.flatMap((body) => [...body.x]), ...figure.marks.map((mark) => mark.x)];
  const up = [...figure.bodies.flatMap((body) => [...body.y]), ...figure.marks.map((mark) => mark.y)];
  const { x, y, height } = equalAspect(extent(across), extent(up), width, { tallest, gives });
  const labels = labelsOf(figure, data, { x, y, width, height });
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
        title: "label",
        symbol: symbolOf,
        stroke: "var(--mark)",
        strokeWidth: 1.8,
        fill: "var(--page)",
      }),
      ...[0, 1, 2, 3].map((side) => {
        const [dx, dy] = offsetOf(side);
        return Plot.text(
          labels.filter((label) => label.side === side),
          {
            x: "x",
            y: "y",
            text: "text",
            dx,
            dy,
            fill: "var(--mark)",
            stroke: "var(--page)",
            strokeWidth: 4,
            textAnchor: dx > 0 ? "start" : "end",
          },
        );
      }),
      Plot.tip(points, Plot.pointer({ x: "x", y: "y", title: "title", fill: "var(--page)", stroke: "var(--line)" })),
    ],
  });
  return withDots(plot, (time) => figure.bodies.map(({ x, y }) => spotAt({ t: data.t, x, y }, time)));
}

const symbolOf = ({ label }: { label: string }): string =>
  label.startsWith("target") ? "times" : label.startsWith("end") ? "square" : "circle";

/** How high a line of a chart's text is, and about how wide one of its letters [px]. */
const [lineHeight, letter] = [14, 6.6];

/** From a mark to the side on which its label begins or ends, and to the middle of its line [px]. */
function offsetOf(side: number): readonly [dx: number, dy: number] {
  const [x, y] = placeOf({ x: 0, y: 0, width: 0, height: lineHeight, side }, side);
  return [x, y + lineHeight / 2];
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly texts: string[];
  /** The side where there is room, away from the line. */
  readonly wanted: number;
}

interface Frame {
  readonly x: Range;
  readonly y: Range;
  readonly width: number;
  readonly height: number;
}

/** The marks of more bodies than this are told by a tip alone: their names would hide the ways. */
const mostNamed = 6;

/** One label where marks lie on each other, none over another. */
function labelsOf(figure: PathFigure, data: ChartData, frame: Frame) {
  if (figure.bodies.length > mostNamed) return [];
  const labels = labelsTogether(figure, data, frame);
  const texts = labels.map(({ texts: [first, second, ...more] }) =>
    second === undefined ? first : more.length === 0 ? `${first}, ${second}` : `${first} and ${more.length + 1} more`,
  );
  const { marginLeft: left = 0, marginRight = 0, marginTop: top = 0, marginBottom = 0 } = common(frame.width, "");
  const [right, bottom] = [frame.width - marginRight, frame.height - marginBottom];
  const [[x0, x1], [y0, y1]] = [frame.x, frame.y];
  const spot = (x: number, y: number): [number, number] => [
    left + ((x - x0) / (x1 - x0)) * (right - left),
    top + ((y1 - y) / (y1 - y0)) * (bottom - top),
  ];
  const named = labels.map(({ x: across, y: up, wanted }, k): Named => {
    const [x, y] = spot(across, up);
    return { x, y, width: letter * texts[k].length, height: lineHeight, side: wanted };
  });
  const marks = labels.flatMap(({ x, y }) => markAround(spot(x, y)));
  const ways = figure.bodies.flatMap(({ x, y }) => alongWay([...x].map((across, k) => spot(across, y[k]))));
  const sides = freeSides(named, { left, top: 0, right: frame.width, bottom }, [...marks, ...ways]);
  return labels.map(({ x, y }, k) => ({ x, y, text: texts[k], side: sides[k] }));
}

/** Points of a way are as far apart as this, so that no name stands between two of them [px]. */
const wayStep = 5;

function alongWay(points: readonly (readonly [number, number])[]): [number, number][] {
  return points.flatMap(([x, y], k) => {
    const [u, v] = points[k - 1] ?? [x, y];
    const parts = Math.ceil(Math.hypot(x - u, y - v) / wayStep);
    return Array.from({ length: Number.isFinite(parts) ? parts : 0 }, (_, i): [number, number] => [
      u + ((i + 1) / parts) * (x - u),
      v + ((i + 1) / parts) * (y - v),
    ]);
  });
}

/** A name over a mark is read as the name of that mark: it weighs as much as a piece of a way. */
function markAround([x, y]: readonly [number, number]): [number, number][] {
  const places = [-1, 0, 1];
  return places.flatMap((i) => places.map((j): [number, number] => [x + wayStep * i, y + wayStep * j]));
}

function labelsTogether({ marks, bodies }: PathFigure, { t }: ChartData, { x: [x0, x1], y: [y0, y1] }: Frame): Label[] {
  // closer than a fortieth of the chart two marks lie on each other
  const near = (a: { x: number; y: number }, b: { x: number; y: number }): boolean =>
    Math.abs(a.x - b.x) < (x1 - x0) / 40 && Math.abs(a.y - b.y) < (y1 - y0) / 40;
  const lineIsAbove = (mark: { x: number; y: number }): boolean => {
    // weighed by time, for steps may be of any length
    const heights = bodies.flatMap((body) =>
      body.y.map((y, k) =>
        Math.abs(body.x[k] - mark.x) < (x1 - x0) / 6 ? (y - mark.y) * (t[k] - (t[k - 1] ?? t[0])) : 0,
      ),
    );
    return heights.reduce((sum, height) => sum + height, 0) > 0;
  };
  const found: Label[] = [];
  for (const { label, x, y } of marks) {
    const other = found.find((known) => near(known, { x, y }));
    if (other === undefined) {
      const [isRight, isBelow] = [x < (x0 + x1) / 2, lineIsAbove({ x, y })];
      found.push({ x, y, texts: [label], wanted: (isRight ? 0 : 2) + (isBelow ? 0 : 1) });
    } else other.texts.push(label);
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
