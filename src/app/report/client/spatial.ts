import type { SpatialMotion, Triple } from "../spatial-figures.js";
import { type Camera, type Fit, fitted, projection, toPixels } from "./camera.js";
import { pictureAfter } from "./chart.js";
import { choice, player, select } from "./player.js";
import { forceKey } from "./replay.js";
import { cornersAt, floorShape, floorUnder, posesAt, scene } from "./space.js";
import { page, px, svg } from "./svg.js";

/** Higher, a picture and its controls would not be seen at once [px]. */
const tallest = 460;
/** Poses that decide how much of space is shown. */
const mostBounding = 60;

const views: readonly (readonly [string, Camera])[] = [
  ["oblique", { azimuth: -Math.PI / 3, elevation: 0.48 }],
  ["from above", { azimuth: -Math.PI / 2, elevation: Math.PI / 2 }],
  ["along y", { azimuth: -Math.PI / 2, elevation: 0.06 }],
  ["along x", { azimuth: 0, elevation: 0.06 }],
];

/** The direction in which snapshots look. */
export const oblique: Camera = views[0]![1];

/** The largest force of a motion [N]. */
export function largestForce({ contacts }: SpatialMotion): number {
  const sizes = contacts.flatMap(({ normal, friction }) =>
    normal.map((force, k) => Math.hypot(...(force ?? [0, 0, 0]), ...(friction[k] ?? [0, 0, 0]))),
  );
  return sizes.reduce((most, size) => Math.max(most, size), 0);
}

/** The motion in space with its controls: it goes on where it was when the page changes its width. */
export function spatial(motion: SpatialMotion): (width: number) => Element {
  let camera = oblique;
  let width = 0;
  let live: SVGElement | undefined;
  let fit: Fit | undefined;
  const { t, contacts } = motion;
  const most = largestForce(motion);
  const every = Math.max(1, Math.floor(t.length / mostBounding));
  const corners = t.flatMap((time, i) =>
    i % every === 0 || i === t.length - 1 ? cornersAt(motion, posesAt(motion, time)) : [],
  );
  const floors = motion.planes.map((plane) => floorUnder(plane, corners));
  const place = page("div", { class: "space" });
  const forces = page("p", { class: "forces" });
  const view = choice(
    "view",
    views.map(([name], i) => [String(i), name]),
  );
  const controls = player([t[0]!, t.at(-1)!], (time) => {
    if (fit !== undefined) live?.replaceChildren(...scene(motion, time, camera, fit, most));
    forces.textContent = forceText(pictureAfter(t, time));
  });
  controls.controls.append(view);
  const all = page("div", { class: "replay" }, place, controls.controls, forceKey("friction"), forces);
  const draw = (): void => {
    const look = projection(camera);
    const shown = [...corners, ...floors.flatMap((floor) => floor.corners)].map(look);
    fit = fitted(shown, width, tallest, 16);
    const now = fit;
    live = svg("g", {});
    const trails = contacts
      .flatMap(({ ecp }) => runs(ecp))
      .map((line) =>
        svg("path", {
          d: `M${line.map((point) => toPixels(now, look(point)).map(px).join(",")).join("L")}`,
          fill: "none",
          stroke: "var(--bad)",
          "stroke-width": 1.2,
          "stroke-opacity": 0.8,
        }),
      );
    const frame = svg(
      "svg",
      {
        viewBox: `0 0 ${px(fit.width)} ${px(fit.height)}`,
        width: px(fit.width),
        height: px(fit.height),
        "aria-label": "",
      },
      ...floors.map((floor) => floorShape(floor, look, now)),
      ...trails,
      live,
    );
    place.replaceChildren(frame);
    controls.refresh();
  };
  select(view).addEventListener("change", () => {
    camera = views[Number(select(view).value)]![1];
    draw();
  });
  turnByDragging(place, (across, down) => {
    const elevation = Math.min(Math.PI / 2, Math.max(0.06, camera.elevation + down / 150));
    camera = { azimuth: camera.azimuth - across / 150, elevation };
    draw();
  });
  controls.startWhenSeen(all);
  return (available) => {
    width = available;
    draw();
    return all;
  };

  function forceText(picture: number): string {
    // what is left of a force by rounding is none
    const size = (force: Triple): string => {
      const newtons = Math.hypot(...force);
      return String(newtons < 1e-9 * most ? 0 : Number(newtons.toPrecision(2)));
    };
    return contacts
      .flatMap(({ name, normal, friction }) => {
        const [n, f] = [normal[picture], friction[picture]];
        return n && f ? [`${name} ${size(n)} N, friction ${size(f)} N`] : [];
      })
      .join("; ");
  }
}

/** Stretches of contact points without a gap. */
function runs(points: readonly (Triple | null)[]): Triple[][] {
  const found: Triple[][] = [[]];
  for (const point of points)
    if (point !== null) found.at(-1)!.push(point);
    else if (found.at(-1)!.length > 0) found.push([]);
  return found.filter((line) => line.length > 1);
}

/** Tells by how much a pointer that is held down has moved [px]. */
function turnByDragging(element: HTMLElement, turn: (across: number, down: number) => void): void {
  let at: readonly [number, number] | undefined;
  element.addEventListener("pointerdown", (event) => {
    at = [event.clientX, event.clientY];
    element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (at === undefined) return;
    turn(event.clientX - at[0], event.clientY - at[1]);
    at = [event.clientX, event.clientY];
  });
  for (const name of ["pointerup", "pointercancel"])
    element.addEventListener(name, () => {
      at = undefined;
    });
}
