import type { QuasistaticStep } from "./linearised.js";

/** Units of the scaled unknowns, and where they begin: x = (Δq_u, Δq_a − Δq̄_a, P_n, P_f, Γ). */
export interface QuasistaticLayout {
  /** Increments are counted in this [m or rad]; Δq_u also over `lengths`. */
  readonly length: number;
  /** Impulses are counted in this [N s]. */
  readonly impulse: number;
  readonly lengths: readonly number[];
  /** First column of Δq_a, P_n, P_f, Γ, and the number of columns. */
  readonly columns: Readonly<Record<"actuated" | "normal" | "edge" | "slip" | "count", number>>;
  /** First row of φ⁺, ρ, s and of the bound (23f), and the number of rows; force balance (23a) comes first. */
  readonly rows: Readonly<Record<"gap" | "rho" | "cone" | "elastic" | "count", number>>;
}

/** The layout of a step: increments in the larger of the command and the deflection under the load, impulses in the load. */
export function layoutOf({ contacts, impulse, command, h, lengths }: QuasistaticStep): QuasistaticLayout {
  const edges = contacts.reduce((sum, contact) => sum + contact.edges.length, 0);
  const meters = lengths ?? impulse.map(() => 1);
  const load = impulse.reduce((most, v, k) => Math.max(most, Math.abs(v) / meters[k]), 0);
  const stiffest = contacts.reduce((most, { stiffness }) => Math.max(most, stiffness), 0);
  const commanded = command.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const deflection = stiffest > 0 ? load / (h * stiffest) : 0;
  const length = Math.max(commanded, deflection) || 1;
  const actuated = impulse.length;
  const normal = actuated + command.length;
  const edge = normal + contacts.length;
  const gap = actuated;
  const rho = gap + contacts.length;
  const cone = rho + edges;
  return {
    length,
    impulse: load || stiffest * h * length || 1,
    lengths: meters,
    columns: {
      actuated,
      normal,
      edge,
      slip: edge + edges,
      count: edge + edges + contacts.length,
    },
    rows: { gap, rho, cone, elastic: cone + contacts.length, count: cone + 2 * contacts.length },
  };
}
