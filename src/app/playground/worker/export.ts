import { composeReport } from "../../report/compose.js";
import { csv } from "../../run/csv.js";
import type { Run } from "../../run/run.js";
import { savedResult } from "../../run/saved/record.js";
import { version } from "../../run/version.js";
import type { ExportKind } from "../messages.js";
import { problemNamed } from "./problems.js";

/** A run as a file, the same as the command line writes, in pieces. */
export async function exportRun(run: Run, kind: ExportKind, program: () => Promise<string>): Promise<string[]> {
  const { source } = run.found;
  const name = "name" in source ? source.name : undefined;
  switch (kind) {
    case "json":
      return [`${JSON.stringify(savedResult(run, name === undefined ? undefined : { name }), null, 1)}\n`];
    case "csv":
      return [...csv(run.result.trajectory)];
    case "report":
      return [
        await composeReport(run, {
          find: problemNamed,
          problem: name ?? "result.json",
          program: await program(),
          version,
        }),
      ];
  }
}
