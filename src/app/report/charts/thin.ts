import { evenInTime } from "../../motion-view/frames.js";

/** Most numbers that the charts of one motion carry: about half a megabyte. */
export const mostNumbers = 60_000;
/** Fewer points than this are no curve. */
const fewestPoints = 60;
/** More points than this cannot be told apart on any screen. */
const mostPoints = 1500;

/**
 * Which grid points to draw: all of a short motion; of a long one points evenly spaced in time and as many evenly spaced
 * among the steps, which may be of any length, the extremes of every column, and the points given in `also`. About so
 * many `numbers` are left in all columns.
 */
export function thin(
  t: ArrayLike<number>,
  columns: readonly Float64Array[],
  also: readonly number[],
  numbers = mostNumbers,
): number[] {
  const points = t.length;
  const most = Math.min(mostPoints, Math.max(fewestPoints, Math.floor(numbers / Math.max(1, columns.length))));
  const stride = Math.max(1, Math.ceil((2 * points) / most));
  const kept = new Set<number>([0, points - 1]);
  if (points <= most) for (let k = 0; k < points; k++) kept.add(k);
  for (const k of evenInTime(t, most / 2)) kept.add(k);
  // half a stride off, so that equal steps are not picked twice
  for (let k = Math.floor(stride / 2); k < points; k += stride) kept.add(k);
  for (const column of columns) for (const k of extremes(column)) kept.add(k);
  for (const k of also.slice(0, most)) kept.add(k);
  return [...kept].filter((k) => k >= 0 && k < points).sort((a, b) => a - b);
}

function extremes(column: Float64Array): number[] {
  let [low, high] = [-1, -1];
  for (let k = 0; k < column.length; k++) {
    if (Number.isNaN(column[k])) continue;
    if (low < 0 || column[k] < column[low]) low = k;
    if (high < 0 || column[k] > column[high]) high = k;
  }
  return low < 0 ? [] : [low, high];
}
