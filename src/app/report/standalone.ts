import { type Html, html, inlineJson, inlineScript, raw } from "./html.js";
import { style } from "./style.js";

/** Nothing may be fetched: the page says so to the browser, too. */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

/** A page of results: its markup, the data that its program reads, and that program as one text. */
export interface Standalone {
  readonly title: string;
  /** The version of this package. */
  readonly version: string;
  readonly header: Html;
  readonly main: Html;
  /** The names of the programs that draw the pictures. */
  readonly drawnBy: string;
  readonly data: unknown;
  readonly program: string;
  /** Of pages that look otherwise than a report of one run: their class, and the style that they add. */
  readonly look?: { readonly name: string; readonly style: string };
}

/** A page that needs nothing else, neither files nor a network: everything that it shows and runs stands in it. */
export function standalonePage(page: Standalone): string {
  const { title, version, header, main, drawnBy, data, program, look } = page;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="generator" content="bankshot ${version}">
<title>${title}</title>
<style>${raw(style)}${raw(look?.style ?? "")}</style>
</head>
<body${raw(look === undefined ? "" : ` class="${look.name}"`)}>
${header}
${main}
<footer>bankshot ${version}. ${drawnBy}</footer>
<script type="application/json" id="data">${inlineJson(data)}</script>
<script>${inlineScript(program)}</script>
</body>
</html>
`.html;
}

/** Those that draw pages of motions. */
export const byPlotAndThree = "Charts by Observable Plot, scenes by three.js.";
