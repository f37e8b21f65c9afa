/** How dialogs of studies look beside the pictures in them. */
export const dialogStyle = `
.study-dialog { width: min(80rem, 96vw); height: 94vh; max-width: none; max-height: none; padding: 1rem 1.5rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--page); color: var(--text); }
.study-dialog.asking { width: min(50rem, 96vw); height: fit-content; max-height: 94vh; }
.study-dialog::backdrop { background: rgb(0 0 0 / 50%); }
.study-dialog header { display: flex; gap: 1rem; justify-content: space-between; align-items: start; } .study-dialog h1 { font-size: 1.4rem; margin: 0 0 .75rem; white-space: normal; }
.study-dialog .tools { display: flex; gap: .5rem; flex: none; } .study-dialog button { cursor: pointer; padding: .3rem .8rem; }
.study-dialog button.main { background: #0072b2; border-color: #0072b2; color: #fff; font-weight: 600; } .study-dialog button.main:hover { background: #005a8e; }
.study-dialog .lead { color: var(--quiet); margin: 0 0 1rem; }
.study-dialog fieldset { display: flex; flex-wrap: wrap; gap: .5rem .8rem; align-items: center; border: 0; border-top: 1px solid var(--line); margin: 0; padding: .8rem 0; }
.study-dialog legend { float: left; width: 6.5rem; padding: 0; font-weight: 600; } .study-dialog fieldset label { display: flex; gap: .4rem; align-items: center; color: var(--quiet); }
.study-dialog fieldset :is(select, input) { color: var(--text); padding: .3rem .5rem; } .study-dialog .which select { width: 12rem; } .study-dialog fieldset input { width: 5.5rem; } .study-dialog fieldset input[step="1"] { width: 4.5rem; }
.study-dialog .go { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; border-top: 1px solid var(--line); padding-top: 1rem; } .study-dialog .go span { color: var(--quiet); flex: 1; }
.study-dialog .cells { display: block; width: 100%; height: min(22rem, 45vh); margin: 0 0 .8rem; } .study-dialog .cells.row { height: 3rem; } .study-dialog .cells rect { transition: fill .2s; }
.study-dialog progress { appearance: none; display: block; width: 100%; height: .5rem; border: 0; border-radius: .25rem; overflow: hidden; background: var(--panel); } .study-dialog progress::-webkit-progress-bar { background: var(--panel); } .study-dialog progress::-webkit-progress-value { background: var(--line1); } .study-dialog progress::-moz-progress-bar { background: var(--line1); } .study-dialog .going p { margin: .4rem 0; font-variant-numeric: tabular-nums; }
@media (prefers-reduced-motion: reduce) { .study-dialog .cells rect { transition: none; } }
@media (max-width: 40rem) { .study-dialog { padding: .8rem; } .study-dialog header { flex-wrap: wrap-reverse; } .study-dialog h1 { flex: 1 1 100%; } .study-dialog legend { width: 100%; } .study-dialog .which select { width: 100%; } }
`;
