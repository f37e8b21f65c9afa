import { CommanderError } from "commander";
import { oneSentence } from "../../checks/words.js";
import { BadInput } from "../../motion/problem/problem.js";
import { Unwritable } from "../run/saved/file-set.js";
import { Unreachable } from "../studies/queue/unreachable.js";
import type { Io } from "./io.js";

/** Says in one sentence why nothing was computed; returns the exit code: 2 for bad input, 1 for a fault of ours. */
export function refuse(error: unknown, json: boolean, io: Io): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const bad = badInput(error);
  const message = oneSentence(
    bad?.message ??
      (error instanceof Unwritable || error instanceof Unreachable
        ? error.message
        : `Unexpected fault: ${error instanceof Error ? error.message : String(error)}`),
  );
  if (json)
    io.out(
      `${JSON.stringify(bad ? { status: "bad-input", field: bad.field, message } : { status: "fault", message })}\n`,
    );
  io.err(`${message}\n`);
  return bad ? 2 : 1;
}

/** The field and the sentence of bad input; undefined for an error of another kind. */
export function badInput(error: unknown): { field: string; message: string } | undefined {
  if (error instanceof BadInput) return error;
  if (error instanceof CommanderError) return fromCommander(error);
  // the floors below throw RangeError at their doors: a model or scene that makes no sense
  if (error instanceof RangeError && !isOfEngine(error))
    return { field: "problem", message: `The problem cannot be built: ${error.message}.` };
  return undefined;
}

/** Stacks and memory that end are faults of ours, whatever was given. */
const isOfEngine = ({ message }: RangeError): boolean => /call stack|^Invalid |allocation failed/.test(message);

const verbs = "list, show, solve, simulate, design, fit, sweep, worker, check and open";

function fromCommander({ code, message }: CommanderError): { field: string; message: string } {
  // `help` of a verb that there is not
  if (code === "commander.help")
    return { field: "verb", message: `There is no such command; the commands are ${verbs}.` };
  if (code === "commander.missingArgument")
    return { field: "problem", message: "A problem is missing: a name that `npx bankshot list` prints, or a file." };
  // one sentence: hints follow a semicolon
  const text = oneSentence(message.replace(/^error: /, "").replace(/\n\(Did (.*)\)$/, "; did $1")).replace(
    /\. ([A-Z])/,
    (_, letter: string) => `; ${letter.toLowerCase()}`,
  );
  const option = /--[\w-]+/.exec(text)?.[0];
  if (code === "commander.unknownCommand" && !text.includes(";"))
    return { field: "verb", message: `${text.charAt(0).toUpperCase()}${text.slice(1)}; the commands are ${verbs}.` };
  const field =
    code === "commander.unknownCommand" ? "verb" : (option ?? (code.includes("Argument") ? "problem" : "verb"));
  return { field, message: `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}` };
}
