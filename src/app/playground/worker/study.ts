import type { StudyQuestion } from "../../../motion/study/study.js";
import { defineStudy } from "../../studies/definition.js";
import { continues, itemRunner, launchNames, type Work } from "../../studies/item.js";
import type { Row } from "../../studies/row.js";
import { unitsOf } from "../../studies/units.js";
import type { StudyBegun } from "../messages.js";
import { problemNamed, unconfirmed } from "./problems.js";

/** Computes the items of the study that was begun last. */
let run: ((work: Work) => Promise<Row>) | undefined;

/**
 * Begins a study of a problem, whose items are asked for after.
 * @throws {BadInput} in one sentence for a question that makes no sense.
 */
export async function beginStudy(name: string, question: StudyQuestion): Promise<StudyBegun> {
  // a study of a drawing is many runs: how near its steps are is told of the motion that is shown
  const { problem, source } = unconfirmed(await problemNamed(name));
  const data = defineStudy(problem, source, question);
  run = itemRunner(problem, data.study);
  return {
    data,
    title: problem.title || problem.name,
    units: unitsOf(problem),
    freed: launchNames(problem, data.study),
    continues: continues(problem, data.study),
  };
}

/** An item of it. */
export async function studyItem(work: Work): Promise<Row> {
  if (run === undefined) throw new Error("no study was begun");
  return run(work);
}
