import type { Unfinished } from "../../../motion/march/unfinished.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { checksum } from "./checksum.js";
import { decode } from "./formulas.js";
import type { Replay } from "./replay.js";

/**
 * The cancelled march of a saved result, as `encode` wrote it.
 * @throws {BadInput} where it is none.
 */
export function readUnfinished(
  { unfinished: data, unfinishedSum }: Pick<Replay, "unfinished" | "unfinishedSum">,
  shown: string,
): Unfinished {
  if (unfinishedSum !== checksum(JSON.stringify(data)))
    throw new BadInput("problem", `The unfinished march in ${shown} cannot be read: it is not as it was saved.`);
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
