import type { Result } from "../../../motion/result.js";
import { readable, small, unitText } from "../../motion-view/numbers.js";
import { type Html, html } from "../html.js";

/** The local minima that several starts found, the cheapest first; nothing where one start searched. */
export function minimaTable({ solutions = [], problem }: Result): Html {
  if (solutions.length === 0) return html``;
  const names = Object.keys(problem.values);
  const unit = (name: string): string => unitText(problem.values[name]?.unit ?? "");
  return html`<section class="launches"><h2>${solutions.length === 1 ? "One local minimum" : `${solutions.length} local minima`}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="local minima"><table><thead><tr><th scope="col">Contacts, by steps</th><th scope="col">Cost</th>${names.map(
    (name) => html`<th scope="col"><code>${name}</code> <span class="unit">${unit(name)}</span></th>`,
  )}<th scope="col">Order</th><th scope="col">Residual</th></tr></thead><tbody>${solutions.map(
    ({ run: { sequence }, status, values, run: { regularity: { order } = {} }, solution }, i) =>
      html`<tr><th scope="row">${i + 1}: ${sequence ?? status}</th><td>${readable(values.cost)}</td>${names.map(
        (name) => html`<td>${readable(values[name])}</td>`,
      )}<td>${order ?? ""}</td><td>${small(solution.residual)}</td></tr>`,
  )}</tbody></table></div></section>`;
}
