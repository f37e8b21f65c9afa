/**
 * Motions that are kept beside the one that is shown: runs of before, and what somebody measured. What a kept motion is stands in
 * `kept.ts`, how a table becomes one in `measured.ts`, which is loaded when a table is dropped. Nothing here draws.
 *
 * @module app/playground/compare
 */
import type { SceneData } from "../../motion-view/scene/scene-data.js";
import type { Place } from "../../run/place.js";

/** A motion that was kept to be compared with others: one that was computed, or one that somebody measured. */
export interface Kept {
  /** Its number while the page is open. */
  readonly id: number;
  readonly name: string;
  /** The place at which it is found again; none of a measured one. */
  readonly place: Place | undefined;
  readonly settings: Readonly<Record<string, number | string>>;
  readonly values: Readonly<Record<string, number | null>>;
  readonly scene: SceneData;
  /** It is drawn faintly beside the motion that is shown. */
  readonly drawn: boolean;
}

/** More motions than this are not told apart on the screen. */
export const mostKept = 8;

/** The names whose numbers are not the same in all of some records, in the order in which they come. */
export function differing(records: readonly Readonly<Record<string, number | string | null>>[]): string[] {
  const names = [...new Set(records.flatMap((one) => Object.keys(one)))];
  return names.filter((name) => records.some((one) => one[name] !== records[0][name]));
}
