import type { BandPart } from "../charts/figures.js";
import { page, px, svg } from "./svg.js";

/** Room that a band takes between axis and numbers [px]. */
export const bandRoom = 18;
const thickness = 11;

/** Kinds of contact, each with its own colour; slip is hatched, so that it is told apart without any. */
const colours = { surface: "--line1", line: "--line3", point: "--line5", none: "--line" } as const;
const kinds = ["surface", "line", "point", "none"] as const;

/** The contact over time as a strip from `y` downwards. */
export function bandShape(parts: readonly BandPart[], toX: (t: number) => number, y: number): SVGElement {
  const hatch = svg(
    "pattern",
    { id: "slip-hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 2.4, height: 5, fill: "var(--page)", "fill-opacity": 0.75 }),
  );
  const strips = parts.flatMap(({ from, to, contact, mode, text }) => {
    const [x, end] = [toX(from), toX(to)];
    // a segment of one step is seen, too
    const box = { x: px(x), y, width: px(Math.max(1, end - x)), height: thickness };
    const title = svg("title", {});
    title.textContent = text;
    const filled = svg("rect", { ...box, fill: `var(${colours[contact]})` }, title);
    const hatched = svg("rect", { ...box, fill: "url(#slip-hatch)", "pointer-events": "none" });
    return mode === "slip" ? [filled, hatched] : [filled];
  });
  return svg("g", { class: "band" }, svg("defs", {}, hatch), ...strips);
}

/** Key of the colours of a band, as far as they occur. */
export function bandKey(parts: readonly BandPart[]): HTMLElement {
  const named = { surface: "surface contact", line: "line", point: "point", none: "no contact" };
  const swatch = (text: string, background: string): HTMLElement =>
    page("span", {}, page("i", { style: `background: ${background}` }), text);
  const found = kinds.filter((kind) => parts.some(({ contact }) => contact === kind));
  const slips = parts.some(({ mode }) => mode === "slip");
  return page(
    "p",
    { class: "band-key" },
    "Under the axis: ",
    ...found.map((kind) => swatch(named[kind], `var(${colours[kind]})`)),
    ...(slips
      ? [swatch("hatched: slips", "repeating-linear-gradient(135deg, var(--quiet) 0 2px, transparent 2px 4px)")]
      : []),
  );
}
