import { html, nothing, svg, type TemplateResult } from "lit";
import type { SceneData } from "../../motion-view/scene/scene-data.js";
import { type Tool, tools } from "./add.js";
import { fitted, gridOf, heightOf, toScreen, zoomed } from "./camera.js";
import type { gestures } from "./gestures.js";
import { gripsOf } from "./grips.js";
import { jointPicture } from "./joint-picture.js";
import type { Desk, Making } from "./making.js";
import { arrow, gridLines, grips, launchOf, target, thing, way } from "./pictures.js";

/** How each tool is used, for its tooltip and for those who do not see it. */
const uses: Readonly<Record<Tool, string>> = {
  select: "Select, move and turn; with Shift several at once",
  ball: "Ball: click, or drag its launch",
  box: "Box: click, or drag its corners",
  capsule: "Capsule: click, or drag from end to end",
  wall: "Wall: drag from end to end",
  ramp: "Ramp: drag from foot to head",
  post: "Post: click, or drag its radius",
  polygon: "Polygon: click its corners, then the first again",
  hinge: "Hinge: click where a body turns, on the world or on the body under it",
  slider: "Slider: drag along its rail, from a body",
  rod: "Rod: drag from a body to where it is held",
  target: "Target: click where the body must end",
};

/** Pictures of the tools on a square of 24, drawn for this page. */
const outlines: Readonly<Record<Tool, string>> = {
  select: "M6 3l12 9-5.5 1L15 19l-2.5 1-2.6-6L6 17Z",
  ball: "M12 5a7 7 0 1 0 .01 0M12 12h7",
  box: "M4 7h16v10H4Z",
  capsule: "M8 9h8a3 3 0 0 1 0 6H8a3 3 0 0 1 0-6Z",
  wall: "M3 14h18v-4H3ZM7 14l3-4m3 4 3-4",
  ramp: "M3 19h18V8Z",
  post: "M12 7a5 5 0 1 0 .01 0M12 11.9v.2",
  polygon: "M12 4l8 6-3 9H7l-3-9Z",
  hinge: "M12 8a4 4 0 1 0 .01 0M15 14l6 6M9 10L4 5",
  slider: "M2 16h20M2 19h20M8 9h8v7H8Z",
  rod: "M6 16a2.5 2.5 0 1 0 .01 0M18 3a2.5 2.5 0 1 0 .01 0M8 17L16 7",
  target: "M12 5a7 7 0 1 0 .01 0M12 2v6m0 8v6M2 12h6m8 0h6",
};

/** The parts of the stage: the viewer of motions, the gestures on the drawing, and what is told of a run. */
export interface StageParts {
  readonly viewer: Element;
  readonly code: Element;
  readonly gestures: ReturnType<typeof gestures>;
  readonly scene: SceneData | undefined;
  /** The motion is that of this draft. */
  readonly current: boolean;
}

/** Tools above the drawing, or above its motion. */
export function stage(desk: Desk, parts: StageParts): TemplateResult {
  const making = desk.get();
  const { mode } = making;
  const planar = making.draft.space === "planar";
  return html`<div class="maker-bar">
      <div class="modes" role="group" aria-label="Draw or watch">
        ${(["draw", "motion"] as const).map(
          (one) => html`<button type="button" aria-pressed=${mode === one} ?disabled=${one === "draw" && !planar}
            @click=${() => desk.change({ mode: one })}>${one === "draw" ? "Draw" : "Motion"}</button>`,
        )}
      </div>
      ${mode === "draw" ? toolbar(desk) : nothing}
      <button type="button" class="show-code" aria-pressed=${making.code !== "closed"}
        @click=${() => desk.change({ code: making.code === "closed" ? "typescript" : "closed" })}>Code</button>
    </div>
    <div class="maker-row">
      ${mode === "draw" && planar ? drawing(desk, parts) : html`<div class="maker-canvas">${parts.viewer}</div>`}
      ${making.code === "closed" ? nothing : parts.code}
    </div>`;
}

function toolbar(desk: Desk): TemplateResult {
  const { tool } = desk.get();
  return html`<div class="maker-tools" role="toolbar" aria-label="Tools">
    ${tools.map(
      (one) => html`<button type="button" title=${uses[one]} aria-label=${uses[one]} aria-pressed=${tool === one}
        @click=${() => desk.change({ tool: one, corners: [] })}>
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${outlines[one]} /></svg><span>${one}</span></button>`,
    )}
  </div>`;
}

/** Snapping and zoom, on the drawing itself. */
function view(desk: Desk): TemplateResult {
  const { snap, camera, corners: list, draft } = desk.get();
  const middle = [camera.size[0] / 2, camera.size[1] / 2] as const;
  return html`<div class="maker-view">
    ${list.length > 2 ? html`<span class="quiet">Enter closes it</span>` : nothing}
    <label class="check" title="Points go to the grid; Alt lets go"><input type="checkbox" .checked=${snap}
      @change=${(event: Event) => desk.change({ snap: (event.target as HTMLInputElement).checked })} />snap ${lengthText(gridOf(camera))}</label>
    <button type="button" aria-label="Zoom out" @click=${() => desk.change({ camera: zoomed(camera, 0.8, middle) })}>−</button>
    <button type="button" aria-label="Zoom in" @click=${() => desk.change({ camera: zoomed(camera, 1.25, middle) })}>+</button>
    <button type="button" @click=${() => desk.change({ camera: fitted(draft, camera.size) })}>Fit</button>
  </div>`;
}

const lengthText = (x: number): string =>
  x >= 1 ? `${x} m` : x >= 0.01 ? `${Number((100 * x).toPrecision(3))} cm` : `${Number((1000 * x).toPrecision(3))} mm`;

function drawing(desk: Desk, { gestures: on, scene, current }: StageParts): TemplateResult {
  const making = desk.get();
  const { draft, camera, selected, tool } = making;
  const [width, height] = camera.size;
  const is = (role: string, name: string): boolean =>
    [selected, ...making.group].some((one) => one?.role === role && one.name === name);
  const held =
    selected === undefined || tool !== "select" || making.group.length > 0
      ? []
      : gripsOf(draft, selected, heightOf(camera));
  return html`<div class="maker-canvas">
    <svg class="maker ${tool}" viewBox="0 0 ${width} ${height}" tabindex="0" role="application" aria-roledescription="drawing"
      aria-label="Drawing of the scene: Enter puts down what the tool makes, arrows move what is selected"
      @pointerdown=${on.down} @pointermove=${on.move} @pointerup=${on.up} @pointercancel=${on.cancel}
      @wheel=${on.wheel} @keydown=${on.key} @dblclick=${() => (tool === "polygon" ? on.close() : undefined)}>
      ${gridLines(camera)}
      ${draft.world.map((part) => thing(camera, part, "part", is("part", part.name)))}
      <g class=${current ? "" : "stale"}>${(scene?.bodies ?? []).map((body) => way(camera, draft, body))}</g>
      ${draft.bodies.map(({ name }) => target(camera, draft, name, is("target", name)))}
      ${draft.bodies.map((body) => thing(camera, body, "body", is("body", body.name)))}
      ${draft.bodies.map((body) => arrow(camera, [body.at[0], body.at[1]], launchOf(body.velocity)))}
      ${(draft.joints ?? []).map((joint) => jointPicture(camera, joint, is("joint", joint.name)))}
      ${corners(making)} ${grips(camera, held)}
    </svg>
    ${view(desk)}
    ${draft.bodies.length + draft.world.length === 0 ? html`<p class="maker-hint">Choose a ball above, and drag from its place to where it is launched.</p>` : nothing}
  </div>`;
}

/** The corners of a polygon that is being clicked. */
function corners({ corners: list, camera }: Making) {
  if (list.length === 0) return svg``;
  const points = list.map((corner) => toScreen(camera, corner));
  return svg`<g class="corners" aria-hidden="true"><polyline points=${points.map((point) => point.join(",")).join(" ")} />
    ${points.map(([x, y], i) => svg`<circle cx=${x} cy=${y} r=${i === 0 ? 7 : 4} />`)}</g>`;
}
