import { describe, expect, it } from "vitest";
import { problem } from "../../../problems/exact/woodpecker.js";
import { simulate } from "../../../src/motion/solve.js";

type Three = readonly [number, number, number];

const [sleeve, tilting, bird, turning] = [3e-4, 5e-9, 4.5e-3, 7e-7];
const [pole, hole, half, neck, centre, tip, top] = [0.0025, 0.0031, 0.0058, 0.01, 0.015, 0.0201, 0.02];
const [stiffness, friction, gravity] = [0.0056, 0.3, 9.81];
const restitutions: Three = [0.5, 0, 0];

const dot = (a: Three, b: Three): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a: Three, h: number, b: Three): Three => [a[0] + h * b[0], a[1] + h * b[1], a[2] + h * b[2]];
const cross = (a: Three, b: Three): Three => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Height of the sleeve, its tilt, the angle of the bird: mass matrix inverted, forces, gaps and their directions. */
function toy([, a, b]: Three, [, A, B]: Three) {
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)];
  const coupled = bird * neck * centre;
  const rows: readonly [Three, Three, Three] = [
    [sleeve + bird, bird * neck * ca, bird * centre * cb],
    [bird * neck * ca, tilting + bird * neck ** 2, coupled * Math.cos(a - b)],
    [bird * centre * cb, coupled * Math.cos(a - b), turning + bird * centre ** 2],
  ];
  const inverse: readonly Three[] = [cross(rows[1], rows[2]), cross(rows[2], rows[0]), cross(rows[0], rows[1])];
  const volume = dot(rows[0], inverse[0]);
  const spring = stiffness * (a - b);
  const force: Three = [
    -(sleeve + bird) * gravity + bird * (neck * sa * A * A + centre * sb * B * B),
    -spring - bird * gravity * neck * ca - coupled * Math.sin(a - b) * B * B,
    spring - bird * gravity * centre * cb + coupled * Math.sin(a - b) * A * A,
  ];
  const beak = centre - tip;
  return {
    over: (f: Three): Three =>
      plus(plus(plus([0, 0, 0], f[0] / volume, inverse[0]), f[1] / volume, inverse[1]), f[2] / volume, inverse[2]),
    force,
    gaps: [neck * ca + beak * cb - top * sb - pole, hole * ca + half * sa - pole, hole * ca - half * sa - pole],
    normals: [
      [0, -neck * sa, -beak * sb - top * cb],
      [0, -hole * sa + half * ca, 0],
      [0, -hole * sa - half * ca, 0],
    ] as readonly Three[],
    tangents: [
      [1, neck * ca, beak * cb - top * sb],
      [1, hole * ca + half * sa, 0],
      [1, hole * ca - half * sa, 0],
    ] as readonly Three[],
  };
}

/** Moreau's midpoint rule: contacts closed at the middle of a step share one complementarity problem of impulses. */
function moreau(h: number, end: number, pull: number): { period: number; drop: number } {
  const jammed = Math.atan2(half, hole) - Math.acos(pole / Math.hypot(hole, half));
  let q: Three = [0, jammed, jammed - pull];
  let u: Three = [0, 0, 0];
  const passed: number[] = [];
  for (let k = 0; k < Math.round(end / h); k++) {
    const middle = plus(q, 0.5 * h, u);
    const { over, force, gaps, normals, tangents } = toy(middle, u);
    let v = plus(u, h, over(force));
    const closed = [0, 1, 2].filter((i) => gaps[i] <= 1e-12);
    const impulses = closed.map(() => [0, 0]);
    for (let sweep = 0, change = 1; closed.length > 0 && sweep < 5000 && change > 1e-17; sweep++) {
      change = 0;
      closed.forEach((i, c) => {
        for (const axis of [0, 1]) {
          const w = axis === 0 ? normals[i] : tangents[i];
          const by = over(w);
          const rate = dot(w, v) + (axis === 0 ? restitutions[i] * dot(w, u) : 0);
          const tried = impulses[c][axis] - rate / dot(w, by);
          const most = friction * impulses[c][0];
          const next = axis === 0 ? Math.max(0, tried) : Math.max(-most, Math.min(most, tried));
          v = plus(v, next - impulses[c][axis], by);
          change = Math.max(change, Math.abs(next - impulses[c][axis]));
          impulses[c][axis] = next;
        }
      });
    }
    const next = plus(middle, 0.5 * h, v);
    if (q[2] <= 0 && next[2] > 0) passed.push(h * (k - q[2] / (next[2] - q[2])));
    [q, u] = [next, v];
  }
  return { period: (passed[passed.length - 1] - passed[0]) / (passed.length - 1), drop: -q[0] };
}

describe("the woodpecker on its pole", () => {
  it("pecks as an independent time stepping has it, pulled further than the problem does", async () => {
    const [pull, time] = [0.55, 0.5];
    const { status, values } = await simulate(problem, { set: { pull, time } });
    const stepped = moreau(2e-5, time, pull);
    expect(status).toBe("solved");
    expect(Math.abs(Number(values.period) - stepped.period)).toBeLessThan(2e-3 * stepped.period);
    expect(Math.abs(Number(values.drop) - stepped.drop)).toBeLessThan(0.01 * stepped.drop);
  });

  it("hangs still where it is pulled no further than it hangs", async () => {
    // where the spring carries the bird: stiffness · pull = m g l_G cos(tilt − pull)
    let pull = 0.1;
    for (let i = 0; i < 50; i++) pull = (bird * gravity * centre * Math.cos(0.1007 + pull)) / stiffness;
    const { status, values } = await simulate(problem, { set: { pull } });
    expect(status).toBe("solved");
    expect(values.drop).toBeLessThan(1e-12);
    expect(values.period).toBeNull();
  });
});
