/**
 * Studies in the page: a small one is asked for (`form.ts`) and computed in workers of the page (`sweep-here.ts`), and one that was
 * exported (`bankshot sweep … --export json`) opens from its file (`file.ts`), both over the playground and without a server. The
 * room is loaded when somebody opens a study. What is drawn comes from `app/studies/view`; here is the dialog of both, which may be
 * touched without reading the rest.
 *
 * @module app/playground/study
 */
import { board } from "../../studies/view/client/board.js";
import { linkOfRow } from "../../studies/view/link.js";
import type { StudyPage } from "../../studies/view/study-page.js";
import { boardStyle } from "../../studies/view/style.js";
import { page as element } from "../../viewer/page.js";
import { keepProblem } from "../sources.js";
import { readStudyFile } from "./file.js";
import { dialogStyle } from "./style.js";

/** A dialog over the page for a study: a form, or pictures in its place. */
export interface StudyDialog {
  /** The place of the form. */
  readonly form: HTMLElement;
  readonly isOpen: () => boolean;
  readonly onClose: (act: () => void) => void;
  /** Shows the pictures of a study, with buttons of their own. */
  readonly show: (data: StudyPage, ...buttons: readonly HTMLElement[]) => void;
  /** Shows the form again. */
  readonly edit: () => void;
}

/** Opens a dialog over the page, with a form in it at first; it closes when the page below shows another motion. */
export function studyDialog(title: string): StudyDialog {
  const form = element("div", {});
  const heading = element("h1", {});
  const close = element("button", { type: "button" }, "Close");
  const tools = element("div", { class: "tools" });
  const content = element("div", {});
  const dialog = element(
    "dialog",
    { class: "study-dialog study" },
    element("style", {}, dialogStyle + boardStyle),
    element("header", {}, heading, tools),
    content,
  );
  const ended = new AbortController();
  let drawn = new AbortController();
  const put = (name: string, inside: HTMLElement, buttons: readonly HTMLElement[]): void => {
    drawn.abort();
    drawn = new AbortController();
    dialog.classList.toggle("asking", inside === form);
    dialog.setAttribute("aria-label", name);
    heading.textContent = name;
    tools.replaceChildren(...buttons, close);
    content.replaceChildren(inside);
  };
  dialog.addEventListener("close", () => {
    ended.abort();
    drawn.abort();
    dialog.remove();
  });
  close.addEventListener("click", () => dialog.close());
  // the motion is in the page below
  addEventListener("hashchange", () => dialog.close(), { signal: ended.signal });
  const edit = (): void => put(title, form, []);
  edit();
  document.body.append(dialog);
  dialog.showModal();
  return {
    form,
    edit,
    isOpen: () => !ended.signal.aborted,
    onClose: (act) => ended.signal.addEventListener("abort", act, { once: true }),
    show(data, ...buttons) {
      const figures = element("main", { class: "figures" });
      put(`Study: ${data.about.title}`, figures, buttons);
      board(figures, data, (row) => linkOfRow(data, row), drawn.signal);
      close.focus();
    },
  };
}

/**
 * Opens the text of an exported study over the page; its points lead to their motions in the page.
 * @throws {BadInput} naming what is wrong with the file.
 */
export function openStudy(text: string): void {
  const data = readStudyFile(text, keepProblem);
  studyDialog(`Study: ${data.about.title}`).show(data);
}
