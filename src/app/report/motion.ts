import { type Expr, evaluate, leaves } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import type { Result } from "../../motion/result.js";
import type { Contacting } from "./figures.js";

/** A contact's columns by their meaning, as far as the model has them. */
export interface ContactColumns {
  readonly name: string;
  readonly normal: Float64Array;
  readonly tangent?: Float64Array;
  readonly orthogonal?: Float64Array;
  readonly radius?: Float64Array;
  readonly slip?: Float64Array;
  readonly state: readonly Contacting[];
}

/** The model with the choices of this run. */
export function modelOf({ problem, parameters }: Result): Model {
  return typeof problem.model === "function" ? problem.model((name) => String(parameters[name])) : problem.model;
}

/** Every contact that the columns tell of. */
export function contactsOf({ trajectory }: Result): ContactColumns[] {
  const { columns } = trajectory;
  return Object.entries(columns)
    .filter(([name]) => name.endsWith(".normalForce"))
    .map(([column, normal]) => {
      const name = column.slice(0, -".normalForce".length);
      const of = (axis: string): Float64Array | undefined => columns[`${name}.${axis}`];
      const [tangent, orthogonal, radius] = [of("tangentForce"), of("orthogonalForce"), of("coneRadius")];
      const [slipT, slipO] = [of("slidingVelocityT"), of("slidingVelocityO")];
      return {
        name,
        normal,
        ...(tangent && { tangent }),
        ...(orthogonal && { orthogonal }),
        ...(radius && { radius }),
        ...(slipT && { slip: slipT.map((s, k) => Math.hypot(s, slipO?.[k] ?? 0)) }),
        state: contacting(normal, of("stickMargin")),
      };
    });
}

function contacting(normal: Float64Array, margin: Float64Array | undefined): Contacting[] {
  const state = Array.from(normal, (force, k): Contacting => {
    if (!(force > 0)) return "free";
    if (margin === undefined) return "touches";
    return margin[k]! > 0 ? "sticks" : "slips";
  });
  // forces belong to the step that ends there: the start looks as its first step does
  if (state.length > 1) state[0] = state[1]!;
  return state;
}

/** How a body moves at every grid point: it slips where any of its contacts slips. */
export function bodyState(
  body: string,
  contacts: readonly ContactColumns[],
  { scene }: Model,
  points: number,
): Contacting[] {
  const own = contactsOfBody(scene, body);
  const its = contacts.filter(({ name }) => own === undefined || own.includes(name));
  const order = ["slips", "sticks", "touches", "free"] as const;
  return Array.from(
    { length: points },
    (_, k) => order.find((word) => its.some(({ state }) => state[k] === word)) ?? "moves",
  );
}

function contactsOfBody(scene: unknown, body: string): string[] | undefined {
  const contacts = (scene as { contacts?: unknown } | undefined)?.contacts;
  if (!Array.isArray(contacts)) return undefined;
  return contacts.filter((contact) => contact.body === body).map((contact) => String(contact.name));
}

/**
 * End values of states that boundary conditions or constraints of an objective ask for, where a condition is about one
 * state and linear in it.
 */
export function targetsOf({ problem, parameters, trajectory }: Result): Map<string, number> {
  const targets = new Map<string, number>();
  const constraints = (problem.objective?.constraints ?? []).filter(({ must }) => must === "be-zero");
  for (const { residual } of [...(problem.boundary ?? []), ...constraints]) {
    const ends = leaves([residual]).filter(({ name }) => name.startsWith("last."));
    if (ends.length !== 1) continue;
    const at = (end: number): number => valueAt(residual, end);
    const slope = at(1) - at(0);
    const target = -at(0) / slope;
    // a third point tells a line from a curve
    if (Number.isFinite(target) && Math.abs(at(2) - at(1) - slope) <= 1e-9 * Math.abs(slope))
      targets.set(ends[0]!.name.slice("last.".length), target);
  }
  return targets;

  function valueAt(residual: Expr, end: number): number {
    return evaluate(residual, (leaf) => {
      const name = leaf.slice(leaf.indexOf(".") + 1);
      if (leaf.startsWith("last.")) return end;
      return leaf.startsWith("first.") ? (trajectory.columns[name]?.[0] ?? Number.NaN) : Number(parameters[name]);
    });
  }
}

/** Grid points where a state begins to hold after another one. */
export function changes(state: readonly Contacting[]): { k: number; to: Contacting }[] {
  return state.flatMap((to, k) => (k > 0 && to !== state[k - 1] ? [{ k, to }] : []));
}
