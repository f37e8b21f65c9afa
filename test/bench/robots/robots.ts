import { arm } from "../../../problems/robots/arm.js";
import { compliant } from "../../../src/models/compliant.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { simulate } from "../../../src/motion/solve.js";
import { parseMjcf } from "../../../src/robots/mjcf.js";
import { coordinatesOf, type Inertial, type Robot } from "../../../src/robots/robot.js";
import { parseUrdf } from "../../../src/robots/urdf.js";
import type { BenchRow } from "../lu.js";
import { mjcf, mujoco, randomRobot, worstAgainstMujoco, worstOfFree } from "./against-mujoco.js";
import { benchDrift } from "./drift.js";
import { urdf } from "./urdf-text.js";

/** The arm of the package with links of round numbers: 3 kg rods of 30 cm, thinner towards the hand. */
function heavyArm(): Robot {
  const robot = parseUrdf(arm);
  const inertials = robot.links.slice(1).map((link, k): Inertial => {
    const mass = 3.5 - 0.4 * k;
    const across = (mass * 0.3 ** 2) / 12;
    return { link, mass, centre: [0, 0.01, 0.12], inertia: [across, across, 0.1 * across, 0, 0, 0] };
  });
  // its limits would be stops here, and are no part of MuJoCo's step
  const joints = robot.joints.map((joint) =>
    joint.kind === "revolute" ? { ...joint, kind: "continuous" as const } : joint,
  );
  return { ...robot, joints, inertials };
}

/** Accelerations of random trees and of the arm against MuJoCo's, and a step of the arm beside MuJoCo's. */
export async function benchRobots(): Promise<BenchRow[]> {
  let [fromUrdf, fromMjcf] = [0, 0];
  for (let seed = 1; seed <= 50; seed++) {
    const robot = randomRobot(seed);
    const [one, other] = [urdf(robot), mjcf(robot)];
    fromUrdf = Math.max(fromUrdf, worstAgainstMujoco(parseUrdf(one), 1000, seed, one));
    fromMjcf = Math.max(fromMjcf, worstAgainstMujoco(parseMjcf(other).robot, 1000, seed, other));
  }
  let free = 0;
  for (let seed = 1; seed <= 20; seed++) free = Math.max(free, worstOfFree(randomRobot(seed), 1000, seed));
  const ofArm = worstAgainstMujoco(heavyArm(), 1000, 1);
  const [own, other] = [await armStep(), mujocoStep()];
  const relative = (x: number): string => x.toExponential(1);
  return [
    {
      name: "accelerations of 50 random trees, 1000 states each, both read from one URDF",
      must: "≤ 1e-9 of the largest",
      value: relative(fromUrdf),
    },
    {
      name: "the same, both read from one MJCF",
      must: "≤ 1e-9 of the largest",
      value: relative(fromMjcf),
    },
    {
      name: "accelerations of 20 random trees with a free root, 1000 states each",
      must: "≤ 1e-9 of the largest",
      value: relative(free),
    },
    { name: "accelerations of the seven-axis arm, 1000 states", must: "≤ 1e-9 of the largest", value: relative(ofArm) },
    { name: "a step of the seven-axis arm with dynamics", must: "≤ 25 µs", value: `${own.toFixed(1)} µs` },
    { name: "the same in MuJoCo, implicit integration", must: "", value: `${other.toFixed(1)} µs` },
    await benchDrift(),
  ];
}

const steps = 2000;
const h = 1 / 1000;

async function armStep(): Promise<number> {
  const robot = heavyArm();
  const start = Object.fromEntries(
    coordinatesOf(robot).flatMap((name, k) => [
      [`${name}.position`, 0.3 * (k + 1)],
      [`${name}.velocity`, 0.2],
    ]),
  );
  const problem: Problem = {
    name: "bench/arm",
    title: "",
    model: compliant({ gravity: [0, 0, -9.81], bodies: [], contacts: [], robots: [{ name: "arm", robot }] }),
    parameters: {},
    start,
    grid: { steps, h },
    values: {},
  };
  const seconds: number[] = [];
  for (let run = 0; run < 7; run++) {
    const { status, counts } = await simulate(problem);
    if (status !== "solved") throw new Error(`the arm ends ${status}`);
    seconds.push(counts.seconds);
  }
  return (1e6 * Math.min(...seconds)) / steps;
}

function mujocoStep(): number {
  const model = mujoco.MjModel.from_xml_string(mjcf(heavyArm()));
  const data = new mujoco.MjData(model);
  model.opt.timestep = h;
  model.opt.integrator = mujoco.mjtIntegrator.mjINT_IMPLICIT.value;
  const seconds = [1, 2, 3, 4, 5].map(() => {
    mujoco.mj_resetData(model, data);
    const begin = performance.now();
    for (let k = 0; k < steps; k++) mujoco.mj_step(model, data);
    return (performance.now() - begin) / 1e3;
  });
  return (1e6 * Math.min(...seconds)) / steps;
}
