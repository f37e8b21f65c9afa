import { design } from "../motion/design.js";
import { BadInput, type Expected } from "../motion/problem.js";
import type { Result } from "../motion/result.js";
import { simulate, solve } from "../motion/result.js";
import { type Comparison, compare } from "./expected.js";
import { type Found, findProblem, referenceOf } from "./find.js";
import type { Io, Verb } from "./io.js";
import { progress } from "./progress.js";
import { resultJson, trajectoryJson } from "./result-json.js";
import { chooseRun, type RunChoice, type RunWords } from "./run-options.js";
import { readUnfinished } from "./saved/unfinished.js";
import { isDefault } from "./settings.js";
import { summary } from "./summary.js";
import { designThreads } from "./threads/design-threads.js";
import { version } from "./version.js";

/** A finished run and all that is said of it. */
export interface Run {
  readonly verb: Verb;
  readonly found: Found;
  readonly choice: RunChoice;
  readonly result: Result;
  readonly expected?: readonly Comparison[];
}

export interface RunFlags extends RunWords {
  readonly json?: boolean;
  readonly trajectory?: boolean;
  readonly out?: string;
}

/** `bankshot solve`, `simulate` and `design`: runs, prints, writes; exit code 0 where solved, else 1. */
export async function run(verb: Verb, reference: string, flags: RunFlags, io: Io): Promise<number> {
  if (flags.trajectory && !flags.json)
    throw new BadInput(
      "--trajectory",
      "--trajectory adds the motion to --json: give both, or --out for trajectory.csv.",
    );
  const found = await findProblem(reference, io.cwd);
  const choice = resumed(verb, reference, found, chooseRun(verb, found, flags), io);
  const directory = flags.out === undefined ? undefined : (await import("./write.js")).prepare(flags.out, io.cwd);
  if (found.saved !== undefined && found.saved.verb !== verb)
    io.err(`${reference} was saved by ${found.saved.verb}; this is ${verb}.\n`);
  const done = await perform(verb, found, choice, io);
  // results first: writing the report may take longer than solving
  print(done, flags, io);
  if (directory !== undefined) {
    const files = await (await import("./write.js")).write(done, directory, io);
    const on = done.result.unfinished && `\`npx bankshot ${verb} ${files[0]}\` goes on from there.`;
    (flags.json ? io.err : io.out)(`Wrote ${files.join(", ")}.${on === undefined ? "" : ` ${on}`}\n`);
  }
  return done.result.status === "solved" || done.result.status === "feasible" ? 0 : 1;
}

/** A run of a saved result goes on with its cancelled march, unless something else is asked for now. */
function resumed(verb: Verb, reference: string, { saved }: Found, choice: RunChoice, io: Io): RunChoice {
  if (saved?.unfinished === undefined || verb === "design") return choice;
  const isSame = JSON.stringify(saved.set) === JSON.stringify(choice.set);
  if (isSame && saved.version === version) return { ...choice, resume: readUnfinished(saved.unfinished, reference) };
  const why = isSame ? `version ${saved.version} saved it` : "its settings are others now";
  io.err(`The march in ${reference} begins anew: ${why}.\n`);
  return choice;
}

/** Solves or simulates, and compares with what is expected where nothing was changed. */
export async function perform(verb: Verb, found: Found, choice: RunChoice, io: Io): Promise<Run> {
  const { problem, expected } = found;
  const { set, guess, strategy, search, starts = 1, resume } = choice;
  const shown = progress(io, starts);
  const watch = { ...(io.signal && { signal: io.signal }), onIteration: shown.report };
  const march = { ...watch, ...(resume && { resume }) };
  const run = {
    solve: () => solve(problem, { set, guess, strategy, ...searched(search, starts), ...march }),
    simulate: () => simulate(problem, { set, ...march }),
    design: () => {
      const threads = starts > 1 ? designThreads(referenceOf(found.source), set, io, shown.report) : undefined;
      return design(problem, { set, search: { starts, ...(threads && { run: threads }) }, ...watch });
    },
  };
  const result = await run[verb]().finally(shown.end);
  const speaks =
    expected !== undefined &&
    result.status !== "cancelled" &&
    search === undefined &&
    appliesTo(verb, found, expected) &&
    isDefault(problem, set);
  return { verb, found, choice, result, ...(speaks && { expected: compare(expected, result) }) };
}

const searched = (search: RunChoice["search"], starts: number) =>
  search === undefined && starts === 1 ? {} : { search: { ...search, ...(starts > 1 && { starts }) } };

// without conditions and without a design all verbs find the same motion
function appliesTo(verb: Verb, { problem }: Found, expected: Expected): boolean {
  const designs = verb === "design" || expected.verb === "design";
  return expected.verb === verb || (!designs && (problem.boundary ?? []).length === 0);
}

function print(done: Run, { json, trajectory }: RunFlags, io: Io): void {
  if (!json) {
    io.out(summary(done, io.colours));
    return;
  }
  const object = resultJson(done.result, done.expected);
  if (trajectory) object.trajectory = trajectoryJson(done.result.trajectory);
  io.out(`${JSON.stringify(object)}\n`);
}
