import type { Compiled } from "../compile/compile-problem.js";
import { emptyPath } from "../compile/path.js";
import { loadTime } from "../compile/step.js";
import type { Marcher } from "../march/march.js";
import { branchRows } from "./branches.js";

/** On which branches a motion goes on from a state. */
export interface Outset {
  readonly modes: Float64Array;
  /** Slopes of the states there [1/s]. */
  readonly slopes: Float64Array;
  /** Unknowns of the tiny step, states first. */
  readonly unknowns: Float64Array;
}

/** Finds branches by a step of the model that is far shorter than anything that moves. */
export interface Prober {
  begin(parameters: Float64Array, tiny: number): Float64Array;
  /** Undefined where even that step cannot be solved. */
  outset(t: number, state: Float64Array): Outset | undefined;
  /** The state behind an impact; undefined where it cannot be solved. */
  impact(t: number, state: Float64Array, blow: Blow): Float64Array | undefined;
}

/** An impact: the slopes with which the bodies come in, Newton's restitution, and the length of the tiny step [s]. */
export interface Blow {
  readonly slopes: Float64Array;
  readonly restitution: number;
  readonly length: number;
}

/** A tiny step that rounding spoils is tried so much longer, so often. */
const longer = 10;
const tries = 3;

/** The prober of a compiled problem, by its march. */
export function prober(compiled: Compiled, marcher: Marcher, frame: Float64Array): Prober {
  const { kernels } = compiled;
  const { layout } = kernels;
  const { states, insides } = layout;
  const { distances, switches, ties, bounds, at } = branchRows(compiled);
  const path = emptyPath(kernels, 1);
  const values = new Float64Array(switches);
  const positions = new Set(
    Array.from(kernels.defined.at, (at) => at - layout.next).filter((k) => k >= 0 && k < states),
  );
  let shortest = 0;
  return {
    begin(parameters, tiny) {
      shortest = tiny;
      frame.set(parameters, layout.parameters);
      marcher.begin(parameters, stepsAt(0, tiny), path, false);
      return path.states.slice(0, states);
    },
    impact(t, state, { slopes, restitution, length }) {
      const ends: Float64Array[] = [];
      for (const h of [length, 2 * length]) {
        path.states.set(state);
        // e h further on all that closes is closed by −e h ν⁻: the step that opens it again leaves with ν⁺ = −e ν⁻
        for (const k of positions) path.states[k] += restitution * h * slopes[k];
        marcher.resume(0, stepsAt(t, h), path);
        if (marcher.advance(1).status !== "solved") return undefined;
        ends.push(path.states.slice(states, 2 * states));
      }
      const behind = state.slice();
      // to no time at all: steady forces act for the length of the step
      for (let k = 0; k < states; k++) if (!positions.has(k)) behind[k] = 2 * ends[0][k] - ends[1][k];
      return behind;
    },
    outset(t, state) {
      for (let i = 0, h = shortest; i < tries; i++, h *= longer) {
        const steps = stepsAt(t, h);
        path.states.set(state);
        marcher.resume(0, steps, path);
        if (marcher.advance(1).status !== "solved") continue;
        for (let k = 0; k < 2 * states; k++) frame[k] = path.states[k];
        for (let k = 0; k < insides; k++) frame[layout.inside + k] = path.insides[k];
        loadTime(layout, steps, 0, frame);
        distances.residual(frame, values);
        // what the march leaves of a force that is none would hold its contact
        for (const { at: place, lower, by } of bounds) if (values[by] < 0) frame[place] = lower;
        if (bounds.length > 0) distances.residual(frame, values);
        const slopes = new Float64Array(states);
        for (let k = 0; k < states; k++) slopes[k] = (path.states[states + k] - state[k]) / h;
        return {
          modes: values.map((x, k) => (x > 0 ? 1 : x < 0 ? -1 : ties[k])),
          slopes,
          unknowns: Float64Array.from(at, (place) => frame[place]),
        };
      }
      return undefined;
    },
  };
}

const stepsAt = (t: number, h: number) => ({ t: Float64Array.of(t, t + h), h: Float64Array.of(h) });
