import { polishPointed, surveyPart } from "../../../motion/launches/survey-part.js";
import type { Pointed } from "../../../motion/launches/windows/pointed.js";
import type { PartSurveyed } from "../../../motion/launches/windows/windows.js";
import type { RunChoice } from "../choice.js";
import { doneHere, type Piece, type Whole } from "./piece.js";

/** A search for all launches, as it is handed to a thread. */
export interface LaunchSearch extends Whole {
  readonly search: NonNullable<RunChoice["search"]>;
  readonly isDeep?: boolean;
  /** Launches to be polished. */
  readonly pointed?: readonly Pointed[];
}

/** Looks over one part of a search for all launches. */
export default (task: LaunchSearch & Piece): Promise<PartSurveyed | undefined> => {
  const { piece, pieces, isDeep = false, search } = task;
  return doneHere(task, (problem, options) =>
    surveyPart(problem, { k: piece, of: pieces, isDeep }, { ...options, search }),
  );
};

/** Polishes some launches that a part points to. */
export const polish = (task: LaunchSearch & Piece): Promise<readonly Pointed[] | undefined> => {
  const { pointed = [], search } = task;
  return doneHere(task, (problem, options) => polishPointed(problem, pointed, { ...options, search }));
};
