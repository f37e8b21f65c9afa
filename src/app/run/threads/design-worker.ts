import { type Searched, searchFrom } from "../../../motion/design/search.js";
import { doneHere, type Piece, type Whole } from "./piece.js";

/** Searches a design from one start. */
export default (task: Whole & Piece): Promise<Searched | undefined> =>
  doneHere(task, (problem, options) => searchFrom(problem, task.piece, options));
