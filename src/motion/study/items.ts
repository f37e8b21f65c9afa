import type { Settings } from "../problem/parameters.js";
import { quantile } from "./distributions.js";
import { apart, doubled, halved, type Neighbours } from "./neighbours.js";
import { pointsOf } from "./points.js";
import { type Distribution, distributionOf, isList, type Spread, type Study } from "./study.js";

/** The items of a study, known by their numbers from 0: none is made before it is asked for. */
export interface Items {
  readonly count: number;
  /** Levels: an item of one starts from items of those before. */
  readonly levels: number;
  /** Settings of what is varied. */
  readonly settings: (item: number) => Settings;
  readonly level: (item: number) => number;
  /** The item from whose answer an item starts; undefined for one that starts as declared. */
  readonly parent: (item: number) => number | undefined;
}

/** Parameters that vary together. */
interface Axis extends Neighbours {
  readonly count: number;
  readonly settings: (entry: number) => Settings;
}

/**
 * All combinations of what is varied; samples are the slowest to change, so that more of them only add items.
 * @throws {BadInput} where a sequence has no so many dimensions.
 */
export function itemsOf({ over, design, samples, seed }: Study): Items {
  const axes: Axis[] = [];
  const drawn: [name: string, distribution: Distribution][] = [];
  const columns: [name: string, values: readonly number[]][] = [];
  for (const [name, spread] of Object.entries(over)) {
    const distribution = distributionOf(spread);
    if (distribution !== undefined) drawn.push([name, distribution]);
    else if ("column" in spread) columns.push([name, spread.column]);
    else axes.push(countedAxis(name, spread));
  }
  if (columns.length > 0) axes.unshift(tableAxis(columns));
  if (drawn.length > 0 && design !== "grid")
    axes.unshift(sampledAxis(drawn, pointsOf(design, { samples, dimensions: drawn.length, seed })));
  return product(axes);
}

function countedAxis(name: string, spread: Spread): Axis {
  const values = valuesOf(spread);
  const isOrdered = values.every((value) => typeof value === "number");
  return {
    count: values.length,
    settings: (entry) => ({ [name]: values[entry] }),
    ...(isOrdered ? halved : apart)(values.length),
  };
}

function valuesOf(spread: Spread): readonly (number | string)[] {
  if (isList(spread)) return spread;
  if (!("from" in spread)) return [];
  const { from, to, count = 1 } = spread;
  // the last value is the end itself, not a sum that misses it
  return Array.from({ length: count }, (_, i) => (i === count - 1 ? to : from + ((to - from) * i) / (count - 1)));
}

/** The rows of a table, near each other by what its columns span. */
function tableAxis(columns: readonly (readonly [name: string, values: readonly number[]])[]): Axis {
  const count = columns[0][1].length;
  const spans = columns.map(([, values]) => {
    const low = values.reduce((a, b) => Math.min(a, b));
    return { low, span: values.reduce((a, b) => Math.max(a, b)) - low || 1 };
  });
  const points = Float64Array.from({ length: count * columns.length }, (_, i) => {
    const c = i % columns.length;
    return (columns[c][1][(i - c) / columns.length] - spans[c].low) / spans[c].span;
  });
  return {
    count,
    settings: (entry) => Object.fromEntries(columns.map(([name, values]) => [name, values[entry]])),
    ...doubled(points, columns.length),
  };
}

function sampledAxis(drawn: readonly (readonly [name: string, of: Distribution])[], points: Float64Array): Axis {
  const dimensions = drawn.length;
  return {
    count: points.length / dimensions,
    settings: (entry) =>
      Object.fromEntries(drawn.map(([name, of], d) => [name, quantile(of, points[entry * dimensions + d])])),
    ...doubled(points, dimensions),
  };
}

function product(axes: readonly Axis[]): Items {
  const count = axes.reduce((all, axis) => all * axis.count, 1);
  // entries of an item along the axes, the last one fastest
  const entries = new Array<number>(axes.length).fill(0);
  const place = (item: number): void => {
    let rest = item;
    for (let a = axes.length - 1; a >= 0; a--) {
      entries[a] = rest % axes[a].count;
      rest = (rest - entries[a]) / axes[a].count;
    }
  };
  const levelHere = (): number => axes.reduce((most, { levels }, a) => Math.max(most, levels[entries[a]]), 0);
  return {
    count,
    levels: 1 + axes.reduce((most, { levels }) => levels.reduce((a, b) => Math.max(a, b), most), 0),
    settings(item) {
      place(item);
      return Object.assign({}, ...axes.map((axis, a) => axis.settings(entries[a])));
    },
    level(item) {
      place(item);
      return levelHere();
    },
    parent(item) {
      place(item);
      const level = levelHere();
      if (level === 0) return undefined;
      // a step down along every axis of the highest level: the item there is of a lower one
      return axes.reduce((number, { levels, parents, count: size }, a) => {
        const entry = entries[a];
        return number * size + (levels[entry] === level ? parents[entry] : entry);
      }, 0);
    },
  };
}
