import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Piscina } from "piscina";
import { packagedNames } from "../run/packaged.js";
import type { Made } from "./result-worker.js";
import { fileOf, results, root } from "./stored.js";
import { sourceStory, toldStories, wordsOf } from "./stories.js";

/** Solves every problem of `problems/` by the verb that is expected of it, and stores what a page needs to show it. */

/** Everything that a result depends on: the built code, and what it runs on. */
function key(): string {
  const hash = createHash("sha256").update(process.version);
  for (const folder of ["dist/src", "dist/problems"])
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort())
      if (file.endsWith(".js")) hash.update(file).update(readFileSync(join(root, folder, file)));
  const stories = join(root, "src/app/site/pages/problems");
  for (const file of readdirSync(stories).sort()) hash.update(readFileSync(join(stories, file)));
  return hash.digest("hex");
}

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
  const now = key();
  const keyFile = join(results, "key.txt");
  const listed = join(results, "index.json");
  if (existsSync(listed) && existsSync(keyFile) && readFileSync(keyFile, "utf8") === now) {
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
  writeFileSync(keyFile, now);
  console.log(`${names.length} results in dist/site/results`);
}

await build();
