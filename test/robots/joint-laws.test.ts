import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromAxisAngle, rotate, type Vector } from "../../src/algebra/rotation.js";
import type { Freedom, Joint } from "../../src/mechanics/actions/joint-data.js";
import type { Body } from "../../src/mechanics/body.js";
import type { Contact } from "../../src/mechanics/contact.js";
import { atRest, type Scene } from "../../src/mechanics/scene.js";
import { rigid } from "../../src/models/rigid.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import { simulate } from "../../src/motion/solve.js";
import type { Trajectory } from "../../src/motion/trajectory/trajectory.js";
import type { Robot } from "../../src/robots/robot.js";
import { real } from "../arbitraries.js";

type Parts = Partial<Scene<Contact>>;

async function march(parts: Parts, start: Problem["start"], steps: number, end: number): Promise<Trajectory> {
  const model = rigid({ gravity: [0, 0, 0], bodies: [], contacts: [], ...parts });
  const { status, trajectory } = await simulate({
    name: "test/joints",
    title: "",
    model,
    parameters: {},
    start: { ...atRest(model), ...start },
    grid: { steps, h: end / steps },
    values: {},
  });
  expect(status).toBe("solved");
  return trajectory;
}

const add = (...all: readonly (readonly number[])[]): Vector =>
  all.reduce<Vector>((sum, v) => [sum[0] + v[0], sum[1] + v[1], sum[2] + v[2]], [0, 0, 0]);
const times = (a: number, v: readonly number[]): Vector => [a * v[0], a * v[1], a * v[2]];
const cross = ([a, b, c]: readonly number[], [x, y, z]: readonly number[]): Vector => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
const length = (v: readonly number[]): number => Math.hypot(...v);

const vector = (size: number) => fc.tuple(real(-size, size), real(-size, size), real(-size, size));
const direction = vector(1)
  .filter((v) => length(v) > 0.2)
  .map((v) => times(1 / length(v), v));

/** What acts along a freedom without taking momentum from both sides together. */
const acting: fc.Arbitrary<Freedom> = fc.record({
  damping: real(0, 0.3),
  spring: fc.record({ stiffness: real(0, 30), rest: real(-0.2, 0.2) }),
  motor: fc.oneof(fc.record({ force: real(-1, 1) }), fc.record({ velocity: real(-2, 2), most: real(0, 1) })),
  friction: real(0, 0.5),
});
/** A joint of every kind; the other axis of a universal one is chosen across the first. */
const kinds = [
  { kind: "hinge", freedoms: [] },
  { kind: "slider", freedoms: [] },
  { kind: "fixed", freedoms: [] },
  { kind: "distance", freedoms: [] },
  { kind: "ball", freedoms: ["x", "z"] },
  { kind: "universal", freedoms: ["first", "second"] },
  { kind: "cylindrical", freedoms: ["along", "about"] },
  { kind: "planar", freedoms: ["u", "about"] },
] as const;

const scenes = fc.record({
  of: fc.constantFrom(...kinds),
  acts: acting,
  axis: direction,
  at: vector(0.3),
  away: vector(0.5),
  speeds: fc.tuple(vector(1), vector(1), vector(3), vector(3)),
  masses: fc.tuple(real(0.5, 2), real(0.5, 2)),
  turn: fc.tuple(direction, real(-3, 3)),
  moved: vector(2),
});

const names = ["a", "b"] as const;
/** Balls, so that no gyroscopic term adds to what joints do. */
const share = 0.02;

function pairOf(
  { of: { kind, freedoms }, acts, axis, at, away, speeds, masses, turn, moved }: Drawn,
  isMoved: boolean,
) {
  const [about, angle] = turn;
  const by = fromAxisAngle(about, isMoved ? angle : 0);
  const placed = (v: readonly number[]): Vector => add(rotate(by, v), isMoved ? moved : [0, 0, 0]);
  const b = add(away, [1, 0, 0]);
  const [across] = [cross(axis, Math.abs(axis[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0])];
  const joint: Joint = {
    name: "knee",
    kind,
    body: "a",
    at,
    axis,
    to: {
      body: "b",
      at: add(at, times(-1, b)),
      ...(kind === "universal" && { axis: times(1 / length(across), across) }),
    },
    ...(kind === "hinge" || kind === "slider" ? acts : {}),
    ...(kind === "distance" && { ...acts, to: { body: "b", at: [0, 0, 0] } }),
    ...(freedoms.length > 0 && { freedoms: Object.fromEntries(freedoms.map((name) => [name, acts])) }),
  };
  const bodies = names.map(
    (name, i): Body => ({ name, space: "spatial", mass: masses[i], inertia: share * masses[i] }),
  );
  const start: Record<string, number> = {};
  const states = [
    { x: [0, 0, 0], v: speeds[0], w: speeds[2] },
    { x: b, v: speeds[1], w: speeds[3] },
  ];
  states.forEach(({ x, v, w }, i) => {
    ["x", "y", "z"].forEach((c, k) => {
      start[`${names[i]}.${c}`] = placed(x)[k];
      start[`${names[i]}.v${c}`] = rotate(by, v)[k];
      start[`${names[i]}.w${c}`] = rotate(by, w)[k];
    });
    ["e0", "ex", "ey", "ez"].forEach((e, k) => {
      start[`${names[i]}.${e}`] = by[k];
    });
  });
  return { parts: { bodies, joints: [joint] } satisfies Parts, start, placed };
}

type Drawn = typeof scenes extends fc.Arbitrary<infer T> ? T : never;

const three = ({ columns }: Trajectory, body: string, prefix: string, k: number): Vector => [
  columns[`${body}.${prefix}x`][k],
  columns[`${body}.${prefix}y`][k],
  columns[`${body}.${prefix}z`][k],
];

/** Momentum, angular momentum about the origin and kinetic energy, of states and masses. */
function moving(motion: Trajectory, masses: readonly number[], k: number) {
  const each = names.map((name, i) => {
    const [x, v, w] = ["", "v", "w"].map((prefix) => three(motion, name, prefix, k));
    const m = masses[i];
    return {
      p: times(m, v),
      L: add(cross(x, times(m, v)), times(share * m, w)),
      T: (m * dot(v, v) + share * m * dot(w, w)) / 2,
    };
  });
  const [one, other] = each;
  return { p: add(one.p, other.p), L: add(one.L, other.L), T: one.T + other.T };
}

describe("joints of every kind with all that may act along them", () => {
  it("keep momentum, balance the power of every step, and move alike wherever the scene is", async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async (drawn) => {
        const { parts, start, placed } = pairOf(drawn, false);
        const [steps, end] = [12, 0.06];
        const motion = await march(parts, start, steps, end);
        const { columns } = motion;
        const at = (k: number) => moving(motion, drawn.masses, k);
        const first = at(0);
        // the first step gives both sides the velocities that they can have together
        const began = at(1);
        for (let k = 1; k <= steps; k++) {
          const now = at(k);
          // action is reaction: nothing from outside
          expect(length(add(now.p, times(-1, first.p)))).toBeLessThan(1e-9);
          // arms are means over a step, the scheme's positions are not: to its order
          expect(length(add(now.L, times(-1, first.L)))).toBeLessThan(0.05 * (1 + length(first.L)));
        }
        const motors = Object.keys(columns).filter((name) => name.endsWith(".motorPower"));
        const h = end / steps;
        for (let k = 2; k <= steps; k++) {
          const work = motors.reduce((sum, name) => sum + h * columns[name][k], 0);
          const stored = springs(drawn, columns, k) - springs(drawn, columns, k - 1);
          const losses = work - stored - (at(k).T - at(k - 1).T);
          expect(losses).toBeGreaterThan(-1e-9 * (1 + began.T));
        }
        const other = pairOf(drawn, true);
        const there = await march(other.parts, other.start, steps, end);
        for (const name of names)
          placed(three(motion, name, "", steps)).forEach((_, i) => {
            const expected = other.placed(three(motion, name, "", steps))[i];
            expect(Math.abs(three(there, name, "", steps)[i] - expected)).toBeLessThan(1e-7);
          });
      }),
      { numRuns: 5 },
    );
  });

  it.each([
    { kind: "ball", freedoms: { x: { spring: { stiffness: 20 }, damping: 0.1 } } },
    { kind: "universal", axis: [0, 0, 1], to: { body: "b", at: [-0.5, 0, 0], axis: [1, 0, 0] } },
    { kind: "slider", axis: [0, 0, 1] },
  ] as const)("miss angular momentum by the order of the scheme: $kind", async (one) => {
    const joint: Joint = { name: "knee", body: "a", at: [0.5, 0, 0], to: { body: "b", at: [-0.5, 0, 0] }, ...one };
    const bodies = names.map((name, i): Body => ({ name, space: "spatial", mass: i + 1, inertia: share * (i + 1) }));
    const spun = { "a.wx": 1, "a.wy": 0.5, "a.wz": 2, "b.wx": -0.7, "b.wz": -1 };
    const start = { "b.x": 1, "a.vy": 0.3, "a.vz": 0.2, "b.vy": -0.4, "b.vz": 0.1, ...spun };
    const missed = async (steps: number): Promise<number> => {
      const motion = await march({ bodies, joints: [joint] }, start, steps, 0.2);
      const [first, last] = [0, steps].map((k) => moving(motion, [1, 2], k).L);
      return length(add(last, times(-1, first)));
    };
    const [coarse, fine] = [await missed(20), await missed(40)];
    expect(coarse / fine).toBeCloseTo(2, 1);
    expect(fine).toBeLessThan(3e-4);
  });

  const chains = fc.record({
    axes: fc.tuple(direction, direction),
    origins: fc.tuple(vector(0.5), vector(0.5)),
    centres: fc.tuple(vector(0.3), vector(0.3)),
    masses: fc.tuple(real(0.5, 2), real(0.5, 2)),
    rates: fc.tuple(real(-3, 3), real(-3, 3)),
  });

  it("are in rows what they are in the coordinates of a tree: the same motion in the limit of short steps", async () => {
    await fc.assert(
      fc.asyncProperty(chains, async ({ axes, origins, centres, masses, rates }) => {
        const inertia = (i: number) => [0.03 * masses[i], 0.04 * masses[i], 0.05 * masses[i]] as const;
        const links = ["base", "l1", "l2"];
        const robot: Robot = {
          name: "chain",
          links,
          joints: [0, 1].map((i) => ({
            name: `j${i}`,
            kind: "continuous",
            parent: links[i],
            child: links[i + 1],
            origin: { position: origins[i], orientation: [1, 0, 0, 0] },
            axis: axes[i],
            limits: { lower: -Infinity, upper: Infinity, speed: Infinity },
          })),
          inertials: [0, 1].map((i) => ({
            link: links[i + 1],
            mass: masses[i],
            centre: centres[i],
            inertia: [...inertia(i), 0, 0, 0],
          })),
        };
        const bodies = [0, 1].map(
          (i): Body => ({ name: `l${i + 1}`, space: "spatial", mass: masses[i], inertia: inertia(i) }),
        );
        const back = centres.map((c) => times(-1, c));
        const joints: Joint[] = [
          { name: "j0", kind: "hinge", body: "l1", at: back[0], axis: axes[0], to: { at: origins[0], axis: axes[0] } },
          {
            name: "j1",
            kind: "hinge",
            body: "l2",
            at: back[1],
            axis: axes[1],
            to: { body: "l1", at: add(origins[1], back[0]), axis: axes[1] },
          },
        ];
        // in the pose without angles all axes are the world's
        const w = [times(rates[0], axes[0]), add(times(rates[0], axes[0]), times(rates[1], axes[1]))];
        const x = [add(origins[0], centres[0]), add(origins[0], origins[1], centres[1])];
        const v = [cross(w[0], centres[0]), add(cross(w[0], origins[1]), cross(w[1], centres[1]))];
        const start: Record<string, number> = {};
        for (const i of [0, 1])
          ["x", "y", "z"].forEach((c, k) => {
            start[`l${i + 1}.${c}`] = x[i][k];
            start[`l${i + 1}.v${c}`] = v[i][k];
            start[`l${i + 1}.w${c}`] = w[i][k];
          });
        const gravity = [0.5, -1, -9.81] as const;
        const ofTree = { gravity, robots: [{ name: "chain", robot }] };
        const begun = { "j0.velocity": rates[0], "j1.velocity": rates[1] };
        const limits = await Promise.all(
          ["position", "angle"].map((column) =>
            romberg(async (steps) => {
              const motion =
                column === "angle"
                  ? await march({ gravity, bodies, joints }, start, steps, 0.01)
                  : await march(ofTree, begun, steps, 0.01);
              return ["j0", "j1"].map((name) => motion.columns[`${name}.${column}`][steps]);
            }),
          ),
        );
        [0, 1].forEach((i) => {
          expect(Math.abs(limits[0][i] - limits[1][i])).toBeLessThan(1e-8);
        });
      }),
      { numRuns: 2 },
    );
  });
});

/** The energy of the springs of a joint, of what is observed along its freedoms. */
function springs({ of: { kind, freedoms }, acts }: Drawn, columns: Trajectory["columns"], k: number): number {
  const { stiffness = 0, rest = 0 } = acts.spring ?? {};
  const along =
    freedoms.length > 0
      ? freedoms.map((name) => `knee.${name}`)
      : ["hinge", "slider", "distance"].includes(kind)
        ? ["knee"]
        : [];
  return along.reduce((sum, name) => {
    const s = (columns[`${name}.angle`] ?? columns[`${name}.way`])[k];
    return sum + (Number(stiffness) / 2) * (s - Number(rest)) ** 2;
  }, 0);
}

/** The limit of a method of first order at no step, of results with 2, 4, 8, … steps. */
async function romberg(result: (steps: number) => Promise<number[]>): Promise<number[]> {
  const rows: number[][][] = [];
  for (let level = 0; level < 5; level++) {
    const row = [await result(2 ** (level + 1))];
    for (let j = 1; j <= level; j++)
      row.push(row[j - 1].map((x, i) => x + (x - rows[level - 1][j - 1][i]) / (2 ** j - 1)));
    rows.push(row);
  }
  return rows[4][4];
}
