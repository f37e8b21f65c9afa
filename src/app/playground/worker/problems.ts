import { unknownName } from "../../../checks/words.js";
import { checkProblem } from "../../../motion/problem/check-problem.js";
import { BadInput, checkExpected } from "../../../motion/problem/problem.js";
import type { Found } from "../../run/found.js";
import { packagedNames, packagedProblem } from "../../run/packaged.js";
import { type Definition, damage, problemOf } from "../../run/saved/definition.js";

/** Problems by their names; each is fetched when it is first asked for. */
const opened = new Map<string, Found>();

/**
 * A problem of the package by its name, or one that was defined under it.
 * @throws {BadInput} where there is none.
 */
export async function problemNamed(name: string): Promise<Found> {
  const known = opened.get(name);
  if (known !== undefined) return known;
  const packed = await packagedProblem(name);
  if (packed === undefined) throw new BadInput("problem", unknownName("problem", name, packagedNames));
  // without the other methods of its report, which may take a page very long
  const { methods: _, ...found } = packed;
  opened.set(name, found);
  return found;
}

/** Makes a problem from saved data known under a name. */
export function define(name: string, definition: Definition, expected: Found["expected"]): Found {
  let problem: Found["problem"];
  try {
    problem = problemOf(definition);
    checkProblem(problem);
    if (expected !== undefined) checkExpected(expected);
  } catch (error) {
    throw new BadInput("problem", `The problem cannot be read: ${damage(error)}.`);
  }
  const found: Found = { problem, ...(expected && { expected }), source: { data: name } };
  opened.set(name, found);
  return found;
}
