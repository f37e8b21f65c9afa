import { ARITHMETIC, apply } from "./arithmetic.js";
import { lengthsNeeded, type Run } from "./interpret.js";
import type { Schedule } from "./schedule.js";

/**
 * From so many operations on, level by level costs less than generated code, which runs thirty times slower until an engine
 * has optimised it, and that takes it seconds for so much: after some ten thousand runs both have cost the same.
 */
export const operationsByLevels = 5000;
/** And after as many runs more is to come, mostly: code is generated then. */
const manyRuns = 10_000;

/** Operations of one kind that need no result of each other: their values stand side by side from `to` on. */
interface Group {
  readonly op: (typeof ARITHMETIC)[number];
  readonly code: number;
  readonly to: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly third: Int32Array;
}

/**
 * Runs the schedule level by level: an operation is one level above the highest of its arguments, and those of a level with
 * the same code are one short loop. The arithmetic is that of the other kernels, bit for bit, in another order. After many runs it is
 * the generated one that `further` makes, where that is allowed.
 */
export function byLevels(plan: Schedule, split: number, further: () => Run): Run {
  const { inputs, constants, outputs } = plan;
  const start = inputs + constants.length;
  const { groups, places } = grouped(plan);
  const work = new Float64Array(start + plan.operations.length / 4);
  work.set(constants, inputs);
  const from = outputs.map((slot) => places[slot]);
  const needed = lengthsNeeded(plan, split);
  const seconds = outputs.length - split;
  let runs = 0;
  let own: Run | undefined;
  return (input, first, second) => {
    if (++runs === manyRuns) own = further();
    if (own) return own(input, first, second);
    if (input.length < inputs || first.length < split || (seconds > 0 && second.length < seconds))
      throw new RangeError(needed);
    for (let k = 0; k < inputs; k++) work[k] = input[k];
    for (const group of groups) run(work, group);
    for (let k = 0; k < split; k++) first[k] = work[from[k]];
    for (let k = split; k < from.length; k++) second[k - split] = work[from[k]];
  };
}

/** The groups in the order in which they can be run, and the place of each slot among the numbers. */
function grouped({ inputs, constants, operations }: Schedule): { groups: Group[]; places: Int32Array } {
  const start = inputs + constants.length;
  const count = operations.length / 4;
  const level = new Int32Array(start + count);
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [operations[4 * i + 1], operations[4 * i + 2], operations[4 * i + 3]];
    level[start + i] = 1 + Math.max(level[a], level[b], level[c]);
    keys[i] = level[start + i] * ARITHMETIC.length + operations[4 * i];
  }
  const order = Int32Array.from(keys, (_, i) => i).sort((i, j) => keys[i] - keys[j] || i - j);
  const places = Int32Array.from(level, (_, slot) => slot);
  order.forEach((i, at) => {
    places[start + i] = start + at;
  });
  const groups: Group[] = [];
  for (let at = 0; at < count; ) {
    let end = at;
    while (end < count && keys[order[end]] === keys[order[at]]) end++;
    const members = order.subarray(at, end);
    const argument = (k: number): Int32Array => members.map((i) => places[operations[4 * i + k]]);
    const code = operations[4 * order[at]];
    groups.push({
      op: ARITHMETIC[code],
      code,
      to: start + at,
      first: argument(1),
      second: argument(2),
      third: argument(3),
    });
    at = end;
  }
  return { groups, places };
}

function run(w: Float64Array, { op, code, to, first: a, second: b, third: c }: Group): void {
  const n = a.length;
  switch (op) {
    case "add":
      for (let i = 0; i < n; i++) w[to + i] = w[a[i]] + w[b[i]];
      return;
    case "sub":
      for (let i = 0; i < n; i++) w[to + i] = w[a[i]] - w[b[i]];
      return;
    case "mul":
      for (let i = 0; i < n; i++) w[to + i] = w[a[i]] * w[b[i]];
      return;
    case "div":
      for (let i = 0; i < n; i++) w[to + i] = w[a[i]] / w[b[i]];
      return;
    case "neg":
      for (let i = 0; i < n; i++) w[to + i] = -w[a[i]];
      return;
    case "select":
      for (let i = 0; i < n; i++) w[to + i] = w[a[i]] >= 0 ? w[b[i]] : w[c[i]];
      return;
    default:
      for (let i = 0; i < n; i++) w[to + i] = apply(code, w[a[i]], w[b[i]], w[c[i]]);
  }
}
