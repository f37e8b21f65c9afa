/**
 * The answers of every problem, held to the bits of a stored run: same input, same bits, so that whatever is meant to
 * change nothing is shown to change none. Another Node may round sines and powers otherwise; the file tells which made it.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { problems } from "../../problems/index.js";
import { BadInput, design, type Problem, type Result, simulate, solve } from "../../src/index.js";
import type { RunOptions } from "../../src/solvers.js";
import type { BenchRow } from "./lu.js";

const verbs = { solve, simulate, design };

/** What a run leaves behind, so short that a difference can be read: numbers as they are, columns as a hash. */
interface Answer {
  readonly status: string;
  readonly message?: string;
  readonly iterations?: number;
  readonly unknowns?: number;
  readonly values?: Readonly<Record<string, number | null>>;
  readonly columns?: string;
  readonly solutions?: readonly Answer[];
}

/** Cheap grids where the declared one takes long: twelve seconds of arm are 2400 programs. */
const cheaper: Readonly<Record<string, Readonly<Record<string, number | string>>>> = {
  "grasp/arm-cylinder": { "grid.steps": 120, "grid.h": 0.1 },
  "grasp/arm-box": { "grid.steps": 120, "grid.h": 0.1 },
  "grasp/grasp-plan": {},
  "robots/arm-throw": { "grid.steps": 20 },
  "robots/walker": { "grid.steps": 30 },
  "drives/tray": { periods: 1, "grid.steps": 150 },
  "optimal/flip": { "grid.steps": 24 },
  "optimal/reach-and-push": { "grid.steps": 24 },
  "optimal/feeder-actuated": { "grid.steps": 20 },
};

/** Ways through the code that no problem takes by default. */
const besides: readonly (readonly [string, keyof typeof verbs, Omit<RunOptions, "signal">])[] = [
  ["rolling/ball-place", "solve", { strategy: "global" }],
  ["rolling/ball-place", "solve", { strategy: "global", guess: "zeros" }],
  ["rolling/ball-place", "solve", { strategy: "global", guess: "line" }],
  ["rolling/ball-place", "solve", { set: { frictionLaw: "fritz-john" } }],
  ["rolling/ball-place", "solve", { set: { "target.x": 50 } }],
  ["rolling/ball-roll", "simulate", { set: { frictionLaw: "pyramid" } }],
  ["rolling/ball-roll-pyramid", "solve", { set: { frictionLaw: "projection" } }],
  ["impact/ball-bounce-coarse", "solve", { search: { all: true, scan: { name: "launch.vz", from: -6, to: 0 } } }],
  ["impact/ball-launch", "solve", { search: { branch: "one impact" } }],
  ["feeder/reorient", "solve", { strategy: "global" }],
  ["patch/desk", "simulate", { set: { friction: 0.1 } }],
  ["grasp/gripper-lcp", "simulate", { set: { command: "squeeze" } }],
  ["optimal/pusher", "solve", { search: { starts: 3 } }],
  ["optimal/disk", "solve", { set: { "grid.steps": 50 } }],
];

function answerOf({ status, message, solution, counts, values, trajectory, solutions }: Result): Answer {
  const hash = createHash("sha256");
  for (const name of Object.keys(trajectory.columns).sort()) hash.update(name).update(trajectory.columns[name]);
  return {
    status,
    message,
    iterations: solution.iterations,
    unknowns: counts.unknowns,
    values,
    columns: hash.update(trajectory.t).digest("hex"),
    ...(solutions && { solutions: solutions.map(answerOf) }),
  };
}

export async function answer(problem: Problem, verb: keyof typeof verbs, options: RunOptions): Promise<Answer> {
  try {
    // the error of the grid is another motion, besides the answer
    return answerOf(await verbs[verb](problem, { ...options, gridError: false }));
  } catch (error) {
    if (error instanceof BadInput) return { status: "bad-input", message: error.message };
    throw error;
  }
}

/** Every run by what a user would type. */
export function* runs(beginning: string): Generator<readonly [string, Problem, keyof typeof verbs, RunOptions]> {
  for (const [name, { problem }] of Object.entries(problems)) {
    if (!name.startsWith(beginning)) continue;
    const set = cheaper[name] ?? {};
    for (const verb of ["simulate", "solve", "design"] as const) {
      if (verb === "design" && problem.objective === undefined) continue;
      yield [`${verb} ${name} ${JSON.stringify({ set })}`, problem, verb, { set }];
    }
  }
  for (const [name, verb, options] of besides)
    if (name.startsWith(beginning))
      yield [`${verb} ${name} ${JSON.stringify(options)}`, problems[name].problem, verb, options];
}

/** The stored run: which Node made it, and its answers by what a user would type. */
interface Stored {
  readonly node: string;
  readonly answers: Readonly<Record<string, Answer>>;
}

/** The stored run, in the sources: this is run from there, or from dist/test/bench. */
const file = join(import.meta.dirname.replace(/dist.test.bench$/, "test/bench"), "../reference/answers.json.gz");

/** The stored answers, by what a user would type, and the Node that gave them. */
export const storedAnswers = (): Stored => JSON.parse(gunzipSync(readFileSync(file)).toString()) as Stored;

/** Compares the answers of all problems whose names begin so with the stored ones, and tells every difference. */
export async function benchAnswers(beginning = ""): Promise<BenchRow[]> {
  const stored = storedAnswers();
  if (stored.node !== process.version)
    console.log(`The answers are of Node ${stored.node}; this is ${process.version}, which may round otherwise.`);
  let count = 0;
  let differences = 0;
  for (const [name, problem, verb, options] of runs(beginning)) {
    const [was, is] = [JSON.stringify(stored.answers[name]), JSON.stringify(await answer(problem, verb, options))];
    count++;
    if (was === is) continue;
    differences++;
    console.log(`differs: ${name}\n  was ${was}\n  is  ${is}`);
  }
  process.exitCode = differences === 0 ? 0 : 1;
  return [{ name: `answers that differ, of ${count}`, must: "0", value: String(differences) }];
}

/** Stores the answers of all problems whose names begin so, where a change of bits is meant; others stay as they are. */
export async function storeAnswers(beginning = ""): Promise<BenchRow[]> {
  const answers: Record<string, Answer> = beginning === "" ? {} : { ...storedAnswers().answers };
  for (const [name, problem, verb, options] of runs(beginning)) {
    const began = performance.now();
    answers[name] = await answer(problem, verb, options);
    console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${name}: ${answers[name].status}`);
  }
  writeFileSync(file, gzipSync(JSON.stringify({ node: process.version, answers } satisfies Stored), { level: 9 }));
  return [{ name: "answers stored", value: String(Object.keys(answers).length) }];
}
