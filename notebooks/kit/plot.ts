/** Plots for notebooks: each is one image to a screen reader, named by its caption or its axes. */
import * as Plot from "@observablehq/plot";

/** The name of a plot that says nothing of itself. */
function nameOf({ caption, x, y }: Plot.PlotOptions): string {
  if (typeof caption === "string") return caption;
  const [across, up] = [x?.label, y?.label].map((label) => (typeof label === "string" ? label : undefined));
  if (across !== undefined && up !== undefined) return `${up} over ${across}`;
  return across ?? up ?? "picture";
}

/** Room below, so that the name of an axis stands clear of its numbers [px]. */
const below = 42;

/** As `Plot.plot`, with role and name. */
export function plot(options: Plot.PlotOptions = {}): ReturnType<typeof Plot.plot> {
  const made = Plot.plot(options.margin === undefined ? { marginBottom: below, ...options } : options);
  const drawn = made instanceof SVGElement ? made : [...made.querySelectorAll(":scope > svg")].at(-1);
  drawn?.setAttribute("role", "img");
  drawn?.setAttribute("aria-label", options.ariaLabel ?? nameOf(options));
  // marks name themselves after their kind, which tells a reader nothing and which groups may not do
  for (const mark of drawn?.querySelectorAll("[aria-label]") ?? []) mark.removeAttribute("aria-label");
  return made;
}
