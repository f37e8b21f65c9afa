import { html, nothing, type TemplateResult } from "lit";
import type { Actions } from "../actions.js";
import type { News } from "../messages.js";
import { fileNamed } from "../sources.js";
import type { Entry, State } from "../state.js";

/** The problems to choose from: searchable, by the folder that they lie in. */
export function list(state: State, actions: Actions): TemplateResult {
  const { catalogue, filter, history, beside } = state;
  const pictured = catalogue?.some(({ thumbnail }) => thumbnail !== undefined) === true;
  const found = catalogue === undefined ? [] : filterCatalogue(catalogue, filter);
  return html`<nav class="list" aria-label="Problems" @keydown=${walk}>
    <wa-input
      size="s"
      type="search"
      label="Search problems"
      placeholder="Search problems"
      with-clear
      .value=${filter}
      @input=${(event: Event) => actions.find((event.target as HTMLInputElement).value)}
      @wa-clear=${() => actions.find("")}
      @keydown=${(event: KeyboardEvent) => {
        const [only, another] = found;
        if (event.key === "Enter" && only !== undefined && another === undefined) actions.open(only.name);
      }}
    ></wa-input>
    ${beside.building === undefined ? nothing : building(beside.building)}
    ${found.length === 0 ? html`<p class="quiet">${absence(catalogue)}</p>` : nothing}
    ${byFolder(found).map(
      ([folder, entries]) => html`<section aria-label=${folder}>
        <h2>${folder}</h2>
        <ul>
          ${entries.map((entry) => item(entry, pictured, entry.name === history.now.problem, actions))}
        </ul>
      </section>`,
    )}
    ${elsewhere(beside.pages)}
  </nav>`;
}

/** Why no problem is listed. */
function absence(catalogue: State["catalogue"]): TemplateResult {
  if (catalogue === undefined) return html`<wa-spinner></wa-spinner> Loading the list`;
  return catalogue.length === 0
    ? html`The list of problems is not beside this page.`
    : html`No problem has these words.`;
}

/** The rest of the site: what of it is there, or will be. */
const elsewhere = ({ docs, notebooks }: News["pages"]): TemplateResult => html`<footer>
  ${docs ? html`<a href="docs/index.html">Documentation</a>` : nothing}
  ${notebooks ? html`<a href="notebooks/index.html">Notebooks</a>` : nothing}
  ${docs ? html`<a href="licences.html">Licences</a>` : nothing}
</footer>`;

/** How far the building of the other pages is. */
const building = ({ text, share }: NonNullable<News["building"]>): TemplateResult =>
  html`<p class="quiet building">The rest of the site is built for the first time. ${text}
    <wa-progress-bar label="Built" .value=${100 * share}></wa-progress-bar></p>`;

/** A problem in the list, with its picture where the build made pictures. */
function item(
  { name, title, thumbnail }: Entry,
  pictured: boolean,
  current: boolean,
  { open }: Actions,
): TemplateResult {
  const chosen = (event: MouseEvent): void => {
    // a new tab is the browser's business
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(name);
  };
  return html`<li>
    <a href="#problem=${name}" aria-current=${current ? "page" : nothing} @click=${chosen}>
      ${pictured ? picture(thumbnail) : nothing}
      <span><b>${fileNamed(name) ?? name.slice(name.indexOf("/") + 1)}</b><small>${title}</small></span>
    </a>
  </li>`;
}

const picture = (file: string | undefined): TemplateResult =>
  file === undefined
    ? html`<span class="thumb"></span>`
    : html`<img class="thumb" src=${file} alt="" loading="lazy" width="64" height="44" />`;

/** Other words for what people look for. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  robot: ["arm", "gripper", "hopper", "cart", "acrobot"],
  throw: ["launch", "toss"],
  billiards: ["bank", "cue"],
  pool: ["billiards", "bank"],
  wall: ["bank"],
  conveyor: ["belt"],
  hand: ["finger", "palm", "gripper"],
  optimise: ["optimal", "effort"],
  optimize: ["optimal", "effort"],
};

/** Entries whose name, title or story has every word, or another word for it. */
export function filterCatalogue(catalogue: readonly Entry[], filter: string): Entry[] {
  const asked = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return catalogue.filter(({ name, title, words = "" }) => {
    const headline = `${name} ${title}`.toLowerCase();
    const told = `${headline} ${words}`;
    const has = (word: string): boolean =>
      told.includes(word) || (synonyms[word] ?? []).some((other) => new RegExp(`\\b${other}`).test(headline));
    return asked.every(has);
  });
}

function byFolder(entries: readonly Entry[]): [string, Entry[]][] {
  const folders = new Map<string, Entry[]>();
  for (const entry of entries) {
    const folder = fileNamed(entry.name) === undefined ? entry.name.slice(0, entry.name.indexOf("/")) : "your own";
    folders.set(folder, [...(folders.get(folder) ?? []), entry]);
  }
  return [...folders];
}

/** Arrow keys go from one problem to the next. */
function walk(event: KeyboardEvent): void {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key];
  if (step === undefined) return;
  const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLAnchorElement>("li a")];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = links[at < 0 && step < 0 ? links.length - 1 : at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Scrolls the list, and nothing else, to the problem that is open. */
export function showOpen(root: Element): void {
  const link = root.querySelector<HTMLElement>(".side a[aria-current]");
  const side = link?.closest<HTMLElement>(".side");
  if (link == null || side == null) return;
  const { top, bottom } = link.getBoundingClientRect();
  const window = side.getBoundingClientRect();
  if (top >= window.top && bottom <= window.bottom) return;
  side.scrollTop += (top + bottom) / 2 - (window.top + window.bottom) / 2;
}
