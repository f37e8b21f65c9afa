/** A closed outline by its corners [m]. */
export type Outline = readonly (readonly [number, number])[];

/** Twice the area of an outline, positive where it goes round anticlockwise. */
export function doubleArea(outline: Outline): number {
  return outline.reduce((sum, [x, y], i) => {
    const [u, v] = outline[(i + 1) % outline.length];
    return sum + x * v - u * y;
  }, 0);
}

/** Corners nearer to the line between others than this share of the size of the outline are no corners. */
const flat = 0.004;
/** More corners make contacts that nobody waits for. */
const mostCorners = 40;

/**
 * An outline without corners that nobody sees, anticlockwise: the greatest error of Douglas and Peucker (1973) grows until
 * few enough are left.
 * @throws {RangeError} where no area is left, or where it crosses itself.
 */
export function simplified(given: Outline): Outline {
  const [xs, ys] = [given.map(([x]) => x), given.map(([, y]) => y)];
  const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  let kept: Outline = given;
  for (let error = flat * size; ; error *= 1.5) {
    kept = fewer(given, error);
    if (kept.length <= mostCorners) break;
  }
  const area = doubleArea(kept);
  if (kept.length < 3 || Math.abs(area) < 1e-6 * size ** 2) throw new RangeError("it encloses no area");
  const round = area < 0 ? [...kept].reverse() : kept;
  if (crosses(round)) throw new RangeError("it crosses itself");
  return round;
}

function fewer(outline: Outline, error: number): Outline {
  // split at the corner that is farthest from the first: an open line on either side
  const [[x, y]] = outline;
  let far = 0;
  outline.forEach(([u, v], i) => {
    const [p, q] = outline[far];
    if (Math.hypot(u - x, v - y) > Math.hypot(p - x, q - y)) far = i;
  });
  const there = straightened(outline.slice(0, far + 1), error);
  const back = straightened([...outline.slice(far), outline[0]], error);
  const kept = [...there.slice(0, -1), ...back.slice(0, -1)];
  // the first and the farthest corner may lie on a line, too
  return kept.filter((corner, i) => {
    const [before, after] = [kept[(i + kept.length - 1) % kept.length], kept[(i + 1) % kept.length]];
    return distance(corner, before, after) > error / 2;
  });
}

function straightened(line: Outline, error: number): Outline {
  if (line.length < 3) return line;
  const end = line.length - 1;
  let most = 0;
  for (let i = 1; i < end; i++)
    if (most === 0 || distance(line[i], line[0], line[end]) > distance(line[most], line[0], line[end])) most = i;
  if (distance(line[most], line[0], line[end]) <= error) return [line[0], line[end]];
  return [...straightened(line.slice(0, most + 1), error).slice(0, -1), ...straightened(line.slice(most), error)];
}

type Corner = Outline[number];

/** Distance of a point from the stretch between two others [m]. */
function distance([x, y]: Corner, [a, b]: Corner, [c, d]: Corner): number {
  const length = Math.hypot(c - a, d - b);
  if (length === 0) return Math.hypot(x - a, y - b);
  const along = ((x - a) * (c - a) + (y - b) * (d - b)) / length ** 2;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - a - t * (c - a), y - b - t * (d - b));
}

const side = ([x, y]: Corner, [a, b]: Corner, [c, d]: Corner): number => (a - x) * (d - y) - (b - y) * (c - x);

/** True where two sides that are no neighbours cross. */
function crosses(outline: Outline): boolean {
  const n = outline.length;
  for (let i = 0; i < n; i++)
    for (let j = i + 2; j < n; j++) {
      if (i === 0 && j === n - 1) continue;
      const [a, b, c, d] = [outline[i], outline[(i + 1) % n], outline[j], outline[(j + 1) % n]];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true;
    }
  return false;
}
