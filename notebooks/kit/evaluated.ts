/** Runs what a reader wrote. */
import * as bankshot from "../../src/index.js";
import type { Problem } from "../../src/motion/problem.js";

/** The problem of a text, or why there is none, with the last one that there was. */
export interface Evaluated {
  readonly problem: Problem;
  readonly refusal?: string;
}

let last: Problem | undefined;

/** The `problem` of program texts that import from "bankshot", put one after the other. */
export async function evaluated(...texts: readonly string[]): Promise<Evaluated> {
  const body = texts
    .join("\n")
    .replace(/import\s*\{([^}]*)\}\s*from\s*"bankshot";?/g, (_, names: string) => {
      return `const {${names.replace(/\sas\s/g, ": ")}} = bankshot;`;
    })
    .replace(/^export /gm, "");
  try {
    const problem = new Function("bankshot", `"use strict";\n${body}\nreturn problem;`)(bankshot) as Problem;
    // one step tells whether the model fits the problem
    await bankshot.simulate(problem, { set: { "grid.steps": 1, "grid.h": problem.grid.h } });
    last = problem;
    return { problem };
  } catch (error) {
    if (last === undefined) throw error;
    return { problem: last, refusal: error instanceof Error ? error.message : String(error) };
  }
}
