/** An element with attributes and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A number as people read it: four significant digits, no trailing zeros. */
export const short = (x: number): string =>
  Number.isFinite(x)
    ? String(Number(x.toPrecision(4)))
        .replace("-", "−")
        .replace("e−", "e-")
    : "–";
