/** Colours of a scene, as #rrggbb. */
export interface Look {
  readonly page: string;
  readonly ground: string;
  readonly line: string;
  readonly quiet: string;
  readonly mark: string;
  readonly normal: string;
  readonly friction: string;
  readonly patch: string;
  readonly ecp: string;
  /** Of parts, one after the other; none of them that of a force. */
  readonly parts: readonly string[];
}

/** Names of the page's variables, with the colours for a page that has none. */
const variables = {
  page: ["--page", "#ffffff"],
  ground: ["--panel", "#f6f6f4"],
  line: ["--line", "#d4d4d4"],
  quiet: ["--quiet", "#5c5c5c"],
  mark: ["--mark", "#1a1a1a"],
  normal: ["--normal", "#00704f"],
  friction: ["--friction", "#d55e00"],
  patch: ["--touches", "#009e73"],
  ecp: ["--bad", "#b34700"],
} as const;
const partVariables = [
  ["--line1", "#0072b2"],
  ["--line5", "#e69f00"],
  ["--line6", "#56b4e9"],
  ["--line4", "#cc79a7"],
] as const;

/** The colours that an element's page gives now. */
export function lookOf(element: Element): Look {
  const probe = document.createElement("span");
  probe.style.display = "none";
  element.append(probe);
  const context = document.createElement("canvas").getContext("2d")!;
  const colour = ([name, otherwise]: readonly [string, string]): string => {
    probe.style.color = `var(${name}, ${otherwise})`;
    context.fillStyle = otherwise;
    context.fillStyle = getComputedStyle(probe).color;
    return String(context.fillStyle);
  };
  const single = Object.fromEntries(Object.entries(variables).map(([key, entry]) => [key, colour(entry)]));
  const look = { ...single, parts: partVariables.map(colour) } as unknown as Look;
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
