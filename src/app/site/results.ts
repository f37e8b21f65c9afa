import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { packagedNames } from "../run/packaged.js";
import type { Made } from "./result-worker.js";
import { type Entry, fileOf, keyName, results, root, sourcesKey, storedEntries } from "./stored.js";
import { sourceStory, toldStories, wordsOf } from "./stories.js";

/** Solves every problem of `problems/` by the verb that is expected of it, and stores what a page needs to show it. */

/** Problems that take longest, first, so that no core waits for them at the end. */
const longest = [
  "feeder/robust",
  "feeder/yield",
  "golf/hole",
  "feeder/peg",
  "feeder/reorient-design",
  "robots/walker",
  "optimal/reach-and-push",
  "grasp/arm-box",
  "golf/robust-putt",
  "grasp/arm-cylinder",
];

/** Beside results of which some are missing yet: the key of the sources that the others were made from. */
const partKeyName = "part.txt";

/** Beside a page that people use already, one core is left to them. */
const isBackground = process.argv.includes("--background");
const mostThreads = isBackground ? 1 : 2;

async function build(): Promise<void> {
  const key = sourcesKey(root);
  const holds = (name: string): boolean =>
    existsSync(join(results, name)) && readFileSync(join(results, name), "utf8") === key;
  const isListed = existsSync(join(results, "index.json"));
  if (isListed && holds(keyName)) {
    console.log("dist/site/results is up to date");
    return;
  }
  // what was made before somebody stopped it is kept
  const made = new Map(isListed && holds(partKeyName) ? storedEntries().map((entry) => [entry.name, entry]) : []);
  if (made.size === 0) rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, partKeyName), key);
  const names = packagedNames;
  const others = names.filter((name) => !longest.includes(name));
  // where people see them come one after the other, the longest come last
  const inOrder = (isBackground ? [...others, ...longest] : [...longest, ...others]).filter((name) => !made.has(name));
  const pool = new Piscina<string, Made>({
    filename: fileURLToPath(new URL("./result-worker.js", import.meta.url)),
    maxThreads: Math.min(mostThreads, availableParallelism()),
  });
  const stories = toldStories();
  await Promise.all(
    inOrder.map(async (name) => {
      const one = await pool.run(name);
      writeFileSync(join(results, `${fileOf(name)}.json`), one.json);
      writeFileSync(join(results, one.entry.thumbnail), one.picture);
      const words = wordsOf(stories.get(name) ?? sourceStory(name));
      made.set(name, { ...one.entry, words });
      list(names.flatMap((each) => made.get(each) ?? []));
    }),
  );
  await pool.destroy();
  writeFileSync(join(results, keyName), key);
  rmSync(join(results, partKeyName));
  console.log(`${names.length} results in dist/site/results`);
}

/** Lists what is made; whoever reads the list meanwhile gets all of it. */
function list(entries: readonly Entry[]): void {
  const written = join(results, "index.new.json");
  writeFileSync(written, `${JSON.stringify(entries, null, 1)}\n`);
  renameSync(written, join(results, "index.json"));
}

await build();
