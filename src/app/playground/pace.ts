import type { Verb } from "../run/choice.js";

/** A step of a drag should take so long [s]: what is slower is shown on a coarser grid. */
const smooth = 0.12;
/** A preview that takes longer [s] is none: the motion is computed again when the drag is over. */
export const jerky = 1;
/** No grid is made coarser than this many times: its motion would be another one. */
const coarsest = 8;
/** Runs that take longer [s] begin only when they are asked for: searches of designs, and others. */
export const byItself: Readonly<Record<Verb, number>> = { design: 4, solve: 20, simulate: 20 };

/** True for a problem that takes so long [s] that a drag shows it on a coarser grid. */
export const isSlow = (seconds: number): boolean => seconds > smooth;

/** How many times coarser the grid of a preview is, for a run that takes so long [s]; 1 where it is quick enough. */
export const coarserBy = (seconds: number): number =>
  isSlow(seconds) ? Math.min(coarsest, Math.ceil(seconds / smooth)) : 1;
