import { describe, expect, it } from "vitest";
import { expected, problem } from "../../problems/robots/arm-throw.js";
import { armWithBall } from "../../problems/robots/arm-with-ball.js";
import { solve } from "../../src/motion/solve.js";
import { coordinatesOf } from "../../src/robots/robot.js";
import { mjcf, mujoco } from "../bench/robots/against-mujoco.js";

const names = coordinatesOf(armWithBall);
const { stiffness, damping, rotor, gravity, "ball.mass": ball } = problem.parameters;
const numbers = [stiffness, damping, rotor, gravity, ball].map(({ value }) => Number(value));

/** Where the ball comes down to a height where MuJoCo's Runge–Kutta moves the arm whose drives are led to these goals. */
function landing(goals: readonly Float64Array[], h: number, height: number): number[] {
  const [k, d, armature, g, mass] = numbers;
  const robot = {
    ...armWithBall,
    inertials: (armWithBall.inertials ?? []).map((one) => (one.link === "ball" ? { ...one, mass } : one)),
  };
  // MuJoCo takes no body without inertia
  const text = mjcf(robot)
    .replace(`mass="${mass}" fullinertia="0 0 0 0 0 0"`, `mass="${mass}" fullinertia="1e-9 1e-9 1e-9 0 0 0"`)
    .replace(/gravity="[^"]*"/, `gravity="0 0 ${-g}" integrator="RK4"`)
    .replace("<body pos=", '<body name="arm" pos=');
  const model = mujoco.MjModel.from_xml_string(text);
  const data = new mujoco.MjData(model);
  const fine = 40;
  model.opt.timestep = h / fine;
  names.forEach((name, i) => {
    model.dof_armature[i] = armature;
    data.qpos[i] = Number(problem.start[`${name}.position`]);
  });
  const place = (): number[] => Array.from(data.xpos.slice(-3));
  const isLast = (step: number): boolean => step === goals[0].length - 1;
  let before: number[] = [];
  for (let step = 1; step < goals[0].length; step++)
    for (let part = 0; part < fine; part++) {
      names.forEach((_, i) => {
        data.qfrc_applied[i] = k * (goals[i][step] - data.qpos[i]) - d * data.qvel[i];
      });
      if (isLast(step) && part === fine - 1) {
        mujoco.mj_kinematics(model, data);
        before = place();
      }
      mujoco.mj_step(model, data);
    }
  mujoco.mj_kinematics(model, data);
  const at = place();
  const v = at.map((x, i) => (x - before[i]) / model.opt.timestep);
  data.delete();
  model.delete();
  const t = (v[2] + Math.sqrt(v[2] ** 2 + 2 * g * (at[2] - height))) / g;
  return [at[0] + v[0] * t, at[1] + v[1] * t];
}

describe("robots/arm-throw", () => {
  it("throws into the box, also where MuJoCo moves the arm, and within the limits of its joints", async () => {
    const { status, values, trajectory, run } = await solve(problem);
    expect([status, run.regularity?.order]).toEqual(["solved", "second"]);
    for (const { name, value, tolerance } of expected.values)
      expect(Math.abs(Number(values[name]) - Number(value)), name).toBeLessThan(tolerance ?? 0);
    const { columns, t } = trajectory;
    const [x, y] = landing(
      names.map((name) => columns[`${name}.goal`]),
      t[1] - t[0],
      0,
    );
    // the box is 20 cm wide; what is missed is the step's: the page says so
    expect(Math.abs(x - 1.4)).toBeLessThan(0.04);
    expect(Math.abs(y - 0.8)).toBeLessThan(0.04);
    for (const { name, limits } of armWithBall.joints.filter((joint) => names.includes(joint.name))) {
      expect(Math.max(...columns[`${name}.position`].map(Math.abs)), name).toBeLessThan(limits.upper + 1e-6);
      expect(Math.max(...columns[`${name}.velocity`].map(Math.abs)), name).toBeLessThan(limits.speed + 1e-6);
      expect(Math.max(...columns[`${name}.effort`].slice(1).map(Math.abs)), name).toBeLessThan(limits.effort ?? 0);
    }
  });
});
