import { evaluate, toExpr } from "../../../expr/expr.js";
import type { Components } from "../../../geometry/shape.js";
import { type Compiled, parameterAt } from "../../compile/compile-problem.js";

/** Marks of a motion by which those between it and one beside it are judged. */
export interface Beside {
  /** Contacts that are struck and matter to the conditions, or switches that are passed, in their order. */
  readonly events: readonly string[];
  /** Every contact that is struck, in their order: those that do not matter to the conditions, too. */
  readonly struck: readonly string[];
  /** From one body to another that it may touch, where they are nearest: of all pairs between one strike and the next. */
  readonly passes: readonly (readonly Float64Array[])[];
  /** The same from bodies to fixed balls. */
  readonly posts: readonly (readonly Float64Array[])[];
  /** The way of the conditions by the time, after the events of each window: opposite ways lead past them on all sides. */
  readonly ways: ReadonlyMap<string, readonly number[]>;
  /** The limit that ended it, if one did, and whether it is one of what conditions are about. */
  readonly limit: string | undefined;
  readonly isOwn: boolean;
}

/** Ways that differ by more than this cosine may have anything between them: a fixed ball is met again there, straight after it was met. */
const aside = 0.5;

/**
 * True where motions between two neighbours may have other events, or meet the conditions otherwise, than either of them:
 * - they pass by a body or a fixed ball on different sides, after the same strikes: one that is met lies between them;
 * - they are struck by others before any event. A round end of a cushion sends bodies so far apart that one that is met lies between two
 *   motions of one sequence;
 * - what conditions are about leaves by different limits, or one of both stays;
 * - after the same events it goes far apart: slopes at either of them say nothing of what is between.
 */
export const mayHide = (a: Beside, b: Beside): boolean =>
  (a.events.length === 0 && a.struck.join() !== b.struck.join() && !areOneWayOut(a, b)) ||
  (a.limit !== b.limit && (a.isOwn || b.isOwn)) ||
  arePassedApart(a, b) ||
  [...a.ways].some(([window, way]) => cosine(way, b.ways.get(window) ?? way) < aside);

/** True of motions that pass by a body on different sides, as long as they were struck by the same contacts. */
function arePassedApart(a: Beside, b: Beside): boolean {
  const differ = a.struck.findIndex((contact, k) => contact !== b.struck[k]);
  const common = differ < 0 ? a.struck.length : differ;
  const areApart = (own: Beside["passes"], other: Beside["passes"], most: number): boolean =>
    own.slice(0, common + 1).some((ways, k) => ways.some((way, i) => cosine(way, other[k]?.[i] ?? way) < most));
  return areApart(a.passes, b.passes, 0) || areApart(a.posts, b.posts, aside);
}

/** a · b/(|a| |b|), and one of what has no direction. */
function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [sum, ofA, ofB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    sum += a[i] * b[i];
    ofA += a[i] * a[i];
    ofB += b[i] * b[i];
  }
  return ofA > 0 && ofB > 0 ? sum / Math.sqrt(ofA * ofB) : 1;
}

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
export function passing(compiled: Compiled, parameters: Float64Array) {
  const bodies = pairsOf(compiled);
  const pairs = [...bodies, ...fixedPairsOf(compiled, parameters)];
  const found: { way: Float64Array; square: number }[][] = [];
  return {
    passes: (): Float64Array[][] => found.map((all) => all.slice(0, bodies.length).map(({ way }) => way)),
    posts: (): Float64Array[][] => found.map((all) => all.slice(bodies.length).map(({ way }) => way)),
    add(from: Float64Array, to: Float64Array, struck: number): void {
      while (found.length <= struck)
        found.push(pairs.map(() => ({ way: new Float64Array(0), square: Number.POSITIVE_INFINITY })));
      for (const [k, pair] of pairs.entries()) {
        const way = nearestWay(pair, from, to);
        const square = way.reduce((sum, x) => sum + x * x, 0);
        if (square < found[struck][k].square) found[struck][k] = { way, square };
      }
    },
  };
}

/** States of one body's place, and those of another's, or where that stays [m]. */
type Places = readonly (readonly [number, { readonly state: number } | { readonly fixed: number }])[];

/** The way between two bodies where it is shortest, as if both went straight. */
function nearestWay(pair: Places, from: Float64Array, to: Float64Array): Float64Array {
  const at = (state: Float64Array) =>
    Float64Array.from(pair, ([a, b]) => ("fixed" in b ? b.fixed : state[b.state]) - state[a]);
  const [start, end] = [at(from), at(to)];
  const change = end.map((x, i) => x - start[i]);
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
  const { contacts = [] } = model.views ?? {};
  const names = new Map(
    contacts.flatMap(({ body, core }) =>
      body === undefined || core?.against === undefined ? [] : [[`${body} ${core.against}`, [body, core.against]]],
    ),
  );
  return [...names.values()].map(([a, b]) => {
    const other = statesOf(model, b);
    return statesOf(model, a).flatMap((k, i): Places[number][] =>
      k < 0 || !(other[i] >= 0) ? [] : [[k, { state: other[i] }]],
    );
  });
}

/** A scene of any kind, as far as bodies of it may touch what stays. */
interface Fixed {
  readonly contacts?: readonly {
    readonly body?: string;
    readonly against?: { readonly kind?: string; readonly centre?: Components };
  }[];
}

/** The bodies that may touch a fixed ball, and its centre. */
function fixedPairsOf(compiled: Compiled, parameters: Float64Array): Places[] {
  const { model } = compiled;
  const { contacts = [] } = (model.views?.scene?.scene ?? {}) as Fixed;
  const numberAt = parameterAt(compiled, parameters);
  return contacts.flatMap(({ body, against: { kind, centre } = {} }) =>
    kind !== "ball" || centre === undefined
      ? []
      : [
          statesOf(model, body).flatMap((k, i): Places[number][] =>
            k < 0 ? [] : [[k, { fixed: evaluate(toExpr(centre[i]), numberAt) }]],
          ),
        ],
  );
}

/** The states of a body's place; negative where its model has none. */
const statesOf = ({ views, state }: Compiled["model"], body: string | undefined): number[] =>
  (views?.bodies?.find(({ name }) => name === body)?.position ?? []).map((name) =>
    state.findIndex((one) => one.name === name),
  );
