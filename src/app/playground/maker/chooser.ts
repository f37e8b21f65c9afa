import { html, render, svg } from "lit";
import type { Draft } from "../../drafts/draft.js";
import { templates } from "../../drafts/templates.js";
import { fitted } from "./camera.js";
import { drawing } from "./pictures.js";

/** Small pictures of templates [pixels]. */
const size = [200, 116] as const;

/** Asks what to begin with, in a dialog above the page. */
export function chooser(choose: (draft: Draft) => void): void {
  const dialog = document.createElement("dialog");
  dialog.className = "chooser";
  dialog.setAttribute("aria-label", "New problem");
  const take = (draft: Draft): void => {
    dialog.close();
    choose(draft);
  };
  render(
    html`<h2>New problem</h2>
      <ul>
        ${templates.map(
          ({ name, about, draft }) => html`<li><button type="button" @click=${() => take(draft)}>
            <svg viewBox="0 0 ${size[0]} ${size[1]}" class="maker picture" aria-hidden="true">${
              draft.space === "planar"
                ? drawing(fitted(draft, size), draft)
                : svg`<path class="cube" d="M70 44l32-16 30 14v34l-32 16-30-14Zm0 0 30 14 32-16m-32 16v34" />`
            }</svg>
            <b>${name}</b><small>${about}</small></button></li>`,
        )}
      </ul>
      <form method="dialog"><button type="submit" class="quiet">Cancel</button></form>`,
    dialog,
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
