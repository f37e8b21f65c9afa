import * as Plot from "@observablehq/plot";
import { common } from "../../../report/client/theme.js";
import type { Desk } from "./desk.js";
import { chartIn, choice, figure, named, type Panel } from "./parts.js";

/** Sobol' indices of a value by what was sampled: alone, and with all that it does together with others. */
export function sensitivityPanel({ data: { analysis }, numbers }: Desk): Panel | undefined {
  const { sensitivity } = analysis;
  const sampled = numbers.filter(({ role }) => role === "sampled").map(({ name }) => name);
  const values = Object.keys(sensitivity ?? {}).filter(
    (name) => numbers.some((column) => column.name === name) && !sampled.includes(name),
  );
  if (sensitivity === undefined || values.length === 0) return undefined;
  let value = values[0];
  const element = figure(
    "Which parameter matters",
    "Sobol’ indices: the share of the variance that a parameter explains alone (first), and with all that it does together with others (total).",
    choice("of", values, {
      first: value,
      pick: (picked) => {
        value = picked;
        draw(element.clientWidth);
      },
    }),
  );
  const kinds = ["first", "total"] as const;
  const draw = (width: number): void => {
    const { of } = sensitivity[value];
    const bars = Object.entries(of).flatMap(([name, index]) =>
      kinds.map((kind) => ({
        name,
        kind,
        share: Math.max(0, Number(index[kind])),
        text: Number(index[kind]).toFixed(2),
      })),
    );
    const longest = Math.max(...bars.map(({ name }) => name.length));
    const plot = Plot.plot({
      ...common(width, `Sobol' indices of ${value}`),
      marginLeft: 20 + 7 * longest,
      marginRight: 40,
      height: 60 + 46 * Object.keys(of).length,
      x: { domain: [0, Math.max(1, ...bars.map(({ share }) => share))], label: "share of the variance", grid: true },
      y: { axis: null, domain: [...kinds] },
      fy: { label: null, domain: Object.keys(of), padding: 0.2 },
      color: { domain: [...kinds], range: ["var(--line1)", "var(--line6)"], legend: true },
      marks: [
        Plot.barX(bars, { fy: "name", y: "kind", x: "share", fill: "kind" }),
        Plot.text(bars, {
          fy: "name",
          y: "kind",
          x: "share",
          text: "text",
          dx: 4,
          textAnchor: "start",
          fill: "var(--text)",
        }),
      ],
    });
    chartIn(element).replaceChildren(named(plot, `Sobol' indices of ${value}`));
  };
  return { element, draw };
}
