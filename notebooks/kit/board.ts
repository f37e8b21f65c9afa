/** A picture with one point that a reader moves, by pointer or by arrow keys. */
import type * as Plot from "@observablehq/plot";
import { element, short } from "./element.js";
import type { Input } from "./inputs.js";
import { plot as draw } from "./plot.js";

/** The picture: ranges of both axes, where the point begins, its steps by key, and what it is called. */
export interface BoardOptions extends Plot.PlotOptions {
  readonly label: string;
  readonly point: readonly [number, number];
  readonly within: readonly [readonly [number, number], readonly [number, number]];
  readonly step: number;
}

/** The element has the point as its `value`; `draw(marks)` draws what follows from it. */
export type Board = Input<readonly [number, number]> & { draw(marks: Plot.Markish[], more?: Plot.PlotOptions): void };

export function board({ label, point, within, step, ...options }: BoardOptions): Board {
  const picture = element("div");
  const handle = element("button", { type: "button", class: "handle" });
  const root = element("div", { class: "board" }, picture, handle);
  let value = point;
  let plot: (SVGElement | HTMLElement) & Plot.Plot = draw({ ...options, marks: [], ariaLabel: label });
  const clamp = ([x, y]: readonly [number, number]): readonly [number, number] => {
    const [[x0, x1], [y0, y1]] = within;
    return [Math.min(x1, Math.max(x0, x)), Math.min(y1, Math.max(y0, y))];
  };
  /** Pixels of the page per pixel of the drawing, which shrinks on narrow pages. */
  const zoom = (): number => plot.getBoundingClientRect().width / Number(plot.getAttribute("width")) || 1;
  const place = (): void => {
    handle.style.left = `${(plot.scale("x")!.apply(value[0]) as number) * zoom()}px`;
    handle.style.top = `${(plot.scale("y")!.apply(value[1]) as number) * zoom()}px`;
    handle.setAttribute("aria-label", `${label}: ${short(value[0])}, ${short(value[1])}. Arrow keys move it.`);
  };
  const move = (next: readonly [number, number]): void => {
    value = clamp(next);
    place();
    root.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const at = (event: PointerEvent): readonly [number, number] => {
    const view = plot.getBoundingClientRect();
    return [
      plot.scale("x")!.invert!((event.clientX - view.left) / zoom()) as number,
      plot.scale("y")!.invert!((event.clientY - view.top) / zoom()) as number,
    ];
  };
  handle.addEventListener("pointerdown", (event) => handle.setPointerCapture(event.pointerId));
  handle.addEventListener("pointermove", (event) => {
    if (handle.hasPointerCapture(event.pointerId)) move(at(event));
  });
  handle.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    move([value[0] + way[0] * step, value[1] + way[1] * step]);
  });
  new ResizeObserver(place).observe(root);
  return Object.defineProperties(root, {
    value: { get: () => value, set: (next: readonly [number, number]) => move(next) },
    draw: {
      value: (marks: Plot.Markish[], more: Plot.PlotOptions = {}) => {
        plot = draw({ ...options, ...more, marks, ariaLabel: label });
        picture.replaceChildren(plot);
        place();
      },
    },
  }) as unknown as Board;
}
