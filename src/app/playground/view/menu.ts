import { html, type TemplateResult } from "lit";
import { icon } from "./icons.js";

/** A line of a menu, and its act. */
interface Entry {
  readonly label: string;
  readonly choose: () => void;
}

/** Name that is its own on the page, words for who does not see the icon, and the icon. */
interface Opener {
  readonly name: string;
  readonly label: string;
  readonly icon: string;
}

/**
 * A button that opens a list of entries. It is the browser's own popover: it stands whole in the place that it keeps in the frame
 * that opens it, because a list that still moves has other entries under a quick hand than that hand aimed at.
 */
export function menu(
  { name, label, icon: sign }: Opener,
  entries: readonly Entry[],
  disabled: boolean,
): TemplateResult {
  const id = `menu-${name}`;
  return html`<button type="button" class="opener" popovertarget=${id} aria-haspopup="menu" ?disabled=${disabled}
      ><span class="visually-hidden">${label}</span>${icon(sign)}<span class="caret" aria-hidden="true"></span></button
    ><div id=${id} class="menu" popover role="menu" aria-label=${label} @beforetoggle=${placed} @toggle=${begun} @keydown=${moved}>
      ${entries.map((entry) => html`<button type="button" role="menuitem" tabindex="-1" @click=${(event: Event) => chosen(event, entry)}>${entry.label}</button>`)}
    </div>`;
}

/** Under its button, ended by its edge; it is placed before it is drawn. */
function placed({ currentTarget, newState }: ToggleEvent): void {
  const list = currentTarget as HTMLElement;
  const opener = list.previousElementSibling;
  if (newState !== "open" || opener === null) return;
  const { right, bottom } = opener.getBoundingClientRect();
  list.style.top = `${bottom}px`;
  list.style.right = `${document.documentElement.clientWidth - right}px`;
}

const itemsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>("[role=menuitem]")];

function begun({ currentTarget, newState }: ToggleEvent): void {
  if (newState === "open") itemsOf(currentTarget as Element)[0]?.focus();
}

function chosen({ currentTarget }: Event, { choose }: Entry): void {
  // first the list goes, so that the focus is on its button where an entry opens something
  (currentTarget as HTMLElement).closest<HTMLElement>("[popover]")?.hidePopover();
  choose();
}

/** Arrows go round, Home and End to the ends; Tab goes on behind the button. */
function moved(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const items = itemsOf(list);
  const at = items.findIndex((item) => item.matches(":focus"));
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  if (event.key === "Tab") list.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  items.at(next % items.length)?.focus();
}
