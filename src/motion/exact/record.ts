import type { Compiled } from "../compile/compile-problem.js";
import type { Path } from "../compile/path.js";
import type { Steps } from "../problem/grid.js";
import { type Element, type ElementStart, loadElement } from "./element.js";
import { inputsAt } from "./held.js";

/** The elements of a motion as steps and a path that trajectories are made of. */
export interface Recorder {
  accept(start: ElementStart, h: number): void;
  /** Time in which nothing moves: the rest of bounces without end. */
  rest(start: ElementStart, h: number): void;
  /** An impact at the end of the element that was accepted last. */
  struck(contact: string): void;
  /**
   * Everything that was recorded, with the error that the motion was found to have; where it does not come to its end,
   * a step without numbers is left.
   */
  finish(state: Float64Array, error: { value: number; row: string }, end: number): { steps: Steps; path: Path };
  /** The largest residual of the rows that states answer, of any stage [declared units]. */
  readonly residual: () => number;
}

/** A motion that ends by more than this part of its duration too early is not finished. */
const unfinished = 1e-9;

/** Records the elements of a march; `also` is told every stage, as the frame of a step of the element's length, and its weight. */
export function recorder(
  compiled: Compiled,
  parameters: Float64Array,
  element: Element,
  also?: (frame: Float64Array, weight: number) => void,
): Recorder {
  const { kernels } = compiled;
  const { layout, defined, observed } = kernels;
  const { states, insides, inside } = layout;
  const { tableau, branches } = element.parts;
  const { stages: s, b, c } = tableau;
  const names = ["energy", "energyCreated", "appliedWork"].map((name) => observed.names.indexOf(name));
  const hasEnergy = names.every((at) => at >= 0);
  const frame = new Float64Array(layout.leaves.length + branches.switches);
  const seen = new Float64Array(observed.kernel().outputs);
  const rows = new Float64Array(branches.rows.rows);
  const definitions = new Float64Array(defined.at.length);
  const [t, lengths]: number[][] = [[0], []];
  const [before, path, forces, inputs]: Float64Array[][] = [[], [], [], []];
  const inputsOf = inputsAt(compiled);
  const created: number[] = [];
  const impacts: { step: number; contact: string }[] = [];
  let residual = 0;
  frame.set(parameters, layout.parameters);

  /** The definitions of the insides, from everything else in the frame. */
  function fill(): void {
    defined.kernel().run(frame, definitions);
    for (let i = 0; i < definitions.length; i++) if (defined.at[i] >= inside) frame[defined.at[i]] = definitions[i];
  }

  function accept(start: ElementStart, h: number): void {
    let work = 0;
    loadElement(layout, start, frame);
    for (let i = 0; i < s; i++) {
      element.load(start, h, i, frame);
      frame.set(inputsOf(start.held, start.t + c[i] * h, parameters), layout.inputs);
      branches.rows.residual(frame, rows);
      for (let k = 0; k < states; k++) residual = Math.max(residual, Math.abs(rows[k]));
      fill();
      also?.(frame, b[i]);
      if (!hasEnergy) continue;
      observed.kernel().run(frame, seen);
      work += b[i] * seen[names[2]];
    }
    before.push(frame.slice(0, states));
    forces.push(frame.slice(inside, inside + insides));
    inputs.push(frame.slice(layout.inputs, layout.inputs + compiled.model.inputs.length));
    path.push(start.state.slice());
    t.push(start.t + h);
    lengths.push(h);
    if (hasEnergy) {
      const after = seen[names[0]];
      frame.set(start.state);
      observed.kernel().run(frame, seen);
      const had = seen[names[0]] - seen[names[1]] - seen[names[2]];
      created.push(after - had - work);
    } else created.push(Number.NaN);
  }

  return {
    accept,
    rest(start, h) {
      before.push(start.state.slice());
      path.push(start.state.slice());
      forces.push(new Float64Array(insides));
      inputs.push(start.held.inputs);
      created.push(hasEnergy ? 0 : Number.NaN);
      t.push(start.t + h);
      lengths.push(h);
    },
    struck: (contact) => impacts.push({ step: lengths.length, contact }),
    residual: () => residual,
    finish(state, error, end) {
      path.push(state);
      const left = end - t[t.length - 1];
      if (left > unfinished * end) {
        t.push(end);
        lengths.push(left);
        before.push(new Float64Array(states).fill(Number.NaN));
        path.push(new Float64Array(states).fill(Number.NaN));
        forces.push(new Float64Array(insides).fill(Number.NaN));
        inputs.push(new Float64Array(compiled.model.inputs.length).fill(Number.NaN));
        created.push(Number.NaN);
      }
      return {
        steps: {
          t: Float64Array.from(t),
          h: Float64Array.from(lengths),
          ...(compiled.model.inputs.length > 0 && { inputs: joined(inputs) }),
        },
        path: {
          states: joined(path),
          insides: joined(forces),
          exact: { before: joined(before), created: Float64Array.from(created), error, impacts },
        },
      };
    },
  };
}

function joined(rows: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(rows.reduce((sum, row) => sum + row.length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all;
}
