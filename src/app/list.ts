import pc from "picocolors";
import { problems } from "../../problems/index.js";
import type { Io } from "./io.js";
import type { NamedProblem } from "./playground/messages.js";
import { plainTable } from "./table.js";

/** Every problem that comes with the package, and what is done with it. */
export const catalogue = (): NamedProblem[] =>
  Object.entries(problems).map(([name, { problem, expected }]) => ({
    name,
    title: problem.title,
    verb: expected.verb,
  }));

/** Prints name, title and the verb that it is made for of every problem that comes with the package. */
export function list({ json = false }: { json?: boolean }, io: Io): number {
  const all = catalogue();
  if (json) {
    io.out(`${JSON.stringify({ problems: all })}\n`);
    return 0;
  }
  const { bold, dim } = pc.createColors(io.colours);
  io.out(`${plainTable(all.map(({ name, title, verb }) => [bold(name), dim(verb), title]))}\n`);
  return 0;
}
