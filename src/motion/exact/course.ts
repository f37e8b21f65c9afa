import type { Stepwise } from "../../algebra/stepwise.js";
import { basis, elementSlope, type Place } from "../compile/between.js";
import type { Path } from "../compile/path.js";
import type { March } from "../march/march.js";
import type { Task } from "../march/task.js";
import type { Steps } from "../problem/grid.js";
import type { ElementRecord, ExactMarch } from "./asked.js";
import { branchesMade } from "./branches.js";
import { joined } from "./element.js";
import { endOf, walkerOf } from "./exact.js";
import { heldInputs } from "./held.js";

/** A finished motion with its sensitivities, on a grid or by elements. */
export interface Course {
  readonly march: March;
  readonly steps: Steps;
  readonly path: Path;
  /** ∂(state)/∂(freed value) at a place that keeps its part of its step. */
  sensitivity(place: Place, f: number, state: number): number;
  /** ẋ times a factor. */
  rate(place: Place, state: number, factor: number): number;
  /** A rate of change times ∂t/∂(freed value) of a place that keeps its part of its step. */
  carried(rate: number, place: Place, f: number): number;
}

/** How a motion to an accuracy is marched: freely, or on the elements of another one, where it moves smoothly with what is freed. */
export interface Marching {
  readonly tolerance: number;
  readonly plan?: readonly ElementRecord[];
  /** The end [s], where it is not that of the setup. */
  readonly end?: number;
  /** False where nobody asks for sensitivities. */
  readonly withSlopes?: boolean;
}

/** The setup and memory of motions to an accuracy, and who may stop them. */
type Walked = Pick<Task, "setup" | "workspace" | "signal">;

/** Sensitivities of an element: of its start, of its stages, and ∂t/∂(freed) of both ends. */
interface Kept {
  readonly start: Float64Array;
  readonly stages: Float64Array;
  readonly times: readonly [Float64Array, Float64Array];
}

/** Motions to an accuracy as `look` reads them. */
export const courses =
  (task: Walked, marching: Marching) =>
  (parameters: Float64Array): Stepwise<Course> =>
    courseOf(task, parameters, marching);

/** One march, of which only the elements are wanted. */
export function* elementsOf(
  task: Walked,
  parameters: Float64Array,
  tolerance: number,
): Generator<undefined, ExactMarch> {
  const { setup, signal } = task;
  yield* branchesMade(setup.compiled);
  const asked = { end: endOf(setup, parameters), tolerance, sensitivities: false, signal };
  return yield* walkerOf(task).march(parameters, { ...asked, held: heldInputs(setup, parameters) });
}

/**
 * On an element from T to T + h the motion is x = Σ_j ℓ_j(θ) Y_j with θ = (t − T)/h, so that at a θ that stays
 * dx = Σ_j ℓ_j(θ) dY_j, and at a time that stays it is that less ẋ (dT + θ dh).
 */
function* courseOf(task: Walked, parameters: Float64Array, marching: Marching): Stepwise<Course> {
  const { setup, signal } = task;
  const { tolerance, plan, end = endOf(setup, parameters), withSlopes = true } = marching;
  const { compiled } = setup;
  const { states } = compiled.kernels.layout;
  yield* branchesMade(compiled);
  const { element, march: walk } = walkerOf(task);
  const { tableau, size } = element.parts;
  const { stages: s, nodes } = tableau;
  const own = compiled.freed.length * states;
  const kept: Kept[] = [];
  const [t, h]: number[][] = [[0], []];
  const [path, stages]: Float64Array[][] = [[], []];
  let begun = { sensitivity: new Float64Array(0), times: new Float64Array(0) };
  const lay = (state: Float64Array, from: number, length: number): void => {
    path.push(state.slice());
    t.push(from + length);
    h.push(length);
  };
  const marched = yield* walk(parameters, {
    end,
    tolerance,
    sensitivities: withSlopes,
    signal,
    held: heldInputs(setup, parameters),
    ...(plan && { plan }),
    notes: {
      struck() {},
      accept(start, length, sensitivity) {
        lay(start.state, start.t, length);
        for (let i = 0; i < s; i++) stages.push(element.z.slice(i * size, i * size + states));
        begun = { sensitivity: sensitivity.slice(), times: start.times.slice() };
      },
      carried(all, times) {
        kept.push({ start: begun.sensitivity, stages: all.slice(), times: [begun.times, times.slice()] });
      },
      rest(start, length, sensitivity) {
        lay(start.state, start.t, length);
        for (let i = 0; i < s; i++) stages.push(start.state.slice());
        const stays = new Float64Array(compiled.freed.length);
        kept.push({ start: sensitivity.slice(), stages: repeated(sensitivity, s), times: [stays, stays] });
      },
    },
  });
  path.push(marched.state.slice());
  const steps: Steps = { t: Float64Array.from(t), h: Float64Array.from(h) };
  const nothing = new Float64Array(0);
  const exact = {
    before: nothing,
    created: nothing,
    error: { value: 0, row: "" },
    impacts: [],
    laws: { shown: nothing, drift: 0 },
    read: {},
    stages: joined(stages),
    nodes: nodes.all,
  };
  const whole: Path = { states: joined(path), insides: nothing, exact };
  const slopeOf = elementSlope(whole, exact, states);
  let known = { part: Number.NaN, weights: [0] };
  return {
    march: {
      status: marched.status,
      steps: marched.elements.length,
      iterations: 0,
      residual: 0,
      failure: undefined,
    },
    steps,
    path: whole,
    sensitivity({ step, part }, f, state) {
      if (known.part !== part) known = { part, weights: nodes.all.map((_, j) => basis(nodes.all, j, part)) };
      const { start, stages: all } = kept[step];
      const at = f * states + state;
      let sum = known.weights[0] * start[at];
      for (let i = 0; i < s; i++) sum += known.weights[i + 1] * all[i * own + at];
      return sum;
    },
    rate: (place: Place, state, factor) => (factor * slopeOf(state, place)) / h[place.step],
    carried(rate, { step, part }, f) {
      const [from, to] = kept[step].times;
      return rate * (from[f] + part * (to[f] - from[f]));
    },
  };
}

function repeated(row: Float64Array, times: number): Float64Array {
  const all = new Float64Array(row.length * times);
  for (let i = 0; i < times; i++) all.set(row, i * row.length);
  return all;
}
