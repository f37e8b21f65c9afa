import type { Result } from "../../../motion/result.js";
import { readable, small, unitText } from "../../motion-view/numbers.js";
import { type Html, html } from "../html.js";

/** The grid's part in the values of an answer: the same motion computed again, finer. */
export function gridErrorTable({ run: { gridError }, problem }: Result): Html {
  const entries = Object.entries(gridError?.values ?? {});
  if (gridError === undefined || entries.length === 0) return html``;
  const { h, fineH } = gridError;
  const seconds = (x: number): string => `${readable(Number(x.toPrecision(3)))} s`;
  return html`<section class="launches"><h2>What the time grid does to these values</h2>
<p>The same motion, computed again ${fineH === undefined ? "by the method exact" : "on finer steps"}: the difference is the grid's. Where it is large, a finer grid gives another answer.</p>
<div class="scroll" tabindex="0" role="region" aria-label="grid error"><table><thead><tr><th scope="col">Value</th><th scope="col">Steps of ${seconds(h)}</th><th scope="col">${fineH === undefined ? "Exact" : html`Steps of ${seconds(fineH)}`}</th><th scope="col">Difference</th></tr></thead><tbody>${entries.map(
    ([name, { value, fine }]) => {
      const unit = unitText(problem.values[name]?.unit ?? "");
      return html`<tr><th scope="row"><code>${name}</code> <span class="unit">${unit}</span></th><td>${readable(value)}</td><td>${readable(fine)}</td><td>${small(fine - value)}</td></tr>`;
    },
  )}</tbody></table></div></section>`;
}
