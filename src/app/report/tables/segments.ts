import type { Result } from "../../../motion/result.js";
import { realText } from "../../motion-view/touched-text.js";
import { type Html, html } from "../html.js";

/** More rows than this nobody reads; the saved result has all. */
const mostRows = 40;

/** Every contact segment with its steps, its vertices, its mode, and what of it is real contact. */
export function segmentsTable({ trajectory }: Result): Html {
  const { segments = [], touched = [] } = trajectory;
  if (segments.length === 0) return html``;
  const several = segments.some(({ of }) => of !== undefined);
  const rows = segments.slice(0, mostRows).map(({ from, to, contact, vertices, mode, of = "" }) => {
    const part = touched.find((one) => (of === "" || one.of === of) && `${one.vertices}` === `${vertices}`);
    return html`<tr><th scope="row">${from}–${to}</th>${several ? html`<td>${of}</td>` : html``}<td>${contact}</td><td>${vertices.join(" ") || "none"}</td><td>${mode}</td><td>${realText(part)}</td></tr>`;
  });
  const more = segments.length > mostRows ? ` The first ${mostRows} of ${segments.length}.` : "";
  return html`<section class="launches"><h2>Contact segments</h2><p>A segment ends when the contact, its vertices or its mode change.${more}</p>
<div class="scroll" tabindex="0" role="region" aria-label="contact segments"><table><thead><tr><th scope="col">Steps</th>${several ? html`<th scope="col">Of</th>` : html``}<th scope="col">Contact</th><th scope="col">Vertices</th><th scope="col">Mode</th><th scope="col">Real contact</th></tr></thead><tbody>${rows}</tbody></table></div></section>`;
}
