import type { State } from "../state.js";
import { verbOf } from "../state.js";
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

/** All that is set besides a value, as a text. */
export function besides(state: Pick<State, "history" | "info">, name: string): string {
  const { problem, set } = state.history.now;
  const { [name]: _, ...others } = set;
  return JSON.stringify([problem, verbOf(state), Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

/** The family that belongs to what is set; undefined where there is none. */
export function familyOf(state: State): Family | undefined {
  const { family } = state;
  return family !== undefined && family.of === besides(state, family.name) ? family : undefined;
}

/** Numbers that are not the same in all members: curves of a family. */
export const curvesOf = ({ members }: Family): string[] => differing(members.map(({ values }) => values));

/** So many values from end to end. */
export const along = (min: number, max: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => min + ((max - min) * i) / (count - 1));
