/**
 * Quasistatic multibody systems, Pang and Tedrake (2018): parts, drives and contacts (`scene.ts`), their rows
 * (`contact-rows.ts`), and a step as a program whose numbers are formulas (`stage.ts`). The physics of a step is in
 * `linearised.ts` and `program.ts`, its advice for the solver in `hints.ts`; every solver itself is in `solve/`. A new
 * scheme of stepping is a file beside `miqp.ts` and `lcp.ts`.
 *
 * @module models/quasistatic
 */
import { once } from "../../algebra/once.js";
import {
  type Frame,
  frame,
  type Model,
  type Requirement,
  type Stage,
  type Unknown,
  usedNames,
} from "../../mechanics/model.js";
import { contactRequirements, positive, unitAtStart } from "../../mechanics/requirements.js";
import { touchView } from "./observe.js";
import { checkQuasistaticScene, drivesOf, partStates, partView, type QuasistaticScene, touchesOf } from "./scene.js";
import { insidesOf, type QuasistaticScheme, quasistaticSchemes, stageOf } from "./stage.js";

export { type QuasistaticScheme, quasistaticSchemes };

/**
 * The quasistatic step, (11)–(23) of Pang and Tedrake (2018), for any number of parts, drives and contacts:
 *
 *     J_nᵤᵀ P_n + J_fᵤᵀ P_f + h τ_u = 0,   0 ≤ φ + J_n Δq ⟂ P_n ≥ 0,
 *     0 ≤ E Γ + J_f Δq ⟂ P_f ≥ 0,   0 ≤ U P_n − Eᵀ P_f ⟂ Γ ≥ 0,   P_n/h ≥ −K φ̄,
 *     φ̄ = φ + J_nᵤ Δq_u + J_nₐ Δq̄_a,   min ‖Δq_a − Δq̄_a‖²,
 *
 * with φ and J at the start of the step. Only positions are states. Insides, besides those of the equations, are the
 * step's `objective`, its `lowerBound`, the `nodes` of the search, and `unproven`, 1 where they leave a gap.
 */
export function quasistatic(scene: QuasistaticScene, scheme: QuasistaticScheme = "miqp"): Model {
  checkQuasistaticScene(scene);
  const drives = drivesOf(scene);
  const touches = touchesOf(scene, frame.now);
  const positions = [...scene.parts.flatMap(partStates), ...drives];
  const state = positions.map((position): Unknown => ({ ...position, scale: 1 }));
  // formulas of many contacts are long: made once, and only when asked for, so that whoever made the scene may rest before
  const formed = once(() => {
    const stage = stageOf(scene, scheme, frame);
    return { stage, parameters: usedNames(stage, "parameters"), inputs: usedNames(stage, "inputs") };
  });
  return {
    name: "quasistatic",
    state,
    inside: insidesOf(scene, drives, touches),
    get parameters() {
      return formed().parameters;
    },
    get inputs() {
      return formed().inputs;
    },
    step: (at: Frame): Stage => (at === frame ? formed().stage : stageOf(scene, scheme, at)),
    requires: requirementsOf(scene),
    views: {
      contacts: touches.map(touchView),
      bodies: scene.parts.map(partView),
      scene: { kind: "quasistatic", law: scheme, scene },
    },
  };
}

function requirementsOf(scene: QuasistaticScene): Requirement[] {
  return [
    ...scene.parts.flatMap((part) => [
      positive(`${part.name}.mass`, part.mass),
      positive(`${part.name}.halfDiameter`, part.halfDiameter),
      ...(part.space === "spatial" && part.turns !== false ? [unitAtStart(part)] : []),
    ]),
    ...scene.contacts.flatMap((contact) => [
      ...contactRequirements(contact),
      positive(`${contact.name}.stiffness`, contact.stiffness),
    ]),
    ...(scene.besides?.requires ?? []),
  ];
}
