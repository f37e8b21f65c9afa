import { describe, expect, it } from "vitest";
import type { RigidContact } from "../../../src/models/rigid.js";
import { endOf } from "./end-of.js";

const g = 9.81;
const floor = { kind: "half-space", normal: [0, 1, 0], tangent: [1, 0, 0], offset: 0 } as const;
const gravity = [0, -g, 0] as const;

describe("rigid blows that give nothing back, by the method exact", () => {
  it("let a ball land, slide and roll", async () => {
    const [radius, friction, height, speed] = [0.05, 0.3, 0.3, 3];
    const last = await endOf(
      {
        gravity,
        bodies: [{ name: "ball", space: "planar", mass: 0.2, inertia: 0.4 * 0.2 * radius ** 2 }],
        contacts: [
          { name: "c", body: "ball", shape: { kind: "ball", radius }, against: floor, friction, restitution: 0 },
        ],
      },
      { "ball.y": radius + height, "ball.vx": speed },
      1,
    );
    const fall = Math.sqrt((2 * height) / g);
    // the blow slides: its friction is μ of the momentum that it takes; what slips falls by 7/2 of what the centre loses
    const lost = friction * g * fall;
    const slip = speed - 3.5 * lost;
    expect(slip).toBeGreaterThan(0);
    const sliding = slip / (3.5 * friction * g);
    const rolling = speed - lost - friction * g * sliding;
    expect(sliding).toBeLessThan(1 - fall);
    const way = speed * fall + (speed - lost - (friction * g * sliding) / 2) * sliding + rolling * (1 - fall - sliding);
    expect(Math.abs(last("ball.x") - way)).toBeLessThan(1e-9);
    expect(Math.abs(last("ball.vx") - rolling)).toBeLessThan(1e-9);
  });

  it("let a block on two corners slide to rest", async () => {
    const [friction, speed] = [0.3, 2];
    const corner = (name: string, x: number): RigidContact => ({
      name,
      body: "block",
      shape: { kind: "point", at: [x, -0.03, 0] },
      against: floor,
      friction,
      restitution: 0,
    });
    const last = await endOf(
      {
        gravity,
        bodies: [{ name: "block", space: "planar", mass: 1, inertia: 0.01 }],
        contacts: [corner("left", -0.1), corner("right", 0.1)],
      },
      { "block.y": 0.03, "block.vx": speed },
      1.5,
    );
    expect(Math.abs(last("block.x") - speed ** 2 / (2 * friction * g))).toBeLessThan(1e-9);
    expect(Math.abs(last("block.vx"))).toBeLessThan(1e-9);
  });

  it("stop a pendulum at the limit of its hinge, which gives nothing back", async () => {
    const last = await endOf(
      {
        gravity,
        bodies: [{ name: "bob", space: "planar", mass: 1, inertia: 1e-9 }],
        contacts: [],
        joints: [{ name: "pin", kind: "hinge", body: "bob", at: [0, 1, 0], limits: { lower: -0.3 } }],
      },
      { "bob.theta": 1, "bob.x": Math.sin(1), "bob.y": -Math.cos(1) },
      1.2,
    );
    // small steps of the angle alone: where it meets the stop it is let go at rest
    const n = 400_000;
    const h = 1.2 / n;
    let [a, w, struck] = [1, 0, false];
    for (let i = 0; i < n; i++) {
      w -= h * g * Math.sin(a);
      a += h * w;
      if (!struck && a < -0.3) [a, w, struck] = [-0.3, 0, true];
    }
    expect(struck).toBe(true);
    expect(Math.abs(last("bob.theta") - a)).toBeLessThan(1e-5);
  });
});
