import { problem as green } from "../../../problems/golf/green.js";
import { problem as hole } from "../../../problems/golf/hole.js";
import { type Problem, parameter, solve } from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import { isMet, missesOf } from "../../../src/motion/trajectory/misses.js";
import { finish } from "../../finish.js";
import type { BenchRow } from "../lu.js";
import { benchSets } from "./sets.js";

/** Half the width of a hole [m]. */
const radius = 0.054;

/** The green as it is, and in place of its end the ball is over its hole at some time, however fast: then launches are many. */
const over: Problem = {
  ...green,
  name: "golf/green",
  boundary: [
    {
      name: "over the hole",
      unit: "m",
      residual: { body: "ball", inside: { kind: "ball", centre: [parameter("hole.x"), parameter("hole.y")], radius } },
      when: { sometime: "holed" },
      frees: ["launch.vx", "launch.vy"],
    },
  ],
  values: { ...green.values, holed: { unit: "s", meaning: "when it is there", of: { timeOf: "holed" } } },
};

interface Brute {
  readonly agree: number;
  readonly holed: number;
  /** Of all that are in, what changes least from the guess, and by how much [parts of the declared ranges]. */
  readonly nearest: number[];
  readonly change: number;
}

/** Every launch of a grid marched, and its hole judged by looking at every fiftieth of a step: no search is used. */
function bruteForce(problem: Problem, speed: number, width: number): Brute {
  const setup = setUp(problem);
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
  const [hx, hy] = ["hole.x", "hole.y"].map(number);
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

/** One putt by every launch of a grid, and by `solve`. */
async function benchPutt(problem: Problem, speed: number, width: number): Promise<BenchRow[]> {
  const brute = bruteForce(problem, speed, width);
  const { run, status, values } = await solve(problem, { gridError: false });
  const launch = [Number(run.parameters["launch.vx"]), Number(run.parameters["launch.vy"])];
  const change = ((launch[0] - 1.9) / 5) ** 2 + ((launch[1] - 0.4) / 6) ** 2;
  const text = (xs: readonly number[]): string => xs.map((x) => x.toFixed(4)).join(", ");
  return [
    {
      name: `${problem.name}: launches judged alike`,
      must: "all",
      value: `${brute.agree} of ${width * width}, ${brute.holed} are in`,
    },
    {
      name: `${problem.name}: nearest of these launches`,
      value: `${text(brute.nearest)} (changes by ${Math.sqrt(brute.change).toFixed(5)})`,
    },
    {
      name: `${problem.name}: the launch that is found`,
      must: "changes by no more",
      value: `${text(launch)} (${Math.sqrt(change).toFixed(5)}), ${status}, at ${values.holed} s`,
    },
  ];
}

/** Random sets against NLopt, and the hole of a green against every launch of a grid, slowly enough to fall in and at any speed. */
export async function benchConditions(sets: number, width: number, only = ""): Promise<BenchRow[]> {
  const rows = await benchSets(sets);
  if (width === 0) return rows;
  const { value } = hole.parameters["hole.speed"];
  const putts = [
    { problem: hole, speed: Number(value) },
    { problem: over, speed: Number.POSITIVE_INFINITY },
  ];
  for (const { problem, speed } of putts)
    if (problem.name.includes(only)) rows.push(...(await benchPutt(problem, speed, width)));
  return rows;
}
