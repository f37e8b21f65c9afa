import { beforeAll, describe, expect, it } from "vitest";
import { fromTriplets, multiply } from "../../../src/algebra/sparse.js";
import { stepOfInstance } from "../../../src/models/quasistatic/instance.js";
import { quasistaticProgram } from "../../../src/models/quasistatic/program.js";
import { loadGlpkByJson } from "../../../src/solve/lp/glpk.js";
import { loadHighs } from "../../../src/solve/lp/highs.js";
import { type LpSolver, loadLp } from "../../../src/solve/lp/lp.js";
import { type MiqpSettings, type MiqpSolution, miqpSolver, solveMiqp } from "../../../src/solve/miqp/miqp.js";
import type { Miqp } from "../../../src/solve/miqp/problem.js";
import { Entries, uniform } from "../../algebra/matrices.js";
import { family } from "./families.js";
import { enumerate, randomMiqp } from "./random-miqp.js";

const infinity = Number.POSITIVE_INFINITY;
let lp: LpSolver;
beforeAll(async () => {
  lp = await loadLp();
});

/** Objective and bound are those of the enumeration, within the gap. */
function expectExact(found: MiqpSolution, least: number, what: string): void {
  if (least === infinity) {
    expect(found.status, what).toBe("infeasible");
    return;
  }
  const room = 2e-7 * Math.max(1, Math.abs(least));
  expect(found.status, what).toBe("optimal");
  expect(Math.abs(found.objective - least), what).toBeLessThanOrEqual(room);
  expect(found.lowerBound, what).toBeLessThanOrEqual(least + 1e-10 * Math.max(1, Math.abs(least)));
  expect(found.lowerBound, what).toBeGreaterThanOrEqual(least - room);
  expect(found.residual, what).toBeLessThanOrEqual(1e-9);
}

describe("against the enumeration of all modes", () => {
  const forms: readonly [string, MiqpSettings, () => Promise<LpSolver>, number, number][] = [
    ["pairs decided by bounds", {}, loadLp, 120, 8],
    ["the paper's big M", { formulation: "big-m" }, loadLp, 60, 8],
    ["glpk.js by JSON", {}, loadGlpkByJson, 25, 6],
    ["HiGHS", {}, loadHighs, 25, 6],
  ];
  it.each(forms)("%s: objective, bound and infeasibility agree", async (_, settings, load, count, pairs) => {
    const solver = miqpSolver(await load(), settings);
    for (let seed = 1; seed <= count; seed++) {
      const miqp = randomMiqp(seed, pairs);
      expectExact(solver.solve(miqp), enumerate(miqp, lp), `seed ${seed}`);
    }
    solver.dispose();
  });

  // rounds of tangents at a node end 1e-9 short of the cost: only the tangent at the least point itself closes the rest
  it.each([54, 100])("proves a decided mode by the tangent at its least point, to rounding: program %i", (seed) => {
    const miqp = randomMiqp(seed, 8);
    const found = miqpSolver(lp, { gap: 1e-11 }).solve(miqp);
    expect(found.nodes).toBeGreaterThan(1);
    expect(found.status).toBe("optimal");
    expect(found.gap).toBeLessThan(1e-11 * Math.max(1, found.objective));
    expect(found.objective).toBeCloseTo(enumerate(miqp, lp), 9);
  });

  it("gives the same bits again, and after others the same value", () => {
    const solver = miqpSolver(lp);
    const first = solver.solve(randomMiqp(7, 8));
    solver.forget();
    expect(solver.solve(randomMiqp(7, 8))).toEqual(first);
    for (let seed = 20; seed < 30; seed++) solver.solve(randomMiqp(seed, 8));
    expect(solver.solve(randomMiqp(7, 8)).objective).toBeCloseTo(first.objective, 6);
  });
});

/** 0 ≤ x_0 ⟂ x_1 ≥ 0 with x_0 + x_1 ≥ 1 and ½(x_0 − 1)² + ½(x_1 − 1)² but for a constant: (1, 0) or (0, 1). */
const corner = (): Miqp => ({
  H: fromTriplets([3, 3], [0, 1], [0, 1], [1, 1]),
  c: Float64Array.of(-1, -1, 0),
  A: fromTriplets([1, 3], [0, 0], [0, 1], [1, 1]),
  rowLower: Float64Array.of(1),
  rowUpper: Float64Array.of(infinity),
  lower: Float64Array.of(0, 0, -3),
  upper: Float64Array.of(4, 4, 3),
  pairs: [[0, 1]],
});

describe("ties", () => {
  it("go to the least weighted squares over all modes", async () => {
    const first = await solveMiqp(corner(), {}, { ties: [Float64Array.of(2, 1, 1)] });
    expect([...first.x]).toEqual([0, 1, 0].map((v) => expect.closeTo(v, 8)));
    expect(first.choice.ties).toBe("all modes");
    const second = await solveMiqp(corner(), {}, { ties: [Float64Array.of(1, 2, 1)] });
    expect([...second.x]).toEqual([1, 0, 0].map((v) => expect.closeTo(v, 8)));
  });

  it("stay in the mode that was found where there are too many pairs", async () => {
    const found = await solveMiqp(corner(), { globalTies: 0 }, { ties: [Float64Array.of(1, 1, 1)] });
    expect(found.choice.ties).toBe("mode");
    expect(found.x[2]).toBeCloseTo(0, 8);
  });

  // in these, rounding leads the least of a tie up to 3e-6 away from a row
  it.each([1040, 1454, 1599])("keep to the rows where coefficients span six decades: seed %i", async (seed) => {
    const miqp = wideMiqp(seed);
    const ties = [new Float64Array(miqp.c.length).fill(1)];
    for (const globalTies of [0, 12]) {
      const found = await solveMiqp(miqp, { globalTies }, { ties });
      expect(found.status).toBe("optimal");
      expect(found.residual).toBeLessThanOrEqual(1e-9);
    }
  });
});

/** A program with a known point, two pairs, and coefficients from 1e-3 to 1e3. */
function wideMiqp(seed: number): Miqp {
  const random = uniform(seed);
  const n = 4 + Math.floor(4 * random());
  const m = 2 + Math.floor(3 * random());
  const entries = new Entries();
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) if (random() < 0.7) entries.add(i, j, (2 * random() - 1) * 10 ** (6 * random() - 3));
  const x = Float64Array.from({ length: n }, () => (random() < 0.4 ? 0 : random() * 10 ** (3 * random() - 1)));
  const A = entries.matrix(m, n);
  const activity = multiply(A, x);
  const equal = Array.from({ length: m }, () => random() < 0.5);
  return {
    H: fromTriplets([n, n], [0, 1], [0, 1], [2, 2]),
    c: new Float64Array(n),
    A,
    rowLower: activity.map((a, i) => (equal[i] ? a : a - (random() < 0.5 ? 0 : random()))),
    rowUpper: activity.map((a, i) => (equal[i] ? a : 1e6)),
    lower: new Float64Array(n),
    upper: new Float64Array(n).fill(2000),
    pairs: [
      [n - 1, n - 2],
      [n - 3, n - 4],
    ],
  };
}

/** An LP solver of which nothing can be believed: verdicts, points and multipliers are wrong as often as not. */
function lying(honest: LpSolver, random: () => number): LpSolver {
  return {
    name: honest.name,
    open(columns) {
      const problem = honest.open(columns);
      return {
        dispose: problem.dispose,
        solve(program, changed) {
          const { status, x, rowDuals } = problem.solve(program, changed);
          const noise = random() < 0.3 ? random() : 0;
          const shaken = (values: Float64Array): Float64Array => values.map((v) => v + noise * (2 * random() - 1));
          return { status: random() < 0.3 ? "infeasible" : status, x: shaken(x), rowDuals: shaken(rowDuals) };
        },
      };
    },
  };
}

describe("beside an LP solver that lies", () => {
  it("what is said to be proven is so", () => {
    const solver = miqpSolver(lying(lp, uniform(9)), { maxNodes: 100 });
    const said = new Set<string>();
    for (let seed = 1; seed <= 40; seed++) {
      const miqp = randomMiqp(seed, 6);
      const least = enumerate(miqp, lp);
      const { status, objective, lowerBound } = solver.solve(miqp);
      const room = 2e-7 * Math.max(1, Math.abs(least));
      said.add(status);
      if (least === infinity) expect(["infeasible", "limit"], `seed ${seed}`).toContain(status);
      else {
        expect(status, `seed ${seed}`).not.toBe("infeasible");
        expect(lowerBound, `seed ${seed}`).toBeLessThanOrEqual(least + room);
        expect(objective, `seed ${seed}`).toBeGreaterThanOrEqual(least - room);
        if (status === "optimal") expect(objective, `seed ${seed}`).toBeLessThanOrEqual(least + room);
      }
    }
    solver.dispose();
    expect(said).toContain("optimal");
    expect(said).toContain("infeasible");
  });
});

describe("at its limits", () => {
  it("takes no more nodes than it may, and lets go of every linear program that it opened", () => {
    let open = 0;
    const counted: LpSolver = {
      ...lp,
      open(columns) {
        open++;
        const problem = lp.open(columns);
        return {
          solve: (...given) => problem.solve(...given),
          dispose() {
            open--;
            problem.dispose();
          },
        };
      },
    };
    const solver = miqpSolver(counted, { maxNodes: 3 });
    const nodes = Array.from({ length: 12 }, (_, seed) => solver.solve(randomMiqp(seed + 1, 8)).nodes);
    solver.dispose();
    expect(Math.max(...nodes)).toBe(3);
    expect(open).toBe(0);
  });

  it.each([
    [6, "limit"],
    [5, "feasible"],
    [7, "optimal"],
  ] as const)("without a node of branching says what it does not know: program %i is %s", async (seed, status) => {
    const { upper, ...bounded } = randomMiqp(seed, 8);
    const miqp = { ...bounded, upper: upper.map(() => infinity) };
    const found = await solveMiqp(miqp, { maxNodes: 0 });
    const least = enumerate(miqp, lp);
    expect(least).toBeLessThan(infinity);
    expect(found.status).toBe(status);
    expect(found.nodes).toBe(0);
    expect(found.lowerBound).toBeLessThanOrEqual(least);
    expect(found.objective).toBeGreaterThanOrEqual(least);
    expect(found.gap > 0).toBe(status !== "optimal");
  });

  it("ends early only where it has a point", async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const miqp = randomMiqp(seed, 8);
      const [whole, early] = [await solveMiqp(miqp), await solveMiqp(miqp, { enoughNodes: 1 })];
      expect(early.status === "infeasible", `seed ${seed}`).toBe(whole.status === "infeasible");
      if (whole.status === "infeasible") continue;
      expect(["optimal", "feasible"]).toContain(early.status);
      expect(early.lowerBound).toBeLessThanOrEqual(whole.objective + 1e-7 * Math.max(1, Math.abs(whole.objective)));
      expect(early.nodes).toBeLessThanOrEqual(whole.nodes);
    }
  });

  it("proves that a program has no point", async () => {
    const found = await solveMiqp({ ...corner(), rowLower: Float64Array.of(4.5) });
    expect(found.status).toBe("infeasible");
    expect(found.x.length).toBe(0);
  });

  it.each<[string, Partial<Miqp>]>([
    ["c", { c: Float64Array.of(0, Number.NaN, 0) }],
    ["H is not positive semidefinite", { H: fromTriplets([3, 3], [0], [0], [-1]) }],
    ["H is not symmetric", { H: fromTriplets([3, 3], [0, 1, 0], [0, 1, 1], [2, 2, 1]) }],
    ["pairs[0]", { pairs: [[0, 9]] }],
    ["pairs[0] names a column without lower bound", { lower: Float64Array.of(0, -infinity, 0) }],
    ["column 1", { upper: Float64Array.of(4, -1, 3) }],
    ["rowUpper", { rowUpper: new Float64Array(2) }],
  ])("refuses by name: %s", async (name, change) => {
    await expect(solveMiqp({ ...corner(), ...change })).rejects.toThrow(name);
  });

  it("refuses a big M that no bound gives", async () => {
    const loose = { ...randomMiqp(11, 4) };
    await expect(
      solveMiqp({ ...loose, upper: loose.upper.map(() => infinity) }, { formulation: "big-m" }),
    ).rejects.toThrow(/pairs\[\d+\]/);
  });
});

describe.each(["cyl36", "box72"] as const)("the stored steps of %s", (name) => {
  it("have the stored objectives, every one proven", () => {
    const solver = miqpSolver(lp, { maxNodes: 500 });
    for (const instance of family(name)) {
      const program = quasistaticProgram(stepOfInstance(instance));
      const found = solver.solve(program.miqp, program.hints);
      const what = `l = ${instance.l}`;
      expect(found.status, what).toBe("optimal");
      expect(Math.abs(found.objective * program.objectiveUnit - instance.f), what).toBeLessThanOrEqual(2.5e-14);
      expect(found.lowerBound * program.objectiveUnit, what).toBeGreaterThanOrEqual(instance.f - 2.5e-13);
      expect(found.residual, what).toBeLessThanOrEqual(1e-9);
    }
    solver.dispose();
  });
});
