import { areaVector, inner, length, type ReadonlyVector, times } from "../../algebra/vectors.js";

/** A face of a hull: the part of the plane n·x = offset inside the polygon of its vertices, with unit normal n outwards. */
export interface HullFace {
  readonly normal: ReadonlyVector;
  readonly offset: number;
  /** Indices of its vertices, anticlockwise seen from outside. */
  readonly vertices: readonly number[];
}

/** A face from its vertices, anticlockwise seen from outside; the one of least index comes first. */
export function faceOf(vertices: readonly ReadonlyVector[], around: readonly number[]): HullFace {
  const start = around.indexOf(Math.min(...around));
  const turned = [...around.slice(start), ...around.slice(0, start)];
  const polygon = turned.map((i) => vertices[i]);
  const area = areaVector(polygon);
  const normal = times(1 / length(area), area);
  const offset = polygon.reduce((sum, point) => sum + inner(normal, point), 0) / polygon.length;
  return { normal, offset, vertices: turned };
}
