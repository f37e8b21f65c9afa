/**
 * A motion to be found, as people state it: its parameters, inputs, grid, conditions, objective and values, and every
 * check at the door. Nothing here is compiled or solved; parameters, grids and shapes of controls can be changed without
 * reading further.
 *
 * @module motion/problem
 */
import { BadInput } from "../../checks/bad-input.js";
import {
  admit,
  anything,
  anyValue,
  type Check,
  type Checked,
  count,
  either,
  fields,
  formula,
  has,
  isRecord,
  limit,
  listOf,
  must,
  name,
  oneOf,
  positive,
  recordByName,
  recordOf,
  scalar,
  text,
} from "../../checks/fields.js";
import { inWords } from "../../checks/words.js";
import { isExpr, type Scalar } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import { condition, ofBody } from "./condition.js";
import { distribution } from "./distribution.js";

export type { BoundaryCondition } from "./condition.js";
export { BadInput };

const about = { unit: text, meaning: text };

const parameterFields = fields(
  { ...about, value: anyValue<Scalar | string>() },
  {
    /** Smallest and largest allowed value; `above` excludes its own value. */
    min: limit,
    max: limit,
    above: limit,
    choices: must<readonly string[]>(
      "a list of names",
      (given) =>
        Array.isArray(given) && given.length > 0 && Array.from(given).every((word) => typeof word === "string"),
    ),
  },
);

/** A parameter whose range holds some number; its value is checked with what is set. */
const parameter: Check<Parameter> = (given, at) => {
  const {
    min = Number.NEGATIVE_INFINITY,
    above = min,
    max = Number.POSITIVE_INFINITY,
  } = admit(parameterFields, given, at);
  if (min > max || above > max)
    throw new BadInput(at, `${at} leaves no room: its smallest value is ${Math.max(min, above)}, its largest ${max}.`);
};

const grid = fields(
  {},
  {
    steps: count,
    h: positive,
    end: positive,
    refine: fields({ at: oneOf(["impacts"]), tolerance: positive }),
    /** `exact` where `end` stands alone, else `euler`; `exact` takes of the grid its end only. */
    method: oneOf(["euler", "exact"]),
    /** The default of `grid.accuracy`. */
    accuracy: positive,
  },
);

const reduction = fields(
  {
    reduce: oneOf([
      "maximum",
      "minimum",
      "sum",
      "first-positive-step",
      "first-positive-time",
      "rises",
      "period",
      "peak",
    ]),
    column: name,
  },
  /** Of `peak`: which one, the first where left out. */
  { number: count },
);

const value = fields({
  ...about,
  of: either(
    isExpr,
    formula,
    either(
      (given) => has("timeOf", given),
      fields({ timeOf: name }),
      either(isRecord, reduction, must<never>("a formula or a reduction { reduce, column }", isRecord)),
    ),
  ),
});

const control = fields(about, {
  min: scalar,
  max: scalar,
  rate: scalar,
  guess: scalar,
  /** Free in every step unless it keeps its value over so many steps, or is a cubic B-spline of so many coefficients. */
  shape: either((given) => has("every", given), fields({ every: count }), fields({ coefficients: count })),
});

const input = either(
  isExpr,
  formula,
  either(isRecord, control, must<never>("a formula or a control { unit, meaning, … }", isRecord)),
);

const constraint = fields({ name, unit: text, residual: formula, must: oneOf(["be-zero", "not-exceed-zero"]) }, ofBody);

const objective = fields(
  { vary: listOf(name) },
  {
    /** Not needed where an optimal motion has a `stage`. */
    cost: formula,
    constraints: listOf(constraint),
    scenarios: listOf(
      recordOf(must<number | string>("a number or a text", (x) => typeof x === "number" || typeof x === "string")),
    ),
    /**
     * Of scenarios, the worst or the mean; or what scatters, by parameters: then a design maximises the probability that all
     * conditions of `boundary` are met, and has no cost.
     */
    over: either(isRecord, recordOf(distribution), oneOf(["worst", "mean"])),
    /** SLSQP unless another method is named. */
    method: name,
    /** Cost of one step of an optimal motion, summed over all: a formula of `next.*`, `inside.*`, `inputs.*` and `h`. */
    stage: formula,
    /**
     * Conditions on every step of an optimal motion, of the same leaves; one times an input `atTime` (see `inputs.ts`) is a
     * way point. Inputs that only stage and path use need not be inputs of the model.
     */
    path: listOf(constraint),
  },
);

/** A start value is known by its state, here as where its formula gives no finite number. */
const start: Check<Readonly<Record<string, Scalar>>> = (given, at) => {
  for (const [state, one] of Object.entries(admit(recordOf(anything), given, at)))
    if (!isExpr(one) && !Number.isFinite(one))
      throw new BadInput(
        state,
        `The start value of ${state} must be a finite number or a formula, it is ${inWords(one)}.`,
      );
};

/** The fields of a problem. */
export const problem = fields(
  {
    name,
    title: text,
    model: must<Model | ((choice: (parameter: string) => string) => Model)>(
      "a model, or a function that makes one",
      (x) => typeof x === "function" || isRecord(x),
    ),
    parameters: recordByName(parameter),
    start,
    grid,
    values: recordByName(value),
  },
  { inputs: recordByName(input), boundary: listOf(condition), objective },
);

/** A declared parameter: its default (a number, a formula of other parameters, or one of `choices`), unit and range. */
export interface Parameter extends Checked<typeof parameterFields> {}

/**
 * `steps` equal steps of `h` seconds, or one of both with the `end`, as declared; `grid.steps`, `grid.h` and `grid.end` = h·steps
 * override it. `{ end }` alone asks for the motion itself, to an `accuracy` (10⁻⁴ where left out), by the method exact. Where
 * the problem has a parameter `time`, that is the duration, h = time/steps, and `h` here is not used. With
 * `refine`, steps are halved, in contact much shorter than in flight, until the freed values move by less than the
 * tolerance (`grid.tolerance`, relative to values above one): backward Euler damps a contact of stiffness K by K·h.
 */
export interface TimeGrid extends Checked<typeof grid> {}

/**
 * A number taken from a whole column of the trajectory: its extreme, its sum, the 1-based step where it first exceeds
 * zero, the time at which it does [s], on a straight line from the grid point before, how often it rises above zero after the
 * start, its local maximum of a number (`peak`, on the parabola through it and its neighbours), or its period: the mean time
 * between two rises [s], on straight lines between grid points, null where it rises less than twice.
 */
export interface Reduction extends Checked<typeof reduction> {}

/**
 * A named result: a formula of `first.*`, `last.*` and `parameters.*`, a reduction of the trajectory, or the time [s] at which
 * a condition of some time holds (`timeOf`), null where it does not.
 */
export interface Value extends Checked<typeof value> {}

/**
 * An input that the solver chooses, step by step: a force, a torque, the velocity of a finger. Bounds, largest rate of
 * change per second and first guess are numbers or formulas of parameters; the guess may use `step` and `t` too.
 */
export interface Control extends Checked<typeof control> {}

/** A condition on a design: its residual must be zero, or at most zero. */
export interface DesignConstraint extends Checked<typeof constraint> {}

/**
 * The cost that a design minimises by varying parameters that have a smallest and a largest value, or an optimal motion by
 * varying controls too. Cost and constraints are formulas of `first.*`, `last.*`, `parameters.*` and `values.*`, the
 * declared values by name. With scenarios (settings of parameters, one motion each) constraints hold in every one, and
 * the cost is that of the worst or their mean. What should hold only nearly is a penalty: a term of the cost. Where `over`
 * names distributions of parameters there is no cost: what is varied is chosen so that the conditions of the problem are met
 * with the largest probability.
 */
export interface Objective extends Checked<typeof objective> {}

/**
 * A motion to be found: a model with parameters, where it starts, on which time grid, what must hold at the ends, and
 * which values people ask for. `model` is a function where a parameter with `choices` decides the form of the rows.
 * `inputs` are formulas of parameters and of the leaves of `inputs.ts`: number, start and end of the
 * step.
 */
export interface Problem extends Checked<typeof problem> {}

const expectedValue = fields({
  name,
  value: must<number | string | null>(
    "a number, a status or null",
    (given) => given === null || typeof given === "string" || Number.isFinite(given),
  ),
  tolerance: limit,
  source: text,
});

const expected = fields({ verb: oneOf(["solve", "simulate", "design"]), values: listOf(expectedValue) });

/** Values that a problem should give, from whom, and the verb that gives them. */
export interface Expected extends Checked<typeof expected> {}

/** One published or independently computed value; `value` a string names a status, null a value that does not exist. */
export interface ExpectedValue extends Checked<typeof expectedValue> {}

/**
 * The check of the values that a problem should give.
 * @throws {BadInput} naming the field.
 */
export function checkExpected(given: unknown): asserts given is Expected {
  expected(given, "expected");
}

/**
 * One of several methods by which the same motion is computed: what people call it, the problem that has it, and the
 * settings that choose it there. Reports put the methods beside each other.
 */
export interface Method {
  readonly method: string;
  readonly problem: string;
  readonly set?: Readonly<Record<string, number | string>>;
}
