import { describe, expect, it } from "vitest";
import { problem as belt } from "../../../problems/drives/belt.js";
import {
  add,
  type BoundaryCondition,
  design,
  last,
  mul,
  type Problem,
  parameter as p,
  type Result,
  simulate,
  solve,
  sqrt,
  sub,
} from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { look } from "../../../src/motion/conditions/look.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import { finish } from "../../finish.js";
import { launchOf, thrown } from "./thrown.js";

const [g, steps] = [9.81, 24];
const [x, z] = [last("ball.x"), last("ball.z")];
const speed = sqrt(add(mul(p("vx"), p("vx")), mul(p("vz"), p("vz"))));

/** The throw of the other tests, whose duration may be found. */
const timed = (...boundary: BoundaryCondition[]): Problem => {
  const { parameters, ...rest } = thrown(boundary);
  const time = { value: 1, unit: "s", meaning: "duration", min: 0.05, max: 5 };
  return { ...rest, parameters: { ...parameters, time }, grid: { steps, h: 1 / steps } };
};
const ask = (...boundary: BoundaryCondition[]): Promise<Result> => solve(timed(...boundary), { gridError: false });
const number = ({ run: { parameters } }: Result, name: string): number => Number(parameters[name]);

/** Backward Euler falls by g T² (1 + 1/N)/2. */
const fallen = (T: number): number => 0.5 * g * T * T * (1 + 1 / steps);
const down = (to: number): BoundaryCondition => ({ name: "down", unit: "m", residual: sub(z, to), frees: "time" });

describe("a duration that is found on a grid", () => {
  it("is that of free flight, by shooting and by the whole horizon at once", async () => {
    const T = (3 + Math.sqrt(9 + 4 * fallen(1))) / (2 * fallen(1));
    const far: BoundaryCondition = { name: "far", unit: "m", residual: sub(x, 3), frees: "vx" };
    const problem = timed(down(-1), far);
    for (const strategy of ["auto", "global"] as const) {
      const found = await solve(problem, { strategy, gridError: true });
      expect(found.status, found.message).toBe("solved");
      expect(number(found, "time")).toBeCloseTo(T, 10);
      expect(number(found, "vx")).toBeCloseTo(3 / T, 9);
      const { t, columns, certificate } = found.trajectory;
      expect([t.at(-1), columns["ball.z"].at(-1)]).toEqual([expect.closeTo(T, 12), expect.closeTo(-1, 9)]);
      // beside the continuous motion, which the method exact finds by itself
      const exact = await solve(problem, { set: { "grid.method": "exact" } });
      expect(number(exact, "time")).toBeCloseTo((3 + Math.sqrt(9 + 2 * g)) / g, 9);
      expect(certificate.gridError?.value).toBeGreaterThan(0.5 * Math.abs(number(exact, "time") - T));
    }
    const again = await simulate(problem, { set: { time: T, vx: 3 / T } });
    expect(again.trajectory.columns["ball.x"].at(-1)).toBeCloseTo(3, 9);
  });

  it("is that of a block that slows to a mark; beyond where it comes to rest there is none", async () => {
    const [v, mu] = [1.1, 0.45];
    const set = { "belt.v": 0, "block.v": v, friction: mu, "grid.steps": 40 };
    const mark = (at: number): Problem => ({
      ...belt,
      parameters: { ...belt.parameters, time: { ...belt.parameters.time, value: 0.1, min: 0.01, max: 1 } as never },
      boundary: [{ name: "mark", unit: "m", residual: sub(last("block.x"), at), frees: "time" }],
    });
    const found = await solve(mark(0.1), { set });
    expect(found.status, found.message).toBe("solved");
    const a = mu * g * (1 + 1 / 40);
    expect(number(found, "time")).toBeCloseTo((v - Math.sqrt(v * v - 2 * a * 0.1)) / a, 4);
    expect((await solve(mark(0.2), { set })).status).not.toBe("solved");
  });

  it("has exact slopes at all kinds of times", () => {
    const event = { reaches: sub(x, 0.71) };
    const problem = timed(
      { name: "at", unit: "m", residual: z, when: { at: 0.333 }, frees: ["vx", "vz", "time"] },
      { name: "event", unit: "m", residual: mul(z, p("time")), when: event },
      { name: "span", unit: "m", residual: z, within: { from: 0.3 }, when: { from: 0.111, to: 0.501 } },
      { name: "end", unit: "m", residual: add(x, z) },
    );
    const setup = setUp(problem);
    const { kernels, freed } = setup.compiled;
    const path = emptyPath(kernels, steps);
    const ground = { setup, marcher: borrow(setup).marcher, path, signal: undefined, onShot: () => {} };
    const at = (index: number, by: number) => {
      const moved = setup.parameters.slice();
      moved[index] += by;
      return finish(look(ground, moved));
    };
    const here = at(0, 0);
    freed.forEach((index, f) => {
      const [above, below] = [1e-7, -1e-7].map((by) => at(index, by).sights);
      here.sights.forEach(({ row }, i) => {
        const slope = (above[i].value - below[i].value) / 2e-7;
        expect(here.slopes[i * freed.length + f], `row ${row}`).toBeCloseTo(slope, 5);
      });
    });
  });

  it("ends no motion before a time that is asked for", async () => {
    const found = await ask(
      { name: "later", unit: "m", residual: sub(z, 0.3), when: { at: 0.9 }, frees: ["vx", "vz", "time"] },
      { name: "short", unit: "s", residual: p("time"), within: { to: 0.5 } },
    );
    expect(found.status).not.toBe("solved");
    expect(found.message).toContain("short by 0.400 s");
  });

  it("may be the least of a design, whose steps are as long as it says", async () => {
    const zero = (name: string, residual: BoundaryCondition["residual"]) =>
      ({ name, unit: "m", residual, must: "be-zero" }) as never;
    const constraints = [zero("far", sub(x, 3)), zero("high", sub(z, 0.5)), zero("speed", sub(speed, 7))];
    const found = await design({ ...timed(), objective: { cost: p("time"), vary: ["vx", "vz", "time"], constraints } });
    expect(found.status).toBe("solved");
    const { t, columns } = found.trajectory;
    const T = number(found, "time");
    expect(T * T * 49).toBeCloseTo(9 + (0.5 + fallen(T)) ** 2, 6);
    expect([t.at(-1), columns["ball.x"].at(-1), columns["ball.z"].at(-1)]).toEqual(
      [T, 3, 0.5].map((value) => expect.closeTo(value, 7)),
    );
  });

  it("is refused where it follows what is freed, or where the grid is to be refined", async () => {
    const { parameters, ...rest } = timed(down(-1));
    const follows = { ...parameters.time, value: p("vx") } as never;
    const frees = [{ ...down(-1), frees: "vx" }];
    await expect(solve({ ...rest, parameters: { ...parameters, time: follows }, boundary: frees })).rejects.toThrow(
      "The duration time follows what a condition frees",
    );
    const grid = { steps, h: 1, refine: { at: "impacts", tolerance: 0.1 } } as const;
    await expect(solve({ ...rest, parameters, grid })).rejects.toThrow("grid.refine knows no duration that is found");
  });
});

describe("what is preferred of all that meets the conditions", () => {
  const to = (...[far, high]: [number, number]): BoundaryCondition[] => [
    { name: "far", unit: "m", residual: sub(x, far), frees: ["vx", "vz", "time"] },
    { name: "high", unit: "m", residual: sub(z, high) },
  ];
  const slow: BoundaryCondition = { name: "slow", unit: "m/s", residual: speed, within: { to: 7 } };

  it("is the slowest throw, and with a limit of speed the shortest and the longest", async () => {
    const least = await ask(...to(3, 0.5), { name: "speed", unit: "m/s", residual: { least: speed } });
    expect(least.status, least.message).toBe("solved");
    expect(least.message).toContain("best by speed: 6.0");
    // v² = g (z + √(x² + z²)) of the gravity that the steps have
    const v = Math.hypot(number(least, "vx"), number(least, "vz"));
    expect(v * v).toBeCloseTo(g * (1 + 1 / steps) * (0.5 + Math.sqrt(9.25)), 4);
    const times = await Promise.all(
      [{ least: p("time") }, { most: p("time") }].map((residual) =>
        ask(...to(3, 0.5), slow, { name: "when", unit: "s", residual }),
      ),
    );
    for (const found of times) {
      const T = number(found, "time");
      expect(found.message).toContain("best by when");
      expect(T * T * 49).toBeCloseTo(9 + (0.5 + fallen(T)) ** 2, 5);
    }
    expect(number(times[0], "time")).toBeLessThan(0.5);
    expect(number(times[1], "time")).toBeGreaterThan(1.1);
  });

  it("may weigh the changes of freed values, and is none where nothing is left to choose", async () => {
    const [vx, vy] = [p("vx"), p("vy")];
    const near = add(mul(9, sub(vx, 2), sub(vx, 2)), mul(vy, vy));
    const sum = { name: "sum", unit: "m", residual: add(x, mul(2, last("ball.y")), -7), frees: ["vx", "vy"] };
    const found = await solve(thrown([sum, { name: "near", unit: "1", residual: { least: near } }]));
    // dx = λ/18, dy = λ with dx + 2 dy = 5
    const lambda = 5 / (2 + 1 / 18);
    expect(launchOf(found)[0]).toBeCloseTo(2 + lambda / 18, 6);
    expect(launchOf(found)[1]).toBeCloseTo(lambda, 6);
    const other = { name: "y", unit: "m", residual: sub(last("ball.y"), 1) };
    const only = await solve(thrown([sum, other, { name: "near", unit: "1", residual: { least: near } }]));
    expect([only.status, ...launchOf(only)]).toEqual(["solved", expect.closeTo(5, 8), expect.closeTo(1, 8), 3]);
  });

  it("may be looked at in an event, which must happen", async () => {
    const wall = { reaches: sub(x, 2), name: "wall" };
    const gentle = (residual: BoundaryCondition["residual"]): BoundaryCondition => ({
      name: "high",
      unit: "m",
      residual,
      when: wall,
      frees: ["vx", "vz"],
    });
    const found = await solve(
      thrown([gentle({ most: z }), { name: "fast", unit: "m/s", residual: speed, within: { to: 5 } }]),
    );
    // on the parabola of safety, z = v²/2g − g x²/2v²
    const reached = found.message.match(/best by high: ([\d.]+) m/);
    expect(Number(reached?.[1])).toBeCloseTo(25 / (2 * g) - (g * 4) / 50, 1);
    const away = await solve(thrown([{ ...gentle({ most: z }), when: { reaches: sub(x, 40) } }]));
    expect(away.status).not.toBe("solved");
    expect(away.message).toContain("never happens");
  });

  it("is refused with a tolerance, always, and twice", async () => {
    const best: BoundaryCondition = { name: "best", unit: "s", residual: { least: p("time") }, frees: "time" };
    await expect(ask({ ...best, tolerance: 1 })).rejects.toThrow("boundary[0].tolerance: what is preferred has none");
    await expect(ask({ ...best, when: "always" })).rejects.toThrow("preferred at the end, at a time, or in an event");
    await expect(ask(best, { ...best, name: "too", frees: "vx" })).rejects.toThrow("best and too are preferences");
  });
});
