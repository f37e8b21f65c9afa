import { describe, expect, it } from "vitest";
import { methods, usesGradients } from "../../../src/solve/minimise/methods.js";
import { type MinimiseInfo, minimise } from "../../../src/solve/minimise/minimise.js";
import { loadNlopt } from "../../../src/solve/minimise/nlopt.js";
import type { Minimisation } from "../../../src/solve/minimise/problem.js";

/** Rosenbrock's valley, 10 deep: f = 10 (y − x²)² + (1 − x)². */
function rosenbrock(
  constraints: readonly { kind: "inequality" | "equality"; value(x: number, y: number): [number, number, number] }[],
): Minimisation {
  return {
    lower: new Float64Array([-1.5, -1]),
    upper: new Float64Array([1.5, 2]),
    constraints: constraints.map(({ kind }) => kind),
    evaluate(point, rows, slopes) {
      const [x, y] = point as unknown as [number, number];
      rows[0] = 10 * (y - x * x) ** 2 + (1 - x) ** 2;
      slopes?.set([-40 * x * (y - x * x) - 2 * (1 - x), 20 * (y - x * x)]);
      constraints.forEach(({ value }, i) => {
        const [c, cx, cy] = value(x, y);
        rows[1 + i] = c;
        slopes?.set([cx, cy], 2 * (1 + i));
      });
      return true;
    },
  };
}

const disk = (radius: number) => ({
  kind: "inequality" as const,
  value: (x: number, y: number): [number, number, number] => [x * x + y * y - radius ** 2, 2 * x, 2 * y],
});
const line = (sum: number) => ({
  kind: "equality" as const,
  value: (x: number, y: number): [number, number, number] => [x + y - sum, 1, 1],
});
const start = new Float64Array([-0.8, 0.4]);

describe.each(methods)("%s", (method) => {
  // random and dividing methods come near, the others arrive
  const near = ["ISRES", "CRS2", "DIRECT-L"].includes(method) ? 2e-2 : 1e-3;
  const settings = { method, maxEvaluations: 6000, tolerance: 1e-9, feasibility: 1e-6 };

  it("finds the floor of the valley", async () => {
    const found = await minimise(rosenbrock([]), start, settings);
    expect(found.cost).toBeLessThan(near);
    expect(["solved", "iteration-limit"]).toContain(found.status);
  });

  it("finds the constrained minimum on the circle and on the line", async () => {
    // a fine scan of the circle of radius 1 and of x + y = 1
    const circle = lowest((t) => [Math.cos(t), Math.sin(t)]);
    const straight = lowest((t) => [t, 1 - t]);
    const inside = await minimise(rosenbrock([disk(1)]), start, settings);
    expect(inside.violation).toBeLessThanOrEqual(["DIRECT-L", "ISRES"].includes(method) ? 1e-4 : 1e-6);
    expect(Math.abs(inside.cost - circle)).toBeLessThan(near);
    if (method === "CRS2") return;
    const along = await minimise(rosenbrock([line(1)]), new Float64Array([0.2, 0.4]), settings);
    expect(along.violation).toBeLessThanOrEqual(["DIRECT-L", "ISRES"].includes(method) ? 1e-4 : 1e-6);
    expect(Math.abs(along.cost - straight)).toBeLessThan(near);
  });

  it("finds the lowest of the largest of several costs", async () => {
    // three paraboloids: the lowest of the largest is where the first two meet, in the middle of their floors
    const floors = [
      [-0.5, 0],
      [0.9, 1],
      [0.2, 0.4],
    ] as const;
    const task: Minimisation = {
      lower: new Float64Array([-1.5, -1]),
      upper: new Float64Array([1.5, 2]),
      costs: floors.length,
      constraints: [],
      evaluate(point, rows, slopes) {
        floors.forEach(([a, b], s) => {
          const [dx, dy] = [point[0] - a, point[1] - b];
          rows[s] = dx * dx + dy * dy;
          slopes?.set([2 * dx, 2 * dy], 2 * s);
        });
        return true;
      },
    };
    const found = await minimise(task, start, settings);
    expect(found.cost).toBeLessThan(0.74 + near);
    expect(found.cost).toBeGreaterThan(0.74 - 1e-6);
    expect(found.cost).toBe(Math.max(...found.rows));
  });

  it("says that what cannot be is infeasible, and by how much", async () => {
    const found = await minimise(rosenbrock([line(4)]), start, { ...settings, maxEvaluations: 1500 });
    // a method that gives up, or gains nothing any more, makes no such claim
    expect(["infeasible", "iteration-limit", "no-progress"]).toContain(found.status);
    expect(found.violation).toBeGreaterThan(0.49);
    expect(found.message).toMatch(/^[A-Z].*\.$/);
  });

  it("repeats to the bit and keeps the best point when it is cancelled", async () => {
    const seen: MinimiseInfo[] = [];
    const once = await minimise(rosenbrock([disk(1)]), start, { ...settings, onEvaluation: (info) => seen.push(info) });
    const again = await minimise(rosenbrock([disk(1)]), start, settings);
    expect(again).toEqual(once);
    const cancel = new AbortController();
    const stopped = await minimise(rosenbrock([disk(1)]), start, {
      ...settings,
      signal: cancel.signal,
      onEvaluation: ({ evaluation }) => {
        if (evaluation === 5) cancel.abort();
      },
    });
    expect(stopped.status).toBe("cancelled");
    expect(stopped.evaluations).toBe(5);
    expect(stopped.cost).toBe(seen[4].cost);
  });
});

function lowest(curve: (t: number) => [number, number]): number {
  let best = Number.POSITIVE_INFINITY;
  for (let t = -1; t <= 2; t += 1e-5) {
    const [x, y] = curve(t);
    best = Math.min(best, 10 * (y - x * x) ** 2 + (1 - x) ** 2);
  }
  return best;
}

describe("minimise", () => {
  it("needs a gradient only where the method uses one", () => {
    expect(methods.filter(usesGradients)).toEqual(["SLSQP", "MMA", "LBFGS"]);
  });

  it.each(methods)("says so where %s has more equalities than variables to meet them", async (method) => {
    // three lines through one point
    const lines = [line(0.4), line(0.4), line(0.4)];
    const { status, message } = await minimise(rosenbrock(lines), start, { method, maxEvaluations: 500 });
    expect(["no-progress", "infeasible", "iteration-limit", "solved"]).toContain(status);
    expect(message).toMatch(/^[A-Z].*\.$/);
    if (method === "SLSQP") expect(message).toContain("these are 3 for 2");
  });

  it("stops at its limit with the best point", async () => {
    const found = await minimise(rosenbrock([]), start, { method: "COBYLA", maxEvaluations: 12 });
    expect(found).toMatchObject({ status: "iteration-limit", evaluations: 12 });
    expect(found.cost).toBeLessThan(3.5);
  });

  it("says so where nothing is a number", async () => {
    const found = await minimise({ ...rosenbrock([]), evaluate: () => false }, start);
    expect(found.status).toBe("not-finite");
  });

  it("goes around points that are no numbers", async () => {
    const valley = rosenbrock([]);
    const holed: Minimisation = {
      ...valley,
      evaluate: (x, rows, slopes) => valley.evaluate(x, rows, slopes) && !(x[0] > -0.3 && x[0] < -0.2),
    };
    const found = await minimise(holed, new Float64Array([0.2, 0.2]), { method: "COBYLA" });
    expect(found.cost).toBeLessThan(1e-3);
  });

  it.each(["SLSQP", "LBFGS", "MMA"] as const)("%s ends at a kink instead of feeling about it", async (method) => {
    const kinked: Minimisation = {
      lower: new Float64Array([-1, -1]),
      upper: new Float64Array([1, 1]),
      constraints: [],
      evaluate(point, rows, slopes) {
        const [x, y] = [point[0] - 0.1, point[1] + 0.2];
        rows[0] = 1 + Math.abs(x) + 3 * Math.abs(x - 2 * y);
        slopes?.set([Math.sign(x) + 3 * Math.sign(x - 2 * y), -6 * Math.sign(x - 2 * y)]);
        return true;
      },
    };
    const found = await minimise(kinked, new Float64Array([0.7, 0.5]), { method, maxEvaluations: 500 });
    expect(found.evaluations).toBeLessThan(150);
    expect(["solved", "no-progress"]).toContain(found.status);
  });

  it("gives the library's reason where it gives up", async () => {
    const uphill: Minimisation = {
      ...rosenbrock([]),
      evaluate(point, rows, slopes) {
        rows[0] = point[0];
        slopes?.set([-1, 0]);
        return true;
      },
    };
    const found = await minimise(uphill, start, { method: "LBFGS" });
    expect(found.status).toBe("no-progress");
    expect(found.message).toMatch(/^LBFGS gave up after \d+ evaluations: nlopt failure\.$/);
  });

  // the words of the library were told: "bug: more than iter SQP iterations"
  it("says what it means where no step meets the constraints", async () => {
    const apart: Minimisation = {
      lower: new Float64Array([-0.25, -0.25]),
      upper: new Float64Array([0.25, 0.25]),
      constraints: ["equality", "equality", "inequality", "inequality"],
      evaluate([x, y], rows, slopes) {
        rows.set([0.5 * (x * x + y * y), 2.0837, -3.8453, 1.7491, -3.3199]);
        slopes?.set([x, y, 1e-3, 2e-3, 1e-3, 2e-3, 1, 0, -1, 0]);
        return true;
      },
    };
    const { status, message } = await minimise(apart, new Float64Array(2), { method: "SLSQP" });
    expect(status).toBe("no-progress");
    expect(message).toMatch(
      /misses one by 3\.85 .* SLSQP gave up after \d+ evaluations: no step from there meets the constraints/,
    );
  });

  it("lets other work of the program in", async () => {
    let turns = 0;
    const clock = setInterval(() => turns++, 1);
    const valley = rosenbrock([]);
    const slow: Minimisation = {
      ...valley,
      evaluate(x, rows, slopes) {
        for (const until = performance.now() + 10; performance.now() < until; );
        return valley.evaluate(x, rows, slopes);
      },
    };
    await minimise(slow, start, { maxEvaluations: 20 });
    clearInterval(clock);
    expect(turns).toBeGreaterThan(3);
  });

  it("leaves no memory behind over ten thousand evaluations, in one run or in many", async () => {
    const { nlopt } = await loadNlopt();
    /** The highest byte of the library's memory that was ever written: what is allocated and not freed pushes it up. */
    const used = (): number => {
      const bytes = new Uint8Array(nlopt.HEAPF64.buffer);
      let top = bytes.length;
      while (top > 0 && bytes[top - 1] === 0) top--;
      return top;
    };
    // random points for ever: every call of one run is a new evaluation
    const long = async (maxEvaluations: number): Promise<number> => {
      const { evaluations } = await minimise(rosenbrock([]), start, { method: "ISRES", maxEvaluations, tolerance: 0 });
      expect(evaluations).toBe(maxEvaluations);
      return used();
    };
    const short = await long(500);
    expect(await long(10_000)).toBe(short);
    let evaluations = 0;
    let objects = 0;
    let highest = 0;
    for (let run = 0; evaluations < 10_000; run++) {
      const method = methods[run % methods.length];
      evaluations += (await minimise(rosenbrock([disk(1)]), start, { method, maxEvaluations: 1000 })).evaluations;
      if (run < methods.length) highest = Math.max(highest, used());
      else expect(used()).toBeLessThanOrEqual(highest);
      objects = Math.max(objects, nlopt.GC.flush());
    }
    expect(objects).toBeLessThan(20);
  });

  it("leaves the program's handlers of faults alone", async () => {
    await loadNlopt();
    expect(process.listeners("unhandledRejection").every((listener) => listener.name !== "abort")).toBe(true);
  });
});

it("an augmented Lagrangian whose multipliers do not settle is not called converged", async () => {
  // min x² + y² with x + y = 1, x ≥ 0.7; thirds of the box never come to the line
  const task: Minimisation = {
    lower: Float64Array.of(-2, -2),
    upper: Float64Array.of(2, 2),
    constraints: ["equality", "inequality"],
    evaluate([x, y], rows, slopes) {
      rows.set([x ** 2 + y ** 2, x + y - 1, 0.7 - x]);
      slopes?.set([2 * x, 2 * y, 1, 1, -1, 0]);
      return true;
    },
  };
  const settings = { feasibility: 1e-3, maxEvaluations: 20_000 };
  const smooth = await minimise(task, Float64Array.of(1, 1), { method: "LBFGS", ...settings });
  expect(smooth.status).toBe("solved");
  const divided = await minimise(task, Float64Array.of(1, 1), { method: "DIRECT-L", ...settings });
  expect(divided.status).toBe("no-progress");
  expect(divided.message).toContain("its multipliers had not settled after 25 rounds");
  expect(divided.cost).toBeCloseTo(smooth.cost, 2);
});

it("does not call solved where a run asked for no number, as from a violated constraint that has no slope", async () => {
  // a gripper: below 4 N the block stays on the table, above 4.2 N it is lifted as far as ever
  const lifted = (force: number): number => Math.min(1, Math.max(0, 5 * (force - 4)));
  const found = await minimise(
    {
      lower: new Float64Array([0]),
      upper: new Float64Array([50]),
      constraints: ["inequality"],
      evaluate([force], rows, slopes) {
        rows.set([force, 0.02 - 0.05 * lifted(force)]);
        slopes?.set([1, force > 4 && force < 4.2 ? -0.25 : 0]);
        return true;
      },
    },
    new Float64Array([8]),
  );
  expect(found.violation).toBe(0);
  expect(found.status).toBe("no-progress");
  expect(found.message).toMatch(/no number/);
});
