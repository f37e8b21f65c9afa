import { has } from "../../checks/fields.js";
import { hessian } from "../../expr/derivative.js";
import {
  add,
  div,
  type Expr,
  evaluate,
  isExpr,
  leaves,
  mul,
  neg,
  type Scalar,
  sub,
  substituteAll,
} from "../../expr/expr.js";
import { first, frame, last, type Model, parameter } from "../../mechanics/model.js";
import { isRate } from "../compile/between.js";
import { durationName, parameterAt } from "../compile/compile-problem.js";
import type { Setup } from "../compile/setup.js";
import {
  type BoundaryCondition,
  eventFormula,
  isPreference,
  type Moment,
  momentOf,
  restOf,
} from "../problem/condition.js";
import { type Demand, demandsOf } from "../problem/demands.js";
import { BadInput, type DesignConstraint } from "../problem/problem.js";
import type { Along, PathRow } from "./smooth-step.js";

/** A time that is to be chosen: of an event, or of all conditions that hold at one. */
export interface Choice {
  readonly label: string;
  /** Its span, in parts of the whole time. */
  readonly from: number;
  readonly to: number;
}

/** In which steps rows are looked at, and after which part of them. */
interface Visit {
  readonly condition: number;
  /**
   * `point`: at one time. `before`: at grid points before it. `after`: at those behind, while it lasts. `every`: at grid points of a
   * span. `between`: elsewhere in it.
   */
  readonly kind: "point" | "before" | "after" | "every" | "between";
  readonly moment: Moment;
  readonly on: string;
  readonly part: string;
  /** True of a time that needs no choice. */
  readonly isFixed: boolean;
  /** How long what happens then must last [s]. */
  readonly lasts: number;
}

/**
 * Conditions that an optimal motion meets before its end. Each is a row of every step, of the states x after a part s of it,
 *
 *     a (g(x_k + s (x_{k+1} − x_k)))  with a = 1 in the steps in which it is looked at, else 0,
 *
 * so that one set of formulas serves all times; a and s are inputs of the step.
 */
export interface Visits {
  readonly rows: readonly PathRow[];
  /** Conditions that must always hold, of a start that is to be found. */
  readonly starts: readonly DesignConstraint[];
  readonly inputs: readonly string[];
  readonly choices: readonly Choice[];
  /** The inputs of all steps, row by row. */
  numbers(setup: Setup): Float64Array;
  /** The chosen times in parts of the whole; a condition whose time is not chosen yet is not looked at. */
  times: ReadonlyMap<string, number>;
  /** Parts of steps inside which a condition is worst, by its place among all and the step. */
  between: ReadonlyMap<number, ReadonlyMap<number, number>>;
}

/** The word for the time of a condition: conditions of some time share one by its name, all others have their own. */
export const labelOf = (condition: number, { kind, label }: Moment): string =>
  kind === "sometime" ? `sometime ${label}` : `${kind} ${condition}`;

/** Bodies that are to touch are as far from each other at grid points before [m]: in a step that ends closed they may push already. */
const apart = 1e-6;
/** Steps are that much longer than what rounding makes of their ends. */
const nearest = 1e-9;

/**
 * The conditions of a problem that are looked at before the end, of steps or of elements, in which states are curved.
 * @throws {BadInput} where steps that have no times yet, or none that stay, are asked at one.
 */
export function visitsOf(
  setup: Setup,
  free: readonly string[],
  { isSwitching, isCurved }: { readonly isSwitching: boolean; readonly isCurved: boolean },
): Visits {
  const { problem, model } = setup.compiled;
  const boundary = problem.boundary ?? [];
  const visits: Visit[] = [];
  const rows: PathRow[] = [];
  const starts: DesignConstraint[] = [];
  boundary.forEach((condition, i) => {
    const moment = momentOf(condition);
    if (moment.kind === "end" || isPreference(condition.residual)) return;
    const isMoving = movesOf(setup, condition, { free, isSwitching });
    const demands = demandsOf(condition, model, `boundary[${i}]`);
    const { name, unit, when: given } = condition;
    const lasts = typeof given === "object" && "rests" in given ? restOf(given).lasts : 0;
    // in steps that get longer and shorter a time that stays is another part of one
    const going = div(sub(moment.from, frame.t), frame.h);
    // the step of a blow begins with the velocities of before
    const isTouch = !isCurved && has("touch", given);
    const inStep = isMoving ? [neg(going), sub(going, 1)] : [];
    const visit = (kind: Visit["kind"], asked: readonly Demand[]): void => {
      const [on, part] = [`looked at ${kind} ${name}`, `part of ${kind} ${name}`];
      visits.push({ condition: i, kind, moment, on, part, isFixed: moment.kind === "at" && !isMoving, lasts });
      const after = isMoving ? going : frame.inputs(part);
      const looked = kind === "point" || kind === "between" ? after : undefined;
      asked.forEach(({ residual, must }, row) => {
        const along = (at: Along): Expr => {
          const [g] = substituteAll([residual], statesBy(setup, at, looked, isTouch));
          const a = frame.inputs(on);
          // where it is not looked at, the slack of an inequality is one: inside
          return must === "be-zero" ? mul(a, g) : add(mul(a, g), sub(a, 1));
        };
        rows.push({
          name: `${name} (${kind} ${row + 1})`,
          unit,
          residual: along(onLine),
          must,
          isRough: true,
          along,
        });
      });
    };
    if (moment.kind !== "always") {
      const event = eventFormula(condition.when, model, `boundary[${i}].when`);
      const when: Demand[] = event === undefined ? [] : [{ residual: event, must: "be-zero" }];
      for (const residual of inStep) when.push({ residual, must: "not-exceed-zero" });
      visit("point", [...demands, ...when]);
      if (event !== undefined)
        visit("before", [{ residual: sub(isTouch ? apart : 0, event), must: "not-exceed-zero" }]);
      if (event !== undefined && lasts > 0) visit("after", [{ residual: event, must: "not-exceed-zero" }]);
      return;
    }
    visit("every", demands);
    if (isCurved || isSpan(moment) || demands.some(({ residual }) => bends(residual, model))) visit("between", demands);
    const start = demands.map(({ residual, ...one }) => ({ ...one, residual: atStart(residual, model) }));
    if (isFromStart(setup, moment) && leaves(Object.values(problem.start).filter(isExpr)).some(isOf(free)))
      start.forEach((one, row) => {
        starts.push({ ...one, name: `${name} (at the start ${row + 1})`, unit });
      });
  });
  const inputs = visits.flatMap(({ on, part }) => [on, part]);
  const choices = choicesOf(setup, visits);
  const made: Visits = {
    rows,
    starts,
    inputs,
    choices,
    times: new Map(),
    between: new Map(),
    numbers: (on) => numbersOf(visits, made, on),
  };
  return made;
}

const isOf =
  (names: readonly string[]) =>
  ({ name }: { readonly name: string }): boolean =>
    names.some((one) => parameter(one).name === name);

const isSpan = ({ from, to }: Moment): boolean => isExpr(from) || isExpr(to) || from > 0 || Number.isFinite(to);

/** True of a condition at a time that stays while the duration is found; other times go along with it, or there is none. */
function movesOf(
  setup: Setup,
  condition: BoundaryCondition,
  { free, isSwitching }: { readonly free: readonly string[]; readonly isSwitching: boolean },
): boolean {
  const moment = momentOf(condition);
  const { name } = condition;
  if (isSwitching && (moment.kind !== "always" || isSpan(moment)))
    throw new BadInput(
      "boundary",
      `Condition ${name} is asked at a time, and steps of free lengths have none before they are found: leave grid.switching out.`,
    );
  const { compiled, parameters } = setup;
  const times = [moment.from, moment.to].filter((x) => isExpr(x) || Number.isFinite(x));
  const follows = leaves(times.filter(isExpr)).find(
    (leaf) => leaf.name !== parameter(durationName).name && isOf(free)(leaf),
  );
  if (follows !== undefined)
    throw new BadInput("boundary", `Condition ${name}: its time follows ${follows.name}, which is to be found.`);
  if (!free.includes(durationName)) return false;
  const at = compiled.parameters.indexOf(durationName);
  const longer = parameters.slice();
  longer[at] *= 2;
  const isPart = (x: Scalar): boolean => {
    const [own, doubled] = [numberOf(setup, parameters, x), numberOf(setup, longer, x)];
    return Math.abs(doubled - 2 * own) <= nearest * Math.abs(own);
  };
  const isAll = times.every(isPart);
  if (!isAll && moment.kind !== "at")
    throw new BadInput(
      "boundary",
      `Condition ${name} is asked in a span of a motion whose duration is found: give its ends as parts of the parameter time.`,
    );
  return !isAll;
}

const numberOf = ({ compiled }: Setup, parameters: Float64Array, x: Scalar): number =>
  isExpr(x) ? evaluate(x, parameterAt(compiled, parameters)) : x;

/** States of a step on the straight line between its ends. */
const onLine: Along = (name, part) => {
  const [now, next] = [frame.now(name), frame.next(name)];
  return part === undefined ? next : add(now, mul(part, sub(next, now)));
};

/** States at the end, as the conditions have them, by those of a step; the first ones by what they begin with. */
function statesBy({ compiled }: Setup, at: Along, part: Expr | undefined, isTouch: boolean): Map<Expr, Expr> {
  const { model, problem } = compiled;
  return new Map(
    model.state.flatMap((state): [Expr, Expr][] => {
      const { name } = state;
      const given = problem.start[name];
      return [
        [last(name), isTouch && part !== undefined && isRate(state) ? frame.now(name) : at(name, part)],
        [first(name), isExpr(given) ? given : add(given)],
      ];
    }),
  );
}

const atStart = (residual: Expr, { state }: Model): Expr =>
  substituteAll([residual], new Map(state.map(({ name }) => [last(name), first(name)] as const)))[0];

/** True of a formula that is not linear in the states, which may be worst between two grid points. */
const bends = (residual: Expr, { state }: Model): boolean =>
  hessian(
    residual,
    state.map(({ name }) => last(name)),
  ).length > 0;

const wholeOf = ({ steps: { t, h } }: Setup): number => t[h.length];

const isFromStart = (setup: Setup, { from }: Moment): boolean => numberOf(setup, setup.parameters, from) <= 0;

/** A span in parts of the whole time. */
function partsOf(setup: Setup, { from, to }: Moment): [number, number] {
  const whole = wholeOf(setup);
  const part = (x: Scalar): number => Math.min(1, Math.max(0, numberOf(setup, setup.parameters, x) / whole));
  return [part(from), part(to)];
}

function choicesOf(setup: Setup, visits: readonly Visit[]): Choice[] {
  const choices = new Map<string, Choice>();
  for (const { kind, condition, moment, isFixed, lasts } of visits) {
    if (kind !== "point" || isFixed) continue;
    const label = labelOf(condition, moment);
    // of a time that stays the step is chosen in which it is
    const [from, end] = moment.kind === "at" ? [0, 1] : partsOf(setup, moment);
    const to = Math.max(from, Math.min(end, 1 - lasts / wholeOf(setup)));
    const known = choices.get(label);
    choices.set(label, { label, from: Math.max(from, known?.from ?? 0), to: Math.min(to, known?.to ?? 1) });
  }
  return [...choices.values()];
}

function numbersOf(visits: readonly Visit[], { times, between }: Visits, setup: Setup): Float64Array {
  const { t, h } = setup.steps;
  const count = h.length;
  const whole = wholeOf(setup);
  const all = new Float64Array(count * 2 * visits.length);
  visits.forEach(({ kind, condition, moment, isFixed, lasts }, v) => {
    const put = (k: number, part: number): void => {
      all[(k * visits.length + v) * 2] = 1;
      all[(k * visits.length + v) * 2 + 1] = part;
    };
    const [from, to] = partsOf(setup, moment);
    const time = isFixed ? from : times.get(labelOf(condition, moment));
    const end = (k: number): number => t[k + 1] / whole;
    for (let k = 0; k < count; k++) {
      const [begin, close] = [k === 0 ? 0 : end(k - 1), end(k)];
      const partAt = (x: number): number => Math.min(1, Math.max(0, (x - begin) / (close - begin)));
      if (kind === "point" && time !== undefined) {
        const isIn = (k === 0 || time > begin + nearest) && (time <= close + nearest || k === count - 1);
        if (isIn) put(k, partAt(time));
      }
      if (kind === "before" && time !== undefined && close < time - nearest && close >= from - nearest) put(k, 1);
      // up to the grid point at which it has lasted long enough
      if (kind === "after" && time !== undefined && close > time + nearest && begin < time + lasts / whole - nearest)
        put(k, 1);
      if (kind === "every" && close >= from - nearest && close <= to + nearest) put(k, 1);
      if (kind !== "between") continue;
      // a span that begins or ends inside a step is asked there
      const isBegun = from > begin + nearest && from < close - nearest;
      const isEnded = to > begin + nearest && to < close - nearest;
      const worst = between.get(condition)?.get(k);
      const part = worst ?? (isBegun ? partAt(from) : isEnded ? partAt(to) : undefined);
      if (part !== undefined) put(k, part);
    }
  });
  return all;
}
