import { freedBy } from "../../motion/problem/condition.js";
import { readable, small, unitText } from "../motion-view/numbers.js";
import type { Run } from "../run/run.js";
import { countText } from "../run/work.js";
import type { Figure, ReportData } from "./charts/figures.js";
import { solveTimesTable } from "./charts/solve-times.js";
import { type Html, html } from "./html.js";
import type { Methods } from "./methods.js";
import type { Motion } from "./motions.js";
import { byPlotAndThree, standalonePage } from "./standalone.js";
import { designsTable } from "./tables/designs.js";
import { gridErrorTable } from "./tables/grid-error.js";
import { launchesTable } from "./tables/launches.js";
import { methodsTable } from "./tables/methods.js";
import { minimaTable } from "./tables/minima.js";
import { segmentsTable } from "./tables/segments.js";
import { certificateTable, parametersTable, valuesTable, worstTable } from "./tables/values.js";

/** A page's content beside the run itself. */
export interface About {
  readonly data: ReportData;
  readonly motions: readonly Motion[];
  readonly methods: Methods | undefined;
  /** The command that gives this result again. */
  readonly command: string;
  /** The version of this package. */
  readonly version: string;
  /** The program that draws the charts, as one text. */
  readonly program: string;
}

/** A run as one page that needs nothing else: tables as text, charts drawn by the program inside. */
export function reportHtml(run: Run, { data, motions, methods, command, version, program }: About): string {
  const { problem } = run.result;
  return standalonePage({
    title: `${problem.title || problem.name}: ${run.result.status}`,
    version,
    header: headline(run),
    main: html`<main>
${run.result.status === "solved" ? html`` : unsolvedNotice(run)}
${run.result.run.regularity?.order !== undefined ? minimaTable(run.result) : run.verb === "design" ? designsTable(run.result, run.choice.starts ?? 1) : launchesTable(run)}
<div class="figures">${motionFigure(motions)}${data.figures.map(figure)}</div>
${segmentsTable(run.result)}
${solveTimesTable(run.result)}
${methodsTable(run.result, methods)}
${gridErrorTable(run.result)}
<div class="tables">${valuesTable(run)}${certificateTable(run)}</div>
${parametersTable(run)}
${reproduce(run, command)}
</main>`,
    drawnBy: byPlotAndThree,
    data: { ...data, motions },
    program,
  });
}

function headline({ result, verb }: Run): Html {
  const {
    problem,
    status,
    message,
    solution,
    trajectory,
    run: { parameters },
  } = result;
  const freed = verb === "solve" ? freedBy(problem) : [];
  const end = trajectory.t.at(-1) ?? 0;
  const facts = [
    ...freed.map((name) => fact(name, readable(parameters[name]), problem.parameters[name]?.unit ?? "")),
    fact("duration", readable(end), "s"),
    fact("steps", String(trajectory.t.length - 1), ""),
    ...stepLengths(trajectory.t),
    fact("residual", small(solution.residual), ""),
  ];
  return html`<header><p class="name"><code>${problem.name}</code></p>
<h1>${problem.title || problem.name}</h1>
<p><span class="badge ${status === "solved" ? "good" : "bad"}">${status === "solved" ? "✓ solved" : `✗ ${status}`}</span>${message}</p>
<dl class="facts">${facts}</dl></header>`;
}

/** Shortest and longest step, where they are not all alike. */
function stepLengths(t: Float64Array): Html[] {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (let k = 1; k < t.length; k++) [low, high] = [Math.min(low, t[k] - t[k - 1]), Math.max(high, t[k] - t[k - 1])];
  // by more than rounding
  return high > 1.01 * low ? [fact("step lengths", `${small(low)} to ${small(high)}`, "s")] : [];
}

const fact = (name: string, value: string, unit: string): Html =>
  html`<div><dt>${name}</dt><dd>${value} <span class="unit">${unitText(unit)}</span></dd></div>`;

function unsolvedNotice(run: Run): Html {
  return html`<div class="tables"><section><h2>Not a solution</h2>
<p>What follows is the closest motion that was found, or the part of it that was finished. It does not meet every equation and condition.</p></section>
${worstTable(run)}</div>`;
}

/** The viewer's place; nothing where there is no motion. */
function motionFigure(motions: readonly Motion[]): Html {
  if (motions.length === 0) return html``;
  const others =
    motions.length > 1
      ? ` The others are drawn faintly: choose one, or click it. The charts are of the motion that is chosen, the tables of motion 1.`
      : "";
  return html`<figure class="wide" aria-labelledby="motion"><figcaption><h2 id="motion">Motion</h2>
<p class="on-screen">Play it, or drag the time; the charts follow, and a click in a chart over time goes there.${others}</p></figcaption>
<div data-motion></div><noscript><p>The motion and the charts are drawn by a program in this page, which this browser does not run.</p></noscript></figure>`;
}

/** Pictures of the plane want room; charts over time stand in columns. */
const wide: ReadonlySet<Figure["kind"]> = new Set(["landscape", "branches", "path", "snapshots", "modes"]);

function figure(drawn: Figure, index: number): Html {
  const { kind, title, text } = drawn;
  const isWide = wide.has(kind) || (kind === "footprint" && drawn.frame === "world");
  return html`<figure class="${isWide ? "wide" : ""}" aria-labelledby="figure${index}"><figcaption><h2 id="figure${index}">${title}</h2><p>${text}</p></figcaption>
<div data-figure="${index}"></div></figure>`;
}

function reproduce(run: Run, command: string): Html {
  const { choice, verb, result } = run;
  const settings = Object.entries(choice.set).map(([name, value]) => `${name} = ${value}`);
  return html`<section class="below"><h2>How to get this again</h2><pre tabindex="0"><code>${command}</code></pre>
<p>Or, with the saved result beside this page: <code>npx bankshot ${verb} result.json</code></p>
<p>${settings.length === 0 ? "Every parameter has its default." : `Set: ${settings.join(", ")}.`}
First guess: ${choice.start}. Strategy: ${choice.strategy}. Work: ${countText(result)}.</p></section>`;
}
