import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";

/** Outlines on a square of 24, drawn for this page. */
const outlines: Readonly<Record<string, SVGTemplateResult>> = {
  menu: svg`<path d="M4 6h16M4 12h16M4 18h16"/>`,
  undo: svg`<path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3"/>`,
  redo: svg`<path d="m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3"/>`,
  link: svg`<path d="M10 14a4 4 0 0 0 6 0l4-4a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-4 4a4 4 0 0 0 6 6l1-1"/>`,
  download: svg`<path d="M12 4v11m-5-4 5 5 5-5M5 20h14"/>`,
  upload: svg`<path d="M12 16V5M7 9l5-5 5 5M5 20h14"/>`,
  sun: svg`<circle cx="12" cy="12" r="4"/><path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"/>`,
  moon: svg`<path d="M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z"/>`,
  reset: svg`<path d="M4 5v5h5M4.6 10A8 8 0 1 1 4 14"/>`,
  search: svg`<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>`,
  play: svg`<path d="M7 4.5v15l12-7.5Z"/>`,
  stop: svg`<rect x="6" y="6" width="12" height="12" rx="1.5"/>`,
  branches: svg`<path d="M5 20C5 10 12 14 12 4M5 20c0-6 14-4 14-14M5 20h0"/>`,
  family: svg`<path d="M4 19c3-9 8-13 16-14M4 19c5-7 9-9 16-9M4 19c6-4 10-5 16-4"/>`,
  pin: svg`<path d="M9 4h6l-1 6 4 4H6l4-4-1-6Zm3 10v6"/>`,
  grid: svg`<path d="M4 4h4v4H4Zm6 0h4v4h-4Zm6 0h4v4h-4ZM4 10h4v4H4Zm6 0h4v4h-4Zm6 0h4v4h-4ZM4 16h4v4H4Zm6 0h4v4h-4Zm6 0h4v4h-4Z"/>`,
  book: svg`<path d="M5 4h10a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h10"/>`,
};

export const icon = (name: keyof typeof outlines & string): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${outlines[name]}</svg>`;
