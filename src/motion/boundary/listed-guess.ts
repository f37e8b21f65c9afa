import { unknownName } from "../../checks/words.js";
import type { Setup } from "../compile/setup.js";
import type { Guess, ListedGuess } from "../problem/check-options.js";
import { BadInput } from "../problem/problem.js";

/**
 * A guess by names in declared order; what it leaves out is as declared.
 * @throws {BadInput} for a name that is not freed.
 */
export function listed(guess: Guess, { compiled: { freed, parameters: names }, parameters }: Setup): ListedGuess {
  if (typeof guess === "string" || Array.isArray(guess)) return guess;
  const given = guess as Readonly<Record<string, number>>;
  const known = freed.map((index) => names[index]);
  for (const name of Object.keys(given))
    if (!known.includes(name)) throw new BadInput("guess", `guess: ${unknownName("freed value", name, known)}`);
  return freed.map((index) => (Object.hasOwn(given, names[index]) ? given[names[index]] : parameters[index]));
}
