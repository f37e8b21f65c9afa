import { html, nothing, type TemplateResult } from "lit";
import { brief, briefText, small, unitText } from "../../motion-view/numbers.js";
import type { Verb } from "../../run/choice.js";
import { scanText } from "../../run/work.js";
import type { Actions } from "../actions.js";
import { foundValues, shownMotion } from "../compare/shown.js";
import type { Answer, ProblemInfo, Progress } from "../messages.js";
import { isSlow } from "../pace.js";
import { type State, verbOf } from "../state.js";
import { type Verdict, verdictOf } from "../verdict.js";
import { icon } from "./icons.js";

const labels: Readonly<Record<Verb, string>> = { solve: "Solve", simulate: "Simulate", design: "Design" };

/** The head of the panel beside the scene: how it went in one badge, what was found, and what can be done. */
export function outcome(state: State, actions: Actions): TemplateResult {
  const { info, answer, work } = state;
  if (info === undefined) return html``;
  const verdict = verdictOf(state);
  return html`<section class="outcome" aria-label="Outcome">
    <div class="doing">${verbs(state, info, actions)}</div>
    ${work.kind === "running" && !work.drag ? progress(state) : nothing}
    ${verdict === undefined ? nothing : badge(verdict)}
    ${state.ranked === undefined ? nothing : html`<p class="ranked">${state.ranked.text}</p>`}
    ${state.ended?.scene === undefined || state.ended.preview === true ? nothing : html`<wa-button size="xs" appearance="outlined" @click=${actions.showEnded}>Show what was found</wa-button>`}
    ${answer === undefined ? nothing : facts(state, info, answer)}
    ${shownMotion(state) === undefined ? nothing : html`<wa-button size="xs" appearance="outlined" title="Draws this motion beside the next ones, and its values in a table" @click=${actions.keep}>${icon("pin")} Keep to compare</wa-button>`}
    ${hint(state)} ${answer === undefined ? nothing : details(answer)}
  </section>`;
}

/** A hint at what can be dragged and what becomes of it, until something was changed. */
function hint({ answer, history, info, branches }: State): TemplateResult {
  const target = answer?.handles.find(({ kind }) => kind === "target");
  const moved = answer?.handles.find(({ kind }) => kind !== "target");
  if (
    info === undefined ||
    history.past.length > 0 ||
    branches.length > 0 ||
    answer === undefined ||
    answer.verb === "design"
  )
    return html``;
  const dragged = target === undefined ? moved?.label.toLowerCase() : "the target";
  if (dragged === undefined) return html``;
  const done = answer.verb === "simulate" ? "simulated" : "solved";
  return html`<p class="hint quiet">
    Drag ${dragged} in the scene:
    ${isSlow(answer.seconds) ? `a coarser grid follows while you drag, and it is ${done} when you let go.` : `it is ${done} again while you drag.`}
  </p>`;
}

function verbs(state: State, info: ProblemInfo, actions: Actions): TemplateResult {
  const { work, history, current } = state;
  const verb = verbOf(state);
  const running = work.kind === "running" && !work.drag;
  const choose = (event: Event): void => actions.choose((event.target as HTMLSelectElement).value as Verb);
  return html`${
    info.verbs.length > 1
      ? html`<wa-select class="verb" size="s" label="What to do" .value=${verb} @change=${choose}>
          ${info.verbs.map((one) => html`<wa-option value=${one}>${labels[one]}</wa-option>`)}
        </wa-select>`
      : nothing
  }${
    info.starts.includes(verb)
      ? html`<wa-input class="starts" size="s" type="number" min="1" max="64" step="1" label="Starts" title="Searches from different starts"
          .value=${String(history.now.starts ?? 1)}
          @change=${(event: Event) => actions.searchFrom(Number((event.target as HTMLInputElement).value))}
          ><span slot="start" class="unit">starts</span></wa-input>`
      : nothing
  }${
    running
      ? html`<wa-button size="s" variant="danger" appearance="outlined" @click=${actions.cancel}>${icon("stop")} Cancel</wa-button>`
      : html`<wa-button size="s" variant="brand" appearance=${current ? "outlined" : "accent"} @click=${actions.run}
          >${icon("play")} ${labels[verb]}</wa-button
        >`
  }${
    info.launches && verb === "solve"
      ? html`<wa-button size="s" appearance="outlined" ?disabled=${running} @click=${actions.findAll}
          >${icon("branches")} Find all launches</wa-button
        >`
      : nothing
  }`;
}

const signs: Readonly<Record<Verdict["tone"], string>> = { good: "✓ ", bad: "✗ ", quiet: "" };

const badge = ({ tone, kind, text, why }: Verdict): TemplateResult =>
  html`<p class="verdict" data-kind=${kind}><span class="badge ${tone}">${signs[tone]}${text}</span>${why === "" ? nothing : html` <span class="why">${briefText(why)}</span>`}</p>`;

/** The values that were asked for: freed ones, the design and its cost. */
function facts(state: State, info: ProblemInfo, answer: Answer): TemplateResult {
  const { conditions, parameters, varies, values } = info;
  const units = new Map(parameters.map(({ name, unit }) => [name, unit]));
  const found = foundValues(state);
  const asked =
    answer.verb === "solve" ? conditions.flatMap(({ frees }) => frees) : answer.verb === "design" ? varies : [];
  const cost = answer.verb !== "simulate" && typeof found.cost === "number" ? ["cost"] : [];
  return html`<dl class="facts">
    ${[...cost, ...asked].map((name) =>
      fact(
        name,
        brief(found[`design.${name}`] ?? found[name] ?? answer.parameters[name]),
        values[name]?.unit ?? units.get(name) ?? "",
      ),
    )}
  </dl>`;
}

const milliseconds = (seconds: number): string =>
  seconds < 1 ? `${Number((1000 * seconds).toPrecision(2))} ms` : `${Number(seconds.toPrecision(3))} s`;

const fact = (name: string, value: string, unit: string): TemplateResult =>
  html`<div><dt>${name}</dt><dd>${value} <span class="unit">${unitText(unit)}</span></dd></div>`;

/** The solver's own words, for those who ask. */
function details({ message, residual, work, seconds }: Answer): TemplateResult {
  return html`<details class="solver">
    <summary>Details <span class="quiet">in ${milliseconds(seconds)}</span></summary>
    <p>${briefText(message)}</p>
    <p class="quiet">${Number.isFinite(residual) ? `Residual ${small(residual)}. ` : ""}${work}.</p>
  </details>`;
}

function progress({ work }: State): TemplateResult {
  if (work.kind !== "running") return html``;
  const scanned = work.progress?.scanned;
  return html`<div class="progress">
    <wa-progress-bar
      label="Solving"
      ?indeterminate=${scanned === undefined}
      .value=${scanned === undefined ? 0 : (100 * scanned.done) / scanned.of}
    ></wa-progress-bar
    ><span>${work.progress === undefined ? "Working" : progressText(work.progress)}</span>
  </div>`;
}

function progressText({ phase, iteration, residual, scanned }: Progress): string {
  if (scanned !== undefined) return `${phase}, ${scanText(scanned)}`;
  return `${phase}, iteration ${iteration}${Number.isFinite(residual) ? `, residual ${small(residual)}` : ""}`;
}
