import { describe, expect, it } from "vitest";
import { solveMcp } from "../../../src/motion/solve-mcp.js";
import { naturalResidual } from "../../../src/solve/mcp.js";
import { newton, run } from "../../../src/solve/newton/newton.js";
import { uniform } from "../../algebra/matrices.js";
import { masonryWall, wallStart } from "./masonry.js";

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
    [44, 1],
    [44, 3],
    [44, 4],
    [53, 1],
  ])("are solved from starts from which the Newton alone fails: wall %i, start %i", (seed, which) => {
    const wall = masonryWall(seed);
    const start = wallStart(wall, seed, which);
    expect(run(newton(), wall.mcp, start).status).not.toBe("solved");
    const { status, z } = solveMcp({ ...wall.mcp, start });
    expect(status).toBe("solved");
    const row = new Float64Array(z.length);
    wall.mcp.evaluate(z, row);
    expect(naturalResidual(wall.mcp, z, row)).toBeLessThanOrEqual(1e-10);
    expect(z.every((v, i) => v >= wall.mcp.lower[i])).toBe(true);
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
