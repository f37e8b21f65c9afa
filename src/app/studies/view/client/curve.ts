import * as Plot from "@observablehq/plot";
import { common, shortNumber } from "../../../report/client/theme.js";
import { foldsOf, planeOf } from "../grid.js";
import { type PageColumn, states } from "../study-page.js";
import { type Desk, labelOf, numberAt, opensAny, rangeOf, stateColours } from "./desk.js";
import { chartIn, columnChoice, figure, named, opensMotions, type Panel } from "./parts.js";

/** A number over the one value that varies: points by their state, joined where launches continue into each other. */
export function curvePanel(desk: Desk): Panel | undefined {
  const { numbers, data } = desk;
  const varied = numbers.filter(({ role }) => role === "counted" || role === "sampled");
  const outcomes = numbers.filter(({ role }) => role === "value" || role === "launch");
  const [over, ...more] = varied;
  const first = outcomes.find(({ role }) => role === "launch") ?? outcomes[0];
  if (over === undefined || more.length > 0 || first === undefined) return undefined;
  let of = first;
  const pick = (picked: PageColumn): void => {
    of = picked;
    draw(element.clientWidth);
  };
  const unsolved = data.rows.states.some((state) => state === 0);
  const element = figure(
    "Curve",
    `A number over what varies${opensAny(desk) ? "; click on a point to open its motion" : ""}. The line breaks where a branch of launches ends.${unsolved ? " Crosses stand where nothing is solved." : ""}`,
    columnChoice("of", outcomes, { first, pick }),
  );
  element.classList.add("wide");
  const draw = (width: number): void => {
    const points = pointsOf(desk, over, of);
    const solved = points.filter(({ y }) => y !== null);
    const [low] = rangeOf(of);
    const plot = Plot.plot({
      ...common(width, `${of.name} over ${over.name}`),
      height: 340,
      x: { label: labelOf(over), grid: true, ticks: Math.max(3, Math.round(width / 110)) },
      y: { label: labelOf(of), grid: true, ticks: 6, nice: true },
      color: { domain: [...states], range: [...stateColours] },
      marks: [
        Plot.line(solved, { x: "x", y: "y", z: "branch", stroke: "var(--quiet)", strokeWidth: 1.4 }),
        Plot.dot(solved, { x: "x", y: "y", r: 4, fill: "state", stroke: "var(--page)", strokeWidth: 0.8 }),
        Plot.dot(
          points.filter(({ y }) => y === null),
          { x: "x", y: () => low, r: 4, symbol: "times", stroke: "var(--bad)", strokeWidth: 1.8 },
        ),
        Plot.tip(
          points.map((point) => ({ ...point, y: point.y ?? low })),
          Plot.pointerX({ x: "x", y: "y", title: "title", fill: "var(--page)", stroke: "var(--line)" }),
        ),
      ],
    });
    opensMotions(plot, desk);
    chartIn(element).replaceChildren(named(plot, `${of.name} over ${over.name}`));
  };
  return { element, draw };
}

interface Point {
  readonly row: number;
  readonly x: number;
  /** Null where nothing is solved. */
  readonly y: number | null;
  /** Points of one branch are joined. */
  readonly branch: number;
  readonly state: string;
  readonly title: string;
}

/** The chosen rows from left to right, with the number of the branch that each lies on. */
function pointsOf({ data, chosen }: Desk, over: PageColumn, of: PageColumn): Point[] {
  const rows = chosen()
    .filter((row) => numberAt(over, row) !== null)
    .sort((a, b) => Number(over.cells[a]) - Number(over.cells[b]));
  const flat: PageColumn = { ...over, cells: over.cells.map(() => 0) };
  const borders = foldsOf(planeOf(over, flat, rows), data.rows.launches).map(({ from }) => from[0]);
  return rows.map((row) => {
    const x = Number(over.cells[row]);
    const y = data.rows.states[row] === 0 ? null : numberAt(of, row);
    const state = states[data.rows.states[row]];
    const why = data.reasons[data.rows.reasons[row]];
    const value = y === null ? [] : [`${of.name} ${shortNumber(y)} ${of.unit}`];
    const lines = [`item ${data.rows.items[row]}, ${state}`, `${over.name} ${shortNumber(x)} ${over.unit}`, ...value];
    const branch = borders.filter((border) => border < x).length;
    return { row, x, y, branch, state, title: [...lines, ...(why === "" ? [] : [why])].join("\n") };
  });
}
