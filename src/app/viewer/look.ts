import { contextOf } from "./page.js";

/** Colours of a scene, as #rrggbb. */
export interface Look extends Surroundings, Signs {
  /** Of parts, one after the other; none of them that of a force. */
  readonly parts: readonly string[];
}

/** Colours of all that is around a motion. */
interface Surroundings {
  readonly page: string;
  readonly ground: string;
  readonly line: string;
  readonly quiet: string;
  readonly mark: string;
}

/** Colours of contact: forces, patches, equivalent contact points. */
interface Signs {
  readonly normal: string;
  readonly friction: string;
  readonly patch: string;
  readonly ecp: string;
}

/** The colours that an element's page gives now. */
export function lookOf(element: Element): Look {
  const probe = document.createElement("span");
  probe.style.display = "none";
  element.append(probe);
  const context = contextOf(document.createElement("canvas"));
  // a variable of the page, or the colour for a page that has none
  const colour = (name: string, otherwise: string): string => {
    probe.style.color = `var(${name}, ${otherwise})`;
    context.fillStyle = otherwise;
    context.fillStyle = getComputedStyle(probe).color;
    return String(context.fillStyle);
  };
  const look: Look = {
    page: colour("--page", "#ffffff"),
    ground: colour("--panel", "#f6f6f4"),
    line: colour("--line", "#d4d4d4"),
    quiet: colour("--quiet", "#5c5c5c"),
    mark: colour("--mark", "#1a1a1a"),
    normal: colour("--normal", "#00704f"),
    friction: colour("--friction", "#d55e00"),
    patch: colour("--touches", "#009e73"),
    ecp: colour("--bad", "#b34700"),
    parts: [
      colour("--line1", "#0072b2"),
      colour("--line5", "#e69f00"),
      colour("--line6", "#56b4e9"),
      colour("--line4", "#cc79a7"),
    ],
  };
  probe.remove();
  return look;
}

/** Calls back when the page turns dark or light; what it returns ends that. */
export function onLookChange(changed: () => void): () => void {
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", changed);
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "style", "data-theme"] });
  return () => {
    scheme.removeEventListener("change", changed);
    observer.disconnect();
  };
}
