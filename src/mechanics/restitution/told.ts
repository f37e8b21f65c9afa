/**
 * How much of an impact a compliant contact gives back: Hunt and Crossley's force, and stiffness and damping of contacts that
 * are told by their restitution instead, which follow in closed form or from one equation that is solved within the formula,
 * so that a restitution can be freed, fitted and varied like any other number.
 * @module mechanics/restitution
 */
import { BadInput } from "../../checks/bad-input.js";
import { type Checked, either, fields, has, isRecord, quantity } from "../../checks/fields.js";
import { add, div, type Expr, type Scalar, sub, toExpr } from "../../expr/expr.js";
import { isDriven, memberOf, robotOf } from "../actions/actions.js";
import { type CompliantContact, compliantContact, compliantFields } from "../compliance.js";
import { type Contact, contactFields, partnerOf } from "../contact.js";
import type { Requirement } from "../model.js";
import { positive } from "../requirements.js";
import { expandScene, type Scene, type ShapedScene } from "../scene.js";
import { dissipationOf } from "./hunt-crossley.js";
import { kelvinVoigt } from "./kelvin-voigt.js";

/** Smoothing γ of friction cones of which none is told [N], little beside what rubs on bodies of a gram. */
const leastSmoothing = 1e-4;

/** A contact as scenes may have it: the smoothing γ of its friction cone [N] is 1e-4 where it is left out. */
export type Smoothed<C> = Omit<C, "coneSmoothing"> & { readonly coneSmoothing?: Scalar };

/** The fields of a contact that is told by its restitution. */
const bouncingContact = fields(
  {
    ...contactFields,
    /** e, the part of the approach velocity that a central impact gives back. */
    restitution: quantity,
    coneSmoothing: quantity,
  },
  {
    ...compliantFields,
    /** How long an impact lasts [s]: instead of stiffness and damping, which follow with the masses of the bodies. */
    contactTime: quantity,
    /** The approach velocity at which Hunt and Crossley's contact has this restitution [m/s]; its stiffness is given beside it. */
    impactSpeed: quantity,
    stiffness: quantity,
    damping: quantity,
  },
);

/**
 * A compliant contact by the restitution of a central impact: with a `contactTime` a spring and a damper, or with `impactSpeed`
 * and a stiffness Hunt and Crossley's. Bodies that are hit beside their centre give back less.
 */
export interface BouncingContact extends Checked<typeof bouncingContact> {}

type Told = CompliantContact | BouncingContact;

/** A compliant contact in either form. */
export type AnyCompliantContact = Smoothed<CompliantContact> | Smoothed<BouncingContact>;

const anyContact = either((given) => has("restitution", given), bouncingContact, compliantContact);

const isBouncing = (contact: Told): contact is BouncingContact => has("restitution", contact);

/** A scene with stiffness and damping of every contact, and conditions on the numbers by which they were told. */
export interface ToldScene {
  readonly scene: Scene<CompliantContact> | ShapedScene<CompliantContact>;
  readonly requires: readonly Requirement[];
}

type AnyScene = Scene<AnyCompliantContact> | ShapedScene<AnyCompliantContact>;
type ToldContacts = Scene<Told> | ShapedScene<Told>;

/**
 * The scene with stiffness and damping in the places of restitutions; one without restitutions is left as it is.
 * @throws {BadInput} for a contact that says twice how stiff or how damped it is, or not at all, or touches a robot's link.
 */
export function withCompliance(given: AnyScene): ToldScene {
  const scene: ToldContacts = withSmoothing<Told>(given);
  if (!tellsRestitution(scene)) return { scene: scene as ToldScene["scene"], requires: [] };
  const listed = expandScene(scene, anyContact);
  for (const contact of listed.contacts) anyContact(contact, contact.name);
  const requires: Requirement[] = [];
  const contacts = listed.contacts.map((contact) => {
    if (!isBouncing(contact)) return contact;
    requires.push(...bouncingRequirements(contact));
    return compliantOf(contact, listed);
  });
  return { scene: { ...listed, contacts }, requires };
}

function tellsRestitution(scene: ToldContacts): boolean {
  const told = scene.contacts === "all" ? scene.materials : scene.contacts;
  return Array.isArray(told) && told.some((one) => has("restitution", one));
}

/** The scene with a smoothing γ of every cone; one in which all have theirs is left as it is, and so is what is no contact. */
export function withSmoothing<C extends Contact>(
  scene: Scene<Contact> | ShapedScene<Contact>,
): Scene<C> | ShapedScene<C> {
  const field = scene.contacts === "all" ? "materials" : "contacts";
  const told: unknown = Reflect.get(scene, field);
  const isTold = (one: unknown): boolean => !isRecord(one) || one.coneSmoothing !== undefined;
  if (!Array.isArray(told) || told.every(isTold)) return scene as Scene<C>;
  const whole = told.map((one) => (isTold(one) ? one : { ...one, coneSmoothing: leastSmoothing }));
  return { ...scene, [field]: whole } as Scene<C>;
}

function bouncingRequirements({ name, restitution, contactTime, impactSpeed }: BouncingContact): Requirement[] {
  const field = `${name}.restitution`;
  const most =
    impactSpeed === undefined
      ? { field, must: "be at most 1", holds: sub(1, restitution), orZero: true }
      : {
          field,
          must: "be below 1: without dissipation nothing is Hunt and Crossley's",
          holds: sub(1, restitution),
          orZero: false,
        };
  return [
    positive(field, restitution),
    most,
    ...(contactTime === undefined ? [] : [positive(`${name}.contactTime`, contactTime)]),
    ...(impactSpeed === undefined ? [] : [positive(`${name}.impactSpeed`, impactSpeed)]),
  ];
}

/** A contact told by its restitution as one of stiffness and damping. */
function compliantOf(contact: BouncingContact, scene: Scene<Told>): CompliantContact {
  const { restitution, contactTime, impactSpeed, stiffness, damping, ...others } = contact;
  const { name } = contact;
  if (contactTime !== undefined) {
    for (const field of ["stiffness", "damping", "exponent", "impactSpeed"] as const)
      if (contact[field] !== undefined)
        throw new BadInput(
          `${name}.${field}`,
          `${name}.${field} and ${name}.contactTime must not both be given: it tells stiffness and damping.`,
        );
    return { ...others, ...kelvinVoigt(restitution, contactTime, reducedMass(contact, scene)) };
  }
  if (impactSpeed === undefined)
    throw new BadInput(
      `${name}.restitution`,
      `${name}.restitution needs contactTime beside it, or impactSpeed, stiffness and damping.`,
    );
  if (stiffness === undefined || damping === undefined)
    throw new BadInput(
      `${name}.impactSpeed`,
      `${name}.impactSpeed needs stiffness and, of the tangents, damping beside it.`,
    );
  return { ...others, stiffness, damping, dissipation: dissipationOf(restitution, impactSpeed) };
}

/** 1/(1/m₁ + 1/m₂) [kg]; the world, and what moves as told, are without end. */
function reducedMass(contact: BouncingContact, scene: Scene<Told>): Scalar {
  const masses = [contact.body, partnerOf(contact).body].flatMap((body): Expr[] => {
    if (body === undefined || isDriven(scene, body)) return [];
    if (robotOf(scene, body) !== undefined)
      throw new BadInput(
        `${contact.name}.contactTime`,
        `${contact.name}.contactTime knows no mass of the link ${body}: give stiffness and damping.`,
      );
    return [toExpr(memberOf(scene, body).mass)];
  });
  return masses.length === 1 ? masses[0] : div(1, add(...masses.map((mass) => div(1, mass))));
}
