import { csv } from "../csv.js";
import { reportData } from "../report/charts.js";
import { command } from "../report/command.js";
import { landscapeOf } from "../report/landscape.js";
import { methodsOf } from "../report/methods.js";
import { motionsOf } from "../report/motions.js";
import { reportHtml } from "../report/report.js";
import { resultJson } from "../result-json.js";
import type { Run } from "../run.js";
import { replayOf } from "../saved/record.js";
import { version } from "../version.js";
import type { ExportKind } from "./messages.js";
import { problemNamed } from "./problems.js";

/** A run as a file, the same as the command line writes, in pieces. */
export async function exported(run: Run, what: ExportKind, program: () => Promise<string>): Promise<string[]> {
  switch (what) {
    case "json":
      return [`${JSON.stringify(saved(run), null, 1)}\n`];
    case "csv":
      return [...csv(run.result.trajectory)];
    case "report":
      return [await report(run, await program())];
  }
}

function saved(run: Run): object {
  const { source } = run.found;
  const replay = replayOf(run, "name" in source ? source : undefined);
  return { ...resultJson(run.result, run.expected), replay };
}

async function report(run: Run, program: string): Promise<string> {
  const methods = await methodsOf(run, problemNamed);
  const { source } = run.found;
  return reportHtml(run, {
    data: reportData(run.result, await landscapeOf(run, undefined), methods),
    motions: motionsOf(run.result),
    methods,
    command: command(run, "name" in source ? source.name : "result.json"),
    version,
    program,
  });
}
