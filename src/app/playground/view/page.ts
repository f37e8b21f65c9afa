/**
 * The page as templates of its state: each part is a function from state and actions to markup and keeps nothing. What
 * a button does stands in `actions.ts`; words and layout here may be touched without reading how the page works.
 *
 * @module app/playground/view
 */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Actions } from "../actions.js";
import type { TitledView } from "../charts.js";
import { familyOf } from "../compare/shown.js";
import { isServed } from "../sources.js";
import type { State } from "../state.js";
import { compare } from "./compare.js";
import { gallery } from "./gallery.js";
import { header } from "./header.js";
import { list } from "./list.js";
import { outcome } from "./outcome.js";
import { parameters } from "./parameters.js";
import { plots } from "./plots.js";
import { results } from "./results.js";

/** Parts of the page besides its state, which draw themselves. */
export interface Parts {
  readonly scene: Element;
  readonly charts: readonly TitledView[];
}

/** The whole page: list, scene with outcome and plots, parameters and results; one column where there is no room. */
export function page(state: State, actions: Actions, parts: Parts): TemplateResult {
  const { narrow, listOpen, told, notice } = state;
  return html`<a class="skip" href="#scene" @click=${skip}>Skip to the scene</a>
    ${header(state, actions)}
    ${
      narrow
        ? html`<wa-drawer label="Problems" placement="start" ?open=${listOpen} @wa-after-hide=${() => actions.showList(false)}
            >${listOpen ? list(state, actions) : nothing}</wa-drawer
          >`
        : html`<aside class="side">${list(state, actions)}</aside>`
    }
    <main id="scene" tabindex="-1">
      ${
        state.complaint === undefined
          ? nothing
          : html`<wa-callout variant="danger" class="complaint"
              >${state.complaint} <wa-button size="xs" appearance="outlined" @click=${actions.dismiss}>Close</wa-button></wa-callout
            >`
      }
      ${middle(state, actions, parts)}
    </main>
    ${
      state.info === undefined
        ? nothing
        : html`<aside class="panel" aria-label="Parameters and results">
            ${narrow ? nothing : outcome(state, actions)} ${panel(state, actions)}
          </aside>`
    }
    ${notice === "" ? nothing : html`<p class="notice" aria-hidden="true">${notice}</p>`}
    <div class="visually-hidden" role="status" aria-live="polite">${told}</div>`;
}

function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#scene")?.focus();
}

function middle(state: State, actions: Actions, { scene, charts }: Parts): TemplateResult {
  const { info, trouble, work, history, robot } = state;
  if (robot !== undefined)
    return html`<div class="stage">${scene}</div>
      <h2 class="robot">${robot.name}</h2>
      <p>${robot.text}</p>`;
  if (trouble !== undefined)
    return html`<div class="blank"><wa-callout variant="danger"><b>This cannot be opened.</b> ${trouble}
        ${isServed(history.now.problem) ? "Reload this page when that is mended." : nothing}</wa-callout
      ></div>`;
  if (info === undefined || work.kind === "opening")
    return html`<div class="blank"><wa-spinner></wa-spinner><p>Opening ${history.now.problem}</p></div>`;
  return html`${state.narrow ? html`<h1 class="narrow-title">${info.title || info.name}</h1>` : nothing}
    <div class="stage">${state.maker?.stage ?? scene}${gallery(state, info, actions)}</div>
    ${state.narrow ? outcome(state, actions) : nothing} ${plots(charts, state.answer)}`;
}

function panel(state: State, actions: Actions): TemplateResult {
  const { info } = state;
  if (info === undefined) return html``;
  const family = familyOf(state);
  const compared = state.kept.length + (family?.members.length ?? 0);
  const isCompared = state.kept.length > 0 || family !== undefined;
  const tabs = html`<wa-tab-group>
    ${
      state.maker === undefined
        ? nothing
        : html`<wa-tab panel="draw">Draw</wa-tab><wa-tab-panel name="draw">${state.maker.panel}</wa-tab-panel>`
    }
    <wa-tab panel="parameters">Parameters</wa-tab>
    <wa-tab panel="results">Results</wa-tab>
    ${isCompared ? html`<wa-tab panel="compare">Compare (${compared})</wa-tab>` : nothing}
    <wa-tab-panel name="parameters">${parameters(state, info, actions)}</wa-tab-panel>
    <wa-tab-panel name="results">${results(state, info)}</wa-tab-panel>
    ${isCompared ? html`<wa-tab-panel name="compare">${compare(state, info, actions)}</wa-tab-panel>` : nothing}
  </wa-tab-group>`;
  // a group that gets another first tab would not show it
  return html`${keyed(state.maker !== undefined, tabs)}`;
}
