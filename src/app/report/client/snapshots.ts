import type { SceneData } from "../../motion-view/scene/scene-data.js";
import { scenePictures } from "../../motion-view/scene-pictures.js";
import { placeInWorld } from "../../viewer/bounds.js";
import { directionOf, projection } from "../../viewer/canvas/projection.js";
import { stageCanvas } from "../../viewer/canvas/stage.js";
import { lookOf } from "../../viewer/look.js";
import { contextOf } from "../../viewer/page.js";
import type { SnapshotsFigure } from "../charts/figures.js";
import { page } from "./svg.js";

/** Narrower, a picture of a body would not be told from another [px]. */
const narrowest = 200;
const gap = 16;
const height = 190;
/** How much smaller than its picture what is shown is, so that the floor around it is seen. */
const away = 0.85;
/** Turns of the view to choose from [rad]. */
const turns = [0, 0.15, -0.15, 0.3, -0.3];

/** Moments of a motion beside each other, each around its bodies; colours are those of the page around `place`. */
export function snapshots({ shots, scene }: SnapshotsFigure, width: number, place: Element): Element {
  const columns = Math.max(1, Math.min(shots.length, 4, Math.floor((width + gap) / (narrowest + gap))));
  const own = (width - gap * (columns - 1)) / columns;
  const stage = stageCanvas(lookOf(place), () => {});
  stage.resize(own, height);
  const turn = clearest(scene);
  const figures = shots.map(({ title, text }, i) => {
    const picture = scenePictures(scene, [i]);
    stage.show(picture, false);
    stage.view.turn(turn, 0, 1);
    stage.view.fit();
    stage.view.turn(0, 0, away);
    stage.draw(picture.t[0]);
    const canvas = page("canvas", {
      role: "img",
      "aria-label": `${title}: ${text}`,
      width: stage.canvas.width,
      height: stage.canvas.height,
      style: `width: ${own}px; height: ${height}px`,
    });
    contextOf(canvas).drawImage(stage.canvas, 0, 0);
    return page("figure", {}, canvas, page("figcaption", {}, page("b", {}, title), ` ${text}`));
  });
  stage.dispose();
  return page(
    "div",
    { class: "shots", style: `grid-template-columns: repeat(${columns}, minmax(0, 1fr))` },
    ...figures,
  );
}

/** The turn that keeps upright edges of bodies apart, so that no leg of a desk hides behind another in any picture. */
function clearest(scene: SceneData): number {
  const { azimuth, elevation } = directionOf(scene.plane);
  const corners = scene.bodies.flatMap((body) => {
    const shapes = body.hull === undefined ? body.shapes : [body.hull];
    const points = shapes.flatMap((shape) => (shape.kind === "mesh" ? shape.vertices : []));
    return Array.from({ length: scene.t.length }, (_, k) => points.map((point) => placeInWorld(body, k, point)));
  });
  const apart = (turn: number): number => {
    const see = projection({ azimuth: azimuth + turn, elevation });
    return Math.min(...corners.map((points) => leastGap(points.map((point) => [...point, see(point)[0]]))));
  };
  return turns.reduce((best, turn) => (apart(turn) > apart(best) ? turn : best));
}

/** The least distance to the side of any two upright edges, x and y [m], as they are seen, u [m]. */
function leastGap(edges: readonly (readonly number[])[]): number {
  let least = Number.POSITIVE_INFINITY;
  edges.forEach(([x, y, , u], i) => {
    for (const [a, b, , v] of edges.slice(0, i)) {
      const gap = Math.abs(u - v);
      // corners above each other are one edge
      if (gap < least && Math.hypot(x - a, y - b) > 10 * gap && Math.hypot(x - a, y - b) > 1e-6) least = gap;
    }
  });
  return least;
}
