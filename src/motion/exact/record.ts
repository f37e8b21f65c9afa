import { areSame } from "../../algebra/once.js";
import type { Compiled } from "../compile/compile-problem.js";
import type { Path } from "../compile/path.js";
import type { Steps } from "../problem/grid.js";
import { type Element, type ElementStart, joined, loadElement } from "./element.js";
import { inputsAt } from "./held.js";
import { reducing } from "./reduced.js";

/** The state behind steps of the model, and the last of them: its length, the state before it, and its forces. */
export interface Stepped {
  /** Mechanical energy that all steps created beyond applied work [J]. */
  readonly created: number;
  readonly state: Float64Array;
  readonly h: number;
  readonly before: Float64Array;
  readonly insides: Float64Array;
}

/** The elements of a motion as steps and a path that trajectories are made of. */
export interface Recorder {
  accept(start: ElementStart, h: number): void;
  /** Time that steps of the model took instead of elements, or in which nothing moves: the rest of bounces without end. */
  rest(start: ElementStart, h: number, sensitivity: Float64Array, behind?: Stepped): void;
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

/** Mechanical energy at the end of a step of a frame, at its start, and the work applied in it; undefined where a model has none. */
export function energiesOf({ kernels: { observed } }: Compiled) {
  const [energy, created, work] = ["energy", "energyCreated", "appliedWork"].map((name) =>
    observed.names.indexOf(name),
  );
  if (energy < 0 || created < 0 || work < 0) return undefined;
  const kernel = observed.kernel();
  const seen = new Float64Array(kernel.outputs);
  return (frame: Float64Array) => {
    kernel.run(frame, seen);
    return { now: seen[energy], before: seen[energy] - seen[created] - seen[work], work: seen[work] };
  };
}

/** Writes into a frame the insides that are defined by everything else in it. */
function insidesOf({ kernels: { layout, defined } }: Compiled) {
  const definitions = new Float64Array(defined.at.length);
  return (frame: Float64Array): void => {
    defined.kernel().run(frame, definitions);
    defined.at.forEach((at, k) => {
      if (at >= layout.inside) frame[at] = definitions[k];
    });
  };
}

/** A motion that ends by more than this part of its duration too early is not finished. */
const unfinished = 1e-9;

/** Told every stage of a motion, as the frame of a step of its element's length, and its weight. */
export type StageReader = (frame: Float64Array, weight: number) => void;

/** Records the elements of a march; `also` is told every stage, as the frame of a step of the element's length, and its weight. */
export function recorder(compiled: Compiled, parameters: Float64Array, element: Element, also?: StageReader): Recorder {
  const { states, insides, inside } = compiled.kernels.layout;
  const { tableau, branches, size, layout } = element.parts;
  const { stages: s, b, c, nodes } = tableau;
  const width = compiled.model.inputs.length;
  const frame = new Float64Array(layout.leaves.length + branches.switches);
  const rows = new Float64Array(branches.rows.rows);
  const [energies, define] = [energiesOf(compiled), insidesOf(compiled)];
  const [t, lengths, created]: number[][] = [[0], [], []];
  const [before, path, forces, inputs, stages]: Float64Array[][] = [[], [], [], [], []];
  const inputsOf = inputsAt(compiled);
  const reduce = reducing(compiled, element);
  const impacts: { step: number; contact: string }[] = [];
  let residual = 0;
  const account = accountOf(frame, energies, created);
  frame.set(parameters, layout.parameters);

  function go(start: ElementStart, h: number): void {
    path.push(start.state.slice());
    t.push(start.t + h);
    lengths.push(h);
  }

  function accept(start: ElementStart, h: number): void {
    let work = 0;
    loadElement(layout, start, frame);
    for (let i = 0; i < s; i++) {
      element.load(start, h, i, frame);
      frame.set(inputsOf(start.held, start.t + c[i] * h, parameters), layout.inputs);
      branches.rows.residual(frame, rows);
      for (let k = 0; k < states; k++) residual = Math.max(residual, Math.abs(rows[k]));
      define(frame);
      also?.(frame, b[i]);
      reduce.stage(i, frame);
      if (energies !== undefined) work += b[i] * energies(frame).work;
    }
    before.push(frame.slice(0, states));
    forces.push(frame.slice(inside, inside + insides));
    inputs.push(frame.slice(layout.inputs, layout.inputs + width));
    const own = joined(Array.from({ length: s }, (_, i) => element.z.subarray(i * size, i * size + states)));
    reduce.element({ t: start.t, h }, start.state, own);
    stages.push(own);
    go(start, h);
    const now = energies?.(frame).now ?? Number.NaN;
    account(start.state, own.slice(-states), (came) => now - came - work);
  }

  return {
    accept,
    rest(start, h, _, behind) {
      const step = behind === undefined ? still(start, h, insides) : asOne(behind, h);
      const own = straight(nodes.own, start.state, step.state);
      before.push(step.before);
      stages.push(own);
      forces.push(step.insides);
      inputs.push(start.held.inputs);
      loadElement(layout, start, frame);
      frame.set(joined([step.before, step.state]));
      frame.set(step.insides, inside);
      frame.set([start.t, h], layout.time);
      for (let i = 0; i < s; i++) reduce.stage(i, frame);
      reduce.element({ t: start.t, h }, start.state, own);
      account(start.state, step.state, () => (energies === undefined ? Number.NaN : step.created));
      go(start, h);
    },
    struck: (contact) => impacts.push({ step: lengths.length, contact }),
    residual: () => residual,
    finish(state, error, end) {
      account(state);
      path.push(state);
      const left = end - t[t.length - 1];
      if (left > unfinished * end) {
        t.push(end);
        lengths.push(left);
        const widths = [states, states, s * states, insides, width];
        [before, path, stages, forces, inputs].forEach((rows, k) => {
          rows.push(new Float64Array(widths[k]).fill(Number.NaN));
        });
        created.push(Number.NaN);
      }
      return {
        steps: { t: Float64Array.from(t), h: Float64Array.from(lengths), ...(width > 0 && { inputs: joined(inputs) }) },
        path: {
          states: joined(path),
          insides: joined(forces),
          exact: {
            before: joined(before),
            stages: joined(stages),
            nodes: nodes.all,
            created: Float64Array.from(created),
            error,
            impacts,
            laws: { shown: shownOf(lengths), drift },
            read: reduce.values(),
          },
        },
      };
    },
  };
}

/**
 * Writes down what steps create: each is told by its start, its end, and what it creates from an energy at its start. An impact lies
 * between the end of one step and the start of the next, and what it creates is added to what the one before it has; without an end there is no
 * next one.
 */
function accountOf(frame: Float64Array, energies: ReturnType<typeof energiesOf>, created: number[]) {
  let ended: Float64Array | undefined;
  const energyAt = (state: Float64Array): number => {
    frame.set(state);
    return energies?.(frame).before ?? Number.NaN;
  };
  return (state: Float64Array, end?: Float64Array, madeFrom?: (came: number) => number): void => {
    if (energies !== undefined && ended !== undefined && !areSame(ended, state)) {
      const came = energyAt(ended);
      created[created.length - 1] += Math.max(0, energyAt(state) - came);
    }
    if (madeFrom !== undefined) created.push(madeFrom(energyAt(state)));
    ended = end?.slice();
  };
}

/** States at parts of the way from one to another. */
const straight = (parts: readonly number[], from: Float64Array, to: Float64Array): Float64Array =>
  joined(parts.map((part) => from.map((x, k) => x + part * (to[k] - x))));

/** A step in which nothing moves or presses. */
const still = ({ state }: ElementStart, h: number, insides: number): Stepped => ({
  state,
  h,
  before: state,
  insides: new Float64Array(insides),
  created: 0,
});

/** Steps as one of length h, whose rates and forces are those of the last. */
const asOne = ({ state, before, insides, h: last, created }: Stepped, h: number): Stepped => ({
  state,
  created,
  h,
  before: state.map((x, k) => x - (h / last) * (x - before[k])),
  insides,
});

/** Elements shorter than this part of a motion are only there because events follow each other at once. */
const briefest = 1e-6;
/** Gaps of corners whose rates are held, in parts of the largest coordinate. */
const drift = 1e-6;

/** True where some elements are brief. */
export function areBrief(elements: readonly { readonly h: number }[]): boolean {
  const shows = briefest * elements.reduce((sum, { h }) => sum + h, 0);
  return elements.some(({ h }) => h < shows);
}

/** A force of so short an element is the rounding of a momentum over its length: its impulse counts, over a length that shows. */
function shownOf(lengths: readonly number[]): Float64Array {
  const shows = briefest * lengths.reduce((sum, h) => sum + h, 0);
  return Float64Array.from(lengths, (h) => Math.min(1, h / shows));
}
