import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProblemInfo } from "../playground/messages.js";
import { infoOf } from "../playground/worker/info.js";
import { packagedNames, packagedProblem } from "../run/packaged.js";
import { contents, generated } from "./contents.js";
import { render } from "./markdown.js";
import { type PageText, page } from "./page.js";
import { problemPage, problemsPage } from "./problem-page.js";
import { searchIndex } from "./search.js";
import { results, root, site, storedEntries, storedResult } from "./stored.js";
import { sourceStory, toldStories } from "./stories.js";
import { style } from "./style.js";

/** Builds the documentation: the texts of `pages/`, and a page for each problem from itself, its story and its stored result. */

const sources = join(root, "src/app/site/pages");
const target = join(site, "docs");

/** The pages that are written by hand. */
function writtenPages(): PageText[] {
  const files = contents
    .flatMap(({ pages }) => pages.map(({ file }) => file))
    .filter((file) => !generated.includes(file));
  const unread = readdirSync(sources).filter((name) => name.endsWith(".md") && !files.includes(name.slice(0, -3)));
  if (unread.length > 0) throw new Error(`pages that are in no table of contents: ${unread.join(", ")}`);
  return files.map((file) => {
    const { title, html } = render(readFileSync(join(sources, `${file}.md`), "utf8"));
    return { path: `${file}.html`, title, html: `<h1>${title}</h1>\n${html}` };
  });
}

/** The pages of the problems: of those without a stored result yet, what is declared. A story must have its problem. */
async function ofProblems(): Promise<PageText[]> {
  const stored = existsSync(join(results, "index.json")) ? storedEntries() : [];
  const stories = toldStories();
  const listed = await Promise.all(
    packagedNames.map(async (name) => {
      const story = stories.get(name) ?? sourceStory(name);
      stories.delete(name);
      const entry = stored.find((one) => one.name === name);
      const result = entry === undefined ? { info: await infoNamed(name) } : storedResult(name);
      return { name, title: result.info.title, ...entry, page: problemPage(entry, result, story) };
    }),
  );
  if (stories.size > 0) throw new Error(`stories of no problem: ${[...stories.keys()].join(", ")}`);
  return [problemsPage(listed), ...listed.map(({ page }) => page)];
}

async function infoNamed(name: string): Promise<ProblemInfo> {
  const found = await packagedProblem(name);
  if (found === undefined) throw new RangeError(`there is no problem ${name}`);
  return infoOf(found);
}

function write(path: string, text: string): void {
  const file = join(target, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const pages = [...writtenPages(), ...(await ofProblems())];
for (const one of pages) write(one.path, page(one));
write("style.css", style);
write("search.js", searchIndex(pages));
cpSync(join(sources, "pictures"), join(target, "pictures"), { recursive: true });
console.log(`${pages.length} pages in dist/site/docs`);
