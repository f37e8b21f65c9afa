import { minus, outer, plus, times } from "../../../algebra/vectors.js";
import type { Triple } from "../../motion-view/scene/scene-data.js";
import type { View } from "../stage.js";

/** A line or a ring on which a handle is dragged; a ring is about an axis of length one. */
export type Way =
  | { readonly kind: "line"; readonly from: Triple; readonly along: Triple }
  | { readonly kind: "ring"; readonly centre: Triple; readonly axis: Triple; readonly start: Triple };

/** Steps to the point of a line that is seen at a pixel: perspective bends it but a little. */
const steps = 5;
/** A part of a metre along a line, by which its direction in the picture is told. */
const small = 1e-4;
/** Points of a ring, a degree apart. */
const degrees = 360;

/** The point of a way that is seen nearest to a pixel; undefined where the way is seen from its end. */
export function onWay(
  { toPixel }: Pick<View, "toPixel">,
  way: Way,
  [x, y]: readonly [number, number],
): Triple | undefined {
  if (way.kind === "ring") {
    const away = (point: Triple): number => {
      const [u, v] = toPixel(point);
      return Math.hypot(u - x, v - y);
    };
    return ringOf(way).reduce((best, point) => (away(point) < away(best) ? point : best));
  }
  const at = (s: number): Triple => plus(way.from, times(s, way.along));
  let s = 0;
  for (let k = 0; k < steps; k++) {
    const [[u, v], [p, q]] = [toPixel(at(s)), toPixel(at(s + small))];
    const [du, dv] = [(p - u) / small, (q - v) / small];
    const square = du * du + dv * dv;
    // a metre that is seen as less than a pixel
    if (!(square > 1)) return undefined;
    s += ((x - u) * du + (y - v) * dv) / square;
  }
  return at(s);
}

/** A step on a way from one of its points [m]. */
export function stepOnWay(way: Way, from: Triple, by: number): Triple {
  if (way.kind === "line") return plus(from, times(by, way.along));
  const radius = Math.hypot(...minus(from, way.centre));
  return turned(way, from, by / radius);
}

/** A point turned about a way's axis by an angle [rad]. */
function turned({ centre, axis }: Extract<Way, { kind: "ring" }>, point: Triple, angle: number): Triple {
  const arm = minus(point, centre);
  return plus(centre, plus(times(Math.cos(angle), arm), times(Math.sin(angle), outer(axis, arm))));
}

/** The points of a ring, beginning at its start. */
export const ringOf = (way: Extract<Way, { kind: "ring" }>): Triple[] =>
  Array.from({ length: degrees }, (_, k) => turned(way, way.start, (2 * Math.PI * k) / degrees));
