import { atan2, hypot, log2 } from "../../../algebra/elementary/elementary.js";
import { emptyPath, type Motion, type Path } from "../../compile/path.js";
import { type Setup, withSteps } from "../../compile/setup.js";
import { declaredStep, type Steps } from "../../problem/grid.js";
import type { March } from "../march.js";
import type { Task } from "../task.js";

/**
 * No body turns by more in a step [rad]: a gyroscopic term at the start of a step creates about φ²/5 of the energy of a long body
 * in a step of φ, a thousandth of it for each radian that it turns.
 */
export const mostTurn = 0.005;
/** Most parts of a declared step, a power of two. */
const mostParts = 1024;

/** The largest angle by which a body turns in step k of a path [rad]. */
export type Turns = (states: Float64Array, k: number) => number;

/** Turns of the bodies of a model in space; undefined where it has none, or where inputs are recorded. */
export function turnsOfSteps({ compiled: { kernels }, steps }: Setup): Turns | undefined {
  const { model, layout } = kernels;
  const at = new Map(model.state.map(({ name }, i) => [name, i]));
  const turning = (model.views?.bodies ?? []).flatMap(({ orientation = [] }) => {
    const places = [...orientation].flatMap((name) => at.get(name) ?? []);
    return places.length === 4 ? [places] : [];
  });
  if (turning.length === 0 || steps.inputs !== undefined) return undefined;
  return (states, k) =>
    turning.reduce((most, places) => {
      const [a, b, c, d] = places.map((place) => states[k * layout.states + place]);
      const [e, f, g, h] = places.map((place) => states[(k + 1) * layout.states + place]);
      const across = hypot(
        hypot(a * f - b * e - c * h + d * g, a * g - c * e - d * f + b * h),
        a * h - d * e - b * g + c * f,
      );
      return Math.max(most, 2 * atan2(across, Math.abs(a * e + b * f + c * g + d * h)));
    }, 0);
}

/** Marched steps as lists that grow, the declared steps that they are of, and the motion on them. */
interface Grown {
  readonly t: number[];
  readonly h: number[];
  readonly declared: number[];
  /** Of one declared step after the other; states at the start before them. */
  readonly states: Float64Array[];
  readonly insides: Float64Array[];
}

/** A declared step in parts behind the last step before it, which it goes on from: `from` is one where there is such a step. */
interface Piece {
  readonly from: number;
  readonly steps: Steps;
  readonly path: Path;
}

/** A march with the grid that it came to. */
interface Marched {
  readonly setup: Setup;
  readonly motion: Motion;
  readonly march: March;
}

/** Marches from the start with every step in so many equal parts that nothing turns far in one of them. */
export function* inSmallTurns(
  { setup, workspace: { marcher }, signal }: Task,
  turns: Turns,
): Generator<undefined, Marched> {
  const { kernels } = setup.compiled;
  const parameters = setup.parameters.slice();
  const start = emptyPath(kernels, setup.steps.h.length);
  marcher.begin(parameters, setup.steps, start, false);
  const states = start.states.slice(0, kernels.layout.states);
  const grown: Grown = { t: [0], h: [], declared: [], states: [states], insides: [] };
  let k = 0;
  for (let parts = 1; ; ) {
    const piece = pieceOf(setup, grown, k, parts);
    marcher.resume(piece.from, piece.steps, piece.path);
    const march = yield* marcher.advancing(piece.steps.h.length, signal);
    yield;
    const isCut = march.status === "cancelled" || signal?.aborted === true;
    const times = march.status === "solved" ? farthest(piece, turns) / mostTurn : 2;
    if (!isCut && times > 1 && parts < mostParts) {
      parts = Math.min(mostParts, parts * 2 ** Math.ceil(log2(times)));
      continue;
    }
    append(grown, piece, march.steps);
    if (isCut || march.status !== "solved" || ++k === setup.steps.h.length)
      return collected(setup, parameters, grown, isCut ? { ...march, status: "cancelled", failure: undefined } : march);
    // the step before tells how fast all turns, and may have been the fastest
    parts = Math.max(1, parts / 2);
  }
}

function pieceOf(
  { compiled: { kernels }, steps }: Setup,
  { t, h, declared, ...grown }: Grown,
  k: number,
  parts: number,
): Piece {
  const { states, insides } = kernels.layout;
  const from = Math.min(1, h.length);
  const part = steps.h[k] / parts;
  const within = Array.from({ length: parts }, (_, i) =>
    i + 1 < parts ? steps.t[k] + (i + 1) * part : steps.t[k + 1],
  );
  const path = emptyPath(kernels, from + parts);
  path.states.set(grown.states[grown.states.length - 1].slice(-states), from * states);
  if (from > 0) path.insides.set(grown.insides[grown.insides.length - 1].slice(-insides));
  return {
    from,
    steps: {
      t: Float64Array.from([...t.slice(-1 - from), ...within]),
      h: Float64Array.from([...h.slice(h.length - from), ...within.map(() => part)]),
      declared: Int32Array.from([...declared.slice(h.length - from), ...within.map(() => declaredStep(steps, k))]),
    },
    path,
  };
}

/** The farthest that a body turns in a step of a piece [rad]. */
function farthest({ from, steps, path }: Piece, turns: Turns): number {
  let most = 0;
  for (let i = from; i < steps.h.length; i++) most = Math.max(most, turns(path.states, i));
  return most;
}

/** Keeps a piece up to its step `until`, and all of its grid: a step that is not solved has a length, too. */
function append({ t, h, declared, states, insides }: Grown, { from, steps, path }: Piece, until: number): void {
  t.push(...steps.t.slice(from + 1));
  h.push(...steps.h.slice(from));
  declared.push(...(steps.declared?.slice(from) ?? []));
  const width = path.states.length / (steps.h.length + 1);
  const inside = path.insides.length / steps.h.length;
  states.push(path.states.slice((from + 1) * width, (until + 1) * width));
  insides.push(path.insides.slice(from * inside, until * inside));
}

function collected(setup: Setup, parameters: Float64Array, grown: Grown, march: March): Marched {
  const { kernels } = setup.compiled;
  const path = emptyPath(kernels, grown.h.length);
  const ends = placedIn(path.states, grown.states);
  placedIn(path.insides, grown.insides);
  const fine = {
    t: Float64Array.from(grown.t),
    h: Float64Array.from(grown.h),
    declared: Int32Array.from(grown.declared),
  };
  return {
    setup: withSteps(setup, fine),
    motion: { parameters, path },
    march: { ...march, steps: ends / kernels.layout.states - 1 },
  };
}

/** Writes parts one after the other, and tells where they end. */
function placedIn(whole: Float64Array, parts: readonly Float64Array[]): number {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return at;
}
