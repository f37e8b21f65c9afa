import type { Compiled } from "../../compile/compile-problem.js";

/** Marks of a motion by which those between it and one beside it are judged. */
export interface Beside {
  /** Every contact that is struck, in their order: those that do not matter to the conditions, too. */
  readonly struck: readonly string[];
  /** From one body to another that it may touch, where they are nearest, between one strike and the next. */
  readonly passes: readonly Float64Array[];
  /** The limit that ended it, if one did. */
  readonly limit: string | undefined;
}

/**
 * True where a motion between two neighbours may meet what both pass by: they pass by it on different sides, or are struck by others. A
 * round end of a cushion sends bodies so far apart that one that is met lies between two motions of one sequence.
 */
export const mayHide = (a: Beside, b: Beside): boolean =>
  (a.struck.join() !== b.struck.join() && !areOneWayOut(a, b)) ||
  a.passes.some((way, k) => way.reduce((sum, x, i) => sum + x * (b.passes[k]?.[i] ?? 0), 0) < 0);

/**
 * True where both end at one limit, and one of them was struck once more on its last way there: a ball falls into a pocket, or touches the
 * jaw before it does, and so do those between.
 */
function areOneWayOut(a: Beside, b: Beside): boolean {
  const [shorter, longer] = a.struck.length < b.struck.length ? [a, b] : [b, a];
  return (
    a.limit !== undefined &&
    a.limit === b.limit &&
    longer.struck.length === shorter.struck.length + 1 &&
    shorter.struck.every((contact, k) => contact === longer.struck[k])
  );
}

/** Takes the places of a motion one after the other, each with how many were struck before it, and tells the ways from body to body. */
export function passing(compiled: Compiled) {
  const pairs = pairsOf(compiled);
  const found: { way: Float64Array; square: number }[] = [];
  return {
    passes: (): Float64Array[] => found.map(({ way }) => way),
    add(from: Float64Array, to: Float64Array, struck: number): void {
      while (found.length < (struck + 1) * pairs.length)
        found.push({ way: new Float64Array(0), square: Number.POSITIVE_INFINITY });
      for (const [k, pair] of pairs.entries()) {
        const way = nearestWay(pair, from, to);
        const square = way.reduce((sum, x) => sum + x * x, 0);
        if (square < found[struck * pairs.length + k].square) found[struck * pairs.length + k] = { way, square };
      }
    },
  };
}

/** States of one body's place, and those of another's. */
type Places = readonly (readonly [number, number])[];

/** The way between two bodies where it is shortest, as if both went straight. */
function nearestWay(pair: Places, from: Float64Array, to: Float64Array): Float64Array {
  const start = Float64Array.from(pair, ([a, b]) => from[b] - from[a]);
  const change = Float64Array.from(pair, ([a, b], i) => to[b] - to[a] - start[i]);
  let [toward, all] = [0, 0];
  for (let i = 0; i < start.length; i++) {
    toward -= start[i] * change[i];
    all += change[i] * change[i];
  }
  const part = all > 0 ? Math.min(1, Math.max(0, toward / all)) : 0;
  return start.map((x, i) => x + part * change[i]);
}

/** The bodies that may touch each other. */
function pairsOf({ model }: Compiled): Places[] {
  const { contacts = [], bodies = [] } = model.views ?? {};
  const placesOf = (body: string | undefined): number[] =>
    (bodies.find(({ name }) => name === body)?.position ?? []).map((name) =>
      model.state.findIndex((state) => state.name === name),
    );
  const names = new Map(
    contacts.flatMap(({ body, core }) =>
      body === undefined || core?.against === undefined ? [] : [[`${body} ${core.against}`, [body, core.against]]],
    ),
  );
  return [...names.values()].map(([a, b]) => {
    const other = placesOf(b);
    return placesOf(a).flatMap((k, i): [number, number][] => (k < 0 || !(other[i] >= 0) ? [] : [[k, other[i]]]));
  });
}
