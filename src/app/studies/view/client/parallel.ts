import { brief } from "../../../motion-view/numbers.js";
import { px, svg } from "../../../report/client/svg.js";
import { brush } from "./brush.js";
import { type Desk, numberAt, rangeOf, stateColours } from "./desk.js";
import { chartIn, figure, type Panel } from "./parts.js";

/** Axes and lines of a picture at most. */
const [mostAxes, mostLines] = [9, 800];
const [height, top, bottom, side] = [320, 36, 24, 46];

/** Every item as a line across an axis for each number; ranges of the axes can be chosen. */
export function parallelPanel(desk: Desk): Panel | undefined {
  const { numbers, data } = desk;
  const axes = numbers.slice(0, mostAxes);
  if (axes.length < 2) return undefined;
  const more = numbers.length > axes.length ? ` The first ${axes.length} of ${numbers.length} numbers are shown.` : "";
  const element = figure(
    "All numbers of every item",
    `An item is a line; drag along an axis to choose a range of it, click on the axis to let it go.${more}`,
  );
  element.classList.add("wide");
  const ranges = axes.map(rangeOf);
  const draw = (width: number): void => {
    const xOf = (i: number): number => side + (i * (width - 2 * side)) / (axes.length - 1);
    const yOf = (i: number, value: number): number => {
      const [low, high] = ranges[i];
      return height - bottom - ((value - low) / (high - low)) * (height - bottom - top);
    };
    const lineOf = (row: number): string => {
      let isOpen = false;
      return axes
        .map((axis, i) => {
          const x = numberAt(axis, row);
          const word = x === null ? "" : `${isOpen ? "L" : "M"}${px(xOf(i))},${px(yOf(i, x))}`;
          isOpen = x !== null;
          return word;
        })
        .join("");
    };
    const rows = desk.chosen();
    const stride = Math.ceil(rows.length / mostLines);
    const paths = stateColours.map((stroke, state) =>
      svg("path", {
        d: rows
          .filter((row, i) => i % stride === 0 && data.rows.states[row] === state)
          .map(lineOf)
          .join(""),
        fill: "none",
        stroke,
        "stroke-width": 1,
        "stroke-opacity": Math.max(0.15, Math.min(0.7, 60 / Math.max(1, rows.length / stride))),
      }),
    );
    const drawing = svg("svg", {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `Parallel coordinates of ${axes.map(({ name }) => name).join(", ")}`,
    });
    drawing.append(...paths.reverse());
    axes.forEach((axis, i) => {
      const x = xOf(i);
      const label = (y: number, text: string, bold = false): SVGElement => {
        const node = svg("text", {
          x,
          y,
          "text-anchor": "middle",
          fill: bold ? "var(--text)" : "var(--quiet)",
          "font-size": 11,
          ...(bold && { "font-weight": 600 }),
        });
        node.textContent = text;
        return node;
      };
      drawing.append(
        svg("line", { x1: x, x2: x, y1: top, y2: height - bottom, stroke: "var(--mark)", "stroke-width": 1.2 }),
        label(12 + 12 * (i % 2 === 0 ? 0 : 0), axis.name.length > 16 ? `${axis.name.slice(0, 15)}…` : axis.name, true),
        label(top - 8, brief(ranges[i][1])),
        label(height - 8, brief(ranges[i][0])),
      );
      const [low, high] = ranges[i];
      brush(
        {
          drawing,
          area: { x: x - 9, y: top, width: 18, height: height - bottom - top },
          isUpright: true,
          valueAt: (place) => low + ((height - bottom - place) / (height - bottom - top)) * (high - low),
          placeOf: (value) => yOf(i, Math.min(high, Math.max(low, value))),
        },
        desk.ranges.get(axis.name),
        (range) => desk.choose(axis.name, range),
      );
    });
    chartIn(element).replaceChildren(drawing);
  };
  return { element, draw };
}
