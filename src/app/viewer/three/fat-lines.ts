import { Color } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

/** Lines of a width in pixels, as far as a scene is told of them: ends one after the other, three numbers each. */
export interface Lines {
  readonly positions: readonly number[];
  readonly colour: string;
  readonly width: number;
  readonly opacity: number;
  /** They are seen through what is nearer. */
  readonly above?: boolean;
}

/** Lines in one draw call. */
export function fatLines({ positions, colour, width, opacity, above = false }: Lines): LineSegments2 {
  const geometry = new LineSegmentsGeometry();
  const material = new LineMaterial({ color: new Color(colour).getHex(), linewidth: width, depthTest: !above });
  material.transparent = opacity < 1;
  material.opacity = opacity;
  const lines = new LineSegments2(geometry, material);
  lines.frustumCulled = false;
  lines.renderOrder = above ? 4 : 0;
  setPositions(lines, positions);
  return lines;
}

/** Other ends for the same lines. */
export function setPositions(lines: LineSegments2, positions: readonly number[]): void {
  lines.visible = positions.length > 0;
  if (!lines.visible) return;
  lines.geometry.dispose();
  lines.geometry.setPositions(positions as number[]);
}
