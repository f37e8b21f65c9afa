import {
  type Check,
  type Checked,
  type Fields,
  fields,
  holding,
  isRecord,
  listOf,
  name,
  namedOf,
  vector,
} from "../checks/fields.js";
import { add, constant, type Expr, mul, type Scalar, sub } from "../expr/expr.js";
import { dot, normV, type Vec3, vec3 } from "../expr/vector.js";
import type { ContactGeometry } from "../geometry/contact-geometry.js";
import type { Acting, Action, ContactInStep } from "./actions/action.js";
import { actionFields, actionsOf, isDriven, memberOf, motionsOf, movingOf, robotOf } from "./actions/actions.js";
import { surfaceVelocity, surfaceWork } from "./actions/drive.js";
import { jointViews } from "./actions/leap.js";
import { linkMobility, linkViews } from "./actions/linkage.js";
import { linksOf } from "./actions/touching-links.js";
import {
  body,
  bodyOf,
  bodyStates,
  bodyView,
  freeFlight,
  kinematics,
  type Motion,
  mechanicalEnergy,
  newtonEuler,
  ofBody,
  quaternionNorm,
  sumWrenches,
  type Wrench,
} from "./body.js";
import {
  type Contact,
  type ContactKinematics,
  type ContactLaw,
  contactFields,
  elementsOf,
  partnerOf,
} from "./contact.js";
import { contactWrench, falling, forceInWorld, relativeVelocity, sideMobility } from "./contact-kinematics.js";
import { expandTouching } from "./expand.js";
import {
  type ComplementarityForm,
  type Frame,
  frame,
  type Model,
  type Pair,
  type Row,
  type Stage,
  type Unknown,
  usedNames,
} from "./model.js";
import { nearestPoints } from "./nearest-points.js";
import { contactGeometry, type Motions } from "./pairs.js";
import { bodyRequirements, contactRequirements, refuseRepeats, shapesRequirements } from "./requirements.js";
import { checkTouching, shapePair, type Touching, worldPart } from "./shaped-scene.js";
import { coreOf, deepestOf, frontOf, overlapping } from "./solids/overlaps.js";

/** The fields of an applied wrench. */
export const wrenchFields = {
  body: name,
  /** Force at the centre of mass, or at the origin of a link [N], world axes. */
  force: vector,
  /** Torque about the centre of mass, or the origin of a link [N m], world axes. */
  torque: vector,
};

/** A force and a torque that act on a body, as formulas of the frame's leaves. */
export interface AppliedWrench extends Fields<typeof wrenchFields> {}

const sceneOf = <C>(contact: Check<C>) =>
  fields(
    {
      /** Acceleration of gravity [m/s²], world axes. */
      gravity: vector,
      bodies: namedOf(body),
      contacts: namedOf(contact),
    },
    {
      applied: listOf(fields(wrenchFields)),
      /** Of a shaped scene: the fixed parts, and the pairs of shapes that became contacts. */
      world: namedOf(worldPart),
      pairs: listOf(shapePair),
      ...actionFields,
    },
  );

/** Bodies, their possible contacts, gravity and applied wrenches: plain data, with formulas of parameters for numbers. */
export interface Scene<C extends Contact> extends Checked<ReturnType<typeof sceneOf<C>>> {}

/**
 * A scene in which anything may touch anything, `contacts: "all"`: its contacts follow from the shapes of its bodies and of
 * the world, mass and inertia from shape and density, friction and compliance from a table of materials.
 */
export type ShapedScene<C extends Contact> = Omit<Scene<C>, "bodies" | "contacts" | "world" | "pairs"> & Touching<C>;

/**
 * The bodies and contacts that a shaped scene stands for; a scene that lists its contacts is left as it is. A contact is
 * called `body-other`, of several shapes `body.part-other`, and numbered where a pair makes several; its pair of shapes is
 * kept in `pairs`.
 * @throws {BadInput} for a field that holds what it cannot, a pair without a contact or material, a body without mass.
 */
export function expandScene<C extends Contact>(
  scene: Scene<C> | ShapedScene<C>,
  contact: Check = holding(contactFields),
): Scene<C> {
  if (!isRecord(scene) || scene.contacts !== "all") return scene as Scene<C>;
  const { bodies, contacts, materials, world, groups, exclude, ...others } = scene as ShapedScene<C>;
  const touching = { bodies, contacts, materials, world, groups, exclude } as Touching<C>;
  checkTouching(touching, contact);
  return { ...others, ...expandTouching(touching, undefined, linksOf(others.robots, others.driven)) };
}

/**
 * The model of a scene under a law of contact: for every body the kinematic map and Newton–Euler rows, for every
 * contact the rows of the law,
 *
 *     M(q⁺)(ν⁺ − ν) = h (f(t⁺, q⁺, ν⁺) + Γ_nᵀλ_n + Γ_tᵀλ_t + Γ_oᵀλ_o),   q⁺ = q + h G(q⁺) ν⁺
 *
 * which is (10) of Song, Kumar, Pang.
 * @throws {BadInput} for a field that is missing or holds what it cannot.
 * @throws {RangeError} for a contact or wrench on a body that the scene does not have, or a name used twice.
 */
export function sceneModel<C extends Contact>(
  name: string,
  given: Scene<C> | ShapedScene<C>,
  law: ContactLaw<C>,
): Model {
  const { contact = holding(contactFields) } = law;
  const scene = expandScene(given, contact);
  sceneOf(contact)(scene, "");
  checkNames(scene);
  const planar = (contact: C): boolean => memberOf(scene, contact.body).space === "planar";
  const actions = actionsOf(scene, law.name);
  // before the step, whose formulas could not say which field is missing
  const requires = [
    ...shapesRequirements(scene),
    ...scene.bodies.flatMap(bodyRequirements),
    ...scene.contacts.flatMap((contact) => [
      ...contactRequirements(contact),
      ...law.requires(contact, planar(contact)),
    ]),
    ...actions.flatMap((action) => action.requires),
  ];
  const step = (at: Frame): Stage => sceneStep(scene, { law, actions }, at);
  const stage = step(frame);
  const motions = { now: motionsOf(scene, frame.now), next: motionsOf(scene, frame.next) };
  const own = (of: (contact: C, planar: boolean) => readonly Unknown[]): Unknown[] =>
    scene.contacts.flatMap((one) => of(one, planar(one)).map((unknown) => ({ ...unknown, contact: one.name })));
  const placed = scene.contacts.map((contact) => placedOf(scene, contact));
  return {
    name,
    state: [...scene.bodies.flatMap(bodyStates), ...own(law.states), ...actions.flatMap(({ states = [] }) => states)],
    inside: [
      ...own(law.inside),
      ...own((c) => nearestPoints(geometriesOf(scene, c, motions)).unknowns),
      ...actions.flatMap((action) => action.inside),
    ],
    parameters: usedNames(stage, "parameters"),
    inputs: usedNames(stage, "inputs"),
    // whoever compiles the model asks for these formulas again
    step: (at) => (at === frame ? stage : step(at)),
    requires,
    views: {
      contacts: [
        ...placed.flatMap((one) => {
          const { contact } = one;
          const compliance = law.compliance?.(contact, memberOf(scene, contact.body).mass);
          const core = coreOf(one);
          return law
            .views(contact, planar(contact))
            .map((view) => ({ ...view, ...(compliance && { compliance }), ...(core && { core }) }));
        }),
        ...actions.flatMap(({ views = [] }) => views),
      ],
      bodies: [
        ...[...scene.bodies, ...(scene.driven ?? [])].map(bodyView),
        ...(scene.robots ?? []).flatMap((robot) => linkViews(robot, scene.contacts)),
      ],
      ...jointViews(scene, stage.observe),
      overlaps: deepestOf(placed.flatMap((one) => overlapping(one, law, planar(one.contact)))),
      scene: { kind: "contacts", law: law.name, scene },
    },
  };
}

const geometriesOf = (scene: Scene<Contact>, contact: Contact, motions: Motions): ContactGeometry[] => {
  const planar = memberOf(scene, contact.body).space === "planar";
  return elementsOf(contact).map((element) => contactGeometry(element, motions, planar));
};

function placedOf<C extends Contact>(scene: Scene<C>, contact: C) {
  const motions = { now: motionsOf(scene, frame.now), next: motionsOf(scene, frame.next) };
  const [geometry] = geometriesOf(scene, contact, motions);
  const isLink = [contact.body, partnerOf(contact).body].some(
    (name) => name !== undefined && robotOf(scene, name) !== undefined,
  );
  return { contact, geometry, motions, isLink, front: frontOf(scene, contact, motions) };
}

function sceneStep<C extends Contact>(
  scene: Scene<C>,
  { law, actions }: { readonly law: ContactLaw<C>; readonly actions: readonly Action[] },
  frame: Frame,
): Stage {
  const { h } = frame;
  const gravity = vec3(...scene.gravity);
  const motions: Motions = { now: motionsOf(scene, frame.now), next: motionsOf(scene, frame.next) };
  const contacts = scene.contacts.map((contact) => {
    const planar = memberOf(scene, contact.body).space === "planar";
    const geometries = geometriesOf(scene, contact, motions);
    const kinematics = geometries.map((geometry) => contactKinematics(scene, { contact, geometry }, motions, planar));
    const stage = law.step(contact, kinematics, frame);
    const forces = geometries.map((geometry, i) => forceInWorld(geometry.frame, ...stage.forces[i]));
    return { stage, geometries, forces };
  });
  const sought = nearestPoints(contacts.flatMap(({ geometries }) => geometries));
  const rows: Row[] = [...contacts.flatMap(({ stage }) => [...stage.rows]), ...sought.rows];
  const defines: Record<string, Expr> = Object.assign({}, ...contacts.map(({ stage }) => stage.defines));
  const observe: Record<string, Expr> = Object.assign({}, ...contacts.map(({ stage }) => stage.observe));
  const guess: Record<string, Expr> = Object.assign(
    {},
    ...contacts.map(({ stage }) => stage.guess ?? {}),
    sought.guess,
  );
  const pairs: Pair[] = [...contacts.flatMap(({ stage }) => [...stage.pairs]), ...sought.pairs];
  let before: Expr = add(0, ...contacts.map(({ stage }) => stage.elasticEnergy[0]));
  let after: Expr = add(0, ...contacts.map(({ stage }) => stage.elasticEnergy[1]));
  let work: Expr = constant(0);
  const touching = new Map(
    contacts.map(({ stage, geometries }, i): [string, ContactInStep] => [
      scene.contacts[i].name,
      { geometries, forces: stage.forces, observe: stage.observe },
    ]),
  );
  const acting = onLinks(scene);
  for (const { body, wrench } of acting) work = add(work, mul(h, powerOf(wrench, ofBody(motions.next, body))));
  for (const action of actions) {
    const stage = action.step({ frame, motions, touching, acting });
    const { rows: more = [], defines: told, pairs: both = [], observe: seen, stored, work: done } = stage;
    acting.push(...(stage.wrenches ?? []));
    rows.push(...more);
    pairs.push(...both);
    Object.assign(defines, told);
    Object.assign(observe, seen);
    if (stored !== undefined) [before, after] = [add(before, stored[0]), add(after, stored[1])];
    if (done !== undefined) work = add(work, done);
  }
  for (const contact of scene.contacts)
    if (contact.surfaceVelocity !== undefined) work = add(work, surfaceWork(contact, touching, motions, h));
  for (const body of scene.bodies) {
    const wrenches = contactWrenches(body.name, contacts);
    const weight: Vec3 = [mul(body.mass, gravity[0]), mul(body.mass, gravity[1]), mul(body.mass, gravity[2])];
    const applied = sumWrenches(
      (scene.applied ?? [])
        .filter((wrench) => wrench.body === body.name)
        .map(({ force, torque }) => ({ force: vec3(...force), torque: vec3(...torque) })),
    );
    const acted = acting.filter(({ body: on }) => on === body.name).map(({ wrench }) => wrench);
    const total = sumWrenches([...wrenches, { force: weight, torque: vec3(0, 0, 0) }, applied, ...acted]);
    rows.push(...newtonEuler(body, frame, total));
    Object.assign(defines, kinematics(body, frame));
    // forces that are guessed are guessed for free flight
    if (Object.keys(guess).length > 0) Object.assign(guess, freeFlight(body, frame, gravity));
    const motion = ofBody(motions.next, body.name);
    work = add(work, mul(h, add(dot(applied.force, motion.velocity), dot(applied.torque, motion.angularVelocity))));
    before = add(before, mechanicalEnergy(body, frame.now, gravity));
    after = add(after, mechanicalEnergy(body, frame.next, gravity));
    if (body.space === "spatial") observe[`${body.name}.quaternionNorm`] = quaternionNorm(body, frame.next);
  }
  for (const { name } of scene.driven ?? []) {
    const borne = acting.filter(({ body }) => body === name).map(({ wrench }) => wrench);
    const bearing = sumWrenches([...contactWrenches(name, contacts), ...borne]);
    work = sub(work, mul(h, powerOf(bearing, ofBody(motions.next, name))));
  }
  // where projecting leads astray, the middles of both shapes are a start
  const guesses = [() => guess, ...(sought.rows.length === 0 ? [] : [() => ({ ...guess, ...sought.middle })])];
  observe.energy = after;
  observe.appliedWork = work;
  observe.energyCreated = sub(sub(after, before), work);
  const forms = contacts.flatMap(({ stage: { complementarity } }) => complementarity ?? []);
  return {
    rows,
    defines,
    pairs,
    observe,
    ...(Object.keys(guess).length > 0 && { guesses }),
    ...(forms.length > 0 && { complementarity: together(forms) }),
  };
}

/** The forms of all contacts as one. */
const together = (forms: readonly ComplementarityForm[]): ComplementarityForm => ({
  unknowns: forms.flatMap(({ unknowns }) => unknowns),
  rows: forms.flatMap(({ rows }) => rows),
  guess: Object.assign({}, ...forms.map(({ guess }) => guess)),
});

/** The applied wrenches on links of robots, at the origins of their axes. */
function onLinks(scene: Scene<Contact>): Acting[] {
  return (scene.applied ?? []).flatMap(({ body, force, torque }) =>
    robotOf(scene, body) === undefined ? [] : [{ body, wrench: { force: vec3(...force), torque: vec3(...torque) } }],
  );
}

/** The wrenches of all contacts on a body. */
function contactWrenches(
  name: string,
  contacts: readonly { readonly geometries: readonly ContactGeometry[]; readonly forces: readonly Vec3[] }[],
): Wrench[] {
  return contacts.flatMap(({ geometries, forces }) =>
    geometries.flatMap(({ sides }, i) =>
      sides.filter((side) => side.body === name).map((side) => contactWrench(side, forces[i])),
    ),
  );
}

/** F·v + τ·ω [W]. */
const powerOf = ({ force, torque }: Wrench, { velocity, angularVelocity }: Motion): Expr =>
  add(dot(force, velocity), dot(torque, angularVelocity));

function contactKinematics<C extends Contact>(
  scene: Scene<C>,
  { contact, geometry }: { readonly contact: C; readonly geometry: ContactGeometry },
  motions: Motions,
  planar: boolean,
): ContactKinematics {
  const u = surfaceVelocity(contact, motions);
  const along = (axis: Vec3): Expr => {
    const over = relativeVelocity(geometry, motions.next, axis);
    return u === undefined ? over : sub(over, dot(axis, u));
  };
  // nothing moves what is driven
  const mobility = geometry.sides.flatMap(({ body, arm }) =>
    isDriven(scene, body) ? [] : [mobilityOf(scene, body, arm)],
  );
  return {
    gap: add(0, geometry.gap),
    sliding: [along(geometry.frame.tangent), planar ? constant(0) : along(geometry.frame.orthogonal)],
    planar,
    mobility: add(...mobility),
    parting: (when) => relativeVelocity(geometry, motions[when], geometry.frame.normal),
    falling: () => falling(geometry, scene.gravity, (body) => isDriven(scene, body)),
    turn: geometry.frame.turn,
    press: geometry.nearest && weightOf(scene, geometry),
  };
}

/** The weight of a body of a contact that is not driven [N]. */
function weightOf<C extends Contact>({ gravity, bodies }: Scene<C>, { sides }: ContactGeometry): Expr {
  const body = bodies.find(({ name }) => sides.some((side) => side.body === name));
  return mul(body?.mass ?? 0, normV(vec3(...gravity)));
}

/** The velocity that a unit impulse at the end of the arm makes on a body or a link, at most [1/kg]. */
function mobilityOf(scene: Scene<Contact>, name: string, arm: Vec3): Expr {
  const robot = robotOf(scene, name);
  return robot !== undefined ? linkMobility(robot, name, arm) : sideMobility(bodyOf(scene, name), arm);
}

function checkNames<C extends Contact>(scene: Scene<C>): void {
  refuseRepeats({ ...scene, bodies: movingOf(scene), driven: [] });
  for (const { body } of scene.applied ?? []) memberOf(scene, body);
  const spaces = new Map(movingOf(scene).map(({ name, space }) => [name, space]));
  for (const contact of scene.contacts) {
    if (isDriven(scene, contact.body))
      throw new RangeError(
        `contact "${contact.name}" is of the driven body "${contact.body}": name the other one first`,
      );
    const { space } = memberOf(scene, contact.body);
    const { body } = partnerOf(contact);
    if (body === contact.body) throw new RangeError(`contact "${contact.name}" is of a body with itself`);
    if (body !== undefined && ofBody(spaces, body) !== space)
      throw new RangeError(`contact "${contact.name}" is between a planar and a spatial body`);
  }
}

/**
 * Start values of a model at rest at the origin: zeros, and the identity for quaternions. To be spread into a
 * problem's `start` and overwritten where a body starts elsewhere, moves, or lies on a compliant contact.
 * @throws {RangeError} for a scene, of which a model is yet to be made.
 */
export function atRest(model: Model): Record<string, Scalar> {
  if (!Array.isArray(model?.state))
    throw new RangeError("atRest takes a model, as compliant(scene) makes one: what it was given has no states");
  return Object.fromEntries(model.state.map(({ name, atRest: value = 0 }) => [name, value]));
}
