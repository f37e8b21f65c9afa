import type fc from "fast-check";

/** The verdict on one case: how it ended, for counts, and what is wrong with that, if anything is. */
export interface Verdict {
  readonly outcome: string;
  readonly fault?: string;
}

/** A door of the project, random input for it, and a judge that believes nothing. */
export interface Target<T> {
  readonly about: string;
  /** Longest time of a case [s]. */
  readonly limit: number;
  readonly cases: fc.Arbitrary<T>;
  judge(one: T): Verdict | Promise<Verdict>;
}

/** A target whose cases nobody looks into. */
export type AnyTarget = Target<unknown>;

/** Hides the type of the cases. */
export const asAny = <T>({ judge, ...target }: Target<T>): AnyTarget => ({
  ...target,
  judge: (one) => judge(one as T),
});
