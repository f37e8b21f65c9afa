import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { problem as throughAir } from "../../../problems/drag/throw.js";
import { problem as hole } from "../../../problems/golf/hole.js";
import { throwProblem } from "../../../problems/impact/ball-impact.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { type BoundaryCondition, last, type Problem, type Result, solve, sub } from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import { isMet, missesOf } from "../../../src/motion/trajectory/misses.js";
import { minimise } from "../../../src/solve/minimise/minimise.js";
import { finish } from "../../finish.js";
import type { BenchRow } from "../lu.js";

/** A number of a motion: a state, and when. */
interface Asked {
  readonly state: string;
  readonly unit: string;
  readonly at: number;
  readonly spread: number;
}

/** A scene of random sets: what may be freed in which ranges, and what may be asked for. */
interface Family {
  readonly problem: Omit<Problem, "name" | "title">;
  readonly ranges: Readonly<Record<string, readonly [number, number]>>;
  readonly moving: readonly string[];
  /** Freed besides, so that a rank is missing. */
  readonly besides: readonly string[];
  readonly pool: readonly Asked[];
  /** The part of the ranges about the answer in which NLopt looks: steps of Euler through an impact have many minima. */
  readonly box: number;
}

const x = (state: string, at: number): Asked => ({ state, unit: "m", at, spread: 0.02 });
const v = (state: string, at: number): Asked => ({ state, unit: "m/s", at, spread: 0.1 });

/** Smooth: the motion knows drag and mass by their ratio only. */
const air: Family = {
  problem: { ...throughAir, grid: { steps: 80, h: 0.0125 } },
  ranges: { "launch.vx": [1, 8], "launch.vz": [1, 8], drag: [0.05, 0.3], mass: [0.1, 0.4] },
  moving: ["launch.vx", "launch.vz", "drag"],
  besides: ["drag", "mass"],
  pool: [
    ...[0.31, 0.6, 1].flatMap((at) => [x("ball.x", at), x("ball.z", at)]),
    ...[0.45, 1].flatMap((at) => [v("ball.vx", at), v("ball.vz", at)]),
  ],
  box: 1,
};

/** With an impact and friction: nothing that is asked for depends on the spin about the vertical. */
const bounce: Family = {
  problem: { ...throwProblem, grid: { steps: 225, h: 0.002 } },
  ranges: { "launch.vx": [0.2, 2], "launch.vz": [-4, -1], "spin.y": [-30, 30], "spin.z": [-30, 30] },
  moving: ["launch.vx", "launch.vz", "spin.y"],
  besides: ["spin.z"],
  pool: [
    x("ball.x", 0.45),
    x("ball.z", 0.45),
    x("ball.x", 0.21),
    x("ball.z", 0.123),
    v("ball.vx", 0.45),
    v("ball.vz", 0.402),
    { state: "ball.wy", unit: "rad/s", at: 0.45, spread: 1 },
  ],
  box: 1e-3,
};

/** A random question: what is freed, which numbers are asked for, and what they should be. */
interface Question {
  readonly problem: Problem;
  readonly names: readonly string[];
  readonly asked: readonly Asked[];
  readonly wanted: readonly number[];
}

/** The asked numbers of a launch, marched without slopes and read from its path by a formula of this file. */
function reader(
  problem: Problem,
  names: readonly string[],
  asked: readonly Asked[],
): (x: ArrayLike<number>) => number[] {
  const setup = setUp(problem);
  const { kernels, parameters: all, model } = setup.compiled;
  const { marcher } = borrow(setup);
  const path = emptyPath(kernels, setup.steps.h.length);
  const width = kernels.layout.states;
  return (x) => {
    const parameters = setup.parameters.slice();
    names.forEach((name, j) => {
      parameters[all.indexOf(name)] = x[j];
    });
    marcher.begin(parameters, setup.steps, path, false);
    if (marcher.advance(setup.steps.h.length).status !== "solved") return asked.map(() => Number.NaN);
    return asked.map(({ state, at }) => {
      const column = model.state.findIndex(({ name }) => name === state);
      const { h = 0, steps = 0 } = problem.grid;
      const [k, part] = [Math.min(Math.floor(at / h), steps - 1), at / h];
      const [a, b] = [path.states[k * width + column], path.states[(k + 1) * width + column]];
      return a + (part - k) * (b - a);
    });
  };
}

function questionOf({ problem: scene, ranges, ...family }: Family, k: number): Question {
  const random = randomNumbers(7000 + k);
  const isOver = k % 2 === 0;
  const pick = <T>(from: readonly T[], count: number): T[] =>
    [...from]
      .map((one) => ({ one, key: random() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, count)
      .map(({ one }) => one);
  const moving = pick(family.moving, isOver ? 1 + Math.floor(3 * random()) : 2 + Math.floor(2 * random()));
  const names = k % 4 >= 2 ? [...new Set([...moving, ...family.besides])] : moving;
  const asked = pick(family.pool, isOver ? names.length + 1 + Math.floor(2 * random()) : moving.length - 1);
  const bare: Problem = {
    ...scene,
    name: `set ${k}`,
    title: "",
    boundary: [],
    values: {},
    parameters: {
      ...scene.parameters,
      ...Object.fromEntries(
        Object.entries(ranges).map(([name, [min, max]]) => [
          name,
          { ...scene.parameters[name], value: min + random() * (max - min), min, max },
        ]),
      ),
    },
  };
  const truth = names.map((name) => ranges[name][0] + random() * (ranges[name][1] - ranges[name][0]));
  const wanted = reader(bare, names, asked)(truth).map((x, i) => (isOver ? x + (random() - 0.5) * asked[i].spread : x));
  const boundary = asked.map(
    ({ state, unit, at, spread }, i): BoundaryCondition => ({
      name: `${state} at ${at}`,
      unit,
      residual: sub(last(state), wanted[i]),
      when: { at },
      ...(isOver && { tolerance: 50 * spread }),
      ...(i === 0 && { frees: names }),
    }),
  );
  return { problem: { ...bare, boundary }, names, asked, wanted };
}

/** Which unknowns differences say that rows leave open. */
function openByDifferences(rows: (x: ArrayLike<number>) => number[], x: Float64Array): number[] {
  const lengths = x.map((value) => Math.max(1, Math.abs(value)));
  const by = 1e-5;
  const columns = Array.from(x, (_, j) => {
    const [above, below] = [by, -by].map((part) =>
      rows(x.map((value, i) => (i === j ? value + part * lengths[j] : value))),
    );
    return above.map((value, i) => (value - below[i]) / (2 * by));
  });
  const matrix = columns[0].map((_, i) => columns.map((column) => column[i]));
  const unit = matrix.map((row) => row.map((d) => d / Math.max(1e-9, Math.hypot(...row))));
  while (unit.length < x.length) unit.push(new Array<number>(x.length).fill(0));
  const { diagonal, rightSingularVectors } = new SingularValueDecomposition(new Matrix(unit));
  return Array.from(x.keys()).filter((j) =>
    diagonal.some((sigma, s) => sigma < 1e-5 * diagonal[0] && Math.abs(rightSingularVectors.get(j, s)) > 0.1),
  );
}

/** How a set came out beside NLopt, which knows neither slopes nor our rows. */
interface Verdict {
  readonly isOver: boolean;
  readonly status: Result["status"];
  /** By how much NLopt, begun at the answer, lowers what was to be least, in parts of it. */
  readonly lowered: number;
  /** The same of the best of its other starts. */
  readonly elsewhere: number;
  readonly ranksNamed: boolean;
}

async function judged(family: Family, k: number): Promise<Verdict> {
  const { ranges, box } = family;
  const { problem, names, asked, wanted } = questionOf(family, k);
  const isOver = k % 2 === 0;
  const result = await solve(problem, { gridError: false });
  const read = reader(problem, names, asked);
  const guess = names.map((name) => Number(problem.parameters[name].value));
  const lengths = names.map((name) => ranges[name][1] - ranges[name][0]);
  const misses = (x: ArrayLike<number>): number[] => read(x).map((value, i) => (value - wanted[i]) / asked[i].spread);
  const squares = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x * x, 0);
  const change = (x: ArrayLike<number>): number => squares(guess.map((from, j) => (x[j] - from) / lengths[j]));
  const costOf = (x: ArrayLike<number>): number => (isOver ? squares(misses(x)) : change(x));
  const found = Float64Array.from(names, (name) => Number(result.run.parameters[name]));
  const random = randomNumbers(k);
  const starts = Array.from({ length: 4 }, () =>
    Float64Array.from(names, (name, j) => ranges[name][0] + random() * lengths[j]),
  );
  const from = async (start: Float64Array, part: number): Promise<number> => {
    const end = (side: -1 | 1): Float64Array =>
      Float64Array.from(names, (name, j) => {
        const [min, max] = ranges[name];
        return part === 1 ? (side < 0 ? min : max) : Math.min(max, Math.max(min, start[j] + side * part * lengths[j]));
      });
    const minimum = await minimise(
      {
        lower: end(-1),
        upper: end(1),
        constraints: isOver ? [] : asked.map(() => "equality" as const),
        evaluate(x, rows) {
          rows[0] = costOf(x);
          if (!isOver) rows.set(misses(x), 1);
          return rows.every(Number.isFinite);
        },
      },
      start,
      { method: isOver ? "BOBYQA" : "COBYLA", tolerance: 1e-10, feasibility: 1e-9, maxEvaluations: 1500 },
    );
    return minimum.violation <= 1e-9 ? minimum.cost : Number.POSITIVE_INFINITY;
  };
  const own = costOf(found);
  const lowered = (own - (await from(found, box))) / Math.max(own, 1e-6);
  const others: number[] = [];
  for (const start of starts) others.push(await from(start, 1));
  const named = result.run.regularity?.undetermined ?? [];
  const open = openByDifferences(misses, found);
  const isRankKnown = names.every((name, j) => named.includes(name) === open.includes(j));
  return {
    isOver,
    status: result.status,
    lowered,
    elsewhere: (own - Math.min(...others)) / Math.max(own, 1e-6),
    ranksNamed: isRankKnown,
  };
}

/** Every launch of a grid marched, and its hole judged by looking at every fiftieth of a step: no search is used. */
function bruteForce(width: number): { agree: number; holed: number; nearest: number[]; change: number } {
  const setup = setUp(hole);
  const { kernels, parameters: names, model } = setup.compiled;
  const { marcher } = borrow(setup);
  const count = setup.steps.h.length;
  const path = emptyPath(kernels, count);
  const states = kernels.layout.states;
  const at = (name: string): number => names.indexOf(name);
  const columns = ["ball.x", "ball.y", "ball.vx", "ball.vy"].map((state) =>
    model.state.findIndex(({ name }) => name === state),
  );
  const number = (name: string): number => setup.parameters[at(name)];
  const [hx, hy, radius, speed] = ["hole.x", "hole.y", "hole.radius", "hole.speed"].map(number);
  const guess = [number("launch.vx"), number("launch.vy")];
  const parts = 50;
  const falls = (): boolean => {
    for (let k = 0; k < count; k++)
      for (let i = 0; i <= parts; i++) {
        const [x, y, vx, vy] = columns.map((column) => {
          const [a, b] = [path.states[k * states + column], path.states[(k + 1) * states + column]];
          return a + (i / parts) * (b - a);
        });
        if (Math.hypot(x - hx, y - hy) <= radius && Math.hypot(vx, vy) <= speed) return true;
      }
    return false;
  };
  let [agree, holed, change, nearest] = [0, 0, Number.POSITIVE_INFINITY, [Number.NaN, Number.NaN]];
  for (let i = 0; i < width; i++)
    for (let j = 0; j < width; j++) {
      const launch = [1 + (1.5 * (i + 0.5)) / width, -0.5 + (1.5 * (j + 0.5)) / width];
      const parameters = setup.parameters.slice();
      parameters[at("launch.vx")] = launch[0];
      parameters[at("launch.vy")] = launch[1];
      marcher.begin(parameters, setup.steps, path, false);
      if (marcher.advance(count).status !== "solved") continue;
      const isIn = falls();
      if (isIn === finish(missesOf(setup, parameters, path)).every(isMet)) agree++;
      if (!isIn) continue;
      holed++;
      // in parts of the declared ranges, which are 5 and 6 wide
      const own = ((launch[0] - guess[0]) / 5) ** 2 + ((launch[1] - guess[1]) / 6) ** 2;
      if (own < change) [change, nearest] = [own, launch];
    }
  return { agree, holed, nearest, change };
}

async function benchSets(family: Family, scene: string, sets: number): Promise<BenchRow[]> {
  const verdicts: Verdict[] = [];
  for (let k = 0; k < sets; k++) verdicts.push(await judged(family, k));
  return (sets === 0 ? [] : [true, false]).flatMap((isOver): BenchRow[] => {
    const own = verdicts.filter((one) => one.isOver === isOver);
    const kind = `${scene}, ${isOver ? "over" : "under"}determined`;
    const solved = own.filter(({ status }) => status === "solved");
    const most = Math.max(...solved.map(({ lowered }) => lowered)).toExponential(1);
    const of = (count: number): string => `${count} of ${solved.length}`;
    return [
      { name: `${kind}: random sets solved`, value: `${solved.length} of ${own.length}` },
      {
        name: `${kind}: NLopt lowers the answer by at most 1e-5`,
        ...(family.box === 1 && { must: "all" }),
        value: `${of(solved.filter(({ lowered }) => lowered <= 1e-5).length)}, most ${most}`,
      },
      {
        name: `${kind}: no better from four other starts of NLopt`,
        value: of(solved.filter(({ elsewhere }) => elsewhere <= 1e-5).length),
      },
      { name: `${kind}: ranks named`, must: "all", value: of(solved.filter((one) => one.ranksNamed).length) },
    ];
  });
}

/** Random sets against NLopt, and the hole of a green against every launch of a grid. */
export async function benchConditions(sets: number, width: number): Promise<BenchRow[]> {
  const rows = [...(await benchSets(air, "air", sets)), ...(await benchSets(bounce, "bounce", Math.ceil(sets / 5)))];
  if (width === 0) return rows;
  const brute = bruteForce(width);
  const { run, status, values } = await solve(hole, { gridError: false });
  const launch = [Number(run.parameters["launch.vx"]), Number(run.parameters["launch.vy"])];
  const change = ((launch[0] - 1.9) / 5) ** 2 + ((launch[1] - 0.4) / 6) ** 2;
  const text = (xs: readonly number[]): string => xs.map((x) => x.toFixed(4)).join(", ");
  return [
    ...rows,
    {
      name: `golf/hole: launches judged alike`,
      must: "all",
      value: `${brute.agree} of ${width * width}, ${brute.holed} fall in`,
    },
    {
      name: "golf/hole: nearest of these launches",
      value: `${text(brute.nearest)} (changes by ${Math.sqrt(brute.change).toFixed(5)})`,
    },
    {
      name: "golf/hole: the launch that is found",
      must: "changes by no more",
      value: `${text(launch)} (${Math.sqrt(change).toFixed(5)}), ${status}, at ${values.holed} s`,
    },
  ];
}
