import type { Edge } from "./narrow.js";
import type { Track } from "./track.js";

/** How gaps between motions are divided. */
export interface Divider {
  /** True where something may hide between motions of the same events. */
  readonly isBlind: (a: Track, b: Track) => boolean;
  readonly track: (values: readonly number[]) => Generator<undefined, Track>;
  /** Told where one of those that were added needs no further division. */
  readonly done: () => void;
}

interface Gap {
  readonly edge: Edge;
  /** Halvings that are left. */
  readonly deep: number;
  /** Which of those that were added it is a part of, and where that part begins. */
  readonly of: number;
  readonly from: number;
}

/**
 * Edges whose motions differ, or hide something, halved until they are narrow: those first whose motions have fewest strikes in common.
 * They are the borders of the widest windows, between which lie the launches of the fewest strikes: of motions that rattle, neighbours
 * always differ in the end, so that not all can be halved.
 */
export function gapsOf({ isBlind, track, done }: Divider) {
  const open: Gap[][] = [];
  const closed: Gap[] = [];
  /** Parts of each that are open. */
  const left: number[] = [];
  function put(gap: Gap): void {
    const [a, b] = gap.edge;
    left[gap.of]++;
    if (gap.deep > 0 && (!sameEvents(a, b) || isBlind(a, b))) {
      const common = commonStrikes(a, b);
      open[common] ??= [];
      open[common].push(gap);
      return;
    }
    closed.push(gap);
    close(gap);
  }
  function close({ of }: Gap): void {
    left[of]--;
    if (left[of] === 0) done();
  }
  return {
    add(edge: Edge, deep: number): void {
      left.push(0);
      put({ edge, deep, of: left.length - 1, from: 0 });
    },
    *divide(isOver: () => boolean): Generator<undefined, void> {
      while (!isOver()) {
        const gap = open.find((gaps) => gaps !== undefined && gaps.length > 0)?.shift();
        if (gap === undefined) return;
        const { edge, of, from } = gap;
        const [a, b] = edge;
        const middle = yield* track(a.values.map((x, j) => 0.5 * (x + b.values[j])));
        const deep = gap.deep - 1;
        put({ edge: [a, middle], deep, of, from });
        put({ edge: [middle, b], deep, of, from: from + 2 ** deep });
        close(gap);
      }
    },
    /** As they are by now, in the order in which they lie. */
    edges: (): Edge[] =>
      [...closed, ...open.flat()].sort((a, b) => a.of - b.of || a.from - b.from).map(({ edge }) => edge),
  };
}

const sameEvents = (a: Track, b: Track): boolean => a.events.join() === b.events.join();

function commonStrikes({ strikes: a }: Track, { strikes: b }: Track): number {
  const differ = a.findIndex((strike, k) => strike !== b[k]);
  return differ < 0 ? a.length : differ;
}
