import type { Setup } from "../compile/setup.js";
import { BadInput } from "../problem/problem.js";
import { groupsOf, nearest } from "./sights.js";

/**
 * Refuses conditions at times that the motion does not have.
 * @throws {BadInput} naming the condition.
 */
export function checkMoments(setup: Setup): void {
  const { conditions, boundary } = setup.compiled;
  const { t, h } = setup.steps;
  const end = t[h.length];
  for (const { rows, from, to, moment, stretches } of groupsOf(setup, setup.parameters)) {
    const { name } = boundary[conditions[rows[0]].condition];
    const isOut = moment.kind === "at" && !(from >= t[0] && from <= end * (1 + nearest));
    if (isOut)
      throw new BadInput("boundary", `Condition ${name} is asked at ${from} s, and the motion ends at ${end} s.`);
    if (stretches.length === 0)
      throw new BadInput(
        "boundary",
        `Condition ${name} is asked from ${from} s until ${to} s, where there is none of a motion of ${end} s.`,
      );
  }
}
