import { html, type TemplateResult } from "lit";
import type { Draft } from "../../drafts/draft.js";
import type { Desk } from "./making.js";

/** Numbers people type: degrees for angles, all else as it is stored. */
export const degrees = 180 / Math.PI;
export const shown = (x: number): string => String(Number(x.toPrecision(6)));

export interface Field {
  readonly label: string;
  readonly unit?: string;
  readonly value: number;
  readonly factor?: number;
  /** The draft with the number; undefined where it is none of the draft's. */
  readonly put: (value: number) => Draft | undefined;
}

/** A number beside its name; what is no number is put back as it was. */
export function number(desk: Desk, { label, unit = "", value, factor = 1, put }: Field): TemplateResult {
  const change = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const given = Number(input.value);
    if (input.value.trim() === "" || !Number.isFinite(given)) input.value = shown(value * factor);
    else {
      const draft = put(given / factor);
      if (draft !== undefined) desk.commit(draft);
    }
  };
  return html`<label class="field"><span>${label}</span>
    <input type="number" step="any" inputmode="decimal" .value=${shown(value * factor)} @change=${change} /><i>${unit}</i></label>`;
}
