import type { Result } from "../../../motion/result.js";
import { readable, small, unitText } from "../../motion-view/numbers.js";
import { quasistaticScene } from "../../motion-view/quasistatic.js";
import { type Html, html } from "../html.js";
import { largestDifference, type Methods } from "../methods.js";

/** Values by which the methods are compared, as far as all of them have them. */
const compared = ["end.x", "end.y", "end.theta", "ecp.relX", "ecp.relY"] as const;

/** The methods of a comparison, one a row; nothing where there is none. */
export function methodsTable(result: Result, methods: Methods | undefined): Html {
  const { model } = result;
  const body = model.views?.footprints?.[0]?.body;
  if (methods === undefined || methods.others.length === 0) return html``;
  if (body === undefined && quasistaticScene(model) === undefined) return html``;
  // of a motion without velocities all values are compared
  const names =
    body === undefined ? Object.keys(result.values) : compared.filter((name) => result.values[name] !== undefined);
  const row = (method: string, of: Result, own: boolean): Html =>
    html`<tr><th scope="row">${method}<small>${own ? "this report" : of.problem.name}${of.status === "solved" ? "" : `, ${of.status}`}</small></th>${names.map(
      (name) => html`<td>${readable(of.values[name])}</td>`,
    )}${body === undefined ? "" : html`<td>${own ? "" : small(largestDifference(body, result, of))}</td>`}</tr>`;
  const unit = (name: string): string => unitText(result.problem.values[name]?.unit ?? "");
  return html`<section class="launches"><h2>The same motion by other methods</h2>
<div class="scroll" tabindex="0" role="region" aria-label="methods"><table><thead><tr><th scope="col">Method</th>${names.map(
    (name) => html`<th scope="col"><code>${name}</code> <span class="unit">${unit(name)}</span></th>`,
  )}${body === undefined ? "" : html`<th scope="col">Largest velocity difference</th>`}</tr></thead><tbody>${row(methods.own, result, true)}${methods.others.map((other) => row(other.method, other.result, false))}</tbody></table></div></section>`;
}
