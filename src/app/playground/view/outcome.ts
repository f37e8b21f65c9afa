import { html, nothing, type TemplateResult } from "lit";
import { readable, small, unitText } from "../../motion-view/numbers.js";
import type { Verb } from "../../run/choice.js";
import { scanText } from "../../run/work.js";
import type { Actions } from "../actions.js";
import { type Answer, isGood, type ProblemInfo, type Progress } from "../messages.js";
import { type State, verbOf } from "../state.js";
import { icon } from "./icons.js";

const labels: Readonly<Record<Verb, string>> = { solve: "Solve", simulate: "Simulate", design: "Design" };

/** The line under the scene: what is done, how it went, and what was found. */
export function outcome(state: State, actions: Actions): TemplateResult {
  const { info, answer, work } = state;
  if (info === undefined) return html``;
  return html`<section class="outcome" aria-label="Outcome">
    ${hint(state)}
    <div class="doing">${verbs(state, info, actions)}</div>
    ${answer === undefined ? nothing : findings(state, info, answer)}
    ${work.kind === "running" && !work.drag ? progress(state) : nothing}
    ${notes(state)}
  </section>`;
}

/** A hint at what can be dragged, until something was changed. */
function hint({ answer, history }: State): TemplateResult {
  const target = answer?.handles.find(({ kind }) => kind === "target");
  const moved = answer?.handles.find(({ kind }) => kind !== "target");
  if (history.past.length > 0 || answer?.verb === "design") return html``;
  const dragged = target === undefined ? moved?.label.toLowerCase() : "the target";
  if (dragged === undefined) return html``;
  return html`<p class="hint quiet">
    Drag ${dragged} in the scene: it is
    ${answer?.verb === "simulate" ? "simulated" : "solved"} again while you drag.
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
          @change=${(event: Event) => actions.searchFrom(Number((event.target as HTMLInputElement).value))}></wa-input>`
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

function findings(state: State, info: ProblemInfo, answer: Answer): TemplateResult {
  const { conditions, parameters } = info;
  const units = new Map(parameters.map(({ name, unit }) => [name, unit]));
  const freed =
    answer.verb === "solve" ? conditions.map(({ frees }) => frees) : answer.verb === "design" ? info.varies : [];
  return html`<div class="found">
    ${badge(answer.status)}
    <dl class="facts">
      ${freed.map((name) => fact(name, shownText(state, name), units.get(name) ?? ""))}
      ${Number.isFinite(answer.residual) ? fact("residual", small(answer.residual), "") : nothing}
      ${fact("solved in", milliseconds(answer.seconds), "")}
    </dl>
  </div>`;
}

/** A varied parameter is among the values of a design, a freed one among the parameters of a run. */
function shownText({ answer, branches, picked }: State, name: string): string {
  const values =
    branches[picked]?.values ?? Object.fromEntries((answer?.values ?? []).map((row) => [row.name, row.value]));
  return readable(roundedTo(values[`design.${name}`] ?? values[name] ?? answer?.parameters[name]));
}

const roundedTo = (x: number | string | null | undefined): number | string | null | undefined =>
  typeof x === "number" ? Number(x.toPrecision(5)) : x;

const milliseconds = (seconds: number): string =>
  seconds < 1 ? `${Number((1000 * seconds).toPrecision(2))} ms` : `${Number(seconds.toPrecision(3))} s`;

export const badge = (status: string): TemplateResult =>
  html`<span class="badge ${isGood(status) ? "good" : "bad"}">${isGood(status) ? "✓" : "✗"} ${status}</span>`;

const fact = (name: string, value: string, unit: string): TemplateResult =>
  html`<div><dt>${name}</dt><dd>${value} <span class="unit">${unitText(unit)}</span></dd></div>`;

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

/** News that need words: a refusal, a failure, or that the picture is not of these settings. */
function notes(state: State): TemplateResult {
  const { answer, refusal, current, work, branches, picked } = state;
  if (refusal !== undefined)
    return html`<wa-callout variant="warning" size="s"><b>Not run.</b> ${refusal.message}</wa-callout>`;
  if (answer === undefined) return html``;
  if (!current && answer.verb !== verbOf(state))
    return html`<wa-callout variant="neutral" size="s"
      >This is the motion of the design that was picked. The next search begins there.</wa-callout
    >`;
  if (!current && work.kind === "idle")
    return html`<wa-callout variant="neutral" size="s">The settings have changed since this motion was found.</wa-callout>`;
  // what a search had found is a solution though the search was cancelled
  if (!isGood(branches[picked]?.status ?? answer.status))
    return html`<wa-callout variant="warning" size="s"
      ><b>Not a solution.</b> The scene shows the closest motion that was found. ${answer.message}</wa-callout
    >`;
  return html`<p class="message">${answer.message}</p>`;
}
