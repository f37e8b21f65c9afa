import { BadInput } from "../../../checks/bad-input.js";
import {
  admit,
  either,
  fields,
  flag,
  has,
  isRecord,
  listOf,
  must,
  name,
  recordOf,
  text,
} from "../../../checks/fields.js";
import { launchSearch } from "../../../motion/problem/check-options.js";
import type { Settings } from "../../../motion/problem/parameters.js";
import type { Study } from "../../../motion/study/study.js";
import { analysisOf } from "../../studies/analysis.js";
import type { StudyRow } from "../../studies/row.js";
import { pageOf } from "../../studies/view/page-of.js";
import type { StudyPage } from "../../studies/view/study-page.js";

const orNull = must<number | null>("a number or null", (x) => x === null || Number.isFinite(x));
const setting = must<number | string>("a number or a text", (x) => Number.isFinite(x) || typeof x === "string");
const number = must<number>("a number", (x) => typeof x === "number");

const study = fields(
  {
    verb: must<Study["verb"]>("solve, simulate or design", (x) => ["solve", "simulate", "design"].includes(String(x))),
    set: recordOf(setting),
    over: recordOf(must<Study["over"][string]>("what varies", (x) => isRecord(x) || Array.isArray(x))),
    design: must<Study["design"]>("a design", (x) => typeof x === "string"),
    samples: number,
    seed: number,
    where: listOf(text),
  },
  {
    trajectories: must<true>("true", (x) => x === true),
    gridError: must<true>("true", (x) => x === true),
    search: fields({}, launchSearch),
  },
);

const row = fields({
  item: must<number>("a whole number from 0", (x) => Number.isSafeInteger(x) && (x as number) >= 0),
  settings: recordOf(setting),
  status: name,
  message: text,
  passed: flag,
  values: recordOf(orNull),
  launch: listOf(number),
  certificate: recordOf(orNull),
  run: fields({ from: orNull, seconds: number }),
});

const file = fields({
  bankshot: must<1>("1, the version of the file", (x) => x === 1),
  study: fields({
    version: name,
    problem: either((given) => has("name", given), fields({ name }), fields({ json: text })),
    study,
  }),
  freed: listOf(name),
  about: fields({ title: text, units: recordOf(text), items: number, seconds: number }),
  rows: listOf(row),
});

/**
 * The page of an exported study, checked like any input: it may come from anywhere. A problem that is none of the package is
 * in the file as JSON; `keep` gives it the name by which its motions are opened, and undefined where they cannot be.
 * @throws {BadInput} naming what is wrong with it.
 */
export function readStudyFile(given: string, keep: (title: string, json: string) => string | undefined): StudyPage {
  const parsed = parse(given);
  admit(file, parsed);
  const { study: data, freed, about, rows } = parsed as StudyFile;
  const asked = data.study;
  const source = { rows: () => rows, study: asked, freed, units: about.units };
  const problem = "name" in data.problem ? data.problem.name : keep(about.title, data.problem.json);
  const page = {
    ...{ title: about.title, problem: problem ?? "" },
    ...{ verb: asked.verb, set: asked.set as Settings, where: asked.where },
    ...{ items: about.items, done: rows.length, seconds: about.seconds },
  };
  return pageOf(source, page, analysisOf(rows, asked));
}

/** An exported study, as `admit` knows it to be. */
interface StudyFile {
  readonly study: { readonly problem: { readonly name: string } | { readonly json: string }; readonly study: Study };
  readonly freed: readonly string[];
  readonly about: {
    readonly title: string;
    readonly units: Readonly<Record<string, string>>;
    readonly items: number;
    readonly seconds: number;
  };
  readonly rows: readonly StudyRow[];
}

function parse(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new BadInput("study", "The file is no whole JSON: export the study again.");
  }
}
