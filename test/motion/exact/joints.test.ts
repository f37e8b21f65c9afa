import { describe, expect, it } from "vitest";
import { problem as pendulum } from "../../../problems/joints/pendulum.js";
import { simulate } from "../../../src/motion/solve.js";
import { endOf } from "./end-of.js";

const g = 9.81;

type State = readonly number[];

/** The classic method of Runge and Kutta, on equations that know no joints. */
function integrated(slopes: (y: State) => State, start: State, end: number, n = 4000): State {
  const h = end / n;
  const moved = (y: State, by: number, k: State): State => y.map((x, i) => x + by * k[i]);
  let y = start;
  for (let i = 0; i < n; i++) {
    const a = slopes(y);
    const b = slopes(moved(y, h / 2, a));
    const c = slopes(moved(y, h / 2, b));
    const d = slopes(moved(y, h, c));
    y = y.map((x, j) => x + (h / 6) * (a[j] + 2 * b[j] + 2 * c[j] + d[j]));
  }
  return y;
}

describe("joints by the method exact", () => {
  it("swing a pendulum whose whole energy is none: what it moves with says what a step may create", async () => {
    for (const accuracy of [1e-2, 1e-4]) {
      const { status, message } = await simulate(pendulum, {
        set: { "grid.method": "exact", "grid.accuracy": accuracy },
      });
      expect([status, message]).toEqual(["solved", expect.any(String)]);
    }
  });

  it("swing a mass on a damped spring, and on a rope that catches it, as Newton's law does", async () => {
    const [mass, k, c, at] = [2, 50, 1, 0.5];
    for (const kind of ["spring", "tendon"] as const) {
      const last = await endOf(
        {
          gravity: [0, -g, 0],
          bodies: [{ name: "m", space: "planar", mass, inertia: 0.1 }],
          contacts: [],
          forces: [{ name: "s", kind, body: "m", to: { at: [0, 0, 0] }, stiffness: k, length: at, damping: c }],
        },
        { "m.x": 0.3, "m.vy": 2 },
        1,
      );
      const end = integrated(
        ([x, y, u, w]) => {
          const length = Math.hypot(x, y);
          const pull = k * (length - at) + (c * (x * u + y * w)) / length;
          const tension = kind === "spring" ? pull : length > at ? Math.max(0, pull) : 0;
          return [u, w, (-tension * x) / length / mass, (-tension * y) / length / mass - g];
        },
        [0.3, 0, 0, 2],
        1,
        40_000,
      );
      ["m.x", "m.y", "m.vx", "m.vy"].forEach((name, i) => {
        expect(Math.abs(last(name) - end[i])).toBeLessThan(3e-6);
      });
    }
  });

  it("swing a pendulum for the period of the elliptic integral", async () => {
    const { status, values } = await simulate(pendulum, { set: { "grid.method": "exact", "grid.accuracy": 1e-9 } });
    expect(status).toBe("solved");
    let [a, b] = [1, Math.cos(Math.PI / 4)];
    for (let i = 0; i < 6; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    // the bob has a moment about its own centre: 2/5 of the square of a thousandth of the rod
    const period = (2 * Math.PI * Math.sqrt((1 + 0.4e-6) / g)) / a;
    expect(Math.abs((values.period ?? 0) / period - 1)).toBeLessThan(1e-9);
    expect(Math.abs((values["force.max"] ?? 0) / (3 * g) - 1)).toBeLessThan(1e-6);
  });

  it("swing a chain of two rods as its two angles do", async () => {
    const rod = { space: "planar", mass: 1, inertia: 1 / 12 } as const;
    const [first, second] = [1, -0.5];
    const last = await endOf(
      {
        gravity: [0, -g, 0],
        bodies: [
          { name: "a", ...rod },
          { name: "b", ...rod },
        ],
        contacts: [],
        joints: [
          { name: "p", kind: "hinge", body: "a", at: [0, 0.5, 0] },
          { name: "q", kind: "hinge", body: "b", at: [0, 0.5, 0], to: { body: "a", at: [0, -0.5, 0] } },
        ],
      },
      {
        "a.theta": first,
        "a.x": 0.5 * Math.sin(first),
        "a.y": -0.5 * Math.cos(first),
        "b.theta": second,
        "b.x": Math.sin(first) + 0.5 * Math.sin(second),
        "b.y": -Math.cos(first) - 0.5 * Math.cos(second),
      },
      1,
    );
    const [a, b, , omega] = integrated(
      ([a, b, u, w]) => {
        const [c, s] = [Math.cos(a - b), Math.sin(a - b)];
        const r = -0.5 * s * w * w - 1.5 * g * Math.sin(a);
        const q = 0.5 * s * u * u - 0.5 * g * Math.sin(b);
        const d = 4 / 9 - (c * c) / 4;
        return [u, w, (r / 3 - (q * c) / 2) / d, ((4 / 3) * q - (r * c) / 2) / d];
      },
      [first, second, 0, 0],
      1,
    );
    expect(Math.abs(last("a.theta") - a)).toBeLessThan(1e-6);
    expect(Math.abs(last("b.theta") - b)).toBeLessThan(1e-6);
    expect(Math.abs(last("b.omega") - omega)).toBeLessThan(1e-5);
  });

  it("turn a heavy top as its three angles do", async () => {
    const [mass, arm, across, along] = [1, 0.2, 0.02, 0.01];
    const [tilt, spin] = [0.5, 60];
    const axis = [0, -Math.sin(tilt), Math.cos(tilt)];
    const ends = ["x", "y", "z"].flatMap((name, i): [string, number][] => [
      [`t.${name}`, arm * axis[i]],
      [`t.w${name}`, spin * axis[i]],
    ]);
    const last = await endOf(
      {
        gravity: [0, 0, -g],
        bodies: [{ name: "t", space: "spatial", mass, inertia: [across, across, along] }],
        contacts: [],
        joints: [{ name: "p", kind: "ball", body: "t", at: [0, 0, -arm] }],
      },
      { ...Object.fromEntries(ends), "t.e0": Math.cos(tilt / 2), "t.ex": Math.sin(tilt / 2) },
      0.5,
    );
    const [about, own] = [across + mass * arm * arm, along * spin];
    const [a, p] = integrated(
      ([a, , w]) => {
        const turn = (own * (Math.cos(tilt) - Math.cos(a))) / (about * Math.sin(a) ** 2);
        const moment = mass * g * arm - own * turn;
        return [w, turn, turn * turn * Math.sin(a) * Math.cos(a) + (moment * Math.sin(a)) / about];
      },
      [tilt, 0, 0],
      0.5,
    );
    expect(Math.abs(last("t.z") - arm * Math.cos(a))).toBeLessThan(1e-7);
    expect(Math.abs(last("t.x") - arm * Math.sin(a) * Math.sin(p))).toBeLessThan(1e-7);
    expect(Math.abs(last("t.y") + arm * Math.sin(a) * Math.cos(p))).toBeLessThan(1e-7);
  });
});
