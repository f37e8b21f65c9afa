import { autocompletion, completeAnyWord, completeFromList, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting, syntaxTree } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Annotation, Compartment, type EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export type Language = "typescript" | "json";

/** A fault of a text: a sentence, and where it is: at a character, or by the path of a field of JSON. */
export interface Fault {
  readonly text: string;
  readonly at?: number;
  readonly field?: string;
}

/** An editor of text that tells what people change in it, and nothing that the page does. */
export interface Editor {
  readonly element: HTMLElement;
  text(): string;
  put(text: string, language: Language): void;
  mark(fault: Fault | undefined): void;
}

/** Colours by what a word is, from the page's own palette in both themes. */
const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.typeName], color: "var(--line2)" },
    { tag: [tags.string], color: "var(--code-text)" },
    { tag: [tags.number, tags.bool], color: "var(--code-number)" },
    { tag: [tags.propertyName, tags.definition(tags.variableName)], color: "var(--code-name)" },
    { tag: [tags.comment], color: "var(--quiet)", fontStyle: "italic" },
  ]),
);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "0.8rem", color: "inherit", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "2px solid var(--line1)" },
  ".cm-scroller": { fontFamily: "ui-monospace, monospace" },
  ".cm-content": { caretColor: "currentcolor" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--quiet)", border: "none" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "inherit", border: "1px solid var(--line)" },
});

const names = ["add", "atRest", "compliant", "cos", "last", "mul", "neg", "parameter", "rigid", "sin", "sub"];
const kinds = ["ball", "box", "capsule", "cylinder", "polygon", "half-space", "ground"];
const words = completeFromList([
  ...names.map((label) => ({ label, type: "function" })),
  ...kinds.map((label) => ({ label, type: "constant" })),
]);

const byPage = Annotation.define<boolean>();

export function editor(changed: (text: string) => void): Editor {
  const language = new Compartment();
  const view = new EditorView({
    extensions: [
      lineNumbers(),
      history(),
      bracketMatching(),
      autocompletion({ override: [words, completeAnyWord] }),
      lintGutter(),
      indentUnit.of("  "),
      colours,
      look,
      language.of(javascript({ typescript: true })),
      EditorView.contentAttributes.of({ "aria-label": "Code of the problem" }),
      keymap.of([...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(({ docChanged, transactions, state }) => {
        if (docChanged && !transactions.some((one) => one.annotation(byPage) === true)) changed(state.doc.toString());
      }),
    ],
  });
  return {
    element: view.dom,
    text: () => view.state.doc.toString(),
    put(text, now) {
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        effects: language.reconfigure(now === "json" ? json() : javascript({ typescript: true })),
        annotations: byPage.of(true),
      });
    },
    mark(fault) {
      const { state } = view;
      const at = fault === undefined ? undefined : (fault.at ?? placeOf(state, fault.field ?? ""));
      const line = at === undefined ? undefined : state.doc.lineAt(Math.min(at, state.doc.length));
      view.dispatch(
        setDiagnostics(
          state,
          line === undefined || fault === undefined
            ? []
            : [{ from: line.from, to: line.to, severity: "error", message: fault.text }],
        ),
      );
    },
  };
}

/** The place of a field such as "bodies[0].shape.radius" in a text of JSON; undefined where it has none. */
function placeOf(state: EditorState, field: string): number | undefined {
  const path = field.match(/[^.[\]]+/g);
  if (path === null) return undefined;
  let node = syntaxTree(state).topNode.firstChild;
  let at: number | undefined;
  for (const word of path) {
    let next = node?.firstChild ?? null;
    const isItem = node?.name === "Array";
    for (let i = isItem ? -1 : 0; next !== null; next = next.nextSibling) {
      if (isItem && !/^[[\],]$/.test(next.name) && ++i === Number(word)) break;
      const key = next.getChild("PropertyName");
      if (key !== null && state.sliceDoc(key.from + 1, key.to - 1) === word) break;
    }
    if (next === null) return at;
    at = next.from;
    node = isItem ? next : next.lastChild;
  }
  return at;
}
