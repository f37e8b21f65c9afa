import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { compile } from "../../expr/compile.js";
import { add, div, type Expr, max, mul, neg, norm, type Scalar, sub, substituteAll } from "../../expr/expr.js";
import { first, last, type Model, parameter } from "../../mechanics/model.js";
import { type MpccState, mpccSolver } from "../../solve/mpcc/mpcc.js";
import { type Setup, setUp, withSteps } from "../compile/setup.js";
import { optimalForms } from "../optimal/forms.js";
import { between, stepAt } from "../optimal/guesses.js";
import { type OptimalProgram, optimalProgram } from "../optimal/program.js";
import { optimalTask } from "../optimal/task.js";
import type { Steps } from "../problem/grid.js";
import { objectiveOf, writeValues } from "../problem/objective.js";
import type { Settings } from "../problem/parameters.js";
import type { DesignConstraint, Parameter, Problem } from "../problem/problem.js";
import type { Reference } from "./reference.js";

/** A measurement: the time since the motion began [s], and the states by name. */
export interface Measurement {
  readonly time: number;
  readonly state: Readonly<Record<string, number>>;
}

/** How far a controller looks ahead: a number of steps and their greatest length [s]. */
export interface Horizon {
  readonly steps: number;
  readonly h: number;
}

/** The next steps of a motion as a program, with the memory of its optimiser. */
export interface Window {
  setup: Setup;
  readonly program: OptimalProgram;
  memory: MpccState | undefined;
}

/** The windows of a motion, one program for each number of steps. */
export interface Windows {
  readonly model: Model;
  /** Rows of a step. */
  readonly rows: number;
  /** Makes the programs that a motion needs. */
  prepare(): Stepwise<void>;
  /** The window that begins where and when was measured. */
  begin(now: Measurement, reference: Reference): Window;
  /** Holds its first inputs within the rates of their controls, `passed` seconds after others. */
  keepRates(window: Window, before: Readonly<Record<string, number>>, passed: number): void;
}

/** A violation of so much [its unit] costs as much again for every unit more; one of more than `far` no more. */
const soft = 1e-4;
const far = 1e-2;

/** Names of the parameters by which a controller tells its problems what it has measured and what it wants. */
export const measuredName = (state: string): string => `mpc.measured.${state}`;

/** 1 where the window reaches the end of the motion, else 0. */
const final = "mpc.final";
/** The state that the window should end in, the price of moving away from there, and how fast that grows. */
const target = (state: string): string => `mpc.state.${state}.target`;
const statePrice = (state: string): string => `mpc.state.${state}.price`;
const stateWeight = (state: string): string => `mpc.state.${state}.weight`;
/** The same of a condition on the end of the motion. */
const endPrice = (condition: string): string => `mpc.end.${condition}.price`;
const endWeight = (condition: string): string => `mpc.end.${condition}.weight`;

const number = (value: Scalar | string): Parameter => ({ value, unit: "", meaning: "set by the controller" });

const measuredStates = ({ start }: Problem): Record<string, Parameter> =>
  Object.fromEntries(Object.entries(start).map(([name, value]) => [measuredName(name), number(value)]));

/** The problem from a state that was measured. */
export function startingAnywhere(problem: Problem, grid: Problem["grid"]): Problem {
  return {
    ...problem,
    parameters: { ...problem.parameters, ...measuredStates(problem) },
    start: Object.fromEntries(Object.keys(problem.start).map((name) => [name, parameter(measuredName(name))])),
    grid,
  };
}

/**
 * The problem of one window. It has no conditions on its end, which might not be met any more, but their cost: at the
 * end of the motion the augmented Lagrangian of the conditions with the multipliers y of the reference,
 *
 *     φ + Σ y c + w q(c),     with max(c, −y/w) for c where it must not exceed zero;
 *
 * before it the reference's cost of what is to come, to second order in the state x and with its costate p,
 *
 *     Σ p (x − x_ref) + w q(x − x_ref),        q(c) = d² (√(1 + (c/d)²) − 1),
 *
 * where q is ½ c² up to about d and then straight, so that prices stay within a hundred times the dearest where nothing
 * can be met any more. Both leave a motion that follows the reference optimal as it is.
 */
function windowProblem(problem: Problem, grid: Problem["grid"]): Problem {
  const { start } = problem;
  const { cost = 0, constraints = [], ...rest } = objectiveOf(problem);
  const [phi, ...residuals] = substituteAll(
    writeValues(problem, [add(cost, 0), ...constraints.map(({ residual }) => residual)]),
    // the start of a window is not that of the motion
    new Map(Object.entries(start).map(([name, value]) => [first(name), add(value, 0)])),
  );
  const atTheEnd = add(phi, ...constraints.map((condition, i) => penalty(condition, residuals[i])));
  const states = Object.keys(start);
  const before = states.map((name) => {
    const away = sub(last(name), parameter(target(name)));
    return add(mul(parameter(statePrice(name)), away), mul(parameter(stateWeight(name)), huber(away)));
  });
  const told = [
    final,
    ...states.flatMap((name) => [target(name), statePrice(name), stateWeight(name)]),
    ...constraints.flatMap(({ name }) => [endPrice(name), endWeight(name)]),
  ];
  const anywhere = startingAnywhere(problem, grid);
  return {
    ...anywhere,
    parameters: { ...anywhere.parameters, ...Object.fromEntries(told.map((name) => [name, number(1)])) },
    objective: { ...rest, cost: add(mul(parameter(final), atTheEnd), ...before), constraints: [] },
  };
}

function penalty({ name, must }: DesignConstraint, c: Expr): Expr {
  const [y, w] = [parameter(endPrice(name)), parameter(endWeight(name))];
  const violation = must === "be-zero" ? c : max(c, neg(div(y, w)));
  return add(mul(y, violation), mul(w, huber(violation)));
}

const huber = (c: Expr): Expr => mul(far ** 2, sub(norm(1, div(c, far)), 1));
/** A first step that would be a smaller part of a step than this takes the next one with it. */
const sliver = 0.1;

/**
 * Steps from a time on, their ends on a fixed grid of `count` steps until T, so that a contact that changes on a grid
 * point goes on doing so there. Where fewer than `most` steps of it are left, the grid has halves, quarters and so on.
 */
export function stepsFrom(time: number, end: number, count: number, most: number): Steps {
  let [cells, from, left] = [count, 0, 0];
  for (let next = count; ; next *= 2) {
    const first = Math.min(next, Math.ceil((time / end) * next + sliver));
    const steps = next - first + 1;
    if (next > count && steps > most) break;
    [cells, from, left] = [next, first, Math.min(most, steps)];
  }
  const t = Float64Array.from({ length: left + 1 }, (_, k) => (k === 0 ? time : ((from + k - 1) / cells) * end));
  return { t, h: t.slice(1).map((next, k) => next - t[k]) };
}

/** The own grid of a problem, the number of steps of the grid that windows lie on, and the most of one window. */
interface WindowGrid {
  readonly own: Steps;
  readonly whole: number;
  readonly most: number;
}

/** The windows of a problem. */
export function windowsOf(problem: Problem, set: Settings, { own, whole, most }: WindowGrid): Windows {
  const end = own.t[own.h.length];
  const made = setUp(windowProblem(problem, { steps: most, h: end / whole }), set);
  const { model, parameters: names } = made.compiled;
  const asked = optimalTask(made);
  const forms = finish(optimalForms(made.compiled, asked));
  const states = model.state.map(({ name }) => name);
  const conditions = objectiveOf(problem).constraints ?? [];
  const rated = Object.entries(asked.controls).flatMap(([name, { rate }]) =>
    rate === undefined
      ? []
      : [
          {
            name,
            rate: add(rate, 0),
            at: states.length + asked.step.unknowns.findIndex((unknown) => unknown.name === name),
          },
        ],
  );
  const rates = compile(
    names.map(parameter),
    rated.map(({ rate }) => rate),
  );
  const windows = new Map<number, Window>();

  function window(steps: Steps): Window {
    const count = steps.h.length;
    const known = windows.get(count);
    if (known !== undefined) return known;
    const setup = withSteps(made, steps);
    const program = optimalProgram(setup, asked, forms);
    const window = {
      setup,
      program,
      memory: mpccSolver().init(program.program, new Float64Array(program.program.lower.length)),
    };
    windows.set(count, window);
    return window;
  }

  function* prepare(): Stepwise<void> {
    for (let k = 0; k < whole; k++) {
      window(stepsFrom((k * end) / whole, end, whole, most));
      yield;
    }
  }

  function begin({ time, state }: Measurement, { plan: { t: points, path }, costates, prices }: Reference): Window {
    const steps = stepsFrom(time, end, whole, most);
    const until = steps.t[steps.h.length];
    const last = until === end;
    const values: Record<string, number> = { [final]: last ? 1 : 0 };
    const wanted = between(points, path.states, states.length, until);
    const price = between(points.subarray(0, -1), costates, states.length, until);
    states.forEach((name, i) => {
      const dearest = largest(costates.filter((_, at) => at % states.length === i));
      values[measuredName(name)] = state[name];
      values[target(name)] = wanted[i];
      values[statePrice(name)] = last ? 0 : price[i];
      values[stateWeight(name)] = last ? 0 : dearest / soft;
    });
    conditions.forEach(({ name }, i) => {
      values[endPrice(name)] = prices[i];
      values[endWeight(name)] = Math.max(1, largest(prices)) / soft;
    });
    // schedules of other inputs go by the steps of the problem's own grid
    const declared = Int32Array.from(steps.h, (h, k) => 1 + stepAt(own.t, steps.t[k] + 0.5 * h));
    const parameters = made.parameters.map((value, i) => values[names[i]] ?? value);
    const found = window(steps);
    found.setup = withSteps({ ...made, parameters }, { ...steps, declared });
    found.program.setNumbers(found.setup);
    return found;
  }

  function keepRates({ program: { program } }: Window, before: Readonly<Record<string, number>>, passed: number): void {
    const { lower, upper } = program;
    const most = new Float64Array(rated.length);
    rates.run(made.parameters, most);
    rated.forEach(({ name, at }, j) => {
      lower[at] = Math.max(lower[at], before[name] - most[j] * passed);
      upper[at] = Math.min(upper[at], before[name] + most[j] * passed);
    });
  }

  return { model, rows: asked.step.rows.length, prepare, begin, keepRates };
}

const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
