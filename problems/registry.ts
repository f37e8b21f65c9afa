import type { Expected, Method, Problem } from "bankshot";

/** A problem with its expected values, and the methods that its report puts beside each other. */
export interface PackagedProblem {
  readonly problem: Problem;
  readonly expected: Expected;
  readonly methods?: readonly Method[];
}

/** Every problem that comes with the package, by its name: read and built when it is asked for. */
export const registry: Readonly<Record<string, () => Promise<PackagedProblem>>> = {
  "rolling/disk": () => import("./rolling/disk.js"),
  "rolling/ball-roll": () => import("./rolling/ball-roll.js"),
  "rolling/ball-roll-pyramid": () => import("./rolling/ball-roll-pyramid.js"),
  "rolling/ball-return": () => import("./rolling/ball-return.js"),
  "rolling/ball-place": () => import("./rolling/ball-place.js"),
  "rolling/disk-as-printed": () => import("./rolling/disk-as-printed.js"),
  "rolling/ball-as-printed": () => import("./rolling/ball-as-printed.js"),
  "impact/ball-launch": () => import("./impact/ball-launch.js"),
  "impact/ball-bounce": () => import("./impact/ball-bounce.js"),
  "impact/ball-bounce-coarse": () => import("./impact/ball-bounce-coarse.js"),
  "feeder/reorient": () => import("./feeder/reorient.js"),
  "feeder/reorient-boundary": () => import("./feeder/reorient-boundary.js"),
  "feeder/reorient-design": () => import("./feeder/reorient-design.js"),
  "feeder/robust": () => import("./feeder/robust.js"),
  "rolling/slab-slide": () => import("./rolling/slab-slide.js"),
  "impact/combination": () => import("./impact/combination.js"),
  "impact/bank-shot": () => import("./impact/bank-shot.js"),
  "patch/desk": () => import("./patch/desk.js"),
  "patch/desk-sliding": () => import("./patch/desk-sliding.js"),
  "patch/desk-legs": () => import("./patch/desk-legs.js"),
  "patch/tbar-rock": () => import("./patch/tbar-rock.js"),
  "patch/tbar-pairs": () => import("./patch/tbar-pairs.js"),
  "patch/tbar-precess": () => import("./patch/tbar-precess.js"),
  "patch/block-stop": () => import("./patch/block-stop.js"),
  "patch/block-spin": () => import("./patch/block-spin.js"),
  "patch/block-tip": () => import("./patch/block-tip.js"),
  "patch/drop": () => import("./patch/drop.js"),
  "patch/curling": () => import("./patch/curling.js"),
  "patch/desk-push": () => import("./patch/desk-push.js"),
  "patch/box-on-box": () => import("./patch/box-on-box.js"),
  "optimal/block": () => import("./optimal/block.js"),
  "optimal/disk": () => import("./optimal/disk.js"),
  "optimal/disk-spin": () => import("./optimal/disk-spin.js"),
  "optimal/pusher": () => import("./optimal/pusher.js"),
  "optimal/stewart-anitescu": () => import("./optimal/stewart-anitescu.js"),
  "optimal/driessen": () => import("./optimal/driessen.js"),
  "optimal/catch": () => import("./optimal/catch.js"),
  "optimal/flip": () => import("./optimal/flip.js"),
  "optimal/reach-and-push": () => import("./optimal/reach-and-push.js"),
  "optimal/feeder-actuated": () => import("./optimal/feeder-actuated.js"),
  "touch/groove": () => import("./touch/groove.js"),
  "touch/capsule-roll": () => import("./touch/capsule-roll.js"),
  "touch/ellipsoid-rock": () => import("./touch/ellipsoid-rock.js"),
  "grasp/gripper": () => import("./grasp/gripper.js"),
  "grasp/gripper-lcp": () => import("./grasp/gripper-lcp.js"),
  "grasp/grasp-plan": () => import("./grasp/grasp-plan.js"),
  "grasp/push": () => import("./grasp/push.js"),
  "grasp/slip": () => import("./grasp/slip.js"),
  "grasp/arm-cylinder": () => import("./grasp/arm-cylinder.js"),
  "grasp/arm-box": () => import("./grasp/arm-box.js"),
};
