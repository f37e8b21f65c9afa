/**
 * The public site, built from source and never shipped: pages of documentation, a story, a picture and a stored result
 * for each problem, and the licences of all that is bundled. Markdown in `pages/` may be touched without reading any
 * code; results are those of the playground's own functions.
 *
 * @module app/site
 */
import { contents } from "./contents.js";
import { searchField, searchScript } from "./search.js";

/** A page's place below `docs/`, and its content. */
export interface PageText {
  /** "start.html", "problems/rolling/disk.html" */
  readonly path: string;
  readonly title: string;
  readonly html: string;
  /** A sentence for search engines and previews. */
  readonly description?: string;
}

/** The switch between light and dark: the same key as the playground's. */
export const themeScript = `const root = document.documentElement, key = "bankshot-theme";
try { const kept = localStorage.getItem(key); if (kept) root.dataset.theme = kept; } catch {}
addEventListener("DOMContentLoaded", () => document.querySelector("#theme").addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem(key, root.dataset.theme); } catch {}
}));`;

/** A whole page, all its addresses relative, so that it works at any path and from disk. */
export function page({ path, title, html, description }: PageText): string {
  const toRoot = "../".repeat(path.split("/").length - 1);
  return `<!doctype html>
<html lang="en" data-root="${toRoot}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === "bankshot" ? title : `${title} – bankshot`)}</title>
${description === undefined ? "" : `<meta name="description" content="${escapeHtml(description)}">\n`}<link rel="stylesheet" href="${toRoot}style.css">
<link rel="icon" href="data:,">
<script>${themeScript}
${searchScript}</script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="top"><a class="brand" href="${toRoot}index.html">bankshot</a>
${searchField}<a class="jump" href="#contents">Contents</a><a href="${toRoot}../index.html">Playground</a><a href="${toRoot}../notebooks/index.html">Notebooks</a><a href="${toRoot}api/index.html">API</a>
<button id="theme" type="button">Light or dark</button></header>
<div class="frame">
<nav class="contents" id="contents" aria-label="Contents">
${contents.map((part) => contentsPart(part, path, toRoot)).join("\n")}
</nav>
<main id="main">
${html}
${neighbours(path, toRoot)}
<footer>bankshot, MIT licence. <a href="${toRoot}../licences.html">What this site bundles, and its licences</a>.</footer>
</main>
</div>
</body>
</html>
`;
}

function contentsPart({ title, pages }: (typeof contents)[number], path: string, toRoot: string): string {
  const items = pages.map(({ file, name }) => {
    const here = path === `${file}.html` ? ' aria-current="page"' : "";
    return `<li><a href="${toRoot}${file}.html"${here}>${escapeHtml(name)}</a></li>`;
  });
  return `<h2>${escapeHtml(title)}</h2>\n<ul>${items.join("")}</ul>`;
}

/** The pages before and after this one, in the order of the contents. */
function neighbours(path: string, toRoot: string): string {
  const pages = contents.flatMap((part) => part.pages);
  const at = pages.findIndex(({ file }) => path === `${file}.html`);
  const link = (page: (typeof pages)[number] | undefined, before: string, after: string): string =>
    page === undefined
      ? "<span></span>"
      : `<a href="${toRoot}${page.file}.html">${before}${escapeHtml(page.name)}${after}</a>`;
  return at < 0
    ? ""
    : `<nav class="neighbours" aria-label="Next pages">${link(pages[at - 1], "← ", "")}${link(pages[at + 1], "", " →")}</nav>`;
}

/** A text as HTML shows it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
