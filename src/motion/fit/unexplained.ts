import { folded } from "../../checks/words.js";
import { type Explained, measuredIn } from "./motions.js";
import type { Question } from "./question.js";
import type { Found } from "./search.js";

/** Squares beyond so many times those of the declared noise are no noise, */
const noisy = 25;
/** and beyond this part of those about the mean of each column they explain next to nothing: half of the spread. */
const spread = 0.25;

/**
 * A sentence on recordings of which a fit explains nothing: what is left of them is far more than the declared noise, and half as large
 * as they spread about their own means, or larger. Undefined where there is none.
 */
export function unexplained(question: Question, motions: readonly Explained[], { at }: Found): string | undefined {
  const told = motions.flatMap(({ recording, rows: { asked } }, r) => {
    const { values, weights } = at.rows[r];
    const columns = values.length / asked.length;
    const measured = measuredIn(question, recording);
    let [left, own] = [0, 0];
    for (let c = 0; c < columns; c++) {
      const places = asked.map((_, k) => k * columns + c);
      const heard = (i: number): number =>
        measured.values[asked[Math.floor(i / columns)] * columns + c] * measured.weights[c];
      const whole = places.reduce((sum, i) => sum + weights[i], 0);
      const mean = places.reduce((sum, i) => sum + weights[i] * heard(i), 0) / whole;
      for (const i of places) {
        left += weights[i] * values[i] ** 2;
        own += weights[i] * (heard(i) - mean) ** 2;
      }
    }
    if (!(left > noisy * values.length && left > spread * own)) return [];
    const size = (sum: number): string => Math.sqrt(sum / values.length).toPrecision(2);
    return [`${recording.name} (${size(left)} times the noise, where it spreads by ${size(own)})`];
  });
  return told.length === 0
    ? undefined
    : `No motion near these estimates explains ${folded(told, 3)} (this is no proof).`;
}
