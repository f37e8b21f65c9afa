import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { TitledView } from "../charts.js";
import type { Answer } from "../messages.js";

/** The charts of an answer, each in its tab; their room where they are still to come, so that the scene stays in its place. */
export function plots(views: readonly TitledView[], answer: Answer | undefined): TemplateResult {
  if (views.length === 0) return answer?.figures === undefined ? html`` : html`<div class="plots room"></div>`;
  const panel = (title: string): string => title.replace(/\W+/g, "-").toLowerCase();
  return html`<section class="plots" aria-label="Plots">
    <wa-tab-group>
      ${repeat(
        views,
        ({ title }) => `tab ${title}`,
        ({ title, text }) => html`<wa-tab panel=${panel(title)} title=${text}>${title}</wa-tab>`,
      )}
      ${repeat(
        views,
        ({ title }) => `panel ${title}`,
        ({ title, view }) => html`<wa-tab-panel name=${panel(title)}>${view.element}</wa-tab-panel>`,
      )}
    </wa-tab-group>
  </section>`;
}
