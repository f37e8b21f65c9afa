import type { Touched } from "../../motion/trajectory/touched.js";
import { readable } from "./numbers.js";

/** `0.0144 of 0.25 m²`, `0.12 of 0.5 m`, `2 points`: what the true shape touches of the hull's patch. */
export function realText(part: Touched | undefined): string {
  if (part === undefined) return "";
  const { polygons, segments, points, area, length, patch } = part.real;
  const parts: string[] = [];
  if (polygons.length > 0) parts.push(`${readable(area)} of ${readable(patch.area)} m²`);
  if (segments.length > 0)
    parts.push(`${readable(length)}${patch.length > 0 ? ` of ${readable(patch.length)}` : ""} m`);
  if (points.length > 0) parts.push(`${points.length} point${points.length > 1 ? "s" : ""}`);
  return parts.join(", ");
}
