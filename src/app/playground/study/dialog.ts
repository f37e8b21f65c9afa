/**
 * A study in the page: one that was exported (`bankshot sweep … --export json`) opens from its file over the playground, without a
 * server. It is loaded when somebody opens one. What is drawn comes from `app/studies/view`; here is its dialog, which may be
 * touched without reading the rest.
 *
 * @module app/playground/study
 */
import { board } from "../../studies/view/client/board.js";
import { linkOfRow } from "../../studies/view/link.js";
import { boardStyle } from "../../studies/view/style.js";
import { page as element } from "../../viewer/page.js";
import { readStudyFile } from "./file.js";

const style = `
.study-dialog { width: min(80rem, 96vw); height: 94vh; max-width: none; max-height: none; padding: 1rem 1.5rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--page); color: var(--text); }
.study-dialog::backdrop { background: rgb(0 0 0 / 50%); }
.study-dialog header { display: flex; gap: 1rem; justify-content: space-between; align-items: start; } .study-dialog h1 { font-size: 1.4rem; margin: 0 0 .75rem; }
${boardStyle}`;

/**
 * Opens the text of an exported study over the page; its points lead to their motions in the page.
 * @throws {BadInput} naming what is wrong with the file.
 */
export function openStudy(text: string): void {
  const data = readStudyFile(text);
  const close = element("button", { type: "button" }, "Close");
  const title = element("h1", {}, data.about.title);
  const place = element("main", { class: "figures" });
  const look = element("style", {}, style);
  const dialog = element(
    "dialog",
    { class: "study-dialog study", "aria-label": `Study: ${data.about.title}` },
    look,
    element("header", {}, title, close),
    place,
  );
  document.body.append(dialog);
  const ended = new AbortController();
  dialog.addEventListener("close", () => {
    ended.abort();
    dialog.remove();
  });
  close.addEventListener("click", () => dialog.close());
  // the motion is in the page below
  addEventListener("hashchange", () => dialog.close(), { signal: ended.signal });
  dialog.showModal();
  board(place, data, (row) => linkOfRow(data, row), ended.signal);
}
