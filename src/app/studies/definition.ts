import { BadInput } from "../../checks/bad-input.js";
import { admit, anything, either, fields, has, isRecord, name, text } from "../../checks/fields.js";
import type { Problem } from "../../motion/problem/problem.js";
import { itemsOf } from "../../motion/study/items.js";
import { checkStudy, type Study, type StudyQuestion } from "../../motion/study/study.js";
import type { Source } from "../run/found.js";
import { packagedProblem } from "../run/packaged.js";
import { fromJson, toJson } from "../run/saved/problem-json.js";
import { version } from "../run/version.js";

/** A study as it is stored and sent: data alone, from which anybody of this version makes the same items. */
export interface StudyData {
  /** The version of bankshot that all items are computed by. */
  readonly version: string;
  /** A problem of the package by its name, or one as `toJson` writes it. */
  readonly problem: { readonly name: string } | { readonly json: string };
  readonly study: Study;
}

/**
 * A study as data.
 * @throws {BadInput} in one sentence for a question that makes no sense, or a problem that JSON cannot hold.
 */
export function defineStudy(problem: Problem, source: Source | undefined, question: StudyQuestion): StudyData {
  const study = checkStudy(problem, question);
  itemsOf({ ...study, samples: 1 });
  const isPackaged = source !== undefined && "name" in source;
  return { version, problem: isPackaged ? { name: source.name } : { json: toJson(problem) }, study };
}

const stored = fields({
  version: name,
  problem: either((given) => has("name", given), fields({ name }), fields({ json: text })),
  study: anything,
});

/**
 * The problem of a study that came as data, and the study, both checked like any input.
 * @throws {BadInput} for data of another version, or that are no study.
 */
export async function readStudy(given: unknown): Promise<{ readonly problem: Problem; readonly study: Study }> {
  const data = admit(stored, given) as StudyData;
  if (data.version !== version)
    throw new BadInput(
      "version",
      `The study is of version ${data.version}, and this is version ${version}: both must be the same.`,
    );
  const problem = await problemOfStudy(data.problem);
  return { problem, study: checkStudy(problem, questionOf(data.study)) };
}

async function problemOfStudy(problem: StudyData["problem"]): Promise<Problem> {
  if ("json" in problem) return fromJson(problem.json);
  const found = await packagedProblem(problem.name);
  if (found === undefined) throw new BadInput("problem", `There is no problem "${problem.name}" in this version.`);
  return found.problem;
}

/** A study with everything said as the question that it answers: what says nothing is left out. */
export function questionOf(study: Study): StudyQuestion {
  if (!isRecord(study) || study.design !== "grid") return study;
  const { design: _, samples: __, ...question } = study;
  return question;
}
