import { evaluate } from "../../../expr/expr.js";
import { coordinateLimits, coordinatesOf, forwardKinematics } from "../../../robots/robot.js";
import { parseUrdf } from "../../../robots/urdf.js";
import { linksOf } from "../../motion-view/scene/arm-shapes.js";
import { poseFormulas } from "../../motion-view/scene/formulas.js";
import type { SceneBody } from "../../motion-view/scene/scene-data.js";
import type { Robot } from "../messages.js";

/** Joints that are named. */
const mostTold = 12;

/**
 * A robot as its file describes it, at rest: every joint at zero, or as near to it as its limits allow.
 * @throws {RangeError} one sentence that names the element and its line.
 */
export function robotScene(urdf: string): Robot {
  const robot = parseUrdf(urdf);
  const coordinates = coordinatesOf(robot);
  const { lower, upper } = coordinateLimits(robot);
  const rest = coordinates.map((_, i) => Math.min(upper[i], Math.max(lower[i], 0)));
  const restOf = new Map(coordinates.map((name, i) => [name, rest[i]]));
  const poses = forwardKinematics(robot, (name) => restOf.get(name) ?? 0);
  const shapes = linksOf(robot);
  const bodies = robot.links.flatMap((name): SceneBody[] => {
    const pose = poses.get(name);
    if (pose === undefined) return [];
    const numbers = poseFormulas(pose).map((e) => evaluate(e, () => Number.NaN));
    // a link at which nothing hangs is a point
    return [{ name, role: "link", shapes: shapes.get(name) ?? [{ kind: "point", at: [0, 0, 0] }], poses: numbers }];
  });
  return {
    name: robot.name,
    text: `${robot.links.length} links and ${coordinates.length} joints that move: ${coordinates.slice(0, mostTold).join(", ")}${coordinates.length > mostTold ? ", …" : ""}.`,
    scene: {
      plane: "space",
      t: [0],
      step: [0],
      bodies,
      world: [{ kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 }],
      contacts: [],
      targets: [],
      timeline: { band: [], realTime: false },
    },
  };
}
