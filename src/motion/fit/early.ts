import { folded } from "../../checks/words.js";
import { clockOf } from "./clock.js";
import type { Explained } from "./motions.js";
import type { Question } from "./question.js";
import { type Found, ownOf } from "./search.js";
import type { Estimate, Statistics } from "./statistics.js";

/** A motion begins so many standard deviations of its clock behind a row at most, and this part of its recording, to be one from there. */
const [usual, part] = [1.959963984540054, 0.1];

/**
 * Statistics of recordings that begin before their motions do, by more than the clock is uncertain: a straight line stands for what was
 * before, and nothing of what was found with it is claimed to be known.
 */
export function withoutEarly(
  question: Question,
  motions: readonly Explained[],
  { x }: Found,
  told: Statistics,
): Statistics {
  const { shared, each } = question;
  const clock = (of: Question["shared"]): number => of.findIndex(({ name }) => name === "clock.offset");
  const own = (r: number): number => shared.length + r * each.length;
  const early = motions.map(({ setup, recording: { t }, rows: { asked } }, r) => {
    const at = clock(each) >= 0 ? own(r) + clock(each) : clock(shared);
    if (at < 0) return 0;
    const parameters = setup.parameters.slice();
    ownOf(question, x, r).forEach((value, i) => {
      parameters[setup.compiled.freed[i]] = value;
    });
    const times = clockOf(setup).times(parameters, t);
    const [first, last] = [asked[0], asked[asked.length - 1]];
    const isNear = -times[first] <= Math.min(usual * told.estimates[at].deviation, part * (times[last] - times[first]));
    return isNear ? 0 : asked.filter((row) => times[row] < 0).length;
  });
  if (early.every((rows) => rows === 0)) return told;
  const unknown = (one: Estimate): Estimate => ({ ...one, deviation: Number.NaN, interval: [Number.NaN, Number.NaN] });
  const isOpen = (i: number): boolean => i < shared.length || early[Math.floor((i - shared.length) / each.length)] > 0;
  const names = motions.flatMap(({ recording: { name } }, r) =>
    early[r] > 0 ? [`${name} by ${early[r]} ${early[r] === 1 ? "row" : "rows"}`] : [],
  );
  const note = `Recordings begin before their motions (${folded(names, 3)}), which tell nothing of that: leave those rows out, or give clock.offset a min of 0.`;
  return {
    ...told,
    estimates: told.estimates.map((one, i) => (isOpen(i) ? unknown(one) : one)),
    notes: [note, ...told.notes],
  };
}
