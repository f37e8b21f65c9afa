import { html, nothing, svg, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Settings } from "../../../motion/problem/parameters.js";
import { unitText } from "../../motion-view/numbers.js";
import type { Verb } from "../../run/choice.js";
import type { Totals } from "../../studies/conduct.js";
import { stateColours } from "../../studies/view/client/desk.js";
import { states } from "../../studies/view/study-page.js";
import type { ParameterInfo, ProblemInfo } from "../messages.js";
import type { Ends } from "../settings.js";
import { type Axis, type Bounds, type Chosen, itemsOf, mostItems, numbersOf } from "./ask.js";

/** The problem that the page shows, as a study of it needs it. */
export interface Subject {
  /** Its name in links. */
  readonly problem: string;
  readonly info: ProblemInfo;
  readonly verb: Verb;
  readonly set: Settings;
  /** How long a motion takes [s], where that is known. */
  readonly seconds?: number;
  readonly valueOf: (name: string) => number;
  readonly rangeOf: (parameter: ParameterInfo) => Ends;
}

/** A study at work, as it is drawn meanwhile. */
export interface Going {
  readonly axes: readonly Axis[];
  readonly began: number;
  /** Of every item: 0 open, else one more than its number among `states`. */
  readonly states: Uint8Array;
  totals: Totals | undefined;
}

/** All that people do with a form. */
export interface FormActs {
  readonly pick: (axis: number, name: string) => void;
  readonly change: (axis: number, part: Partial<Axis>) => void;
  readonly bound: (part: Partial<Bounds> | undefined) => void;
  readonly run: () => void;
  readonly stop: () => void;
  /** Shows the last study again. */
  readonly again: () => void;
}

/** All that the form shows. */
export interface Asked extends Subject {
  readonly chosen: Chosen;
  readonly known: readonly ParameterInfo[];
  readonly trouble: string | undefined;
  /** There is a study that was computed before. */
  readonly isKnown: boolean;
}

const done: Readonly<Record<Subject["verb"], string>> = { solve: "solved", simulate: "simulated", design: "designed" };
const nothingElse = "nothing else";
const allSolved = "every solved motion";

/** The form: values that vary, bounds of what is as asked, and how many motions that makes. */
export function formView(asked: Asked, acts: FormActs): TemplateResult {
  const { chosen, verb, trouble } = asked;
  const submit = (event: Event): void => {
    event.preventDefault();
    acts.run();
  };
  return html`<form class="ask" novalidate @submit=${submit}>
    <p class="lead">Values go from one number to another, and every motion is ${done[verb]} with all else as the page has it. The map of the answers opens here, and each of its points leads to its motion.</p>
    ${axisView(asked, 0, acts)} ${axisView(asked, 1, acts)} ${boundsView(asked, acts)}
    ${trouble === undefined ? nothing : html`<p class="bad" role="alert">${trouble}</p>`}
    <div class="go">
      <button type="submit" class="main">Compute</button>
      <span>${sizeText(asked, chosen.axes)}</span>
      ${!asked.isKnown ? nothing : html`<button type="button" @click=${acts.again}>Show the last one</button>`}
    </div>
  </form>`;
}

function sizeText({ seconds }: Subject, axes: readonly Axis[]): string {
  const items = itemsOf(axes);
  if (!Number.isFinite(items)) return "";
  const about = seconds === undefined ? "" : `, about ${secondsText(starting + (seconds * items) / workers())}`;
  return `${items} motions${items > mostItems ? ` (at most ${mostItems})` : about}`;
}

/** Workers are at work after so long [s]. */
const starting = 1;
const secondsText = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
const workers = (): number => Math.max(1, Math.min(8, navigator.hardwareConcurrency));

/** The number in a field; NaN where there is none, so that what is missing is said. */
const numberIn = (event: Event): number => {
  const { value } = event.target as HTMLInputElement;
  return value.trim() === "" ? Number.NaN : Number(value);
};
const shown = (x: number | undefined): string => (x === undefined || Number.isNaN(x) ? "" : String(x));

function axisView({ known, chosen }: Asked, i: number, acts: FormActs): TemplateResult {
  const axis = chosen.axes[i];
  const unit = unitText(known.find(({ name }) => name === axis?.name)?.unit ?? "");
  const names = known.map(({ name }) => name).filter((name) => i === 0 || name !== chosen.axes[0]?.name);
  const pick = (event: Event): void => acts.pick(i, (event.target as HTMLSelectElement).value);
  const field = (label: string, value: number, change: (x: number) => Partial<Axis>, step: string): TemplateResult =>
    html`<label>${label} <input type="number" step=${step} .value=${live(shown(value))} @change=${(event: Event) => acts.change(i, change(numberIn(event)))} /></label>`;
  return html`<fieldset>
    <legend>${i === 0 ? "Over" : "and over"}</legend>
    <label class="which"><span class="visually-hidden">${i === 0 ? "First value" : "Second value"}</span>
      <select @change=${pick}>
        ${i === 0 ? nothing : html`<option .selected=${axis === undefined}>${nothingElse}</option>`}
        ${names.map((name) => html`<option .selected=${name === axis?.name}>${name}</option>`)}
      </select></label>
    ${
      axis === undefined
        ? nothing
        : html`${field("from", axis.from, (from) => ({ from }), "any")} ${field("to", axis.to, (to) => ({ to }), "any")}
            ${unit === "" ? nothing : html`<span class="unit">${unit}</span>`} ${field("values", axis.count, (count) => ({ count }), "1")}`
    }
  </fieldset>`;
}

function boundsView({ info, verb, chosen: { bounds } }: Asked, acts: FormActs): TemplateResult {
  const pick = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    acts.bound(value === allSolved ? undefined : { of: value });
  };
  const end = (label: string, value: number | undefined, change: (x: number | undefined) => Partial<Bounds>) => {
    const typed = (event: Event): void => {
      const x = numberIn(event);
      acts.bound(change(Number.isNaN(x) ? undefined : x));
    };
    return html`<label>${label} <input type="number" step="any" placeholder="any" .value=${live(shown(value))} @change=${typed} /></label>`;
  };
  return html`<fieldset>
    <legend>As asked is</legend>
    <label class="which"><span class="visually-hidden">What is as asked</span>
      <select @change=${pick}>
        <option .selected=${bounds === undefined}>${allSolved}</option>
        ${numbersOf(info, verb).map((name) => html`<option .selected=${name === bounds?.of}>${name}</option>`)}
      </select></label>
    ${bounds === undefined ? nothing : html`${end("from", bounds.from, (from) => ({ from }))} ${end("to", bounds.to, (to) => ({ to }))}`}
  </fieldset>`;
}

/** The study while it is computed: a cell an item, coloured as it comes, and how far it is. */
export function goingView({ axes, states: found, totals, began }: Going, acts: FormActs): TemplateResult {
  const [nx, ny] = [axes[0].count, axes[1]?.count ?? 1];
  const { done = 0, solved = 0, failed = 0 } = totals ?? {};
  const passed = (performance.now() - began) / 1000;
  const left = done < 3 ? "" : `, ${secondsText((passed * (found.length - done)) / done)} left`;
  const said =
    totals === undefined
      ? "Workers begin …"
      : `${done} of ${found.length} motions, ${solved} solved, ${failed} not${left}`;
  const colours = ["var(--line)", ...stateColours];
  // the last axis changes fastest
  const cell = (state: number, item: number) =>
    svg`<rect x=${Math.floor(item / ny) + 0.06} y=${ny - 1 - (item % ny) + 0.06} width=".88" height=".88" rx=".12" fill=${colours[state]} fill-opacity=${state === 0 ? 0.45 : 1} />`;
  return html`<div class="going">
    <svg viewBox="0 0 ${nx} ${ny}" class=${ny === 1 ? "cells row" : "cells"} preserveAspectRatio="none" role="img" aria-label="The items, coloured as they are done">${Array.from(found, cell)}</svg>
    <p class="key">${states.map((name, i) => html`<span><i style="background:${stateColours[i]}"></i>${name} </span>`)}</p>
    <progress max=${found.length} value=${done} aria-label="Items done"></progress>
    <p>${said}</p>
    <button type="button" @click=${acts.stop}>Stop, and show what is done</button>
  </div>`;
}
