/** The pairs of balls around points that overlap, found without looking at every pair; memory is kept from call to call. */
export interface NearPairs {
  /**
   * Finds all pairs i < j with |x_i − x_j| ≤ reach_i + reach_j among the first `count` points (three numbers each). Rows
   * are ascending, whatever the cells are: the order of what follows does not depend on how they were found.
   */
  find(balls: Balls): void;
  /** Row i is `others` from `start[i]` up to `start[i + 1]`. */
  readonly rows: { start: Int32Array; others: Int32Array };
}

/** Points (three numbers each), and how far around each its ball reaches [m]. */
export interface Balls {
  readonly count: number;
  readonly points: Float64Array;
  readonly reach: Float64Array;
}

/** A ball wider than so many times the mean is compared with all others: one fast body must not make all cells wide. */
const wide = 3;

/** Cells of one size by their hash: where each ball is, and the balls of each bucket. */
interface Grid {
  mask: number;
  /** Three whole numbers for each ball. */
  cells: Float64Array;
  /** The bucket of each ball; −1 for a wide one. */
  bucket: Int32Array;
  start: Int32Array;
  items: Int32Array;
}

/** Pairs in the order in which they were found. */
interface Found {
  count: number;
  first: Int32Array;
  second: Int32Array;
}

/** A uniform grid of cells, hashed (Teschner and others 2003) and sorted by counting. */
export function nearPairs(): NearPairs {
  const rows = { start: new Int32Array(1), others: new Int32Array(64) };
  const found: Found = { count: 0, first: new Int32Array(64), second: new Int32Array(64) };
  const grid: Grid = {
    mask: 0,
    cells: new Float64Array(0),
    bucket: new Int32Array(0),
    start: new Int32Array(0),
    items: new Int32Array(0),
  };
  return {
    rows,
    find(balls) {
      const { count, reach } = balls;
      if (count > grid.bucket.length) {
        grow(grid, count);
        rows.start = new Int32Array(grid.bucket.length + 1);
      }
      found.count = 0;
      let mean = 0;
      for (let i = 0; i < count; i++) mean += reach[i] / count;
      fill(grid, balls, wide * mean);
      for (let i = 0; i < count; i++)
        if (grid.bucket[i] >= 0) lookAround(grid, balls, i, found);
        else
          for (let j = 0; j < count; j++)
            if (j !== i && (grid.bucket[j] >= 0 || j > i) && overlap(balls, i, j)) keep(found, i, j);
      if (rows.others.length < found.count) rows.others = new Int32Array(found.first.length);
      sort(found, count, rows, grid.bucket);
    },
  };
}

function grow(grid: Grid, count: number): void {
  const room = Math.max(64, 2 * count);
  let size = 64;
  while (size < 2 * room) size *= 2;
  grid.mask = size - 1;
  grid.cells = new Float64Array(3 * room);
  grid.bucket = new Int32Array(room);
  grid.items = new Int32Array(room);
  grid.start = new Int32Array(size + 2);
}

function keep(found: Found, i: number, j: number): void {
  if (found.count === found.first.length) {
    const { first, second, count } = found;
    found.first = new Int32Array(2 * count);
    found.second = new Int32Array(2 * count);
    found.first.set(first);
    found.second.set(second);
  }
  found.first[found.count] = Math.min(i, j);
  found.second[found.count] = Math.max(i, j);
  found.count++;
}

function overlap({ points, reach }: Balls, i: number, j: number): boolean {
  const x = points[3 * i] - points[3 * j];
  const y = points[3 * i + 1] - points[3 * j + 1];
  const z = points[3 * i + 2] - points[3 * j + 2];
  const sum = reach[i] + reach[j];
  return x * x + y * y + z * z <= sum * sum;
}

const hash = (x: number, y: number, z: number, mask: number): number =>
  (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & mask;

/** Puts all but the wide balls into cells as wide as the widest of them. */
function fill(grid: Grid, { count, points, reach }: Balls, most: number): void {
  const { cells, bucket, start, items, mask } = grid;
  let largest = 0;
  for (let i = 0; i < count; i++) if (reach[i] <= most) largest = Math.max(largest, reach[i]);
  const size = 2 * largest;
  start.fill(0);
  for (let i = 0; i < count; i++) {
    for (let axis = 3 * i; axis < 3 * i + 3; axis++) cells[axis] = Math.floor(points[axis] / size);
    bucket[i] = reach[i] <= most ? hash(cells[3 * i], cells[3 * i + 1], cells[3 * i + 2], mask) : -1;
    if (bucket[i] >= 0) start[bucket[i] + 1]++;
  }
  for (let b = 0; b <= mask; b++) start[b + 1] += start[b];
  for (let i = count - 1; i >= 0; i--) if (bucket[i] >= 0) items[--start[bucket[i] + 1]] = i;
  // counting down has moved every end to the start of its bucket, and the last bucket ends where all do
  let inCells = 0;
  for (let i = 0; i < count; i++) if (bucket[i] >= 0) inCells++;
  for (let b = 0; b <= mask; b++) start[b] = start[b + 1];
  start[mask + 1] = inCells;
}

/** Of two cells beside each other one looks into the other: 13 of the 26 around a cell, and itself. */
function lookAround({ cells, start, items, mask }: Grid, balls: Balls, i: number, found: Found): void {
  const cx = cells[3 * i];
  const cy = cells[3 * i + 1];
  const cz = cells[3 * i + 2];
  for (let x = cx; x <= cx + 1; x++)
    for (let y = x === cx ? cy : cy - 1; y <= cy + 1; y++)
      for (let z = x === cx && y === cy ? cz : cz - 1; z <= cz + 1; z++) {
        const isOwn = x === cx && y === cy && z === cz;
        const b = hash(x, y, z, mask);
        for (let p = start[b]; p < start[b + 1]; p++) {
          const j = items[p];
          // several cells may share a bucket
          if ((isOwn && j <= i) || cells[3 * j] !== x || cells[3 * j + 1] !== y || cells[3 * j + 2] !== z) continue;
          if (overlap(balls, i, j)) keep(found, i, j);
        }
      }
}

/** Pairs by rows, each ascending; `used` counts what a row has so far. */
function sort(
  { count: pairs, first, second }: Found,
  count: number,
  { start, others }: NearPairs["rows"],
  used: Int32Array,
) {
  used.fill(0, 0, count);
  start.fill(0, 0, count + 1);
  for (let p = 0; p < pairs; p++) start[first[p] + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  for (let p = 0; p < pairs; p++) {
    const i = first[p];
    // rows are short, and most pairs come in order
    let end = start[i] + used[i]++;
    for (; end > start[i] && others[end - 1] > second[p]; end--) others[end] = others[end - 1];
    others[end] = second[p];
  }
}
