import { compileRows, type RowKernel } from "../../expr/compile.js";
import { gradient } from "../../expr/derivative.js";
import { add, type Expr, evaluate, mul, neg, select, sub, substituteAll, variable } from "../../expr/expr.js";
import { frame } from "../../mechanics/model.js";
import { type Compiled, parameterAt } from "../compile/compile-problem.js";
import { type BranchRows, branchFormulas, branchRows, turned } from "./branches.js";
import { closingPairs } from "./closing.js";
import { type HeldNewton, heldNewton, largestForce } from "./held-newton.js";

/**
 * An impact as rows: those of a step that takes no time, at the place where it happens, in which each gap that is closed says
 *
 *     0 ≤ ν_n⁺ + e ν_n⁻ ⟂ P_n ≥ 0   with the contact's own e (Moreau 1988; Brogliato, Nonsmooth Mechanics, 4.2),
 *
 * with the rates of the gap instead of the gap, and with impulses in the places of forces times the length of the step. By Poisson's
 * law it is two such steps (Pfeiffer, Glocker, Multibody Dynamics with Unilateral Contacts, 8.2), each with its own friction:
 *
 *     0 ≤ ν_n^c ⟂ P_n^c ≥ 0   from ν⁻, and   0 ≤ ν_n⁺ ⟂ P_n − e P_n^c ≥ 0   from ν^c.
 */
interface ImpactRows {
  readonly rows: RowKernel;
  readonly distances: RowKernel;
  /** Of each switch, the place of the normal force that it opens or closes, else −1. */
  readonly forces: Int32Array;
  /** Switches of contacts that give back a part of their impulses, and which. */
  readonly expanding: readonly { readonly by: number; readonly coefficient: Expr }[];
}

/** The state behind an impact; its derivatives by the state before it and by what is freed come from the last one. */
export interface Impact {
  /**
   * Finds the state behind `state`, from forces and branches of a tiny step of `length`; undefined where no branches fit.
   * `closable` are the switches of gaps that are closed.
   */
  solve(state: Float64Array, near: NearImpact): Float64Array | undefined;
  /** S⁺ = ∂I/∂y S + ∂I/∂p, in place; states × freed by column. */
  carry(sensitivity: Float64Array): void;
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

/** The impacts of a compiled problem, in a frame that holds its parameters. */
export function impactOf(compiled: Compiled, into: Float64Array): Impact {
  const { layout } = compiled.kernels;
  const { states } = layout;
  const branches = branchRows(compiled);
  const { at } = branches;
  const { rows, distances, forces, expanding } = impactRows(compiled, branches);
  const strikesAt = layout.leaves.length + branches.switches;
  const compressedAt = strikesAt + branches.switches;
  const carriedAt = compressedAt + branches.switches;
  const size = at.length;
  const freed = compiled.freed.length;
  const { row, col } = rows.pattern;
  const scaled = { states, scale: 1 / instant };
  const compression = heldNewton(rows, branches, into, scaled);
  const expansion = expanding.length === 0 ? undefined : heldNewton(rows, branches, into, scaled);
  const distance = new Float64Array(branches.switches);
  let hasExpanded = false;
  /** The largest force of the compression: beside it the expansion may have none. */
  let compressing = 0;
  /** Of each switch, which unknown is its normal force. */
  const places = Array.from(forces, (place) => at.indexOf(place));

  // what gives back presses on its open branch, too, and rubs
  const liveOf = (modes: Float64Array): Uint8Array =>
    branches.live(modes.map((mode, k) => (into[compressedAt + k] > 0 ? 1 : mode)));

  /** Branches that do not fit, the worst one last. */
  function unfit(modes: Float64Array, apart: Uint8Array): number[] {
    distances.residual(into, distance);
    const live = liveOf(modes);
    const least = wrong * Math.max(compressing, largestForce(branches, states, into));
    const off = (k: number): number => -distance[k] * modes[k];
    const isOff = (k: number): boolean => live[k] === 1 && !(forces[k] >= 0 && apart[k] === 1) && off(k) > least;
    return [...modes.keys()].filter(isOff).sort((a, b) => off(a) - off(b));
  }

  /**
   * Solves one phase on branches that are changed until they fit, the worst one first: where that comes to branches that were tried, the
   * next one. False where none fit.
   */
  function phase({ system, run, linearise }: HeldNewton, modes: Float64Array, apart: Uint8Array): boolean {
    system.forget();
    into.fill(0, carriedAt, carriedAt + branches.switches);
    const tried = new Set<string>();
    const open = [modes.slice()];
    for (let next = open.pop(); next !== undefined && tried.size < mostTried; next = open.pop()) {
      if (tried.has(next.join())) continue;
      tried.add(next.join());
      into.set(next, layout.leaves.length);
      if (!run()) continue;
      const wrongs = unfit(next, apart);
      modes.set(next);
      if (wrongs.length === 0) return settle(run) && linearise();
      for (const k of wrongs) {
        const other = next.slice();
        turned(liveOf, other, distance, k);
        open.push(other);
      }
    }
    return false;
  }

  /** Takes what corners give way to as given, until no rate is left of it. */
  function settle(run: HeldNewton["run"]): boolean {
    for (let i = 0; i < mostSettled; i++) {
      for (let k = 0; k < forces.length; k++) if (forces[k] >= 0) into[carriedAt + k] = into[forces[k]];
      if (!run()) return false;
    }
    return true;
  }

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
      for (let k = 0; k < size; k++) into[at[k]] = k < states ? near[k] : (near[k] * length) / instant;
      for (let k = 0; k < branches.switches; k++) into[strikesAt + k] = closed[k] === 1 ? 0 : 1;
      for (const { by } of expanding) into[compressedAt + by] = 0;
      compressing = 0;
      if (!phase(compression, held, apart)) return undefined;
      compressing = largestForce(branches, states, into);
      hasExpanded = expansion !== undefined && expand(held);
      if (hasExpanded && expansion && !phase(expansion, held, apart)) return undefined;
      return Float64Array.from(at.subarray(0, states), (place) => into[place]);
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

const known = new WeakMap<Compiled, ImpactRows>();

function impactRows(compiled: Compiled, branches: BranchRows): ImpactRows {
  const found = known.get(compiled) ?? make(compiled, branches);
  known.set(compiled, found);
  return found;
}

function make(compiled: Compiled, branches: BranchRows): ImpactRows {
  const { kernels, model, freed, parameters } = compiled;
  const { layout, block, defined } = kernels;
  const { held, gaps, distances, leaves: choosing } = branchFormulas(compiled);
  const { bounds } = branches;
  const position = new Set(Array.from(defined.at, (place) => place - layout.next).filter((k) => k < layout.states));
  const names = model.state.map(({ name }) => name);
  const here = new Map([...position].filter((k) => k >= 0).map((k) => [frame.next(names[k]), frame.now(names[k])]));
  const before = new Map(names.map((name) => [frame.next(name), frame.now(name)] as const));
  const formulas = block.formulas();
  const restitution = model.views?.restitution ?? {};
  const normals = new Map<Expr, string>();
  // what was closed before strikes nothing: what is left of its rate is rounding
  const strikes = choosing.map((_, k) => variable(`strikes.${k}`));
  const compressed = choosing.map((_, k) => variable(`compressed.${k}`));
  const carried = choosing.map((_, k) => variable(`carried.${k}`));
  const expanding: { by: number; coefficient: Expr }[] = [];
  for (const { contact, a } of closingPairs(compiled)) normals.set(a, contact ?? "");

  /** h times the rate of a row by positions, before the impact times e and behind it. */
  const closing = (row: Expr, e: Expr | undefined): Expr => {
    const slopes = gradient(row, [...here.keys()]);
    const terms = [...here.keys()].flatMap((q) => {
      const slope = slopes.get(q);
      if (slope === undefined) return [];
      const away = gradient(formulas[names.findIndex((name) => frame.next(name) === q)], [frame.h]).get(frame.h);
      if (away === undefined) return [];
      const rate = neg(away);
      const [behind] = substituteAll([rate], here);
      const [came] = substituteAll([rate], before);
      return [mul(slope, e === undefined ? behind : add(behind, mul(e, came)))];
    });
    return mul(frame.h, substituteAll([add(0, ...terms)], here)[0]);
  };

  const ofSwitch = new Map<number, Expr>();
  const forces = new Int32Array(branches.switches).fill(-1);
  const rows = held.map((row, i) => {
    const leaf = layout.leaves[block.at[i]];
    const at = block.at[i];
    if (i < layout.states && position.has(i)) return sub(leaf, frame.now(names[i]));
    const contact = normals.get(leaf);
    const bound = bounds.find((one) => one.at === at);
    if (contact === undefined || bound === undefined) return substituteAll([row], here)[0];
    const gap = gaps.get(i);
    const open = gap ?? (row.op === "select" && row.args[0] === choosing[bound.by] ? row.args[1] : formulas[i]);
    const striking = restitution[contact];
    const isExpanding = striking?.isOfImpulses === true;
    const isCorner = striking?.giving !== undefined;
    const e = isCorner ? mul(strikes[bound.by], striking.coefficient) : striking?.coefficient;
    const push = sub(leaf, bound.lower);
    const more = isExpanding ? sub(push, mul(striking.coefficient, compressed[bound.by])) : push;
    const held = closing(open, isExpanding ? undefined : e);
    const rate = isCorner ? add(held, mul(striking.giving, sub(push, carried[bound.by]))) : held;
    if (isExpanding) expanding.push({ by: bound.by, coefficient: striking.coefficient });
    ofSwitch.set(bound.by, sub(more, rate));
    forces[bound.by] = at;
    return select(choosing[bound.by], rate, more);
  });
  const by = [
    ...layout.leaves.slice(0, layout.states),
    ...Array.from(block.at, (place) => layout.leaves[place]),
    ...freed.map((index) => frame.parameters(parameters[index])),
    ...compressed,
  ];
  const inputs = [...layout.leaves, ...choosing, ...strikes, ...compressed, ...carried];
  return {
    rows: compileRows(inputs, by, rows),
    distances: compileRows(
      inputs,
      by,
      distances.map((one, k) => ofSwitch.get(k) ?? substituteAll([one], here)[0]),
    ),
    forces,
    expanding,
  };
}
