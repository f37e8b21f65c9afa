import { unknownName } from "../../../checks/words.js";
import { BadInput, checkExpected, type Problem } from "../../../motion/problem/problem.js";
import type { Draft } from "../../drafts/draft.js";
import type { Found } from "../../run/found.js";
import { packagedNames, packagedProblem } from "../../run/packaged.js";
import { type Definition, problemOf } from "../../run/saved/definition.js";
import type { ProblemInfo } from "../messages.js";
import type { Drawn } from "./drawn.js";

/** Problems by their names; each is fetched when it is first asked for. */
const opened = new Map<string, Found>();

/**
 * A problem of the package by its name, or one that was defined under it.
 * @throws {BadInput} where there is none.
 */
export async function problemNamed(name: string): Promise<Found> {
  const drawn = drafts.get(name);
  if (drawn !== undefined && drawn.found === undefined) throw new BadInput("bodies", drawn.fault);
  const known = drawn?.found ?? opened.get(name);
  if (known !== undefined) return known;
  const packed = await packagedProblem(name);
  if (packed === undefined) throw new BadInput("problem", unknownName("problem", name, packagedNames));
  // without the other methods of its report, which may take a page very long
  const { methods: _, ...found } = packed;
  opened.set(name, found);
  return found;
}

/** Drafts that can be gone back to; there is one more with every change. */
const mostDrafts = 60;
const drafts = new Map<string, Drawn>();

/** Makes a problem from a draft known under a name. */
export async function defineDraft(name: string, draft: Draft): Promise<ProblemInfo> {
  const { drawnProblem } = await import("./drawn.js");
  const drawn = drafts.get(name) ?? drawnProblem(name, draft);
  drafts.delete(name);
  drafts.set(name, drawn);
  for (const oldest of [...drafts.keys()].slice(0, -mostDrafts)) drafts.delete(oldest);
  return drawn.info;
}

const asDrawn = new WeakMap<Problem, Found>();

/** The same problem on its steps as they are, with nobody asking how near they are: the same one each time, which is compiled once. */
export function unconfirmed(found: Found): Found {
  const { problem } = found;
  const { accuracy, ...grid } = problem.grid;
  if (accuracy === undefined) return found;
  const known = asDrawn.get(problem) ?? { ...found, problem: { ...problem, grid } };
  asDrawn.set(problem, known);
  return known;
}

/** Makes a problem from saved data known under a name. */
export function define(name: string, definition: Definition, expected: Found["expected"]): Found {
  const problem = problemOf(definition);
  if (expected !== undefined) checkExpected(expected);
  const found: Found = { problem, ...(expected && { expected }), source: { data: name } };
  opened.set(name, found);
  return found;
}
