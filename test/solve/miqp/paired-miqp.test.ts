import { beforeAll, describe, expect, it, vi } from "vitest";
import { type LpSolver, loadLp } from "../../../src/solve/lp/lp.js";
import { type MiqpSolution, miqpSolver, solveMiqp } from "../../../src/solve/miqp/miqp.js";
import { pairedMiqp } from "./paired-miqp.js";
import { enumerate } from "./random-miqp.js";
import { loadReferee, type Referee } from "./referee.js";

let lp: LpSolver;
let referee: Referee;
beforeAll(async () => {
  [lp, referee] = await Promise.all([loadLp(), loadReferee()]);
});

const infinity = Number.POSITIVE_INFINITY;

describe("random programs with pairs between columns, between rows and across", () => {
  it("agree with the enumeration of all modes", () => {
    const solver = miqpSolver(lp);
    const said = { optimal: 0, infeasible: 0, feasible: 0, limit: 0 };
    for (let seed = 1; seed <= 40; seed++) {
      const { miqp } = pairedMiqp(seed, 4, 8);
      const least = enumerate(miqp, lp);
      const { status, objective, lowerBound } = solver.solve(miqp);
      said[status]++;
      expect(status, `seed ${seed}`).toBe(least === infinity ? "infeasible" : "optimal");
      if (least === infinity) continue;
      const room = 2e-7 * Math.max(1, Math.abs(least));
      expect(Math.abs(objective - least), `seed ${seed}`).toBeLessThanOrEqual(room);
      expect(lowerBound, `seed ${seed}`).toBeLessThanOrEqual(least + 1e-3 * room);
    }
    solver.dispose();
    expect(said.optimal).toBeGreaterThan(20);
    expect(said.infeasible).toBeGreaterThan(2);
  });

  it("are proven with 15 to 24 pairs, and HiGHS says the same", () => {
    const solver = miqpSolver(lp);
    for (const seed of [2, 3, 7, 8, 9, 10, 11, 15, 21, 22]) {
      const { miqp, planted } = pairedMiqp(seed, 15, 24);
      const found = solver.solve(miqp);
      expect(["optimal", "infeasible"], `seed ${seed}`).toContain(found.status);
      if (planted !== undefined) expect(found.status, `seed ${seed}`).toBe("optimal");
      expect(referee.judge(miqp, found), `seed ${seed}`).toBe("right");
    }
    solver.dispose();
  });
});

describe("the referee", () => {
  const { miqp } = pairedMiqp(7, 8, 24);
  let found: MiqpSolution;
  beforeAll(() => {
    found = miqpSolver(lp).solve(miqp);
  });

  it("believes what is true", () => {
    expect(found.status).toBe("optimal");
    expect(referee.judge(miqp, found)).toBe("right");
  });

  it.each<[string, (found: MiqpSolution) => Partial<MiqpSolution>]>([
    ["an objective that the point has not", ({ objective }) => ({ objective: objective - 1 })],
    ["a point that breaks a bound", ({ x }) => ({ x: x.map((v, j) => (j === 0 ? -1 : v)) })],
    ["a bound above the least", ({ lowerBound }) => ({ lowerBound: lowerBound + 1, objective: infinity })],
    ["infeasible", () => ({ status: "infeasible" })],
  ])("sees through %s", (_, lie) => {
    expect(referee.judge(miqp, { ...found, ...lie(found) })).toBe("wrong");
  });

  it("sees a point that is not the least", () => {
    const other = miqpSolver(lp).solve({ ...miqp, c: miqp.c.map((v) => -v) });
    const worse = { ...other, objective: costAt(other.x), lowerBound: costAt(other.x) };
    expect(worse.objective).toBeGreaterThan(found.objective + 1);
    expect(referee.judge(miqp, worse)).toBe("wrong");
  });

  /** ½ xᵀHx + cᵀx. */
  function costAt(x: Float64Array): number {
    const { H, c } = miqp;
    let sum = 0;
    for (let j = 0; j < c.length; j++) {
      sum += c[j] * x[j];
      for (let p = H.colPtr[j]; p < H.colPtr[j + 1]; p++) sum += 0.5 * H.values[p] * x[H.rowIdx[p]] * x[j];
    }
    return sum;
  }
});

describe("a signal", () => {
  it.each([0, 3, 10, 40])("ends a search after %i turns with what it has, and nothing that is not so", (turns) => {
    const { miqp } = pairedMiqp(26, 8, 24);
    const least = miqpSolver(lp).solve(miqp);
    expect(least.nodes).toBeGreaterThan(60);
    const stop = new AbortController();
    const steps = miqpSolver(lp).steps(miqp, {}, stop.signal);
    let count = 0;
    let turn = steps.next();
    for (; !turn.done; turn = steps.next()) {
      if (count === turns) stop.abort();
      if (count > turns) expect.fail("it went on");
      count++;
    }
    const { status, objective, lowerBound } = turn.value;
    expect(status).toBe(objective === infinity ? "limit" : "feasible");
    expect(lowerBound).toBeLessThanOrEqual(least.objective + 1e-7 * Math.abs(least.objective));
    expect(objective).toBeGreaterThanOrEqual(least.objective - 1e-7 * Math.abs(least.objective));
  });

  it("is heard while a program is solved, at every node and in between", async () => {
    const { miqp } = pairedMiqp(43, 8, 24);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 0);
    // a clock that is always late: every look at it gives the event loop a turn, however quick this machine is
    let time = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => {
      time += 1000;
      return time;
    });
    const found = await solveMiqp(miqp, {}, {}, stop.signal).finally(() => clock.mockRestore());
    expect(["feasible", "limit"]).toContain(found.status);
    expect((await solveMiqp(miqp)).status).toBe("optimal");
  });

  it("ends a choice among equals at the best so far", () => {
    const { miqp } = pairedMiqp(7, 8, 24);
    const flat = { ...miqp, H: { ...miqp.H, values: miqp.H.values.map(() => 0) }, c: miqp.c.map(() => 0) };
    const ties = [new Float64Array(miqp.c.length).fill(1)];
    const whole = [...miqpSolver(lp).steps(flat, { ties })].length;
    expect(whole).toBeGreaterThan(10);
    const stop = new AbortController();
    const steps = miqpSolver(lp).steps(flat, { ties }, stop.signal);
    for (let k = 0; k < whole / 2; k++) expect(steps.next().done).toBe(false);
    stop.abort();
    const last = steps.next();
    if (!last.done) expect.fail("it went on");
    expect(last.value).toMatchObject({ status: "optimal", objective: 0 });
    expect(last.value.residual).toBeLessThanOrEqual(1e-9);
  });
});
