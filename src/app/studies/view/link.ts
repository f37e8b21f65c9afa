import { linkOf } from "../../run/place.js";
import type { StudyPage } from "./study-page.js";

/** The link of the playground that shows the motion of a row with exactly its settings; undefined where it cannot find the problem. */
export function linkOfRow({ about, columns, rows }: StudyPage, row: number): string | undefined {
  const { problem, verb, set } = about;
  if (problem === "") return undefined;
  const varied = columns
    .filter(({ role }) => role === "counted" || role === "sampled")
    .flatMap(({ name, cells }) => (cells[row] === null ? [] : [[name, cells[row]] as const]));
  const launch = rows.launches[row];
  return linkOf({
    problem,
    verb,
    set: { ...set, ...Object.fromEntries(varied) },
    ...(verb === "solve" && launch.length > 0 && { launch }),
  });
}
