import { describe, expect, it } from "vitest";
import { type Minimisation, type MinimiseInfo, methods, minimise, usesGradients } from "../../src/solve/minimize.js";
import { loadNlopt } from "../../src/solve/nlopt.js";

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

  it("says that what cannot be is infeasible, and by how much", async () => {
    const found = await minimise(rosenbrock([line(4)]), start, { ...settings, maxEvaluations: 1500 });
    expect(["infeasible", "iteration-limit", ...(method === "CRS2" ? ["no-progress"] : [])]).toContain(found.status);
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
    expect(stopped.cost).toBe(seen[4]!.cost);
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
      evaluate: (x, rows, slopes) => valley.evaluate(x, rows, slopes) && !(x[0]! > -0.3 && x[0]! < -0.2),
    };
    const found = await minimise(holed, new Float64Array([0.2, 0.2]), { method: "COBYLA" });
    expect(found.cost).toBeLessThan(1e-3);
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

  it("leaves no memory behind over ten thousand evaluations", async () => {
    const { nlopt } = await loadNlopt();
    let evaluations = 0;
    for (let run = 0; evaluations < 10_000; run++)
      evaluations += (
        await minimise(rosenbrock([disk(1)]), start, { method: methods[run % methods.length]!, maxEvaluations: 1000 })
      ).evaluations;
    // memory that grew would have been replaced by a larger one
    expect(nlopt.HEAPF64.buffer.byteLength).toBe(2 ** 24);
  });

  it("leaves the program's handlers of faults alone", async () => {
    await loadNlopt();
    expect(process.listeners("unhandledRejection").every((listener) => listener.name !== "abort")).toBe(true);
  });
});
