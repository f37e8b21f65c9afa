import { randomNumbers } from "../../../src/algebra/random.js";
import { last } from "../../../src/index.js";
import type { Fitting, Recording } from "../../../src/motion/fit/fitting.js";

/** A block that slides on a table at rest: where it is, in closed form, until it rests. */
export const set = { "belt.v": 0, time: 0.2, "grid.steps": 40 };
export const noise = 5e-4;
export const asked: Fitting = {
  measured: { x: { of: last("block.x"), noise } },
  shared: { friction: { guess: 0.3 } },
  each: { "block.v": { guess: 0.8 } },
};

/** Camera pictures of a slide with noise of a normal distribution, by Box and Muller. */
export function slide(seed: number, { friction = 0.45, v = 1.1, rows = 30, every = 0.005, wild = 0 } = {}): Recording {
  const random = randomNumbers(seed);
  const t = Float64Array.from({ length: rows }, (_, i) => every * i);
  const rest = v / (friction * 9.81);
  const x = t.map((time, i) => {
    const until = Math.min(time, rest);
    const bell = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return v * until - 0.5 * friction * 9.81 * until ** 2 + noise * bell + (i === 12 ? wild : 0);
  });
  return { name: `slide ${seed}`, t, columns: { x } };
}
