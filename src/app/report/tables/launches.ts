import { freedBy } from "../../../motion/problem/condition.js";
import { judged } from "../../../motion/trajectory/laws.js";
import { readable, small, unitText } from "../../motion-view/numbers.js";
import type { Run } from "../../run/run.js";
import { type Html, html } from "../html.js";
import { mark } from "./values.js";

/** The cells of a row of the table of launches. */
export interface LaunchRow {
  readonly sequence: string;
  /** The launch values that were found, in the order of the conditions that free them. */
  readonly launch: readonly (number | null)[];
  readonly residual: number;
  readonly boundaryError: number | null;
  readonly condition: number | null;
  /** Laws that this launch breaks, by their titles. */
  readonly broken: readonly string[];
}

/** One row for every launch that a search found. */
export function launchRows({ verb, result: { problem, solutions = [] } }: Pick<Run, "verb" | "result">): LaunchRow[] {
  return solutions.map((result) => ({
    sequence: result.run.sequence ?? "",
    launch: freedBy(problem).map((name) => Number(result.run.parameters[name])),
    residual: result.solution.residual,
    boundaryError: result.trajectory.certificate.boundaryError.value,
    condition: result.run.regularity?.condition ?? null,
    broken: judged({ result, verb }).flatMap(({ law, good }) => (good === false ? [law.title] : [])),
  }));
}

/** All launches beside each other; nothing where none were searched. */
export function launchesTable(run: Run): Html {
  const rows = launchRows(run);
  if (rows.length === 0) return html``;
  const { problem } = run.result;
  const names = freedBy(problem);
  const unit = (name: string): string => unitText(problem.parameters[name]?.unit ?? "");
  return html`<section class="launches"><h2>${rows.length === 1 ? "The launch that was found" : `${rows.length} launches`}</h2>
<div class="scroll" tabindex="0" role="region" aria-label="launches"><table><thead><tr><th scope="col">Contacts</th>${names.map(
    (name) => html`<th scope="col"><code>${name}</code> <span class="unit">${unit(name)}</span></th>`,
  )}<th scope="col">Residual</th><th scope="col">Boundary error</th><th scope="col">Condition</th><th scope="col">Certificate</th></tr></thead><tbody>${rows.map(
    ({ sequence, launch, residual, boundaryError, condition, broken }, i) =>
      html`<tr><th scope="row">${i + 1}: ${sequence}</th>${launch.map(
        (value) => html`<td>${readable(value)}</td>`,
      )}<td>${small(residual)}</td><td>${small(boundaryError)}</td><td>${small(condition)}</td><td>${mark(broken.length === 0)} ${broken.length === 0 ? "all laws kept" : `broken: ${broken.join(", ")}`}</td></tr>`,
  )}</tbody></table></div></section>`;
}
