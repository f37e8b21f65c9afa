import type { Result } from "../../motion/result.js";
import { readable, small, unitText } from "../numbers.js";
import { type Html, html } from "./html.js";

/** What a row of the table of launches says. */
export interface LaunchRow {
  readonly sequence: string;
  /** The launch values that were found, in the order of the conditions that free them. */
  readonly launch: readonly (number | null)[];
  readonly residual: number;
  readonly boundaryError: number | null;
}

/** One row for every launch that a search found. */
export function launchRows({ problem, solutions = [] }: Result): LaunchRow[] {
  return solutions.map(({ sequence = "", parameters, solution, trajectory }) => ({
    sequence,
    launch: (problem.boundary ?? []).map(({ frees }) => Number(parameters[frees])),
    residual: solution.residual,
    boundaryError: trajectory.certificate.boundaryError.value,
  }));
}

/** All launches beside each other; nothing where none were searched. */
export function launchesTable(result: Result): Html {
  const rows = launchRows(result);
  if (rows.length === 0) return html``;
  const { problem } = result;
  const names = (problem.boundary ?? []).map(({ frees }) => frees);
  const unit = (name: string): string => unitText(problem.parameters[name]?.unit ?? "");
  return html`<section class="launches"><h2>${rows.length === 1 ? "The launch that was found" : `${rows.length} launches`}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="launches"><table><thead><tr><th scope="col">Contacts</th>${names.map(
    (name) => html`<th scope="col"><code>${name}</code> <span class="unit">${unit(name)}</span></th>`,
  )}<th scope="col">Residual</th><th scope="col">Boundary error</th></tr></thead><tbody>${rows.map(
    ({ sequence, launch, residual, boundaryError }, i) =>
      html`<tr><th scope="row">${i + 1}: ${sequence}</th>${launch.map(
        (value) => html`<td>${readable(value)}</td>`,
      )}<td>${small(residual)}</td><td>${small(boundaryError)}</td></tr>`,
  )}</tbody></table></div></section>`;
}
