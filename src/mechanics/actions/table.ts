import { BadInput } from "../../checks/bad-input.js";
import { type Check, type Checked, fields, has, kind, listOf, name, quantity, vector } from "../../checks/fields.js";
import { abs, add, constant, div, type Expr, max, min, mul, neg, norm, type Scalar, sub } from "../../expr/expr.js";
import { addV, cross, scaleV, subV, type Vec3, vec3 } from "../../expr/vector.js";
import { directionToWorld } from "../../geometry/placement.js";
import { type Body, bodyOf, type Motion, momentOf, ofBody } from "../body.js";
import { projectOntoBall } from "../friction.js";
import { complementary, equation, inside, type Pair, type Requirement, type Row, type Unknown } from "../model.js";
import { notNegative, positive } from "../requirements.js";
import type { Action, ActionStage, Situation } from "./action.js";

const pressurePoint = fields({
  /** Place on the body, in its axes [m]. */
  at: vector,
  /** Its part of what presses the body onto the table. */
  share: quantity,
});

/** A table under a body of the plane. */
export const tableKind = kind(
  "table",
  { name, body: name, friction: quantity },
  {
    /** Mean lever of its pressure [m]: it resists spinning with this times its friction. */
    lever: quantity,
    /** The points on which it lies, in place of a lever. */
    points: listOf(pressurePoint),
    /** The force that presses it onto the table [N]; its weight, by the gravity along −z, where left out. */
    load: quantity,
    /** The body that is the table, such as a driven one; the world where left out. */
    on: name,
  },
);

/**
 * Friction of a table under a planar body, seen from above: it slides and spins under one law, which its limit surface says. With
 * a `lever` ρ that is an ellipsoid of forces and moments, with `points` the sum of Coulomb's disks of points that share the load
 * (Goyal, Ruina, Papadopoulos, Wear 143, 1991; Howe, Cutkosky, IJRR 15, 1996).
 */
export interface TableFriction extends Checked<typeof tableKind> {}

/** The check of a table: a lever or points. */
export const tableFriction: Check<TableFriction> = (given, at) => {
  tableKind(given, at);
  if (has("lever", given) === has("points", given))
    throw new BadInput(`${at}.lever`, `${at} must have a lever or points, and not both.`);
  if ((given as TableFriction).points?.length === 0)
    throw new BadInput(`${at}.points`, `${at}.points must have at least one point.`);
};

/** As much of a scene as a table needs. */
interface Lying {
  readonly bodies: readonly Body[];
  readonly gravity: readonly [Scalar, Scalar, Scalar];
  /** The form of the law of its contacts. */
  readonly law?: string | undefined;
}

/** A share of the table's friction: its unknowns, which are parts of one force in newtons, against the slip of each. */
interface Rub {
  readonly names: readonly string[];
  /** Units by which an unknown becomes a force [N], and a rate a velocity: 1, or the lever. */
  readonly levers: readonly Scalar[];
  /** The point at which it acts, in axes of the body; none for the moment. */
  readonly at: Vec3;
  readonly radius: Expr;
  /** 1/m + r²/I [1/kg]. */
  readonly mobility: Expr;
  readonly yielding: number;
}

/**
 * Points give way to their forces by this part, which decides how those that stick share what holds them; the body creeps by
 * it, some 1e-12 m in a step.
 */
const yielding = 1e-9;

/**
 * The friction of a table as an action: of the force p = (f_x, f_y, m/ρ) in newtons against the velocity s = (v_x, v_y, ρ ω),
 *
 *     p = Proj_{|p| ≤ μN} [p − s/(h (1/m + ρ²/I))],
 *
 * and the same of every point by its own force and velocity. Under the law `pyramid`, which has no quadratic cones, each part is
 * bounded by itself, in complementary pairs.
 * @throws {RangeError} for a body that is not there or not of the plane, or a load that nothing tells.
 */
export function tableAction(one: TableFriction, { bodies, gravity, law }: Lying): Action {
  const body = bodyOf({ bodies }, one.body);
  if (body.space !== "planar") throw new RangeError(`force "${one.name}": a table is under a planar body`);
  if (one.on === one.body) throw new RangeError(`force "${one.name}": "${one.body}" lies on itself`);
  if (one.load === undefined && gravity[2] === 0)
    throw new RangeError(`force "${one.name}": say its load, or a gravity along −z, which presses it onto the table`);
  const load = add(0, one.load ?? mul(body.mass, neg(gravity[2])));
  const rubs = rubsOf(one, body, load);
  const pyramid = law === "pyramid";
  return {
    inside: rubs.flatMap((rub) => unknownsOf(rub, pyramid)),
    requires: requirementsOf(one, load),
    views: [
      {
        name: one.name,
        body: one.body,
        columns: {
          normal: `${one.name}.normalForce`,
          coneRadius: `${one.name}.coneRadius`,
          slip: [`${one.name}.slidingVelocityT`, `${one.name}.slidingVelocityO`],
          stickMargin: `${one.name}.stickMargin`,
          coneExcess: `${one.name}.coneExcess`,
        },
      },
    ],
    step: (situation) => tableStage(one, { rubs, load, pyramid }, situation),
  };
}

function requirementsOf({ name, friction, lever, points = [] }: TableFriction, load: Expr): Requirement[] {
  return [
    notNegative(`${name}.friction`, friction),
    ...(lever === undefined ? [] : [positive(`${name}.lever`, lever)]),
    ...points.map(({ share }, i) => notNegative(`${name}.points[${i}].share`, share)),
    notNegative(`${name}.load`, load),
  ];
}

function rubsOf({ name, friction, lever, points = [] }: TableFriction, body: Body, load: Expr): Rub[] {
  const inertia = momentOf(body, 2);
  const radius = mul(friction, load);
  if (lever !== undefined)
    return [
      {
        names: ["forceX", "forceY", "moment"].map((part) => `${name}.${part}`),
        levers: [1, 1, lever],
        at: vec3(0, 0, 0),
        radius,
        mobility: add(div(1, body.mass), div(mul(lever, lever), inertia)),
        yielding: 0,
      },
    ];
  return points.map(({ at, share }, i) => ({
    names: ["forceX", "forceY"].map((part) => `${name}.${i + 1}.${part}`),
    levers: [1, 1],
    at: vec3(...at),
    radius: mul(radius, share),
    mobility: add(div(1, body.mass), div(add(mul(at[0], at[0]), mul(at[1], at[1])), inertia)),
    yielding,
  }));
}

const slipsOf = (unknown: string): readonly [string, string] => [`${unknown}Forward`, `${unknown}Backward`];

function unknownsOf({ names }: Rub, pyramid: boolean): Unknown[] {
  return names.flatMap((unknown, i): Unknown[] => {
    const [force, rate] = i < 2 ? ["N", "m/s"] : ["N m", "rad/s"];
    const own: Unknown = { name: unknown, unit: force, scale: i < 2 ? 1 : 0.1 };
    if (!pyramid) return [own];
    return [own, ...slipsOf(unknown).map((slip): Unknown => ({ name: slip, unit: rate, scale: 1, lower: 0 }))];
  });
}

interface Rules {
  readonly rows: readonly Row[];
  readonly pairs: readonly Pair[];
}

interface Rubbing {
  readonly rubs: readonly Rub[];
  readonly load: Expr;
  readonly pyramid: boolean;
}

function tableStage(one: TableFriction, { rubs, load, pyramid }: Rubbing, { frame, motions }: Situation): ActionStage {
  const motion = ofBody(motions.next, one.body);
  const under = one.on === undefined ? undefined : beneath(one.on, one.body, motions);
  const parts = rubs.map((rub) => {
    const arm = directionToWorld(motion, rub.at);
    const rates = slipAt(motion, arm, under);
    const unknowns = rub.names.map((unknown) => frame.inside(unknown));
    const forces = unknowns.map((unknown, i) => div(unknown, rub.levers[i]));
    const trial = forces.map((force, i) =>
      sub(mul(1 - rub.yielding, force), div(mul(rub.levers[i], rates[i]), mul(frame.h, rub.mobility))),
    );
    const size = (parts: readonly Expr[]): Expr => (pyramid ? max(...parts.map(abs)) : norm(...parts));
    const { rows, pairs } = pyramid ? byPairs(rub, rates) : byProjection(rub, forces, trial);
    const force = vec3(unknowns[0], unknowns[1], 0);
    return {
      rows,
      pairs,
      arm,
      force,
      moment: add(cross(arm, force)[2], unknowns[2] ?? 0),
      power: add(...unknowns.map((unknown, i) => mul(unknown, rates[i]))),
      excess: sub(size(forces), rub.radius),
      margin: sub(rub.radius, size(trial)),
    };
  });
  const force = vec3(add(0, ...parts.map((part) => part.force[0])), add(0, ...parts.map((part) => part.force[1])), 0);
  const moment = add(0, ...parts.map((part) => part.moment));
  const [slipX, slipY] = slipAt(motion, vec3(0, 0, 0), under);
  const column = (observed: string): string => `${one.name}.${observed}`;
  const acting = [{ body: one.body, wrench: { force, torque: vec3(0, 0, moment) } }];
  if (one.on !== undefined && under !== undefined) {
    const back = scaleV(-1, force);
    const torque = vec3(0, 0, sub(cross(under.apart, back)[2], moment));
    acting.push({ body: one.on, wrench: { force: back, torque } });
  }
  return {
    rows: parts.flatMap(({ rows }) => rows),
    pairs: parts.flatMap(({ pairs }) => pairs),
    wrenches: acting,
    observe: {
      [column("normalForce")]: load,
      [column("coneRadius")]: mul(one.friction, load),
      [column("slidingVelocityT")]: slipX,
      [column("slidingVelocityO")]: slipY,
      [column("coneExcess")]: max(...parts.map(({ excess }) => excess)),
      [column("stickMargin")]: min(...parts.map(({ margin }) => margin)),
      [column("resistingForceX")]: force[0],
      [column("resistingForceY")]: force[1],
      [column("resistingMoment")]: moment,
      [column("power")]: add(0, ...parts.map(({ power }) => power)),
    },
  };
}

/** Velocities of a body that lies on the table, and how far the body is from its centre in the middle of the step. */
interface Beneath extends Pick<Motion, "velocity" | "angularVelocity"> {
  readonly apart: Vec3;
}

/** In the middle of the step, so that what is carried round by a turntable stays on its circle: (d⁺ − d)·(d⁺ + d) = 0. */
function beneath(name: string, body: string, { now, next }: Situation["motions"]): Beneath {
  const apart = (at: ReadonlyMap<string, Motion>): Vec3 => subV(ofBody(at, body).position, ofBody(at, name).position);
  const { velocity, angularVelocity } = ofBody(next, name);
  return { velocity, angularVelocity, apart: scaleV(0.5, addV(apart(now), apart(next))) };
}

/** Velocity of a point of the body over what it lies on [m/s], and how fast it spins on it [rad/s]. */
function slipAt(motion: Motion, arm: Vec3, under: Beneath | undefined): readonly [Expr, Expr, Expr] {
  const own = addV(motion.velocity, cross(motion.angularVelocity, arm));
  const spin = motion.angularVelocity[2];
  if (under === undefined) return [own[0], own[1], spin];
  const there = addV(under.velocity, cross(under.angularVelocity, addV(under.apart, arm)));
  return [sub(own[0], there[0]), sub(own[1], there[1]), sub(spin, under.angularVelocity[2])];
}

/** p = Proj [p − s/(h A)], each in newtons. */
function byProjection({ names, radius }: Rub, forces: readonly Expr[], trial: readonly Expr[]): Rules {
  const held = projectOntoBall(trial, radius);
  return { rows: names.map((unknown, i) => equation(unknown, sub(forces[i], held[i]))), pairs: [] };
}

/** |f| ≤ R, or |m| ≤ R ρ, for each part: rate = forward − backward, 0 ≤ forward ⟂ R + f ≥ 0, 0 ≤ backward ⟂ R − f ≥ 0. */
function byPairs({ names, levers, radius, yielding: gives, mobility }: Rub, rates: readonly Expr[]): Rules {
  const rows: Row[] = [];
  const pairs: Pair[] = [];
  names.forEach((unknown, i) => {
    const [force, most] = [inside(unknown), mul(radius, levers[i])];
    const forward = complementary(slipsOf(unknown)[0], add(most, force));
    const backward = complementary(slipsOf(unknown)[1], sub(most, force));
    const creep = gives === 0 ? constant(0) : mul(gives, mobility, force);
    const slip = sub(inside(forward.unknown), inside(backward.unknown));
    rows.push(equation(unknown, sub(add(rates[i], creep), slip)), forward, backward);
    pairs.push(forward.pair, backward.pair);
  });
  return { rows, pairs };
}
