/**
 * A finished run as one page that needs nothing else: tables as text, charts and the viewer drawn by a program inside.
 * `compose.ts` computes what the run does not hold, `report.ts` writes the page. Tables, charts and the program are
 * rooms of their own; a new table may be added without reading them.
 *
 * @module app/report
 */
import type { Problem } from "../../motion/problem/problem.js";
import type { Run } from "../run/run.js";
import { reportData } from "./charts/charts.js";
import { landscapeOf } from "./charts/landscape.js";
import { command } from "./command.js";
import { methodsOf } from "./methods.js";
import { motionsOf } from "./motions.js";
import { reportHtml } from "./report.js";

/** The surroundings of a report: who finds other problems, what the run's own is called, and the program that draws. */
export interface Surroundings {
  readonly find: (name: string) => Promise<{ readonly problem: Problem }>;
  readonly problem: string;
  readonly program: string;
  readonly version: string;
  readonly signal?: AbortSignal | undefined;
}

/** The report of a run as one page, with all that has to be computed for it: the other methods, the landscape around a design. */
export async function composeReport(
  run: Run,
  { find, problem, program, version, signal }: Surroundings,
): Promise<string> {
  const methods = await methodsOf(run, find, signal);
  return reportHtml(run, {
    data: reportData(run.result, await landscapeOf(run, signal), methods),
    motions: motionsOf(run.result),
    methods,
    command: command(run, problem),
    version,
    program,
  });
}
