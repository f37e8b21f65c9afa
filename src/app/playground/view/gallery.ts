import { html, nothing, type TemplateResult } from "lit";
import { brief } from "../../motion-view/numbers.js";
import type { SceneData } from "../../motion-view/scene/scene-data.js";
import { thumbnail } from "../../motion-view/scene/thumbnail.js";
import type { Actions } from "../actions.js";
import { type Branch, isGood, type ProblemInfo } from "../messages.js";
import type { State } from "../state.js";

/** The motions that a search found, beside the scene: pointed at, one is drawn; clicked, it is chosen. */
export function gallery(state: State, info: ProblemInfo, actions: Actions): TemplateResult {
  const { branches, work, picked, ranked } = state;
  const sought = work.kind === "running" && !work.drag ? (work.progress?.scanned?.found ?? 0) : 0;
  if (branches.length < 2 && sought === 0) return html``;
  return html`<aside class="gallery" aria-label="Motions that were found" @pointerleave=${() => actions.point(undefined)}>
    <h2>${sought > 0 ? `${sought} so far` : `${branches.length} found`}</h2>
    ${
      sought > 0
        ? Array.from({ length: Math.min(sought, 12) }, () => html`<span class="found-motion coming"></span>`)
        : branches.map(
            (
              branch,
              i,
            ) => html`<button type="button" class="found-motion" aria-pressed=${i === picked} title=${branch.name}
              @click=${() => actions.pick(i)} @pointerenter=${() => actions.point(i)} @focus=${() => actions.point(i)} @blur=${() => actions.point(undefined)}>
              ${branch.scene === undefined ? nothing : html`<img src=${pictureOf(branch.scene)} alt="" width="104" height="65" />`}
              <b>${i + 1}${isGood(branch.status) ? "" : ` ✗ ${branch.status}`}</b>
              <span>${[sequenceOf(branch), ranked?.words[i] || worthOf(branch, info)].filter(Boolean).join(", ")}</span>
            </button>`,
          )
    }
  </aside>`;
}

const pictures = new WeakMap<SceneData, string>();

function pictureOf(scene: SceneData): string {
  const known = pictures.get(scene) ?? `data:image/svg+xml,${encodeURIComponent(thumbnail(scene))}`;
  pictures.set(scene, known);
  return known;
}

/** More contacts than this are counted. */
const mostNamed = 3;

/** The contacts on the way, apart from flying: "2 impacts", "slip, stick". */
function sequenceOf({ sequence }: Branch): string {
  if (sequence === undefined) return "";
  const contacts = sequence.split(", ").filter((word) => word !== "flight");
  if (contacts.length === 0) return "flight";
  return contacts.length <= mostNamed ? contacts.join(", ") : `${contacts.length} contacts`;
}

/** Its cost, or how fast it begins. */
function worthOf({ values, launch }: Branch, { conditions, parameters }: ProblemInfo): string {
  if (typeof values.cost === "number") return `cost ${brief(values.cost)}`;
  const isSpeed = (name: string): boolean => parameters.find((one) => one.name === name)?.unit === "m/s";
  const freed = conditions.flatMap(({ frees }) => frees);
  const speeds = launch.filter((_, i) => isSpeed(freed[i] ?? ""));
  return speeds.length === 0 ? "" : `${brief(Number(Math.hypot(...speeds).toPrecision(3)))} m/s`;
}
