import { problem as reorient } from "../../problems/feeder/reorient.js";
import { problem as reorientDesign } from "../../problems/feeder/reorient-design.js";
import { problem as bounce } from "../../problems/impact/ball-bounce.js";
import { problem as coarse } from "../../problems/impact/ball-bounce-coarse.js";
import { emptyPath } from "../../src/motion/compile/path.js";
import { setUp } from "../../src/motion/compile/setup.js";
import { design } from "../../src/motion/design.js";
import { adjoint, endSlopes } from "../../src/motion/march/adjoint.js";
import { marcher } from "../../src/motion/march/march.js";
import { solve } from "../../src/motion/solve.js";
import { driven, ends, pushParameters } from "./driven.js";
import type { BenchRow } from "./lu.js";
import { median, milliseconds } from "./median.js";

/** Slopes of the feeder's end by few and many parameters, carried forwards with the march and by a march backwards. */
export async function benchGradients(): Promise<BenchRow[]> {
  const problem = driven(1500);
  const shape = [
    "corner.x",
    "corner.y",
    "friction",
    "stiffness",
    "damping",
    "mass",
    "start.x",
    "start.y",
    "launch.speed",
  ];
  const kinds: [string, string[]][] = [
    ["2", shape.slice(0, 2)],
    ["9", shape],
    ["39", [...shape, ...Object.keys(pushParameters)]],
  ];
  const benched: BenchRow[] = [];
  for (const [label, vary] of kinds)
    for (const rows of [ends.slice(0, 1), ends]) {
      const setup = setUp({ ...problem }, {}, true, { vary, rows });
      const { compiled, parameters, steps } = setup;
      const path = emptyPath(compiled.kernels, steps.h.length);
      const march = marcher(compiled);
      const backwards = adjoint(compiled);
      const alone = await median(9, () => {
        march.begin(parameters, steps, path, false);
        march.advance(steps.h.length);
      });
      const forward = await median(9, () => {
        march.begin(parameters, steps, path, true);
        march.advance(steps.h.length);
      });
      const transposed = await median(9, () => {
        endSlopes(backwards, setup, parameters, path);
      });
      benched.push({
        name: `gradient, ${label} parameters, ${rows.length} row${rows.length > 1 ? "s" : ""}, forwards, adjoint`,
        must: "",
        value: `${milliseconds(forward - alone)}, ${milliseconds(transposed)} (march ${milliseconds(alone)})`,
      });
    }
  return benched;
}

/** Impacts and the part feeder: whole solves, a step, and a whole design. */
export async function benchFeeder(): Promise<BenchRow[]> {
  const setup = setUp(reorient);
  const count = setup.steps.h.length;
  const path = emptyPath(setup.compiled.kernels, count);
  const march = marcher(setup.compiled);
  const step = await median(21, () => {
    march.begin(setup.parameters, setup.steps, path, false);
    march.advance(count);
  });
  const bounced = await median(3, () => solve(bounce));
  const fine = await median(1, () => solve(bounce, { set: { "grid.tolerance": 1e-3 } }));
  let launches = 0;
  const search = { all: true, scan: { name: "launch.vz", from: -6, to: 0 } };
  const all = await median(3, async () => {
    launches = (await solve(coarse, { search })).solutions!.length;
  });
  let evaluations: number | null | undefined;
  const designed = await median(3, async () => {
    evaluations = (await design(reorientDesign)).values.evaluations;
  });
  return [
    ...(await benchGradients()),
    { name: "ball-bounce, whole solve", must: "≤ 3 s", value: milliseconds(bounced) },
    { name: "ball-bounce, grid.tolerance 1e-3", must: "≤ 30 s", value: milliseconds(fine) },
    { name: "ball-bounce-coarse, every launch", must: "three", value: `${launches} launches, ${milliseconds(all)}` },
    { name: "reorient step in march", must: "≤ 15 µs", value: `${((1000 * step) / count).toFixed(2)} µs` },
    {
      name: "reorient-design",
      must: "≤ 60 evaluations, ≤ 3 s",
      value: `${evaluations} evaluations, ${milliseconds(designed)}`,
    },
  ];
}
