/** The style of a viewer; colours are the page's, with those of light paper where it has none. */
export const viewerStyle = `
.viewer [hidden] { display: none !important; }
.viewer { display: flex; flex-direction: column; min-width: 0; min-height: 0; position: relative; container-type: inline-size; }
.viewer-scene { position: relative; flex: 1 1 auto; min-height: 12rem; overflow: hidden; border-radius: .5rem; background: var(--page, #fff); }
.viewer-scene canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; outline-offset: -2px; cursor: grab; }
.viewer-scene canvas:active { cursor: grabbing; }
.viewer-scene canvas:focus-visible, .viewer button:focus-visible, .viewer select:focus-visible, .viewer input:focus-visible { outline: 2px solid var(--line1, #0072b2); }
.viewer-handles { position: absolute; inset: 0; pointer-events: none; overflow: hidden; }
.viewer-handle { position: absolute; left: -14px; top: -14px; width: 28px; height: 28px; padding: 0; border-radius: 50%; pointer-events: auto; cursor: move; touch-action: none;
  border: 2px solid var(--mark, #1a1a1a); background: color-mix(in srgb, var(--star, #f0c14b) 45%, transparent); }
.viewer-handle.obstacle, .viewer-handle.corner { border-radius: 4px; } .viewer-handle.start { background: color-mix(in srgb, var(--line1, #0072b2) 30%, transparent); }
.viewer-handle.turn { transform-origin: center; background: conic-gradient(color-mix(in srgb, var(--star, #f0c14b) 75%, transparent) 0 65%, transparent 0 100%); }
.viewer-handle:hover, .viewer-handle:focus-visible { background: color-mix(in srgb, var(--star, #f0c14b) 85%, transparent); }
.viewer-handle.move, .viewer-handle.lift, .viewer-handle.size, .viewer-handle.ring { left: -10px; top: -10px; width: 20px; height: 20px; font-size: 12px; line-height: 1; color: var(--mark, #1a1a1a); background: color-mix(in srgb, var(--page, #fff) 80%, transparent); }
.viewer-handle.move { border-style: dashed; background: transparent; } .viewer-handle.size { border-radius: 3px; } .viewer-handle.lift::before { content: "\\2195"; } .viewer-handle.ring::before { content: "\\21bb"; }
.viewer-ways { position: absolute; inset: 0; width: 100%; height: 100%; overflow: hidden; } .viewer-ways path { fill: none; stroke: var(--slips, #d55e00); stroke-width: 1.2; stroke-opacity: .8; }
.viewer-range { position: absolute; inset: 0; width: 100%; height: 100%; overflow: hidden; }
.viewer-range polygon { fill: color-mix(in srgb, var(--star, #f0c14b) 10%, transparent); stroke: var(--star, #f0c14b); stroke-width: 1.5; stroke-dasharray: 6 4; }
.viewer-labels { position: absolute; inset: 0; overflow: hidden; pointer-events: none; }
.viewer-labels span { position: absolute; left: 0; top: 0; font-size: .78rem; line-height: 1; padding: .15rem .35rem; border-radius: .25rem; background: color-mix(in srgb, var(--page, #fff) 72%, transparent); }
.viewer-note, .viewer-key span { padding: 0 .3rem; border-radius: .25rem; background: color-mix(in srgb, var(--page, #fff) 72%, transparent); }
.viewer-note { position: absolute; left: .4rem; bottom: .5rem; margin: 0; color: var(--quiet, #5c5c5c); font-size: .8rem; pointer-events: none; font-variant-numeric: tabular-nums; }
.viewer-key { position: absolute; left: .4rem; right: 4.2rem; top: .5rem; margin: 0; color: var(--quiet, #5c5c5c); font-size: .8rem; pointer-events: none; display: flex; flex-wrap: wrap; gap: .1rem .4rem; }
.viewer-key i { display: inline-block; width: .9rem; height: .25rem; margin-right: .35rem; vertical-align: middle; }
.viewer-tools { position: absolute; right: .5rem; top: .45rem; display: flex; gap: .35rem; }
.viewer button:not(.viewer-handle), .viewer select { font: inherit; font-size: .85rem; color: inherit; background: var(--panel, #f6f6f4); border: 1px solid var(--quiet, #5c5c5c); border-radius: .35rem; padding: .2rem .55rem; min-height: 1.9rem; }
.viewer-timeline { display: grid; grid-template-columns: auto minmax(8rem, 1fr) auto auto auto; gap: .3rem .7rem; align-items: start; margin-top: .5rem; }
.viewer-timeline[hidden] { display: none; }
.viewer-play { min-width: 4.4rem; } .viewer-clock { min-width: 4rem; text-align: right; line-height: 1.9rem; font-size: .9rem; font-variant-numeric: tabular-nums; }
.viewer-loop[aria-pressed="true"] { border-color: var(--line1, #0072b2) !important; color: var(--line1, #0072b2) !important; font-weight: 600; }
.viewer-timeline input { width: 100%; margin: 0; height: 1.9rem; accent-color: var(--line1, #0072b2); display: block; }
.viewer-under { display: grid; grid-template-columns: subgrid; grid-column: 1 / -1; }
.viewer-under.long { max-height: 6.2rem; overflow-y: auto; scrollbar-width: thin; }
.viewer-names { max-width: 4.4rem; font-size: .72rem; line-height: 13px; color: var(--quiet, #5c5c5c); text-align: right; } .viewer-names span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.viewer-band-rows { margin: 1px 7px 0; } .viewer-band-row { position: relative; height: 10px; margin-bottom: 3px; background: color-mix(in srgb, var(--line, #d4d4d4) 45%, transparent); border-radius: 2px; overflow: hidden; }
.viewer-band-row > i { position: absolute; top: 0; bottom: 0; }
.viewer .sticks { background: var(--sticks, #0072b2); }
.viewer .slips { background: repeating-linear-gradient(135deg, var(--slips, #d55e00) 0 3px, color-mix(in srgb, var(--slips, #d55e00) 35%, transparent) 3px 5px); }
.viewer .touches { background: radial-gradient(circle at 2px 2px, var(--touches, #009e73) 1.5px, color-mix(in srgb, var(--touches, #009e73) 30%, transparent) 1.8px) 0 0 / 5px 5px; }
.viewer-legend { margin: .2rem 7px 0; font-size: .78rem; color: var(--quiet, #5c5c5c); display: flex; flex-wrap: wrap; gap: 0 1rem; max-width: none; }
.viewer-legend i { display: inline-block; width: 1.1rem; height: .6rem; margin-right: .35rem; }
.viewer-empty { position: absolute; inset: 0; display: grid; place-items: center; color: var(--quiet, #5c5c5c); margin: 0; }
@container (max-width: 36rem) { .viewer-timeline { grid-template-columns: 4.4rem 1fr auto auto; } .viewer-timeline input { grid-column: 2 / -1; } .viewer-clock { grid-column: 2; }
  .viewer-under { grid-row: 2; } .viewer-under .viewer-band { grid-column: 2 / -1; } .viewer-play { grid-row: 1; } }
@container (max-width: 22rem) { .viewer-key { display: none; } .viewer-timeline { display: flex; flex-wrap: wrap; } .viewer-timeline input { flex: 1 1 8rem; width: auto; }
  .viewer-under { flex: 1 1 100%; display: block; } }
@media print { .viewer-timeline, .viewer-tools, .viewer-handles { display: none; } }
`;
