/**
 * Pictures of motions for the README and the start page: each is a function of a stored result (`story.ts`) and of how it is to be
 * told (`told.ts`); `npm run pictures` writes them after the results were built. Shapes become pieces of a drawing in `drawn.ts`.
 *
 * @module app/site/pictures
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { escapeHtml } from "../page.js";
import { fileOf, root, storedResult } from "../stored.js";
import type { Story } from "./layout.js";
import { storyPicture } from "./story.js";
import { moving, told } from "./told.js";

const folder = join(root, "src/app/site/pages/pictures/motions");
mkdirSync(folder, { recursive: true });

function write([problem, story]: readonly [string, Story], ending: string): void {
  const stored = storedResult(problem);
  if (!("answer" in stored) || stored.answer.scene === undefined) throw new RangeError(`${problem} has no motion`);
  const picture = storyPicture(escapeHtml(stored.info.title), stored.answer.scene, story);
  const file = `${fileOf(problem)}${ending}.svg`;
  writeFileSync(join(folder, file), picture);
  console.log(`${file} ${(picture.length / 1000).toFixed(1)} kB`);
}

for (const one of told) write(one, "");
for (const one of moving) write(one, "-moving");
