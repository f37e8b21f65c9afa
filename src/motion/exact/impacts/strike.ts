/**
 * Impacts of the method exact. A gap that closes strikes: `strike` finds the state behind it by the rows of an impact, which are those of a
 * step that takes no time, on branches that fit, and carries derivatives through it. Bounces without end have a limit that is known, and
 * where several contacts strike in turn without end `bridge` goes on by steps of the model.
 * @module motion/exact/impacts
 */
import { once } from "../../../algebra/once.js";
import type { Stepwise } from "../../../algebra/stepwise.js";
import { type Expr, evaluate } from "../../../expr/expr.js";
import { type Compiled, parameterAt } from "../../compile/compile-problem.js";
import { branchRows } from "../branches.js";
import { closingPairs } from "../closing.js";
import type { Element } from "../element.js";
import type { Before, Prober } from "../modes.js";
import { type Impact, impactOf } from "./impact.js";
import { impactRowsMade } from "./impact-rows.js";

/** Impacts of one motion, as far as they may be bounces without end. */
export interface Bounces {
  readonly end: number;
  /** The contact that was struck last, when, how long after the one before, by how much that shrank, and how often in a row by as much. */
  at: number;
  t: number;
  interval: number;
  ratio: number;
  row: number;
}

/** The switch that closed, the restitution of its contact, and whether all contacts have Newton's law with this one. */
export interface Blown {
  readonly at: number;
  readonly contact: string | undefined;
  readonly restitution: number;
  readonly isOfImpulses: boolean;
  readonly isOfAll: boolean;
}

/** The closing of a switch at these parameters; undefined where it strikes nothing. */
export function blownAt(among: Restitutions | undefined, at: number, parameters: Float64Array): Blown | undefined {
  const struck = among?.by.get(at);
  if (among === undefined || struck === undefined) return undefined;
  const { isOfImpulses } = struck;
  const e = struck.restitution(parameters);
  const isOfAll = [...among.by.values()].every((one) => !one.isOfImpulses && one.restitution(parameters) === e);
  return { at, contact: struck.contact, restitution: e, isOfImpulses, isOfAll };
}

/** A place on the way, whose state an impact changes. */
interface Moving extends Before {
  t: number;
  state: Float64Array;
}

/** The tiny step of an impact, as a part of the motion: what steady forces do in it is taken out, rounding stays small. */
const tiny = 1e-6;
/** Bounces shorter than this part of the motion, this many in a row that shrink alike within this much, go on without end. */
const [shortest, inRow, alike] = [1e-5, 3, 0.02];

/** An impact that was solved: how long its bounces without end take, and its branches, which are likely behind it. */
interface Struck {
  readonly rest: number;
  readonly modes: Float64Array | undefined;
}

/** The contact that a switch closes, and its restitution, of velocities (Newton) or of impulses (Poisson). */
interface Striker {
  /** Left out where the limit of a joint is struck. */
  readonly contact: string | undefined;
  readonly restitution: (parameters: Float64Array) => number;
  readonly isOfImpulses: boolean;
}

/** Contacts by the switches that close them. */
export interface Restitutions {
  readonly by: ReadonlyMap<number, Striker>;
}

/** How impacts go; without restitutions nothing jumps, because contacts are compliant. */
export interface Impacts {
  readonly impact: () => Impact;
  /** Makes what impacts need, in parts, where there may be some. */
  readonly made: () => Stepwise<void>;
  readonly restitutions: Restitutions | undefined;
}

/** The impacts of a compiled problem, in a frame that holds its parameters: their long formulas are made where something may jump. */
export function impactsOf(compiled: Compiled, frame: Float64Array): Impacts {
  const restitutions = restitutionsOf(compiled);
  return {
    impact: once(() => impactOf(compiled, frame)),
    *made() {
      if (restitutions !== undefined) yield* impactRowsMade(compiled, branchRows(compiled));
    },
    restitutions,
  };
}

/**
 * The restitution of rigid contacts and of limits of joints, 0 where none is declared; undefined where nothing is rigid,
 * because then nothing jumps.
 */
function restitutionsOf(compiled: Compiled): Restitutions | undefined {
  const { model, kernels } = compiled;
  const { bounds } = branchRows(compiled);
  if (bounds.length === 0) return undefined;
  const restitution = model.views?.restitution ?? {};
  const normals = new Map<Expr, string | undefined>();
  for (const { contact, a } of closingPairs(compiled)) normals.set(a, contact);
  return {
    by: new Map(
      bounds.flatMap(({ at, by }) => {
        const leaf = kernels.layout.leaves[at];
        if (!normals.has(leaf)) return [];
        const contact = normals.get(leaf);
        const striking = contact === undefined ? undefined : restitution[contact];
        const of = (parameters: Float64Array): number =>
          striking === undefined ? 0 : evaluate(striking.coefficient, parameterAt(compiled, parameters));
        return [[by, { contact, restitution: of, isOfImpulses: striking?.isOfImpulses === true }] as const];
      }),
    ),
  };
}

/** True where no impact gives anything back. */
export const isPlastic = ({ restitutions }: Impacts, parameters: Float64Array): boolean =>
  [...(restitutions?.by.values() ?? [])].every(({ restitution }) => restitution(parameters) === 0);

/** No impact yet. */
export const bouncing = (end: number): Bounces => ({
  end,
  at: -1,
  t: 0,
  interval: Number.NaN,
  ratio: Number.NaN,
  row: 0,
});

/** Those who know how an impact goes: nearly, and exactly. */
interface Striking {
  readonly prober: Prober;
  readonly element: Element;
  readonly impacts: Impacts;
  readonly compiled: Compiled;
  readonly sensitivity: Float64Array;
}

/**
 * The law of impacts in all contacts at once, Newton's ν_n⁺ + e ν_n⁻ ≥ 0 ⟂ P_n ≥ 0 or Poisson's, with friction in its cone by the velocities
 * behind it: the state is that of a step without length, on branches that are changed until they fit, or on those of a tiny step of
 * the model, which is one complementarity problem. Where those rows are dependent, as with more contacts than a body has ways to move, the
 * tiny steps' own state is taken, which knows Newton's law with one restitution. The time until bounces without end are over,
 * Δt r/(1 − r) after an interval Δt that is r times the one before, is returned, and the body rests then; 0 for all others.
 */
export function strike(striking: Striking, now: Moving, bounces: Bounces, blown: Blown): Struck | undefined {
  const { prober, compiled, sensitivity, element } = striking;
  const impact = striking.impacts.impact();
  const { at, restitution: e, isOfImpulses, isOfAll } = blown;
  const { end } = bounces;
  const before = prober.before(now, at, tiny * end, element.z);
  const blow = { slopes: now.slopes, restitution: isOfImpulses ? 0 : e, length: tiny * end, closed: before.closed };
  const interval = bounces.at === at ? now.t - bounces.t : Number.NaN;
  // by e, or by less where friction of a joint brakes what rises and holds what falls
  const seen = interval / bounces.interval;
  const ratio = Math.abs(seen - e) <= alike * e ? e : seen;
  const isNext = ratio === e || Math.abs(ratio - bounces.ratio) <= alike * ratio;
  bounces.row = isNext ? bounces.row + 1 : 0;
  bounces.at = at;
  bounces.t = now.t;
  bounces.interval = interval;
  bounces.ratio = ratio;
  const isEndless = ratio < 1 && bounces.row >= inRow && interval < shortest * end;
  const direct = impact.solve(now.state, before);
  const nearly = direct === undefined || isEndless ? prober.impact(now.t, now.state, blow) : undefined;
  const behind = direct ?? (nearly && impact.solve(now.state, nearly.near));
  if (behind !== undefined) impact.carry(sensitivity);
  else if (nearly === undefined || !isOfAll || compiled.freed.length > 0) return undefined;
  const still = isEndless ? prober.impact(now.t, now.state, { ...blow, restitution: 0 }) : undefined;
  const next = still?.state ?? behind?.state ?? nearly?.state;
  if (next === undefined) return undefined;
  now.state = next;
  return { rest: isEndless ? (interval * ratio) / (1 - ratio) : 0, modes: behind?.modes };
}
