import { BadInput } from "../../motion/problem.js";
import type { Unfinished } from "../../motion/unfinished.js";
import { decode } from "./formulas.js";

/**
 * The cancelled march of a saved result, as `encode` wrote it.
 * @throws {BadInput} where it is none.
 */
export function readUnfinished(data: unknown, shown: string): Unfinished {
  const march = decode(data) as Partial<Unfinished> | null;
  const { states, insides, programs } = march?.path ?? {};
  const isMarch =
    Array.isArray(march?.names) &&
    typeof march?.choices === "object" &&
    [march?.parameters, states, insides, programs?.milliseconds].every((list) => list instanceof Float64Array) &&
    Array.isArray(programs?.modes);
  if (!isMarch) throw new BadInput("problem", `The unfinished march in ${shown} cannot be read.`);
  return march as Unfinished;
}
