import { describe, expect, it } from "vitest";
import { problem } from "../../../problems/exact/bank.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { solve } from "../../../src/motion/solve.js";

const declared = {
  time: 1.5,
  restitution: 0.8,
  friction: 0,
  "wall.x": 1,
  "wall.y": 0.6,
  "target.x": 0.3,
  "target.y": -0.2,
  radius: 0.05,
  mass: 0.2,
};
type Numbers = typeof declared;

/** The launch without friction: targets mirrored, ways beyond a wall divided by the restitution. */
function mirrored({ time, restitution: e, radius, ...at }: Numbers): { vx: number; vy: number } {
  const velocity = (wall: number, target: number): number => (wall - radius + (wall - radius - target) / e) / time;
  return { vx: velocity(at["wall.x"], at["target.x"]), vy: velocity(at["wall.y"], at["target.y"]) };
}

/** A launch followed by hand: straight lines, and at a wall P = m (1 + e) v with friction in its cone. */
function followed(numbers: Numbers, launch: { vx: number; vy: number }): { x: number; y: number; spin: number } {
  const { restitution: e, friction: mu, radius: r, mass: m } = numbers;
  const inertia = 0.5 * m * r * r;
  let { vx, vy } = launch;
  let [x, y, spin, left] = [0, 0, 0, numbers.time];
  for (;;) {
    const right = vx > 0 ? (numbers["wall.x"] - r - x) / vx : Number.POSITIVE_INFINITY;
    const top = vy > 0 ? (numbers["wall.y"] - r - y) / vy : Number.POSITIVE_INFINITY;
    const t = Math.min(left, right, top);
    x += vx * t;
    y += vy * t;
    left -= t;
    if (left <= 0) return { x, y, spin };
    const isRight = right <= top;
    const most = mu * m * (1 + e) * (isRight ? vx : vy);
    const slip = isRight ? vy + spin * r : vx - spin * r;
    const push = Math.min(most, Math.max(-most, -slip / (1 / m + (r * r) / inertia)));
    if (isRight) [vx, vy] = [-e * vx, vy + push / m];
    else [vx, vy] = [vx + push / m, -e * vy];
    spin += ((isRight ? r : -r) * push) / inertia;
  }
}

describe("a disk off two walls", () => {
  it.each(Object.keys(declared).filter((name) => name !== "friction") as (keyof Numbers)[])(
    "is launched at the mirrored target, whatever %s is",
    async (name) => {
      for (const part of [0.5, 0.8, 1.25, 2]) {
        const set = { [name]: part * declared[name] };
        if (name === "restitution" && set[name] > 1) continue;
        const { status, values, message } = await solve(problem, { set });
        const { vx, vy } = mirrored({ ...declared, ...set });
        expect(status, message).toBe("solved");
        expect(Math.abs(values["launch.angle"]! - Math.atan2(vy, vx)), message).toBeLessThan(1e-9);
        expect(Math.abs(values["launch.speed"]! - Math.hypot(vx, vy)), message).toBeLessThan(1e-9);
        expect(values["end.spin"]).toBe(0);
      }
    },
  );

  it.each([
    { friction: 0.05 },
    { friction: 0.1, restitution: 0.5 },
    { friction: 0.3 },
    { friction: 0.8, "target.y": -0.3 },
  ])("with wall friction lands where the law of impulses says: %j", async (set) => {
    const { status, values, message } = await solve(problem, { set });
    expect(status, message).toBe("solved");
    const [angle, speed] = [values["launch.angle"]!, values["launch.speed"]!];
    const launch = { vx: speed * Math.cos(angle), vy: speed * Math.sin(angle) };
    const { x, y, spin } = followed({ ...declared, ...set }, launch);
    expect(Math.abs(x - values["end.x"]!)).toBeLessThan(1e-9);
    expect(Math.abs(y - values["end.y"]!)).toBeLessThan(1e-9);
    expect(Math.abs(spin - values["end.spin"]!)).toBeLessThan(1e-7);
    expect(Math.abs(spin)).toBeGreaterThan(1e-3);
  });

  it("comes to the same launch from others", async () => {
    for (const [angle, speed] of [
      [0.5, 2],
      [0.9, 1.2],
      [0.6, 4],
    ]) {
      const { status, values } = await solve(problem, { set: { angle, speed } });
      const { vx, vy } = mirrored(declared);
      expect(status).toBe("solved");
      expect(values["launch.speed"]).toBeCloseTo(Math.hypot(vx, vy), 9);
    }
  });

  it("is launched at every mirror image, and each is told by what it strikes", async () => {
    const { restitution: e, radius: r, time } = declared;
    const [wallX, wallY] = [declared["wall.x"] - r, declared["wall.y"] - r];
    const [x, y] = [declared["target.x"], declared["target.y"]];
    const [byX, byY] = [wallX + (wallX - x) / e, wallY + (wallY - y) / e];
    const images = [
      { way: [x, y], sequence: "flight" },
      { way: [byX, y], sequence: "flight, impact (right), flight" },
      { way: [byX, byY], sequence: "flight, impact (top), flight, impact (right), flight" },
      { way: [x, byY], sequence: "flight, impact (top), flight" },
    ];
    const search = { all: true, samples: 24, scan: { name: "angle", from: -1, to: 1.8 } };
    const { solutions = [] } = await solve(problem, { search });
    expect(solutions.map(({ run }) => run?.sequence)).toEqual(images.map(({ sequence }) => sequence));
    solutions.forEach(({ status, values }, i) => {
      const [wayX, wayY] = images[i].way;
      expect(status).toBe("solved");
      expect(Math.abs(values["launch.angle"]! - Math.atan2(wayY, wayX))).toBeLessThan(1e-9);
      expect(Math.abs(values["launch.speed"]! - Math.hypot(wayX, wayY) / time)).toBeLessThan(1e-9);
    });
  });

  it("may take the time that it needs at a given speed", async () => {
    const [end, other] = problem.boundary ?? [];
    const { time, speed } = problem.parameters;
    const timed: Problem = {
      ...problem,
      boundary: [end, { ...other, frees: "time" }],
      parameters: { ...problem.parameters, time: { ...time, min: 0.2, max: 4 }, speed: { ...speed, value: 2 } },
    };
    const { vx, vy } = mirrored({ ...declared, time: 1 });
    const { status, message, values, trajectory } = await solve(timed, { set: { time: 1.2 } });
    expect(status, message).toBe("solved");
    expect(Math.abs(values["launch.angle"]! - Math.atan2(vy, vx))).toBeLessThan(1e-9);
    expect(Math.abs(trajectory.t[trajectory.t.length - 1] - Math.hypot(vx, vy) / 2)).toBeLessThan(1e-9);
  });

  it("is not solved where the target is behind a wall", async () => {
    const { status } = await solve(problem, { set: { "target.x": 1.2 } });
    expect(status).not.toBe("solved");
  });
});
