import { type Landscape, landscape } from "../../../motion/design/landscape.js";
import { chanceOf } from "../../../motion/problem/objective.js";
import type { Result } from "../../../motion/result.js";
import type { Spot } from "../../motion-view/outlines.js";
import type { Run } from "../../run/run.js";
import type { LandscapeFigure, Values } from "./figures.js";

/** The values of what a design varies, by the names of the parameters. */
export function designedValues({ values }: Result): Record<string, number> {
  const prefix = "design.";
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, x]) =>
      name.startsWith(prefix) && x !== null ? [[name.slice(prefix.length), x]] : [],
    ),
  );
}

/** Time that a report may take to simulate designs for its picture of them [s]. */
const patience = 5;

/** The landscape around a design; none where people do not wait any longer, or where there is no design. */
export async function landscapeOf(
  { verb, result }: Pick<Run, "verb" | "result">,
  signal: AbortSignal | undefined,
  most = patience,
): Promise<Landscape | undefined> {
  if (verb !== "design" || result.status === "cancelled" || chanceOf(result.problem) !== undefined) return undefined;
  return landscape(result.problem, { set: result.run.settings, at: designedValues(result), patience: most, signal });
}

/** The cost over what a design varies, what its constraints leave of it, and the way of the search. */
export function landscapeFigure(result: Result, landscape: Landscape): LandscapeFigure {
  const { axes, points, cost, constraints, simulations } = landscape;
  const { vary = [], scenarios = [] } = result.problem.objective ?? {};
  const zeros = constraints
    .filter(({ must }) => must === "be-zero")
    .map(({ name, values }) => ({ name, values: values.map(fourDigits) }));
  const limits = constraints
    .filter(({ must }) => must === "not-exceed-zero")
    .map(({ name, values }) => ({ name, values: fourDigits(values[0]) }));
  const shown = axes.map(({ name }) => vary.indexOf(name));
  const spot = (x: ArrayLike<number>): Spot => [short(x[shown[0]]), axes.length > 1 ? short(x[shown[1]]) : 0];
  const starts = [...new Set(result.run.history.map(({ start }) => start))];
  const paths = starts.map((start) =>
    result.run.history.flatMap((one) => (one.x !== undefined && one.start === start ? [spot(one.x)] : [])),
  );
  const optima = (result.solutions ?? [result])
    .map((one) => vary.map((name) => designedValues(one)[name] ?? Number.NaN))
    .filter((x) => x.every(Number.isFinite))
    .map(spot);
  const names = axes.map(({ name }) => name).join(" and ");
  const lost = cost.filter(Number.isNaN).length > 0 ? " ×: the motion breaks off." : "";
  const others = vary.length > axes.length ? " All other variables are as designed." : "";
  const several = scenarios.length > 1 ? ` in ${scenarios.length} scenarios` : "";
  const lines = zeros.length > 0 ? ` On a coloured line ${zeros.length > 1 ? "its" : "the"} condition is met.` : "";
  const hatched = limits.length > 0 ? " Hatched: a bound is not kept." : "";
  return {
    kind: "landscape",
    title: `Cost over ${names}`,
    text: `From ${simulations} simulations${several}.${lines}${hatched}${lost} Dots: the designs that were tried, from each circle to a star.${others}`,
    axes: axes.map(({ name, unit, min, max }) => ({ name, unit, min, max })),
    points,
    cost: fourDigits(cost),
    zeros,
    limits,
    paths: paths.filter((path) => path.length > 0),
    optima,
  };
}

const short = (x: number): number => Number(x.toPrecision(7));
/** Four digits: what a picture shows. */
const fourDigits = (values: Float64Array): Values =>
  Array.from(values, (x) => (Number.isFinite(x) ? Number(x.toPrecision(4)) : null));
