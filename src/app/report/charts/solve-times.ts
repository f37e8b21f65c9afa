import type { Result } from "../../../motion/result.js";
import { pairsOf, quasistaticScene } from "../../motion-view/quasistatic.js";
import { type Html, html } from "../html.js";
import type { BarsFigure } from "./figures.js";

/** Table I of Pang and Tedrake (2018): Gurobi's own time of a step [ms]. */
const published = [
  { object: "Cylinder", pairs: 36, average: 2.7, worst: 11.8, deviation: 0.83 },
  { object: "Rounded box", pairs: 72, average: 6.6, worst: 118.7, deviation: 9.7 },
] as const;

/** Average, median, largest and standard deviation of times [ms], and the step that took longest. */
export function timeStatistics(milliseconds: ArrayLike<number>): {
  average: number;
  median: number;
  worst: number;
  deviation: number;
  step: number;
} {
  const steps = Array.from(milliseconds).flatMap((ms, k) => (Number.isFinite(ms) ? [{ ms, k }] : []));
  const average = steps.reduce((sum, { ms }) => sum + ms, 0) / steps.length;
  const variance = steps.reduce((sum, { ms }) => sum + (ms - average) ** 2, 0) / steps.length;
  const { ms, k } = steps.reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, k: 0 });
  const median = steps.map((step) => step.ms).sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  return { average, median, worst: ms, deviation: Math.sqrt(variance), step: k };
}

/** The paper's Table I with a row for this run; nothing for motions that are no programs. */
export function solveTimesTable(result: Result): Html {
  const { model } = result;
  const {
    steps: { milliseconds },
    t,
  } = result.trajectory;
  if (quasistaticScene(model) === undefined || milliseconds === undefined || t.length < 2) return html``;
  const { step, median, ...own } = timeStatistics(milliseconds);
  const row = (name: string, small: string, pairs: number, { average, worst, deviation }: typeof own): Html =>
    html`<tr><th scope="row">${name}<small>${small}</small></th><td>${pairs}</td>${[average, worst, deviation].map(
      (ms) => html`<td>${Number(ms.toPrecision(4))}</td>`,
    )}</tr>`;
  const head = ["Object", "Binary variables", "Average (ms)", "Worst (ms)", "Standard deviation (ms)"];
  return html`<section class="launches"><h2>Time of a step</h2>
<p>Of this run the whole step, with its numbers before and its settling after; of the paper the solver alone.</p>
<div class="scroll" tabindex="0" role="region" aria-label="time of a step"><table><thead><tr>${head.map(
    (name) => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${row("This run", `${t.length - 1} steps, the worst is step ${step}; half take at most ${median.toPrecision(3)} ms`, pairsOf(model), own)}${published.map(
    ({ object, pairs, ...times }) => row(object, "Pang, Tedrake (2018), Table I, Gurobi", pairs, times),
  )}</tbody></table></div></section>`;
}

/** How many steps took how long and how many nodes of the search. */
export function histograms({ trajectory }: Result): BarsFigure[] {
  const {
    steps: { milliseconds },
    columns,
  } = trajectory;
  const times = milliseconds === undefined ? [] : binTimes(milliseconds, timeEdges);
  const nodes = columns.nodes === undefined ? [] : binTimes(columns.nodes, nodeEdges);
  return [
    {
      kind: "bars" as const,
      title: "Steps by time",
      label: "time of a step (ms)",
      text: "How many steps took how long; the first ones also load and warm up the solver.",
      bars: times.map(({ from, to, count }) => ({ label: `${from}–${to}`, count })),
    },
    {
      kind: "bars" as const,
      title: "Steps by nodes",
      label: "nodes of a step",
      text: "How many nodes the search looked at; none where the mode of a step before was the best at once.",
      bars: nodes.map(({ from, to, count }) => ({ label: to - from > 1 ? `${from}–${to - 1}` : `${from}`, count })),
    },
  ].filter(({ bars }) => bars.length > 0);
}

/** 1, 2 and 5 times every power of ten [ms]. */
const timeEdges = [-3, -2, -1, 0, 1, 2, 3, 4, 5].flatMap((power) => [1, 2, 5].map((x) => Number(`${x}e${power}`)));
const nodeEdges = [0, 1, 2, ...Array.from({ length: 20 }, (_, i) => 2 ** (i + 1) + 1)];

/** Counts between edges, [from, to), from the first that holds any to the last; the ends take what lies beyond. */
export function binTimes(
  values: ArrayLike<number>,
  edges: readonly number[],
): { from: number; to: number; count: number }[] {
  const counts = edges.slice(1).map((to, i) => ({ from: edges[i], to, count: 0 }));
  for (const x of Array.from(values)) {
    if (!Number.isFinite(x)) continue;
    const above = edges.findIndex((edge) => x < edge);
    counts[above < 0 ? counts.length - 1 : Math.max(0, above - 1)].count++;
  }
  const first = counts.findIndex(({ count }) => count > 0);
  const last = counts.findLastIndex(({ count }) => count > 0);
  return first < 0 ? [] : counts.slice(first, last + 1);
}
