import MarkdownIt from "markdown-it";

/** A text as a page needs it: its title, the rest as HTML, and its second headings with their anchors. */
export interface Rendered {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly { readonly id: string; readonly text: string }[];
}

/** A part of a text under a second heading. */
export interface Section {
  readonly heading: string;
  readonly text: string;
}

const markdown = new MarkdownIt({ html: true, typographer: false });

/** A heading's name in links: its words in lower case, joined by hyphens. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/**
 * Renders a text whose first line is its title. Links are written as from the root of the documentation; `toRoot` leads
 * there from where the page stands ("", or "../../").
 */
export function render(text: string, toRoot = ""): Rendered {
  const { title, body } = split(text);
  const tokens = markdown.parse(body, {});
  const headings: { id: string; text: string }[] = [];
  tokens.forEach((token, i) => {
    if (token.type === "heading_open") {
      const content = (tokens[i + 1]?.content ?? "").replaceAll("`", "");
      const id = anchorOf(content);
      token.attrSet("id", id);
      if (token.tag === "h2") headings.push({ id, text: content });
    }
    for (const child of token.children ?? [])
      if (child.type === "link_open") child.attrSet("href", fromRoot(String(child.attrGet("href")), toRoot));
  });
  const html = markdown.renderer
    .render(tokens, markdown.options, {})
    // what scrolls is reached by keys
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="scroll" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>");
  return { title, html, headings };
}

/** The text before the first second heading, without the title, and the sections after it. */
export function sectionsOf(text: string): {
  readonly title: string;
  readonly intro: string;
  readonly sections: Section[];
} {
  const { title, body } = split(text);
  const [intro = "", ...parts] = body.split(/^## /m);
  return {
    title,
    intro: intro.trim(),
    sections: parts.map((part) => {
      const end = part.indexOf("\n");
      return { heading: part.slice(0, end).trim(), text: part.slice(end + 1).trim() };
    }),
  };
}

/** A link as a page needs it that stands elsewhere than at the root. */
const fromRoot = (href: string, toRoot: string): string => (/^(?:[a-z]+:|#)/.test(href) ? href : `${toRoot}${href}`);

function split(text: string): { title: string; body: string } {
  const title = /^# (.+)$/m.exec(text);
  if (title === null) throw new RangeError("a text must begin with its title");
  return { title: title[1], body: text.slice(title.index + title[0].length) };
}
