/** Markup that is safe to print as it is. */
export interface Html {
  readonly html: string;
}

/** A template whose inserted texts are escaped; inserted `Html` and lists of it are kept. */
export function html(
  parts: TemplateStringsArray,
  ...inserted: readonly (string | number | Html | readonly Html[])[]
): Html {
  return { html: parts.reduce((text, part, i) => text + markup(inserted[i - 1]) + part) };
}

/** Markup from elsewhere, such as a style sheet. */
export const raw = (text: string): Html => ({ html: text });

function markup(x: string | number | Html | readonly Html[]): string {
  if (typeof x === "string" || typeof x === "number") return escapeHtml(String(x));
  return "html" in x ? x.html : x.map(({ html }) => html).join("\n");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter]);

/** JSON inside a script element: no `<` of the data can end the element. */
export function inlineJson(data: unknown): Html {
  return { html: JSON.stringify(data).replaceAll("<", "\\u003c") };
}

/** A program inside a script element. */
export function inlineScript(program: string): Html {
  return { html: program.replace(/<\/(script)/gi, "<\\/$1").replaceAll("<!--", "<\\!--") };
}
