import { describe, expect, it } from "vitest";
import { problem as bounces } from "../../../problems/exact/bounces.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { rectangle } from "../../../src/geometry/shape.js";
import { input, parameter as p } from "../../../src/mechanics/model.js";
import { atRest } from "../../../src/mechanics/scene.js";
import { vertexContacts } from "../../../src/mechanics/vertices.js";
import { type RigidContact, rigid } from "../../../src/models/rigid.js";
import { table } from "../../../src/motion/problem/inputs.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { simulate } from "../../../src/motion/solve.js";

describe("bounces of a rigid ball", () => {
  it.each([
    [{ restitution: 0.8, height: 1, gravity: 9.81 }],
    [{ restitution: 0.4, height: 1, gravity: 9.81 }],
    [{ restitution: 0.9, height: 0.5, gravity: 9.81 }],
    [{ restitution: 0.1, height: 2, gravity: 4.9 }],
  ])("go on until they rest, in closed form: %j", async (set) => {
    const { status, values, trajectory } = await simulate(bounces, { set });
    const { restitution: e, height: h, gravity: g } = set;
    expect(status).toBe("solved");
    expect(Math.abs(values["height.3"]! - e ** 6 * h)).toBeLessThan(1e-9);
    expect(Math.abs(values["rest.time"]! - (Math.sqrt((2 * h) / g) * (1 + e)) / (1 - e))).toBeLessThan(1e-9);
    const force = trajectory.columns["ground.normalForce"];
    expect(force[force.length - 1]).toBeCloseTo(0.2 * g, 9);
  });

  it("say that what was not reached does not exist", async () => {
    const { values } = await simulate(bounces, { set: { time: 0.3 } });
    expect(values).toEqual({ "height.3": null, "rest.time": null });
  });

  it("are refused where there are no impacts, or several laws of them", async () => {
    await expect(simulate(bounces, { set: { "grid.method": "euler" } })).rejects.toThrow(
      "The restitution of ground needs grid.method = exact: euler has no impacts.",
    );
    await expect(simulate(bounces, { set: { restitution: 1.5 } })).rejects.toThrow(/^restitution must be/);
  });
});

describe("bounces beside which something else goes on", () => {
  const ball = (gravity: readonly [number, number, number], applied: Parameters<typeof rigid>[0]["applied"] = []) =>
    rigid({
      gravity,
      bodies: [{ name: "ball", space: "spatial", mass: 0.5, inertia: 5e-4 }],
      contacts: [
        {
          name: "ground",
          body: "ball",
          shape: { kind: "ball", radius: 0.05 },
          against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
          friction: 0,
          restitution: p("restitution"),
        },
      ],
      applied,
    });
  const problemOf = (model: ReturnType<typeof ball>, restitution: number, more: Partial<Problem>): Problem => ({
    name: "beside",
    title: "A ball that bounces until it rests, and goes on along the ground",
    model,
    parameters: { restitution: { value: restitution, unit: "1", meaning: "restitution", min: 0, max: 1 } },
    start: { ...atRest(model), "ball.z": 0.35 },
    grid: { end: 1.9, accuracy: 1e-8 },
    values: {},
    ...more,
  });

  // the last of infinitely many bounces are one element, in which nothing moved along the ground
  it.each([0.3, 0.5, 0.7])("keep all of the speed down a slope, with restitution %s", async (restitution) => {
    const { status, trajectory } = await simulate(problemOf(ball([1, 0, -9.81]), restitution, {}));
    expect(status).toBe("solved");
    expect(Math.abs(trajectory.columns["ball.vx"].at(-1)! - 1.9)).toBeLessThan(1e-8);
    expect(Math.abs(trajectory.columns["ball.x"].at(-1)! - 0.5 * 1.9 ** 2)).toBeLessThan(1e-8);
  });

  /** Height, speed up, and way aside of the ball under held forces, parabola by parabola; at rest once bounces are none. */
  function fallen(e: number, up: readonly number[], aside: readonly number[], end: number): [number, number, number] {
    let [z, v, x, vx] = [0.3, 0, 0, 0];
    up.forEach((force, k) => {
      let left = end / up.length;
      const [a, ax] = [force / 0.5 - 9.81, aside[k] / 0.5];
      x += vx * left + 0.5 * ax * left * left;
      vx += ax * left;
      while (!(z === 0 && Math.abs(v) < 1e-8 && a <= 0)) {
        const root = Math.sqrt(v * v - 2 * a * z);
        const hits = [(-v - root) / a, (-v + root) / a].filter((s) => s > 1e-13);
        const s = Math.min(...hits, left);
        [z, v] = [z + v * s + 0.5 * a * s * s, v + a * s];
        left -= s;
        if (left <= 0) return;
        [z, v] = [0, -e * v];
      }
      v = 0;
    });
    return [z, v, x];
  }

  it("know forces that are held over pieces of the time, which lift a ball that rests", async () => {
    const random = randomNumbers(7);
    for (let trial = 0; trial < 12; trial++) {
      const pieces = 3 + Math.floor(12 * random());
      const up = Array.from({ length: pieces }, () => 20 * (random() - 0.5));
      const aside = Array.from({ length: pieces }, () => random() - 0.5);
      const restitution = 0.3 + 0.6 * random();
      const model = ball([0, 0, -9.81], [{ body: "ball", force: [input("aside"), 0, input("up")], torque: [0, 0, 0] }]);
      const { status, trajectory } = await simulate(
        problemOf(model, restitution, {
          inputs: { up: table(up), aside: table(aside) },
          grid: { steps: pieces, end: 1.5, method: "exact", accuracy: 1e-8 },
        }),
      );
      expect(status).toBe("solved");
      const [z, v, x] = fallen(restitution, up, aside, 1.5);
      expect(Math.abs(trajectory.columns["ball.z"].at(-1)! - 0.05 - z)).toBeLessThan(1e-8);
      expect(Math.abs(trajectory.columns["ball.vz"].at(-1)! - v)).toBeLessThan(1e-8);
      expect(Math.abs(trajectory.columns["ball.x"].at(-1)! - x)).toBeLessThan(1e-8);
    }
  });
});

/** A ball thrown at the ground, which it meets once until the end. */
function thrown(friction: number, restitution: number, vx: number, spin: number): Problem {
  const ground: RigidContact = {
    name: "ground",
    body: "ball",
    shape: { kind: "ball", radius: 0.1 },
    against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
    friction,
    restitution,
  };
  const model = rigid({
    gravity: [0, 0, -9.81],
    bodies: [{ name: "ball", space: "spatial", mass: 0.5, inertia: 0.4 * 0.5 * 0.01 }],
    contacts: [ground],
  });
  return {
    name: "thrown",
    title: "",
    model,
    parameters: {},
    start: { ...atRest(model), "ball.z": 0.6, "ball.vx": vx, "ball.wy": spin },
    grid: { steps: 45, h: 0.01, method: "exact" },
    values: {},
  };
}

describe("impacts with friction", () => {
  // a solid ball loses two sevenths of its slip where it sticks, and at most μ(1 + e) of its approach
  it.each([
    [0.05, 0.7, 3, 0],
    [0.5, 0.7, 3, 0],
    [0.2, 0.3, 1, -20],
    [0.2, 0.3, -2, 30],
  ])("with μ = %f, e = %f, v = %f, ω = %f turn the ball as Coulomb says", async (mu, e, vx, spin) => {
    const { status, trajectory } = await simulate(thrown(mu, e, vx, spin), {});
    expect(status).toBe("solved");
    const approach = Math.sqrt(2 * 9.81 * 0.5);
    const slip = vx - 0.1 * spin;
    const impulse = -Math.sign(slip) * Math.min((2 / 7) * Math.abs(slip), mu * (1 + e) * approach);
    const at = (name: string): number => trajectory.columns[`ball.${name}`][trajectory.t.length - 1];
    expect(Math.abs(at("vx") - (vx + impulse))).toBeLessThan(1e-8);
    expect(Math.abs(at("wy") - (spin - (impulse * 0.1) / (0.4 * 0.01)))).toBeLessThan(1e-7);
    expect(trajectory.certificate.energyCreated.value).toBeLessThan(1e-9);
  });
});

describe("impacts of several contacts at once", () => {
  it("throw a box that lands flat straight up again", async () => {
    const contacts = vertexContacts<RigidContact>({
      name: "floor",
      body: "box",
      shape: rectangle(0.2, 0.1),
      against: { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 },
      friction: 0.4,
      restitution: p("e"),
    });
    const model = rigid({
      gravity: [0, -9.81, 0],
      bodies: [{ name: "box", space: "planar", mass: 1, inertia: 0.02 }],
      contacts,
    });
    const problem: Problem = {
      name: "box",
      title: "",
      model,
      parameters: { e: { value: 0.5, unit: "1", meaning: "restitution" } },
      start: { ...atRest(model), "box.y": 0.6 },
      grid: { steps: 60, h: 0.01, method: "exact" },
      values: { apex: { unit: "m", meaning: "", of: { reduce: "peak", column: "box.y" } } },
    };
    const { status, values, trajectory, message } = await simulate(problem, {});
    expect(status, message).toBe("solved");
    expect(Math.abs(values.apex! - (0.1 + 0.25 * 0.5))).toBeLessThan(1e-9);
    expect(Math.abs(trajectory.columns["box.theta"][trajectory.t.length - 1])).toBeLessThan(1e-9);
  });
});
