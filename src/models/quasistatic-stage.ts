import { add, constant, type Expr, mul, pow, type Scalar, sub, toExpr } from "../expr/expr.js";
import { quaternionNorm } from "../mechanics/body.js";
import { partnerOf } from "../mechanics/contact.js";
import type { Frame, Pair, Stage, Unknown } from "../mechanics/model.js";
import type { StepSolver } from "../mechanics/program.js";
import {
  type Drive,
  driftOf,
  drivesOf,
  externalForce,
  movedPart,
  partStates,
  type QuasistaticScene,
  type Touch,
  touchesOf,
  twistNames,
} from "../mechanics/quasistatic.js";
import { loadLp } from "../solve/lp.js";
import { lcpSolver } from "./quasistatic-lcp.js";
import { miqpStepSolver } from "./quasistatic-miqp.js";
import { type StepNames, type StepSize, writeStep } from "./quasistatic-step.js";

/**
 * How a step is taken: `miqp` is (23) of Pang and Tedrake (2018); `miqp-delayed` the same with the force bound (23f) from
 * the hypothetical gap of the step before; `lcp` is Trinkle's step, in which Δq_a is the command.
 */
export const quasistaticSchemes = ["miqp", "miqp-delayed", "lcp"] as const;
export type QuasistaticScheme = (typeof quasistaticSchemes)[number];

/** The inside unknowns in the order of `readAnswer`. */
export function insidesOf(scene: QuasistaticScene, drives: readonly Drive[], touches: readonly Touch[]): Unknown[] {
  const increment = (name: string, unit: string): Unknown => ({ name: `${name}.increment`, unit, scale: 1e-3 });
  const impulse = (name: string): Unknown => ({ name, unit: "N s", scale: 1e-2, lower: 0 });
  return [
    ...scene.parts.flatMap(twistNames).map((name) => increment(name, /\.r[xyz]$/.test(name) ? "rad" : "m")),
    ...drives.map(({ name, unit }) => increment(name, unit)),
    ...touches.map(({ name }) => impulse(`${name}.normalImpulse`)),
    ...touches.flatMap(({ name, rows }) => rows.edges.map((_, j) => impulse(`${name}.edgeImpulse${j + 1}`))),
    ...touches.map(({ name }) => ({ name: `${name}.slip`, unit: "m", scale: 1e-3, lower: 0 })),
    { name: "objective", unit: "1", scale: 1e-6 },
    { name: "lowerBound", unit: "1", scale: 1e-6 },
    { name: "nodes", unit: "1", scale: 1 },
    { name: "unproven", unit: "1", scale: 1 },
  ];
}

/** Contacts between the same two things lie on one pair of faces. */
function facesOf(touches: readonly Touch[]): number[] {
  const pairs = touches.map(({ contact }) => `${contact.body} ${partnerOf(contact).body ?? ""}`);
  const kinds = [...new Set(pairs)];
  return pairs.map((pair) => kinds.indexOf(pair));
}

/** The equations of a step: its program, and what follows from the program's answer. */
export function stageOf(
  scene: QuasistaticScene,
  scheme: QuasistaticScheme,
  { now, next, inside, inputs, h }: Frame,
): Stage {
  const drives = drivesOf(scene);
  const touches = touchesOf(scene, now);
  const after = touchesOf(scene, next);
  const twist = scene.parts.flatMap(twistNames);
  const coordinates = [...twist, ...drives.map(({ name }) => name)];
  const increment = (name: string): Expr => inside(`${name}.increment`);
  const command = new Map(
    drives.map(({ name }) => [name, mul(h, scene.commands?.[name] ?? inputs(`${name}.velocity`))] as const),
  );
  const forces = new Map(scene.parts.flatMap((part) => [...externalForce(scene, part)]));
  const size: StepSize = {
    nu: twist.length,
    na: drives.length,
    edges: touches.map(({ rows }) => rows.edges.length),
    faces: facesOf(touches),
  };
  const entries = (row: ReadonlyMap<string, Expr>): Expr[] => coordinates.map((name) => row.get(name) ?? constant(0));
  const lengths = scene.parts.flatMap((part) =>
    twistNames(part).map((name) => toExpr(/\.r[xyz]$/.test(name) ? part.halfDiameter : 1)),
  );
  const data = writeStep(size, {
    Jn: touches.flatMap(({ rows }) => entries(rows.normal)),
    Jf: touches.flatMap(({ rows }) => rows.edges.flatMap(entries)),
    phi: touches.map(({ rows }) => rows.gap),
    tau: twist.map((name) => mul(h, forces.get(name)!)),
    command: [...command.values()],
    stiffness: touches.map(({ contact }) => toExpr(contact.stiffness)),
    friction: touches.map(({ contact }) => toExpr(contact.friction)),
    lengths,
    h: [h],
  });
  /** J Δq with the increments of the parts, and those of the drives or their commands. */
  const moved = (row: ReadonlyMap<string, Expr>, driven: (name: string) => Expr): Expr =>
    add(...[...row].map(([name, entry]) => mul(entry, command.has(name) ? driven(name) : increment(name))));
  const hypothetical = touches.map(({ rows }) =>
    add(
      rows.gap,
      moved(rows.normal, (name) => command.get(name)!),
    ),
  );
  const law = touches.map((touch, i) => lawOf(touch, after[i]!, hypothetical[i]!));
  const positions = [...scene.parts.flatMap(partStates), ...drives].map(({ name }) => name);

  function lawOf({ name, contact, rows }: Touch, then: Touch, imagined: Expr) {
    const { stiffness: K, friction: mu } = contact;
    const Pn = inside(`${name}.normalImpulse`);
    const Pf = rows.edges.map((_, j) => inside(`${name}.edgeImpulse${j + 1}`));
    const slip = inside(`${name}.slip`);
    const force = (impulse: Expr): Expr => mul(impulse, pow(h, -1));
    const room = sub(mul(mu, Pn), add(...Pf));
    // gaps and slips count as the forces that they mean at the contact's stiffness
    const pairs: Pair[] = [
      { name: `${name}.normal`, a: force(Pn), b: mul(K, add(rows.gap, moved(rows.normal, increment))) },
      { name: `${name}.slip`, a: mul(K, slip), b: force(room) },
      ...rows.edges.map((edge, j) => ({
        name: `${name}.edge${j + 1}`,
        a: force(Pf[j]!),
        b: mul(K, add(slip, moved(edge, increment))),
      })),
    ];
    const along = (which: 0 | 1): Expr => {
      const half = rows.edges.length / 2;
      const turn = (j: number): number => (which === 0 ? Math.cos : Math.sin)((2 * Math.PI * j) / rows.edges.length);
      return add(...Array.from({ length: half }, (_, j) => mul(turn(j), force(sub(Pf[j]!, Pf[j + half]!)))));
    };
    const observe: Record<string, Expr> = {
      [`${name}.gap`]: then.rows.gap,
      [`${name}.separation`]: then.rows.gap,
      [`${name}.hypotheticalGap`]: imagined,
      [`${name}.normalForce`]: force(Pn),
      [`${name}.tangentForce`]: along(0),
      ...(rows.edges.length > 2 && { [`${name}.orthogonalForce`]: along(1) }),
      [`${name}.coneExcess`]: mul(-1, force(room)),
    };
    return { pairs, observe };
  }

  const stepNames: StepNames = {
    unactuated: twist,
    actuated: drives.map(({ name }) => name),
    contacts: touches.map(({ name }) => name),
  };
  const open = async (): Promise<() => StepSolver> => {
    const lp = await loadLp();
    if (scheme === "lcp") return () => lcpSolver(size, stepNames, lp);
    return () => miqpStepSolver(size, stepNames, lp, scheme === "miqp-delayed");
  };
  return {
    rows: [],
    defines: {
      ...Object.assign({}, ...scene.parts.map((part) => movedPart(part, now, increment))),
      ...Object.fromEntries(drives.map(({ name }) => [name, add(now(name), increment(name))])),
    },
    pairs: law.flatMap(({ pairs }) => pairs),
    observe: {
      ...Object.fromEntries([...command].map(([name, value]) => [`${name}.command`, value])),
      ...Object.fromEntries(twist.map((name) => [`${name}.imbalance`, balance(name)])),
      ...Object.assign({}, ...law.map(({ observe }) => observe)),
      ...Object.fromEntries(Object.entries(scene.observe ?? {}).map(([name, formula]) => [name, toExpr(formula)])),
      ...Object.fromEntries(
        scene.parts.flatMap((part) =>
          part.space === "spatial" && part.turns !== false
            ? [[`${part.name}.quaternionNorm`, quaternionNorm(part, next)]]
            : [],
        ),
      ),
    },
    program: {
      name: scheme,
      unknowns: insidesOf(scene, drives, touches).map(({ name }) => name),
      data,
      drift: [...touches.flatMap((touch, i) => driftOf(touch, after[i]!, twist)), ...lengths],
      positions,
      open,
    },
  };

  /** (23a): what is left of the forces [N, N m] on a coordinate of a part. */
  function balance(name: string): Expr {
    const terms: Scalar[] = touches.flatMap(({ name: contact, rows }) => [
      mul(rows.normal.get(name) ?? 0, inside(`${contact}.normalImpulse`)),
      ...rows.edges.map((edge, j) => mul(edge.get(name) ?? 0, inside(`${contact}.edgeImpulse${j + 1}`))),
    ]);
    return add(mul(pow(h, -1), add(...terms)), forces.get(name)!);
  }
}
