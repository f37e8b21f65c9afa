import type { Result } from "../../../motion/result.js";
import { readable, small, unitText } from "../../motion-view/numbers.js";
import { designedValues } from "../charts/landscape.js";
import { type Html, html } from "../html.js";

/** The different designs that several starts found, the best first; nothing where one start searched. */
export function designsTable({ solutions = [], problem }: Result, starts: number): Html {
  if (solutions.length === 0) return html``;
  const names = problem.objective?.vary ?? [];
  const title =
    solutions.length === 1 ? `One design from ${starts} starts` : `${solutions.length} designs from ${starts} starts`;
  const unit = (name: string): string => unitText(problem.parameters[name]?.unit ?? "");
  return html`<section class="launches"><h2>${title}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="designs"><table><thead><tr><th scope="col">Design</th>${names.map(
    (name) => html`<th scope="col"><code>${name}</code> <span class="unit">${unit(name)}</span></th>`,
  )}<th scope="col">Cost</th><th scope="col">Constraints missed by</th></tr></thead><tbody>${solutions.map(
    (design, i) => {
      const values = designedValues(design);
      return html`<tr><th scope="row">${i + 1}: ${design.status}</th>${names.map(
        (name) => html`<td>${readable(values[name])}</td>`,
      )}<td>${readable(design.values.cost)}</td><td>${small(design.solution.residual)}</td></tr>`;
    },
  )}</tbody></table></div></section>`;
}
