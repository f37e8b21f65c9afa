import { DOMParser, type Element } from "@xmldom/xmldom";
import { flattened } from "./svg-path.js";

type Point = readonly [number, number];
/** x' = a x + c y + e, y' = b x + d y + f. */
type Transform = readonly [number, number, number, number, number, number];

export interface NamedOutline {
  readonly name: string;
  readonly points: readonly Point[];
}

/** Units of lengths [m]; a number without one is a millimetre, as drawing programs of mechanics have it. */
const units: Readonly<Record<string, number>> = {
  mm: 1e-3,
  cm: 1e-2,
  m: 1,
  in: 0.0254,
  pt: 0.0254 / 72,
  px: 1e-3,
  "": 1e-3,
};

/**
 * Closed outlines of an SVG [m], y upwards: paths, polygons, rectangles, circles and ellipses, within their groups.
 * @throws {RangeError} one sentence where the text is no SVG.
 */
export function svgOutlines(text: string): NamedOutline[] {
  let root: Element | null;
  try {
    root = new DOMParser({ onError: () => {} }).parseFromString(text, "image/svg+xml").documentElement;
  } catch (error) {
    throw new RangeError(`it cannot be read as XML: ${(error as Error).message.split("\n")[0]}`);
  }
  if (root?.localName !== "svg") throw new RangeError("its root is no <svg>");
  const scale = scaleOf(root);
  const found: NamedOutline[] = [];
  collect(root, [scale, 0, 0, -scale, 0, 0], found);
  return found;
}

/** Metres of a unit of its coordinates: by its width and viewBox where both are there. */
function scaleOf(root: Element): number {
  const [, size = "", unit = ""] = /^\s*([\d.eE+-]+)\s*([a-z]*)\s*$/.exec(root.getAttribute("width") ?? "") ?? [];
  const metres = units[unit] ?? units.mm;
  const box = (root.getAttribute("viewBox") ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = Number(size);
  return width > 0 && box.length === 4 && box[2] > 0 ? (metres * width) / box[2] : metres;
}

const unseen: ReadonlySet<string> = new Set(["defs", "clipPath", "mask", "symbol", "pattern", "marker", "metadata"]);

function collect(element: Element, outer: Transform, into: NamedOutline[]): void {
  const own = times(outer, transformOf(element.getAttribute("transform") ?? ""));
  for (const points of shapesOf(element))
    into.push({
      name: element.getAttribute("id") ?? element.localName ?? "",
      points: points.map(([x, y]): Point => [own[0] * x + own[2] * y + own[4], own[1] * x + own[3] * y + own[5]]),
    });
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeType === 1 && !unseen.has((child as Element).localName ?? "")) collect(child as Element, own, into);
}

const times = (m: Transform, n: Transform): Transform => [
  m[0] * n[0] + m[2] * n[1],
  m[1] * n[0] + m[3] * n[1],
  m[0] * n[2] + m[2] * n[3],
  m[1] * n[2] + m[3] * n[3],
  m[0] * n[4] + m[2] * n[5] + m[4],
  m[1] * n[4] + m[3] * n[5] + m[5],
];

const still: Transform = [1, 0, 0, 1, 0, 0];

/** A list of transforms, the first outermost. */
function transformOf(text: string): Transform {
  return [...text.matchAll(/(\w+)\s*\(([^)]*)\)/g)].reduce<Transform>((before, [, word, list]) => {
    const [a, b = 0, c = 0, d = 0, e = 0, f = 0] = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const angle = (a * Math.PI) / 180;
    const known: Readonly<Record<string, Transform>> = {
      matrix: [a, b, c, d, e, f],
      translate: [1, 0, 0, 1, a, b],
      scale: [a, 0, 0, list.trim().split(/[\s,]+/).length > 1 ? b : a, 0, 0],
      rotate: times(
        times([1, 0, 0, 1, b, c], [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0]),
        [1, 0, 0, 1, -b, -c],
      ),
      skewX: [1, 0, Math.tan(angle), 1, 0, 0],
      skewY: [1, Math.tan(angle), 0, 1, 0, 0],
    };
    return times(before, known[word] ?? still);
  }, still);
}

/** Corners of a round outline. */
const roundCorners = 24;

function shapesOf(element: Element): readonly (readonly Point[])[] {
  const number = (name: string): number => Number.parseFloat(element.getAttribute(name) ?? "0") || 0;
  const ellipse = (a: number, b: number): Point[] =>
    Array.from({ length: roundCorners }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / roundCorners;
      return [number("cx") + a * Math.cos(angle), number("cy") + b * Math.sin(angle)];
    });
  const [x, y, w, h] = ["x", "y", "width", "height"].map(number);
  switch (element.localName) {
    case "path":
      return flattened(element.getAttribute("d") ?? "");
    case "polygon":
    case "polyline": {
      const numbers = (element.getAttribute("points") ?? "").match(/[-+]?[\d.]+(?:[eE][-+]?\d+)?/g)?.map(Number) ?? [];
      return [
        Array.from({ length: Math.floor(numbers.length / 2) }, (_, i): Point => [numbers[2 * i], numbers[2 * i + 1]]),
      ];
    }
    case "rect":
      return [
        [
          [x, y],
          [x + w, y],
          [x + w, y + h],
          [x, y + h],
        ],
      ];
    case "circle":
      return [ellipse(number("r"), number("r"))];
    case "ellipse":
      return [ellipse(number("rx"), number("ry"))];
    default:
      return [];
  }
}
