/**
 * `node dist/test/mutate/index.js --count 300 --seed 1 --minutes 60`, after `npx tsc -p tsconfig.json`, in a worktree of its
 * own: random mutants of solvers, motion and mechanics, one at a time. First those answers of `test/bits` that reach its place
 * are computed from the compiled sources with the mutant in them, in a process of a second; what keeps all bits meets the
 * tests nearest to its file. It prints those that survive, and how many were killed; sources are put back after each.
 * `--again FILE` draws nothing: it tries those again that the output of a run in FILE left alive, or did not get to, perhaps
 * with more test files than six: `--tests 12`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { randomNumbers } from "../../src/algebra/random.js";
import { type Mutant, mutantsOf } from "./mutants.js";
import type { Reach, Stretch } from "./reach.js";

/** The rooms that are mutated. */
const rooms = ["src/solve", "src/motion", "src/mechanics"];
/** Longest time of processor of a process [s], many times what it takes: one that runs without end is killed by that. */
const patience = { bits: 40, tests: 150 };

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "60" },
    again: { type: "string" },
    tests: { type: "string", default: "6" },
  },
});
/** More test files than this are the whole suite: the nearest ones must do. */
const most = Number(values.tests);
const until = Date.now() + 60_000 * Number(values.minutes);
const random = randomNumbers(Number(values.seed));
const sources = rooms.flatMap((room) => filesUnder(room, ".ts"));
const tests = filesUnder("test", ".test.ts").filter((file) => !file.startsWith("test/bits/"));

function filesUnder(folder: string, ending: string): string[] {
  const all = spawnSync("git", ["ls-files", folder], { encoding: "utf8" }).stdout.split("\n");
  return all.filter((file) => file.endsWith(ending)).sort();
}

/** The files that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/from "(\.[^"]+)\.js"/g)].map(
    ([, name]) => `${relative(".", resolve(dirname(file), name))}.ts`,
  );
}

/** The files that import a file, of those given. */
const importers = new Map<string, string[]>();
for (const file of [...filesUnder("src", ".ts"), ...tests])
  for (const imported of importsOf(file)) importers.set(imported, [...(importers.get(imported) ?? []), file]);

/** How many imports lead from each test file to a source. */
function distances(source: string): Map<string, number> {
  const found = new Map([[source, 0]]);
  for (const [file, distance] of found)
    for (const by of importers.get(file) ?? []) if (!found.has(by)) found.set(by, distance + 1);
  return found;
}

/** Test files by how near they are: of its name, importing it, or in the folder of its path, there by words and imports. */
function nearest(source: string): string[] {
  const path = source.replace(/^src\//, "test/");
  const wordsOf = (name: string): string[] => name.split("-").map((word) => word.replace(/s$/, ""));
  const words = wordsOf(basename(source, ".ts"));
  const steps = distances(source);
  const far = (test: string): number => {
    const shared = wordsOf(basename(test, ".test.ts")).filter((word) => words.includes(word)).length;
    return (steps.get(test) ?? 9) - 3 * shared;
  };
  const own = tests.filter((test) => basename(test, ".test.ts") === basename(source, ".ts"));
  const importing = tests.filter((test) => steps.get(test) === 1);
  let folder = dirname(path);
  while (!tests.some((test) => test.startsWith(`${folder}/`))) folder = dirname(folder);
  const beside = tests.filter((test) => test.startsWith(`${folder}/`)).sort((a, b) => far(a) - far(b));
  return [...new Set([...own, ...importing, ...beside])].slice(0, most);
}

/** How a mutant ended: which machinery found it, if any did. */
type Verdict = "bits" | "tests" | "time" | "survived";

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command, ended where it takes more time of processor than it may: others may be at work on this machine. */
function patiently(seconds: number, argv: readonly string[]): Ended {
  const command = ["-c", `ulimit -t ${seconds}; exec "$@"`, "sh", ...argv];
  return spawnSync("sh", command, {
    env: { ...process.env, CI: "1", NO_COLOR: "1" },
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    stdio: ["ignore", "pipe", "pipe"],
    killSignal: "SIGKILL",
  });
}

const reachFile = join(import.meta.dirname, "reach.js");

/** The reach of all runs, measured once for what is compiled: it takes longer than many mutants. */
function reachOfAll(): readonly Reach[] {
  const kept = "dist/reach.json";
  const isFresh = existsSync(kept) && statSync(kept).mtimeMs > statSync("dist/tsconfig.tsbuildinfo").mtimeMs;
  if (!isFresh) {
    const { status, stdout } = patiently(10 * patience.bits, [process.execPath, reachFile]);
    if (status !== 0) throw new Error("The stored bits are not those of these sources: see npm run bench -- answers.");
    writeFileSync(kept, stdout);
  }
  const reaches = JSON.parse(readFileSync(kept, "utf8")) as readonly Reach[];
  return reaches.toSorted((a, b) => a.time - b.time);
}

/** True where a run passes a place: of the functions around it the innermost, and of its stretches the innermost. */
function passes(functions: readonly (readonly Stretch[])[], at: number): boolean {
  const around = (stretches: readonly Stretch[]): Stretch | undefined =>
    stretches.filter(({ from, to }) => from <= at && at < to).sort((a, b) => a.to - a.from - (b.to - b.from))[0];
  const outer = around(functions.map(([whole]) => whole));
  const inner = functions.find(([whole]) => whole === outer);
  return inner !== undefined && around(inner)?.isReached === true;
}

/** The name of a compiled source. */
const compiledOf = (source: string): string => source.replace(/\.ts$/, ".js");

/** Runs that pass a mutant, the quickest first. */
function runsAt(source: string, mutant: Mutant): string[] {
  const through = reaches.filter(({ files }) => {
    const functions = files[compiledOf(source)];
    return functions !== undefined && (!mutant.isInside || passes(functions, mutant.from));
  });
  // a file of constants has no function that anybody enters
  const passing = through.length === 0 && !mutant.isInside ? reaches : through;
  return passing.map(({ name }) => name);
}

/** Does something with a mutant in its file, which is put back after. */
function withMutant<T>(file: string, { from, to, text: by }: Mutant, run: () => T): T {
  const text = readFileSync(file, "utf8");
  try {
    writeFileSync(file, text.slice(0, from) + by + text.slice(to));
    return run();
  } finally {
    writeFileSync(file, text);
  }
}

/** The mutants of a source and those of what is compiled of it, in the same order. */
function bothOf(source: string): (readonly [Mutant, Mutant])[] {
  const written = mutantsOf(readFileSync(source, "utf8"));
  const compiled = mutantsOf(readFileSync(`dist/${compiledOf(source)}`, "utf8"));
  if (written.length !== compiled.length) throw new Error(`${source} is not what was compiled`);
  return written.map((mutant, k) => [mutant, compiled[k]] as const);
}

/** Test files that fail by themselves, or do not. */
const broken = new Map<string, boolean>();

function runTests(files: readonly string[]): Ended {
  const argv = ["npx", "vitest", "run", "--config", "test/mutate/vitest.config.ts", "--reporter", "dot"];
  return patiently(patience.tests, [...argv, ...files]);
}

/** The nearest tests on a mutant; a file that fails without it too is no judge. */
function verdictOfTests(source: string, mutant: Mutant): Verdict {
  const files = nearest(source).filter((file) => broken.get(file) !== true);
  const { status, stdout, stderr } = withMutant(source, mutant, () => runTests(files));
  if (status === 0) return "survived";
  // what fails is told on one of both
  const failed = files.filter((file) => `${stdout}${stderr}`.includes(`FAIL  ${file}`));
  if (failed.length === 0) return "time";
  for (const file of failed) if (!broken.has(file)) broken.set(file, runTests([file]).status !== 0);
  if (failed.some((file) => broken.get(file) === false)) return "tests";
  return verdictOfTests(source, mutant);
}

/** A mutant that was drawn, in the sources and in what is compiled of them. */
interface Drawn {
  readonly source: string;
  readonly written: Mutant;
  readonly compiled: Mutant;
}

function draw(): Drawn | undefined {
  const source = sources[Math.floor(random() * sources.length)];
  const mutants = bothOf(source);
  const found = mutants[Math.floor(random() * mutants.length)];
  return found && { source, written: found[0], compiled: found[1] };
}

/** Undefined for what keeps all bits that reach it. */
function verdictOfBits({ source, compiled }: Drawn): Verdict | undefined {
  const names = runsAt(source, compiled);
  if (names.length === 0) return undefined;
  const argv = [process.execPath, reachFile, ...names];
  const { status } = withMutant(`dist/${compiledOf(source)}`, compiled, () => patiently(patience.bits, argv));
  return status === null ? "time" : status === 0 ? undefined : "bits";
}

/** A mutant in words, without its verdict: the file, its line, and the rest of it. */
function inWords({ source, written: { from, to, text: by, kind } }: Drawn): readonly [string, number, string] {
  const text = readFileSync(source, "utf8");
  const plain = (part: string): string => part.replace(/\s+/g, " ").slice(0, 60);
  return [source, text.slice(0, from).split("\n").length, `${kind} ${plain(text.slice(from, to))} → ${plain(by)}`];
}

function tell(one: Drawn, verdict: string): void {
  const [file, line, rest] = inWords(one);
  console.log(`${verdict.padEnd(10)}${file}:${line} ${rest}`);
}

/** Those that a run left alive or did not get to, by what it printed; sources may have moved by some lines since. */
function leftBy(file: string): Drawn[] {
  const verdicts = new Map<string, string>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, verdict, mutant] = /^(same bits|bits|tests|time|survived) +(src\/.*)$/.exec(line) ?? [];
    if (verdict !== undefined && mutant !== undefined) verdicts.set(mutant, verdict);
  }
  return [...verdicts].flatMap(([mutant, verdict]) => {
    const [, source = "", line = "", words] = /^([^:]+):(\d+) (.*)$/.exec(mutant) ?? [];
    if (!["same bits", "survived"].includes(verdict) || !existsSync(source)) return [];
    const away = (one: Drawn): number => Math.abs(inWords(one)[1] - Number(line));
    const alike = bothOf(source)
      .map(([written, compiled]): Drawn => ({ source, written, compiled }))
      .filter((one) => inWords(one)[2] === words)
      .sort((a, b) => away(a) - away(b));
    if (alike.length === 0) console.log(`gone      ${mutant}`);
    // one line may hold several that read the same
    return alike.filter((one) => away(one) === away(alike[0]));
  });
}

const counts: Record<Verdict, number> = { bits: 0, tests: 0, time: 0, survived: 0 };
const reaches = reachOfAll();
const left: Drawn[] = [];
let drawn = 0;
const again = values.again === undefined ? undefined : leftBy(values.again);
const count = again?.length ?? Number(values.count);
// all meet the bits first, which are quick; what keeps them meets the tests in the time that is left
while (drawn < count && Date.now() < until) {
  const one = again === undefined ? draw() : again[drawn];
  if (one === undefined) continue;
  drawn++;
  const verdict = verdictOfBits(one);
  if (verdict === undefined) left.push(one);
  else counts[verdict]++;
  tell(one, verdict ?? "same bits");
}
console.log(`${left.length} of ${drawn} keep the bits`);
let untried = 0;
for (const one of left) {
  if (Date.now() > until) {
    untried++;
    continue;
  }
  const verdict = verdictOfTests(one.source, one.written);
  counts[verdict]++;
  tell(one, verdict);
}
console.log(
  `${values.again ?? `seed ${values.seed}`}: ${counts.bits + counts.tests + counts.time} of ${drawn - untried} killed (${counts.bits} by stored ` +
    `bits, ${counts.tests} by tests, ${counts.time} by their time); ${untried} met the bits alone`,
);
