import { describe, expect, it } from "vitest";
import { problem as acrobot } from "../../problems/robots/acrobot.js";
import { problem as hopper } from "../../problems/robots/hopper.js";
import { problem as twoLinkThrow } from "../../problems/robots/two-link-throw.js";
import { solve } from "../../src/motion/solve.js";
import { mujoco } from "../bench/robots/against-mujoco.js";

const length = 0.4;
const time = 0.8;

/** A uniform rod about its end, and one that carries the ball at its other end: in MuJoCo's words. */
function arm(mass: number): string {
  const ball = 0.1;
  const own = (mass * length ** 2) / 12;
  const centre = (mass * 0.5 * length + ball * length) / (mass + ball);
  const across = own + mass * (0.5 * length - centre) ** 2 + ball * (length - centre) ** 2;
  const link = (at: number, m: number, c: number, i: number, inner: string): string =>
    `<body pos="0 0 ${at}"><joint type="hinge" axis="0 1 0"/>
     <inertial pos="0 0 ${-c}" mass="${m}" diaginertia="${i} ${i} 1e-9"/>${inner}</body>`;
  return `<mujoco><compiler angle="radian" inertiafromgeom="false"/>
    <option gravity="0 0 -9.81" integrator="RK4"><flag constraint="disable"/></option>
    <worldbody>${link(0, mass, length / 2, own, link(-length, mass + ball, centre, across, ""))}</worldbody></mujoco>`;
}

/** Where and how fast MuJoCo's Runge–Kutta lets the ball go with the torques that were found, one a step. */
function released(torques: readonly ArrayLike<number>[], steps: number, mass = 0.6) {
  const model = mujoco.MjModel.from_xml_string(arm(mass));
  const data = new mujoco.MjData(model);
  const fine = 20;
  model.opt.timestep = time / steps / fine;
  for (let k = 1; k <= steps; k++) {
    torques.forEach((torque, joint) => {
      data.qfrc_applied[joint] = torque[k - 1];
    });
    for (let i = 0; i < fine; i++) mujoco.mj_step(model, data);
  }
  const [shoulder, elbow] = [data.qpos[0], data.qpos[0] + data.qpos[1]];
  const [upper, lower] = [data.qvel[0], data.qvel[0] + data.qvel[1]];
  data.delete();
  model.delete();
  return {
    x: -length * (Math.sin(shoulder) + Math.sin(elbow)),
    z: -length * (Math.cos(shoulder) + Math.cos(elbow)),
    vx: -length * (Math.cos(shoulder) * upper + Math.cos(elbow) * lower),
    vz: length * (Math.sin(shoulder) * upper + Math.sin(elbow) * lower),
  };
}

describe("robots/two-link-throw", () => {
  it.each([{}, { mass: 0.8, "target.x": 2.5, "grid.steps": 120 }])(
    "hits the target within a millimetre where MuJoCo goes on with the torques that it finds, with %o",
    async (set) => {
      const { status, trajectory, run } = await solve(twoLinkThrow, { set });
      expect(status).toBe("solved");
      const steps = Number(Object.entries(set).find(([name]) => name === "grid.steps")?.[1] ?? 160);
      const { t, columns } = trajectory;
      const torques = ["shoulder", "elbow"].map((joint) =>
        Array.from({ length: steps }, (_, k) => {
          const at = t.findIndex((end) => end > ((k + 0.5) * time) / steps);
          return columns[`${joint}.effort`][at];
        }),
      );
      const { x, z, vx, vz } = released(torques, steps, Number(run.parameters.mass));
      const flight = (Number(run.parameters["target.x"]) - x) / vx;
      const arrival = z + vz * flight - 0.5 * 9.81 * flight ** 2;
      expect(Math.abs(arrival - Number(run.parameters["target.z"]))).toBeLessThan(1e-3);
    },
  );

  it("throws as MuJoCo does with the torques that it finds, but for what its steps damp", async () => {
    const errors: number[] = [];
    for (const steps of [160, 320, 640]) {
      const isJudged = steps === 160;
      const set = { "grid.method": "euler", "grid.steps": steps, ...(isJudged && { "grid.accuracy": 1e-3 }) };
      const { status, values, trajectory, run, message } = await solve(twoLinkThrow, { set });
      expect(status).toBe(isJudged ? "coarse" : "solved");
      const torques = ["shoulder", "elbow"].map((joint) => trajectory.columns[`${joint}.effort`].subarray(1));
      const speed = released(torques, steps).vx;
      errors.push(speed - values["release.vx"]!);
      if (!isJudged) continue;
      // its certificate knows without MuJoCo
      expect(Math.abs(run.gridError!.values["release.vx"].fine - speed)).toBeLessThan(1e-4);
      expect(message).toContain(`release.vx = ${run.gridError!.values["release.vx"].fine.toPrecision(5)} instead of`);
    }
    // of first order, and large: the page says so
    expect(errors[0] / errors[1]).toBeGreaterThan(1.7);
    expect(errors[1] / errors[2]).toBeGreaterThan(1.7);
    expect(errors[2]).toBeLessThan(0.25);
  });
});

describe("robots/hopper", () => {
  // squat, wait, push and flight in continuous time, by the closed form of the page: what a first-order step adds is on top
  it.each([
    [0.9, 579],
    [0.6, 302],
    [0.5, 230],
  ])("jumps to %s m for about what the best known sequence costs, by way of its short stop", async (apex, known) => {
    const { status, values } = await solve(hopper, { set: { apex } });
    expect(status).toBe("solved");
    expect(values["end.height"]).toBeCloseTo(apex, 8);
    expect(values.cost!).toBeGreaterThan(known);
    expect(values.cost!).toBeLessThan(1.07 * known);
    expect(values["squat.low"]).toBeCloseTo(0.2, 9);
    expect(values["stop.low"]!).toBeLessThan(values["stop.high"]!);
  });
});

describe("robots/acrobot", () => {
  /** Both angles where MuJoCo's Runge–Kutta is after 2 s of the torque that was found: the whip that follows makes any error large. */
  function swung(torque: Float64Array, steps: number): number[] {
    const rod = (at: number, inner: string): string =>
      `<body pos="0 0 ${at}"><joint type="hinge" axis="0 1 0"/>
       <inertial pos="0 0 -0.5" mass="1" diaginertia="${1 / 12} ${1 / 12} 1e-9"/>${inner}</body>`;
    const model = mujoco.MjModel.from_xml_string(`<mujoco><compiler inertiafromgeom="false"/>
      <option gravity="0 0 -9.81" integrator="RK4"><flag constraint="disable"/></option>
      <worldbody>${rod(0, rod(-1, ""))}</worldbody></mujoco>`);
    const data = new mujoco.MjData(model);
    const fine = 2;
    model.opt.timestep = 4 / steps / fine;
    for (let k = 1; k <= steps / 2; k++) {
      data.qfrc_applied[1] = torque[k];
      for (let i = 0; i < fine; i++) mujoco.mj_step(model, data);
    }
    const angles = [data.qpos[0], data.qpos[1]];
    data.delete();
    model.delete();
    return angles;
  }

  it("swings as MuJoCo does with the torque that it finds, better with shorter steps", async () => {
    const errors: number[] = [];
    for (const steps of [800, 1600]) {
      const { status, values, trajectory } = await solve(acrobot, { set: { "grid.steps": steps } });
      expect(status).toBe("solved");
      expect(values["end.angle"]).toBeCloseTo(Math.PI, 8);
      const { "elbow.effort": torque, "shoulder.position": shoulder, "elbow.position": elbow } = trajectory.columns;
      const [upper, lower] = swung(torque, steps);
      const k = steps / 2;
      errors.push(Math.hypot(upper - shoulder[k], lower - elbow[k]));
    }
    // of first order, and large: the page says so
    expect(errors[0] / errors[1]).toBeGreaterThan(1.8);
    expect(errors[1]).toBeLessThan(0.4);
  });

  it.each([{ "upper.mass": 1.25 }, { gravity: 12.2625 }])("stands on its head with %o", async (set) => {
    const { status, values, trajectory } = await solve(acrobot, { set });
    expect(status).toBe("solved");
    expect(values["end.angle"]).toBeCloseTo(Math.PI, 8);
    expect(Math.abs(trajectory.columns["elbow.velocity"].at(-1)!)).toBeLessThan(1e-8);
    // no torque can stand in for the shoulder's: it has to swing back first
    expect(values["swing.back"]).toBeLessThan(-0.3);
  });
});
