import { differing, type Kept } from "./kept.js";

/** Motions of one problem that differ by one value, which goes along its slider. */
export interface Family {
  readonly name: string;
  readonly unit: string;
  /** All else that was set: where it is another, these are no family of what is shown. */
  readonly of: string;
  readonly members: readonly Member[];
  /** Motions that will be there. */
  readonly size: number;
  /** The number of each that the curve shows; the first that differs where none was chosen. */
  readonly over?: string;
}

/** One of them: solved or not, it has a place on the curve. */
export interface Member extends Kept {
  readonly at: number;
  readonly status: string;
}

/** Numbers that are not the same in all members: curves of a family. */
export const curvesOf = ({ members }: Family): string[] => differing(members.map(({ values }) => values));

/** So many values from end to end. */
export const along = (min: number, max: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => min + ((max - min) * i) / (count - 1));
