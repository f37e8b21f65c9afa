import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abs, add, exp, log, mul, pow, sqrt, sub } from "../../../src/expr/expr.js";
import { type RowsMcp, rowsMcp } from "../../../src/motion/solve-mcp.js";
import { denseLu, sparseLu } from "../../../src/solve/linear.js";
import type { Mcp, Solution } from "../../../src/solve/mcp.js";
import {
  type IterationInfo,
  iterationInfo,
  type NewtonSettings,
  newton,
  run,
} from "../../../src/solve/newton/newton.js";
import { real } from "../../arbitraries.js";
import { collection } from "./collection.js";
import { plainMcp } from "./plain.js";
import { monotoneMcp } from "./random-mcp.js";

const kojima = collection[0];
const kojimaMcp = rowsMcp({ ...kojima, start: kojima.starts[0] });
const starts = kojima.starts.map((start) => Float64Array.from(start));

function solve(problem: RowsMcp, settings: NewtonSettings = {}): Solution {
  return run(newton(settings), rowsMcp(problem), Float64Array.from(problem.start));
}

/** The rows of Freudenstein and Roth: from here a ridge of the merit lies before the solution, and perturbations find it. */
const ridge: RowsMcp = {
  start: [0.5, -2],
  rows: ([x, y]) => [add(-13, x, mul(sub(mul(sub(5, y), y), 2), y)), add(-29, x, mul(sub(mul(add(y, 1), y), 14), y))],
};

const bytes = (z: Float64Array): string => Buffer.from(z.buffer, z.byteOffset, z.byteLength).toString("hex");

describe("driving by hand", () => {
  it("asks for no Jacobian where the run before tells that nothing comes after, and gives the same bits", () => {
    const solver = newton();
    const slopes: boolean[] = [];
    const mcp: Mcp = {
      ...kojimaMcp,
      evaluate(z, residual, jacobian) {
        slopes.push(jacobian !== undefined);
        return kojimaMcp.evaluate(z, residual, jacobian);
      },
    };
    const state = solver.init(mcp, starts[0]);
    const goOn = (): string => {
      slopes.length = 0;
      solver.startAt(state, starts[0]);
      while (solver.done(state) === undefined) solver.step(state);
      return bytes(state.iterate.z);
    };
    const first = goOn();
    expect(slopes.at(-1)).toBe(true);
    expect(goOn()).toBe(first);
    expect(slopes.at(-1)).toBe(false);
    expect(slopes.filter((are) => !are).length).toBeLessThanOrEqual(slopes.length / 2);
    // a longer run than the one before is led as it was
    solver.startAt(state, state.iterate.z);
    state.search.usual = 1;
    expect(goOn()).toBe(first);
  });

  it("gives what run gives, and onIteration sees every iterate", () => {
    const solver = newton();
    const seen: IterationInfo[] = [];
    const ran = run(solver, kojimaMcp, starts[0], { onIteration: (info) => seen.push(info) });
    const state = solver.init(kojimaMcp, starts[0]);
    const byHand = [iterationInfo(state)];
    while (solver.done(state) === undefined) {
      solver.step(state);
      byHand.push(iterationInfo(state));
    }
    expect(solver.solution(state)).toEqual(ran);
    expect(seen).toEqual(byHand);
    expect(seen.map(({ iteration }) => iteration)).toEqual(seen.map((_, k) => k));
    expect(seen.length).toBe(ran.iterations + 1);
  });

  it("may ask for the solution at any time without changing what follows", () => {
    const solver = newton();
    const ran = run(solver, kojimaMcp, starts[0]);
    const state = solver.init(kojimaMcp, starts[0]);
    while (solver.done(state) === undefined) {
      solver.step(state);
      solver.solution(state);
    }
    expect(bytes(state.iterate.z)).toBe(bytes(ran.z));
    expect(solver.solution(state)).toEqual(solver.solution(state));
  });

  it("leaves a finished iteration alone", () => {
    const solver = newton();
    const state = solver.init(kojimaMcp, starts[1]);
    while (solver.done(state) === undefined) solver.step(state);
    const before = bytes(state.iterate.z);
    solver.step(state);
    expect(bytes(state.iterate.z)).toBe(before);
  });
});

describe("the same input", () => {
  it.each([
    ["sparse", sparseLu],
    ["dense", denseLu],
  ])("gives the same bits, with new memory and with used (%s)", (_, linear) => {
    const solver = newton({ linear });
    const fresh = starts.map((start) => run(solver, kojimaMcp, start));
    let memory = solver.init(kojimaMcp, starts[5]);
    starts.forEach((start, k) => {
      memory = solver.init(kojimaMcp, start, memory);
      while (solver.done(memory) === undefined) solver.step(memory);
      expect(bytes(memory.iterate.z)).toBe(bytes(fresh[k].z));
      expect(memory.iterate.iteration).toBe(fresh[k].iterations);
    });
  });

  it("gives the same bits with memory of a run that drew random numbers", () => {
    const solver = newton();
    const from = Float64Array.from(ridge.start);
    const mcp = rowsMcp(ridge);
    const fresh = run(solver, mcp, from);
    let state = solver.init(mcp, from);
    for (let again = 0; again < 2; again++) {
      state = solver.init(mcp, from, state);
      while (solver.done(state) === undefined) solver.step(state);
      expect(solver.solution(state)).toEqual(fresh);
    }
  });

  it("never takes memory of other settings or another Mcp", () => {
    const used = newton().init(kojimaMcp, starts[0]);
    expect(newton({ complementarity: "minimum" }).init(kojimaMcp, starts[0], used)).not.toBe(used);
    expect(newton({ linear: denseLu }).init(kojimaMcp, starts[0], used)).not.toBe(used);
    expect(newton().init({ ...kojimaMcp }, starts[0], used)).not.toBe(used);
    expect(newton({ tolerance: 1e-6 }).init(kojimaMcp, starts[0], used)).toBe(used);
  });

  it("depends on the seed where perturbations do, and there alone", () => {
    const [one, same, other] = [1, 1, 2].map((seed) => solve(ridge, { seed }));
    expect(same).toEqual(one);
    expect(other.iterations).not.toBe(one.iterations);
    expect(bytes(run(newton({ seed: 1 }), kojimaMcp, starts[1]).z)).toBe(
      bytes(run(newton({ seed: 2 }), kojimaMcp, starts[1]).z),
    );
  });
});

describe("cancelling", () => {
  it("stops before the next step and returns the best point so far", () => {
    const control = new AbortController();
    const solution = run(newton(), kojimaMcp, starts[0], {
      signal: control.signal,
      onIteration: ({ iteration }) => {
        if (iteration === 2) control.abort();
      },
    });
    expect(solution.status).toBe("cancelled");
    expect(solution.iterations).toBe(2);
    expect(solution.message).toMatch(/^Cancelled after 2 iterations, natural residual/);
  });
});

describe("where rows are not defined", () => {
  it("the step is shortened, whether evaluate says so or returns NaN", () => {
    const root = (say: boolean): Mcp => ({
      ...plainMcp({
        lower: [-Infinity],
        upper: [Infinity],
        rows: (z) => [Math.log(z[0]) + 3],
        slope: (_, __, z) => 1 / z[0],
      }),
      ...(say
        ? {
            evaluate(z: Float64Array, F: Float64Array, J?: Float64Array) {
              if (!(z[0] > 0)) return false;
              F[0] = Math.log(z[0]) + 3;
              if (J !== undefined) J[0] = 1 / z[0];
              return true;
            },
          }
        : {}),
    });
    for (const mcp of [root(true), root(false)]) {
      const { status, z } = run(newton(), mcp, Float64Array.of(100));
      expect(status).toBe("solved");
      expect(z[0]).toBeCloseTo(Math.exp(-3), 9);
    }
  });

  it("at the start says which row, and does not take another point's rows for solved", () => {
    const solution = solve({ start: [1, -1], rows: ([x, y]) => [sub(x, 1), log(y)], names: ["x", "y"] });
    expect(solution.status).toBe("not-finite");
    expect(solution.worst).toEqual([{ row: "y", residual: Number.POSITIVE_INFINITY }]);
    expect(solution.message).toBe("The rows are not finite at the start; row y; start where every formula is defined.");
    const never = plainMcp({ lower: [0], upper: [1], rows: () => [0], slope: () => 0 });
    expect(run(newton(), { ...never, evaluate: () => false }, Float64Array.of(0)).status).toBe("not-finite");
  });

  it("an infinite slope at the start is left behind", () => {
    const { status, z } = solve({ start: [0], lower: [0], rows: ([x]) => [sub(sqrt(x), 2)] });
    expect(status).toBe("solved");
    expect(z[0]).toBeCloseTo(4, 9);
  });
});

describe("hard solutions", () => {
  it.each([2, 3, 5, 9])("with a vanishing slope are reached: x^%i = 0", (power) => {
    const { status, residual } = solve({ start: [3], rows: ([x]) => [pow(x, power)] });
    expect(status).toBe("solved");
    expect(residual).toBeLessThanOrEqual(1e-10);
  });

  it("with a singular Jacobian are reached: Powell's function", () => {
    const solution = solve({
      start: [3, -1, 0, 1],
      rows: ([a, b, c, d]) => [
        add(a, mul(10, b)),
        mul(Math.sqrt(5), sub(c, d)),
        pow(sub(b, mul(2, c)), 2),
        mul(Math.sqrt(10), pow(sub(a, d), 2)),
      ],
    });
    expect(solution.status).toBe("solved");
  });

  it("at a kink are reached: |x| = 0", () => {
    expect(solve({ start: [2], rows: ([x]) => [abs(x)] }).status).toBe("solved");
  });

  it("that are not alone are reached: consistent rows that depend on each other", () => {
    const { status, z } = solve({
      start: [0, 0],
      rows: ([x, y]) => [sub(add(x, y), 1), sub(add(mul(2, x), mul(2, y)), 2)],
    });
    expect(status).toBe("solved");
    expect(z[0] + z[1]).toBeCloseTo(1, 9);
  });

  it("with both z and F zero are reached quickly: degenerate in every row", () => {
    const n = 20;
    const { status, iterations } = solve({
      start: new Array<number>(n).fill(1),
      lower: new Array<number>(n).fill(0),
      rows: (z) => z.map((x, i) => add(mul(2, x), mul(-0.5, z[(i + 1) % n]))),
    });
    expect(status).toBe("solved");
    expect(iterations).toBeLessThan(10);
  });

  it("behind a ridge of the merit are found from both sides: Freudenstein and Roth", () => {
    const { status, z } = solve(ridge);
    expect(status).toBe("solved");
    expect(z[0]).toBeCloseTo(5, 8);
    expect(z[1]).toBeCloseTo(4, 8);
  });
});

describe("bounds", () => {
  it("of 1e20 act as none", () => {
    const { status, z } = solve({
      start: [3, 3],
      lower: [-1e20, 0],
      upper: [1e20, 1e20],
      rows: ([x, y]) => [sub(mul(2, x), 1), sub(y, 2)],
    });
    expect(status).toBe("solved");
    expect([...z]).toEqual([expect.closeTo(0.5, 10), expect.closeTo(2, 10)]);
  });

  it("that coincide fix their unknown, whatever its row says, and the start is brought between them", () => {
    const { status, z } = solve({
      start: [100, -100],
      lower: [2, 0],
      upper: [2, 1],
      rows: ([x, y]) => [exp(x), sub(y, x)],
    });
    expect(status).toBe("solved");
    expect([...z]).toEqual([2, expect.closeTo(1, 10)]);
  });
});

describe("scales", () => {
  it("of rows and units leave the solution where it is", () => {
    fc.assert(
      fc.property(
        monotoneMcp.chain((known) => {
          const n = known.lower.length;
          const powers = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: n, maxLength: n });
          return fc.tuple(fc.constant(known), powers, powers);
        }),
        ([known, rowPowers, unitPowers]) => {
          const unit = unitPowers.map((p) => 10 ** p);
          const factor = rowPowers.map((p) => 10 ** p);
          const inUnits = (x: readonly number[]): number[] => x.map((v, i) => v * unit[i]);
          const own = (z: ArrayLike<number>): number[] => unit.map((u, i) => z[i] / u);
          const mcp = plainMcp({
            lower: inUnits(known.lower),
            upper: inUnits(known.upper),
            scale: unit,
            rows: (z) => known.rows(own(z)).map((f, i) => f * factor[i]),
            slope: (i, j, z) => (known.slope(i, j, own(z)) * factor[i]) / unit[j],
          });
          const tolerance = 1e-10 * Math.min(1, ...unit, ...factor);
          const { status, z } = run(newton({ tolerance }), mcp, Float64Array.from(inUnits(known.start)));
          // rounding of a row times its factor may exceed the smallest tolerance: then no step is left, near the solution
          expect(["solved", "no-progress", "iteration-limit"]).toContain(status);
          own(z).forEach((x, i) => {
            expect(Math.abs(x - known.solution[i])).toBeLessThan(1e-6);
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it("do not touch the tolerance: it holds for the rows as they are given", () => {
    fc.assert(
      fc.property(real(-8, 8), (power) => {
        const factor = 10 ** power;
        const rows: RowsMcp["rows"] = ([x]) => [mul(factor, sub(pow(x, 3), 2))];
        const { status, residual, z } = solve({ start: [1], rows }, { tolerance: 1e-7 });
        expect(status).toBe("solved");
        expect(residual).toBeLessThanOrEqual(1e-7);
        expect(residual).toBeCloseTo(Math.abs(factor * (z[0] ** 3 - 2)), 12);
      }),
    );
  });
});
