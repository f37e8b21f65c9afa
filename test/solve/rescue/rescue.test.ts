import { describe, expect, it } from "vitest";
import { solveMcp } from "../../../src/motion/solve-mcp.js";
import { type LpSolver, loadLp } from "../../../src/solve/lp/lp.js";
import { type Mcp, naturalResidual } from "../../../src/solve/mcp.js";
import { newton, run } from "../../../src/solve/newton/newton.js";
import { uniform } from "../../algebra/matrices.js";
import { economy, economyStart } from "./economy.js";
import { masonryWall, wallStart } from "./masonry.js";
import { type Lcp, lcpFamilies, lcpOf, plantedLcp } from "./planted-lcp.js";

function expectSolved(mcp: Mcp, start: Float64Array): void {
  const { status, z } = solveMcp({ ...mcp, start });
  expect(status).toBe("solved");
  const row = new Float64Array(z.length);
  mcp.evaluate(z, row);
  expect(naturalResidual(mcp, z, row)).toBeLessThanOrEqual(1e-10);
  expect(z.every((v, i) => v >= mcp.lower[i])).toBe(true);
}

describe("masonry walls", () => {
  it("are solved by the forces that their load was made of", () => {
    for (let seed = 1; seed <= 50; seed++) {
      const { mcp, known } = masonryWall(seed);
      expect(known.length).toBeLessThanOrEqual(1100);
      const row = new Float64Array(known.length);
      mcp.evaluate(known, row);
      expect(naturalResidual(mcp, known, row)).toBeLessThan(1e-12);
    }
  });

  it.each([
    [5, 0],
    [5, 1],
  ])("are solved from starts from which no Newton is: wall %i, start %i", (seed, which) => {
    const wall = masonryWall(seed);
    expectSolved(wall.mcp, wallStart(wall, seed, which));
  });

  it("are solved within their bounds where rows are too steep for the rounding of a Newton: rubble 10, start 1", () => {
    const wall = masonryWall(10, 1100, { friction: 0.5, isRubble: true });
    expectSolved(wall.mcp, wallStart(wall, 10, 1));
  });

  it("are never said to be infeasible, nor by a Newton that is let stop early", () => {
    const random = uniform(3);
    for (let k = 0; k < 10; k++) {
      const seed = 1 + Math.floor(50 * random());
      const wall = masonryWall(seed, 300);
      const start = wallStart(wall, seed, k % 5);
      expect(solveMcp({ ...wall.mcp, start }, { maxIterations: 30 }).status).not.toBe("infeasible");
    }
  });
});

describe("general equilibria of Kehoe's form", () => {
  it.each([
    [44, 0],
    [51, 2],
    [82, 0],
    [100, 0],
  ])("are found by linearisations where the Newton finds none: economy %i, start %i", (seed, which) => {
    const found = economy(seed);
    const start = economyStart(found, seed, which);
    expect(run(newton(), found.mcp, start).status).not.toBe("solved");
    expectSolved(found.mcp, start);
  });

  it.each([0, 2])(
    "are found in units of their own, where prices are of sizes far apart: economy 13, start %i",
    (which) => {
      const found = economy(13);
      expectSolved(found.mcp, economyStart(found, 13, which));
    },
  );

  it("are neither called infeasible nor found where prices grow without end", () => {
    for (const seed of [27, 52]) {
      const found = economy(seed);
      const { status } = solveMcp({ ...found.mcp, start: economyStart(found, seed, 0) });
      expect(["no-progress", "iteration-limit"]).toContain(status);
    }
  });
});

describe("a signal", () => {
  it("is heard wherever a solve is: in steps, in factorisations, on paths", () => {
    const wall = masonryWall(44);
    const start = wallStart(wall, 44, 1);
    const looksOf = (most: number): { looks: number; status: string; after: number } => {
      let looks = 0;
      const signal = {
        get aborted() {
          return ++looks > most;
        },
      } as AbortSignal;
      const { status, z } = solveMcp({ ...wall.mcp, start }, {}, { signal });
      expect(z.every(Number.isFinite)).toBe(true);
      return { looks, status, after: looks - most };
    };
    const all = looksOf(Number.POSITIVE_INFINITY);
    expect(all.status).toBe("solved");
    expect(all.looks).toBeGreaterThan(1000);
    const random = uniform(6);
    for (let k = 0; k < 8; k++) {
      const { status, after } = looksOf(Math.floor((all.looks - 50) * random() ** 2));
      expect(status).toBe("cancelled");
      expect(after).toBeLessThan(20);
    }
  });
});

describe("linear complementarity problems", () => {
  it.each(lcpFamilies)("of 40 unknowns are solved from starts anywhere: %s", (family) => {
    const random = uniform(2);
    const count = family === "indefinite" ? 1 : 4;
    for (let seed = 1; seed <= count; seed++) {
      const { mcp } = plantedLcp(family, seed, 40);
      for (const size of [0, 5])
        expectSolved(
          mcp,
          Float64Array.from({ length: 40 }, () => size * random()),
        );
    }
  });

  it("of a few unknowns are solved exactly where a solution exists, and infeasible only where none does", async () => {
    const lp = await loadLp();
    const statuses: Record<string, number> = {};
    for (let seed = 1; seed <= 150; seed++) {
      const lcp = wholeLcp(seed);
      const { status } = solveMcp({ ...lcp.mcp, start: lcp.mcp.lower.map(() => seed % 3) });
      expect(["solved", "infeasible", "no-progress"], `seed ${seed}`).toContain(status);
      expect(status === "solved", `seed ${seed}`).toBe(hasSolution(lcp, lp));
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    // all three happen: solved, proven infeasible, and without solution though the inequalities have one
    expect(Math.min(...["solved", "infeasible", "no-progress"].map((status) => statuses[status] ?? 0))).toBeGreaterThan(
      5,
    );
  });
});

/** Small whole numbers, many of them zero. */
function wholeLcp(seed: number): Lcp {
  const random = uniform(seed);
  const n = 2 + Math.floor(3 * random());
  const whole = (): number => (random() < 0.3 ? 0 : Math.floor(5 * random()) - 2);
  const M = Float64Array.from({ length: n * n }, whole);
  return lcpOf(
    M,
    Float64Array.from({ length: n }, () => whole() - 1),
  );
}

/** Tries all 2ⁿ choices of rows that hold, each a linear program. */
function hasSolution({ M, q }: Lcp, lp: LpSolver): boolean {
  const n = q.length;
  const all = Array.from(q, (_, i) => i);
  const problem = lp.open(n);
  let found = false;
  for (let choice = 0; choice < 2 ** n && !found; choice++) {
    const holds = (i: number): boolean => ((choice >> i) & 1) === 1;
    const program = {
      cost: all.map(() => 0),
      lower: all.map(() => 0),
      upper: all.map((i) => (holds(i) ? Number.POSITIVE_INFINITY : 0)),
      rowLower: all.map((i) => -q[i]),
      rowUpper: all.map((i) => (holds(i) ? -q[i] : Number.POSITIVE_INFINITY)),
      row: [...M].map((_, p) => p % n),
      column: [...M].map((_, p) => Math.floor(p / n)),
      value: [...M],
    };
    found = problem.solve(program, true).status === "optimal";
  }
  problem.dispose();
  return found;
}
