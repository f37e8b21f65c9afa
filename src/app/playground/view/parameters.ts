import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { brief, briefText, readable, unitText } from "../../motion-view/numbers.js";
import type { Actions, Phase } from "../actions.js";
import type { ParameterInfo, ProblemInfo } from "../messages.js";
import { type Ends, groupParameters, plainNumber } from "../settings.js";
import { rangeOf, type State, shownValue, verbOf } from "../state.js";
import { icon } from "./icons.js";

/** Every parameter of the problem: value, unit, range, meaning; what follows from others until it is set. */
export function parameters(state: State, info: ProblemInfo, actions: Actions): TemplateResult {
  const { set } = state.history.now;
  const changed = Object.keys(set).length;
  const groups = groupParameters(info.parameters);
  // where nothing else is but the time grid, parameters without a group need no heading to be found behind
  const alone = groups.every(([heading]) => heading === "" || heading === "grid");
  return html`<section class="parameters" aria-label="Parameters">
    <div class="above">
      <p class="quiet">${changed === 0 ? "As declared." : `${changed} changed.`}</p>
      <div>
        <wa-button id="study" size="s" appearance="plain" @click=${() => actions.study()}>${icon("grid")} Study</wa-button
        ><wa-tooltip for="study" aria-hidden="true">Many motions at once: a map over one or two values</wa-tooltip
        ><wa-button size="s" appearance="plain" ?disabled=${changed === 0} @click=${actions.resetAll}
          >${icon("reset")} Reset all</wa-button
        >
      </div>
    </div>
    ${repeat(
      groups,
      ([heading]) => heading,
      ([heading, members]) =>
        heading === "" && alone
          ? rows(state, info, members, actions)
          : group({ state, info, actions }, heading, members),
    )}
  </section>`;
}

/** The page's state with a problem that is open, and what people can do. */
interface Shown {
  readonly state: State;
  readonly info: ProblemInfo;
  readonly actions: Actions;
}

function group({ state, info, actions }: Shown, heading: string, members: readonly ParameterInfo[]): TemplateResult {
  const open = state.open.has(heading);
  const changed = members.filter(({ name }) => state.history.now.set[name] !== undefined).length;
  const fold = (isOpen: boolean) => (event: Event) => {
    // details inside would bubble here
    if (event.target === event.currentTarget) actions.fold(heading, isOpen);
  };
  return html`<wa-details ?open=${open} @wa-show=${fold(true)} @wa-hide=${fold(false)}>
    <span slot="summary">${heading === "" ? "other" : heading} ${changed > 0 ? html`<small>${changed} changed</small>` : nothing}</span>
    ${open ? rows(state, info, members, actions) : nothing}
  </wa-details>`;
}

const rows = (state: State, info: ProblemInfo, members: readonly ParameterInfo[], actions: Actions) =>
  html`${repeat(
    members,
    ({ name }) => name,
    (one) => row(state, info, one, actions),
  )}`;

function row(state: State, info: ProblemInfo, parameter: ParameterInfo, actions: Actions): TemplateResult {
  const { name, meaning, choices, formula } = parameter;
  const isSet = state.history.now.set[name] !== undefined;
  const freed = verbOf(state) === "solve" && info.conditions.some(({ frees }) => frees.includes(name));
  // what is found does not vary, and a time grid is no question
  const varies = choices === undefined && !freed && !name.startsWith("grid.");
  const refused = state.refusal?.field === name ? state.refusal.message : undefined;
  return html`<div class="parameter ${isSet ? "changed" : ""}">
    <div class="name">
      ${choices === undefined ? html`<code>${name}</code>` : nothing}
      ${freed ? html`<span class="tag">found</span>` : nothing}
      ${formula !== undefined && !isSet ? html`<span class="tag" title="It follows this formula until it is set.">= ${briefText(formula)}</span>` : nothing}
      ${
        varies
          ? html`<wa-button class="vary" size="xs" appearance="plain" title="A study over ${name}" @click=${() => actions.study(name)}
              ><span class="visually-hidden">Study over ${name}</span>${icon("grid")}</wa-button
            >${
              verbOf(state) === "design"
                ? nothing
                : html`<wa-button class="vary" size="xs" appearance="plain" title="Show the family: motions along the slider of ${name}" @click=${() => actions.showFamily(name)}
              ><span class="visually-hidden">Show the family over ${name}</span>${icon("family")}</wa-button
            >`
            }`
          : nothing
      }
      ${
        isSet
          ? html`<wa-button size="xs" appearance="plain" @click=${() => actions.reset(name)}
              ><span class="visually-hidden">Reset ${name}</span>${icon("reset")}</wa-button
            >`
          : nothing
      }
    </div>
    ${choices === undefined ? number(state, parameter, actions) : choice(state, parameter, choices, actions)}
    <small>${meaning}${freed ? "; your value is the first guess" : ""}</small>
    ${refused === undefined ? nothing : html`<small class="bad" role="alert">${refused}</small>`}
  </div>`;
}

function number(state: State, parameter: ParameterInfo, actions: Actions): TemplateResult {
  const { name, unit } = parameter;
  const value = Number(shownValue(state, name));
  const range = rangeOf(state, parameter);
  const { min, max, step } = range;
  const change = (phase: Phase) => (event: Event) => {
    const given = Number((event.target as HTMLInputElement).value);
    if (!Number.isFinite(given)) return;
    // ends stay where they are while the slider is held, and after
    if (state.ends[name]?.min !== min || state.ends[name].max !== max) actions.keepEnds(name, { min, max });
    actions.set({ [name]: given }, phase);
  };
  // what a slider cannot show whole would be rounded by typing; a field that was cleared says what holds
  const typed = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    const text = field.value?.trim() ?? "";
    const plain = plainNumber(text);
    if (plain !== undefined) actions.set({ [name]: plain }, "drop");
    else {
      field.value = brief(value);
      if (text !== "") actions.setTyped(name, text);
    }
  };
  return html`<div class="number">
    <div class="track">
      <wa-slider size="s" label="${name}, slider" min=${min} max=${max} step=${step} .value=${value}
        @input=${change("drag")} @change=${change("drop")}></wa-slider>
      <div class="ends">${end(parameter, "min", range, actions)}${end(parameter, "max", range, actions)}</div>
    </div>
    <wa-input size="s" inputmode="decimal" autocomplete="off" label=${name} title=${readable(value)} placeholder=${brief(value)} .value=${brief(value)} @change=${typed}
      >${unitText(unit) === "" ? nothing : html`<span slot="end" class="unit">${unit}</span>`}</wa-input
    >
  </div>`;
}

/** One end of a slider, to be read and to be set. */
function end({ name }: ParameterInfo, side: keyof Ends, range: Ends, actions: Actions): TemplateResult {
  const typed = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    const given = Number(field.value.trim() || Number.NaN);
    // what holds, until the ends are others: an answer that comes while somebody types leaves the field alone
    field.value = brief(range[side]);
    if (Number.isFinite(given)) actions.keepEnds(name, { min: range.min, max: range.max, [side]: given });
  };
  return html`<input class="end" inputmode="decimal" size="5" aria-label="${side === "min" ? "least" : "most"} of the slider of ${name}"
    .value=${brief(range[side])} @change=${typed} />`;
}

function choice(state: State, { name }: ParameterInfo, choices: readonly string[], actions: Actions): TemplateResult {
  return html`<wa-select size="s" label=${name} .value=${String(shownValue(state, name))}
    @change=${(event: Event) => actions.set({ [name]: String((event.target as HTMLSelectElement).value) }, "drop")}>
    ${choices.map((one) => html`<wa-option value=${one}>${one}</wa-option>`)}
  </wa-select>`;
}
