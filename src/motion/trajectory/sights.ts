import type { Stepwise } from "../../algebra/stepwise.js";
import { has } from "../../checks/fields.js";
import { evaluate, isExpr, type Scalar } from "../../expr/expr.js";
import { isRate, type Place, stateOn } from "../compile/between.js";
import { parameterAt } from "../compile/compile-problem.js";
import type { Path } from "../compile/path.js";
import type { Setup } from "../compile/setup.js";
import { type Moment, momentOf } from "../problem/condition.js";
import { isOptimal } from "../problem/objective.js";
import { dips, freeUntil, lasting, nearest, type Rows, restIn, type Stretch, smallest, timeOf } from "./reached.js";

export { nearest, timeOf } from "./reached.js";

/** One row of a condition at the time at which it is looked at. */
export interface Sight extends Place {
  /** Which of the rows of all conditions. */
  readonly row: number;
  /** The residual there: it must be zero, or at most zero. */
  readonly value: number;
  /** The root of the share that it has in the mean square of its row. */
  readonly share: number;
  /** The name of the time that was chosen, where it may be another one as well. */
  readonly chosen: string;
  /** The row of the event that happens then, whose time moves with the motion. */
  readonly event?: number;
  /** True of a time that stays where it is, however long the steps become. */
  readonly isFixed?: true;
}

/** Multipliers, added to the residual of a sight, by its place in the list, before it counts as missed. */
export type Shift = (sight: number) => number;

/** How a motion is looked at: by which amounts rows are moved, and at which times instead of the best ones [s]. */
export interface Looking {
  readonly shift?: Shift;
  /** By the names of times that are chosen. */
  readonly times?: ReadonlyMap<string, number>;
}

/** Parts in which an element is looked at. */
const partsOfElement = 4;
/** Minima over grid points around which the best time is looked for. */
const candidates = 4;

function rowsOn(setup: Setup, parameters: Float64Array, path: Path): Rows {
  const { conditions } = setup.compiled.formulas;
  const { states } = setup.compiled.kernels.layout;
  const ends = new Float64Array(2 * states + parameters.length);
  ends.set(path.states.subarray(0, states));
  ends.set(parameters, 2 * states);
  const isCurved = path.exact !== undefined;
  const { model, problem } = setup.compiled;
  function at(step: number, part: number, isOnward?: true): Float64Array {
    const of = ends.subarray(states, 2 * states);
    const isHeld = isOnward && isOptimal(problem);
    stateOn(path, model, { step, part, ...(isOnward && !isHeld && { isOnward }) }, of);
    if (isHeld)
      model.state.forEach((state, i) => {
        if (isRate(state)) of[i] = path.states[step * states + i];
      });
    const values = new Float64Array(conditions.rows);
    conditions.residual(ends, values);
    return values;
  }
  // every row looks at the same places of few elements; steps may be too many to keep
  const known = new Map<number, Map<number, Float64Array>>();
  function looked(step: number, part: number): Float64Array {
    const own = known.get(step) ?? new Map<number, Float64Array>();
    known.set(step, own);
    const values = own.get(part) ?? at(step, part);
    own.set(part, values);
    return values;
  }
  return { setup, isCurved, at: isCurved ? looked : at, onward: (step, part) => at(step, part, true) };
}

/** Rows that are looked at together: those of one condition, or of all that hold at one time. */
interface Group {
  readonly moment: Moment;
  readonly rows: readonly number[];
  readonly stretches: readonly Stretch[];
  /** The span of time [s]. */
  readonly from: number;
  readonly to: number;
}

/** The groups of a problem, with the stretches of its grid in which each may be looked at. */
export function groupsOf(setup: Setup, parameters: Float64Array, parts = 1): Group[] {
  const { conditions, boundary } = setup.compiled;
  const numberOf = parameterAt(setup.compiled, parameters);
  const number = (x: Scalar): number => (isExpr(x) ? evaluate(x, numberOf) : x);
  const groups = new Map<string, { moment: Moment; rows: number[]; from: number; to: number }>();
  conditions.forEach(({ condition }, row) => {
    const moment = momentOf(boundary[condition]);
    const key = moment.kind === "sometime" ? `sometime ${moment.label}` : `${condition}`;
    const [from, to] = [number(moment.from), number(moment.to)];
    const known = groups.get(key);
    groups.set(key, {
      moment,
      rows: [...(known?.rows ?? []), row],
      from: Math.max(from, known?.from ?? from),
      to: Math.min(to, known?.to ?? to),
    });
  });
  return [...groups.values()].map(({ moment, rows, from, to }) => ({
    moment,
    rows,
    from,
    to,
    stretches: inParts(stretchesOf(setup, moment, from, to), moment, parts),
  }));
}

/** The parts of steps from one time to another; the step that a time is in, where both are one. */
function stretchesOf({ steps: { t, h } }: Setup, { kind }: Moment, from: number, to: number): Stretch[] {
  const n = h.length;
  if (kind === "end") return [{ step: n - 1, from: 1, to: 1 }];
  const partOf = (time: number, k: number): number => Math.min(1, Math.max(0, (time - t[k]) / h[k]));
  const found: Stretch[] = [];
  for (let k = 0; k < n; k++) {
    const isIn = kind === "at" ? from <= t[k + 1] || k === n - 1 : from < t[k + 1] && to > t[k];
    if (!isIn) continue;
    found.push({ step: k, from: partOf(from, k), to: partOf(to, k) });
    if (kind === "at") break;
  }
  return found;
}

/** Stretches of elements in parts, so that what bends more than once in one is seen. */
const inParts = (stretches: Stretch[], { kind }: Moment, parts: number): Stretch[] =>
  kind === "end" || kind === "at"
    ? stretches
    : stretches.flatMap(({ step, from, to }) =>
        Array.from({ length: parts }, (_, i) => ({
          step,
          from: i === 0 ? from : from + (i / parts) * (to - from),
          to: i + 1 === parts ? to : from + ((i + 1) / parts) * (to - from),
        })),
      );

/**
 * Every row of every condition where it is looked at: at the end, at its time, once in every step where it must always hold
 * (where it is worst there), and at the one time that is best for all rows that hold at some time, or is given. `shift` moves
 * rows before they are compared.
 */
export function* sightsOf(
  setup: Setup,
  parameters: Float64Array,
  path: Path,
  { shift = () => 0, times = new Map() }: Looking = {},
): Stepwise<Sight[]> {
  const rows = rowsOn(setup, parameters, path);
  const sights: Sight[] = [];
  for (const group of groupsOf(setup, parameters, rows.isCurved ? partsOfElement : 1)) {
    yield;
    const { moment, stretches } = group;
    // the motion may be found to end before
    if (isBeyond(setup, group)) sights.push(...group.rows.map(unseen));
    else if (moment.kind === "event") sights.push(...atEvent(rows, group));
    else if (moment.kind === "sometime") {
      const time = times.get(moment.label);
      sights.push(...(time === undefined ? bestTime(rows, group, sights.length, shift) : atTime(rows, group, time)));
    } else if (moment.kind === "always") for (const row of group.rows) sights.push(...worstTimes(rows, group, row));
    else
      for (const { step, from: part } of stretches)
        for (const row of group.rows)
          sights.push({
            row,
            step,
            part,
            value: rows.at(step, part)[row],
            share: 1,
            chosen: "",
            ...(moment.kind === "at" && { isFixed: true }),
          });
  }
  return sights;
}

/** True of what is asked of a time after the end. */
const isBeyond = ({ steps: { t, h } }: Setup, { moment, stretches, from }: Group): boolean =>
  stretches.length === 0 || (moment.kind === "at" && from > t[h.length] * (1 + nearest));

const unseen = (row: number): Sight => ({ row, step: 0, part: 0, value: Number.NaN, share: 1, chosen: "" });

/** How much a row is missed by its value: of what may lie below zero, below zero by how much it is not. */
const missOf = ({ setup }: Rows, row: number, value: number): number =>
  setup.compiled.conditions[row].must === "be-zero" ? Math.abs(value) : value;

/** In every step of a span the worst of a row, between its ends where the middle is worse than these. */
function worstTimes(rows: Rows, { stretches, from: start, to: end }: Group, row: number): Sight[] {
  const { h } = rows.setup.steps;
  const whole = stretches.reduce((sum, { step, from, to }) => sum + (to - from) * h[step], 0);
  return stretches.map(({ step, from, to }) => {
    const good = (part: number): number => -missOf(rows, row, rows.at(step, part)[row]);
    const [a, b, middle] = [good(from), good(to), good(0.5 * (from + to))];
    const part =
      middle < Math.min(a, b) || dips(rows, good, { step, from, to }) ? smallest(good, from, to) : a < b ? from : to;
    const share = whole > 0 ? Math.sqrt(((to - from) * h[step]) / whole) : 1;
    const t = timeOf(rows.setup, { step, part });
    // between the ends of its span the worst is at a grid point, or where it does not change
    const isFixed = Math.min(Math.abs(t - start), Math.abs(t - end)) <= nearest * h[step];
    return { row, step, part, value: rows.at(step, part)[row], share, chosen: "", ...(isFixed && { isFixed }) };
  });
}

/**
 * The rows of a condition when its event happens for the first time, on the straight line between two grid points, of a touch on that on
 * which the motion went on until then; where it never happens, at the time at which it is nearest to, and the row of the event says how near.
 */
function atEvent(rows: Rows, { rows: all, stretches }: Group): Sight[] {
  const { conditions, boundary } = rows.setup.compiled;
  const event = all.find((row) => conditions[row].isEvent === true) ?? all[0];
  const left = (step: number, part: number): number => rows.at(step, part)[event];
  const place = lasting(rows, stretches, left, restIn(rows, event));
  const isTouch = has("touch", boundary[conditions[event].condition].when);
  const before = isTouch && place.isReached ? freeUntil(rows, place, event) : undefined;
  const { step, part } = before ?? place;
  const there = before === undefined ? rows.at(step, part) : rows.onward(step, part);
  return all.map((row): Sight => {
    const value = row !== event ? there[row] : place.isReached ? 0 : place.value;
    const sight = { row, step, part, value, share: 1, chosen: "" };
    return { ...sight, ...(place.isReached && { event }), ...(before !== undefined && { isOnward: true }) };
  });
}

/** The rows of a group at a time, as near to it as their span is. */
function atTime(rows: Rows, { moment, rows: own, stretches }: Group, time: number): Sight[] {
  const { t, h } = rows.setup.steps;
  const within = stretches.find(({ step, to }) => time <= t[step] + to * h[step]) ?? stretches[stretches.length - 1];
  const { step } = within;
  const part = Math.min(within.to, Math.max(within.from, (time - t[step]) / h[step]));
  const there = rows.at(step, part);
  return own.map((row) => ({ row, step, part, value: there[row], share: 1, chosen: moment.label, isFixed: true }));
}

/** The time at which the rows of a group are missed least together; where none is missed, the one most inside. */
function bestTime(rows: Rows, { moment, rows: own, stretches }: Group, first: number, shift: Shift): Sight[] {
  const { compiled } = rows.setup;
  // what must hold exactly is no trade for what has a tolerance
  const scales = own.map((row) => compiled.boundary[compiled.conditions[row].condition].tolerance ?? 2 ** -30);
  const miss = (step: number, part: number): number => {
    const values = rows.at(step, part);
    const misses = own.map((row, i) => missOf(rows, row, values[row] + shift(first + i)) / scales[i]);
    const most = misses.reduce((a, b) => Math.max(a, b));
    return most <= 0 ? most : Math.sqrt(misses.reduce((sum, x) => sum + Math.max(0, x) ** 2, 0));
  };
  const points = stretches.flatMap(({ step, from, to }, i) => [
    ...(i === 0 ? [{ step, part: from }] : []),
    { step, part: to },
  ]);
  const values = points.map(({ step, part }) => miss(step, part));
  const isLow = (k: number): boolean => !(values[k - 1] < values[k]) && !(values[k + 1] < values[k]);
  const low = values
    .flatMap((value, k) => (isLow(k) ? [{ value, k }] : []))
    .sort((a, b) => a.value - b.value || a.k - b.k)
    .slice(0, candidates);
  let best = { step: points[0].step, part: points[0].part, value: values[0] };
  for (const { k } of low)
    for (const { step, from, to } of stretches.slice(Math.max(0, k - 1), k + 1)) {
      const part = smallest((x) => miss(step, x), from, to);
      const value = miss(step, part);
      if (value < best.value) best = { step, part, value };
    }
  const { step, part } = best;
  const there = rows.at(step, part);
  const isEnd = part === 1 && step === rows.setup.steps.h.length - 1;
  return own.map((row) => ({
    row,
    step,
    part,
    value: there[row],
    share: 1,
    chosen: moment.label,
    ...(!isEnd && { isFixed: true }),
  }));
}
