import { conjugate, rotate } from "../../../algebra/rotation.js";
import { plus, times } from "../../../algebra/vectors.js";
import { type Joint, type Robot, reachOf } from "../../../robots/robot.js";
import type { SceneShape, Triple } from "./scene-data.js";

/** A link is drawn as a bar this many times thinner than its robot is long, a finger of a gripper thinner still. */
const slenderness = 40;
const fingerSlenderness = 140;

/**
 * Bars in the axes of each link: from its origin to the next joint; where that slides, half of the way, a rail as long
 * as the joint's travel, and the other half with what slides.
 */
export function linksOf(robot: Robot): Map<string, SceneShape[]> {
  const reach = reachOf(robot);
  const [thick, thin] = [reach / slenderness, reach / fingerSlenderness];
  const found = new Map<string, SceneShape[]>();
  const add = (link: string, from: Triple, to: Triple, radius: number): void => {
    const bar: SceneShape = { kind: "bar", from, to, radius };
    const bars = found.get(link) ?? [];
    if (bars.every((one) => JSON.stringify(one) !== JSON.stringify(bar))) found.set(link, [...bars, bar]);
  };
  for (const joint of robot.joints) {
    const { position } = joint.origin;
    if (!(Math.hypot(...position) > thick)) continue;
    if (joint.kind !== "prismatic") {
      add(joint.parent, [0, 0, 0], position, thick);
      continue;
    }
    const middle = times(0.5, position);
    add(joint.parent, [0, 0, 0], middle, thick);
    const [from, to] = railOf(joint, middle);
    add(joint.parent, from, to, thin);
    // behind the face that touches, which is at the origin
    const back = rotate(conjugate(joint.origin.orientation), times(-0.5, position));
    const aside = times(2 * thin, joint.axis);
    add(joint.child, aside, plus(aside, back), thin);
  }
  return found;
}

/** The ends of the way of what slides along a joint, seen from its parent. */
function railOf({ origin, axis, limits }: Joint, middle: Triple): [Triple, Triple] {
  const along = rotate(origin.orientation, axis);
  const [lower, upper] = [limits.lower, limits.upper].map((end) => (Number.isFinite(end) ? end : 0));
  return [plus(middle, times(lower, along)), plus(middle, times(upper, along))];
}
