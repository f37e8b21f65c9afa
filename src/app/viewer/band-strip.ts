import { page } from "./page.js";
import type { BandRow, BandStretch, ContactMode } from "./scene-data.js";

/** Modes in the order of a legend, with what they look like beside their colour. */
export const modeNames: readonly Exclude<ContactMode, "free">[] = ["sticks", "slips", "touches"];
export const modePatterns = { sticks: "filled", slips: "hatched", touches: "dotted" } as const;

/** What contacts do over time, a row each under a timeline; open contacts leave the row empty. */
export function bandStrip(band: readonly BandRow[], [start, end]: readonly [number, number]): HTMLElement {
  const share = (t: number): string => `${(100 * (t - start)) / (end - start || 1)}%`;
  const rows = band.filter(({ parts }) => parts.length > 0);
  const strips = rows.map(({ name, parts }) => {
    const marks = parts.map((part) =>
      page("i", {
        class: part.mode,
        style: `left: ${share(part.from)}; width: max(1px, ${share(start + part.to - part.from)})`,
        title: titleOf(name, part),
      }),
    );
    return page("div", { class: "viewer-band-row" }, ...marks, page("span", {}, name));
  });
  const found = modeNames.filter((mode) => rows.some(({ parts }) => parts.some((part) => part.mode === mode)));
  const legend = found.map((mode) => page("span", {}, page("i", { class: mode }), `${mode} (${modePatterns[mode]})`));
  const text = rows
    .map(
      ({ name, parts }) =>
        `${name}: ${parts
          .map(({ mode }) => mode)
          .slice(0, 12)
          .join(", ")}`,
    )
    .join("; ");
  const strip = page(
    "div",
    { class: "viewer-band-rows", role: "img", "aria-label": `Contact over time. ${text}` },
    ...strips,
  );
  return page("div", { class: "viewer-band" }, strip, page("p", { class: "viewer-legend" }, ...legend));
}

const titleOf = (name: string, { from, to, mode, text }: BandStretch): string =>
  `${name}: ${text ?? mode}\n${Number(from.toPrecision(4))} s to ${Number(to.toPrecision(4))} s`;
