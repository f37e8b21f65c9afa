/**
 * A drawn problem as text beside its drawing: as TypeScript or as JSON, and what is typed there comes back into the
 * drawing. The editor (`editor.ts`) is loaded when somebody opens it; code that is more than a drawing runs apart from
 * the page (`evaluate.ts`, `sandbox-program.ts`). Each may be touched without reading the others.
 *
 * @module app/playground/maker/code
 */
import { html, nothing, render } from "lit";
import { BadInput } from "../../../../motion/problem/problem.js";
import { codeOfDraft } from "../../../drafts/code-of-draft.js";
import { type Draft, draftOf } from "../../../drafts/draft.js";
import { draftOfCode } from "../../../drafts/draft-of-code.js";
import { normal } from "../../../drafts/normal.js";
import { NotGenerated } from "../../../drafts/read-source.js";
import type { Desk } from "../making.js";
import type { Editor, Fault, Language } from "./editor.js";

/** Somebody who types is left alone for so long [ms]. */
const typing = 300;

const titles: Readonly<Record<Language, string>> = { typescript: "TypeScript", json: "JSON" };

export interface CodePane {
  readonly element: HTMLElement;
  /** Shows the draft that is drawn, unless the text says the same already. */
  follow(): void;
}

/** All that the pane says besides its text. */
interface Told {
  readonly fault?: Fault;
  /** The code means more than a drawing, and can be run. */
  readonly other?: boolean;
  readonly running?: boolean;
}

export function codePane(desk: Desk, openProblem: (json: string) => void): CodePane {
  const element = document.createElement("section");
  element.className = "maker-code";
  element.setAttribute("aria-label", "Code");
  let edits: Editor | undefined;
  let loading = false;
  let wait: ReturnType<typeof setTimeout> | undefined;
  /** The draft that the text says, as JSON, and in which language it does. */
  let said = "";
  let told: Told = {};

  async function load(): Promise<void> {
    loading = true;
    const made = (await import("./editor.js")).editor((text) => {
      clearTimeout(wait);
      wait = setTimeout(() => read(text), typing);
    });
    edits = made;
    said = "";
    follow();
  }

  const languageOf = (): Language => (desk.get().code === "json" ? "json" : "typescript");

  function read(text: string): void {
    const language = languageOf();
    try {
      const draft = normal(language === "json" ? draftOf(text) : draftOfCode(text));
      said = keyOf(draft, language);
      tell({});
      if (JSON.stringify(draft) !== JSON.stringify(normal(desk.get().draft))) desk.commit(draft);
    } catch (error) {
      tell({ fault: faultOf(error, text), other: language === "typescript" });
    }
  }

  function tell(now: Told): void {
    told = now;
    edits?.mark(now.fault);
    draw();
  }

  async function run(): Promise<void> {
    const code = edits?.text() ?? "";
    tell({ ...told, running: true });
    try {
      const { evaluated } = await import("./evaluate.js");
      openProblem(await evaluated(code));
      tell({});
    } catch (error) {
      tell({ fault: { text: (error as Error).message }, other: true });
    }
  }

  function follow(): void {
    const { code, draft } = desk.get();
    if (code === "closed") return;
    if (edits === undefined) {
      if (!loading) void load();
      draw();
      return;
    }
    const language = languageOf();
    const key = keyOf(normal(draft), language);
    if (key !== said) {
      said = key;
      clearTimeout(wait);
      const [text, fault] = textOf(draft, language);
      edits.put(text, language);
      tell(fault === undefined ? {} : { fault: { text: fault } });
    } else draw();
  }

  function draw(): void {
    const language = languageOf();
    render(
      html`<header>
          <div class="modes" role="group" aria-label="Language">
            ${(["typescript", "json"] as const).map(
              (one) =>
                html`<button type="button" aria-pressed=${one === language} @click=${() => desk.change({ code: one })}>${titles[one]}</button>`,
            )}
          </div>
          ${
            told.other === true
              ? html`<button type="button" class="run" ?disabled=${told.running === true} @click=${() => void run()}>Run this code</button>`
              : nothing
          }
          <button type="button" aria-label="Close the code" @click=${() => desk.change({ code: "closed" })}>×</button>
        </header>
        ${told.fault === undefined ? nothing : html`<p class="fault" role="status">${told.fault.text}${told.other === true ? " Run, it opens as a problem that is not drawn." : ""}</p>`}
        <div class="editor">${edits?.element ?? html`<wa-spinner></wa-spinner>`}</div>`,
      element,
    );
  }

  return { element, follow };
}

const keyOf = (draft: Draft, language: Language): string => `${language} ${JSON.stringify(draft)}`;

/** The text of a draft, and why it is not all that is drawn. */
function textOf(draft: Draft, language: Language): [text: string, fault?: string] {
  if (language === "json") return [`${pretty(normal(draft))}\n`];
  try {
    return [codeOfDraft(normal(draft))];
  } catch (error) {
    return [`// ${(error as Error).message}\n`, "As long as that is so, it can be edited as JSON."];
  }
}

/** Lists of numbers on one line, all else a field a line. */
const pretty = (draft: Draft): string =>
  JSON.stringify(draft, null, 2).replace(/\[[\s\d.,eE+-]*\]/g, (list) =>
    list.replace(/\s+/g, " ").replace("[ ", "[").replace(" ]", "]"),
  );

function faultOf(error: unknown, text: string): Fault {
  if (error instanceof NotGenerated) return { text: error.message, at: error.at };
  const message = error instanceof Error ? error.message : String(error);
  const position = /position (\d+)/.exec(message)?.[1];
  const line = /line (\d+)/.exec(message)?.[1];
  if (position !== undefined) return { text: message, at: Number(position) };
  if (line !== undefined) return { text: message, at: startOf(text, Number(line)) };
  return { text: message, ...(error instanceof BadInput && { field: error.field }) };
}

const startOf = (text: string, line: number): number =>
  text
    .split("\n")
    .slice(0, line - 1)
    .join("\n").length + 1;
