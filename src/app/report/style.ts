/** Okabe–Ito colours, told apart by nearly everyone; lighter ones of the same family on a dark page. */
export const style = `
:root { color-scheme: light dark; --page: #fff; --text: #1a1a1a; --quiet: #5c5c5c; --line: #d4d4d4; --panel: #f6f6f4;
  --slips: #d55e00; --sticks: #0072b2; --free: #8a8a8a; --touches: #009e73; --moves: #0072b2; --mark: #1a1a1a;
  --line1: #0072b2; --line2: #d55e00; --line3: #009e73; --line4: #cc79a7; --line5: #e69f00; --line6: #56b4e9;
  --good: #00704f; --bad: #b34700; --normal: #00704f; --friction: #d55e00; --star: #f0c14b; }
@media (prefers-color-scheme: dark) { :root { --page: #16181b; --text: #e8e8e6; --quiet: #a5a9ae; --line: #3a3e44; --panel: #1e2125;
  --slips: #f08a3c; --sticks: #56b4e9; --free: #9a9a9a; --touches: #2fc59b; --moves: #56b4e9; --mark: #f4f4f4;
  --line1: #56b4e9; --line2: #f08a3c; --line3: #2fc59b; --line4: #e3a3c6; --line5: #f0c14b; --line6: #9fd3f2;
  --good: #4fd3a5; --bad: #ff9d5c; --normal: #4fd3a5; --friction: #f08a3c; } }
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
.chart { min-height: 12rem; } .chart figure { margin: 0; } .chart svg[role="img"] { display: block; max-width: 100%; height: auto; overflow: visible; }
.chart [class*="swatches"] { font-size: .82rem; margin-bottom: .1rem; min-height: 1.6rem; }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .9rem; margin-top: .4rem; font-size: .9rem; }
.controls input { flex: 1 1 10rem; min-width: 6rem; accent-color: var(--line1); } .controls label { max-width: 100%; }
.controls button, .controls select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--quiet); border-radius: .35rem; padding: .2rem .6rem; max-width: 100%; }
.play { min-width: 4.6rem; } .clock { min-width: 4.2rem; font-variant-numeric: tabular-nums; text-align: right; }
:is(.controls button, .controls select, .controls input, .scroll):focus-visible { outline: 2px solid var(--line1); outline-offset: 2px; }
.key, .forces { color: var(--quiet); font-size: .85rem; margin: .35rem 0 0; max-width: none; font-variant-numeric: tabular-nums; } .forces { min-height: 1.5em; }
.key span { margin-right: 1.2rem; } .key i { display: inline-block; width: .9rem; height: .25rem; margin-right: .4rem; vertical-align: middle; }
.band-key { color: var(--quiet); font-size: .8rem; margin: .1rem 0 0 3.5rem; max-width: none; }
.band-key span { margin-right: .9rem; white-space: nowrap; } .band-key i { display: inline-block; width: 1rem; height: .65rem; margin-right: .35rem; vertical-align: -.05rem; }
.space { cursor: grab; touch-action: pan-y; } .space:active { cursor: grabbing; }
.shots { display: grid; gap: 1rem; } .shots figcaption { color: var(--quiet); font-size: .82rem; line-height: 1.35; } .shots b { color: var(--text); font-weight: 600; display: block; }
.strobe { display: none; } .scroll { overflow-x: auto; } .scroll td, .scroll thead th { white-space: nowrap; }
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
  :root { color-scheme: light; --page: #fff; --text: #000; --quiet: #444; --line: #bbb; --panel: #fff; --slips: #d55e00; --sticks: #0072b2; --free: #8a8a8a;
    --touches: #009e73; --moves: #0072b2; --mark: #000; --line1: #0072b2; --line2: #d55e00; --line3: #009e73; --line4: #cc79a7; --line5: #e69f00; --line6: #56b4e9;
    --good: #00704f; --bad: #b34700; --normal: #00704f; --friction: #d55e00; --star: #f0c14b; }
  @page { margin: 14mm; }
  body { padding: 0 3mm 0 0; max-width: none; font-size: 10pt; }
  .figures, .tables { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem 1.5rem; }
  .chart svg[role="img"] { width: 100%; } .chart { min-height: 0; }
  figure, tr, .facts, pre, p { break-inside: avoid; } h2, thead { break-after: avoid; }
  [aria-label="tip"], .controls, .key, .forces, .live { display: none; } .strobe { display: inline; }
  .scroll { overflow: visible; }
}`;
