import { BadInput } from "../../motion/problem/problem.js";
import type { RunChoice, Verb } from "../run/choice.js";
import { findProblem } from "../run/find.js";
import { type Found, referenceOf } from "../run/found.js";
import { perform } from "../run/perform.js";
import { resultJson, trajectoryJson } from "../run/result-json.js";
import type { Run } from "../run/run.js";
import { readUnfinished } from "../run/saved/unfinished.js";
import { version } from "../run/version.js";
import type { YieldWords } from "./chance/yield.js";
import type { Io } from "./io.js";
import { progress } from "./progress.js";
import { refuse } from "./refusal.js";
import { chooseRun, type RunWords } from "./run-options.js";

export interface RunFlags extends RunWords, YieldWords {
  readonly json?: boolean;
  readonly trajectory?: boolean;
  readonly out?: string;
  readonly refine?: boolean;
}

/** `bankshot solve`, `simulate` and `design`: runs, prints, writes; exit code 0 where solved, else 1. */
export async function run(verb: Verb, reference: string, flags: RunFlags, io: Io): Promise<number> {
  if (flags.trajectory && !flags.json)
    throw new BadInput(
      "--trajectory",
      "--trajectory adds the motion to --json: give both, or --out for trajectory.csv.",
    );
  const declared = await findProblem(reference, io.cwd);
  // words of a yield bring the reader of .csv files
  const isYield = flags.yield || [flags.vary, flags.over, flags.where].some((words) => (words?.length ?? 0) > 0);
  const found = isYield ? (await import("./chance/yield.js")).withYield(declared, flags, io.cwd) : declared;
  const choice = resume({ verb, reference }, found, chooseRun(verb, found, flags), io);
  const directory = flags.out === undefined ? undefined : (await import("./write.js")).prepare(flags.out, io.cwd);
  if (found.saved !== undefined && found.saved.verb !== verb)
    io.err(`${reference} was saved by ${found.saved.verb}; this is ${verb}.\n`);
  const here = (asked: RunChoice): Promise<Run> => performHere(verb, found, asked, io);
  const done = flags.refine
    ? await (await import("../run/refine.js")).refined(verb, found.problem, choice, here)
    : await here(choice);
  // results first: writing the report may take longer than solving
  await print(done, flags, io);
  if (directory !== undefined) {
    let files: readonly string[];
    try {
      files = await (await import("./write.js")).write(done, directory, io);
    } catch (error) {
      // the one object is printed already
      return Math.min(1, refuse(error, false, io));
    }
    const on = done.result.run.unfinished && `\`npx bankshot ${verb} ${files[0]}\` goes on from there.`;
    (flags.json ? io.err : io.out)(`Wrote ${files.join(", ")}.${on === undefined ? "" : ` ${on}`}\n`);
  }
  return done.result.status === "solved" || done.result.status === "feasible" ? 0 : 1;
}

/** A run of a saved result goes on with its cancelled march, unless something else is asked for now. */
function resume(
  { verb, reference }: { readonly verb: Verb; readonly reference: string },
  { saved }: Found,
  choice: RunChoice,
  io: Io,
): RunChoice {
  if (saved?.unfinished === undefined || verb === "design") return choice;
  const isSame = JSON.stringify(saved.set) === JSON.stringify(choice.set);
  if (isSame && saved.version === version) return { ...choice, resume: readUnfinished(saved, reference) };
  const why = isSame ? `version ${saved.version} saved it` : "its settings are others now";
  io.err(`The march in ${reference} begins anew: ${why}.\n`);
  return choice;
}

/** Performs a run that the terminal shows while it is under way; several starts of a design, or parts of a search, in threads. */
export async function performHere(verb: Verb, found: Found, choice: RunChoice, io: Io): Promise<Run> {
  const { set, starts = 1, search } = choice;
  const shown = progress(io, starts);
  const watch = { ...(io.signal && { signal: io.signal }), onIteration: shown.report };
  const isDesign = verb === "design" && starts > 1;
  const launches = verb === "solve" && search?.all === true ? search : undefined;
  if (!isDesign && launches === undefined) return perform(verb, found, choice, watch).finally(shown.end);
  const { designThreads, surveyThreads } = await import("../run/threads/threads.js");
  const whole = { reference: referenceOf(found.source), cwd: io.cwd, set };
  const run = isDesign ? designThreads(whole, watch) : undefined;
  const survey = launches && surveyThreads({ ...whole, search: launches }, watch);
  const threads = { ...(run && { run }), ...(survey && { survey }) };
  return perform(verb, found, choice, { ...watch, threads }).finally(shown.end);
}

async function print(done: Run, { json, trajectory }: RunFlags, io: Io): Promise<void> {
  if (!json) {
    const { summary } = await import("./summary.js");
    io.out(summary(done, io.colours));
    return;
  }
  const object = resultJson(done.result, done.expected);
  if (trajectory) object.trajectory = trajectoryJson(done.result.trajectory);
  io.out(`${JSON.stringify(object)}\n`);
}
