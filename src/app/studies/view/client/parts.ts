import { elementIn, page } from "../../../viewer/page.js";
import type { PageColumn } from "../study-page.js";
import type { Desk } from "./desk.js";

/** A part of the page; `draw` is called when it is seen, when its width changes, and after every choice of items. */
export interface Panel {
  readonly element: HTMLElement;
  readonly draw?: (width: number) => void;
}

/** The place of charts in a panel. */
export const chartIn = (panel: Element): HTMLElement => elementIn(panel, ".chart");

/** A figure with its title, a sentence, controls, and the place of its chart. */
export function figure(title: string, text: string, ...controls: readonly Element[]): HTMLElement {
  const caption = page("figcaption", {}, page("h2", {}, title), page("p", {}, text));
  const chart = page("div", { class: "chart" });
  return page("figure", {}, caption, page("p", { class: "choices" }, ...controls), chart);
}

/** A labelled choice of one of several words. */
export function choice(
  label: string,
  words: readonly string[],
  { first, pick }: { readonly first: string; readonly pick: (word: string) => void },
): HTMLLabelElement {
  const select = page("select", {}, ...words.map((word) => page("option", { value: word }, word)));
  select.value = first;
  select.addEventListener("change", () => pick(select.value));
  return page("label", {}, `${label} `, select);
}

/** A choice of a column of numbers. */
export function columnChoice(
  label: string,
  columns: readonly PageColumn[],
  { first, pick }: { readonly first: PageColumn; readonly pick: (column: PageColumn) => void },
): HTMLLabelElement {
  return choice(
    label,
    columns.map(({ name }) => name),
    {
      first: first.name,
      pick: (word) => {
        const found = columns.find(({ name }) => name === word);
        if (found !== undefined) pick(found);
      },
    },
  );
}

/** A link to the motion of a row, or its number where the playground cannot find it. */
export function motionLink({ data, open }: Desk, row: number): Element {
  const address = open(row);
  const item = String(data.rows.items[row]);
  return address === undefined
    ? page("span", {}, item)
    : page(
        "a",
        {
          href: address,
          title: "opens the motion in the playground",
          ...(isHere(address) ? {} : { target: "_blank", rel: "noopener" }),
        },
        item,
      );
}

/** An address within the page is followed in it, others in a tab of their own. */
const isHere = (address: string): boolean => address.startsWith("#");

/** Opens the motion of the row that a plot points at when it is clicked. */
export function opensMotions(plot: Element, { open }: Desk): void {
  const pointed = plot as Element & { value?: { row?: number } | null };
  plot.addEventListener("click", () => {
    const row = pointed.value?.row;
    follow(row === undefined ? undefined : open(row));
  });
}

/** Goes to where a motion is shown, if there is such a place. */
export function follow(address: string | undefined): void {
  if (address === undefined) return;
  if (isHere(address)) location.hash = address;
  else globalThis.open(address, "_blank", "noopener");
}

/** A table with a header. */
export function table(caption: string, header: readonly string[], rows: readonly (readonly (string | Element)[])[]) {
  const cell = (content: string | Element, i: number): HTMLElement =>
    i === 0 ? page("th", { scope: "row" }, content) : page("td", {}, content);
  return page(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    page(
      "table",
      {},
      page("thead", {}, page("tr", {}, ...header.map((word) => page("th", { scope: "col" }, word)))),
      page("tbody", {}, ...rows.map((row) => page("tr", {}, ...row.map(cell)))),
    ),
  );
}

/** Names a drawing for those who do not see it. */
export function named<E extends Element>(plot: E, name: string): E {
  const drawing = plot.tagName === "svg" ? plot : plot.querySelector(":scope > svg:last-of-type");
  // its parts have names of their own, which mean nothing without a role
  for (const part of drawing?.querySelectorAll("[aria-label]") ?? []) part.removeAttribute("aria-label");
  drawing?.setAttribute("role", "img");
  drawing?.setAttribute("aria-label", name);
  return plot;
}

/** A share as percent. */
export const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
