import {
  anything,
  anyValue,
  type Checked,
  callable,
  count,
  either,
  fields,
  flag,
  isRecord,
  must,
  name,
  oneOf,
  recordOf,
} from "../../checks/fields.js";

const common = {
  set: recordOf(anything),
  signal: must("an AbortSignal", (given) => isRecord(given) && "aborted" in given),
  onIteration: callable,
  gridError: flag,
};

// numbers of a launch are checked with what they launch
const guess = either(
  Array.isArray,
  anyValue<readonly number[]>(),
  either(
    isRecord,
    anyValue<Readonly<Record<string, number>>>(),
    must<"auto" | "line" | "zeros">("auto, line, zeros, or launch values by their names or in a list", (given) =>
      ["auto", "line", "zeros"].includes(given as string),
    ),
  ),
);

const strategy = oneOf(["auto", "shoot", "global"]);

/**
 * The source of the first guess: declared start values, a straight line to the target, zeros, or given launch values: in a
 * record by name, those that are left out as declared, or all of them in a list in declared order.
 */
export type Guess = Checked<typeof guess>;

/** The same with launch values in declared order only. */
export type ListedGuess = "auto" | "line" | "zeros" | readonly number[];

/** `auto` simulates and shoots before the global Newton, and looks elsewhere where that fails; `shoot` ends with shooting, `global` leaves it out. */
export type Strategy = Checked<typeof strategy>;

/** Fields of a search for launches. */
export const launchSearch = {
  /** All launches instead of the nearest one. */
  all: flag,
  /** The freed parameter that is scanned, and between which values; its declared range, the last one freed, if left out. */
  scan: fields({
    name,
    // numbers of a scan are checked with the range that they are for
    from: anyValue<number>(),
    to: anyValue<number>(),
  }),
  /** Samples of the scan. */
  samples: anyValue<number>(),
  /** A contact sequence such as "flight, impact, flight", or a count such as "one impact": only such launches. */
  branch: name,
};

/** Fields of a search for optimal motions. */
export const optimalSearch = {
  /** Starts from this motion alone: found before, drawn or recorded, on any grid. */
  from: must<PlannedMotion>("a motion { t, columns }", isMotion),
  /** Searches: from the declared guess and from what gradients make of it, then from random controls. */
  starts: count,
  seed: count,
};

/** Fields of a search for designs. */
export const designSearch = {
  /** Searches from different designs: the declared one, then others spread over the box. */
  starts: count,
  /** Which of the spreads. */
  seed: count,
  /** Most evaluations of one start: designs that are simulated in all scenarios. */
  evaluations: count,
  /** Of an objective that is a probability: draws by which the choice is made. */
  samples: count,
};

const run = fields(
  {},
  {
    ...common,
    guess,
    strategy,
    search: fields({}, { ...launchSearch, ...optimalSearch, survey: callable }),
    resume: must("an unfinished march", isRecord),
  },
);

const design = fields({}, { ...common, search: fields({}, { ...designSearch, run: callable }) });

const predict = fields(
  { over: recordOf(anything) },
  {
    set: common.set,
    signal: common.signal,
    correlation: recordOf(recordOf(must<number>("a number", (given) => Number.isFinite(given)))),
    samples: count,
    seed: count,
    verb: oneOf(["solve", "simulate"]),
  },
);

/**
 * The same of `predict`.
 * @throws {BadInput} naming the option.
 */
export function checkPredictOptions(given: unknown): void {
  predict(given, "");
}

export interface PlannedMotion {
  readonly t: Float64Array;
  readonly columns: Readonly<Record<string, Float64Array>>;
}

function isMotion(given: unknown): boolean {
  const { t, columns } = isRecord(given) ? given : {};
  return (Array.isArray(t) || t instanceof Float64Array) && isRecord(columns);
}

/**
 * The options that a caller says of `solve` and `simulate`: names that there are, each with what it may hold.
 * @throws {BadInput} naming the option.
 */
export function checkRunOptions(given: unknown): void {
  run(given, "");
}

/**
 * The same of `design`.
 * @throws {BadInput} naming the option.
 */
export function checkDesignOptions(given: unknown): void {
  design(given, "");
}
