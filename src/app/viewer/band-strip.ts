import type { BandRow, BandStretch, ContactMode } from "../motion-view/scene/scene-data.js";
import { page } from "./page.js";

/** Modes in the order of a legend, with what they look like beside their colour. */
export const modePatterns: Readonly<Record<Exclude<ContactMode, "free">, string>> = {
  sticks: "filled",
  slips: "hatched",
  touches: "dotted",
};

/** Modes of contacts over time, a row each: their names, the strips for under a slider, and what the patterns mean. */
export function bandStrip(band: readonly BandRow[], [start, end]: readonly [number, number]) {
  const share = (duration: number): string => `${((100 * duration) / (end - start || 1)).toFixed(3)}%`;
  const rows = band.filter(({ parts }) => parts.length > 0);
  const strips = rows.map(({ name, parts }) => {
    const marks = parts.map((part) => {
      const place = `left: ${share(part.from - start)}; width: max(1px, ${share(part.to - part.from)})`;
      return page("i", { class: part.mode, style: place, title: titleOf(name, part) });
    });
    return page("div", { class: "viewer-band-row" }, ...marks);
  });
  const used = Object.entries(modePatterns).filter(([mode]) =>
    rows.some(({ parts }) => parts.some((part) => part.mode === mode)),
  );
  const legend = used.map(([mode, pattern]) => page("span", {}, page("i", { class: mode }), `${mode} (${pattern})`));
  return {
    names: page(
      "div",
      { class: "viewer-names", "aria-hidden": "true" },
      ...rows.map(({ name }) => page("span", { title: name }, name)),
    ),
    band: page(
      "div",
      { class: "viewer-band" },
      page(
        "div",
        { class: "viewer-band-rows", role: "img", "aria-label": `Contact over time. ${textOf(rows)}` },
        ...strips,
      ),
      page("p", { class: "viewer-legend" }, ...legend),
    ),
  };
}

/** More changes than this are no longer told one by one. */
const mostTold = 12;

const textOf = (rows: readonly BandRow[]): string =>
  rows
    .map(({ name, parts }) => {
      const told = parts.slice(0, mostTold).map(({ from, mode }) => `${mode} from ${Number(from.toPrecision(3))} s`);
      return `${name}: ${told.join(", ")}${parts.length > mostTold ? ", and so on" : ""}`;
    })
    .join("; ");

const titleOf = (name: string, { from, to, mode, text }: BandStretch): string =>
  `${name}: ${text ?? mode}\n${Number(from.toPrecision(4))} s to ${Number(to.toPrecision(4))} s`;
