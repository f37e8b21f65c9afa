import { add, div, type Expr, max, mul, neg, pow, sub } from "../../expr/expr.js";
import { vec3 } from "../../expr/vector.js";
import { type Body, mechanicalEnergy } from "../body.js";
import { frame, type Leaves } from "../model.js";
import type { ModelViews } from "../views.js";
import { limitForces } from "./freedom.js";
import type { Joint } from "./joint-data.js";
import { jointAngles, type Linkage, massOf } from "./linkage.js";
import { linkageEnergy, stopForces } from "./linkage-step.js";

interface Joined {
  readonly bodies: readonly Body[];
  readonly joints?: readonly Joint[];
  readonly robots?: readonly Linkage[];
}

/** Joints begin this far open at most [m]: people type six digits or more. */
const typed = 1e-6;

/**
 * The energy [J] by which a step of joined bodies is beyond all that it could have: what it created, without the motion that
 * there was, work, fall, and the closing of joints,
 *
 *     E⁺ − E − W − T − max(0, W) − max(0, V − V⁺) − m (10⁻⁶ m/h)².
 *
 * Equations of joints that turn by whole turns within a step have many roots. A root far away is a leap, a leap is a velocity, and
 * that is energy which nothing gave: above zero a march refuses it.
 */
function leapOf(
  { bodies, robots = [] }: Joined,
  { energyCreated: created, appliedWork: work }: Readonly<Record<string, Expr>>,
): Expr {
  const none = vec3(0, 0, 0);
  const kinetic = (at: Leaves): Expr =>
    add(
      0,
      ...bodies.map((body) => mechanicalEnergy(body, at, none)),
      ...robots.map((robot) => linkageEnergy(robot, none, at)),
    );
  const [before, after] = [kinetic(frame.now), kinetic(frame.next)];
  const risen = sub(add(created, work), sub(after, before));
  const mass = add(0, ...bodies.map((body) => body.mass), ...robots.map(massOf));
  const closing = mul(mass, pow(div(typed, frame.h), 2));
  return sub(created, add(before, max(0, work), max(0, neg(risen)), closing));
}

/** The view of the joints of a scene, of what its step observes; none where nothing is joined. */
export function jointViews(scene: Joined, observe: Readonly<Record<string, Expr>>): Pick<ModelViews, "joints"> {
  const { joints = [], robots = [] } = scene;
  if (joints.length + robots.length === 0) return {};
  const stops = [...joints.flatMap(limitForces), ...robots.flatMap(stopForces)];
  return { joints: { angles: robots.flatMap(jointAngles), stops, leap: leapOf(scene, observe) } };
}
