import { problem as throughAir } from "../../../problems/drag/throw.js";
import { problem as belt } from "../../../problems/drives/belt.js";
import { throwProblem } from "../../../problems/impact/ball-impact.js";
import { problem as roll } from "../../../problems/rolling/ball-roll.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { type BoundaryCondition, last, type Problem, sub } from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { borrow } from "../../../src/motion/march/workspace.js";

/** A number of a motion: a state, and when. */
interface Asked {
  readonly state: string;
  readonly unit: string;
  readonly at: number | "end";
  readonly spread: number;
}

/** A scene of random sets: what may be freed in which ranges, and what may be asked for. */
export interface Family {
  readonly problem: Omit<Problem, "name" | "title">;
  readonly ranges: Readonly<Record<string, readonly [number, number]>>;
  readonly moving: readonly string[];
  /** Freed besides, so that a rank is missing. */
  readonly besides: readonly string[];
  readonly pool: readonly Asked[];
  /** The part of the ranges about the answer in which NLopt looks first: steps through an impact have many minima. */
  readonly box: number;
}

const x = (state: string, at: Asked["at"]): Asked => ({ state, unit: "m", at, spread: 0.02 });
const v = (state: string, at: Asked["at"]): Asked => ({ state, unit: "m/s", at, spread: 0.1 });
const w = (state: string, at: Asked["at"]): Asked => ({ state, unit: "rad/s", at, spread: 1 });

/** The scenes by their names. */
export const families: Readonly<Record<string, Family>> = {
  /** Smooth: the motion knows drag and mass by their ratio only. */
  air: {
    problem: { ...throughAir, grid: { steps: 80, h: 0.0125 } },
    ranges: { "launch.vx": [1, 8], "launch.vz": [1, 8], drag: [0.05, 0.3], mass: [0.1, 0.4] },
    moving: ["launch.vx", "launch.vz", "drag"],
    besides: ["drag", "mass"],
    pool: [
      ...[0.31, 0.6, 1].flatMap((at) => [x("ball.x", at), x("ball.z", at)]),
      ...[0.45, 1].flatMap((at) => [v("ball.vx", at), v("ball.vz", at)]),
    ],
    box: 1,
  },
  /** With an impact and friction: nothing that is asked for depends on the spin about the vertical. */
  bounce: {
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
      w("ball.wy", 0.45),
    ],
    box: 1e-3,
  },
  /** A ball that slides on a curve until it rolls. */
  roll: {
    problem: { ...roll, grid: { steps: 60, h: 0.01 } },
    ranges: {
      "launch.vx": [0.3, 2],
      "launch.vy": [-1, 1],
      "spin.y": [-60, 60],
      "spin.x": [-40, 40],
      "spin.z": [-9, 9],
    },
    moving: ["launch.vx", "launch.vy", "spin.y", "spin.x"],
    besides: ["spin.z"],
    pool: [
      ...[0.6, 0.255].flatMap((at) => [x("ball.x", at), x("ball.y", at)]),
      ...[0.6, 0.333].flatMap((at) => [v("ball.vx", at), v("ball.vy", at)]),
      w("ball.wy", 0.6),
    ],
    box: 1e-3,
  },
  /** A block that slips on a belt until it sticks, watched for a time that is free. */
  belt: {
    problem: { ...belt, grid: { steps: 100, h: 0.003 } },
    ranges: { "belt.v": [0.3, 2], "block.v": [-1, 1], friction: [0.2, 0.8], time: [0.15, 0.6] },
    moving: ["belt.v", "block.v", "friction", "time"],
    besides: [],
    pool: [
      x("block.x", "end"),
      v("block.vx", "end"),
      x("block.x", 0.05),
      v("block.vx", 0.093),
      x("block.x", 0.12),
      v("block.vx", 0.141),
    ],
    box: 1e-3,
  },
};

/** A random question: what is freed, and how far motions are from what is asked. */
export interface Question {
  readonly problem: Problem;
  readonly names: readonly string[];
  readonly isOver: boolean;
  /** Of each row the miss in parts of its tolerance: of an inequality what it exceeds by, below zero where it holds. */
  readonly rows: (x: ArrayLike<number>) => number[];
  readonly isInequality: readonly boolean[];
  /** True of rows that must hold exactly. */
  readonly isHeld: readonly boolean[];
}

/** The asked numbers of a launch, marched without slopes and read from its path by a formula of this file. */
function reader(
  problem: Problem,
  names: readonly string[],
): (x: ArrayLike<number>, asked: readonly Asked[]) => number[] {
  const setup = setUp(problem);
  const { kernels, parameters: all, model } = setup.compiled;
  const { marcher } = borrow(setup);
  const count = setup.steps.h.length;
  const path = emptyPath(kernels, count);
  const width = kernels.layout.states;
  return (x, asked) => {
    const parameters = setup.parameters.slice();
    names.forEach((name, j) => {
      parameters[all.indexOf(name)] = x[j];
    });
    marcher.begin(parameters, setup.steps, path, false);
    if (marcher.advance(count).status !== "solved") return asked.map(() => Number.NaN);
    const time = all.indexOf("time");
    const h = time < 0 ? (problem.grid.h ?? 0) : parameters[time] / count;
    return asked.map(({ state, at }) => {
      const column = model.state.findIndex(({ name }) => name === state);
      const place = at === "end" ? count : at / h;
      const k = Math.min(Math.floor(place), count - 1);
      const [a, b] = [path.states[k * width + column], path.states[(k + 1) * width + column]];
      return a + (place - k) * (b - a);
    });
  };
}

/** How one of the asked numbers is asked for. */
type Kind = "equal" | "from" | "to" | "region";

/**
 * The k-th random set of a family: even ones ask for more than they free, odd ones for less; a third for equalities alone. Where they
 * are `mixed` the first row must hold exactly beside others with a tolerance.
 */
export function questionOf({ problem: scene, ranges, ...family }: Family, k: number, mixed = false): Question {
  const random = randomNumbers(7000 + k);
  const isOver = k % 2 === 0;
  const isPlain = k % 3 === 0;
  const pick = <T>(from: readonly T[], count: number): T[] =>
    [...from]
      .map((one) => ({ one, key: random() }))
      .sort((a, b) => a.key - b.key)
      .slice(0, count)
      .map(({ one }) => one);
  const moving = pick(family.moving, isOver ? 1 + Math.floor(3 * random()) : 2 + Math.floor(2 * random()));
  const names = k % 4 >= 2 ? [...new Set([...moving, ...family.besides])] : moving;
  const asked = pick(family.pool, isOver ? names.length + 1 + Math.floor(2 * random()) : moving.length - 1);
  const parameters = { ...scene.parameters };
  for (const [name, [min, max]] of Object.entries(ranges))
    parameters[name] = { ...scene.parameters[name], value: min + random() * (max - min), min, max };
  const bare: Problem = { ...scene, name: `set ${k}`, title: "", boundary: [], values: {}, parameters };
  const truth = names.map((name) => ranges[name][0] + random() * (ranges[name][1] - ranges[name][0]));
  // steps are parts of a duration only where it is freed
  const free: BoundaryCondition = {
    name: "any",
    unit: "1",
    residual: last(asked[0].state),
    frees: names,
    tolerance: 1,
  };
  const read = reader({ ...bare, boundary: [free] }, names);
  const noise = (spread: number): number => (isOver ? (random() - 0.5) * spread : 0);
  const wanted = read(truth, asked).map((x, i) => x + noise(asked[i].spread));
  const weights = asked.map(({ spread }) => (isPlain ? 1 : 0.5 + 1.5 * random()) * spread);
  const kinds = asked.map((): Kind => {
    const kind = random();
    return isPlain || kind < 0.5 ? "equal" : kind < 0.75 ? "from" : "to";
  });
  const whole = asked.map((one, i) => ({ ...one, wanted: wanted[i], kind: kinds[i], weight: weights[i] }));
  const boundary = whole.map(({ state, unit, at, wanted: value, kind, weight }, i): BoundaryCondition => {
    const within = kind === "from" ? { from: 0 } : { to: 0 };
    return {
      name: `${state} at ${at}`,
      unit,
      residual: sub(last(state), value),
      when: at === "end" ? "end" : { at },
      ...(kind !== "equal" && { within }),
      ...(isOver && !(mixed && i === 0) && { tolerance: 50 * weight }),
      ...(i === 0 && { frees: names }),
    };
  });
  const at = inRegion(bare, asked, random);
  if (at !== undefined && !isPlain) {
    const places = read(truth, at.coordinates);
    const [cx, cy, cz] = places.map((place) => place + noise(0.1));
    const [centre, radius] = [[cx, cy, cz] as const, 0.01 + 0.02 * random()];
    boundary.push({
      name: "in the ball",
      unit: "m",
      residual: { body: at.body, inside: { kind: "ball", centre, radius } },
      when: { at: at.when },
      ...(isOver && { tolerance: 1 }),
    });
    const depth = (x: ArrayLike<number>): number =>
      (Math.hypot(...read(x, at.coordinates).map((place, i) => place - centre[i])) - radius) / 0.02;
    return { problem: { ...bare, boundary }, names, isOver, ...rowsOf(depth) };
  }
  return { problem: { ...bare, boundary }, names, isOver, ...rowsOf() };

  function rowsOf(
    ...further: ((x: ArrayLike<number>) => number)[]
  ): Pick<Question, "rows" | "isInequality" | "isHeld"> {
    const isHeld = [...asked, ...further].map((_, i) => !isOver || (mixed && i === 0));
    return {
      isHeld,
      rows: (x) => [
        ...read(x, asked).map((value, i) => ((kinds[i] === "from" ? -1 : 1) * (value - wanted[i])) / weights[i]),
        ...further.map((of) => of(x)),
      ],
      isInequality: [...kinds.map((kind) => kind !== "equal"), ...further.map(() => true)],
    };
  }
}

/** The place of a ball, asked for besides in half of the sets that know one. */
function inRegion(
  { model }: Problem,
  asked: readonly Asked[],
  random: () => number,
): { body: string; when: number; coordinates: Asked[] } | undefined {
  const isSpatial = typeof model !== "function" && model.state.some(({ name }) => name === "ball.z");
  const [first] = asked;
  if (random() < 0.5 || !(isSpatial || first.state.startsWith("ball"))) return undefined;
  const coordinates = ["x", "y", "z"].map((axis) => x(`ball.${axis}`, 0.2));
  return { body: "ball", when: 0.2, coordinates };
}
