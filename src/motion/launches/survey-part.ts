import { drive } from "../../solve/drive.js";
import type { Problem } from "../problem/problem.js";
import { type RunOptions, session } from "../session.js";
import { surveyedIn } from "./by-events.js";
import type { Part, PartSurveyed } from "./windows/windows.js";

/**
 * Looks over one part of a search for all launches by their events, and polishes those that it points to, for `search.survey`: with the options of the whole search, in
 * whatever thread. It depends on nothing that another part does, and what it tells is plain data.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export async function surveyPart(problem: Problem, part: Part, options: RunOptions): Promise<PartSurveyed> {
  const { task, finish } = await session(problem, options);
  const surveyed = await drive(surveyedIn(task, options.search ?? {}, part, { isPolished: true }));
  finish();
  return surveyed;
}
