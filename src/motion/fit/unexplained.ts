import { folded, sentences } from "../../checks/words.js";
import { clockOf } from "./clock.js";
import { type Explained, measuredIn } from "./motions.js";
import type { Question } from "./question.js";
import { type Found, ownOf } from "./search.js";
import type { Estimate, Statistics } from "./statistics.js";

/** Squares beyond so many times those of the declared noise are no noise, */
const noisy = 25;
/** and beyond this part of those about the mean of each column they explain next to nothing: half of the spread. */
const spread = 0.25;
/** Beyond so many times they explain nothing of what was measured so well, whatever they explain of the spread: thirty times the noise. */
const mostNoisy = 900;

/**
 * A sentence on recordings that a fit does not explain: what is left of them is far more than the declared noise and half as large as they
 * spread about their own means, or thirty times the noise. Undefined where there is none.
 */
export function unexplained(question: Question, motions: readonly Explained[], { at }: Found): string | undefined {
  const names = Object.keys(question.fitting.measured);
  const told = motions.flatMap(({ recording, rows: { asked } }, r) => {
    const { values, weights } = at.rows[r];
    const columns = values.length / asked.length;
    const measured = measuredIn(question, recording);
    const left = new Float64Array(columns);
    let own = 0;
    for (let c = 0; c < columns; c++) {
      const places = asked.map((_, k) => k * columns + c);
      const heard = (i: number): number =>
        measured.values[asked[Math.floor(i / columns)] * columns + c] * measured.weights[c];
      const whole = places.reduce((sum, i) => sum + weights[i], 0);
      const mean = places.reduce((sum, i) => sum + weights[i] * heard(i), 0) / whole;
      for (const i of places) {
        left[c] += weights[i] * values[i] ** 2;
        own += weights[i] * (heard(i) - mean) ** 2;
      }
    }
    const all = left.reduce((sum, one) => sum + one, 0);
    const isFar = all > mostNoisy * values.length;
    if (!isFar && !(all > noisy * values.length && all > spread * own)) return [];
    const size = (sum: number): string => Math.sqrt(sum / values.length).toPrecision(2);
    const among = columns > 1 ? `, most of it in column ${names[left.indexOf(Math.max(...left))]}` : "";
    return [
      { isFar, text: `${recording.name} (${size(all)} times the noise, where it spreads by ${size(own)}${among})` },
    ];
  });
  if (told.length === 0) return undefined;
  const sentence = `No motion near these estimates explains ${folded(
    told.map(({ text }) => text),
    3,
  )} (this is no proof).`;
  return told.some(({ isFar }) => isFar)
    ? sentences(sentence, "Look at units, at the noise that was declared, and at what the model leaves out.")
    : sentence;
}

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
