import * as Plot from "@observablehq/plot";
import { shades } from "../../../report/client/design/landscape.js";
import { svg } from "../../../report/client/svg.js";
import { common, shortNumber } from "../../../report/client/theme.js";
import { foldsOf, isEven, levelsOf, meansOf, type Plane, planeOf } from "../grid.js";
import type { PageColumn } from "../study-page.js";
import { states } from "../study-page.js";
import { type Desk, labelOf, numberAt, some } from "./desk.js";
import { chartIn, choice, columnChoice, figure, named, opensMotions, type Panel } from "./parts.js";

/** The share of items that end as asked, which a map shows like a value. */
const share = "share as asked";

/** Which map is drawn: over what, of what, and where all other counted columns stand. */
interface Shown {
  x: PageColumn;
  y: PageColumn;
  of: string;
  readonly at: Map<string, number | string>;
}

/**
 * A value over two variables: shades and contours, where nothing is solved hatched, the borders of branches as lines; of what
 * is sampled, points.
 */
export function mapPanel(desk: Desk): Panel | undefined {
  const { data, numbers } = desk;
  const varied = numbers.filter(({ role }) => role === "counted" || role === "sampled");
  const outcomes = numbers.filter(({ role }) => role === "value" || role === "launch");
  const [x, y] = [...varied].sort((a, b) => Number(b.role === "counted") - Number(a.role === "counted"));
  if (x === undefined || y === undefined) return undefined;
  const first =
    outcomes.find(({ role, name }) => role === "launch" || data.about.where.some((ask) => ask.includes(name))) ??
    outcomes[0];
  // of a grid of samples the share is the answer, a mean of values hardly
  const mixed = x.role === "counted" && y.role === "counted" && varied.some(({ role }) => role === "sampled");
  const asked = data.about.where.length > 0;
  const now: Shown = { x, y, of: first === undefined || (asked && mixed) ? share : first.name, at: new Map() };
  const counted = data.columns.filter(({ role }) => role === "counted");
  const all = data.rows.items.map((_, row) => row);
  for (const column of counted) now.at.set(column.name, middleOf(column, all));
  const again = (change: Partial<Shown>): void => {
    Object.assign(now, change);
    others.hidden = !sliders.some(({ column }) => isFixed(column));
    for (const { column, element } of sliders) element.hidden = !isFixed(column);
    draw(element.clientWidth);
  };
  const isFixed = (column: PageColumn): boolean => column.name !== now.x.name && column.name !== now.y.name;
  const sliders = counted.map((column) => ({
    column,
    element: choice(column.name, wordsOf(column, all), {
      first: String(now.at.get(column.name)),
      pick: (word) => {
        now.at.set(column.name, column.cells.find((cell) => String(cell) === word) ?? word);
        again({});
      },
    }),
  }));
  const others = document.createElement("span");
  others.append(...sliders.map(({ element }) => element));
  for (const { column, element } of sliders) element.hidden = !isFixed(column);
  const element = figure(
    "Map",
    textOf(desk),
    columnChoice("over", varied, { first: x, pick: (picked) => again({ x: picked }) }),
    columnChoice("and", varied, { first: y, pick: (picked) => again({ y: picked }) }),
    choice("of", [share, ...outcomes.map(({ name }) => name)], { first: now.of, pick: (of) => again({ of }) }),
    others,
  );
  element.classList.add("wide");
  const draw = (width: number): void => {
    const rows = desk
      .chosen()
      .filter((row) => counted.every((c) => !isFixed(c) || c.cells[row] === now.at.get(c.name)));
    const wide = Math.min(width, widest);
    const plot =
      now.x.role === "counted" && now.y.role === "counted"
        ? ofGrid(desk, now, rows, wide)
        : ofPoints(desk, now, rows, wide);
    opensMotions(plot, desk);
    chartIn(element).replaceChildren(named(plot, `${now.of} over ${now.x.name} and ${now.y.name}`));
  };
  return { element, draw };
}

/** A map wider than this is no longer seen at once [px]. */
const widest = 1100;

function textOf({ data: { about, rows, reasons }, numbers }: Desk): string {
  const counts = new Map<string, number>();
  rows.states.forEach((state, row) => {
    const word = (reasons[rows.reasons[row]] ?? "").split(":")[0];
    if (state === 0) counts.set(word, (counts.get(word) ?? 0) + 1);
  });
  const why = [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
  const hatched = counts.size === 0 ? "" : ` Hatched where nothing is solved (${why}).`;
  const asked = about.where.length === 0 ? "" : " Orange lines and rings bound what is as asked.";
  const folds = " Thick lines stand where a branch of launches ends: beside them no launch continues into the other.";
  // samples have no neighbours beside them
  const hasFolds = numbers.filter(({ role }) => role === "counted").length > 1;
  return `The stronger the colour, the more.${asked}${hatched}${hasFolds ? folds : ""}`;
}

const wordsOf = ({ cells }: PageColumn, rows: readonly number[]): string[] => [
  ...new Set(rows.map((row) => String(cells[row]))),
];

function middleOf(column: PageColumn, rows: readonly number[]): number | string {
  const levels = levelsOf(column, rows);
  return levels.length > 0 ? levels[levels.length >> 1] : String(column.cells[rows[0]]);
}

/** The number of a row that is drawn. */
function numberOf({ data, numbers }: Desk, of: string): (row: number) => number | null {
  if (of === share) return (row) => (data.rows.states[row] === 2 ? 1 : 0);
  const column = numbers.find(({ name }) => name === of);
  return (row) => (column === undefined ? null : numberAt(column, row));
}

function titleOf({ data }: Desk, { x, y, of }: Shown, row: number, value: number | null): string {
  const state = states[data.rows.states[row]];
  const why = data.reasons[data.rows.reasons[row]];
  const places = [x, y].map((c) => `${c.name} ${shortNumber(Number(c.cells[row]))} ${c.unit}`);
  const says = of === share || value === null ? state : `${of} ${shortNumber(value)}, ${state}`;
  return [`item ${data.rows.items[row]}`, ...places, says, ...(why === "" ? [] : [why])].join("\n");
}

/** Tells of the point that is nearest, within so many pixels. */
const tip = (
  points: readonly { readonly x: number; readonly y: number; readonly title: string }[],
  maxRadius = 40,
): Plot.Markish =>
  Plot.tip(
    points,
    Plot.pointer({ x: "x", y: "y", title: "title", fill: "var(--page)", stroke: "var(--line)", maxRadius }),
  );

/** More points than this would hide what is drawn between them. */
const mostMarked = 600;

function ofGrid(desk: Desk, now: Shown, rows: readonly number[], width: number) {
  const plane = planeOf(now.x, now.y, rows);
  const value = numberOf(desk, now.of);
  const means = meansOf(plane, value);
  const { states: found } = desk.data.rows;
  const open = meansOf(plane, (row) => (found[row] === 0 ? 1 : 0)).map((x) => (Number.isNaN(x) ? 0 : x));
  const thresholds = levels(means, now.of === share);
  const points = plane.rows.flatMap((here, k) =>
    here.length === 0
      ? []
      : [
          {
            row: here[0],
            x: plane.x[k % plane.x.length],
            y: plane.y[Math.floor(k / plane.x.length)],
            title: titleOf(desk, now, here[0], value(here[0])),
          },
        ],
  );
  const even = isEven(plane.x) && isEven(plane.y);
  const folds = foldsOf(plane, desk.data.rows.launches);
  const passed = meansOf(plane, (row) => (found[row] === 2 ? 1 : 0));
  const outlined = desk.data.about.where.length > 0 && now.of !== share;
  return Plot.plot({
    ...frameOf(now, width, [plane.x, plane.y]),
    color: { type: "threshold", domain: thresholds, range: shades(thresholds.length + 1), label: now.of, legend: true },
    marks: [
      () => hatching(),
      ...(even
        ? [
            contours(plane, means, {
              thresholds: [Number.NEGATIVE_INFINITY, ...thresholds],
              fill: Plot.identity,
              stroke: "none",
            }),
            contours(plane, means, { thresholds, fill: "none", stroke: "var(--quiet)", strokeWidth: 0.5 }),
            contours(plane, open, {
              thresholds: [0.5],
              fill: "url(#unsolved)",
              stroke: "var(--quiet)",
              strokeWidth: 0.8,
            }),
            ...(outlined
              ? [contours(plane, passed, { thresholds: [0.5], fill: "none", stroke: "var(--line5)", strokeWidth: 2 })]
              : []),
          ]
        : [
            Plot.dot(points, { x: "x", y: "y", r: 5, fill: ({ row }) => value(row), symbol: "square" }),
            Plot.dot(
              points.filter(({ row }) => found[row] === 0),
              { x: "x", y: "y", r: 4, symbol: "times", stroke: "var(--bad)", strokeWidth: 1.8 },
            ),
          ]),
      Plot.link(folds, {
        x1: ({ from }) => from[0],
        y1: ({ from }) => from[1],
        x2: ({ to }) => to[0],
        y2: ({ to }) => to[1],
        stroke: "var(--mark)",
        strokeWidth: 2.2,
        strokeLinecap: "square",
        clip: true,
      }),
      Plot.frame({ stroke: "var(--quiet)" }),
      ...(even && points.length <= mostMarked
        ? [Plot.dot(points, { x: "x", y: "y", r: 1.3, fill: "var(--quiet)", clip: false })]
        : []),
      // a grid fills its picture: every place of it is an item's
      tip(points, width),
    ],
  });
}

/** Points of a picture at most. */
const mostPoints = 5000;

function ofPoints(desk: Desk, now: Shown, rows: readonly number[], width: number) {
  const value = numberOf(desk, now.of);
  const points = some(rows, mostPoints).flatMap((row) => {
    const [x, y] = [numberAt(now.x, row), numberAt(now.y, row)];
    if (x === null || y === null) return [];
    return [{ row, x, y, solved: desk.data.rows.states[row] !== 0, title: titleOf(desk, now, row, value(row)) }];
  });
  const solved = points.filter((point) => point.solved && value(point.row) !== null);
  const thresholds = levels(
    solved.map(({ row }) => value(row) ?? Number.NaN),
    now.of === share,
  );
  return Plot.plot({
    ...frameOf(now, width),
    color: { type: "threshold", domain: thresholds, range: shades(thresholds.length + 1), label: now.of, legend: true },
    marks: [
      Plot.dot(solved, {
        x: "x",
        y: "y",
        r: 3.2,
        fill: ({ row }: { row: number }) => value(row),
        stroke: ({ row }: { row: number }) => (desk.data.rows.states[row] === 2 ? "var(--quiet)" : "var(--line5)"),
        strokeWidth: ({ row }: { row: number }) => (desk.data.rows.states[row] === 2 ? 0.5 : 1.5),
      }),
      Plot.dot(
        points.filter((point) => !point.solved),
        { x: "x", y: "y", r: 3.5, symbol: "times", stroke: "var(--bad)", strokeWidth: 1.6 },
      ),
      Plot.frame({ stroke: "var(--quiet)" }),
      tip(points),
    ],
  });
}

/** A grid ends at its outermost items: beyond them nothing is known. */
const frameOf = ({ x, y, of }: Shown, width: number, levels?: readonly (readonly number[])[]) => {
  const [across, up] = (levels ?? []).map((of) => ({ domain: [of[0], of[of.length - 1]] }));
  return {
    ...common(width, `${of} over ${x.name} and ${y.name}`),
    height: Math.min(520, 0.62 * width + 40),
    x: { label: labelOf(x), ticks: Math.max(3, Math.round(width / 110)), ...across },
    y: { label: labelOf(y), ticks: 6, ...up },
  };
};

function contours({ x, y }: Plane, values: number[], options: Plot.ContourOptions): Plot.Markish {
  const [dx, dy] = [x, y].map((levels) => (levels[levels.length - 1] - levels[0]) / (levels.length - 1) / 2);
  return Plot.contour(values, {
    width: x.length,
    height: y.length,
    x1: x[0] - dx,
    x2: x[x.length - 1] + dx,
    y1: y[0] - dy,
    y2: y[y.length - 1] + dy,
    clip: true,
    ...options,
  });
}

/** About ten round numbers from the least to the largest; of shares, tenths. */
function levels(values: readonly number[], isShare: boolean): number[] {
  if (isShare && values.every((x) => Number.isNaN(x) || x === 0 || x === 1)) return [0.5];
  if (isShare) return [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
  const known = values.filter((x) => !Number.isNaN(x)).sort((a, b) => a - b);
  const [low, high] = [known[0] ?? 0, known[known.length - 1] ?? 1];
  const size = (high - low) / 9;
  if (!(size > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(size));
  const round = [1, 2, 5].map((digit) => digit * power).find((one) => one >= size) ?? 10 * power;
  const from = Math.floor(low / round) + 1;
  return Array.from({ length: Math.max(1, Math.ceil(high / round) - from) }, (_, k) =>
    Number(((from + k) * round).toPrecision(12)),
  );
}

function hatching(): SVGElement {
  const line = svg("path", { d: "M0,8L8,0M-2,2L2,-2M6,10L10,6", stroke: "var(--mark)", "stroke-width": 1 });
  const pattern = svg("pattern", { id: "unsolved", width: 8, height: 8, patternUnits: "userSpaceOnUse" });
  pattern.append(svg("rect", { width: 8, height: 8, fill: "var(--page)" }), line);
  return svg("defs", {}, pattern);
}
