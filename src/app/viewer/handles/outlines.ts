import type { Triple } from "../../motion-view/scene/scene-data.js";
import type { Stage } from "../stage.js";
import { tripleOf } from "../triple.js";
import type { Grips, Handle } from "../viewer-api.js";

/** Lines that belong to handles, as they are seen. */
export function linesSeen() {
  const name = "http://www.w3.org/2000/svg";
  const element = document.createElementNS(name, "svg");
  const path = document.createElementNS(name, "path");
  element.setAttribute("class", "viewer-ways");
  element.setAttribute("aria-hidden", "true");
  element.append(path);
  let lines: Grips["lines"] = [];
  return {
    element,
    set(all: Grips["lines"]): void {
      lines = all;
      element.toggleAttribute("hidden", all.length === 0);
    },
    show({ view }: Stage): void {
      if (lines.length === 0) return;
      const pixel = (point: Triple): string =>
        view
          .toPixel(point)
          .map((x) => x.toFixed(1))
          .join(" ");
      path.setAttribute("d", lines.map((line) => `M${line.map(pixel).join("L")}`).join(""));
    },
  };
}

/** The outline of the box that a held handle stays in, as it is seen. */
export function rangeOutline() {
  const name = "http://www.w3.org/2000/svg";
  const element = document.createElementNS(name, "svg");
  const shape = document.createElementNS(name, "polygon");
  element.setAttribute("class", "viewer-range");
  element.setAttribute("aria-hidden", "true");
  element.append(shape);
  return {
    element,
    show(on: Stage, handle: Handle | undefined): void {
      const { within, at } = handle ?? {};
      element.toggleAttribute("hidden", within === undefined);
      if (within === undefined || at === undefined) return;
      const { low, high } = within;
      const [a = 0, b = a] = [0, 1, 2].filter((i) => high[i] > low[i]);
      const corner = (x: number, y: number): string =>
        on.view
          .toPixel(tripleOf((i) => (i === b && b !== a ? y : i === a ? x : at[i])))
          .map((pixel) => pixel.toFixed(1))
          .join();
      const corners = [
        corner(low[a], low[b]),
        corner(high[a], low[b]),
        corner(high[a], high[b]),
        corner(low[a], high[b]),
      ];
      shape.setAttribute("points", corners.join(" "));
    },
  };
}
