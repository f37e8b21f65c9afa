import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abs, add, type Expr, mul, sub } from "../../../src/expr/expr.js";
import { type Model, now, parameter } from "../../../src/mechanics/model.js";
import { rangesOf } from "../../../src/motion/boundary/ranges.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { scanRoots } from "../../../src/motion/launches/scan.js";
import { marcher } from "../../../src/motion/march/march.js";
import type { ScanProgress } from "../../../src/motion/march/task.js";
import type { Problem } from "../../../src/motion/problem/problem.js";
import { real } from "../../arbitraries.js";

const still: Model = {
  name: "still",
  state: [{ name: "x", unit: "m", scale: 1 }],
  inside: [],
  parameters: ["a", "b"],
  inputs: [],
  step: () => ({ rows: [], defines: { x: now("x") }, pairs: [], observe: {} }),
};

const a = parameter("a");
const b = parameter("b");

/** All (a, b) with `other` = `left` = 0 that a scan of a from −1.5 to 1.5 finds, without any motion between. */
function rootsOf(other: Expr, left: Expr, samples: number) {
  const coordinate = { unit: "m", meaning: "a coordinate", min: -2, max: 2 };
  const problem: Problem = {
    name: "test/curves",
    title: "Two equations in two parameters",
    model: still,
    parameters: { a: { ...coordinate, value: 0.1 }, b: { ...coordinate, value: 0.5 } },
    start: { x: 0 },
    grid: { steps: 1, h: 1 },
    boundary: [
      { name: "other", unit: "m", residual: other, frees: "b" },
      { name: "left", unit: "m", residual: left, frees: "a" },
    ],
    values: {},
  };
  const setup = setUp(problem, {});
  const { compiled, parameters } = setup;
  const range = {
    setup,
    marcher: marcher(compiled),
    path: emptyPath(compiled.kernels, 1),
    signal: undefined,
    onShot: () => {},
  };
  const progress: ScanProgress[] = [];
  const scan = { freed: 1, from: -1.5, to: 1.5, samples };
  const steps = scanRoots(
    {
      // biome-ignore lint/correctness/useYield: nothing to wait for
      *at() {
        return range;
      },
      base: parameters,
      freed: compiled.freed,
      ranges: rangesOf(setup),
      report: (_, now) => progress.push(now),
      stopped: () => false,
    },
    scan,
  );
  for (;;) {
    const turn = steps.next();
    if (turn.done) {
      const { roots, ...counts } = turn.value;
      return { ...counts, progress, roots: roots.map(([second, first]) => [first, second]) };
    }
  }
}

/** Each wanted root is there, and no other; one may be there twice, where a curve meets its own start. */
function expectRoots(roots: readonly number[][], wanted: readonly (readonly [number, number])[]): void {
  const distance = (p: readonly number[], q: readonly number[]) => Math.hypot(p[0] - q[0], p[1] - q[1]);
  for (const p of wanted) expect(Math.min(...roots.map((q) => distance(p, q)))).toBeLessThan(1e-7);
  for (const q of roots) expect(Math.min(...wanted.map((p) => distance(p, q)))).toBeLessThan(1e-7);
}

describe("a scan of the roots of two equations in two parameters", () => {
  const circle = sub(add(mul(a, a), mul(b, b)), 1);

  it("follows a circle through its turns", () => {
    const t = 0.5 * Math.asin(0.6);
    const angles = [t, Math.PI / 2 - t, Math.PI + t, (3 * Math.PI) / 2 - t];
    const { roots, jumps } = rootsOf(circle, sub(mul(a, b), 0.3), 30);
    expectRoots(
      roots,
      angles.map((angle) => [Math.cos(angle), Math.sin(angle)] as const),
    );
    expect(jumps).toBe(0);
  });

  it("tells how far it is: samples and roots only grow, up to all of them", () => {
    const { progress, roots } = rootsOf(circle, sub(mul(a, b), 0.3), 30);
    expect(progress.length).toBeGreaterThan(2);
    expect(progress[0]).toEqual({ done: 0, of: 31, found: 0 });
    progress.slice(1).forEach(({ done, of, found }, i) => {
      expect(of).toBe(31);
      expect(done).toBeGreaterThanOrEqual(progress[i].done);
      expect(done).toBeLessThanOrEqual(31);
      expect(found).toBeGreaterThanOrEqual(progress[i].found);
    });
    expect(progress.at(-1)!.found).toBe(roots.length);
  });

  it("finds roots within a sample of a turn", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.0001, max: 0.05, noNaN: true }), (gap) => {
        const x = 1 - gap;
        const y = Math.sqrt(1 - x * x);
        expectRoots(rootsOf(circle, sub(a, x), 30).roots, [
          [x, y],
          [x, -y],
        ]);
      }),
      { numRuns: 20 },
    );
  });

  it("follows a square on its corner through the corners, where no derivative is", () => {
    const square = sub(add(abs(a), abs(b)), 1);
    // the line a = 0.97 + b/10 meets the sides b = ±(1 − a)
    expectRoots(rootsOf(square, sub(a, add(0.97, mul(0.1, b))), 31).roots, [
      [1.07 / 1.1, 0.03 / 1.1],
      [0.87 / 0.9, -0.03 / 0.9],
    ]);
  });

  it("finds both branches of a hyperbola", () => {
    const { roots } = rootsOf(sub(mul(b, b), add(mul(a, a), 0.1)), sub(a, mul(0.5, b)), 30);
    // b² = b²/4 + 0.1
    const y = Math.sqrt(0.1 / 0.75);
    expectRoots(roots, [
      [0.5 * y, y],
      [-0.5 * y, -y],
    ]);
  });

  it("finds the two roots at the tip of a tooth, however close they are", () => {
    fc.assert(
      fc.property(real(-1, 1), fc.double({ min: 1e-6, max: 1e-2, noNaN: true }), (x, height) => {
        // r = height − |a − x| on the line b = a/2
        const { roots } = rootsOf(sub(b, mul(0.5, a)), sub(height, abs(sub(a, x))), 20);
        expectRoots(roots, [
          [x - height, 0.5 * (x - height)],
          [x + height, 0.5 * (x + height)],
        ]);
      }),
      { numRuns: 50 },
    );
  });

  it("takes a jump for no root, and counts samples where the other equation has none", () => {
    const jump = sub(mul(1000, a), mul(1000, b));
    const { roots, gaps } = rootsOf(circle, jump, 30);
    expectRoots(roots, [
      [Math.SQRT1_2, Math.SQRT1_2],
      [-Math.SQRT1_2, -Math.SQRT1_2],
    ]);
    // |a| > 1 at the samples −1.5 … −1.1 and 1.1 … 1.5
    expect(gaps).toBe(10);
  });
});
