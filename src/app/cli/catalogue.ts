import type { NamedProblem } from "../playground/messages.js";

/** Every problem that comes with the package, and the verb that it is made for: all of them are read for their titles. */
export async function catalogue(): Promise<NamedProblem[]> {
  const { problems } = await import("../../../problems/index.js");
  return Object.entries(problems).map(([name, { problem, expected }]) => ({
    name,
    title: problem.title,
    verb: expected.verb,
  }));
}
