import { compileRows, type RowKernel } from "../../expr/compile.js";
import { gradient } from "../../expr/derivative.js";
import { add, type Expr, mul, neg, select, sub, substituteAll, variable } from "../../expr/expr.js";
import { frame } from "../../mechanics/model.js";
import type { Compiled } from "../compile/compile-problem.js";
import { type BranchRows, branchFormulas, branchRows } from "./branches.js";
import { closingPairs, giving } from "./closing.js";
import { heldNewton, largestForce } from "./held-newton.js";

/**
 * An impact as rows: those of a step that takes no time, at the place where it happens, in which each gap that is closed says
 *
 *     0 ≤ ν_n⁺ + e ν_n⁻ ⟂ P_n ≥ 0   with the contact's own e (Moreau 1988; Brogliato, Nonsmooth Mechanics, 4.2),
 *
 * with the rates of the gap instead of the gap, and with impulses in the places of forces times the length of the step.
 */
interface ImpactRows {
  readonly rows: RowKernel;
  readonly distances: RowKernel;
  /** Of each switch, the place of the normal force that it opens or closes, else −1. */
  readonly forces: Int32Array;
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
const mostFlips = 12;
/** A distance on the wrong side by this part of the largest force is rounding. */
const wrong = 1e-9;

/** The impacts of a compiled problem, in a frame that holds its parameters. */
export function impactOf(compiled: Compiled, into: Float64Array): Impact {
  const { layout } = compiled.kernels;
  const { states } = layout;
  const branches = branchRows(compiled);
  const { at } = branches;
  const { rows, distances, forces } = impactRows(compiled, branches);
  const strikesAt = layout.leaves.length + branches.switches;
  const size = at.length;
  const freed = compiled.freed.length;
  const { row, col } = rows.pattern;
  const { system, residual, entries, linearise, run } = heldNewton(rows, branches, states, into);
  const distance = new Float64Array(branches.switches);

  /** Changes the branch that fits least; false where all fit. */
  function flip(modes: Float64Array, apart: Uint8Array): boolean {
    distances.residual(into, distance);
    const live = branches.live(modes);
    let [most, worst] = [wrong * largestForce(branches, states, into), -1];
    for (let k = 0; k < modes.length; k++) {
      if (live[k] === 0 || (forces[k] >= 0 && apart[k] === 1) || -distance[k] * modes[k] <= most) continue;
      [most, worst] = [-distance[k] * modes[k], k];
    }
    if (worst >= 0) modes[worst] = -modes[worst];
    return worst >= 0;
  }

  return {
    solve(state, { unknowns: near, modes, length, apart, closed }) {
      const held = modes.slice();
      into[layout.time + 1] = instant;
      into[layout.time + 2] = 1;
      into.set(state);
      for (let k = 0; k < size; k++) into[at[k]] = k < states ? near[k] : (near[k] * length) / instant;
      for (let k = 0; k < branches.switches; k++) into[strikesAt + k] = closed[k] === 1 ? 0 : 1;
      system.forget();
      for (let i = 0; i < mostFlips; i++) {
        into.set(held, layout.leaves.length);
        if (!run()) return undefined;
        if (flip(held, apart)) continue;
        return linearise() ? Float64Array.from(at.subarray(0, states), (place) => into[place]) : undefined;
      }
      return undefined;
    },
    carry(sensitivity) {
      for (let f = 0; f < freed; f++) {
        residual.fill(0);
        for (let p = 0; p < col.length; p++) {
          if (col[p] < states) residual[row[p]] -= entries[p] * sensitivity[f * states + col[p]];
          else if (col[p] === states + size + f) residual[row[p]] -= entries[p];
        }
        system.solve(residual);
        for (let k = 0; k < states; k++) sensitivity[f * states + k] = residual[k];
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
    const push = sub(leaf, bound.lower);
    const striking = restitution[contact];
    const e = striking?.isCorner === true ? mul(strikes[bound.by], striking.coefficient) : striking?.coefficient;
    const held = closing(open, e);
    const rate = gap === undefined ? held : add(held, mul(giving, push));
    ofSwitch.set(bound.by, sub(push, rate));
    forces[bound.by] = at;
    return select(choosing[bound.by], rate, push);
  });
  const by = [
    ...layout.leaves.slice(0, layout.states),
    ...Array.from(block.at, (place) => layout.leaves[place]),
    ...freed.map((index) => frame.parameters(parameters[index])),
  ];
  const inputs = [...layout.leaves, ...choosing, ...strikes];
  return {
    rows: compileRows(inputs, by, rows),
    distances: compileRows(
      inputs,
      by,
      distances.map((one, k) => ofSwitch.get(k) ?? substituteAll([one], here)[0]),
    ),
    forces,
  };
}
