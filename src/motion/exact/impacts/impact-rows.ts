import { finish, type Stepwise } from "../../../algebra/stepwise.js";
import { compiledRows, type RowKernel } from "../../../expr/compile.js";
import { gradient } from "../../../expr/derivative.js";
import { add, type Expr, mul, neg, select, sub, substituteAll, variable } from "../../../expr/expr.js";
import { frame } from "../../../mechanics/model.js";
import type { Compiled } from "../../compile/compile-problem.js";
import { type BranchRows, branchFormulas } from "../branches.js";
import { closingPairs } from "../closing.js";

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
export interface ImpactRows {
  readonly rows: RowKernel;
  readonly distances: RowKernel;
  /** Of each switch, the place of the normal force that it opens or closes, else −1. */
  readonly forces: Int32Array;
  /** Places of forces to which joints yield. */
  readonly yielding: readonly number[];
  /** Switches of contacts that give back a part of their impulses, and which. */
  readonly expanding: readonly { readonly by: number; readonly coefficient: Expr }[];
}

const known = new WeakMap<Compiled, ImpactRows>();

/** The rows of impacts of a compiled problem, made once. */
export function impactRows(compiled: Compiled, branches: BranchRows): ImpactRows {
  return finish(impactRowsMade(compiled, branches));
}

/** Makes them in parts, so that who goes on meanwhile does not wait for long formulas. */
export function* impactRowsMade(compiled: Compiled, branches: BranchRows): Stepwise<ImpactRows> {
  const found = known.get(compiled) ?? (yield* make(compiled, branches));
  known.set(compiled, found);
  return found;
}

function* make(compiled: Compiled, branches: BranchRows): Stepwise<ImpactRows> {
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
  const yielding: number[] = [];
  const keptOf: Expr[] = [];
  const rows = held.map((row, i) => {
    const leaf = layout.leaves[block.at[i]];
    const at = block.at[i];
    if (i < layout.states && position.has(i)) return sub(leaf, frame.now(names[i]));
    if (block.unknowns[i].yields) {
      const kept = variable(`kept.${yielding.push(at) - 1}`);
      keptOf.push(kept);
      return substituteAll([row], new Map([...here, [leaf, sub(leaf, kept)]]))[0];
    }
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
  yield;
  const by = [
    ...layout.leaves.slice(0, layout.states),
    ...Array.from(block.at, (place) => layout.leaves[place]),
    ...freed.map((index) => frame.parameters(parameters[index])),
    ...compressed,
  ];
  const inputs = [...layout.leaves, ...choosing, ...strikes, ...compressed, ...carried, ...keptOf];
  return {
    rows: yield* compiledRows(inputs, by, rows),
    distances: yield* compiledRows(
      inputs,
      by,
      distances.map((one, k) => ofSwitch.get(k) ?? substituteAll([one], here)[0]),
    ),
    forces,
    yielding,
    expanding,
  };
}
