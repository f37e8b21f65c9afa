import { dark, light, paper } from "../motion-view/palette.js";
import { chartStyle } from "./chart-style.js";

/** How a report looks on screens, light and dark, and on paper. */
export const style = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 76rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: clamp(1.35rem, 4vw, 1.9rem); line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
p { margin: 0 0 .75rem; max-width: 46rem; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .92em; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .75rem; white-space: pre-wrap; margin: 0 0 .75rem; }
.name { color: var(--quiet); margin: 0 0 .25rem; }
.badge { display: inline-block; padding: .05rem .6rem; border-radius: 1rem; border: 1px solid currentColor; font-weight: 600; margin-right: .5rem; }
.good { color: var(--good); } .bad { color: var(--bad); }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 1.75rem; margin: 1rem 0 0; padding: .9rem 1rem; background: var(--panel); border-radius: .5rem; }
.facts div { min-width: 5rem; } .facts dt { color: var(--quiet); font-size: .85rem; } .facts dd { margin: 0; font-size: 1.2rem; font-variant-numeric: tabular-nums; }
.figures, .tables { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 1.75rem 2.5rem; margin-top: 2rem; }
figure { margin: 0; min-width: 0; } .figures > figure { border-top: 1px solid var(--line); padding-top: .9rem; }
figcaption h2::first-letter, figcaption p::first-letter { text-transform: uppercase; }
figure.wide { grid-column: 1 / -1; }
figcaption p { color: var(--quiet); font-size: .88rem; margin-bottom: .4rem; }
:is(.choice select, .scroll):focus-visible { outline: 2px solid var(--line1); outline-offset: 2px; }
.choice { display: block; margin: 0 0 .5rem; font-size: .9rem; } .choice select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--quiet); border-radius: .35rem; padding: .2rem .6rem; max-width: 100%; }
.motion .viewer-scene { height: min(32rem, 70vh, 80vw); border: 1px solid var(--line); } .printed { display: none; }
.scroll { overflow-x: auto; } .scroll td, .scroll thead th { white-space: nowrap; }
.launches { margin-top: 2rem; } .launches th[scope="row"] { min-width: 11rem; }
section { min-width: 0; } .tables > table { align-self: start; } .tables.close { margin-top: 0; row-gap: 0; } .below { margin-top: 2rem; }
table { width: 100%; border-collapse: collapse; font-size: .94rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { color: var(--quiet); font-size: .82rem; } th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; font-variant-numeric: tabular-nums; width: 45%; }
small { display: block; color: var(--quiet); font-size: .82rem; line-height: 1.35; } small:empty { display: none; }
.unit { color: var(--quiet); } .whole { white-space: nowrap; }
footer { margin-top: 2.5rem; color: var(--quiet); font-size: .85rem; }
@media print {
  :root { color-scheme: light; ${paper} }
  @page { margin: 14mm; }
  body { padding: 0 3mm 0 0; max-width: none; font-size: 10pt; }
  .figures, .tables { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem 1.5rem; }
  figure, tr, .facts, pre, p { break-inside: avoid; } h2, thead { break-after: avoid; }
  .choice, .motion .viewer, .on-screen { display: none; } .printed { display: block; } .printed canvas { width: 100%; height: auto; }
  .scroll { overflow: visible; } .scroll :is(table, thead th) { font-size: 7.5pt; } .scroll :is(th, td) { padding-right: .4rem; white-space: normal; }
  .launches th[scope="row"] { min-width: 7rem; }
}
${chartStyle}`;
