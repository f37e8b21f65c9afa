import { readFileSync } from "node:fs";
import { join } from "node:path";
import { groups } from "./contents.js";
import { sectionsOf } from "./markdown.js";
import { root } from "./stored.js";

const sources = join(root, "src/app/site/pages/problems");

/** The stories of problems that are told in `pages/problems`, by name. */
export const toldStories = (): Map<string, string> =>
  new Map(
    groups.flatMap(({ folder }) =>
      sectionsOf(readFileSync(join(sources, `${folder}.md`), "utf8")).sections.map(
        ({ heading, text }) => [heading, text] as const,
      ),
    ),
  );

/** A problem's story by its source, where nobody has told it yet. */
export function sourceStory(name: string): string {
  const text = readFileSync(join(root, `problems/${name}.ts`), "utf8");
  const told =
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const problem/.exec(text) ?? /^\/\*\*([\s\S]*?)\*\//m.exec(text);
  return (told?.[1] ?? "").replace(/^\s*\* ?/gm, "").trim();
}

/** Words shorter than this tell nothing. */
const shortest = 4;

/** The words of a story, each once: what a list of problems is searched by. */
export function wordsOf(story: string): string {
  const words = story.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...new Set(words)].filter((word) => word.length >= shortest).join(" ");
}
