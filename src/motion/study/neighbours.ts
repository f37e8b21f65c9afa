/**
 * Who starts from whom: every entry of an axis has a level, and a parent of a lower one. Entries of level 0 have none.
 */
export interface Neighbours {
  readonly levels: Uint8Array;
  readonly parents: Int32Array;
}

/** Counted values in order: the middle first, then the middles of what is left, so that the last ones are next to their parents. */
export function halved(count: number): Neighbours {
  const levels = new Uint8Array(count);
  const parents = new Int32Array(count);
  const open = [{ from: 0, to: count, level: 0, parent: -1 }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { from, to, level, parent } = part;
    if (from === to) continue;
    const middle = (from + to) >> 1;
    levels[middle] = level;
    parents[middle] = parent < 0 ? middle : nearer(middle, from, to, count);
    open.push(
      { from, to: middle, level: level + 1, parent: middle },
      { from: middle + 1, to, level: level + 1, parent: middle },
    );
  }
  return { levels, parents };
}

/** The nearer one of the two that bound the part of a middle: both are of lower levels. */
function nearer(middle: number, from: number, to: number, count: number): number {
  if (from === 0) return to;
  if (to === count) return from - 1;
  return middle - (from - 1) <= to - middle ? from - 1 : to;
}

/** Choices and other values that are not near each other: each for itself. */
export function apart(count: number): Neighbours {
  return { levels: new Uint8Array(count), parents: Int32Array.from({ length: count }, (_, i) => i) };
}

/**
 * Points of a sequence: the second half of every doubling starts from near ones of the first. More points change nothing of
 * those that there are.
 */
export function doubled(points: Float64Array, dimensions: number): Neighbours {
  const count = points.length / dimensions;
  const levels = new Uint8Array(count);
  const parents = new Int32Array(count);
  for (let level = 1, known = 1; known < count; level++, known *= 2) {
    const near = nearest({ points, dimensions, count: known });
    for (let i = known; i < Math.min(2 * known, count); i++) {
      levels[i] = level;
      parents[i] = near(i);
    }
  }
  return { levels, parents };
}

interface Cloud {
  readonly points: Float64Array;
  readonly dimensions: number;
  /** Points from the first on. */
  readonly count: number;
}

/** Leaves of the tree are searched point by point. */
const leafSize = 8;
/** Leaves that a search visits at most: in many dimensions the nearest point is no better a start than a near one. */
const mostLeaves = 16;

interface Branch {
  readonly axis: number;
  readonly at: number;
  readonly below: Node;
  readonly above: Node;
}
type Node = Branch | Uint32Array;

/** A search for a near one of the first points of a cloud: a tree that is split at medians, ties by the order of points. */
function nearest({ points, dimensions, count }: Cloud): (i: number) => number {
  const coordinate = (i: number, axis: number): number => points[i * dimensions + axis];
  const split = (members: Uint32Array, depth: number): Node => {
    if (members.length <= leafSize) return members;
    const axis = depth % dimensions;
    members.sort((a, b) => coordinate(a, axis) - coordinate(b, axis) || a - b);
    const middle = members.length >> 1;
    return {
      axis,
      at: coordinate(members[middle], axis),
      below: split(members.slice(0, middle), depth + 1),
      above: split(members.slice(middle), depth + 1),
    };
  };
  const root = split(
    Uint32Array.from({ length: count }, (_, i) => i),
    0,
  );
  const squared = (i: number, j: number): number => {
    let sum = 0;
    for (let axis = 0; axis < dimensions; axis++) sum += (coordinate(i, axis) - coordinate(j, axis)) ** 2;
    return sum;
  };
  return (i) => {
    let best = 0;
    let least = squared(i, 0);
    let visited = 0;
    const search = (node: Node): void => {
      if (node instanceof Uint32Array) {
        visited++;
        for (const j of node) {
          const distance = squared(i, j);
          if (distance < least || (distance === least && j < best)) [best, least] = [j, distance];
        }
        return;
      }
      const beyond = coordinate(i, node.axis) - node.at;
      search(beyond < 0 ? node.below : node.above);
      if (beyond * beyond < least && visited < mostLeaves) search(beyond < 0 ? node.above : node.below);
    };
    search(root);
    return best;
  };
}
