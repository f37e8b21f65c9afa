import { html, nothing, type TemplateResult } from "lit";
import { brief, briefText, readable, small, unitText } from "../../motion-view/numbers.js";
import type { Answer, LawRow, ProblemInfo, ValueRow } from "../messages.js";
import type { State } from "../state.js";

/** The findings in numbers: values beside expected ones, the certificate, open rows, and the work it was. */
export function results(state: State, info: ProblemInfo): TemplateResult {
  const { answer } = state;
  if (answer === undefined) return html`<p class="quiet">Nothing was computed yet.</p>`;
  return html`<section class="results" aria-label="Results">
    ${values(state, info, answer)}
    ${certificate(answer.laws)} ${worst(answer)}
    <p class="quiet">${answer.work}.</p>
  </section>`;
}

function values({ picked, branches }: State, info: ProblemInfo, answer: Answer): TemplateResult {
  const other = branches[picked];
  const rows: readonly ValueRow[] =
    other === undefined || picked === 0
      ? answer.values
      : Object.entries(other.values).map(([name, value]) => ({ name, value }));
  return html`<table>
    <caption>Values</caption>
    <thead><tr><th scope="col">Value</th><th scope="col" class="right">Found</th></tr></thead>
    <tbody>
      ${rows.map(
        ({ name, value, expected, holds }) => html`<tr>
          <th scope="row"><code>${name}</code><small>${briefText(info.values[name]?.meaning ?? "")}</small>
            ${tells(expected, holds) ? html`<small>expected: ${briefText(expected.source)}</small>` : nothing}</th>
          <td class="right"><span title=${readable(value)}>${brief(value)}</span> <span class="unit">${unitText(info.values[name]?.unit ?? "")}</span>
            ${tells(expected, holds) ? html`<small>${mark(holds === true)} ${brief(expected.value)}${typeof expected.value === "number" && expected.tolerance > 0 ? ` ± ${brief(expected.tolerance)}` : ""}</small>` : nothing}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

type Expectation = NonNullable<ValueRow["expected"]>;

/** A tolerance that is as large as the number tells nobody what to expect, unless it is missed. */
function tells(expected: Expectation | undefined, holds: boolean | undefined): expected is Expectation {
  if (expected === undefined) return false;
  const { value, tolerance } = expected;
  return holds !== true || typeof value !== "number" || (value === 0 ? tolerance < 1e-3 : tolerance < Math.abs(value));
}

function certificate(laws: readonly LawRow[]): TemplateResult {
  if (laws.length === 0) return html``;
  return html`<table>
    <caption>Certificate</caption>
    <thead><tr><th scope="col">Law</th><th scope="col" class="right">Worst</th></tr></thead>
    <tbody>
      ${laws.map(
        ({ title, meaning, unit, value, where, good }) => html`<tr>
          <th scope="row">${title}<small>${meaning}</small></th>
          <td class="right">${good === undefined ? nothing : mark(good)} ${small(value)} <span class="unit">${unitText(unit)}</span><small>${where}</small></td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function worst({ worst: rows }: Answer): TemplateResult {
  if (rows.length === 0) return html``;
  return html`<table>
    <caption>Worst rows</caption>
    <thead><tr><th scope="col">Row</th><th scope="col" class="right">Residual</th></tr></thead>
    <tbody>
      ${rows.map(({ row, residual }) => html`<tr><th scope="row">${row}</th><td class="right">${small(residual)}</td></tr>`)}
    </tbody>
  </table>`;
}

const mark = (good: boolean): TemplateResult =>
  good
    ? html`<span class="good" role="img" aria-label="holds">✓</span>`
    : html`<span class="bad" role="img" aria-label="broken">✗</span>`;
