import { evaluate, toExpr } from "../../../expr/expr.js";
import { frame } from "../../../mechanics/model.js";
import { parameterAt } from "../../compile/compile-problem.js";
import type { Task } from "../../march/task.js";
import { boundsOf } from "../task.js";
import { combined, type Linearised, linearised } from "./condensed.js";
import { type MarchedPieces, marchPieces, type PieceEvent, type PiecePoint, type Pieces } from "./pieces.js";
import type { LocalProgram } from "./quadratic.js";

/** A question, and how nearly it is answered. */
export interface Asking {
  readonly task: Task;
  readonly pieces: Pieces;
  /** Rows that must be zero; others must not be above it. Conditions come first, then changes of controls, then pins. */
  readonly isEquation: readonly boolean[];
  readonly accuracy: number;
  /** Of elements. */
  readonly tolerance: number;
  /** Events that are held beside ends of pieces. */
  readonly pins: readonly Pin[];
}

/** An event that is held at a time [s] beside the end of a piece. */
export interface Pin {
  readonly event: number;
  readonly at: number;
  /** The time [s] that counts as one in its row. */
  readonly unit: number;
}

/** A motion, and how cost and conditions change with its unknowns. */
export interface Place {
  readonly point: PiecePoint;
  readonly linear: Linearised;
}

/** A varied parameter has a unit of this part of its range at least. */
const ofRange = 1e-3;

/** The motion at a point; undefined where it breaks off, or loses an event that is held. */
export function* placed(
  { task, pieces, tolerance, pins }: Asking,
  point: PiecePoint,
): Generator<undefined, Place | undefined> {
  const marched = yield* marchPieces(task, pieces, point, { tolerance });
  if (marched === undefined) return undefined;
  const linear = linearised(pieces, point, marched);
  const held = pins.map((pin) => heldBy(marched, pin));
  if (held.includes(undefined)) return undefined;
  const n = linear.gradient.length;
  const changes = changesOf(task, pieces, point);
  const rows = held.map((one, r) => (one === undefined ? Number.NaN : (one.t - pins[r].at) / pins[r].unit));
  const jacobian = held.map((one, r) =>
    combined(one?.by.map((x) => x / pins[r].unit) ?? [], linear.followed[one?.piece ?? 0], n),
  );
  return {
    point,
    linear: {
      ...linear,
      rows: Float64Array.of(...linear.rows, ...changes.map(({ value }) => value), ...rows),
      jacobian: [...linear.jacobian, ...changes.map(({ by }) => by), ...jacobian],
    },
  };
}

/** ±(u_k − u_{k−1}) − rate · h of controls that change no faster than that, and its slopes: from one piece to the next. */
export function changesOf(
  { setup }: Task,
  { asked, controlAt }: Pieces,
  { inputs, parameters, end }: PiecePoint,
): { readonly value: number; readonly by: Float64Array }[] {
  const count = setup.steps.h.length;
  const m = controlAt.length;
  const width = setup.compiled.model.inputs.length;
  const n = count * m + asked.varied.length;
  return Object.values(asked.controls).flatMap(({ rate }, c) => {
    if (rate === undefined) return [];
    const most = (evaluate(toExpr(rate), parameterAt(setup.compiled, parameters)) * end) / count;
    const at = (k: number): number => inputs[k * width + controlAt[c]];
    return Array.from({ length: 2 * (count - 1) }, (_, i) => {
      const k = 1 + (i >> 1);
      const sign = i % 2 === 0 ? 1 : -1;
      const by = new Float64Array(n);
      [by[k * m + c], by[(k - 1) * m + c]] = [sign, -sign];
      return { value: sign * (at(k) - at(k - 1)) - most, by };
    });
  });
}

/** The event of a motion that a pin holds: the nearest in time. */
export function heldBy({ events }: MarchedPieces, { event, at }: Pin): PieceEvent | undefined {
  const own = events.filter((one) => one.event === event);
  return own.reduce<PieceEvent | undefined>(
    (best, one) => (best !== undefined && Math.abs(best.t - at) <= Math.abs(one.t - at) ? best : one),
    undefined,
  );
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
