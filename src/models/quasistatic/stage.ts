import { add, constant, type Expr, mul, toExpr } from "../../expr/expr.js";
import { partnerOf } from "../../mechanics/contact.js";
import type { Frame, Stage, Unknown } from "../../mechanics/model.js";
import type { StepProgram } from "../../mechanics/program.js";
import { loadLp } from "../../solve/lp/lp.js";
import { lcpStepSolver } from "./lcp.js";
import { miqpStepSolver } from "./miqp.js";
import { observationsOf } from "./observe.js";
import { type Drive, driftOf, movePart, partStates, type QuasistaticScene, type Touch, twistNames } from "./scene.js";
import { type Situation, situationOf } from "./situation.js";
import { type StepNames, type StepSize, writeStep } from "./step.js";

/**
 * How a step is taken: `miqp` is (23) of Pang and Tedrake (2018); `miqp-delayed` the same with the force bound (23f) from
 * the hypothetical gap of the step before; `lcp` is Trinkle's step, in which Δq_a is the command.
 */
export const quasistaticSchemes = ["miqp", "miqp-delayed", "lcp"] as const;
/** How a quasistatic step is taken: `miqp`, `miqp-delayed` or `lcp`. */
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
export function stageOf(scene: QuasistaticScene, scheme: QuasistaticScheme, frame: Frame): Stage {
  const { now, inside } = frame;
  const situation = situationOf(scene, frame);
  const increment = (name: string): Expr => inside(`${name}.increment`);
  return {
    rows: [],
    defines: {
      ...Object.assign({}, ...scene.parts.map((part) => movePart(part, now, increment))),
      ...Object.fromEntries(situation.drives.map(({ name }) => [name, add(now(name), increment(name))])),
    },
    ...observationsOf(situation),
    program: programOf(situation, scheme),
  };
}

/** The numbers of (23), its solver, and the contacts that are settled afterwards. */
function programOf(situation: Situation, scheme: QuasistaticScheme): StepProgram {
  const { scene, frame, drives, twist, touches, after, command, forces } = situation;
  const coordinates = [...twist, ...drives.map(({ name }) => name)];
  const size: StepSize = {
    nu: twist.length,
    na: drives.length,
    edges: touches.map(({ rows }) => rows.edges.length),
    faces: facesOf(touches),
  };
  const names: StepNames = {
    unactuated: twist,
    actuated: drives.map(({ name }) => name),
    contacts: touches.map(({ name }) => name),
  };
  const entries = (row: ReadonlyMap<string, Expr>): Expr[] => coordinates.map((name) => row.get(name) ?? constant(0));
  const lengths = scene.parts.flatMap((part) =>
    twistNames(part).map((name) => toExpr(/\.r[xyz]$/.test(name) ? part.halfDiameter : 1)),
  );
  return {
    name: scheme,
    unknowns: insidesOf(scene, drives, touches).map(({ name }) => name),
    data: writeStep(size, {
      Jn: touches.flatMap(({ rows }) => entries(rows.normal)),
      Jf: touches.flatMap(({ rows }) => rows.edges.flatMap(entries)),
      phi: touches.map(({ rows }) => rows.gap),
      tau: [...forces.values()].map((force) => mul(frame.h, force)),
      command: [...command.values()],
      stiffness: touches.map(({ contact }) => toExpr(contact.stiffness)),
      friction: touches.map(({ contact }) => toExpr(contact.friction)),
      lengths,
      h: [frame.h],
    }),
    drift: [...touches.flatMap((touch, i) => driftOf(touch, after[i], twist)), ...lengths],
    positions: [...scene.parts.flatMap(partStates), ...drives].map(({ name }) => name),
    async open() {
      const lp = await loadLp();
      if (scheme === "lcp") return () => lcpStepSolver(size, names, lp);
      return () => miqpStepSolver(size, names, lp, scheme === "miqp-delayed");
    },
  };
}
