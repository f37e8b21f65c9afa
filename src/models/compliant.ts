/**
 * The models that people choose from, one idea of contact a file: compliant, rigid, distributed and sliding here, contact
 * patches and quasistatic steps in rooms of their own. Each turns a scene into the rows of one step; none knows how a motion
 * is made of steps, and none imports another.
 * @module models
 */
import { viscoelastic } from "../mechanics/compliance.js";
import type { FrictionLaw } from "../mechanics/friction.js";
import { assemblyModel } from "../mechanics/many-balls.js";
import type { Model } from "../mechanics/model.js";
import { type AnyCompliantContact, type ToldScene, withCompliance } from "../mechanics/restitution/told.js";
import { type Scene, type ShapedScene, sceneModel } from "../mechanics/scene.js";
import { solidsModel } from "../mechanics/solids/many-solids.js";

/**
 * Rigid bodies with viscoelastic contacts under Coulomb friction: the fully implicit step (10) of Song, Kumar, Pang.
 * In the default `projection` form there are no multipliers,
 *
 *     λ_n = max(0, −(K + C/h) Ψ_n(q⁺) − (C/h) δ_n),   (λ_t, λ_o) = Proj_R [(λ_t, λ_o) − s / A],
 *
 * so that velocities and tangential forces are a step's only implicit unknowns. With a `dissipation` a the normal force is
 * Hunt and Crossley's, K δⁿ (1 + a δ̇); contacts told by their `restitution` get the numbers that give it.
 * @throws {RangeError} for a scene that names a missing body or one name twice.
 * @throws {BadInput} for a contact that says twice how stiff or how damped it is, or not at all.
 */
export function compliant(
  scene: Scene<AnyCompliantContact> | ShapedScene<AnyCompliantContact>,
  frictionLaw: FrictionLaw = "projection",
): Model {
  const { scene: told, requires } = withCompliance(scene);
  const model = modelOf(told, frictionLaw);
  return requires.length === 0 ? model : { ...model, requires: [...requires, ...(model.requires ?? [])] };
}

function modelOf(scene: ToldScene["scene"], frictionLaw: FrictionLaw): Model {
  const law = viscoelastic(frictionLaw);
  const rows = (): Model => sceneModel("compliant", scene, law);
  if (scene.contacts !== "all") return rows();
  const many = assemblyModel(scene, law) ?? solidsModel(scene, law);
  if (many === undefined) return rows();
  const view = many.views?.scene;
  if (view === undefined || scene.bodies.length > mostWithRows) return many;
  return { ...many, views: { ...many.views, scene: { ...view, rows } } };
}

/** More bodies have rows that nobody waits for. */
const mostWithRows = 12;
