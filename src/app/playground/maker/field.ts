import { html, type TemplateResult } from "lit";
import type { Draft } from "../../drafts/draft.js";
import { numberTyped, plainNumber } from "../settings.js";
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

/** A number beside its name, with a unit or without; what is none is put back as it was. */
export function number(desk: Desk, { label, unit = "", value, factor = 1, put }: Field): TemplateResult {
  const change = async (event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const isEmpty = input.value.trim() === "";
    const plain = plainNumber(input.value);
    const given = plain ?? (isEmpty ? "" : await numberTyped(input.value, unit));
    if (typeof given === "string" || !Number.isFinite(given)) {
      input.value = shown(value * factor);
      if (!isEmpty) desk.tell(String(given));
      return;
    }
    input.value = shown(given);
    const draft = put(given / factor);
    if (draft !== undefined) desk.commit(draft);
  };
  return html`<label class="field"><span>${label}</span>
    <input type="text" role="spinbutton" aria-valuenow=${shown(value * factor)} inputmode="decimal" autocomplete="off" .value=${shown(value * factor)} @change=${change} /><i>${unit}</i></label>`;
}
