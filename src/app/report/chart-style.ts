import { paper } from "../motion-view/palette.js";

/** How charts look, on any page that has the colours of `palette.ts`. */
export const chartStyle = `
.on-paper { ${paper} }
.chart { min-height: 12rem; } .chart figure { margin: 0; } .chart svg:is([role="img"], [role="application"]) { display: block; max-width: 100%; height: auto; overflow: visible; }
.chart [class*="swatches"] { font-size: .82rem; margin-bottom: .1rem; min-height: 1.6rem; }
.chart svg[role="application"] { cursor: crosshair; } .chart svg:focus-visible { outline: 2px solid var(--line1); outline-offset: 2px; }
.chart .reading { color: var(--quiet); font-size: .85rem; margin: .35rem 0 0; max-width: none; font-variant-numeric: tabular-nums; }
.chart .band-key { color: var(--quiet); font-size: .8rem; margin: .1rem 0 0 3.5rem; max-width: none; }
.band-key span { margin-right: .9rem; white-space: nowrap; } .band-key i { display: inline-block; width: 1rem; height: .65rem; margin-right: .35rem; vertical-align: -.05rem; }
.shots { display: grid; gap: 1rem; } .shots figcaption { color: var(--quiet); font-size: .82rem; line-height: 1.35; } .shots canvas { display: block; max-width: 100%; } .shots b { color: var(--text); font-weight: 600; display: block; }
@media print {
  .chart svg[role="img"] { width: 100%; } .chart { min-height: 0; }
  .chart :is([aria-label="tip"], .cursor, .reading) { display: none; }
}`;
