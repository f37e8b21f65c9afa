import type { Theme } from "./state.js";

/** All pages of the site keep the colours that were chosen under this name. */
const key = "bankshot-theme";

/** The colours that were chosen on this site before, if any were and the browser keeps such things. */
export function keptTheme(): Theme | undefined {
  try {
    const kept = localStorage.getItem(key);
    return kept === "dark" || kept === "light" ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // a browser may keep nothing: then the choice ends with the page
  }
}
