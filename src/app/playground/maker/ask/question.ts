/**
 * The question of a drawing, as people see it: the count of conditions and free values, what is wrong with it, and the boxes of
 * what is selected. Each act gives a new draft to the desk; nothing is solved here.
 *
 * @module app/playground/maker/ask
 */
import { html, nothing, type TemplateResult } from "lit";
import type { Hold } from "../../../drafts/ask/ask.js";
import { freeText, holdText, tally } from "../../../drafts/ask/tally.js";
import { freed, held, timed } from "../edit.js";
import { number, shown } from "../field.js";
import type { Desk } from "../making.js";
import { type Seek, type Way, ways } from "../seek/seek.js";

/** The live count, by name what is wrong with it, and the way to the answer; another way stands beside it, where nothing moves. */
export function question(desk: Desk, solve: () => void, beside: TemplateResult | undefined): TemplateResult {
  const { draft, seek } = desk.get();
  const { text, faults: wrong, spare, excess, free: count } = tally(draft);
  const { free, hold, time } = draft.ask;
  // of all that meet fewer conditions than there are free values one is the least, and of more one comes nearest
  const isLeast = seek.way === "cheapest" && seek.via === undefined;
  const isNearest = seek.way === "nearest" && seek.via === undefined;
  const faults = [...wrong, ...(isLeast ? [] : [spare]), ...(isNearest ? [] : [excess]), unsure(seek.way, hold)].filter(
    (fault) => fault !== undefined,
  );
  const ready = faults.length === 0 && count > 0;
  return html`<div class="question">
    <p class="count ${ready ? "good" : ""}" role="status">${text}</p>
    ${faults.length === 0 ? nothing : html`<ul class="faults">${faults.map((fault) => html`<li>${fault}</li>`)}</ul>`}
    ${spare !== undefined && isLeast ? html`<p class="quiet">More is free than must hold: of all that meet it, the one that costs least near a launch of nothing is sought.</p>` : nothing}
    ${excess !== undefined && isNearest ? html`<p class="quiet">More must hold than is free: the motion is sought that misses least, in squares.</p>` : nothing}
    ${
      count + hold.length === 0
        ? nothing
        : html`<ul class="asked">
            ${free.map((one) => item(`Free: ${freeText(one)}`, () => desk.commit(freed(draft, one.of, one.what, false))))}
            ${time === undefined ? nothing : item("Free: time", () => desk.commit(timed(draft, false)))}
            ${hold.map((one) => item(`${holdText(one)} is ${shown(one.value)}${one.within === undefined ? "" : ` ± ${shown(one.within)}`}`, () => desk.commit(held(draft, one.body, one.what, undefined))))}
          </ul>`
    }
    ${seeking(desk)}
    <div class="doing"><wa-button class="solve" size="s" variant="brand" ?disabled=${!ready} @click=${solve}>Solve</wa-button>${beside}</div>
  </div>`;
}

const wayNames: Readonly<Record<Way, string>> = {
  one: "one",
  nearest: "the nearest",
  all: "all",
  cheapest: "the cheapest",
  reliable: "the most reliable",
};

/** Throws of a hand are counted by where they end. */
function unsure(way: Way, hold: readonly Hold[]): string | undefined {
  const other = way === "reliable" ? hold.find(({ when }) => when !== undefined) : undefined;
  return other && `The most reliable is known of what holds at the end only: the ${holdText(other)} does not.`;
}

/** Which answer is wanted; of the most reliable, how much a launch scatters and how near it must end. */
function seeking(desk: Desk): TemplateResult {
  const { seek, draft } = desk.get();
  // a part that was named and is gone is asked for no more
  const via = draft.world.find(({ name }) => name === seek.via)?.name ?? "";
  const through = (event: Event): void => {
    const { via: _, ...rest } = seek;
    const { value } = event.target as HTMLSelectElement;
    desk.change({ seek: { ...rest, ...(value !== "" && { via: value }) } });
  };
  const set = (part: Partial<Seek>): undefined => {
    desk.change({ seek: { ...seek, ...part } });
  };
  const positive = (x: number, part: Partial<Seek>): undefined => (x > 0 ? set(part) : undefined);
  return html`<div class="fields seek"><label class="field"><span>find</span><select .value=${seek.way}
      @change=${(event: Event) => set({ way: ways.find((way) => way === (event.target as HTMLSelectElement).value) ?? "one" })}>
      ${ways.map((way) => html`<option value=${way} ?selected=${way === seek.way}>${wayNames[way]}</option>`)}</select></label>
    ${
      draft.world.length === 0
        ? nothing
        : html`<label class="field"><span>by way of</span><select .value=${via} @change=${through}>
            <option value="" ?selected=${via === ""}>any way</option>
            ${draft.world.map(({ name }) => html`<option value=${name} ?selected=${name === via}>${name}</option>`)}</select></label>`
    }
    ${
      seek.way !== "reliable"
        ? nothing
        : html`${number(desk, { label: "scatter", unit: "%", factor: 100, value: seek.scatter, put: (x) => positive(x, { scatter: x }) })}${number(desk, { label: "near", unit: "m", value: seek.within, put: (x) => positive(x, { within: x }) })}`
    }
  </div>`;
}

const item = (text: string, drop: () => void): TemplateResult =>
  html`<li><span>${text}</span><button type="button" class="drop" aria-label=${`Drop: ${text}`} @click=${drop}>×</button></li>`;
