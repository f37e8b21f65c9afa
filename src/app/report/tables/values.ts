/**
 * Tables of a report as markup: values beside expected ones, the certificate, parameters, launches, designs, methods,
 * contact segments. Each is a function from a run or a result to markup, empty where there is nothing to tell, and may
 * be touched without reading the others.
 *
 * @module app/report/tables
 */

import { freedBy } from "../../../motion/problem/condition.js";
import { judged, whereWorst } from "../../../motion/trajectory/laws.js";
import { readable, small, unitText } from "../../motion-view/numbers.js";
import { describeParameters } from "../../run/describe.js";
import type { Comparison } from "../../run/expected.js";
import type { Run } from "../../run/run.js";
import { violatedRows } from "../../run/violated-rows.js";
import { type Html, html } from "../html.js";

/** Values with unit and meaning, and what was expected of them. */
export function valuesTable({ result, expected = [] }: Run): Html {
  const { values, problem } = result;
  const rows = Object.entries(values).map(([name, value]) => {
    const { unit = "", meaning = "" } = problem.values[name] ?? {};
    const known = expected.filter((comparison) => comparison.name === name);
    return html`<tr><th scope="row"><code>${name}</code><small>${meaning}</small>${known.map(({ source }) => html`<small>expected: ${source}</small>`)}</th>
      <td class="number">${amount(value, unit)}${known.map(expectation)}</td></tr>`;
  });
  return table("Values", ["Value", "Found"], rows);
}

function expectation({ value, tolerance, holds }: Comparison): Html {
  const within = typeof value === "number" && tolerance > 0 ? ` ± ${readable(tolerance)}` : "";
  return html`<small>${mark(holds)} <span class="whole">${readable(value)}${within}</span></small>`;
}

/** The certificate: every law, the worst that happened and where, and whether it is kept. */
export function certificateTable(run: Run): Html {
  const rows = judged(run).map(
    ({ law, worst, unit, good }) => html`<tr><th scope="row">${law.title}<small>${law.meaning}</small></th>
      <td class="number">${good === undefined ? html`` : mark(good)} ${amount(small(worst.value), unit)}<small>${whereWorst(worst)}</small></td></tr>`,
  );
  return table("Certificate", ["Law", "Worst"], rows, "Checked from the motion alone, whoever computed it.");
}

/** The rows that stay open, for a motion that is no solution. */
export function worstTable({ result }: Run): Html {
  const rows = violatedRows(result).map(
    ({ row, residual }) => html`<tr><th scope="row">${row}</th><td class="number">${small(residual)}</td></tr>`,
  );
  return rows.length === 0
    ? html``
    : table(
        "Worst rows",
        ["Row", "Residual"],
        rows,
        "What is left of the equations and conditions of the closest motion.",
      );
}

/** Every parameter as it was used: set, found, or following its formula. */
export function parametersTable({ result, choice }: Run): Html {
  const {
    problem,
    run: { parameters },
  } = result;
  const freed = new Set(freedBy(problem));
  const described = describeParameters(problem, choice.set);
  const rows = Object.entries(described).map(([name, { value, unit, meaning, formula, range }]) => {
    const isSet = choice.set[name] !== undefined;
    const note = isSet
      ? "set"
      : freed.has(name) && parameters[name] !== value
        ? "found"
        : (formula && `= ${formula}`) || "";
    return html`<tr><th scope="row"><code>${name}</code><small>${meaning}</small></th>
      <td class="number">${amount(parameters[name] ?? value, unit)}<small>${note}</small><small>${range}</small></td></tr>`;
  });
  // two halves side by side where there is room, one below the other where there is not
  const half = Math.ceil(rows.length / 2);
  const head = ["Parameter", "Value"] as const;
  return html`<section class="below"><h2>Parameters</h2><div class="tables close">${grid(head, rows.slice(0, half))}${grid(head, rows.slice(half))}</div></section>`;
}

function table(title: string, head: readonly [string, string], rows: readonly Html[], note = ""): Html {
  return html`<section><h2>${title}</h2>${note === "" ? html`` : html`<p>${note}</p>`}${grid(head, rows)}</section>`;
}

function grid(head: readonly [string, string], rows: readonly Html[]): Html {
  return html`<table><thead><tr><th scope="col">${head[0]}</th><th scope="col" class="number">${head[1]}</th></tr></thead>
    <tbody>${rows}</tbody></table>`;
}

const amount = (x: number | string | null, unit: string): Html =>
  html`<span class="whole">${readable(x)}${unitText(unit) && x !== null ? html` <span class="unit">${unitText(unit)}</span>` : html``}</span>`;

export const mark = (good: boolean): Html =>
  good
    ? html`<span class="good" role="img" aria-label="holds">✓</span>`
    : html`<span class="bad" role="img" aria-label="broken">✗</span>`;
