import { anything, callable, count, fields, flag, isRecord, must, name, oneOf, recordOf } from "../mechanics/fields.js";

const common = {
  set: recordOf(anything),
  signal: must("an AbortSignal", (given) => isRecord(given) && "aborted" in (given as object)),
  onIteration: callable,
};

const run = fields(
  {},
  {
    ...common,
    guess: must("auto, line, zeros or a list of launch values", isGuess),
    strategy: oneOf(["auto", "global"]),
    search: fields(
      {},
      {
        all: flag,
        // numbers of a scan are checked with the range that they are for
        scan: fields({ name, from: anything, to: anything }),
        samples: anything,
        branch: name,
        from: must("a motion { t, columns }", isMotion),
        starts: count,
        seed: count,
      },
    ),
    resume: must("an unfinished march", isRecord),
  },
);

const design = fields(
  {},
  { ...common, search: fields({}, { starts: count, seed: count, evaluations: count, run: callable }) },
);

function isGuess(given: unknown): boolean {
  return Array.isArray(given) || ["auto", "line", "zeros"].includes(given as string);
}

function isMotion(given: unknown): boolean {
  const { t, columns } = (isRecord(given) ? given : {}) as { t?: unknown; columns?: unknown };
  return (Array.isArray(t) || t instanceof Float64Array) && isRecord(columns);
}

/**
 * What a caller says of `solve` and `simulate`: names that there are, each with what it may hold.
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
