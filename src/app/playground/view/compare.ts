import { html, nothing, type TemplateResult } from "lit";
import { brief, unitText } from "../../motion-view/numbers.js";
import type { Actions } from "../actions.js";
import { distances } from "../compare/distances.js";
import { differing, type Kept } from "../compare/kept.js";
import { familyOf, foundValues } from "../compare/shown.js";
import type { ProblemInfo } from "../messages.js";
import { type State, shownValue } from "../state.js";
import { familyView } from "./family.js";

/** The motion that is shown and those that were kept, in columns: what was set otherwise, and what came of it. */
export function compare(state: State, info: ProblemInfo, actions: Actions): TemplateResult {
  const { kept, answer, branches, picked } = state;
  const computed = kept.filter(({ place }) => place !== undefined);
  const now = answer?.parameters ?? {};
  const set = differing([now, ...computed.map(({ settings }) => settings)]);
  const values = foundValues(state);
  const scene = branches[picked]?.scene ?? answer?.scene;
  const apart = kept.map((one) => (scene === undefined ? undefined : distances(one.scene, scene)));
  const units = new Map(info.parameters.map(({ name, unit }) => [name, unit]));
  const row = (name: string, unit: string, cells: readonly (number | string | null | undefined)[]): TemplateResult =>
    html`<tr><th scope="row"><code>${name}</code> <span class="unit">${unitText(unit)}</span></th>
      ${cells.map((cell) => html`<td class="right">${cell === undefined ? "" : brief(cell)}</td>`)}</tr>`;
  const found = Object.keys(values).filter((name) => !set.includes(name));
  const family = familyOf(state);
  return html`<section class="compare" aria-label="Compare">
    ${family === undefined ? nothing : familyView(family, info, Number(shownValue(state, family.name)), actions)}
    ${
      kept.length === 0
        ? nothing
        : html`<p class="quiet">Drawn faintly beside the one shown:</p>
    <ol>${kept.map((one) => item(one, actions))}</ol>
    <div class="columns" tabindex="0" role="group" aria-label="Values of kept motions">
      <table>
        <thead><tr><td></td><th scope="col" class="right">shown</th>${kept.map(({ name }, i) => html`<th scope="col" class="right" title=${name}>${i + 1}</th>`)}</tr></thead>
        <tbody>
          ${set.map((name) => row(name, units.get(name) ?? "", [now[name], ...kept.map(({ settings }) => settings[name])]))}
          ${found.map((name) => row(name, info.values[name]?.unit ?? "", [values[name], ...kept.map((one) => one.values[name])]))}
          ${row("apart, on average", "m", [undefined, ...apart.map((one) => one?.rms)])}
          ${row("apart, at most", "m", [undefined, ...apart.map((one) => one?.largest)])}
        </tbody>
      </table>
    </div>`
    }
  </section>`;
}

const item = ({ id, name, place, drawn }: Kept, { letGo, drawKept, goToKept }: Actions): TemplateResult =>
  html`<li>
    <input type="checkbox" aria-label="Draw ${name}" title="Draw it" .checked=${drawn} @change=${(event: Event) => drawKept(id, (event.target as HTMLInputElement).checked)} />
    ${place === undefined ? html`<span>${name}</span>` : html`<button type="button" title="Show it again" @click=${() => goToKept(id)}>${name}</button>`}
    <button type="button" aria-label="Let go of ${name}" title="Let go" @click=${() => letGo(id)}>✕</button>
  </li>`;
