import { either, isRecord } from "../checks/fields.js";
import { type CompliantContact, compliantContact, viscoelastic } from "../mechanics/compliance.js";
import type { ContactLaw } from "../mechanics/contact.js";
import { type DistributedContact, distributedContact, distributedLaw } from "../mechanics/distributed.js";
import type { Model } from "../mechanics/model.js";
import { type Smoothed, withSmoothing } from "../mechanics/restitution/told.js";
import { type Scene, type ShapedScene, sceneModel } from "../mechanics/scene.js";

type Told = CompliantContact | DistributedContact;

/** A contact patch with coupled elements, or a contact at one point. */
export type PatchOrPoint = Smoothed<CompliantContact> | Smoothed<DistributedContact>;

/**
 * Rigid bodies with contact patches of distributed compliance, and any other contacts lumped: (10) of Song, Kumar, Pang
 * with full K(q) and C(q) per patch, block diagonal over patches.
 * @throws {RangeError} for a scene that names a missing body or one name twice, or a matrix of the wrong order.
 */
export function distributed(scene: Scene<PatchOrPoint> | ShapedScene<PatchOrPoint>): Model {
  return sceneModel("distributed", withSmoothing<Told>(scene), eitherLaw);
}

const lumped = viscoelastic("projection");

const isPatch = (contact: Told): contact is DistributedContact => contact.shape.kind === "patch";

const touchesByPatch = (given: unknown): boolean =>
  isRecord(given) && isRecord(given.shape) && given.shape.kind === "patch";

const eitherLaw: ContactLaw<Told> = {
  name: distributedLaw.name,
  contact: either(touchesByPatch, distributedContact, compliantContact),
  states: (contact, planar) =>
    isPatch(contact) ? distributedLaw.states(contact, planar) : lumped.states(contact as CompliantContact, planar),
  inside: (contact, planar) =>
    isPatch(contact) ? distributedLaw.inside(contact, planar) : lumped.inside(contact as CompliantContact, planar),
  requires: (contact, planar) =>
    isPatch(contact) ? distributedLaw.requires(contact, planar) : lumped.requires(contact as CompliantContact, planar),
  views: (contact, planar) =>
    isPatch(contact) ? distributedLaw.views(contact, planar) : lumped.views(contact as CompliantContact, planar),
  step: (contact, elements, frame) =>
    isPatch(contact)
      ? distributedLaw.step(contact, elements, frame)
      : lumped.step(contact as CompliantContact, elements, frame),
};
