import { cos, sin } from "../../algebra/elementary/elementary.js";
import { add, div, type Expr, mul, neg, type Scalar, sub, toExpr } from "../../expr/expr.js";
import { quaternionNorm } from "../../mechanics/body.js";
import type { Pair, Stage } from "../../mechanics/model.js";
import type { ContactView } from "../../mechanics/views.js";
import type { Touch } from "./scene.js";
import type { Situation } from "./situation.js";

/** The pairs of a step, and the columns that people and certificates look at, all as forces [N] and lengths [m]. */
export function observationsOf(situation: Situation): Pick<Stage, "pairs" | "observe"> {
  const { scene, frame, forces, touches, after, command } = situation;
  const { parts, besides } = scene;
  const turning = parts.filter(({ space, turns }) => space === "spatial" && turns !== false);
  return {
    pairs: touches.flatMap((touch) => pairsOf(situation, touch)),
    observe: {
      ...Object.fromEntries([...command].map(([name, value]) => [`${name}.command`, value])),
      ...Object.fromEntries(
        [...forces].map(([name, force]) => [`${name}.imbalance`, imbalance(situation, name, force)]),
      ),
      ...Object.assign({}, ...touches.map((touch, i) => contactColumns(situation, touch, after[i]))),
      ...Object.fromEntries(turning.map((part) => [`${part.name}.quaternionNorm`, quaternionNorm(part, frame.next)])),
      ...Object.fromEntries(Object.entries(besides?.observe ?? {}).map(([name, formula]) => [name, toExpr(formula)])),
    },
  };
}

/** J Δq with the increments of the parts, and with those of the drives or their commands. */
function movement(
  { frame, command }: Situation,
  row: ReadonlyMap<string, Expr>,
  driven: "increment" | "command",
): Expr {
  const change = (name: string): Expr =>
    (driven === "command" ? command.get(name) : undefined) ?? frame.inside(`${name}.increment`);
  return add(...[...row].map(([name, entry]) => mul(entry, change(name))));
}

/** P_n, the P_f of its edges, Γ, and what is left of the friction polygon, μ P_n − Σ P_f. */
function unknownsOf({ frame: { inside } }: Situation, { name, contact, rows }: Touch) {
  const normal = inside(`${name}.normalImpulse`);
  const edges = rows.edges.map((_, j) => inside(`${name}.edgeImpulse${j + 1}`));
  return { normal, edges, slip: inside(`${name}.slip`), room: sub(mul(contact.friction, normal), add(...edges)) };
}

/** (12), (16), (17); gaps and slips count as the forces that they mean at the contact's stiffness. */
function pairsOf(situation: Situation, touch: Touch): Pair[] {
  const { name, contact, rows } = touch;
  const { h } = situation.frame;
  const { normal, edges, slip, room } = unknownsOf(situation, touch);
  const stiff = (length: Expr): Expr => mul(contact.stiffness, length);
  return [
    {
      name: `${name}.normal`,
      contact: name,
      a: div(normal, h),
      b: stiff(add(rows.gap, movement(situation, rows.normal, "increment"))),
    },
    { name: `${name}.slip`, a: stiff(slip), b: div(room, h) },
    ...rows.edges.map((edge, j) => ({
      name: `${name}.edge${j + 1}`,
      a: div(edges[j], h),
      b: stiff(add(slip, movement(situation, edge, "increment"))),
    })),
  ];
}

/** Gap at the end of the step, hypothetical gap (21), forces along the contact's axes, and excess over the polygon. */
function contactColumns(situation: Situation, touch: Touch, then: Touch): Record<string, Expr> {
  const { name, rows } = touch;
  const { h } = situation.frame;
  const { normal, edges, room } = unknownsOf(situation, touch);
  const half = edges.length / 2;
  const along = (turn: (angle: number) => number): Expr =>
    div(
      add(...Array.from({ length: half }, (_, j) => mul(turn((Math.PI * j) / half), sub(edges[j], edges[j + half])))),
      h,
    );
  return {
    [`${name}.separation`]: then.rows.gap,
    [`${name}.hypotheticalGap`]: add(rows.gap, movement(situation, rows.normal, "command")),
    [`${name}.normalForce`]: div(normal, h),
    [`${name}.tangentForce`]: along(cos),
    ...(half > 1 && { [`${name}.orthogonalForce`]: along(sin) }),
    [`${name}.coneExcess`]: neg(div(room, h)),
  };
}

/** A contact by its columns, `contactColumns`; the slip of (23) is a length and no velocity. */
export function touchView({ name, contact, rows }: Touch): ContactView {
  const tangential = [`${name}.tangentForce`, ...(rows.edges.length > 2 ? [`${name}.orthogonalForce`] : [])];
  return {
    name,
    body: contact.body,
    columns: {
      normal: `${name}.normalForce`,
      tangential,
      separation: `${name}.separation`,
      coneExcess: `${name}.coneExcess`,
    },
  };
}

/** (23a): the sum of the forces [N, N m] on a coordinate of a part. */
function imbalance(situation: Situation, name: string, external: Expr): Expr {
  const terms: Scalar[] = situation.touches.flatMap((touch) => {
    const { normal, edges } = unknownsOf(situation, touch);
    const { rows } = touch;
    return [
      mul(rows.normal.get(name) ?? 0, normal),
      ...rows.edges.map((edge, j) => mul(edge.get(name) ?? 0, edges[j])),
    ];
  });
  return add(div(add(...terms), situation.frame.h), external);
}
