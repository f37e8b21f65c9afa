import { drive } from "../../solve/drive.js";
import type { Problem } from "../problem/problem.js";
import { type RunOptions, session } from "../session.js";
import { polishedIn, surveyedIn } from "./by-events.js";
import type { Pointed } from "./windows/pointed.js";
import type { Part, PartSurveyed } from "./windows/windows.js";

/**
 * Looks over one part of a search for all launches by their events, for `search.survey`: with the options of the whole search, in
 * whatever thread. It depends on nothing that another part does, and what it tells is plain data.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export async function surveyPart(problem: Problem, part: Part, options: RunOptions): Promise<PartSurveyed> {
  const { task, finish } = await session(problem, options);
  const surveyed = await drive(surveyedIn(task, options.search ?? {}, part));
  finish();
  return surveyed;
}

/**
 * Polishes some of the launches that a part points to, in whatever thread and order: what `search.survey` tells may stand in the place of
 * those, and the search finds the same, only sooner.
 * @throws {BadInput} naming the field, before anything is computed.
 */
export async function polishPointed(
  problem: Problem,
  pointed: readonly Pointed[],
  options: RunOptions,
): Promise<readonly Pointed[]> {
  const { task, finish } = await session(problem, options);
  const polished = await drive(polishedIn(task, options.search ?? {}, pointed));
  finish();
  return polished;
}
