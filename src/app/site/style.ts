/** The look of the documentation: that of the reports, in Okabe–Ito colours; `theme.ts` sets the scheme by hand. */
export const style = `:root { color-scheme: light dark; --page: light-dark(#fff, #16181b); --text: light-dark(#1a1a1a, #e8e8e6);
  --quiet: light-dark(#5c5c5c, #a5a9ae); --line: light-dark(#d4d4d4, #3a3e44); --panel: light-dark(#f6f6f4, #1e2125);
  --accent: light-dark(#0065a1, #6cc0ef); --good: light-dark(#00704f, #4fd3a5); --bad: light-dark(#b34700, #ff9d5c); }
:root[data-theme="light"] { color-scheme: light; } :root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: .15em; } a:focus-visible, button:focus-visible, .scroll:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem 1rem; z-index: 2; }
.top { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; padding: .6rem 1.25rem; background: var(--page); border-bottom: 1px solid var(--line); }
.top .brand { font-weight: 700; font-size: 1.1rem; color: var(--text); text-decoration: none; margin-right: auto; }
.top a:not(.brand) { color: var(--text); text-decoration: none; } .top a:not(.brand):hover { text-decoration: underline; }
.top button { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: .4rem; padding: .1rem .6rem; cursor: pointer; }
.search { position: relative; margin: 0; } .search input { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; padding: .15rem .6rem; width: min(13rem, 44vw); }
.search input::placeholder { color: var(--quiet); opacity: 1; } .search input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
#found { position: absolute; right: 0; top: calc(100% + .4rem); width: min(30rem, 90vw); max-height: 70vh; overflow-y: auto; background: var(--page); border: 1px solid var(--line); border-radius: .5rem; box-shadow: 0 .4rem 1.4rem rgb(0 0 0 / .18); padding: .3rem; }
#found p { margin: .4rem .6rem; color: var(--quiet); } .top #found a { display: block; padding: .35rem .6rem; border-radius: .35rem; } #found a:is(:hover, :focus-visible) { background: var(--panel); } #found b { display: block; color: var(--accent); font-size: .95rem; } #found span { color: var(--quiet); font-size: .85rem; line-height: 1.4; display: block; }
.frame { display: grid; grid-template-columns: 14rem minmax(0, 1fr); gap: 2.5rem; max-width: 74rem; margin: 0 auto; padding: 0 1.25rem; }
.contents { position: sticky; top: 3.6rem; align-self: start; max-height: calc(100vh - 3.6rem); overflow-y: auto; padding: 1.5rem 0; font-size: .93rem; }
.contents h2 { font-size: .78rem; letter-spacing: .06em; text-transform: uppercase; color: var(--quiet); margin: 1.2rem 0 .3rem; border: 0; padding: 0; } .contents h2:first-child { margin-top: 0; }
.contents ul { list-style: none; margin: 0; padding: 0; } .contents a { display: block; padding: .12rem .6rem; margin-left: -.6rem; border-radius: .3rem; color: var(--text); text-decoration: none; }
.contents a:hover { background: var(--panel); } .contents a[aria-current] { color: var(--accent); font-weight: 600; background: var(--panel); }
.jump { display: none; }
main { padding: 1.5rem 0 4rem; min-width: 0; } main > :is(p, ul, ol, blockquote) { max-width: 46rem; }
h1 { font-size: clamp(1.5rem, 4vw, 2.1rem); line-height: 1.25; margin: 0 0 1rem; text-wrap: balance; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.2rem 0 .6rem; padding-top: .8rem; border-top: 1px solid var(--line); } h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; }
p, ul, ol { margin: 0 0 .9rem; } li { margin: .2rem 0; }
code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .9em; background: var(--panel); border-radius: .25rem; padding: .08em .3em; }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; overflow-x: auto; line-height: 1.45; margin: 0 0 1rem; max-width: 56rem; } pre code { background: none; padding: 0; font-size: .87rem; }
blockquote { margin: 0 0 1rem; padding: .6rem 1rem; border-left: 3px solid var(--accent); background: var(--panel); border-radius: 0 .4rem .4rem 0; font-size: 1.05rem; } blockquote p { margin: 0; }
.scroll { overflow-x: auto; margin: 0 0 1rem; } table { border-collapse: collapse; font-size: .93rem; } th, td { text-align: left; vertical-align: top; padding: .4rem 1.1rem .4rem 0; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { color: var(--quiet); font-size: .82rem; } .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } .whole { white-space: nowrap; } :is(th, td) small { display: block; color: var(--quiet); line-height: 1.4; white-space: normal; } tbody th { min-width: 11rem; } td.number + td { min-width: 6rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .quiet { color: var(--quiet); }
.name { color: var(--quiet); margin: 0 0 .2rem; } .badge { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .6rem; font-weight: 600; font-size: .9rem; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; margin: 0 0 1.2rem; } .actions a { border: 1px solid var(--accent); border-radius: .4rem; padding: .3rem .9rem; text-decoration: none; } .actions a:first-child { background: var(--accent); color: var(--page); }
.picture { margin: 0 0 1.4rem; } .picture img { width: min(100%, 40rem); height: auto; display: block; background: var(--panel); border: 1px solid var(--line); border-radius: .5rem; } .picture figcaption { color: var(--quiet); font-size: .88rem; margin-top: .35rem; max-width: 40rem; }
main > .cards { max-width: none; } .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14.5rem), 1fr)); gap: 1rem; margin: 1.2rem 0 1.6rem; padding: 0; list-style: none; }
.cards a { display: block; height: 100%; border: 1px solid var(--line); border-radius: .6rem; padding: .9rem 1rem; text-decoration: none; color: var(--quiet); font-size: .93rem; line-height: 1.45; } .cards a:hover { border-color: var(--accent); } .cards b { display: block; color: var(--accent); font-size: 1.02rem; }
.cards img { width: 100%; height: auto; aspect-ratio: 8 / 5; background: var(--panel); border-radius: .4rem; display: block; margin-bottom: .5rem; } .cards code { background: none; padding: 0; }
main > p > img { max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: .5rem; } main > p:has(img) { max-width: none; }
.neighbours { display: flex; justify-content: space-between; gap: 1rem; margin-top: 2.5rem; }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: 1rem; color: var(--quiet); font-size: .88rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1rem; margin: 1.4rem 0; } .tiles a { text-decoration: none; color: var(--text); } .tiles img { width: 100%; height: auto; display: block; border: 1px solid var(--line); border-radius: .6rem; } .tiles a:hover img { border-color: var(--accent); } .tiles b { display: block; margin-top: .35rem; line-height: 1.35; }
.motions { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); gap: .8rem; margin: 1rem 0; } .motions img { width: 100%; height: auto; display: block; border: 1px solid var(--line); border-radius: .6rem; }
@media (max-width: 52rem) { #found { position: fixed; left: .6rem; right: .6rem; top: 3.4rem; width: auto; } .frame { display: flex; flex-direction: column; gap: 0; } .contents { position: static; order: 2; max-height: none; width: 100%; border-top: 1px solid var(--line); } .jump { display: inline; } main { padding-bottom: 1.5rem; } .contents a { padding: .4rem .6rem; } th, td { padding-right: .6rem; } .whole { white-space: normal; } tbody th, td.number + td { min-width: 6.5rem; } }
@media print { .top, .contents { display: none; } .frame { display: block; } }
`;
