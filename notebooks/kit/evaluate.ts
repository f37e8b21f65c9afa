/** Runs what a reader wrote. */
import * as data from "../../src/data.js";
import * as geometry from "../../src/geometry.js";
import * as bankshot from "../../src/index.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import * as robots from "../../src/robots.js";
import * as solvers from "../../src/solvers.js";

/** The modules that a reader may import, by the names that users write. */
const doors = {
  bankshot,
  "bankshot/data": data,
  "bankshot/geometry": geometry,
  "bankshot/robots": robots,
  "bankshot/solvers": solvers,
};

/** The problem of a text, or why there is none, with the last one that there was. */
export interface Evaluated {
  readonly problem: Problem;
  readonly refusal?: string;
}

let last: Problem | undefined;

/** The `problem` of program texts that import from the doors of bankshot, put one after the other. */
export async function evaluate(...texts: readonly string[]): Promise<Evaluated> {
  const body = texts
    .join("\n")
    .replace(/import\s*\{([^}]*)\}\s*from\s*"(bankshot(?:\/\w+)?)";?/g, (_, names: string, door: string) => {
      return `const {${names.replace(/\sas\s/g, ": ")}} = doors["${door}"];`;
    })
    .replace(/^export /gm, "");
  try {
    const problem = new Function("doors", `"use strict";\n${body}\nreturn problem;`)(doors) as Problem;
    // one step tells whether the model fits the problem
    const { h } = problem.grid;
    await bankshot.simulate(problem, { set: h === undefined ? {} : { "grid.steps": 1, "grid.h": h } });
    last = problem;
    return { problem };
  } catch (error) {
    if (last === undefined) throw error;
    return { problem: last, refusal: error instanceof Error ? error.message : String(error) };
  }
}
