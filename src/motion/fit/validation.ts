import { BadInput } from "../problem/problem.js";
import { together } from "./predictions.js";
import type { Question } from "./question.js";
import { type FitOptions, type FitResult, isEnded, type Validation } from "./result.js";

type Fits = (question: Question, options: FitOptions) => Promise<FitResult>;

/**
 * Holds every recording once: shared parameters are found from the others, and it finds only what it has for itself, from
 * all rows that are asked or from those of `heldRowsAfterTouch`, so that the others are foretold. One recording in `folds` is held at a time. Where a fit on the way is not solved, its message says why there is none.
 * @throws {BadInput} where there are fewer recordings than folds.
 */
export async function validated(
  question: Question,
  fits: Fits,
  options: FitOptions,
  folds: number,
): Promise<Validation | string> {
  const { recordings, fitting } = question;
  if (!Number.isInteger(folds) || folds < 2 || folds > recordings.length)
    throw new BadInput(
      "folds",
      `folds must be a whole number from 2 to the number of recordings, ${recordings.length}.`,
    );
  const { heldRowsAfterTouch: known, rowsAfterTouch: judged } = fitting;
  const foretold = known === undefined ? {} : { fitting: { ...fitting, rowsAfterTouch: known, shared: {} }, judged };
  const alone: Question = { ...question, shared: [], fitting: { ...fitting, shared: {} }, ...foretold };
  const held: FitResult[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const isHeld = (r: number): boolean => r % folds === fold;
    const train = await tried(fits, { ...question, recordings: recordings.filter((_, r) => !isHeld(r)) }, options);
    if (typeof train === "string") return train;
    const shared = Object.fromEntries(Object.entries(train.estimates).map(([name, { value }]) => [name, value]));
    const test = { ...alone, recordings: recordings.filter((_, r) => isHeld(r)) };
    const found = await tried(fits, test, { ...options, set: { ...options.set, ...shared } });
    if (typeof found === "string") return found;
    held.push(found);
  }
  const left = held.flatMap((one) => one.recordings);
  return {
    folds,
    residual: Math.sqrt(left.reduce((sum, { residual }) => sum + residual * residual, 0) / left.length),
    predictions: together(held.map(({ predictions }) => predictions)),
    recordings: Object.fromEntries(left.map(({ name, residual }) => [name, residual])),
  };
}

/** A fit, or the sentence why there is none. */
async function tried(fits: Fits, question: Question, options: FitOptions): Promise<FitResult | string> {
  try {
    const found = await fits(question, options);
    return isEnded(found.status) && found.status !== "singular" ? found : unfinished(found);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return `Cross-validation ended: ${error.message}`;
  }
}

const unfinished = ({ status, message }: FitResult): string => `Cross-validation ended (${status}): ${message}`;
