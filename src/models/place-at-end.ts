import { BadInput } from "../checks/bad-input.js";
import type { Expr } from "../expr/expr.js";
import { type Linkage, linkPoses } from "../mechanics/actions/linkage.js";
import { last, type Model } from "../mechanics/model.js";
import { modelScene } from "./scenes.js";

const axes = ["x", "y", "z"] as const;

/** The robots of the scene that a model was made from. */
function robotsOf(model: Model): readonly Linkage[] {
  const known = modelScene(model);
  return known?.kind === "contacts" ? (known.scene.robots ?? []) : [];
}

/**
 * The place of a link of a robot at the end of a motion [m]: the coordinate of the origin of its axes along an axis of the world,
 *
 *     p = base + Σ over the joints on the way of R · origin,     a formula of `last(<joint>.position)`,
 *
 * by forward kinematics. It is what a condition on a tip or a hand is made of: `sub(placeAtEnd(model, "hand", "x"), 0.4)`.
 * @throws {BadInput} where no robot of the model has the link.
 */
export function placeAtEnd(model: Model, link: string, axis: "x" | "y" | "z"): Expr {
  const robots = robotsOf(model);
  const linkage = robots.find(({ robot }) => robot.links.includes(link));
  const pose = linkage && linkPoses(linkage, last).get(link);
  if (pose === undefined) {
    const known = robots.flatMap(({ robot }) => robot.links);
    throw new BadInput("link", `link must be one of the robots of the model: ${known.join(", ") || "it has none"}.`);
  }
  return pose.position[axes.indexOf(axis)];
}
