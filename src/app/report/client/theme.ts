import type { PlotOptions } from "@observablehq/plot";

/** Colours of the page, so that charts follow it into the dark and onto paper. */
export const lineColours = [...[1, 2, 3, 4, 5, 6].map((i) => `var(--line${i})`), "var(--mark)"];

/** How a contact moves, in words of the legend, each with its own colour. */
export const stateNames = ["slips", "sticks", "free", "touches", "moves"] as const;

/** Settings that all charts share. */
export function common(width: number, title: string): PlotOptions {
  return {
    width,
    marginLeft: 66,
    marginRight: 18,
    marginTop: 28,
    marginBottom: 40,
    ariaLabel: title,
    style: { fontSize: "12px", background: "transparent", fontFamily: "inherit" },
  };
}

/** Colour of each state that occurs, so that a legend names no others. */
export function stateScale(states: Iterable<string>): { domain: string[]; range: string[]; legend: boolean } {
  const found = new Set(states);
  const domain = stateNames.filter((name) => found.has(name));
  return { domain, range: domain.map((name) => `var(--${name})`), legend: true };
}

/** A number for a tip: four digits are more than a chart shows. */
export const shortNumber = (x: number): string => String(Number(x.toPrecision(4)));

/**
 * The range of an axis: a twentieth more than the data; where the data hardly vary, a twentieth of their size, so that
 * rounding errors do not fill the chart.
 */
export function axisRange(values: Iterable<number>, zero: boolean): [number, number] {
  let [low, high] = zero ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const x of values) [low, high] = [Math.min(low, x), Math.max(high, x)];
  if (low > high) return [0, 1];
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size === 0) return [0, 1];
  const spread = high - low > 1e-4 * size ? high - low : size;
  return [zero && low === 0 ? 0 : low - 0.05 * spread, high + 0.05 * spread];
}
