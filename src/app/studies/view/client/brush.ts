import { svg } from "../../../report/client/svg.js";
import type { Range } from "./desk.js";

/** A line along which a range is dragged, in the units of a drawing. */
export interface Track {
  readonly drawing: SVGElement;
  /** The rectangle in which a drag begins. */
  readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly isUpright: boolean;
  readonly valueAt: (place: number) => number;
  readonly placeOf: (value: number) => number;
}

/** Shorter drags are clicks, which let go of the range [units of the drawing]. */
const shortest = 4;

/** Lets people drag a range along a track; what is chosen already is shown. */
export function brush(track: Track, range: Range | undefined, choose: (range: Range | undefined) => void): void {
  const { drawing, area, isUpright, valueAt, placeOf } = track;
  const band = svg("rect", { class: "brush", "pointer-events": "none", visibility: "hidden" });
  const ground = svg("rect", { ...area, fill: "transparent", class: "track" });
  const show = (a: number, b: number): void => {
    const [from, size] = [Math.min(a, b), Math.abs(b - a)];
    const shape = isUpright
      ? { x: area.x, width: area.width, y: from, height: size }
      : { x: from, width: size, y: area.y, height: area.height };
    for (const [name, value] of Object.entries(shape)) band.setAttribute(name, String(value));
    band.setAttribute("visibility", "visible");
  };
  if (range !== undefined) show(placeOf(range[0]), placeOf(range[1]));
  const at = ({ clientX, clientY }: PointerEvent): number => {
    const box = drawing.getBoundingClientRect();
    const { width, height } = (drawing as SVGSVGElement).viewBox.baseVal;
    const [low, size] = isUpright ? [area.y, area.height] : [area.x, area.width];
    const place = isUpright ? ((clientY - box.top) * height) / box.height : ((clientX - box.left) * width) / box.width;
    return Math.min(low + size, Math.max(low, place));
  };
  let from: number | undefined;
  ground.addEventListener("pointerdown", (event) => {
    from = at(event);
    ground.setPointerCapture(event.pointerId);
  });
  ground.addEventListener("pointermove", (event) => {
    if (from !== undefined) show(from, at(event));
  });
  ground.addEventListener("pointerup", (event) => {
    if (from === undefined) return;
    const to = at(event);
    const ends = [valueAt(from), valueAt(to)].sort((a, b) => a - b);
    const isClick = Math.abs(to - from) < shortest;
    from = undefined;
    choose(isClick ? undefined : [ends[0], ends[1]]);
  });
  drawing.append(ground, band);
}
