import { brief } from "../../../motion-view/numbers.js";
import { px, svg } from "../../../report/client/svg.js";
import { brush } from "./brush.js";
import { type Desk, numberAt, opensAny, rangeOf, some, stateColours } from "./desk.js";
import { chartIn, figure, follow, type Panel } from "./parts.js";

/** Axes and lines of a picture at most. */
const [mostAxes, mostLines] = [9, 800];
const [height, side] = [320, 46];
/** A row of words above and below the axes, and the width of one of their letters at most [units of the drawing]. */
const [rowHeight, letter] = [13, 6.8];
/** Axes nearer to each other than this have words in two rows, every second one in either. */
const crowded = 84;

/** Every item as a line across an axis for each number; ranges of the axes can be chosen. */
export function parallelPanel(desk: Desk): Panel | undefined {
  const { numbers, data } = desk;
  const axes = numbers.slice(0, mostAxes);
  if (axes.length < 2) return undefined;
  const more = numbers.length > axes.length ? ` The first ${axes.length} of ${numbers.length} numbers are shown.` : "";
  const element = figure(
    "All numbers of every item",
    `An item is a line${opensAny(desk) ? "; click on it to open its motion" : ""}. Drag along an axis to choose a range of it, click on the axis to let it go.${more}`,
  );
  element.classList.add("wide");
  const ranges = axes.map(rangeOf);
  const draw = (width: number): void => {
    const apart = (width - 2 * side) / (axes.length - 1);
    const lanes = apart < crowded ? 2 : 1;
    const [top, bottom] = [10 + 2 * lanes * rowHeight, 11 + lanes * rowHeight];
    const xOf = (i: number): number => side + i * apart;
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
    const rows = some(desk.chosen(), mostLines);
    const paths = stateColours.map((stroke, state) =>
      svg("path", {
        d: rows
          .filter((row) => data.rows.states[row] === state)
          .map(lineOf)
          .join(""),
        fill: "none",
        stroke,
        "stroke-width": 1,
        "stroke-opacity": Math.max(0.15, Math.min(0.7, 60 / Math.max(1, rows.length))),
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
    const placesOf = (row: number): (number | undefined)[] =>
      axes.map((axis, i) => {
        const x = numberAt(axis, row);
        return x === null ? undefined : yOf(i, x);
      });
    opensLines(drawing, desk, { lines: rows.map((row) => ({ row, places: placesOf(row) })), xOf, lineOf });
    axes.forEach((axis, i) => {
      const x = xOf(i);
      const label = (y: number, text: string, bold = false): SVGElement => {
        // words of the outermost axes end where the drawing does
        const half = Math.min(0.5 * letter * text.length, width / 2);
        const node = svg("text", {
          x: Math.max(half, Math.min(width - half, x)),
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
        label(12 + (i % lanes) * rowHeight, shortened(axis.name, lanes * apart), true),
        label(12 + (lanes + (i % lanes)) * rowHeight, brief(ranges[i][1])),
        label(height - bottom + 16 + (i % lanes) * rowHeight, brief(ranges[i][0])),
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

/** A name that fits into so much room. */
function shortened(name: string, room: number): string {
  const most = Math.max(4, Math.floor(room / letter));
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

/** The lines of a drawing: the height of each on every axis, where the axes stand, and how a line is drawn. */
interface Lines {
  readonly lines: readonly { readonly row: number; readonly places: readonly (number | undefined)[] }[];
  readonly xOf: (axis: number) => number;
  readonly lineOf: (row: number) => string;
}

/** A line is meant by a pointer that is so near to it [units of the drawing]. */
const near = 7;

/** The row whose line is nearest to a place between two axes; undefined where none is near. */
function lineAt({ lines, xOf }: Lines, x: number, y: number): number | undefined {
  let [found, least]: [number | undefined, number] = [undefined, near];
  for (const { row, places } of lines)
    for (let i = 0; i + 1 < places.length; i++) {
      const [left, right, a, b] = [xOf(i), xOf(i + 1), places[i], places[i + 1]];
      if (a === undefined || b === undefined || x < left || x > right) continue;
      // the distance from a steep line is less than how far it is above
      const slope = (b - a) / (right - left);
      const apart = Math.abs(a + slope * (x - left) - y) / Math.hypot(1, slope);
      if (apart < least) [found, least] = [row, apart];
    }
  return found;
}

/** Shows the line under the pointer, and opens its motion when it is clicked. */
function opensLines(drawing: SVGElement, desk: Desk, lines: Lines): void {
  const pointed = svg("path", { fill: "none", stroke: "var(--mark)", "stroke-width": 2.2 });
  const title = svg("title", {});
  drawing.append(title, pointed);
  const rowAt = ({ clientX, clientY }: MouseEvent): number | undefined => {
    const box = drawing.getBoundingClientRect();
    const scale = box.width / Number(drawing.getAttribute("width"));
    return lineAt(lines, (clientX - box.left) / scale, (clientY - box.top) / scale);
  };
  drawing.addEventListener("pointermove", (event) => {
    const row = rowAt(event);
    pointed.setAttribute("d", row === undefined ? "" : lines.lineOf(row));
    title.textContent = row === undefined ? "" : `item ${desk.data.rows.items[row]}`;
    drawing.style.cursor = row === undefined ? "" : "pointer";
  });
  drawing.addEventListener("pointerleave", () => pointed.setAttribute("d", ""));
  drawing.addEventListener("click", (event) => {
    // an axis lets go of its range
    if (event.target instanceof Element && event.target.closest(".track") !== null) return;
    const row = rowAt(event);
    follow(row === undefined ? undefined : desk.open(row));
  });
}
