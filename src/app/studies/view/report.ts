import { existsSync, readFileSync } from "node:fs";
import { type Html, html } from "../../report/html.js";
import { standalonePage } from "../../report/standalone.js";
import { version } from "../../run/version.js";
import type { StudyPage } from "./study-page.js";
import { boardStyle } from "./style.js";

/** Places in which the build leaves the drawing program: beside this module once built, in `dist` when run from its source. */
const places = ["./study.iife.js", "../../../../dist/src/app/studies/view/study.iife.js"];

function program(): string {
  const path = places.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  return path === undefined ? "" : readFileSync(path, "utf8");
}

/** The page that `bankshot open` serves, unless it was told another port. */
const playground = "http://localhost:4321/";

/** A study as one page that needs nothing else: its numbers, and the program that draws them. */
export function studyReport(page: StudyPage): string {
  const { title, problem } = page.about;
  return standalonePage({
    title: `${title}: a study`,
    version,
    header: html`<header><h1>${title}</h1>${playgroundLine(problem)}</header>`,
    main: html`<main class="figures"><noscript>The pictures of this page are drawn by a program inside it, which needs JavaScript.</noscript></main>`,
    drawnBy: "Charts by Observable Plot.",
    data: page,
    program: program(),
    look: { name: "study", style: boardStyle },
  });
}

function playgroundLine(problem: string): Html {
  const input = html`<input id="playground" type="url" value="${playground}" size="28">`;
  return problem === ""
    ? html`<p>The problem came from a program, so that points open no motion from here: <code>study.json</code> (<code>--export json</code>), dropped on the playground, shows them.</p><p hidden>${input}</p>`
    : html`<p><label>Points open their motion in the playground at ${input}</label>, which <code>npx bankshot open${problem.startsWith("file:") ? ` ${problem.slice("file:".length)}` : ""}</code> serves.</p>`;
}
