import type { SnapshotsFigure } from "../figures.js";
import type { SpatialMotion, Triple } from "../spatial-figures.js";
import { fitted, projection } from "./camera.js";
import { cornersAt, floorShape, floorUnder, posesAt, scene } from "./space.js";
import { largestForce, oblique } from "./spatial.js";
import { page, px, svg } from "./svg.js";

/** Narrower, a picture of a body would not be told from another [px]. */
const narrowest = 200;
const gap = 16;
const tallest = 190;

/** Moments of a motion beside each other, each around its bodies, all in one scale. */
export function snapshots({ shots }: SnapshotsFigure, motion: SpatialMotion, width: number): Element {
  const columns = Math.max(1, Math.min(shots.length, 4, Math.floor((width + gap) / (narrowest + gap))));
  const own = (width - gap * (columns - 1)) / columns;
  const most = largestForce(motion);
  const look = projection(oblique);
  const corners = shots.map(({ picture }) => cornersAt(motion, posesAt(motion, motion.t[picture]!)));
  const floors = corners.map((points) => motion.planes.map((plane) => floorUnder(plane, points)));
  const fits = corners.map((points, i) =>
    fitted([...points, ...floors[i]!.flatMap((floor) => floor.corners)].map(look), own, tallest, 8),
  );
  const scale = Math.min(...fits.map((fit) => fit.scale));
  const height = Math.max(...fits.map((fit) => ((fit.height - 16) * scale) / fit.scale)) + 16;
  const figures = shots.map(({ picture, title, text }, i) => {
    const fit = centred(corners[i]!);
    const drawing = svg(
      "svg",
      {
        viewBox: `0 0 ${px(own)} ${px(height)}`,
        width: px(own),
        height: px(height),
        role: "img",
        "aria-label": `${title}: ${text}`,
      },
      ...floors[i]!.map((floor) => floorShape(floor, look, fit)),
      ...scene(motion, motion.t[picture]!, oblique, fit, most),
    );
    return page("figure", {}, drawing, page("figcaption", {}, page("b", {}, title), ` ${text}`));
  });
  return page(
    "div",
    { class: "shots", style: `grid-template-columns: repeat(${columns}, minmax(0, 1fr))` },
    ...figures,
  );

  function centred(points: readonly Triple[]) {
    const i = corners.indexOf(points as Triple[]);
    const seen = [...points, ...floors[i]!.flatMap((floor) => floor.corners)].map(look);
    const middle = (axis: 0 | 1): number => {
      const places = seen.map((point) => point[axis]);
      return (Math.min(...places) + Math.max(...places)) / 2;
    };
    return { scale, width: own, height, left: middle(0) - own / 2 / scale, top: middle(1) + height / 2 / scale };
  }
}
