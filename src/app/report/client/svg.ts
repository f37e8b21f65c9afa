type Attributes = Readonly<Record<string, string | number>>;

/** A new element of SVG. */
export function svg(name: string, attributes: Attributes, ...children: Element[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A new element of the page. */
export function page<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes,
  ...children: (Element | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A number of a drawing: a tenth of a pixel is seen, a hundredth is not. */
export const px = (x: number): string => x.toFixed(1);
