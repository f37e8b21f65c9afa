import { hypot } from "../../algebra/elementary/elementary.js";
import type { Quaternion, Vector } from "../../algebra/rotation.js";
import {
  type Check,
  type Checked,
  either,
  fields,
  flag,
  has,
  holding,
  listOf,
  must,
  name,
  namedOf,
  oneOf,
  quantity,
  recordOf,
  vector,
} from "../../checks/fields.js";
import { add, type Expr, isExpr, min, mul, toExpr } from "../../expr/expr.js";
import {
  addV,
  dot,
  exponentialQ,
  multiplyQ,
  type Quat,
  quat,
  scaleV,
  subV,
  type Vec3,
  vec3,
} from "../../expr/vector.js";
import { ballNear, cylinderNear, type Nearest, type Placed } from "../../geometry/distance.js";
import { type Pose, pointToBody, pointToWorld } from "../../geometry/placement.js";
import type { Shape } from "../../geometry/shape.js";
import { bodyView } from "../../mechanics/body.js";
import { contactFields, fieldsOfSomeLaws, partnerOf } from "../../mechanics/contact.js";
import type { Leaves, Requirement, Unknown } from "../../mechanics/model.js";
import { wrenchFields } from "../../mechanics/scene.js";
import type { BodyView } from "../../mechanics/views.js";
import { coordinatesOf, forwardKinematics, geometricJacobian, type LinkPose, type Robot } from "../../robots/robot.js";
import { type Carrier, type ContactRows, contactRows, freeTwists, slide, slopesAlong } from "./contact-rows.js";

/** More edges of a friction polygon are a slip: each is an unknown and a pair of every step. */
const mostEdges = 64;

const numbers = must<Vector>(
  "three finite numbers",
  (x) => Array.isArray(x) && x.length === 3 && Array.from(x).every(Number.isFinite),
);

const unitQuaternion = must<Quaternion>(
  "a unit quaternion, w first",
  (x) => Array.isArray(x) && x.length === 4 && Math.abs(hypot(...x) - 1) <= 1e-6,
);

const part = fields(
  {
    name,
    space: oneOf(["planar", "spatial"]),
    /** Mass [kg]. */
    mass: quantity,
    /** Half its largest extent [m]: what a rotation counts beside a translation where motions are compared. */
    halfDiameter: quantity,
  },
  { turns: flag },
);

/** A direction may turn a drive's length into another unit, but not into one that no program tells from nothing. */
const direction = must<Checked<typeof vector>>(
  "three finite numbers or formulas, as numbers of a length from 0.001 to 1000",
  (x) => {
    if (!Array.isArray(x) || x.length !== 3 || !Array.from(x).every((one) => isExpr(one) || Number.isFinite(one)))
      return false;
    const length = x.some(isExpr) ? 1 : hypot(...(x as number[]));
    return length >= 1e-3 && length <= 1e3;
  },
);

const slider = fields(
  { name, slides: listOf(fields({ drive: name, along: direction })) },
  {
    /** Its position when all drives are at zero [m]. */
    at: vector,
    orientation: unitQuaternion,
  },
);

// a robot may come from a file of its own, with more than is needed here
const robot: Check = holding({
  links: listOf(name),
  joints: listOf(holding({ name, parent: name, child: name, axis: numbers })),
});

const arm = fields({ robot: robot as Check<Robot> }, { position: numbers, orientation: unitQuaternion });

const elasticContact = fields({ ...contactFields, stiffness: quantity }, fieldsOfSomeLaws);

const besides = fields(
  {},
  { observe: recordOf(quantity), requires: must<readonly Requirement[]>("a list", Array.isArray) },
);

const quasistaticScene = fields(
  {
    /** Acceleration of gravity [m/s²]. */
    gravity: vector,
    parts: namedOf(part),
    movers: listOf(either((given) => has("robot", given), arm, slider)),
    contacts: namedOf(elasticContact),
  },
  {
    /** Edges of every friction polygon in space, an even number; 4 where left out. In the plane there are two. */
    edges: must<number>(
      `an even number from 2 to ${mostEdges}`,
      (x) => Number.isInteger(x) && (x as number) >= 2 && (x as number) <= mostEdges && (x as number) % 2 === 0,
    ),
    /** Forces and torques on parts besides gravity. */
    wrenches: listOf(fields(wrenchFields)),
    /** Commanded velocities of the drives [m/s or rad/s]; the input `<drive>.velocity` where left out. */
    commands: recordOf(quantity),
    besides,
  },
);

/**
 * A body that nothing drives: its unactuated degrees of freedom q_u. A planar part has x y theta, a spatial one x y z and a unit
 * quaternion e0 ex ey ez; one with `turns: false` keeps its orientation and has none.
 */
export interface Part extends Checked<typeof part> {}

/** A finger or a tool that slides: every drive moves it along a direction, and may move others too. */
export interface Slider extends Checked<typeof slider> {}

/** A robot whose links may touch, and where its root stands. Its coordinates are drives. */
export interface Arm extends Checked<typeof arm> {}

/** A possible contact with the stiffness K_i [N/m] of (22): the force that a metre of commanded penetration must give. */
export interface ElasticContact extends Checked<typeof elasticContact> {}

/** Columns that are recorded in every step besides those of the model, and conditions that numbers must satisfy besides. */
export interface Besides extends Checked<typeof besides> {}

/** A quasistatic multibody system, Pang and Tedrake (2018), section III: parts, what is driven, and where they touch. */
export interface QuasistaticScene extends Checked<typeof quasistaticScene> {}

/**
 * The check of what people write.
 * @throws {BadInput} naming the field.
 */
export function checkQuasistaticScene(given: unknown): void {
  quasistaticScene(given, "");
}

/** A coordinate with a command of its own. */
export interface Drive {
  readonly name: string;
  readonly unit: "m" | "rad";
}

/** All drives of a scene, in order of appearance. */
export function drivesOf({ movers }: QuasistaticScene): Drive[] {
  const drives = new Map<string, Drive>();
  for (const mover of movers) {
    if ("robot" in mover)
      for (const name of coordinatesOf(mover.robot)) {
        const joint = mover.robot.joints.find((other) => other.name === name);
        drives.set(name, { name, unit: joint?.kind === "prismatic" ? "m" : "rad" });
      }
    else for (const { drive } of mover.slides) drives.set(drive, { name: drive, unit: "m" });
  }
  return [...drives.values()];
}

/** True where everything stays in the x–y plane. */
export const isPlanar = ({ parts }: QuasistaticScene): boolean => parts.every(({ space }) => space === "planar");

/** The coordinates of a part's velocity, a twist about its position in world axes. */
export function twistNames({ name, space, turns }: Part): string[] {
  const all = freeTwists(name, space).map(({ coordinate }) => coordinate);
  return turns === false ? all.filter((coordinate) => !/\.r[xyz]$/.test(coordinate)) : all;
}

const quaternionNames = ["e0", "ex", "ey", "ez"] as const;

/** The states of a part, with their units. */
export function partStates({ name, space, turns }: Part): Pick<Unknown, "name" | "unit" | "atRest">[] {
  const metres = (space === "planar" ? ["x", "y"] : ["x", "y", "z"]).map((axis) => ({
    name: `${name}.${axis}`,
    unit: "m",
  }));
  if (turns === false) return metres;
  if (space === "planar") return [...metres, { name: `${name}.theta`, unit: "rad" }];
  return [
    ...metres,
    ...quaternionNames.map((e, i) => ({ name: `${name}.${e}`, unit: "1", ...(i === 0 && { atRest: 1 }) })),
  ];
}

const quaternionAt = (name: string, at: Leaves): Quat =>
  quat(at(`${name}.e0`), at(`${name}.ex`), at(`${name}.ey`), at(`${name}.ez`));

/** A part by its columns. */
export function partView(part: Part): BodyView {
  const { name, mass, halfDiameter } = part;
  const lightness = min(mass, mul(mass, halfDiameter));
  if (part.turns !== false) return { ...bodyView(part), lightness };
  return { name, position: partStates(part).map((state) => state.name), lightness };
}

function partPose({ name, space, turns }: Part, at: Leaves): Pose {
  const get = (axis: string): Expr => at(`${name}.${axis}`);
  const position = vec3(get("x"), get("y"), space === "planar" ? 0 : get("z"));
  const heading = toExpr(space === "planar" && turns !== false ? get("theta") : 0);
  const orientation = space === "spatial" && turns !== false ? quaternionAt(name, at) : undefined;
  return { position, orientation, heading };
}

/**
 * The states of a part after an increment of its twist: positions add, the angle adds, and the quaternion moves by the
 * exponential, e⁺ = exp(½ Δr) ⊗ e, which keeps its length.
 */
export function movePart(part: Part, at: Leaves, increment: (coordinate: string) => Expr): Record<string, Expr> {
  const { name, space, turns } = part;
  const by = (axis: string): Expr => increment(`${name}.${axis}`);
  const along = (axis: string): [string, Expr] => [`${name}.${axis}`, add(at(`${name}.${axis}`), by(axis))];
  const moved: Record<string, Expr> = Object.fromEntries(
    (space === "planar" ? ["x", "y"] : ["x", "y", "z"]).map(along),
  );
  if (turns === false) return moved;
  if (space === "planar") {
    moved[`${name}.theta`] = add(at(`${name}.theta`), by("rz"));
    return moved;
  }
  const turn = exponentialQ(vec3(by("rx"), by("ry"), by("rz")));
  multiplyQ(turn, quaternionAt(name, at)).forEach((x, i) => {
    moved[`${name}.${quaternionNames[i]}`] = x;
  });
  return moved;
}

/** Everything of a scene that can touch, by name: parts, sliders and links. */
export function carriersOf(scene: QuasistaticScene, at: Leaves): ReadonlyMap<string, Carrier> {
  const carriers = new Map<string, Carrier>();
  for (const part of scene.parts) {
    const names = twistNames(part);
    const twists = freeTwists(part.name, part.space).filter(({ coordinate }) => names.includes(coordinate));
    carriers.set(part.name, { pose: partPose(part, at), twists });
  }
  for (const mover of scene.movers) {
    if ("robot" in mover) {
      const { robot, position = [0, 0, 0], orientation = [1, 0, 0, 0] } = mover;
      const base: LinkPose = { position: vec3(...position), orientation: quat(...orientation), heading: toExpr(0) };
      const poses = forwardKinematics(robot, at, base);
      for (const [link, pose] of poses) carriers.set(link, { pose, twists: geometricJacobian(robot, poses, link) });
    } else {
      const { name, slides, at: start = [0, 0, 0], orientation } = mover;
      const position = slides.reduce<Vec3>(
        (sum, { drive, along }) => addV(sum, scaleV(at(drive), vec3(...along))),
        vec3(...start),
      );
      const pose: Pose = { position, orientation: orientation && quat(...orientation), heading: toExpr(0) };
      carriers.set(name, { pose, twists: slides.map(({ drive, along }) => slide(drive, vec3(...along))) });
    }
  }
  return carriers;
}

/** A contact, or one end of a cylinder's, with its rows for (23) and its nearest points. */
export interface Touch {
  readonly name: string;
  readonly contact: ElasticContact;
  readonly nearest: Nearest;
  readonly rows: ContactRows;
  readonly first: Carrier | undefined;
  readonly second: Carrier | undefined;
}

/**
 * All contacts of a scene where it is: balls, points and cylinders against half-spaces, pads and boxes. The two ends of
 * a cylinder are called `<name>1` and `<name>2`.
 * @throws {RangeError} for shapes between which no distance is known, and for names that carry nothing.
 */
export function touchesOf(scene: QuasistaticScene, at: Leaves): Touch[] {
  const carriers = carriersOf(scene, at);
  const planar = isPlanar(scene);
  const carrier = (contact: string, name: string | undefined): Carrier | undefined => {
    if (name === undefined) return undefined;
    const found = carriers.get(name);
    if (found === undefined) throw new RangeError(`contact "${contact}": there is no part, slider or link "${name}"`);
    return found;
  };
  return scene.contacts.flatMap((contact) => {
    const partner = partnerOf(contact);
    const [first, second] = [carrier(contact.name, contact.body), carrier(contact.name, partner.body)];
    const all = nearestOf(
      contact.name,
      { shape: contact.shape, place: first?.pose },
      { shape: partner.shape, place: second?.pose },
      planar,
    );
    return all.map((nearest, i) => ({
      name: all.length === 1 ? contact.name : `${contact.name}${i + 1}`,
      contact,
      nearest,
      rows: contactRows(nearest, first, second, planar ? 2 : (scene.edges ?? 4)),
      first,
      second,
    }));
  });
}

/**
 * How far apart the material points that were nearest at the start of a step are at its end, along t and o there (t in
 * the plane): the slips of a step [m]; before them the gap φ⁺, and after each its slopes over the parts' twists.
 */
export function driftOf(before: Touch, after: Touch, coordinates: readonly string[]): Expr[] {
  const { normal, tangent, orthogonal } = after.nearest.frame;
  const carried = (point: Vec3, from: Carrier | undefined, to: Carrier | undefined): Vec3 =>
    pointToWorld(to?.pose, pointToBody(from?.pose, point));
  const apart = subV(
    carried(before.nearest.first, before.first, after.first),
    carried(before.nearest.second, before.second, after.second),
  );
  const row = (d: Expr, along: Vec3): Expr[] => {
    const slopes = slopesAlong(along, after.nearest, after.first, after.second);
    return [d, ...coordinates.map((name) => slopes.get(name) ?? toExpr(0))];
  };
  return [
    ...row(after.nearest.gap, normal),
    ...row(dot(apart, tangent), tangent),
    ...(after.rows.edges.length > 2 ? row(dot(apart, orthogonal), orthogonal) : []),
  ];
}

function nearestOf(name: string, first: Placed<Shape>, second: Placed<Shape>, planar: boolean): Nearest[] {
  const { shape, place } = first;
  const { shape: other } = second;
  if (other.kind === "half-space" || other.kind === "pad" || other.kind === "box") {
    if (shape.kind === "ball" || shape.kind === "point")
      return [ballNear({ shape, place }, { shape: other, place: second.place }, planar)];
    if (shape.kind === "cylinder" && other.kind !== "box")
      return cylinderNear({ shape, place }, { shape: other, place: second.place });
  }
  throw new RangeError(`contact "${name}": no distance is known from a ${shape.kind} to a ${other.kind}`);
}

/** τ_u [N, N m]: gravity and applied wrenches on a part, by the coordinates of its twist. */
export function externalForce(scene: QuasistaticScene, part: Part): Map<string, Expr> {
  const wrenches = (scene.wrenches ?? []).filter(({ body }) => body === part.name);
  return new Map(
    twistNames(part).map((coordinate) => {
      const axis = "xyz".indexOf(coordinate.slice(-1));
      const turning = /\.r[xyz]$/.test(coordinate);
      const weight = turning ? 0 : mul(part.mass, scene.gravity[axis]);
      return [coordinate, add(weight, ...wrenches.map(({ force, torque }) => (turning ? torque : force)[axis]))];
    }),
  );
}
