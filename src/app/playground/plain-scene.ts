import type { SceneData } from "../viewer/scene-data.js";
import type { Viewer } from "../viewer/viewer-api.js";

/** The paths of a motion as lines, seen from above or from the side. */
export function plainScene(): Viewer {
  const element = document.createElement("div");
  const draw = (data: SceneData | undefined): void => {
    element.replaceChildren();
    if (data === undefined) return;
    const up = data.plane === "xz" ? 2 : 1;
    const paths = data.bodies.map(({ poses }) =>
      Array.from({ length: poses.length / 7 }, (_, k) => [poses[7 * k]!, -poses[7 * k + up]!] as const),
    );
    const [xs, ys] = [0, 1].map((i) => paths.flat().map((point) => point[i]!)) as [number[], number[]];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const size = Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 1e-3);
    const lines = paths.map((path) => `<polyline points="${path.map(([x, y]) => `${x},${y}`).join(" ")}"/>`);
    element.innerHTML = `<svg role="img" aria-label="Paths" width="100%" height="100%" viewBox="${left - 0.1 * size} ${top - 0.1 * size} ${1.2 * size} ${1.2 * size}"
      fill="none" stroke="var(--line1)" stroke-width="${size / 100}">${lines.join("")}</svg>`;
  };
  return {
    element,
    show: draw,
    setHandles() {},
    setGhosts() {},
    seek() {},
    play() {},
    onTime: () => () => {},
    picture: async () => new Blob(),
    dispose: () => element.remove(),
  };
}
