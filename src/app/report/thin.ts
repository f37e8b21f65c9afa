/** Most numbers that the charts of one report carry: about half a megabyte. */
const mostNumbers = 60_000;
/** More points than this cannot be told apart on any screen. */
const mostPoints = 1500;

/**
 * Which grid points to draw: all of a short motion; of a long one evenly spaced points, the extremes of every column,
 * and the points given in `also`.
 */
export function thin(points: number, columns: readonly Float64Array[], also: readonly number[]): number[] {
  const most = Math.min(mostPoints, Math.max(100, Math.floor(mostNumbers / Math.max(1, columns.length))));
  const stride = Math.max(1, Math.ceil(points / most));
  const kept = new Set<number>([0, points - 1]);
  for (let k = 0; k < points; k += stride) kept.add(k);
  for (const column of columns) for (const k of extremes(column)) kept.add(k);
  for (const k of also.slice(0, most)) kept.add(k);
  return [...kept].filter((k) => k >= 0 && k < points).sort((a, b) => a - b);
}

function extremes(column: Float64Array): number[] {
  let [low, high] = [-1, -1];
  for (let k = 0; k < column.length; k++) {
    if (Number.isNaN(column[k]!)) continue;
    if (low < 0 || column[k]! < column[low]!) low = k;
    if (high < 0 || column[k]! > column[high]!) high = k;
  }
  return low < 0 ? [] : [low, high];
}
