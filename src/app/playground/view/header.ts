import { html, nothing, type TemplateResult } from "lit";
import type { Actions } from "../actions.js";
import type { ExportKind } from "../messages.js";
import type { State } from "../state.js";
import { icon } from "./icons.js";
import { menu } from "./menu.js";

/** The bar on top: which problem, and what can be done with the page as a whole. */
export function header(state: State, actions: Actions): TemplateResult {
  const { history, info, narrow, theme, answer } = state;
  const { docs, notebooks } = state.beside.pages;
  return html`<header class="bar">
    ${narrow ? button("menu", "Problems", () => actions.showList(true)) : nothing}
    <a class="brand" href=${docs ? "docs/index.html" : "./"} aria-label="bankshot, start page"><span aria-hidden="true">◢</span> <b>bankshot</b></a>
    ${narrow ? nothing : html`<div class="headline">${info === undefined ? nothing : html`<h1>${info.title || info.name}</h1>`}</div>`}
    ${
      narrow || !(docs || notebooks)
        ? nothing
        : html`<nav class="elsewhere" aria-label="Elsewhere">${docs ? html`<a href="docs/index.html">Documentation</a>` : nothing}${notebooks ? html`<a href="notebooks/index.html">Notebooks</a>` : nothing}</nav>`
    }
    <div class="tools" role="toolbar" aria-label="Page">
      <wa-button size="s" appearance="outlined" @click=${actions.begin}>New</wa-button>
      ${button("undo", "Undo", actions.undo, history.past.length === 0)}
      ${button("redo", "Redo", actions.redo, history.future.length === 0)}
      ${button("link", "Copy link", actions.copyLink, info === undefined)}
      ${importButton(actions)} ${exportMenu(answer === undefined, actions)}
      <wa-switch
        size="s"
        class="dark"
        ?checked=${theme === "dark"}
        .checked=${theme === "dark"}
        @change=${(event: Event) => actions.dark((event.target as HTMLInputElement).checked)}
        ><span class="visually-hidden">Dark page</span>${icon(theme === "dark" ? "moon" : "sun")}</wa-switch
      >
    </div>
  </header>`;
}

const button = (name: string, label: string, act: () => void, disabled = false): TemplateResult =>
  html`<wa-button id="tool-${name}" size="s" appearance="plain" ?disabled=${disabled} @click=${act}
      ><span class="visually-hidden">${label}</span>${icon(name)}</wa-button
    ><wa-tooltip for="tool-${name}" aria-hidden="true">${label}</wa-tooltip>`;

function importButton({ load }: Actions): TemplateResult {
  const choose = (): void => document.querySelector<HTMLInputElement>("#import")?.click();
  const chosen = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file !== undefined) load(file);
    // the same file may be chosen again
    input.value = "";
  };
  return html`${button("upload", "Import a saved result, a problem as JSON, a URDF, outlines (SVG, DXF), a mesh (STL, OBJ, glTF), or a measured motion (CSV)", choose)}
    <input id="import" type="file" class="visually-hidden" tabindex="-1" aria-label="File to import" accept=".json,.urdf,.xml,.svg,.dxf,.stl,.obj,.gltf,.glb,.csv" @change=${chosen} />`;
}

const exports: readonly (readonly [kind: ExportKind | "png", label: string])[] = [
  ["json", "Result (JSON, can be solved again)"],
  ["csv", "Motion (CSV)"],
  ["report", "Report (HTML)"],
  ["png", "Picture (PNG)"],
];

function exportMenu(disabled: boolean, { save }: Actions): TemplateResult {
  const entries = exports.map(([kind, label]) => ({ label, choose: () => save(kind) }));
  return menu({ name: "export", label: "Export", icon: "download" }, entries, disabled);
}
