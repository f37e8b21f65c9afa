import type { Expr } from "../../../expr/expr.js";
import { postorder } from "../../../expr/walk.js";
import { frame } from "../../../mechanics/model.js";
import type { Compiled } from "../../compile/compile-problem.js";

/** Contacts all of which must be left out for an entry to be zero; none of an entry that may always be something. */
export type Behind = readonly number[] | undefined;

/** The contacts of a model that have unknowns, by their numbers. */
export function contactsOf({ model }: Compiled): Map<string, number> {
  const names = [...model.state, ...model.inside].flatMap(({ contact }) => (contact === undefined ? [] : [contact]));
  return new Map([...new Set(names)].map((name, c) => [name, c]));
}

/** The leaves of a formula, each with what it stands behind; and the contact without which the formula is zero. */
interface Known {
  readonly by: ReadonlyMap<Expr, Behind>;
  readonly zero: number | undefined;
}

/** The number of a contact without which zero itself is zero. */
const any = -1;

/**
 * For each entry of the rows of a step, the contacts without whose forces it is zero: in a row of a body the other one stands
 * behind the force between them, since arms, normals and gaps are there only as factors of it.
 */
export function entriesBehind(compiled: Compiled): Behind[] {
  const { model, block } = compiled.kernels;
  const stage = model.step(frame);
  const { defines = {} } = stage;
  const contacts = contactsOf(compiled);
  const states = model.state.map(({ name }) => name);
  const isState = new Set(states);
  const leafOf = (name: string): Expr => (isState.has(name) ? frame.next(name) : frame.inside(name));
  const rowOf = new Map(stage.rows.map(({ unknown, residual }) => [unknown, residual]));
  const unknowns = block.unknowns.map(({ name }) => leafOf(name));
  const isUnknown = new Set(unknowns);
  const defined = new Map(
    Object.entries(defines).flatMap(([name, of]) => (isUnknown.has(leafOf(name)) ? [] : [[leafOf(name), of] as const])),
  );
  const forces = new Map(
    model.inside.flatMap(({ name, contact }) =>
      contact === undefined ? [] : [[frame.inside(name), contacts.get(contact) ?? any] as const],
    ),
  );
  const known = new Map<Expr, Known>();

  function learn(root: Expr): Known {
    for (const e of postorder([root])) if (!known.has(e)) known.set(e, e.op === "variable" ? ofLeaf(e) : ofNode(e));
    return known.get(root) as Known;
  }

  function ofLeaf(leaf: Expr): Known {
    const of = defined.get(leaf);
    const force = forces.get(leaf);
    const by: Known["by"] = of === undefined ? new Map([[leaf, undefined]]) : learn(of).by;
    return force === undefined ? { by, zero: undefined } : { by: allBehind(by, force), zero: force };
  }

  function ofNode({ op, args, value }: Expr): Known {
    if (op === "constant") return { by: new Map(), zero: value === 0 ? any : undefined };
    const parts = args.map((arg) => known.get(arg) as Known);
    const by = together(parts.map((part) => part.by));
    const factor = op === "mul" ? parts.find(({ zero }) => zero !== undefined) : op === "div" ? parts[0] : undefined;
    if (factor?.zero !== undefined) return { by: allBehind(by, factor.zero), zero: factor.zero };
    return { by, zero: sums.has(op) ? commonZero(parts) : undefined };
  }

  const behind = block.unknowns.map(({ name }, i) => {
    const definition = defines[name];
    return definition === undefined
      ? learn(rowOf.get(name) as Expr).by
      : together([learn(definition).by, new Map([[unknowns[i], undefined]])]);
  });
  const columns = [...states.map(frame.now), ...unknowns];
  const { row, col } = block.rows().pattern;
  return Array.from(row, (r, p) => (col[p] < columns.length ? behind[r].get(columns[col[p]]) : undefined));
}

/** Operations that are zero where all their arguments are. */
const sums: ReadonlySet<Expr["op"]> = new Set(["add", "sub", "neg", "abs", "norm"] as const);

/** The one contact without which all of several formulas are zero. */
function commonZero(parts: readonly Known[]): number | undefined {
  const zeros = new Set(parts.map(({ zero }) => zero).filter((zero) => zero !== any));
  if (zeros.size === 0) return any;
  return zeros.size === 1 ? [...zeros][0] : undefined;
}

const allBehind = (by: Known["by"], contact: number): Known["by"] =>
  new Map([...by.keys()].map((leaf) => [leaf, contact === any ? [] : [contact]]));

/** The leaves of several formulas: an entry is zero where all its parts are. */
function together(all: readonly Known["by"][]): Known["by"] {
  if (all.length === 1) return all[0];
  const by = new Map<Expr, Behind>(all[0]);
  for (const other of all.slice(1))
    for (const [leaf, more] of other) {
      const own = by.get(leaf);
      if (!by.has(leaf)) by.set(leaf, more);
      else if (own !== undefined) by.set(leaf, more && [...new Set([...own, ...more])]);
    }
  return by;
}
