import { describe, expect, it } from "vitest";
import { finish } from "../../../src/algebra/stepwise.js";
import {
  add,
  atRest,
  type BoundaryCondition,
  last,
  mul,
  type Problem,
  parameter as p,
  type Result,
  rigid,
  solve,
  sub,
} from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { noShift } from "../../../src/motion/conditions/goal.js";
import { squaresAt } from "../../../src/motion/conditions/least.js";
import { courses, elementsOf } from "../../../src/motion/exact/course.js";
import { borrow } from "../../../src/motion/march/workspace.js";

const [g, radius, restitution] = [9.81, 0.05, 0.7];
const model = rigid({
  gravity: [0, 0, -g],
  bodies: [{ name: "ball", space: "spatial", shape: { kind: "ball", radius }, mass: 0.2 }],
  world: [{ name: "floor", shape: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 } }],
  contacts: "all",
  materials: [{ friction: 0, restitution }],
});
const [x, z, vz] = [last("ball.x"), last("ball.z"), last("ball.vz")];
const frees = ["vx", "vz"];
const when = { touch: ["ball", "floor"], name: "it" } as const;

/** A rigid ball that is thrown from a metre's height and rebounds. */
const throwing = (boundary: readonly BoundaryCondition[]): Problem => {
  const launch = (value: number) => ({ value, unit: "m/s", meaning: "launch velocity", min: -20, max: 20 });
  return {
    name: "test/thrown-exactly",
    title: "A throw",
    model,
    parameters: { vx: launch(5), vz: launch(5) },
    start: { ...atRest(model), "ball.z": 1, "ball.vx": p("vx"), "ball.vz": p("vz") },
    grid: { steps: 100, h: 0.01 },
    boundary,
    values: boundary.some(({ when }) => typeof when === "object" && !("at" in when))
      ? { it: { unit: "s", meaning: "when", of: { timeOf: "it" } } }
      : {},
  };
};

/** The same, computed to an accuracy. */
const thrown = (
  boundary: readonly BoundaryCondition[],
  {
    search,
    set,
    ...heard
  }: Pick<NonNullable<Parameters<typeof solve>[1]>, "search" | "set" | "signal" | "onIteration"> = {},
): Promise<Result> =>
  solve(throwing(boundary), { set: { "grid.method": "exact", ...set }, ...(search && { search }), ...heard });
const launchOf = ({ run }: Result): readonly number[] => frees.map((name) => Number(run.parameters[name]));

describe("conditions of every kind on motions to an accuracy", () => {
  it("hold at the top of a bounce, whose time is a result: more of them than what is freed", async () => {
    const top = { sometime: "it" };
    const found = await thrown([
      { name: "high", unit: "m", residual: sub(z, 0.9), when: top, frees },
      { name: "far", unit: "m", residual: sub(x, 2.5), when: top },
      { name: "top", unit: "m/s", residual: vz, when: top },
    ]);
    expect(found.status, found.message).toBe("solved");
    // it rises .85 m behind the impact, at e times the speed of before
    const rebound = Math.sqrt(2 * g * 0.85);
    const down = rebound / restitution;
    const [vx, start] = launchOf(found);
    expect(Math.abs(start)).toBeCloseTo(Math.sqrt(down * down - 2 * g * 0.95), 7);
    const time = (start + down + rebound) / g;
    expect(found.values.it).toBeCloseTo(time, 8);
    expect(vx).toBeCloseTo(2.5 / time, 7);
  });

  it("hold at the first touch, and choose the least effort of all that do", async () => {
    const effort = add(mul(p("vx"), p("vx")), mul(p("vz"), p("vz")));
    const found = await thrown([
      { name: "lands", unit: "m", residual: sub(x, 3), when, frees },
      { name: "effort", unit: "m²/s²", residual: { least: effort } },
    ]);
    expect(found.status, found.message).toBe("solved");
    // (3/t)² + (g t/2 − .95/t)² is least where t⁴ = 4 (3² + .95²)/g²
    const t = Math.sqrt((2 * Math.sqrt(9 + 0.95 ** 2)) / g);
    expect(found.values.it).toBeCloseTo(t, 5);
    expect(launchOf(found)[0]).toBeCloseTo(3 / t, 5);
  });

  it("choose the better of two minima of what is preferred, whichever is found last", async () => {
    const [side, vx] = [-1, p("vx")];
    const wide = sub(mul(0.1, vx, vx), 10);
    const low: BoundaryCondition = { name: "low", unit: "m", residual: sub(z, 0.6), when: { at: 0.4 }, frees };
    const valleys = { name: "valley", unit: "1", residual: { least: sub(mul(wide, wide), mul(side, vx)) } };
    const found = await thrown([low, valleys], { set: { vx: 9 * side, "grid.end": 0.4 } });
    expect(found.status, found.message).toBe("solved");
    expect(Math.abs(launchOf(found)[0] - 10 * side)).toBeLessThan(0.2);
  });

  it("are weighted least squares at a time between elements and at the end", async () => {
    const found = await thrown([
      { name: "early", unit: "m", residual: sub(x, 2), tolerance: 0.5, when: { at: 0.4321 }, frees },
      { name: "late", unit: "m", residual: sub(x, 4.4), tolerance: 0.25 },
      { name: "low", unit: "m", residual: sub(z, 0.6), when: { at: 0.4321 } },
    ]);
    expect(found.status, found.message).toBe("solved");
    const [a, b] = [0.4321 / 0.5, 1 / 0.25];
    expect(launchOf(found)[0]).toBeCloseTo((a * (2 / 0.5) + b * (4.4 / 0.25)) / (a * a + b * b), 8);
    expect(launchOf(found)[1]).toBeCloseTo((0.6 - 1) / 0.4321 + (g * 0.4321) / 2, 8);
  });

  it("hold behind bounces without end, which end after .26 s", async () => {
    const there: BoundaryCondition = {
      name: "there",
      unit: "m",
      residual: sub(x, 1.8),
      when: { at: 0.87 },
      frees: "vx",
    };
    const dropped = { ...throwing([there]), start: { ...atRest(model), "ball.z": 0.06, "ball.vx": p("vx") } };
    const found = await solve(dropped, { set: { "grid.method": "exact" } });
    expect(found.status, found.message).toBe("solved");
    expect(launchOf(found)[0]).toBeCloseTo(1.8 / 0.87, 8);
  });

  it("are missed by as much as they must be, which is told", async () => {
    const residual = { body: "ball", inside: { kind: "ball", centre: [12, 0, 2], radius: 0.5 } } as const;
    // no longer than it is asked, so that few of the other starts come to many bounces
    const found = await thrown([{ name: "in", unit: "m", residual, when: { at: 0.5 }, frees }], {
      set: { "grid.end": 0.5 },
    });
    expect([found.status, found.trajectory.certificate.conditions?.[0].miss]).toEqual([
      "infeasible",
      expect.closeTo(1.5, 8),
    ]);
    expect(found.message).toContain("the closest misses in by 1.50 m, with vx = 20 at the end of its range");
  });

  it("have squares whose slopes know that elements get longer up to an impact", () => {
    const inside = { kind: "half-space", normal: [1, 0, 1], offset: 0.2 } as const;
    const residual = { body: "ball", inside } as const;
    const setup = setUp(throwing([{ name: "low", unit: "m", residual, when: "always", frees }]), {
      "grid.method": "exact",
      vx: 1,
      vz: 1,
    });
    const task = { setup, workspace: borrow(setup), signal: undefined };
    const plan = finish(elementsOf(task, setup.parameters, 1e-6)).elements;
    const ground = {
      setup,
      marcher: task.workspace.marcher,
      path: emptyPath(setup.compiled.kernels, 0),
      signal: undefined,
      onShot() {},
      courses: courses(task, { tolerance: 1e-6, plan }),
    };
    const goal = { weight: () => 1, shift: noShift };
    const at = (vx: number, vz: number) => finish(squaresAt(ground, goal, Float64Array.of(vx, vz)))!;
    const by = 1e-4;
    expect(at(1, 1).cost).toBeGreaterThan(0.1);
    const slope = at(1, 1).normal.gs.to1DArray();
    expect(slope[0]).toBeCloseTo((at(1 + by, 1).cost - at(1 - by, 1).cost) / (2 * by), 6);
    expect(slope[1]).toBeCloseTo((at(1, 1 + by).cost - at(1, 1 - by).cost) / (2 * by), 6);
  });

  it("that cannot be met for all time through a bounce are missed least after some hundred motions: they took thousands", async () => {
    const inside = { kind: "half-space", normal: [1, 0, 1], offset: 2.2 } as const;
    const found = await thrown([
      { name: "end", unit: "m", residual: sub(x, 3), frees, within: { from: 0 } },
      { name: "low", unit: "m", residual: { body: "ball", inside }, when: "always" },
      { name: "way", unit: "m", residual: sub(z, 0.3), when: { at: 0.5 } },
    ]);
    expect(found.status, found.message).toBe("infeasible");
    expect(found.message).toContain("the closest misses low by 0.539 m and end by 0.0904 m and way by 0.0515 m");
    expect(found.counts.shots).toBeLessThan(500);
  });

  it("are all searched from many starts: straight to a place at a time, and by way of the floor", async () => {
    const when = { at: 0.8 };
    const asked: BoundaryCondition[] = [
      { name: "far", unit: "m", residual: sub(x, 1.5), when, frees: "vx" },
      { name: "high", unit: "m", residual: sub(z, 0.5), when, frees: "vz" },
    ];
    const found = await thrown(asked, { search: { all: true, samples: 12 } });
    const speeds = (found.solutions ?? []).map((one) => launchOf(one)[1]);
    expect(speeds.length, found.message).toBeGreaterThan(1);
    for (const speed of speeds) {
      const fall = Math.sqrt(speed * speed + 2 * g * 0.95);
      const [touch, up] = [(speed + fall) / g, restitution * fall];
      const left = 0.8 - touch;
      const height = left < 0 ? 1 + speed * 0.8 - (g * 0.64) / 2 : radius + up * left - (g * left * left) / 2;
      // behind a second impact nothing is asked of it here
      if (left < (2 * up) / g) expect(height).toBeCloseTo(0.5, 7);
    }
    expect(new Set(speeds.map((speed) => speed.toFixed(6))).size).toBe(speeds.length);
    const refused = thrown(asked, { search: { all: true, scan: { name: "vx", from: 0, to: 1 } } });
    await expect(refused).rejects.toThrow("A scan is of equations at the end");
  });

  it.each([1.9, 2.05, 2.8, 2.85, 3])("change the guess least to reach a ball at %f m behind a bounce", async (far) => {
    const centre = [far, 0, 0.5] as const;
    const reach = 0.05;
    const found = await thrown(
      [
        {
          name: "in",
          unit: "m",
          residual: { body: "ball", inside: { kind: "ball", centre, radius: reach } },
          when: { sometime: "it" },
          frees,
        },
      ],
      { set: { vx: 2, vz: 2, "grid.end": 1.5 } },
    );
    expect(found.status, found.message).toBe("solved");
    // motions on the elements of one motion have walls, where events would come before their element: no search creeps along them
    expect(found.counts.shots).toBeLessThan(1000);
    // how near it comes between the first impact and the second
    const nearest = ([vx, vz]: readonly number[]): number => {
      const fall = Math.sqrt(vz * vz + 2 * g * 0.95);
      const [touch, up] = [(vz + fall) / g, restitution * fall];
      const away = (s: number): number =>
        Math.hypot(vx * (touch + s) - far, radius + up * s - (g * s * s) / 2 - 0.5) - reach;
      return Math.min(...Array.from({ length: 20_001 }, (_, i) => away(((2 * up) / g) * (i / 20_000))));
    };
    const launch = launchOf(found);
    expect(nearest(launch)).toBeCloseTo(0, 6);
    // where the change is least it is along the slope of that, ranges being alike
    const slope = [0, 1].map((j) => {
      const aside = (by: number): number => nearest(launch.map((v, i) => v + (i === j ? by : 0)));
      return (aside(1e-3) - aside(-1e-3)) / 2e-3;
    });
    const change = launch.map((v) => v - 2);
    const turned = (slope[0] * change[1] - slope[1] * change[0]) / (Math.hypot(...slope) * Math.hypot(...change));
    expect(Math.abs(turned)).toBeLessThan(1e-3);
  });

  it.each([3, 60, 300])(
    "that are cancelled after %i motions ask for no larger accuracy: nobody waits for what would confirm them",
    async (after) => {
      const cancel = new AbortController();
      let seen = 0;
      const { status, message } = await thrown(
        [
          {
            name: "low",
            unit: "m",
            residual: { body: "ball", inside: { kind: "half-space", normal: [0, 0, 1], offset: 0.3 } },
            when: "always",
            frees,
          },
          { name: "far", unit: "m", residual: sub(x, 3) },
        ],
        { signal: cancel.signal, onIteration: () => ++seen > after && cancel.abort() },
      );
      expect(status).toBe("cancelled");
      expect(message).toMatch(/^Cancelled/);
      expect(message).not.toContain("grid.accuracy");
    },
  );
});
