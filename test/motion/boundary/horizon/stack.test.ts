import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problems } from "../../../../problems/index.js";
import { problem as place } from "../../../../problems/rolling/ball-place.js";
import { problem as roll } from "../../../../problems/rolling/ball-roll.js";
import { finish } from "../../../../src/algebra/stepwise.js";
import { stack } from "../../../../src/motion/boundary/horizon/stack.js";
import { emptyPath } from "../../../../src/motion/compile/path.js";
import { setUp } from "../../../../src/motion/compile/setup.js";
import { marcher } from "../../../../src/motion/march/march.js";
import { isSquare } from "../../../../src/motion/problem/condition.js";
import { newton, run } from "../../../../src/solve/newton/newton.js";
import { launches } from "../../../arbitraries.js";

/** March and whole horizon of a problem with nothing freed, the horizon from a disturbed start. */
function bothWays(set: Record<string, number | string>, condense = true) {
  const setup = setUp(roll, set, condense);
  const { kernels } = setup.compiled;
  const count = setup.steps.h.length;
  const marched = emptyPath(kernels, count);
  const march = marcher(setup.compiled);
  march.begin(setup.parameters, setup.steps, marched, false);
  expect(march.advance(count).status).toBe("solved");
  const horizon = stack(setup);
  const start = horizon.pack(marched, setup.parameters).map((x, i) => x + 1e-3 * Math.sin(i));
  const solution = run(newton({ tolerance: 1e-12 }), horizon.mcp, start);
  const stacked = emptyPath(kernels, count);
  finish(horizon.unpack(solution.z, stacked));
  return { marched, stacked, solution };
}

const difference = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);

describe("model → march = model → stack", () => {
  it.each(["projection", "fritz-john", "pyramid"])("states and forces agree to 1e-10 under %s", (frictionLaw) => {
    fc.assert(
      fc.property(launches, (launch) => {
        const { marched, stacked, solution } = bothWays({ ...launch, frictionLaw, "grid.steps": 40 });
        expect(solution.status).toBe("solved");
        expect(difference(marched.states, stacked.states)).toBeLessThan(1e-10);
        expect(difference(marched.insides, stacked.insides)).toBeLessThan(1e-7); // forces are stiffness 1e4 times states
      }),
      { numRuns: 15 },
    );
  });

  it("condensed or not, the horizon has the same solution", () => {
    const { stacked: condensed } = bothWays({});
    const { stacked: whole } = bothWays({}, false);
    expect(difference(condensed.states, whole.states)).toBeLessThan(1e-10);
  });

  it("numbers its unknowns: start state, blocks, freed parameters", () => {
    const horizon = stack(setUp(place));
    const { name, lower } = horizon.mcp;
    expect(name(0)).toBe("ball.x at the start");
    expect(name(16)).toBe("ball.x at step 1");
    expect(name(lower.length - 2)).toBe("end.x (frees launch.vx)");
    expect(name(lower.length - 1)).toBe("end.y (frees launch.vy)");
    expect(lower[lower.length - 1]).toBe(Number.NEGATIVE_INFINITY);
  });

  it("is square with every row answered once, for every problem that has as many rows as it frees", () => {
    for (const { problem } of Object.values(problems)) {
      if (!isSquare(problem)) continue;
      const { mcp } = stack(setUp(problem));
      expect(mcp.pattern.rows).toBe(mcp.pattern.cols);
      const answered = new Set(mcp.pattern.rowIdx);
      expect(answered.size).toBe(mcp.pattern.rows);
    }
  });
});
