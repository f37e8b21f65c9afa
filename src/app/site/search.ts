/** As much of a page as is searched. */
interface Searched {
  readonly path: string;
  readonly title: string;
  readonly html: string;
}

/** A part of the documentation that a search finds: its address below `docs/`, its title and heading, its words. */
export interface Found {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** The words of markup. */
const bare = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (letter) => entities[letter])
    .replace(/\s+/g, " ")
    .trim();

/** The parts of a page: what stands before its first second heading, and each section under one, with the heading's address. */
export function partsOf({ path, title, html }: Searched): Found[] {
  const [intro, ...sections] = html.split(/(?=<h2[ >])/);
  const first = { path, title, text: bare(intro) };
  return [
    first,
    ...sections.map((section) => {
      const [, id = ""] = /^<h2 id="([^"]*)"/.exec(section) ?? [];
      const [, heading = ""] = /^<h2[^>]*>(.*?)<\/h2>/s.exec(section) ?? [];
      return { path: id === "" ? path : `${path}#${id}`, title: `${title} › ${bare(heading)}`, text: bare(section) };
    }),
  ];
}

/** The script that holds all parts: a page from disk can load a script, and no JSON. */
export const searchIndex = (pages: readonly Searched[]): string =>
  `globalThis.bankshotPages=${JSON.stringify(pages.flatMap(partsOf))};\n`;

/** The field of a page's header. */
export const searchField = `<form class="search" role="search"><input type="search" placeholder="Search" aria-label="Search the documentation" aria-controls="found" autocomplete="off"><div id="found" hidden></div></form>`;

/**
 * The program of the field: words are sought in titles, headings and texts once somebody types, every one as the beginning of a word; what is in a
 * title comes first. The slash key leads to it, Escape away.
 */
export const searchScript = `addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector(".search"), field = form.querySelector("input"), list = form.querySelector("#found");
  const toRoot = form.dataset.root ?? document.documentElement.dataset.root ?? "";
  let pages;
  const load = () => pages ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = toRoot + "search.js";
    script.onload = () => done(globalThis.bankshotPages);
    script.onerror = () => done([]);
    document.head.append(script);
  });
  const escaped = (text) => text.replace(/[.*+?^\${}()|[\\]\\\\]/g, "\\\\$&");
  const show = async () => {
    const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
    list.hidden = words.length === 0;
    if (words.length === 0) return;
    const all = await load();
    const tests = words.map((word) => new RegExp("(^|[^\\\\p{L}\\\\p{N}])" + escaped(word), "iu"));
    const found = all.flatMap((page) => {
      const worth = tests.map((test) => test.test(page.title) ? 3 : test.test(page.text) ? 1 : 0);
      return worth.includes(0) ? [] : [{ page, worth: worth.reduce((a, b) => a + b) - page.title.length / 1000 }];
    }).sort((a, b) => b.worth - a.worth).slice(0, 8);
    list.replaceChildren();
    if (found.length === 0) { const none = document.createElement("p"); none.textContent = "Nothing has these words."; list.append(none); }
    for (const { page } of found) {
      const link = document.createElement("a"), title = document.createElement("b"), text = document.createElement("span");
      const at = Math.max(0, (tests.map((test) => page.text.search(test)).find((place) => place >= 0) ?? 0) - 30);
      link.href = toRoot + page.path;
      title.textContent = page.title;
      text.textContent = (at > 0 ? "… " : "") + page.text.slice(at, at + 110) + " …";
      link.append(title, text);
      list.append(link);
    }
  };
  field.addEventListener("input", show);
  field.addEventListener("focus", load);
  form.addEventListener("submit", (event) => { event.preventDefault(); list.querySelector("a")?.click(); });
  form.addEventListener("keydown", (event) => {
    const links = [field, ...list.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    if (event.key === "Escape") { list.hidden = true; field.blur(); }
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") { event.preventDefault(); links[(at + (event.key === "ArrowDown" ? 1 : links.length - 1)) % links.length].focus(); }
  });
  form.addEventListener("focusout", (event) => { if (!form.contains(event.relatedTarget)) list.hidden = true; });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) { event.preventDefault(); field.focus(); }
  });
});`;
