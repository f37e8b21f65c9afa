import { BadInput } from "../../checks/bad-input.js";
import { type Check, type Checked, fields, has, must } from "../../checks/fields.js";
import { inWords } from "../../checks/words.js";

const finites = <T extends readonly number[]>(size: number): Check<T> =>
  must(
    `${size} finite numbers`,
    (given) => Array.isArray(given) && given.length === size && given.every((x) => Number.isFinite(x)),
  );

/** Distributions by their names, and the numbers of each. */
export const distributions = {
  normal: fields({ normal: finites<readonly [mean: number, deviation: number]>(2) }),
  uniform: fields({ uniform: finites<readonly [from: number, to: number]>(2) }),
  triangular: fields({ triangular: finites<readonly [from: number, mode: number, to: number]>(3) }),
};

/** A distribution that is sampled. */
export type Distribution = Checked<(typeof distributions)[keyof typeof distributions]>;

/**
 * A distribution that has a spread: a deviation above zero, ends in their order.
 * @throws {BadInput} naming the field.
 */
export const distribution: Check<Distribution> = (given, at) => {
  const names = Object.keys(distributions) as (keyof typeof distributions)[];
  const kind = names.find((name) => has(name, given));
  if (kind === undefined) throw new BadInput(at, `${at} must be one of ${names.join(", ")}, it is ${inWords(given)}.`);
  distributions[kind](given, at);
  const made = given as Distribution;
  if ("normal" in made && !(made.normal[1] > 0))
    throw new BadInput(at, `The standard deviation of ${at} must be above 0, it is ${made.normal[1]}.`);
  const ends = "uniform" in made ? made.uniform : "triangular" in made ? made.triangular : [0, 1];
  const [low, high] = [ends[0], ends[ends.length - 1]];
  if (!(low < high) || ends.some((x) => x < low || x > high))
    throw new BadInput(
      at,
      `The numbers of ${at} must grow from its lower to its upper end, they are ${ends.join(", ")}.`,
    );
};

/** The mean of a distribution, and its variance. */
export function momentsOf(given: Distribution): { readonly mean: number; readonly variance: number } {
  if ("normal" in given) return { mean: given.normal[0], variance: given.normal[1] ** 2 };
  if ("uniform" in given) {
    const [a, b] = given.uniform;
    return { mean: 0.5 * (a + b), variance: (b - a) ** 2 / 12 };
  }
  const [a, c, b] = given.triangular;
  return { mean: (a + b + c) / 3, variance: (a * a + b * b + c * c - a * b - a * c - b * c) / 18 };
}
