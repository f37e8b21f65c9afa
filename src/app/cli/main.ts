/**
 * The command line: words become settings and choices, one command runs, and its exit code, one JSON object or a few
 * tables come out. Control goes on to reports and runs; nothing below knows that there is a terminal. A new verb is a
 * file of its own and an entry in `commands.ts`; options of a run stand in `run-options.ts`, and both may be touched
 * without reading the rest.
 *
 * @module app/cli
 */
import { commandLine } from "./commands.js";
import type { Io } from "./io.js";
import { refuse } from "./refusal.js";

/** Runs one command; returns its exit code: 0 solved, 1 not solved, 2 bad input. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code = 0;
  const program = commandLine(io, (given) => {
    code = given;
  });
  if (argv.length === 0) {
    io.err(program.helpInformation());
    return 2;
  }
  try {
    await program.parseAsync([...argv], { from: "user" });
    return code;
  } catch (error) {
    return refuse(error, argv.includes("--json"), io);
  }
}
