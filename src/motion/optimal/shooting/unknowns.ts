import { frame } from "../../../mechanics/model.js";
import type { Task } from "../../march/task.js";
import { boundsOf } from "../task.js";
import type { Linearised } from "./condensed.js";
import { linearised } from "./condensed.js";
import { marchPieces, type PiecePoint, type Pieces } from "./pieces.js";
import type { LocalProgram } from "./quadratic.js";

/** A question, and how nearly it is answered. */
export interface Asking {
  readonly task: Task;
  readonly pieces: Pieces;
  /** Conditions that must be zero; others must not be above it. */
  readonly isEquation: readonly boolean[];
  readonly accuracy: number;
  /** Of elements. */
  readonly tolerance: number;
}

/** A motion, and how cost and conditions change with its unknowns. */
export interface Place {
  readonly point: PiecePoint;
  readonly linear: Linearised;
}

/** A varied parameter has a unit of this part of its range at least. */
const ofRange = 1e-3;

/** The motion at a point; undefined where it breaks off. */
export function* placed(
  { task, pieces, tolerance }: Asking,
  point: PiecePoint,
): Generator<undefined, Place | undefined> {
  const marched = yield* marchPieces(task, pieces, point, { tolerance });
  return marched && { point, linear: linearised(pieces, point, marched) };
}

/** The largest miss of a condition. */
export const missOf = ({ isEquation }: Asking, { linear: { rows } }: Place): number =>
  rows.reduce((most, x, r) => Math.max(most, isEquation[r] ? Math.abs(x) : x), 0);

/** The point a change of its unknowns further. */
export function moved({ task, pieces }: Asking, point: PiecePoint, change: Float64Array): PiecePoint {
  const { controlAt, varied, asked } = pieces;
  const { model, parameters: names } = task.setup.compiled;
  const m = controlAt.length;
  const count = task.setup.steps.h.length;
  const inputs = point.inputs.slice();
  const parameters = point.parameters.slice();
  for (let k = 0; k < count; k++)
    controlAt.forEach((at, c) => {
      inputs[k * model.inputs.length + at] += change[k * m + c];
    });
  varied.forEach((name, j) => {
    parameters[names.indexOf(name)] += change[count * m + j];
  });
  if (asked.time === undefined) return { inputs, parameters, end: point.end };
  const end = point.end + change[change.length - 1];
  parameters[names.indexOf(asked.time)] = end;
  return { inputs, parameters, end };
}

/** Rows, their slopes, and the room about a place: bounds of controls and of what is varied, and their units. */
export function roomOf(
  { task, pieces, isEquation }: Asking,
  { point, linear }: Place,
): Omit<LocalProgram, "curvature"> {
  const { controlAt, varied, asked } = pieces;
  const { gradient, rows, jacobian } = linear;
  const { model, parameters: names } = task.setup.compiled;
  const m = controlAt.length;
  const n = gradient.length;
  const count = task.setup.steps.h.length;
  const width = model.inputs.length;
  const bounds = boundsOf(asked, { ...task.setup, parameters: point.parameters });
  const [lower, upper, units] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const put = (j: number, own: number, [least, most]: readonly [number, number], unit: number): void => {
    lower[j] = Math.min(0, least - own);
    upper[j] = Math.max(0, most - own);
    units[j] = unit;
  };
  controlAt.forEach((at, c) => {
    const u = asked.step.unknowns.findIndex(({ leaf }) => leaf === frame.inputs(model.inputs[at]));
    const values = Array.from({ length: count }, (_, k) => point.inputs[k * width + at]);
    const unit = Math.max(...values.map(Math.abs)) || 1;
    values.forEach((own, k) => {
      put(k * m + c, own, [bounds.lower[u], bounds.upper[u]], unit);
    });
  });
  for (const { name, min, max } of asked.varied) {
    const own = point.parameters[names.indexOf(name)];
    const j = name === asked.time ? n - 1 : count * m + varied.indexOf(name);
    put(j, own, [min, max], Math.max(Math.abs(own), ofRange * (max - min)));
  }
  return { gradient, rows, jacobian, isEquation, lower, upper, units };
}
