/** An element of the page with attributes and children. */
export function page<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/**
 * The first element that a selector means.
 * @throws a sentence where the page has none.
 */
export function elementIn<E extends Element>(inside: ParentNode, selector: string): E {
  const found = inside.querySelector<E>(selector);
  if (found === null) throw new Error(`The page has no ${selector}.`);
  return found;
}

/**
 * The context in which a canvas is drawn in the plane.
 * @throws a sentence where the browser gives none.
 */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws on no canvas.");
  return context;
}
