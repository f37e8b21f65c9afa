import { finish } from "../../algebra/stepwise.js";
import { lookUp } from "../../checks/look-up.js";
import { type Setup, setUp } from "../compile/setup.js";
import { type Design, designOf, type Varied } from "../problem/objective.js";
import type { Settings } from "../problem/parameters.js";
import type { Problem } from "../problem/problem.js";
import { type Scenarios, scenarios } from "./scenarios.js";

/** Cost and constraints of a design over a grid of one or two of its variables, the others held. */
export interface Landscape {
  readonly axes: readonly Varied[];
  /** Grid points along each axis, from its smallest value to its largest. */
  readonly points: number;
  /** One number for each grid point, the first axis running fastest; NaN where a motion breaks off. */
  readonly cost: Float64Array;
  readonly constraints: readonly {
    readonly name: string;
    readonly must: "be-zero" | "not-exceed-zero";
    /** One for each scenario where it must be zero, else the largest over all scenarios. */
    readonly values: readonly Float64Array[];
  }[];
  readonly simulations: number;
}

/** Which part of a landscape is wanted, and how long it may take. */
export interface LandscapeOptions {
  readonly set: Settings;
  /** The point that a slice goes through; a variable without a number is held as declared. */
  readonly at: Readonly<Record<string, number>>;
  /** How long it may take [s]: the grid is halved as long as there is time, the coarsest one may take four times that. */
  readonly patience: number;
  readonly signal?: AbortSignal | undefined;
}

/** Steps of the coarsest grid; a map with less is none. */
const coarsest = 8;
/** Halvings of it: finer than a picture of some hundred pixels shows. */
const halvings = { 1: 4, 2: 2 };
/** Longest time [ms] between two looks at the event loop. */
const longest = 30;
/** Simulations that are timed before anything is promised. */
const trials = 4;
/** Samples along each variable that tell which two of many are shown. */
const looks = 5;

/**
 * The landscape of a design, over two variables: of more, those that move cost and constraints most. Undefined where
 * there is no time for the coarsest grid, or where it is cancelled.
 * @throws {BadInput} as `design` does.
 */
export async function landscape(problem: Problem, options: LandscapeOptions): Promise<Landscape | undefined> {
  const { set, at } = options;
  const declared = designOf(problem);
  const setups = declared.scenarios.map((scenario) => setUp(problem, { ...set, ...scenario }, true, declared.asked));
  const motions = scenarios(setups, declared);
  try {
    await motions.ready();
    return await evaluateGrid(declared, motions, centreOf(declared, setups[0], motions, at), options);
  } finally {
    motions.finish();
  }
}

function centreOf({ varied }: Design, { parameters }: Setup, { freed }: Scenarios, at: LandscapeOptions["at"]) {
  return Float64Array.from(varied, ({ name }, i) => at[name] ?? parameters[freed[i]]);
}

async function evaluateGrid(
  declared: Design,
  motions: Scenarios,
  centre: Float64Array,
  { patience, signal }: Pick<LandscapeOptions, "patience" | "signal">,
): Promise<Landscape | undefined> {
  const width = 1 + declared.constraints.length;
  const rows = new Float64Array(motions.count * width);
  const x = centre.slice();
  const look = (): Float64Array | undefined => (finish(motions.evaluating(x, rows, undefined)) ? rows : undefined);
  const began = performance.now();
  /** How long it will have taken after so many more designs [s]. */
  const after = (more: number, each: number): number => (performance.now() - began + more * each) / 1000;
  let breath = began;
  const cancelled = async (): Promise<boolean> => {
    if (performance.now() - breath > longest) {
      await new Promise((resume) => setTimeout(resume, 0));
      breath = performance.now();
    }
    return signal?.aborted === true;
  };
  const dimensions = Math.min(2, declared.varied.length) as 1 | 2;
  const points = (steps: number): number => (steps + 1) ** dimensions;
  const needed = points(coarsest) + (declared.varied.length > 2 ? looks * declared.varied.length : 0);
  if (after(needed, quickest(look)) > 4 * patience) return undefined;
  const shown = declared.varied.length > 2 ? mostInfluential(declared, motions, centre) : [...declared.varied.keys()];
  const axes = shown.map((i) => declared.varied[i]);

  // coarse grids lie inside finer ones: what is known is kept
  const finest = coarsest * 2 ** halvings[dimensions];
  const known = new Map<number, Float64Array>();
  const nothing = rows.map(() => Number.NaN);
  let steps = coarsest;
  for (let next = coarsest; next <= finest; next *= 2) {
    const average = (performance.now() - began) / known.size;
    if (next > coarsest && after(points(next) - known.size, average) > patience) break;
    for (const [at, key] of nodes(next, finest, dimensions)) {
      if (known.has(key)) continue;
      shown.forEach((i, axis) => {
        const { min, max } = declared.varied[i];
        x[i] = min + ((max - min) * at[axis]) / finest;
      });
      known.set(key, look()?.slice() ?? nothing);
      if (await cancelled()) return undefined;
    }
    steps = next;
  }
  const found = [...nodes(steps, finest, dimensions)].map(([, key]) => lookUp(known, key));
  return {
    axes,
    points: steps + 1,
    cost: Float64Array.from(found, (values) => costOf(values, declared, motions.count)),
    constraints: declared.constraints.map(({ name, must }, c) => {
      const of = (values: Float64Array, s: number): number => values[s * width + 1 + c];
      const all = [...Array(motions.count).keys()];
      const worst = (values: Float64Array): number => Math.max(...all.map((s) => of(values, s)));
      const values =
        must === "be-zero"
          ? all.map((s) => Float64Array.from(found, (row) => of(row, s)))
          : [Float64Array.from(found, worst)];
      return { name, must, values };
    }),
    simulations: motions.simulations(),
  };
}

/** The least time of some runs [ms]: the first prepares what the others use, and any may be held up by other work. */
function quickest(run: () => unknown): number {
  const times = Array.from({ length: trials }, () => {
    const began = performance.now();
    run();
    return performance.now() - began;
  });
  return Math.min(...times);
}

/** Grid points of `steps` steps an axis, in steps of the finest grid, each with its place in that. */
function* nodes(steps: number, finest: number, dimensions: 1 | 2): Generator<readonly [readonly number[], number]> {
  const stride = finest / steps;
  for (let j = 0; j <= (dimensions === 2 ? finest : 0); j += stride)
    for (let i = 0; i <= finest; i += stride) yield [[i, j], j * (finest + 1) + i];
}

/** The cost of the worst scenario or their mean, as the design takes it. */
function costOf(rows: Float64Array, { over, constraints }: Design, count: number): number {
  const costs = Array.from({ length: count }, (_, s) => rows[s * (1 + constraints.length)]);
  return over === "worst" ? Math.max(...costs) : costs.reduce((sum, cost) => sum + cost, 0) / count;
}

/** The two variables along which cost and constraints vary most, each as a part of the largest variation of its row. */
function mostInfluential({ varied, constraints }: Design, motions: Scenarios, centre: Float64Array): number[] {
  const rows = new Float64Array(motions.count * (1 + constraints.length));
  const spreads = varied.map(({ min, max }, i) => {
    const x = centre.slice();
    const [low, high] = [rows.map(() => Number.POSITIVE_INFINITY), rows.map(() => Number.NEGATIVE_INFINITY)];
    for (let k = 0; k < looks; k++) {
      x[i] = min + ((max - min) * k) / (looks - 1);
      if (!finish(motions.evaluating(x, rows, undefined))) continue;
      rows.forEach((row, r) => {
        low[r] = Math.min(low[r], row);
        high[r] = Math.max(high[r], row);
      });
    }
    return low.map((least, r) => Math.max(0, high[r] - least));
  });
  const largest = [...rows.keys()].map((r) => Math.max(...spreads.map((spread) => spread[r])));
  const influence = spreads.map((spread) =>
    spread.reduce((sum, width, r) => (largest[r] > 0 ? sum + width / largest[r] : sum), 0),
  );
  const order = [...varied.keys()].sort((a, b) => influence[b] - influence[a]);
  return order.slice(0, 2).sort((a, b) => a - b);
}
