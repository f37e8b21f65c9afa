import pc from "picocolors";
import type { StudyAnalysis } from "../../../motion/study/analysis/analysis.js";
import { fixed, readable, small } from "../../motion-view/numbers.js";
import type { SweepResult } from "../../studies/sweep.js";
import { plainTable } from "../table.js";

/** "40 s", "3 min", "2.5 h". */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toPrecision(2)} h`;
}

/** Letters of an example at most. */
const widest = 100;
/** Values, varied parameters and items of a front beyond these are told by --json alone. */
const [mostValues, mostVaried, mostItems] = [20, 6, 12];

/** A study in the words of the terminal. */
export function inWords(name: string, result: SweepResult, colours: boolean): string {
  const { bold, green, red, dim } = pc.createColors(colours);
  const { study, items, done, solved, failed, passed, seconds, analysis } = result;
  const verdict = done === items ? green("✓ all items done") : red(`✗ ${done} of ${items} items done`);
  const rows = [
    ["items", String(items)],
    ["solved", String(solved)],
    ["not solved", String(failed)],
    ["passed", done === 0 ? String(passed) : `${passed}, ${shareText(analysis.yield)}`],
    ["time", duration(seconds)],
  ];
  const parts = [
    plainTable(rows),
    causesTable(analysis, dim),
    valuesTable(analysis, dim),
    correlationTable(analysis, dim),
    sensitivityTable(analysis, dim),
    analysis.front && `front: items ${folded(analysis.front)}`,
    gridText(analysis),
    dim(`Kept in ${study}/study.db.`),
  ];
  const told = parts.filter((part) => part !== undefined);
  return [`${bold(name)}  ${verdict}`, ...told.map((part) => `\n${part}`), ""].join("\n");
}

type Dim = (text: string) => string;

/** "47.6 % (33.4 … 62.3 % with 95 % confidence)". */
function shareText({ share, interval: [low, high] }: StudyAnalysis["yield"]): string {
  const percent = (x: number): string => (100 * x).toPrecision(3);
  return `${percent(share)} % (${percent(low)} … ${percent(high)} % with 95 % confidence)`;
}

const folded = (items: readonly number[]): string =>
  items.length > mostItems
    ? `${items.slice(0, mostItems).join(", ")} and ${items.length - mostItems} more`
    : items.join(", ");

/** The error of the grid, or that nobody knows it: `solved` says that the steps are, not how fine they are. */
function gridText({ gridError }: StudyAnalysis): string {
  if (gridError === undefined)
    return "The error of the grid was not estimated: --grid-error tells it, --set grid.accuracy=1e-3 holds items to one.";
  const { quantiles, most } = gridError;
  return `error of the grid: ${small(quantiles[2])} at the median, ${small(most.value)} at most (item ${most.row})`;
}

/** The rest of a message stands in the report. */
const firstSentence = (message: string): string => {
  const [first] = message.split(/(?<=[.;])\s/);
  return first.length > widest ? `${first.slice(0, widest)} …` : first;
};

function causesTable({ causes, examples = {} }: StudyAnalysis, dim: Dim): string | undefined {
  const rows = Object.entries(causes).map(([cause, count]) => {
    const { item, message } = examples[cause] ?? {};
    return [cause, String(count), item === undefined ? "" : dim(`item ${item}: ${firstSentence(message ?? "")}`)];
  });
  return rows.length === 0
    ? undefined
    : plainTable(rows.slice(0, mostValues), ["not passed because", "items", ""].map(dim));
}

function valuesTable({ values }: StudyAnalysis, dim: Dim): string | undefined {
  const rows = Object.entries(values)
    .slice(0, mostValues)
    .map(([name, { mean, deviation, least, quantiles, most, missing }]) => [
      name,
      ...[mean, deviation, least.value, quantiles[0], quantiles[2], quantiles[4], most.value].map(number),
      missing === 0 ? "" : String(missing),
    ]);
  const head = ["value", "mean", "deviation", "least", "5 %", "50 %", "95 %", "most", "missing"];
  return rows.length === 0 ? undefined : plainTable(rows, head.map(dim));
}

const number = (x: number): string => (Number.isNaN(x) ? "–" : readable(x));

function correlationTable({ correlation }: StudyAnalysis, dim: Dim): string | undefined {
  const rows = Object.entries(correlation).slice(0, mostValues);
  const varied = Object.keys(rows[0]?.[1] ?? {}).slice(0, mostVaried);
  if (varied.length === 0) return undefined;
  return plainTable(
    rows.map(([name, by]) => [
      name,
      ...varied.map((other) => (Number.isFinite(by[other]) ? fixed(by[other], 3) : "–")),
    ]),
    ["correlation with", ...varied].map(dim),
  );
}

function sensitivityTable({ sensitivity }: StudyAnalysis, dim: Dim): string | undefined {
  if (sensitivity === undefined) return undefined;
  const rows = Object.entries(sensitivity).slice(0, mostValues);
  const varied = Object.keys(rows[0]?.[1].of ?? {}).slice(0, mostVaried);
  return plainTable(
    rows.map(([name, { of }]) => [
      name,
      ...varied.map((other) => `${of[other].first.toFixed(3)} ${of[other].total.toFixed(3)}`),
    ]),
    ["Sobol' indices, first and total", ...varied].map(dim),
  );
}
