import { html, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { TitledView } from "../charts.js";

/** The charts of an answer, each in its tab. */
export function plots(views: readonly TitledView[]): TemplateResult {
  if (views.length === 0) return html``;
  const panel = (title: string): string => title.replace(/\W+/g, "-").toLowerCase();
  return html`<section class="plots" aria-label="Plots">
    <wa-tab-group>
      ${repeat(
        views,
        ({ title }) => `tab ${title}`,
        ({ title }) => html`<wa-tab panel=${panel(title)}>${title}</wa-tab>`,
      )}
      ${repeat(
        views,
        ({ title }) => `panel ${title}`,
        ({ title, text, view }) =>
          html`<wa-tab-panel name=${panel(title)}><p class="quiet">${text}</p>${view.element}</wa-tab-panel>`,
      )}
    </wa-tab-group>
  </section>`;
}
