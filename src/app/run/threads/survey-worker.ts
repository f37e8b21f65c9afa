import { surveyPart } from "../../../motion/launches/survey-part.js";
import type { PartSurveyed } from "../../../motion/launches/windows/windows.js";
import type { RunChoice } from "../choice.js";
import { doneHere, type Piece, type Whole } from "./piece.js";

/** A search for all launches, as it is handed to a thread. */
export interface LaunchSearch extends Whole {
  readonly search: NonNullable<RunChoice["search"]>;
  readonly isDeep?: boolean;
}

/** Looks over one part of a search for all launches, and polishes those that it points to. */
export default (task: LaunchSearch & Piece): Promise<PartSurveyed | undefined> => {
  const { piece, pieces, isDeep = false, search } = task;
  return doneHere(task, (problem, options) =>
    surveyPart(problem, { k: piece, of: pieces, isDeep }, { ...options, search }),
  );
};
