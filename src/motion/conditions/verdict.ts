import type { Status } from "../../solve/mcp.js";
import type { BoundaryTask } from "../boundary/guess.js";
import { atRangeEnds } from "../boundary/ranges.js";
import type { Setup } from "../compile/setup.js";
import { hasRows } from "../compile/step.js";
import { isPreference, preferenceOf } from "../problem/condition.js";
import { type ConditionMiss, exactly, isMet, missInWords } from "../trajectory/misses.js";
import type { Ended } from "./least.js";
import { byMiss, type Met } from "./met.js";

/** Status and words of an answer: what is met, what gives by how much, and what is left open. */
export function verdict(
  { setup, signal }: BoundaryTask,
  met: Met,
  misses: readonly ConditionMiss[],
  open: readonly string[],
): { status: Status; message: string } {
  const { ended } = met;
  const unmet = [...misses].filter((one) => !isMet(one)).sort(byMiss);
  const { freed } = setup.compiled;
  const counts = `${misses.length} ${misses.length === 1 ? "condition" : "conditions"} by ${freed.length} freed ${freed.length === 1 ? "value" : "values"}`;
  if (signal?.aborted)
    return { status: "cancelled", message: `Cancelled; shown is the closest motion so far, ${missText(misses)}.` };
  if (unmet.length > 0) {
    const held = atRangeEnds(setup, ended.at.look.parameters);
    const why = held.length > 0 ? `, with ${held.join(" and ")} at the end of its range` : "";
    return {
      // other starts were tried; a value at the end of its range is no reason where others could still lower the miss, nor is
      // anything where many bodies push each other: launches that are hardly apart end far from each other
      status: ended.status === "stationary" && hasRows(setup.compiled.kernels) ? "infeasible" : "no-progress",
      message: `No motion was found that meets ${counts}: the closest misses ${missText(unmet)}${why} (this is no proof).`,
    };
  }
  const left = [...misses].filter(({ miss }) => Math.abs(miss) > exactly).sort(byMiss);
  const squares =
    left.length === 0
      ? `Met: ${counts}.`
      : `Least squares of ${counts}, each within its tolerance: the largest miss is ${missText(left.slice(0, 1))}.`;
  const loose =
    left.length > 0 && ended.status === "no-progress"
      ? " No step lowers the squares any more, though they have a slope."
      : "";
  return {
    status: "solved",
    message: `${squares}${loose}${met.preferred ? preferenceText(setup, met.preferred) : openText(open, met.isNearest, ended)}`,
  };
}

/** "Of all that meet them this has the least time: 0.49 s." */
function preferenceText({ compiled }: Setup, { value, isLeast }: NonNullable<Met["preferred"]>): string {
  const { name = "", unit = "", residual } = preferenceOf(compiled) ?? {};
  const isMost = isPreference(residual) && "most" in residual;
  const number = `${(isMost ? -value : value).toPrecision(6)}${unit === "1" ? "" : ` ${unit}`}`;
  return isLeast
    ? ` Of all near them that are as good this is best by ${name}: ${number}.`
    : ` By ${name} it has ${number}, and a better one may be near: the search for it did not end.`;
}

/** "launch.vx and launch.vy are not determined: chosen is the least change from the guess that was found." */
function openText(open: readonly string[], isNearest: boolean, { status }: Ended): string {
  const names = open.length === 0 ? "" : ` The conditions do not determine ${open.join(" and ")}`;
  if (!isNearest) return names === "" ? "" : `${names}.`;
  const chosen =
    status === "no-progress"
      ? "one, and others may be nearer to the guess"
      : "the least change from the guess that was found";
  return names === ""
    ? ` Of all that meet them this is ${chosen}.`
    : `${names}: of all that meet them this is ${chosen}.`;
}

/** "end.x by 0.12 m and end.y by -0.03 m" */
const missText = (misses: readonly ConditionMiss[]): string => misses.map(missInWords).join(" and ");
