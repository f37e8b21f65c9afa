import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { packagedNames } from "../run/packaged.js";
import type { Made } from "./result-worker.js";
import { fileOf, keyName, results, root, sourcesKey } from "./stored.js";
import { sourceStory, toldStories, wordsOf } from "./stories.js";

/** Solves every problem of `problems/` by the verb that is expected of it, and stores what a page needs to show it. */

/** Problems that take longest, first, so that no core waits for them at the end. */
const longest = [
  "feeder/yield",
  "feeder/robust",
  "robots/walker",
  "optimal/reach-and-push",
  "grasp/arm-box",
  "golf/robust-putt",
  "grasp/arm-cylinder",
];

async function build(): Promise<void> {
  const key = sourcesKey(root);
  const keyFile = join(results, keyName);
  const listed = join(results, "index.json");
  if (existsSync(listed) && existsSync(keyFile) && readFileSync(keyFile, "utf8") === key) {
    console.log("dist/site/results is up to date");
    return;
  }
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const names = packagedNames;
  const inOrder = [...longest, ...names.filter((name) => !longest.includes(name))];
  const pool = new Piscina<string, Made>({
    filename: fileURLToPath(new URL("./result-worker.js", import.meta.url)),
    maxThreads: Math.min(2, availableParallelism()),
  });
  const stories = toldStories();
  const made = new Map<string, Made>();
  await Promise.all(
    inOrder.map(async (name) => {
      const one = await pool.run(name);
      writeFileSync(join(results, `${fileOf(name)}.json`), one.json);
      writeFileSync(join(results, one.entry.thumbnail), one.picture);
      const words = wordsOf(stories.get(name) ?? sourceStory(name));
      made.set(name, { ...one, entry: { ...one.entry, words } });
    }),
  );
  await pool.destroy();
  writeFileSync(
    listed,
    `${JSON.stringify(
      names.map((name) => made.get(name)?.entry),
      null,
      1,
    )}\n`,
  );
  writeFileSync(keyFile, key);
  console.log(`${names.length} results in dist/site/results`);
}

await build();
