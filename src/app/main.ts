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
