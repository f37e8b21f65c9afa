import { once, onceInARow } from "../../algebra/once.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { build } from "../../expr/build.js";
import { compiledRows, type RowKernel, switches } from "../../expr/compile.js";
import {
  abs,
  add,
  div,
  type Expr,
  leaves,
  max,
  min,
  mul,
  neg,
  select,
  sqrt,
  sub,
  substituteAll,
  variable,
} from "../../expr/expr.js";
import { limitOf } from "../../expr/limits.js";
import { lookUp, postorder } from "../../expr/walk.js";
import { frame, type Unknown } from "../../mechanics/model.js";
import type { Compiled } from "../compile/compile-problem.js";
import { faintness } from "../compile/lightness.js";
import { closingPairs, rateOf, ratesOf } from "./closing.js";
import { timedInputs } from "./held.js";

/**
 * The rows of a step with every switch of their formulas (min, max, abs, select) held on one branch, so that they are
 * smooth, and the distances to the switches beside them. Columns of both: states at the start, unknowns of the step,
 * freed parameters, h, t. Behind the leaves of the layout stand the branches, +1 where a distance is not negative, else −1.
 */
export interface BranchRows {
  readonly rows: RowKernel;
  /** On the branches that are taken: of what is closed its force, of what is open its gap. */
  readonly distances: RowKernel;
  readonly switches: number;
  /** Places of the unknowns in the layout; states come first. */
  readonly at: Int32Array;
  readonly unknowns: readonly Unknown[];
  /** The branch on which a switch is with a distance of zero: a cone without radius has nothing to hold. */
  readonly ties: Float64Array;
  /** Unknowns with a lower bound only: at it on the branch −1 of their switch. */
  readonly bounds: readonly Bound[];
  /** Which distances the rows look at on their branches (1) and which stand in branches that are not taken (0). */
  readonly live: (modes: Float64Array) => Uint8Array;
}

/** An unknown with a lower bound, and the switch that holds it there. */
export interface Bound {
  readonly at: number;
  readonly lower: number;
  readonly by: number;
  /** While it is pressed its rate is held and not its gap, which drifts. */
  readonly drifts: boolean;
}

/**
 * Nearer to zero than this [own units squared] a root is a cubic, so that its slope stays finite: 1e-8 N is nothing but for
 * light bodies, whose forces are smaller.
 */
const rootFrom = 1e-16;

/** A quotient by a length that may be zero is one by this at least: 0 / 0 is then 0. */
const leastLength = 1e-30;

/** The formulas of branch rows and of distances, and the leaves that choose their branches. */
export interface BranchFormulas {
  readonly held: readonly Expr[];
  /** Gaps of corners, whose rates are held where they are closed, by the places of their rows. */
  readonly gaps: ReadonlyMap<number, Expr>;
  readonly distances: readonly Expr[];
  readonly leaves: readonly Expr[];
}

interface Made {
  readonly branches: BranchRows;
  readonly unheld: RowKernel;
  readonly formulas: BranchFormulas;
  readonly holdsRates: boolean;
}

const known = new WeakMap<Compiled, Made>();

/**
 * The other branch of a switch. Those that rows look at only now, such as the sense of a sliding that begins, go where their distances
 * say: else the old sense and the sticking would take turns for ever.
 */
export function turned(live: BranchRows["live"], modes: Float64Array, distances: Float64Array, at: number): void {
  const before = live(modes);
  modes[at] = -modes[at];
  const after = live(modes);
  for (let k = 0; k < modes.length; k++)
    if (before[k] === 0 && after[k] === 1 && distances[k] !== 0) modes[k] = Math.sign(distances[k]);
}

/** The rows of a compiled problem on branches, made once. */
export const branchRows = (compiled: Compiled): BranchRows => madeOf(compiled).branches;

/** Distances where branches are not known yet: of what may close its force less its gap. */
export const unheldDistances = (compiled: Compiled): RowKernel => madeOf(compiled).unheld;

/** Their formulas. */
export const branchFormulas = (compiled: Compiled): BranchFormulas => madeOf(compiled).formulas;

/** True where rows of forces hold rates, and those of the model's own steps places: what is left of these would be forces. */
export const holdsRates = (compiled: Compiled): boolean => madeOf(compiled).holdsRates;

const madeOf = (compiled: Compiled): Made => finish(inParts(compiled));

/** Makes them in parts, so that who goes on meanwhile does not wait for long formulas. */
export function* branchesMade(compiled: Compiled): Stepwise<BranchRows> {
  return (yield* inParts(compiled)).branches;
}

function* inParts(compiled: Compiled): Stepwise<Made> {
  const found = known.get(compiled) ?? (yield* make(compiled));
  known.set(compiled, found);
  return found;
}

function* make(compiled: Compiled): Stepwise<Made> {
  const { kernels, model, freed, parameters } = compiled;
  const { layout, block } = kernels;
  const stepped = substituteAll(block.formulas(), timedInputs(compiled));
  yield;
  const rates = once(() => ratesOf(compiled));
  const continuous = inTheLimit(stepped, () => meanRates(rates()));
  yield;
  const { rows: signed, cones } = withSigns(continuous);
  const rows = signed.map((row, i) => natural(row, block.unknowns[i], layout.leaves[block.at[i]]));
  const moving = new Set<Expr>([
    ...layout.leaves.slice(0, layout.parameters),
    ...layout.leaves.slice(layout.inputs, layout.inputs + model.inputs.length),
    frame.t,
  ]);
  yield;
  const part = faintness(model);
  const near = mul(part, part, rootFrom);
  const every = switches(rows).filter(
    ({ kind, distance }) => kind !== "norm" && leaves([distance]).some((leaf) => moving.has(leaf)),
  );
  const ofStart = startedBy(
    model.state.map(({ name }) => name),
    every.map(({ expr }) => expr),
  );
  const all = every.filter(({ expr }) => !ofStart.has(expr));
  const branch = new Map(all.map(({ expr }, i) => [expr, { i, leaf: variable(`branch.${i}`) }] as const));
  for (const [start, end] of ofStart) branch.set(start, lookUp(branch, end));
  const held = rebuilt(rows, near, (expr, args) => {
    const at = branch.get(expr);
    return at === undefined ? undefined : taken(expr, args, at.leaf);
  });
  yield;
  // of an open gap, too, where it is: nothing keeps its branches
  const asked = [...all.map(({ distance }) => distance), ...rows.map((row) => row.args[1] ?? row)];
  const whole = rebuilt(asked, near, () => undefined);
  const [unheld, distances] = [whole.slice(0, all.length), whole.slice(0, all.length)];
  const gaps = new Map<number, Expr>();
  const { restitution = {} } = model.views ?? {};
  const corners = new Map(closingPairs(compiled).map(({ contact = "", a }) => [a, restitution[contact]?.giving]));
  yield;
  for (const [i, row] of rows.entries()) {
    const at = branch.get(row);
    const { lower } = block.unknowns[i];
    const leaf = layout.leaves[block.at[i]];
    const giving = corners.get(leaf);
    if (at === undefined || lower === undefined || giving === undefined) continue;
    const [choice, gap] = held[i].args;
    gaps.set(i, gap);
    const push = sub(leaf, lower);
    held[i] = select(choice, add(rateOf(gap, rates()), mul(giving, push)), push);
    distances[at.i] = select(choice, push, neg(whole[all.length + i]));
    yield;
  }
  const choosing = all.map(({ expr }) => lookUp(branch, expr).leaf);
  const inputs = [...layout.leaves, ...choosing];
  const by = [
    ...layout.leaves.slice(0, layout.states),
    ...Array.from(block.at, (place) => layout.leaves[place]),
    ...freed.map((index) => frame.parameters(parameters[index])),
    frame.h,
    frame.t,
  ];
  const liveOf = new Map<string, Uint8Array>();
  const bounds = block.unknowns.flatMap(({ lower, upper }, i) =>
    lower === undefined || upper !== undefined
      ? []
      : [{ at: block.at[i], lower, by: all.findIndex(({ expr }) => expr === rows[i]), drifts: gaps.has(i) }],
  );
  const forces = block.unknowns.map(({ lower, upper }, i) => ({
    leaf: layout.leaves[block.at[i]],
    row: rows[i],
    isBounded: lower === 0 && upper === undefined,
  }));
  const branches: BranchRows = {
    rows: yield* compiledRows(inputs, by, held),
    distances: yield* compiledRows(inputs, by, distances),
    switches: all.length,
    bounds,
    ties: Float64Array.from(all, ({ expr }) => (cones.has(expr) || isCone(expr) ? -1 : 1)),
    at: block.at,
    unknowns: block.unknowns,
    live: onceInARow((modes) => {
      const key = modes.join();
      const found = liveOf.get(key) ?? reached({ rows, branch, forces, cones }, modes);
      liveOf.set(key, found);
      return found;
    }),
  };
  const holdsRates = continuous.some((row, i) => i >= layout.states && row !== stepped[i]);
  return {
    branches,
    unheld: yield* compiledRows(inputs, by, unheld),
    formulas: { held, gaps, distances, leaves: choosing },
    holdsRates,
  };
}

/**
 * Switches that ask at the start of a step what others ask at its end, by these: between them lies no time, and there is one branch. With
 * one of its own the start of an element would be on the side that is left for as long as the element is.
 */
function startedBy(states: readonly string[], all: readonly Expr[]): Map<Expr, Expr> {
  const later = new Map(states.map((name) => [frame.now(name), frame.next(name)] as const));
  const ends = new Set<Expr>([...later.values(), frame.h]);
  const known = new Set(all);
  const atEnd = substituteAll(all, later);
  const pairs = all.map((expr, k) => [expr, atEnd[k]] as const);
  return new Map(
    pairs.filter(([e, end]) => end !== e && known.has(end) && !leaves([e]).some((leaf) => ends.has(leaf))),
  );
}

/** Rows without what is a mean over a step: it would make elements of first order. */
function inTheLimit(rows: readonly Expr[], rates: () => ReadonlyMap<Expr, Expr>): Expr[] {
  const limits = new Map<Expr, Expr>();
  for (const e of postorder(rows)) {
    const limit = limitOf(e);
    if (limit !== undefined) limits.set(e, limit);
  }
  if (limits.size === 0) return [...rows];
  const known = rates();
  const of = [...limits.keys()];
  const by = substituteAll([...limits.values()], known);
  return substituteAll(rows, new Map(of.map((e, i) => [e, by[i]] as const)));
}

/** (q⁺ − q)/h of places by velocities: in the shortest steps the difference is rounding. */
const meanRates = (rates: ReadonlyMap<string, Expr>): Map<Expr, Expr> =>
  new Map([...rates].map(([q, rate]) => [div(sub(frame.next(q), frame.now(q)), frame.h), rate] as const));

/** A row whose unknown has bounds, as an equation: max(min(row, unknown − lower), unknown − upper) = 0. */
function natural(row: Expr, { lower, upper }: Unknown, leaf: Expr): Expr {
  const above = lower === undefined ? row : min(sub(leaf, lower), row);
  return upper === undefined ? above : max(above, sub(leaf, upper));
}

/** Of a cone its radius; nothing of other switches. */
const radiusOf = (e: Expr, signed: ReadonlySet<Expr>): Expr[] =>
  signed.has(e) ? [e.args[0].args[0]] : isCone(e) ? [e.args[2].args[0]] : [];

const isCone = ({ op, args }: Expr): boolean =>
  op === "select" && args[2].op === "div" && args[2].args[1].op === "norm";

/**
 * The projection of one number onto an interval, x R/|x| beyond it, as s R with a sign s that is held like every branch: else
 * a Newton may leave a sliding that comes to its end by the other sign. Such switches of cones are told.
 */
function withSigns(rows: readonly Expr[]): { rows: Expr[]; cones: ReadonlySet<Expr> } {
  const image = new Map<Expr, Expr>();
  const cones = new Set<Expr>();
  const of = (e: Expr): Expr => image.get(e) ?? e;
  for (const e of postorder(rows)) {
    const [shrink, x] = e.args;
    if (
      e.op === "mul" &&
      isCone(shrink) &&
      shrink.args[2].args[1].args.length === 1 &&
      shrink.args[2].args[1].args[0] === x
    ) {
      const sign = select(of(x), 1, -1);
      const radius = of(shrink.args[2].args[0]);
      const held = select(sub(radius, mul(sign, of(x))), of(x), mul(sign, radius));
      image.set(e, held);
      cones.add(held);
    } else if (e.args.some((arg) => image.has(arg))) image.set(e, again(e, e.args.map(of)));
  }
  return { rows: rows.map(of), cones };
}

/** Formulas with nodes replaced on the way up, and every root that may reach zero continued beyond it. */
function rebuilt(
  formulas: readonly Expr[],
  near: Expr,
  replace: (expr: Expr, args: readonly Expr[]) => Expr | undefined,
): Expr[] {
  const image = new Map<Expr, Expr>();
  const of = (e: Expr): Expr => image.get(e) ?? e;
  for (const e of postorder(formulas)) {
    const args = e.args.map(of);
    const put = replace(e, args);
    if (put !== undefined) image.set(e, put);
    else if (e.op === "sqrt") image.set(e, softRoot(args[0], near));
    // an open contact has a cone without radius, and may have nothing to project
    else if (e.op === "div" && e.args[1].op === "norm") image.set(e, div(args[0], max(args[1], leastLength)));
    else if (args.some((arg, k) => arg !== e.args[k])) image.set(e, again(e, args));
  }
  return formulas.map(of);
}

const again = (e: Expr, args: readonly Expr[]): Expr =>
  build(e.op as Exclude<Expr["op"], "constant" | "variable">, args);

/** The odd continuation of √x through zero, by a cubic with the same values and slopes at ± `near`. */
function softRoot(x: Expr, near: Expr): Expr {
  const part = div(x, near);
  const between = mul(sqrt(near), part, sub(1.5, mul(0.5, abs(part))));
  const long = sqrt(abs(x));
  return select(sub(x, near), long, select(add(x, near), between, neg(long)));
}

/** The branch of a switch that its leaf chooses. */
function taken({ op }: Expr, args: readonly Expr[], leaf: Expr): Expr {
  const [a, b, c] = args;
  if (op === "max") return select(leaf, a, b);
  if (op === "min") return select(leaf, b, a);
  if (op === "abs") return select(leaf, a, neg(a));
  return select(leaf, b, c);
}

/** Which argument a switch gives on its branch. */
function onBranch({ op }: Expr, isFirst: boolean): number {
  if (op === "abs") return 0;
  if (op === "max") return isFirst ? 0 : 1;
  if (op === "min") return isFirst ? 1 : 0;
  return isFirst ? 1 : 2;
}

/** The rows, their switches, and which unknown each of them answers. */
interface Switched {
  readonly rows: readonly Expr[];
  readonly branch: ReadonlyMap<Expr, { readonly i: number }>;
  readonly forces: readonly { readonly leaf: Expr; readonly row: Expr; readonly isBounded: boolean }[];
  readonly cones: ReadonlySet<Expr>;
}

/** Unknowns that are zero on their branches: forces at their bound, and what follows from these alone. */
function zeros({ branch, forces }: Switched, modes: Float64Array): (e: Expr) => boolean {
  const isFirst = (at: { readonly i: number }): boolean => modes[at.i] >= 0;
  const none = new Set<Expr>();
  for (const { leaf, row, isBounded } of forces) {
    const at = branch.get(row);
    if (isBounded && at !== undefined && !isFirst(at)) none.add(leaf);
  }
  function isNone(e: Expr): boolean {
    const { op, args } = e;
    if (op === "variable") return none.has(e);
    if (op === "constant") return e.value === 0;
    if (op === "mul") return args.some(isNone);
    if (op === "add" || op === "sub") return args.every(isNone);
    if (op === "div" || op === "neg" || op === "sqrt") return isNone(args[0]);
    const at = branch.get(e);
    return at !== undefined && isNone(args[onBranch(e, isFirst(at))]);
  }
  for (const { leaf, row } of forces)
    if (row === leaf || (row.op === "sub" && row.args[0] === leaf && isNone(row.args[1]))) none.add(leaf);
  return isNone;
}

/**
 * Which switches the rows reach through branches that are taken; a force of zero needs no direction, and those of a cone that
 * has no radius, because nothing presses, have no say.
 */
function reached(switched: Switched, modes: Float64Array): Uint8Array {
  const { rows, branch, cones } = switched;
  const isNone = zeros(switched, modes);
  const live = new Uint8Array(modes.length);
  const seen = new Set<Expr>();
  const open = [...rows];
  for (let e = open.pop(); e !== undefined; e = open.pop()) {
    if (seen.has(e)) continue;
    seen.add(e);
    const at = branch.get(e);
    if (e.op === "mul" && e.args.some(isNone)) {
      // a slack rope pulls nothing because its switch says so, which goes on being asked; where it would pull to has no say
      open.push(...e.args.filter(isNone));
      continue;
    }
    if (at === undefined) {
      open.push(...e.args);
      continue;
    }
    if (modes[at.i] < 0 && radiusOf(e, cones).some(isNone)) continue;
    live[at.i] = 1;
    open.push(e.args[onBranch(e, modes[at.i] >= 0)]);
  }
  return live;
}
