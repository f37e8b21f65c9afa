/** How the page of a study looks beside the styles of reports: choices, keys, brushes. */
export const boardStyle = `
.study .figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 27rem), 1fr)); gap: 1.5rem 2.5rem; }
.study figure { margin: 0; min-width: 0; border-top: 1px solid var(--line); padding-top: .9rem; } .study h2 { font-size: 1.15rem; margin: 0 0 .4rem; }
.study figcaption p { color: var(--quiet); font-size: .88rem; margin: 0 0 .4rem; } .study section { min-width: 0; } .study .scroll { overflow-x: auto; }
.study .facts { display: flex; flex-wrap: wrap; gap: .75rem 1.75rem; padding: .9rem 1rem; background: var(--panel); border-radius: .5rem; }
.study .facts dt { color: var(--quiet); font-size: .85rem; } .study .facts dd { margin: 0; font-size: 1.2rem; }
.study table { border-collapse: collapse; font-size: .94rem; } .study :is(th, td) { text-align: left; font-weight: normal; padding: .4rem 0; border-bottom: 1px solid var(--line); } 
.study tbody th { white-space: nowrap; overflow-wrap: normal; } .study thead th { color: var(--quiet); font-size: .82rem; }
.study .choices { display: flex; flex-wrap: wrap; gap: .3rem 1rem; max-width: none; font-size: .9rem; margin: 0 0 .4rem; align-items: center; }
.study .choices:empty { display: none; } .study .choices span { display: contents; } .study label[hidden] { display: none; }
.study :is(select, input, button) { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--quiet); border-radius: .35rem; padding: .15rem .5rem; max-width: 100%; }
.study :is(select, input, button, a):focus-visible { outline: 2px solid var(--line1); outline-offset: 2px; }
.study header p { max-width: none; } .study a { color: var(--line1); } .study .wide { grid-column: 1 / -1; } .study .chosen p { min-height: 2rem; margin: 0; max-width: none; }
.study .chosen button { cursor: pointer; margin: 0 .5rem .25rem 0; } .study .facts { margin: 0 0 .75rem; }
.study .key { display: flex; flex-wrap: wrap; gap: .2rem 1rem; } .study .key span { white-space: nowrap; } .study .key i { display: inline-block; width: .8rem; height: .8rem; border-radius: .15rem; margin-right: .4rem; vertical-align: -.05rem; }
.study .chart { min-height: 0; } .study .chart svg { max-width: 100%; height: auto; overflow: visible; display: block; }
.study .track { cursor: crosshair; touch-action: none; } .study .brush { fill: var(--mark); fill-opacity: .14; stroke: var(--mark); stroke-opacity: .5; }
.study table { width: auto; min-width: 50%; } .study :is(th, td) { padding-right: 1.5rem; font-variant-numeric: tabular-nums; }
`;
