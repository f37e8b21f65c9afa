/** More pictures than this no replay needs: at a twentieth of a second each they fill half a minute. */
export const mostFrames = 600;

/**
 * Which grid points are pictures of a replay: all of a short motion; of a long one its ends, half of them evenly spaced
 * in time, a quarter evenly among the steps (a refined grid is densest where most happens), and of `turns`, where
 * contacts close, open or push hardest, as many as the last quarter holds.
 */
export function framesOf(t: ArrayLike<number>, turns: readonly number[], most = mostFrames): number[] {
  const points = t.length;
  if (points <= most) return Array.from({ length: points }, (_, k) => k);
  const quarter = Math.floor((most - 2) / 4);
  const kept = new Set<number>([0, points - 1]);
  for (const i of every(turns.length, quarter)) kept.add(turns[i]);
  for (const k of every(points, quarter)) kept.add(k);
  for (const k of evenInTime(t, 2 * quarter)) kept.add(k);
  return [...kept].sort((a, b) => a - b);
}

/** The grid points at which a force begins, is largest, and ends, for every stretch in which it is positive. */
export function turnsOf(force: ArrayLike<number>): number[] {
  const turns: number[] = [];
  let peak = -1;
  for (let k = 1; k <= force.length; k++) {
    const pushes = k < force.length && force[k] > 0;
    if (pushes && peak < 0) {
      turns.push(k - 1, k);
      peak = k;
    } else if (pushes && force[k] > force[peak]) peak = k;
    if (pushes || peak < 0) continue;
    turns.push(peak, k - 1, ...(k < force.length ? [k] : []));
    peak = -1;
  }
  return [...new Set(turns)].sort((a, b) => a - b);
}

/** At most `count` of the numbers below `length`, evenly spread. */
function every(length: number, count: number): number[] {
  const step = Math.max(1, length / Math.max(1, count));
  return Array.from({ length: Math.floor(length / step) }, (_, i) => Math.floor((i + 0.5) * step));
}

/** The last grid points at or before `count` times that are evenly spaced. */
export function evenInTime(t: ArrayLike<number>, count: number): number[] {
  const kept: number[] = [];
  const [start, end] = [t[0] ?? 0, t[t.length - 1] ?? 0];
  let k = 0;
  for (let i = 0; i < count; i++) {
    const time = start + ((end - start) * i) / count;
    while (k + 1 < t.length && t[k + 1] <= time) k++;
    if (kept.at(-1) !== k && t.length > 0) kept.push(k);
  }
  return kept;
}
