import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { marcher } from "../../../src/motion/march/march.js";
import { type Horizon, type Move, mpc } from "../../../src/motion/mpc/mpc.js";
import type { Settings } from "../../../src/motion/problem/parameters.js";
import type { Problem } from "../../../src/motion/problem/problem.js";

/** What is driven: the same model in steps of its own, with other numbers. */
export interface Plant {
  readonly h: number;
  readonly set: Settings;
}

/** What became of a motion under a controller. */
export interface Driven {
  readonly last: Readonly<Record<string, number>>;
  /** The largest size of every state on the way. */
  readonly most: Readonly<Record<string, number>>;
  readonly moves: readonly Move[];
}

/** Drives a plant by a controller that plans with the problem's numbers, `rate` times a second; inputs keep in between. */
export async function driven(
  problem: Problem,
  horizon: Horizon,
  rate: number,
  { h, set }: Plant,
  onMove: (move: Move) => void = () => {},
): Promise<Driven> {
  const controller = mpc({ problem, horizon });
  const end = setUp(problem).steps.t.at(-1)!;
  const count = Math.round(end / h);
  const { objective: _, ...motion } = problem;
  const { compiled, parameters, steps } = setUp({ ...motion, grid: { steps: count, h: end / count } }, set);
  const { model, kernels } = compiled;
  const [states, width] = [model.state.length, model.inputs.length];
  const inputs = new Float64Array(count * width);
  const path = emptyPath(kernels, count);
  const march = marcher(compiled);
  march.begin(parameters, { ...steps, inputs }, path, false);
  const stateAt = (k: number): Record<string, number> =>
    Object.fromEntries(model.state.map(({ name }, i) => [name, path.states[k * states + i]]));
  const each = Math.round(1 / (rate * h));
  const moves: Move[] = [];
  for (let k = 0; k < count; k += each) {
    const move = await controller.next({ time: steps.t[k], state: stateAt(k) });
    onMove(move);
    moves.push(move);
    const given = model.inputs.map((name) => move.inputs[name]);
    for (let j = k; j < k + each; j++) inputs.set(given, j * width);
    const { status } = march.advance(k + each);
    if (status !== "solved") throw new Error(`a step of the plant after ${steps.t[k]} s is ${status}`);
  }
  const most = Object.fromEntries(
    model.state.map(({ name }, i) => [
      name,
      Math.max(...Array.from({ length: count + 1 }, (_, k) => Math.abs(path.states[k * states + i]))),
    ]),
  );
  return { last: stateAt(count), most, moves };
}
