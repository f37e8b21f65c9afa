import { html, nothing, svg, type TemplateResult } from "lit";
import { brief, unitText } from "../../motion-view/numbers.js";
import type { Actions } from "../actions.js";
import { curvesOf, type Family } from "../compare/family.js";
import { isGood, type ProblemInfo } from "../messages.js";

/** Size of the curve, and the room around it for numbers [pixels]. */
const [width, height, room] = [300, 150, 34] as const;

/** A family: a curve of one of its numbers over the value that goes along, and its members to be chosen. */
export function familyView(family: Family, info: ProblemInfo, now: number, actions: Actions): TemplateResult {
  const { name, unit, members, size } = family;
  const curves = curvesOf(family);
  const over = family.over !== undefined && curves.includes(family.over) ? family.over : curves[0];
  const number = (values: Readonly<Record<string, number | null>>): number | null | undefined =>
    over === undefined ? undefined : values[over];
  const overUnit =
    over === undefined ? "" : (info.values[over]?.unit ?? info.parameters.find((one) => one.name === over)?.unit ?? "");
  return html`<section class="family" aria-label="Family">
    <header><h2>Family over <code>${name}</code></h2>
      <button type="button" aria-label="Let go of the family" title="Let go" @click=${actions.endFamily}>✕</button></header>
    ${members.length < size ? html`<p class="quiet" role="status">${members.length} of ${size} so far</p>` : nothing}
    ${
      over === undefined
        ? nothing
        : html`<label>Curve of <select @change=${(event: Event) => actions.curve((event.target as HTMLSelectElement).value)}>
            ${curves.map((one) => html`<option value=${one} ?selected=${one === over}>${one}</option>`)}</select></label>
          ${curve(
            members.map((one) => ({ x: one.at, y: number(one.values) ?? undefined })),
            now,
          )}`
    }
    <table>
      <thead><tr><th scope="col">${name} <span class="unit">${unitText(unit)}</span></th><th scope="col" class="right">${over ?? ""} <span class="unit">${unitText(overUnit)}</span></th></tr></thead>
      <tbody>${members.map(
        (
          one,
        ) => html`<tr><th scope="row"><button type="button" title="Show this one" @click=${() => actions.goToKept(one.id)}>${brief(one.at)}</button></th>
          <td class="right">${isGood(one.status) ? brief(number(one.values) ?? null) : `✗ ${one.status}`}</td></tr>`,
      )}</tbody>
    </table>
  </section>`;
}

interface Spot {
  readonly x: number;
  readonly y: number | undefined;
}

/** A line through the members that are solved, broken where one is not; an upright line where the page stands. */
function curve(spots: readonly Spot[], now: number): TemplateResult {
  const known = spots.flatMap(({ y }) => (y === undefined ? [] : [y]));
  const xs = spots.map(({ x }) => x);
  if (known.length < 2) return html``;
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...known), Math.max(...known)];
  const toX = (x: number): number => room + ((width - 1.3 * room) * (x - left)) / (right - left || 1);
  const toY = (y: number): number => height - 20 - ((height - 34) * (y - low)) / (high - low || 1);
  let pen = "M";
  const line = spots
    .map(({ x, y }) => {
      if (y === undefined) {
        pen = "M";
        return "";
      }
      const step = `${pen}${toX(x).toFixed(1)} ${toY(y).toFixed(1)}`;
      pen = "L";
      return step;
    })
    .join("");
  const text = (x: number, y: number, value: number, anchor: string) =>
    svg`<text x=${x} y=${y} text-anchor=${anchor}>${brief(Number(value.toPrecision(3)))}</text>`;
  return html`<svg class="curve" viewBox="0 0 ${width} ${height}" role="img" aria-label="Curve from ${brief(low)} to ${brief(high)}">
    <path class="axis" d="M${room} 8V${height - 20}H${width - 8}" />
    ${now >= left && now <= right ? svg`<path class="here" d=${`M${toX(now)} 8V${height - 20}`} />` : nothing}
    <path class="line" d=${line} />
    ${spots.map(({ x, y }) => (y === undefined ? svg`<path class="gap" d=${`M${toX(x) - 3} ${height - 23}l6 6m0 -6l-6 6`} />` : svg`<circle cx=${toX(x)} cy=${toY(y)} r="3" />`))}
    ${text(room - 4, toY(low), low, "end")}${text(room - 4, toY(high) + 8, high, "end")}
    ${text(room, height - 6, left, "start")}${text(width - 8, height - 6, right, "end")}
  </svg>`;
}
