import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { contents, generated } from "./contents.js";
import { render } from "./markdown.js";
import { type PageText, page } from "./page.js";
import { problemPage, problemsPage } from "./problem-page.js";
import { searchIndex } from "./search.js";
import { root, site, storedEntries, storedResult } from "./stored.js";
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

/** The pages of the problems. A story must have its problem. */
function ofProblems(): PageText[] {
  const entries = storedEntries();
  const stories = toldStories();
  const pages = entries.map((entry) => {
    const story = stories.get(entry.name) ?? sourceStory(entry.name);
    stories.delete(entry.name);
    return problemPage(entry, storedResult(entry.name), story);
  });
  if (stories.size > 0) throw new Error(`stories of no problem: ${[...stories.keys()].join(", ")}`);
  return [problemsPage(entries), ...pages];
}

function write(path: string, text: string): void {
  const file = join(target, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const pages = [...writtenPages(), ...ofProblems()];
for (const one of pages) write(one.path, page(one));
write("style.css", style);
write("search.js", searchIndex(pages));
cpSync(join(sources, "pictures"), join(target, "pictures"), { recursive: true });
console.log(`${pages.length} pages in dist/site/docs`);
