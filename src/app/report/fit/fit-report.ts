/**
 * The page of a fit: estimates with their intervals, how they move together, what is left of every recording and column, and
 * each fitted motion with the recording as its ghost. Tables are markup, charts and the viewer those of every report; a
 * new table of a fit is a function here, and no other room need be read for it.
 *
 * @module app/report/fit
 */
import type { Miss } from "../../../motion/fit/predictions.js";
import type { Replay } from "../../../motion/fit/replay.js";
import type { FitResult } from "../../../motion/fit/result.js";
import type { Estimate } from "../../../motion/fit/statistics.js";
import type { Problem } from "../../../motion/problem/problem.js";
import type { Result } from "../../../motion/result.js";
import { readable, unitText } from "../../motion-view/numbers.js";
import type { ReportData, SeriesFigure } from "../charts/figures.js";
import { type Html, html } from "../html.js";
import { type Motion, scenesOf } from "../motions.js";
import { byPlotAndThree, standalonePage } from "../standalone.js";

/** The surroundings of a page: the command that gives it again, and the program that draws. */
export interface FitAbout {
  readonly problem: Problem;
  readonly command: string;
  readonly program: string;
  readonly version: string;
}

/** A fit as one page that needs nothing else. */
export function fitReportHtml(result: FitResult, { problem, command, program, version }: FitAbout): string {
  const replays = result.replays ?? [];
  const motions = replays.flatMap((replay): Motion[] => motionOf(problem, replay));
  const data = replays.length > 0 ? chartsOf(replays[0]) : { t: [], step: [], figures: [] };
  return standalonePage({
    title: `${problem.title || problem.name}: ${result.status}`,
    version,
    header: headline(problem, result),
    main: html`<main>
<div class="tables">${estimatesTable("Estimates of all recordings", result.estimates)}${columnsTable(result)}</div>
<div class="figures">${motionFigure(motions)}${data.figures.map(
      ({ title, text }, i) =>
        html`<figure aria-labelledby="figure${i}"><figcaption><h2 id="figure${i}">${title}</h2><p>${text}</p></figcaption><div data-figure="${i}"></div></figure>`,
    )}</div>
${recordingsTable(result)}
${predictionsTable(result)}
${correlationTable(result)}
<section class="below"><h2>How to get this again</h2><pre tabindex="0"><code>${command}</code></pre></section>
</main>`,
    drawnBy: byPlotAndThree,
    data: { ...data, motions },
    program,
  });
}

function headline({ name, title }: Problem, { status, message, recordings, counts }: FitResult): Html {
  return html`<header><p class="name"><code>${name}</code></p>
<h1>${title || name}</h1>
<p><span class="badge ${status === "solved" ? "good" : "bad"}">${status === "solved" ? "✓ fitted" : `✗ ${status}`}</span>${message}</p>
<dl class="facts"><div><dt>recordings</dt><dd>${String(recordings.length)}</dd></div><div><dt>iterations</dt><dd>${String(counts.iterations)}</dd></div></dl></header>`;
}

function motionFigure(motions: readonly Motion[]): Html {
  if (motions.length === 0) return html``;
  return html`<figure class="wide" aria-labelledby="motion"><figcaption><h2 id="motion">Motion</h2>
<p class="on-screen">The fitted motion, and faintly what was recorded. Play it, or drag the time; the charts are of the recording that is chosen.</p></figcaption>
<div data-motion></div><noscript><p>The motion and the charts are drawn by a program in this page, which this browser does not run.</p></noscript></figure>`;
}

/** The fitted motion under the name of its recording, which is its ghost. */
function motionOf(problem: Problem, replay: Replay): Motion[] {
  const { name, model, parameters, trajectory, recorded } = replay;
  const nothing = new Float64Array(recorded.t.length).fill(Number.NaN);
  const columns = Object.fromEntries(
    Object.keys(trajectory.columns).map((column) => [column, recorded.columns[column] ?? nothing]),
  );
  const { boundary: _, objective: __, ...bare } = problem;
  const result = (of: Result["trajectory"]): Result => ({
    problem: bare,
    model,
    status: "solved",
    message: "",
    values: {},
    solution: { status: "solved", z: new Float64Array(0), residual: 0, iterations: 0, worst: [], message: "" },
    trajectory: of,
    counts: { iterations: 0, shots: 0, unknowns: 0, seconds: 0 },
    run: { settings: {}, parameters, history: [] },
  });
  const [scene, ghost] = scenesOf([result(trajectory), result({ ...trajectory, t: recorded.t, columns })]);
  if (scene === undefined) return [];
  return [{ name: baseOf(name), scene, ghosts: ghost === undefined ? [] : [ghost], charts: chartsOf(replay) }];
}

const number = (x: number): number | null => (Number.isFinite(x) ? Number(x.toPrecision(6)) : null);

/** Charts of a recording: what is left in standard deviations, and every column beside the motion. */
function chartsOf({ recorded: { t }, columns }: Replay): ReportData {
  const series = (
    figure: Omit<SeriesFigure, "kind" | "events" | "zero"> & { readonly zero?: boolean },
  ): SeriesFigure => ({
    kind: "series",
    events: [],
    zero: false,
    ...figure,
  });
  const named = Object.entries(columns);
  return {
    t: Array.from(t, (time) => Number(time.toPrecision(9))),
    step: Array.from(t, (_, i) => i),
    figures: [
      series({
        title: "Residuals",
        text: "Measured minus computed, over the noise of the column: those of noise alone lie between −2 and 2.",
        label: "residual / noise",
        unit: "1",
        zero: true,
        lines: named.map(([name, { measured, computed, noise }]) => ({
          name,
          values: Array.from(measured, (x, i) => number((x - computed[i]) / noise)),
        })),
      }),
      ...named.map(([name, { measured, computed }]) =>
        series({
          title: `Column ${name}`,
          text: "What was measured, dashed, and what the fitted motion has.",
          label: name,
          unit: "as recorded",
          lines: [
            { name: "motion", values: Array.from(computed, number) },
            { name: "recording", values: Array.from(measured, number), limit: true },
          ],
        }),
      ),
    ],
  };
}

function table(title: string, heads: readonly string[], rows: readonly Html[], note = ""): Html {
  if (rows.length === 0) return html``;
  return html`<section class="launches"><h2>${title}</h2>${note === "" ? html`` : html`<p>${note}</p>`}<div class="scroll"><table><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

const between = ([low, high]: readonly [number, number]): string =>
  Number.isNaN(low) ? "not determined" : `${readable(low)} … ${readable(high)}`;

function estimatesTable(title: string, estimates: Readonly<Record<string, Estimate>>): Html {
  const rows = Object.entries(estimates).map(
    ([name, { value, unit, interval, profile }]) => html`<tr><th scope="row"><code>${name}</code></th>
<td class="number">${readable(value)} <span class="unit">${unitText(unit)}</span></td><td class="number">${between(profile ?? interval)}</td></tr>`,
  );
  return table(title, ["Parameter", "Estimate", "95 %"], rows);
}

function correlationTable({ correlation: { names, matrix } }: FitResult): Html {
  if (names.length < 2) return html``;
  const rows = names.map(
    (name, i) =>
      html`<tr><th scope="row"><code>${name}</code></th>${matrix[i].map((x) => html`<td class="number">${Number.isNaN(x) ? "" : x.toFixed(2)}</td>`)}</tr>`,
  );
  return table(
    "Correlation",
    ["", ...names],
    rows,
    "Estimates near 1 or −1 move together: these recordings hardly tell them apart.",
  );
}

/** "problems/data/cube-tosses/toss-050.csv" → "toss-050.csv". */
const baseOf = (name: string): string => name.split(/[/\\]/).pop() ?? name;

/** As many digits as tell one recording from another. */
const short = (x: number): string => (Number.isFinite(x) ? String(Number(x.toPrecision(4))) : "not determined");

function recordingsTable({ recordings, validation }: FitResult): Html {
  const own = Object.keys(recordings[0]?.estimates ?? {});
  const rows = recordings.map(
    ({
      name,
      residual,
      outliers,
      estimates,
    }) => html`<tr><th scope="row">${baseOf(name)}</th><td class="number">${short(residual)}</td>
${validation === undefined ? html`` : html`<td class="number">${short(validation.recordings[name] ?? Number.NaN)}</td>`}<td>${outliers.length === 0 ? "none" : `rows ${outliers.join(", ")}`}</td>${own.map(
      (parameter) =>
        html`<td class="number">${short(estimates[parameter].value)} ± ${short(1.96 * estimates[parameter].deviation)}</td>`,
    )}</tr>`,
  );
  const held = validation === undefined ? [] : ["While held"];
  return table("Recordings", ["Recording", "Residual / noise", ...held, "Outliers", ...own], rows);
}

function columnsTable({ residuals }: FitResult): Html {
  const rows = Object.entries(residuals).map(
    ([column, left]) =>
      html`<tr><th scope="row"><code>${column}</code></th><td class="number">${readable(left)}</td></tr>`,
  );
  return table("Columns", ["Column", "Root mean square of what is left"], rows);
}

function predictionsTable({ predictions }: FitResult): Html {
  const rows = predictions.flatMap(({ rowsAfterTouch, misses }) =>
    Object.entries(misses).map(
      ([miss, { unit, median, largest }]: [
        string,
        Miss,
      ]) => html`<tr><th scope="row">${miss}, ${String(rowsAfterTouch)} rows after touch</th>
<td class="number">${readable(median)} <span class="unit">${unit}</span></td><td class="number">${Number.isNaN(largest) ? "breaks off" : readable(largest)}</td></tr>`,
    ),
  );
  return table("Predicted rows", ["Miss", "Median", "Largest"], rows);
}
