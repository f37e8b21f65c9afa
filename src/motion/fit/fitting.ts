import {
  type Checked,
  count,
  either,
  fields,
  formula,
  limit,
  listOf,
  must,
  name,
  positive,
  recordOf,
} from "../../checks/fields.js";
import { observed } from "./columns/observed.js";

/** A measurement of a column: a formula of `last.*` and `parameters.*`, and the standard deviation of one measurement. */
const measured = fields({ of: formula, noise: positive }, { unitsPerMeasured: positive });

const namedText = must<string>("a unit", (given) => typeof given === "string" && given !== "");

const unknown = fields(
  {},
  {
    /** The search begins here: a number, or the column whose first measurement it is; the parameter's default where left out. */
    guess: either((given) => typeof given === "string", name, limit),
    /** Knowledge from before: a mean and its standard deviation. */
    prior: fields({ mean: limit, deviation: positive }),
    /** Looked for in this part of the declared range only. */
    min: limit,
    max: limit,
    /** Asked only where each of these parameters with choices has one of these: a law's own numbers. */
    when: recordOf(listOf(name)),
  },
);

const row = must<number>("a whole number", Number.isInteger);

const loss = fields({
  kind: must<"huber" | "cauchy">("huber or cauchy", (x) => x === "huber" || x === "cauchy"),
  width: positive,
});

/** The fields of a question to recordings. */
export const fitting = fields(
  {
    measured: recordOf(measured),
    /** Parameters that are the same in all recordings. */
    shared: recordOf(unknown),
  },
  {
    /** Parameters that every recording has for itself, such as those of its launch. */
    each: recordOf(unknown),
    /** Parameters that are known from the first measurement of a column. */
    given: recordOf(name),
    /** Columns that change their sign together without a meaning: the entries of a quaternion. */
    signs: listOf(listOf(name)),
    /** Columns that are measurements of a body: its position, orientation, velocity, spin. */
    observed: listOf(observed),
    /**
     * Units of columns, such as "mm", "deg/s": their numbers are converted to those of the formula or parameter that they are
     * measurements of. The noise of such a column is in its unit.
     */
    units: recordOf(namedText),
    /**
     * Pieces of a recording that begin anywhere and are tied to one another more and more, before one shot explains it all: where
     * left out, 12 where one shot leads nowhere.
     */
    shots: count,
    /** Rows a second of recordings that have no times. */
    rate: positive,
    /** The column of times, `t` where left out. */
    time: name,
    /**
     * Rows are asked until so many after that of the first contact, as the first guess has it (below zero: before it), or
     * only those of a list: one contact after another forgets the launch.
     */
    rowsAfterTouch: either(Array.isArray, listOf(row), row),
    /** Rows after that of the first contact at which the fitted motion is compared with the recording, asked or not. */
    predicts: listOf(count),
    /**
     * Of recordings that are held back: what is their own is found from rows until so many after that of the first contact, and
     * all other rows are foretold. Below zero nothing behind a contact is known of them.
     */
    heldRowsAfterTouch: row,
    /** Misses by name: the length of the differences of some columns, times a factor that gives its unit. */
    misses: recordOf(fields({ columns: listOf(name), unit: name }, { times: positive })),
    /** Residuals beyond `width` standard deviations count less: linearly, or as those of a Cauchy distribution. */
    loss,
  },
);

/**
 * The question to recordings: which formula of the motion each of their columns measures and how well, which parameters are
 * unknown for all of them, and which for each.
 */
export interface Fitting extends Checked<typeof fitting> {}

/** Some columns as measurements of a body, in the order in which a recording has them. */
export type Observed = NonNullable<Fitting["observed"]>[number];

/**
 * The check of what a file asks of recordings.
 * @throws {BadInput} naming the field.
 */
export function checkFitting(given: unknown): asserts given is Fitting {
  fitting(given, "fit");
}

/** One recorded motion: the times of its rows [s], growing, and columns of numbers as long. */
export interface Recording {
  readonly name: string;
  readonly t: Float64Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
}
