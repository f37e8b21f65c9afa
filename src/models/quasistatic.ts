import { checkQuasistaticScene } from "../mechanics/check-scene.js";
import {
  type Frame,
  frame,
  type Model,
  type Requirement,
  type Stage,
  type Unknown,
  usedNames,
} from "../mechanics/model.js";
import { drivesOf, partStates, type QuasistaticScene, touchesOf } from "../mechanics/quasistatic.js";
import { contactRequirements, positive, unitAtStart } from "../mechanics/requirements.js";
import { insidesOf, type QuasistaticScheme, quasistaticSchemes, stageOf } from "./quasistatic-stage.js";

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
  const state = positions.map(({ name, unit }): Unknown => ({ name, unit, scale: 1 }));
  const step = (at: Frame): Stage => stageOf(scene, scheme, at);
  const stage = step(frame);
  return {
    name: "quasistatic",
    state,
    inside: insidesOf(scene, drives, touches),
    parameters: usedNames(stage, "parameters"),
    inputs: usedNames(stage, "inputs"),
    step,
    requires: requirementsOf(scene),
    scene,
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
    ...(scene.requires ?? []),
  ];
}
