/**
 * `node dist/test/mutate/index.js --count 300 --seed 1 --minutes 60`, after `npx tsc -p tsconfig.json`, in a worktree of its
 * own: random mutants of solvers, motion and mechanics, one at a time, each against the tests nearest to its file. It prints
 * those that survive, and how many were killed; the sources are put back after each.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { randomNumbers } from "../../src/algebra/random.js";
import { type Mutant, mutantsOf } from "./mutants.js";

/** The rooms that are mutated. */
const rooms = ["src/solve", "src/motion", "src/mechanics"];
/** Longest time of a mutant [ms]: one that runs without end is killed by that. */
const patience = 240_000;
/** More test files than this are the whole suite: the nearest ones must do. */
const most = 8;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "60" },
  },
});
const until = Date.now() + 60_000 * Number(values.minutes);
const random = randomNumbers(Number(values.seed));
const sources = rooms.flatMap((room) => filesUnder(room, ".ts"));
const tests = filesUnder("test", ".test.ts");

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

/** Test files by how near they are: of the same name, importing it, in the folder of the same path, or in the one above. */
function nearest(source: string): string[] {
  const path = source.replace(/^src\//, "test/");
  const own = tests.filter((test) => basename(test, ".test.ts") === basename(source, ".ts"));
  const importing = tests.filter((test) => importsOf(test).includes(source));
  let folder = dirname(path);
  while (!tests.some((test) => test.startsWith(`${folder}/`))) folder = dirname(folder);
  const beside = tests.filter((test) => test.startsWith(`${folder}/`));
  return [...new Set([...own, ...importing, ...beside])].slice(0, most);
}

type Verdict = "passed" | "failed" | "no tests";

/** The verdict of the tests on the sources as they are; tests that could not be run are no verdict. */
function verdictOf(files: readonly string[]): Verdict {
  const argv = ["vitest", "run", "--config", "test/vitest.config.ts", "--bail", "1", "--reporter", "dot", ...files];
  const { status, signal, stdout } = spawnSync("npx", argv, {
    env: { ...process.env, CI: "1", NO_COLOR: "1" },
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "ignore"],
    timeout: patience,
    killSignal: "SIGKILL",
  });
  if (status === 0) return "passed";
  return signal !== null || /FAIL /.test(stdout) ? "failed" : "no tests";
}

/** Sets of tests and their verdicts on the sources as they were found. */
const sound = new Map<string, Verdict>();

function tryOne(source: string, { from, to, text: by, kind }: Mutant): { verdict: Verdict; told: string } {
  const text = readFileSync(source, "utf8");
  const line = text.slice(0, from).split("\n").length;
  const plain = (part: string): string => part.replace(/\s+/g, " ").slice(0, 60);
  const files = nearest(source);
  const told = `${source}:${line} ${kind} ${plain(text.slice(from, to))} → ${plain(by)} (${files.length} files)`;
  const key = files.join();
  if (!sound.has(key)) sound.set(key, verdictOf(files));
  if (sound.get(key) !== "passed") return { verdict: "no tests", told };
  try {
    writeFileSync(source, text.slice(0, from) + by + text.slice(to));
    return { verdict: verdictOf(files), told };
  } finally {
    writeFileSync(source, text);
  }
}

const words: Readonly<Record<Verdict, string>> = { passed: "SURVIVED", failed: "killed  ", "no tests": "untested" };
const counts: Record<Verdict, number> = { passed: 0, failed: 0, "no tests": 0 };
for (let done = 0; done < Number(values.count) && Date.now() < until; done++) {
  const source = sources[Math.floor(random() * sources.length)];
  const mutants = mutantsOf(readFileSync(source, "utf8"));
  const mutant = mutants[Math.floor(random() * mutants.length)];
  if (mutant === undefined) continue;
  const { verdict, told } = tryOne(source, mutant);
  counts[verdict]++;
  console.log(`${words[verdict]} ${told}`);
}
console.log(`seed ${values.seed}: ${counts.failed} killed, ${counts.passed} survived, ${counts["no tests"]} untested`);
