import { type Expr, leaves } from "../../../expr/expr.js";
import { frame } from "../../../mechanics/model.js";
import type { Compiled } from "../../compile/compile-problem.js";

/** Of contacts that were struck one after the other, those that the conditions at the end can know of. */
export type Past = (struck: readonly string[]) => readonly string[];

const known = new WeakMap<Compiled, Past>();

/**
 * The past of the bodies that conditions are about: an impact matters where one of them takes part, or a body that meets one
 * of them later. What else happens beside them makes no other window. Where bodies move each other without contact, or
 * conditions are about more than places, everything matters.
 */
export function pastOf(compiled: Compiled): Past {
  const found = known.get(compiled) ?? make(compiled);
  known.set(compiled, found);
  return found;
}

function make(compiled: Compiled): Past {
  const { bodies = [], contacts = [] } = compiled.model.views ?? {};
  const bodyOf = new Map(
    bodies.flatMap(({ name, position, orientation = [] }) =>
      [...position, ...[orientation].flat()].map((state) => [state, name] as const),
    ),
  );
  const { states } = compiled.kernels.layout;
  const { pattern } = compiled.formulas.aims;
  const about = Array.from(pattern.col)
    .filter((k) => k >= states && k < 2 * states)
    .map((k) => bodyOf.get(compiled.model.state[k - states].name));
  const met = new Map(
    contacts.map(({ name, body, core }) => [
      name,
      body === undefined ? undefined : [body, ...(core?.against === undefined ? [] : [core.against])],
    ]),
  );
  const isPlain = about.length > 0 && !about.includes(undefined) && !areCoupled(compiled, bodyOf);
  if (!isPlain) return (struck) => struck;
  return (struck) => {
    const reached = new Set(about);
    const kept: string[] = [];
    for (const contact of [...struck].reverse()) {
      const both = met.get(contact);
      if (both !== undefined && !both.some((body) => reached.has(body))) continue;
      kept.push(contact);
      for (const body of both ?? []) reached.add(body);
    }
    return kept.reverse();
  };
}

/** True where the place of a body is in the rows of another one beside what its contact forces multiply. */
function areCoupled({ kernels, model }: Compiled, bodyOf: ReadonlyMap<string, string>): boolean {
  const forces = new Set<Expr>(model.step(frame).pairs.flatMap(({ contact, a }) => (contact === undefined ? [] : [a])));
  const insides = new Set<Expr>(model.inside.map(({ name }) => frame.inside(name)));
  const owner = new Map<Expr, string>();
  for (const [state, body] of bodyOf) for (const leaf of [frame.now(state), frame.next(state)]) owner.set(leaf, body);
  const rows = kernels.block.formulas().slice(0, kernels.layout.states);
  return (
    forces.size === 0 ||
    rows.some((row) => {
      const found = new Set<string>();
      const seen = new Set<Expr>();
      const open: Expr[] = [row];
      for (let e = open.pop(); e !== undefined; e = open.pop()) {
        if (seen.has(e)) continue;
        seen.add(e);
        const body = owner.get(e);
        if (body !== undefined) found.add(body);
        const forced = e.op === "mul" ? e.args.filter((arg) => leaves([arg]).some((leaf) => insides.has(leaf))) : [];
        // in h (F + J λ) only J is beside a force of a contact
        open.push(...(forced.length > 0 ? forced : e.args));
      }
      return found.size > 1;
    })
  );
}
