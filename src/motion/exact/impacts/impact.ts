import { evaluate } from "../../../expr/expr.js";
import { type Compiled, parameterAt } from "../../compile/compile-problem.js";
import { type BranchRows, branchRows, turned } from "../branches.js";
import { type HeldNewton, heldNewton, isForce, largestForce } from "../held-newton.js";
import { type ImpactRows, impactRows } from "./impact-rows.js";

/** The state behind an impact; its derivatives by the state before it and by what is freed come from the last one. */
export interface Impact {
  /**
   * Finds the state behind `state`, from forces and branches of a tiny step of `length`; undefined where no branches fit.
   * `closable` are the switches of gaps that are closed.
   */
  solve(state: Float64Array, near: NearImpact): Behind | undefined;
  /** S⁺ = ∂I/∂y S + ∂I/∂p, in place; states × freed by column. */
  carry(sensitivity: Float64Array): void;
}

/** The state behind an impact, and the branches on which it presses and rubs. */
export interface Behind {
  readonly state: Float64Array;
  readonly modes: Float64Array;
}

/** A tiny step over an impact: its unknowns, and on which branches they are. */
export interface NearImpact {
  readonly unknowns: Float64Array;
  readonly modes: Float64Array;
  readonly length: number;
  /** Switches of normal forces whose gaps are not closed: they stay as they are. */
  readonly apart: Uint8Array;
  /** Switches of normal forces that were closed before, and do not strike. */
  readonly closed: Uint8Array;
}

/** The length of the step that takes no time [s]: forces that are none of impacts do nothing in it. */
const instant = 1e-15;
const mostTried = 32;
/** Times that forces are solved for anew beside what corners gave way to. */
const mostSettled = 2;
/** A distance on the wrong side by this part of the largest force is rounding. */
const wrong = 1e-9;

/** An impact in a frame, where it has what belongs to the switches behind the branches. */
interface Place {
  readonly into: Float64Array;
  readonly branches: BranchRows;
  readonly states: number;
  readonly branchesAt: number;
  readonly compressedAt: number;
  readonly carriedAt: number;
  readonly keptAt: number;
}

/** Solves one phase of an impact on branches that are changed until they fit, and leaves those; false where none fit. */
type Phase = (newton: HeldNewton, modes: Float64Array, apart: Uint8Array, beside: number) => boolean;

/**
 * The worst branch is changed first: where that comes to branches that were tried, the next one, and at last those that fit. A corner that
 * jams, whose slidings both turn round, sticks, though either of them says that it slides.
 */
function phaseOf({ distances, forces, yielding }: ImpactRows, place: Place): Phase {
  const { into, branches, states, branchesAt, compressedAt, carriedAt, keptAt } = place;
  const { switches } = branches;
  const distance = new Float64Array(switches);

  // what gives back presses on its open branch, too, and rubs
  const liveOf = (modes: Float64Array): Uint8Array =>
    branches.live(modes.map((mode, k) => (into[compressedAt + k] !== 0 ? 1 : mode)));

  /** Branches that do not fit, the worst one last. */
  function unfit(modes: Float64Array, apart: Uint8Array, beside: number): number[] {
    distances.residual(into, distance);
    const live = liveOf(modes);
    const least = wrong * Math.max(beside, largestForce(branches, states, into));
    const off = (k: number): number => -distance[k] * modes[k];
    const isOff = (k: number): boolean => live[k] === 1 && !(forces[k] >= 0 && apart[k] === 1) && off(k) > least;
    return [...modes.keys()].filter(isOff).sort((a, b) => off(a) - off(b));
  }

  /** Takes what corners and joints give way to as given, until no rate is left of it. */
  function settle({ run }: HeldNewton): boolean {
    for (let i = 0; i < mostSettled; i++) {
      for (let k = 0; k < switches; k++) if (forces[k] >= 0) into[carriedAt + k] = into[forces[k]];
      yielding.forEach((force, k) => {
        into[keptAt + k] = into[force];
      });
      if (!run(1 / instant)) return false;
    }
    return true;
  }

  return (newton, modes, apart, beside) => {
    newton.system.forget();
    into.fill(0, carriedAt, keptAt + yielding.length);
    const tried = new Set<string>();
    const [open, fitting]: Float64Array[][] = [[modes.slice()], []];
    const after = (): Float64Array | undefined => open.pop() ?? fitting.shift();
    for (let next = after(); next !== undefined && tried.size < mostTried; next = after()) {
      if (tried.has(next.join())) continue;
      tried.add(next.join());
      into.set(next, branchesAt);
      if (!newton.run(1 / instant)) continue;
      const wrongs = unfit(next, apart, beside);
      modes.set(next);
      if (wrongs.length === 0) return settle(newton) && newton.linearise();
      const other = (k: number): Float64Array => {
        const changed = modes.slice();
        turned(liveOf, changed, distance, k);
        return changed;
      };
      open.push(...wrongs.map(other));
      const live = liveOf(next);
      const mayChange = (k: number): boolean => live[k] === 1 && apart[k] === 0 && !wrongs.includes(k);
      fitting.push(...[...modes.keys()].filter(mayChange).map(other));
    }
    return false;
  };
}

/** The impacts of a compiled problem, in a frame that holds its parameters. */
export function impactOf(compiled: Compiled, into: Float64Array): Impact {
  const { layout } = compiled.kernels;
  const { states } = layout;
  const branches = branchRows(compiled);
  const { at, switches } = branches;
  const own = impactRows(compiled, branches);
  const { rows, forces, expanding } = own;
  const branchesAt = layout.leaves.length;
  const [strikesAt, compressedAt, carriedAt, keptAt] = [1, 2, 3, 4].map((k) => branchesAt + k * switches);
  const phase = phaseOf(own, { into, branches, states, branchesAt, compressedAt, carriedAt, keptAt });
  const size = at.length;
  const freed = compiled.freed.length;
  const { row, col } = rows.pattern;
  const compression = heldNewton(rows, branches, into, states);
  const expansion = expanding.length === 0 ? undefined : heldNewton(rows, branches, into, states);
  let hasExpanded = false;
  /** Of each switch, which unknown is its normal force. */
  const places = Array.from(forces, (place) => at.indexOf(place));

  /** From the end of the compression: what is given back opens contacts by itself. False where nothing is. */
  function expand(modes: Float64Array): boolean {
    let gives = false;
    const given = parameterAt(compiled, into.subarray(layout.parameters));
    for (const { by, coefficient } of expanding) {
      const impulse = Math.max(0, into[forces[by]]);
      if (!(evaluate(coefficient, given) * impulse > 0)) continue;
      into[compressedAt + by] = impulse;
      modes[by] = -1;
      gives = true;
    }
    for (let k = 0; k < states; k++) into[k] = into[at[k]];
    return gives;
  }

  /** The derivatives of all unknowns of a phase by a freed value, from those of what goes into it, in place of its residual. */
  function pushed({ residual, entries, solve }: HeldNewton, f: number, came: (column: number) => number): Float64Array {
    residual.fill(0);
    for (let p = 0; p < col.length; p++) {
      if (col[p] < states || col[p] >= states + size + freed) residual[row[p]] -= entries[p] * came(col[p]);
      else if (col[p] === states + size + f) residual[row[p]] -= entries[p];
    }
    solve();
    return residual;
  }

  return {
    solve(state, { unknowns: near, modes, length, apart, closed }) {
      const held = modes.slice();
      into[layout.time + 1] = instant;
      into[layout.time + 2] = 1;
      into.set(state);
      for (let k = 0; k < size; k++)
        into[at[k]] = k >= states && isForce(branches.unknowns[k]) ? (near[k] * length) / instant : near[k];
      for (let k = 0; k < switches; k++) into[strikesAt + k] = closed[k] === 1 ? 0 : 1;
      for (const { by } of expanding) into[compressedAt + by] = 0;
      if (!phase(compression, held, apart, 0)) return undefined;
      // beside this force the expansion may have none
      const pressed = largestForce(branches, states, into);
      hasExpanded = expansion !== undefined && expand(held);
      if (hasExpanded && expansion && !phase(expansion, held, apart, pressed)) return undefined;
      return { state: Float64Array.from(at.subarray(0, states), (place) => into[place]), modes: held };
    },
    carry(sensitivity) {
      for (let f = 0; f < freed; f++) {
        const first = pushed(compression, f, (column) => (column < states ? sensitivity[f * states + column] : 0));
        const compressed = (column: number): number => first[places[column - states - size - freed]];
        const behind =
          hasExpanded && expansion
            ? pushed(expansion, f, (column) => (column < states ? first[column] : compressed(column)))
            : first;
        for (let k = 0; k < states; k++) sensitivity[f * states + k] = behind[k];
      }
    },
  };
}
