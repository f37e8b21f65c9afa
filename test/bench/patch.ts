import { problem as desk } from "../../problems/patch/desk.js";
import { problem as deskLegs } from "../../problems/patch/desk-legs.js";
import { problem as deskSliding } from "../../problems/patch/desk-sliding.js";
import { emptyPath } from "../../src/motion/compile/path.js";
import { setUp } from "../../src/motion/compile/setup.js";
import { marcher } from "../../src/motion/march/march.js";
import type { Settings } from "../../src/motion/problem/parameters.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import type { BenchRow } from "./lu.js";
import { median } from "./median.js";

/** Microseconds a step of a warm march. */
async function perStep(problem: Problem, set: Settings = {}): Promise<number> {
  const setup = setUp(problem, set);
  const count = setup.steps.h.length;
  const path = emptyPath(setup.compiled.kernels, count);
  const march = marcher(setup.compiled);
  const time = await median(41, () => {
    march.begin(setup.parameters, setup.steps, path, false);
    if (march.advance(count).status !== "solved") throw new Error(`${problem.name} was not solved`);
  });
  return (1000 * time) / count;
}

/** V-A of Xie, Chakraborty (2019): 400 steps of the desk by three methods, in MATLAB 5.3, 2.2 and 48.7 ms a step. */
export async function benchPatch(): Promise<BenchRow[]> {
  const full = await perStep(desk);
  const sliding = await perStep(deskSliding);
  const legs = await perStep(deskLegs);
  const eachLeg = await perStep(deskLegs, { reading: "perLeg" });
  const value = (time: number): string => `${time.toPrecision(3)} µs`;
  const ratio = (time: number): string => (time / sliding).toPrecision(3);
  return [
    { name: "desk step, one contact point", must: "≤ 40 µs (paper 5.3 ms)", value: value(full) },
    { name: "desk step, sliding only", must: "≤ 4 µs (paper 2.2 ms)", value: value(sliding) },
    { name: "desk step, four patches", must: "≤ 300 µs (paper 48.7 ms)", value: value(legs) },
    { name: "desk step, four patches and ellipsoids", value: value(eachLeg) },
    { name: "one contact point / sliding only", must: "paper 2.4", value: ratio(full) },
    { name: "four patches / sliding only", must: "paper 22", value: ratio(legs) },
  ];
}
