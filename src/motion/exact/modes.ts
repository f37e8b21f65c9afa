import type { Stepwise } from "../../algebra/stepwise.js";
import { turns } from "../../solve/drive.js";
import type { Compiled } from "../compile/compile-problem.js";
import { emptyPath, type Path } from "../compile/path.js";
import { type Layout, loadTime } from "../compile/step.js";
import type { Marcher } from "../march/march.js";
import type { Steps } from "../problem/grid.js";
import { type Bound, type BranchRows, branchRows, holdsRates, turned, unheldDistances } from "./branches.js";
import type { Element, ElementStart } from "./element.js";
import { type Held, inputsAt, unheld } from "./held.js";
import { isForce, modesBy, settler } from "./held-newton.js";
import type { NearImpact } from "./impacts/impact.js";
import { awayFrom, gapsOf, positionsOf } from "./impacts/places.js";
import { energiesOf, type Stepped } from "./record.js";

/** On which branches a motion goes on from a state. */
export interface Outset {
  readonly modes: Float64Array;
  /** Slopes of the states there [1/s]. */
  readonly slopes: Float64Array;
  /** Unknowns of the tiny step, states first, and the distances to switches at its end. */
  readonly unknowns: Float64Array;
  readonly distances: Float64Array;
}

/** Finds branches by a step of the model that is far shorter than anything that moves. */
export interface Prober {
  begin(parameters: Float64Array, tiny: number): Float64Array;
  /** From a place on the way; undefined where even that step cannot be solved, nor on the branches that are `likely` there. */
  outset(now: Pick<ElementStart, "t" | "state" | "held">, likely?: Likely): Outset | undefined;
  /** The start of a search for the state behind an impact: the branches before it, with the closed gap closed, and places that it `reached`. */
  before(now: Before, at: number, length: number, reached: Float64Array): NearImpact;
  /** Goes on by `count` steps of the model from a place on the way; undefined where they cannot be solved. */
  steps(start: Pick<ElementStart, "t" | "state" | "held">, h: number, count: number): Stepwise<Stepped | undefined>;
  /** The state behind an impact, nearly, by tiny steps; undefined where they cannot be solved. */
  impact(t: number, state: Float64Array, blow: Blow): NearlyBehind | undefined;
}

/** Branches on which a motion may go on from an event, and the unknowns with which it came there, if not by its state alone. */
export interface Likely {
  readonly modes: Float64Array;
  readonly unknowns?: Float64Array;
}

/** The other branch of a switch that an element has passed at its end, with the unknowns there. */
export const likelyBehind = (passed: number, modes: Float64Array, { z, parts }: Element): Likely | undefined =>
  passed < 0
    ? undefined
    : { modes: modes.map((mode, k) => (k === passed ? -mode : mode)), unknowns: z.slice(0, parts.size) };

/** The motion as it comes into an impact. */
export interface Before {
  readonly t: number;
  readonly state: Float64Array;
  readonly slopes: Float64Array;
  readonly modes: Float64Array;
}

/** The state that tiny steps over an impact find, and the start of a search for the exact one. */
export interface NearlyBehind {
  readonly state: Float64Array;
  readonly near: NearImpact;
}

/** An impact: the slopes with which the bodies come in, Newton's restitution, and the length of the tiny step [s]. */
export interface Blow {
  readonly slopes: Float64Array;
  readonly restitution: number;
  readonly length: number;
  readonly closed: Uint8Array;
}

/** A gap that would take this part of the largest force of an impact to close it in the tiny step is no part of it. */
const wide = 1e-3;
/** A gap that is no wider [m, rad] is closed at an impact: what has come to rest on another body is left within rounding of it. */
const closedWithin = 1e-12;
/** A tiny step that rounding spoils is tried so much longer, so often. */
const longer = 10;
const tries = 3;
/** Forces that many corners share are found in steps so much longer, where gaps count for more beside them, and tried in the first. */
const muchLonger = 1e4;
/** No step makes so much of the energy that is there behind it. */
const made = 0.5;

/** Branches with those of switches that nothing depended on as their distances say: they may have been passed unseen. */
const seenAnew = (modes: Float64Array, watched: Uint8Array, distances: Float64Array): Float64Array =>
  modes.map((mode, k) => (watched[k] === 1 || distances[k] === 0 ? mode : Math.sign(distances[k])));

/**
 * The branches behind a switch that an element has seen passed. Where rounding hides that in the tiny step, what the tiny step says of other
 * switches is rounding, too, unless something is rigid, where one that goes takes others with it.
 */
export function behind(
  live: BranchRows["live"],
  own: Float64Array,
  { modes, distances }: Outset,
  { passed, isRigid }: { readonly passed: number; readonly isRigid: boolean },
): Float64Array {
  if (passed < 0 || modes[passed] !== own[passed]) return modes;
  const watched = live(own);
  if (isRigid && modes.some((mode, k) => watched[k] === 1 && mode !== own[k])) return modes;
  const next = own.map((mode, k) => (watched[k] === 1 ? mode : modes[k]));
  turned(live, next, distances, passed);
  return next;
}

/** The prober of a compiled problem, by its march. */
export function prober(compiled: Compiled, marcher: Marcher, frame: Float64Array): Prober {
  const { layout } = compiled.kernels;
  const { states, insides } = layout;
  const branches = branchRows(compiled);
  const { switches, ties, bounds, at, live } = branches;
  const distances = unheldDistances(compiled);
  const path = emptyPath(compiled.kernels, 1);
  const { free, given, stepsAt } = oneSteps(compiled);
  const values = new Float64Array(switches);
  const positions = positionsOf(compiled);
  let shortest = 0;

  const settled = settler(compiled, branches, frame);
  const isSettled = bounds.length > 0 || holdsRates(compiled);

  const told = outsetsOf(compiled, frame);

  const nearImpact = nearImpactsOf(compiled, frame, (t, h) => ({ path, steps: stepsAt(t, h, free) }));
  const isAway = awayFrom(branches, path, positions);
  const widthsOf = gapsOf(compiled);

  const { fits, marched } = trials(compiled, { marcher, frame, path, values, settled });

  return {
    begin(parameters, tiny) {
      shortest = tiny;
      frame.set(parameters, layout.parameters);
      given(parameters);
      marcher.begin(parameters, stepsAt(0, tiny, free), path, false);
      return path.states.slice(0, states);
    },
    before({ t, state, slopes, modes: came }, event, length, reached) {
      for (let k = 0; k < states; k++) frame[layout.next + k] = state[k];
      frame.set(state);
      for (let k = 0; k < insides; k++) frame[layout.inside + k] = 0;
      const unknowns = Float64Array.from(at, (_, k) => state[k] ?? (isForce(branches.unknowns[k]) ? 0 : reached[k]));
      for (let k = states; k < at.length; k++) frame[at[k]] = unknowns[k];
      loadTime(layout, stepsAt(t, length, free), 0, frame);
      distances.residual(frame, values);
      const widths = widthsOf(frame, values);
      const isWide = marked(branches, ({ by }) => widths[by] > closedWithin);
      for (const k of positions) frame[layout.next + k] += length * slopes[k];
      distances.residual(frame, values);
      const modes = seenAnew(came, live(came), values);
      const closed = marked(branches, ({ by }) => by !== event && came[by] > 0);
      const apart = marked(branches, ({ by }) => by !== event && came[by] < 0 && isWide[by] === 1 && values[by] < 0);
      for (const { by } of bounds) modes[by] = apart[by] === 1 ? came[by] : 1;
      return { unknowns, modes, length, apart, closed };
    },
    steps({ t, state, held }, h, count) {
      const all = Array.from({ length: count }, (_, k) => stepsAt(t + k * h, h, held));
      return stepped({ compiled, marcher, path, frame }, state, all);
    },
    impact(t, state, { slopes, restitution, length, closed }) {
      const ends: Float64Array[] = [];
      let near: NearImpact | undefined;
      for (const h of [length, 2 * length]) {
        path.states.set(state);
        // e h further on all that closes is closed by −e h ν⁻: the step that opens it again leaves with ν⁺ = −e ν⁻
        for (const k of positions) path.states[k] += restitution * h * slopes[k];
        marcher.resume(0, stepsAt(t, h, free), path);
        if (marcher.advance(1).status !== "solved") return undefined;
        ends.push(path.states.slice(states, 2 * states));
        near ??= nearImpact(t, state, h, closed);
      }
      const behind = state.slice();
      // to no time at all: steady forces act for the length of the step
      for (let k = 0; k < states; k++) if (!positions.has(k)) behind[k] = 2 * ends[0][k] - ends[1][k];
      return near && { state: behind, near };
    },
    outset({ t, state, held }, likely) {
      const byMarch = tried(shortest, (h) => {
        if (!marched(stepsAt(t, h, held), state) || isAway(state)) return undefined;
        // what the march leaves of a force that is none would hold its contact
        for (const { at: place, lower, by } of bounds) if (values[by] < 0) frame[place] = lower;
        if (bounds.length > 0) distances.residual(frame, values);
        return told((isSettled && settled(values, 1)) || modesBy(values, ties), { state, h, values });
      });
      const fitted = (h: number, from: Likely, scale = 1): Outset | undefined => {
        const fitting = fits(stepsAt(t, h, held), state, from, scale);
        return fitting && told(fitting, { state, h, values });
      };
      const found = byMarch ?? (likely && tried(shortest, (h) => fitted(h, likely)));
      if (found !== undefined || !isSettled) return found;
      const byLonger = (scale: number): Outset | undefined =>
        tried(shortest * muchLonger, (h) => {
          if (!marched(stepsAt(t, h, held), state)) return undefined;
          const unknowns = Float64Array.from(at, (place, k) => state[k] ?? frame[place]);
          return fitted(shortest, { modes: modesBy(values, ties).slice(), unknowns }, scale);
        });
      // forces in units of impulses are found on branches that do not last, too: only where nothing else is
      return byLonger(1) ?? (likely && tried(shortest, (h) => fitted(h, likely, 1 / h))) ?? byLonger(1 / shortest);
    },
  };
}

/** The memory that trials of steps share. */
interface Trial {
  readonly marcher: Marcher;
  readonly frame: Float64Array;
  readonly path: Path;
  /** Modes that a step is to be on, and distances to switches at its end. */
  readonly values: Float64Array;
  readonly settled: (modes: Float64Array, scale: number) => Float64Array | undefined;
}

/** Steps from a state: on branches that are likely, and of the march. */
function trials(compiled: Compiled, { marcher, frame, path, values, settled }: Trial) {
  const { layout } = compiled.kernels;
  const { at } = branchRows(compiled);
  const distances = unheldDistances(compiled);
  return {
    /** A march goes astray where forces jump: in so short a step it knows them by the rounding of gaps only. */
    fits(steps: Steps, state: Float64Array, likely: Likely, scale: number): Float64Array | undefined {
      path.states.set(state);
      loadStep(layout, path, steps, frame);
      for (let k = 0; k < at.length; k++) frame[at[k]] = likely.unknowns?.[k] ?? state[k] ?? 0;
      values.set(likely.modes);
      return settled(values, scale);
    },
    /** A step of the march, its unknowns in the frame and its distances in `values`; false where it is not solved. */
    marched(steps: Steps, state: Float64Array): boolean {
      path.states.set(state);
      marcher.resume(0, steps, path);
      if (marcher.advance(1).status !== "solved") return false;
      loadStep(layout, path, steps, frame);
      distances.residual(frame, values);
      return true;
    },
  };
}

/** The first that is found by a length, or by a longer one. */
function tried<T>(from: number, find: (h: number) => T | undefined): T | undefined {
  let found: T | undefined;
  for (let i = 0, h = from; i < tries && found === undefined; i++, h *= longer) found = find(h);
  return found;
}

/** Forces and branches of the step of a length that was solved last, and which gaps were too wide for it. */
function nearImpactsOf(
  compiled: Compiled,
  frame: Float64Array,
  solvedLast: (t: number, h: number) => { readonly path: Path; readonly steps: Steps },
) {
  const { layout } = compiled.kernels;
  const { states } = layout;
  const branches = branchRows(compiled);
  const { at, ties, switches } = branches;
  const distances = unheldDistances(compiled);
  const values = new Float64Array(switches);
  return (t: number, state: Float64Array, h: number, closed: Uint8Array): NearImpact => {
    const { path, steps } = solvedLast(t, h);
    loadStep(layout, path, steps, frame);
    distances.residual(frame, values);
    const unknowns = Float64Array.from(at, (place) => frame[place]);
    const modes = modesBy(values, ties);
    let largest = 0;
    for (let k = states; k < at.length; k++) largest = Math.max(largest, Math.abs(unknowns[k]));
    // a gap by itself, in the force that would close it in this step
    for (const k of positionsOf(compiled)) frame[layout.next + k] = state[k];
    distances.residual(frame, values);
    const isApart = ({ at: place, lower, by }: Bound): boolean =>
      frame[place] - lower - values[by] > wide * largest && modes[by] < 0;
    return { unknowns, modes, length: h, apart: marked(branches, isApart), closed };
  };
}

/** The outset that a tiny step in the frame tells, on branches. */
function outsetsOf(compiled: Compiled, frame: Float64Array) {
  const { next } = compiled.kernels.layout;
  const { at } = branchRows(compiled);
  return (modes: Float64Array, { state, h, values }: TinyStep): Outset => ({
    modes,
    slopes: state.map((x, k) => (frame[next + k] - x) / h),
    unknowns: Float64Array.from(at, (place) => frame[place]),
    distances: values.slice(),
  });
}

/** The start of a tiny step, its length, and the distances at its end. */
interface TinyStep {
  readonly state: Float64Array;
  readonly h: number;
  readonly values: Float64Array;
}

/** The switches of bounds of which something is true. */
function marked({ bounds, switches }: BranchRows, isTrue: (bound: Bound) => boolean): Uint8Array {
  const all = new Uint8Array(switches);
  for (const bound of bounds) if (isTrue(bound)) all[bound.by] = 1;
  return all;
}

/** Those who march a path of one step, and the frame in which it is read. */
interface Stepping {
  readonly compiled: Compiled;
  readonly marcher: Marcher;
  readonly path: Path;
  readonly frame: Float64Array;
}

/** Goes on by steps of a march on a path of one step, as many as there are; undefined where one of them is not solved. */
function* stepped(
  { compiled, marcher, path, frame }: Stepping,
  from: Float64Array,
  all: readonly Steps[],
): Stepwise<Stepped | undefined> {
  const { layout } = compiled.kernels;
  const states = from.length;
  const energies = energiesOf(compiled);
  const isTime = turns();
  let created = 0;
  path.states.set(from, states);
  for (const steps of all) {
    path.states.copyWithin(0, states, 2 * states);
    marcher.resume(0, steps, path);
    if ((yield* marcher.advancing(1)).status !== "solved") return undefined;
    loadStep(layout, path, steps, frame);
    const energy = energies?.(frame);
    const gain = energy === undefined ? 0 : energy.now - energy.before - energy.work;
    // a root of other places is none that the motion comes to
    if (gain > made * Math.abs(energy?.now ?? 0)) return undefined;
    created += gain;
    if (isTime()) yield;
  }
  const [before, state] = [path.states.slice(0, states), path.states.slice(states, 2 * states)];
  return { state, h: all[all.length - 1].h[0], before, insides: path.insides.slice(), created };
}

/** Grids of one step each, with the inputs that are held then, for parameters that are given before. */
function oneSteps(compiled: Compiled) {
  const inputsOf = inputsAt(compiled);
  let parameters = new Float64Array(0);
  return {
    free: unheld(compiled),
    given(these: Float64Array): void {
      parameters = these.slice();
    },
    stepsAt: (t: number, h: number, held: Held): Steps => ({
      t: Float64Array.of(t, t + h),
      h: Float64Array.of(h),
      declared: Int32Array.of(held.step),
      ...(held.inputs.length > 0 && { inputs: inputsOf(held, t + h, parameters) }),
    }),
  };
}

/** Writes a grid of one step: its states, its unknowns, when it is, and its inputs. */
function loadStep(layout: Layout, { states, insides }: Path, steps: Steps, into: Float64Array): void {
  into.set(states.subarray(0, 2 * layout.states));
  into.set(insides.subarray(0, layout.insides), layout.inside);
  if (steps.inputs !== undefined) into.set(steps.inputs, layout.inputs);
  loadTime(layout, steps, 0, into);
}
