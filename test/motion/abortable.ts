import { problem as reorientBoundary } from "../../problems/feeder/reorient-boundary.js";
import { problem as reorientDesign } from "../../problems/feeder/reorient-design.js";
import { problem as gripper } from "../../problems/grasp/gripper.js";
import { problem as bounce } from "../../problems/impact/ball-bounce.js";
import { problem as coarse } from "../../problems/impact/ball-bounce-coarse.js";
import { problem as bank } from "../../problems/impact/bank-shot.js";
import { problem as block } from "../../problems/optimal/block.js";
import { problem as curling } from "../../problems/patch/curling.js";
import { problem as place } from "../../problems/rolling/ball-place.js";
import { design } from "../../src/motion/design.js";
import type { CommonOptions } from "../../src/motion/march/task.js";
import type { Result } from "../../src/motion/result.js";
import { solve } from "../../src/motion/solve.js";
import { problem as pusher } from "./optimal/own-pusher.js";

export type Run = (options: CommonOptions) => Promise<Result>;

const all = { all: true, scan: { name: "launch.vz", from: -4, to: -3.9 }, samples: 100 };
/** Grids that follow impacts, of fewer steps than the declared one, */
const rough = { "grid.tolerance": 0.1 };
/** and a corner from which some evaluations lead to its place. */
const near = { "corner.x": 4.93, "corner.y": 5.1 };

/** Runs that report what they do, some shots, iterations, evaluations or steps of programs each. */
export const abortable: Record<string, Run> = {
  "shots of a ball": (options) => solve(place, { ...options, guess: [3, -2] }),
  "a global Newton": (options) => solve(place, { ...options, guess: "zeros", strategy: "global" }),
  "a refined grid": (options) => solve(bounce, { ...options, set: rough }),
  "a scan for all launches": (options) => solve(coarse, { ...options, search: all }),
  "a scan after shots that failed": (options) => solve(bounce, { ...options, set: { ...rough, "start.z": 0.3 } }),
  "a bank shot": (options) => solve(bank, options),
  "a corner that is freed": (options) => solve(reorientBoundary, { ...options, set: near }),
  "a patch": (options) => solve(curling, options),
  "an optimal push": (options) => solve(pusher, options),
  "an optimal motion from several starts": (options) => solve(block, { ...options, search: { starts: 3 } }),
  "a design": (options) => design(reorientDesign, { ...options, set: near }),
  "a grasp": (options) => solve(gripper, options),
};
