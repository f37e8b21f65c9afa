import { Matrix, solve as solved } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { problem as block } from "../../../problems/optimal/block.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import {
  add,
  type BoundaryCondition,
  first,
  fromJson,
  last,
  mul,
  type Problem,
  parameter as p,
  pow,
  simulate,
  solve,
  sub,
  toJson,
} from "../../../src/index.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { look } from "../../../src/motion/conditions/look.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import type { DesignConstraint } from "../../../src/motion/problem/problem.js";
import { finish } from "../../finish.js";
import { asked, fall, launchOf, thrown } from "./thrown.js";

const frees = ["vx", "vy", "vz"];
const [x, y, z] = [last("ball.x"), last("ball.y"), last("ball.z")];
const near = (found: readonly number[], wanted: readonly number[], digits = 7): void =>
  wanted.forEach((value, i) => {
    expect(found[i]).toBeCloseTo(value, digits);
  });

describe("conditions of every kind", () => {
  it("fewer than what is freed: the least change from the guess, and who is open", async () => {
    const result = await asked([{ name: "sum", unit: "m", residual: add(x, mul(2, y), -7), frees }]);
    // (2, 0) moves by 5/5 along (1, 2)
    near(launchOf(result), [3, 2, 3]);
    expect(result.status).toBe("solved");
    expect(result.run.regularity?.undetermined).toEqual(["vx", "vy", "vz"]);
    expect(result.message).toContain("least change from the guess");
  });

  it("on a hill without a slope the edge of a band that is nearest, which searches without slopes confirm", async () => {
    const hill = pow(sub(pow(sub(x, 2), 2), 1), 2);
    const { run, status, message } = await asked([
      { name: "high", unit: "1", residual: hill, within: { from: 1.5 }, frees: "vx" },
    ]);
    expect(Math.abs(Number(run.parameters.vx) - 2)).toBeCloseTo(Math.sqrt(1 + Math.sqrt(1.5)), 4);
    expect(status).toBe("solved");
    expect(message).toContain("the least change from the guess that was found");
  });

  it("of a way from a start that is not the origin", async () => {
    const problem = thrown([{ name: "way", unit: "m", residual: sub(sub(x, first("ball.x")), 3), frees: "vx" }]);
    const { run, status } = await solve({ ...problem, start: { ...problem.start, "ball.x": 1 } }, { gridError: false });
    expect([status, run.parameters.vx]).toEqual(["solved", expect.closeTo(3, 9)]);
  });

  it("more than what is freed: weighted least squares, within their tolerances or not", async () => {
    const rows = (tolerance: number): BoundaryCondition[] => [
      { name: "near", unit: "m", residual: sub(x, 3), tolerance, frees: "vx" },
      { name: "far", unit: "m", residual: sub(x, 4), tolerance: 2 * tolerance },
    ];
    // (3/1 + 4/4) / (1 + 1/4)
    const [wide, narrow] = [await asked(rows(1)), await asked(rows(0.1))];
    for (const { run } of [wide, narrow]) expect(run.parameters.vx).toBeCloseTo(3.2, 9);
    expect([wide.status, narrow.status]).toEqual(["solved", "infeasible"]);
    expect(narrow.message).toMatch(/misses far by -0\.800 m and near by 0\.200 m/);
    expect(narrow.trajectory.certificate.boundaryError).toMatchObject({ row: "far", value: expect.closeTo(0.8, 9) });
    expect(narrow.solution.worst[0]).toMatchObject({ row: "far", residual: expect.closeTo(-0.8, 9) });
  });

  it("the optimum of random sets is that of the normal equations, and their rank is named", async () => {
    const random = randomNumbers(5);
    for (let k = 0; k < 12; k++) {
      const rank = 1 + (k % 3);
      const base = Array.from({ length: rank }, (_, i) => frees.map((_, j) => (i === j ? 1 : 0.5 * random())));
      const a = Array.from({ length: 5 }, (_, k) => {
        const mix = base.map((_, i) => (k === i ? 1 : random() - 0.5));
        return frees.map((_, j) => mix.reduce((sum, c, i) => sum + c * base[i][j], 0));
      });
      const b = a.map((row) => 2 * row[0] + 3 * row[2] + random() - 0.5);
      const result = await asked(
        a.map(
          (row, i): BoundaryCondition => ({
            name: `row ${i}`,
            unit: "m",
            residual: sub(add(mul(row[0], x), mul(row[1], y), mul(row[2], add(z, fall))), b[i]),
            tolerance: 10,
            ...(i === 0 && { frees }),
          }),
        ),
      );
      const [A, right] = [new Matrix(a), Matrix.columnVector(b)];
      // of least squares the one nearest to the guess, by an independent decomposition
      const guess = Matrix.columnVector([2, 0, 3]);
      const change = solved(A, Matrix.sub(right, A.mmul(guess)), true);
      const rest = (v: readonly number[]): number => Matrix.sub(A.mmul(Matrix.columnVector([...v])), right).norm();
      expect(rest(launchOf(result))).toBeCloseTo(rest(Matrix.add(guess, change).to1DArray()), 8);
      expect(result.status).toBe("solved");
      expect((result.run.regularity?.undetermined ?? []).length > 0).toBe(rank < 3);
    }
  });

  it("exact conditions before those with a tolerance", async () => {
    const result = await asked([
      { name: "x", unit: "m", residual: sub(x, 3), frees },
      { name: "sum", unit: "m", residual: add(x, y, -5), tolerance: 1 },
      { name: "y", unit: "m", residual: sub(y, 1), tolerance: 1 },
      { name: "z", unit: "m", residual: add(z, fall), within: { from: -2, to: 2 } },
    ]);
    near(launchOf(result), [3, 1.5], 8);
    expect(launchOf(result)[2]).toBeLessThanOrEqual(2 + 1e-9);
  });

  it("exact conditions hold also where others are missed", async () => {
    const result = await asked([
      { name: "x", unit: "m", residual: sub(x, 3), frees },
      { name: "far", unit: "m", residual: sub(x, 4), tolerance: 0.01 },
    ]);
    expect(result.status).toBe("infeasible");
    expect(result.message).toContain("the closest misses far by -1.00 m (");
    expect(launchOf(result)[0]).toBeCloseTo(3, 9);
  });

  it("a region at the end is met where it is nearest", async () => {
    const inside = { kind: "ball", centre: [4, 1, 4 - fall], radius: 0.5 } as const;
    const result = await asked([{ name: "in", unit: "m", residual: { body: "ball", inside }, frees }]);
    const part = 1 - 0.5 / Math.sqrt(6);
    near(launchOf(result), [2 + 2 * part, part, 3 + part], 7);
  });

  it("at some time: the time is a result, and best for all that hold at it", async () => {
    const when = { sometime: "hit" };
    const values: Problem["values"] = { hit: { unit: "s", meaning: "when", of: { timeOf: "hit" } } };
    const result = await asked(
      [
        { name: "x", unit: "m", residual: sub(x, 1), when, frees },
        { name: "z", unit: "m", residual: sub(z, 0.7), when },
        { name: "y", unit: "m", residual: sub(y, 0.2), when },
      ],
      values,
    );
    expect(result.status).toBe("solved");
    const hit = Number(result.values.hit);
    const [vx, vy, vz] = launchOf(result);
    near([vx * hit, vy * hit], [1, 0.2], 9);
    // of all times the one whose launch changes least: by a search over times, on the straight lines between grid points
    const launchAt = (t: number): number[] => {
      const k = Math.floor(t / 0.01 + 1e-9);
      const fallen = (n: number): number => (9.81 * 1e-4 * n * (n + 1)) / 2;
      const drop = fallen(k) + (t / 0.01 - k) * (fallen(k + 1) - fallen(k));
      return [1 / t, 0.2 / t, (0.7 + drop) / t];
    };
    const change = ([a, b, c]: number[]): number => (a - 2) ** 2 + b ** 2 + (c - 3) ** 2;
    const best = Math.min(...Array.from({ length: 9000 }, (_, i) => change(launchAt(0.1 + i * 1e-4))));
    expect(change([vx, vy, vz])).toBeLessThanOrEqual(best + 1e-6);
  });

  it("at some time: what must hold exactly is no trade for what has a tolerance", async () => {
    const when = { sometime: "hit" };
    const result = await asked(
      [
        { name: "x", unit: "m", residual: sub(x, 1), when, frees: ["vz"] },
        // a later time would be nearer to it than the fastest throw
        { name: "z", unit: "m", residual: sub(z, 3.9), when, tolerance: 0.3 },
      ],
      { hit: { unit: "s", meaning: "when", of: { timeOf: "hit" } } },
    );
    expect(result.status).toBe("solved");
    near([Number(result.values.hit), launchOf(result)[2]], [0.5, 10], 8);
  });

  it("always: the motion stays inside, also where that costs something else", async () => {
    const low = { name: "low", unit: "m", residual: z, within: { from: -0.2 }, when: "always" } as const;
    const result = await asked([{ name: "x", unit: "m", residual: sub(x, 3), frees }, low]);
    // the end is the lowest point
    near(launchOf(result), [3, 0, fall - 0.2], 7);
    const both = await asked([{ name: "z", unit: "m", residual: add(z, 1), frees: "vz" }, low]);
    expect(both.status).toBe("infeasible");
    expect(both.message).toContain("low by");
  });

  it("is told of a simulation, and neither changes it nor judges it", async () => {
    const problem = thrown([{ name: "x", unit: "m", residual: sub(x, 3), when: { at: 0.505 }, frees }]);
    const result = await simulate(problem, { gridError: false });
    expect(result.status).toBe("solved");
    expect(result.trajectory.certificate.conditions).toEqual([
      { name: "x", unit: "m", miss: expect.closeTo(2 * 0.505 - 3, 9), tolerance: 1e-9, t: 0.505 },
    ]);
  });

  it("gives the same bits again, and from its file", async () => {
    const problem = thrown([
      {
        name: "in",
        unit: "m",
        residual: { body: "ball", inside: { kind: "box", centre: [1, 0], half: [0.1, 0.1] } },
        when: { sometime: "in", to: 0.4 },
        frees,
      },
      {
        name: "out",
        unit: "m",
        residual: { body: "ball", point: [0, 0, 0.1], outside: { kind: "half-space", normal: [0, 0, 2], offset: 1 } },
        when: { from: 0.1 },
        tolerance: 0.2,
      },
    ]);
    const runs = [problem, problem, fromJson(toJson(problem))];
    const [first, ...others] = await Promise.all(runs.map((one) => solve(one, { gridError: false })));
    for (const other of others) expect(launchOf(other)).toEqual(launchOf(first));
    expect(first.status).toBe("solved");
  });

  it("has exact slopes through contact, at every time", () => {
    const { refine: _, ...grid } = bounce.grid;
    const problem: Problem = {
      ...bounce,
      grid,
      boundary: [
        { name: "x", unit: "m", residual: last("ball.x"), when: { at: 0.4321 }, frees: ["launch.vx", "launch.vz"] },
        { name: "low", unit: "m", residual: last("ball.z"), within: { from: 0.5 }, when: { from: 0.3, to: 0.5 } },
        { name: "spin", unit: "rad/s", residual: mul(last("ball.wy"), p("launch.vx")) },
      ],
    };
    const setup = setUp(problem);
    const ground = {
      setup,
      marcher: borrow(setup).marcher,
      path: emptyPath(setup.compiled.kernels, setup.steps.h.length),
      signal: undefined,
      onShot: () => {},
    };
    const { freed } = setup.compiled;
    const here = finish(look(ground, setup.parameters));
    freed.forEach((index, f) => {
      const [above, below] = [1e-6, -1e-6].map((by) => {
        const moved = setup.parameters.slice();
        moved[index] += by;
        return finish(look(ground, moved)).sights;
      });
      here.sights.forEach(({ row }, i) => {
        const slope = (above[i].value - below[i].value) / 2e-6;
        expect(here.slopes[i * freed.length + f], `row ${row}`).toBeCloseTo(slope, 3);
      });
    });
  });
});

describe("conditions of an optimal motion", () => {
  it("may be bands and regions at its end, which it uses to the edge", async () => {
    const { objective } = block;
    const [end, rest] = objective?.constraints ?? [];
    const ending = async (
      condition: Partial<BoundaryCondition>,
      more: readonly DesignConstraint[] = [],
    ): Promise<number> => {
      const boundary = [{ name: "end", unit: "m", residual: end.residual, ...condition }];
      const result = await solve({
        ...block,
        objective: { ...objective, vary: ["push"], constraints: [rest, ...more] },
        boundary,
      });
      expect(result.status).toBe("solved");
      return result.trajectory.columns["block.x"].at(-1) ?? Number.NaN;
    };
    expect(await ending({ within: { from: -0.05, to: 0.05 } })).toBeCloseTo(0.95, 8);
    // a constraint of the objective may have the name of a condition
    const least = { name: "end", unit: "m", residual: sub(-0.03, end.residual), must: "not-exceed-zero" } as const;
    expect(await ending({ within: { to: 0.05 } }, [least])).toBeCloseTo(0.97, 8);
    const inside = { kind: "ball", centre: [1, 0], radius: 0.02 } as const;
    expect(await ending({ residual: { body: "block", inside } })).toBeCloseTo(0.98, 8);
  });
});
