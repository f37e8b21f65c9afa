import { anything, fields, isRecord, must } from "../../../checks/fields.js";
import { inWords, unmarked } from "../../../checks/words.js";
import { BadInput, type Problem } from "../../../motion/problem/problem.js";
import { definitionOf, problemOf } from "./definition.js";

/** The version of the keys: files of an older one are read, files of a newer one refused. */
const format = 1;

const file = fields({
  bankshot: must<number>(`${format}, the version of problems in JSON that is read here`, (x) => x === format),
  model: anything,
  problem: anything,
});

/**
 * A whole problem as JSON: its model as a scene under a law (one of your own as the formulas of a step), and parameters,
 * formulas, grid, conditions, objective and values as they stand. There is no code in it; `fromJson` reads it.
 * @throws {BadInput} naming what JSON cannot hold: a function, or a model of too many forms.
 */
export function toJson(problem: Problem): string {
  const { model, rest } = definitionOf(problem);
  return `${JSON.stringify({ bankshot: format, model, problem: rest }, null, 1)}\n`;
}

/**
 * The problem that `toJson` wrote: it gives the same bits. Nothing in the text is run, and it is checked like any input.
 * @throws {BadInput} saying in one sentence what is wrong with it.
 */
export function fromJson(text: string): Problem {
  let given: unknown;
  try {
    given = JSON.parse(unmarked(text));
  } catch (error) {
    throw new BadInput("problem", `The text cannot be read as JSON: ${(error as Error).message.split("\n")[0]}.`);
  }
  if (!isRecord(given)) throw new BadInput("problem", `A problem must be a record, it is ${inWords(given)}.`);
  return problemOf(givenDefinition(given));
}

/** True of what a text of `toJson` holds, whether it can be read or not. */
export const isProblemJson = (given: unknown): given is object =>
  typeof given === "object" && given !== null && "bankshot" in given;

/**
 * The definition in such a text.
 * @throws {BadInput} naming the field that is missing or unknown.
 */
export function givenDefinition(given: unknown): { readonly model: unknown; readonly rest: unknown } {
  file(given, "");
  const { model, problem } = given as { readonly model: unknown; readonly problem: unknown };
  return { model, rest: problem };
}
