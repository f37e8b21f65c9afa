import { describe, expect, it } from "vitest";
import { problem as boundary } from "../../../problems/feeder/reorient-boundary.js";
import { problem as reorient } from "../../../problems/feeder/reorient-design.js";
import { problem as robust } from "../../../problems/feeder/robust.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { finish } from "../../../src/algebra/stepwise.js";
import { add, max, mul, pow, sub, toExpr } from "../../../src/expr/expr.js";
import { last, type Model, parameter as p } from "../../../src/mechanics/model.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { type Setup, setUp } from "../../../src/motion/compile/setup.js";
import { scenarios } from "../../../src/motion/design/scenarios.js";
import { design } from "../../../src/motion/design.js";
import { marcher } from "../../../src/motion/march/march.js";
import { designOf, value } from "../../../src/motion/problem/objective.js";
import { BadInput, type Objective, type Problem } from "../../../src/motion/problem/problem.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { kinksOf } from "../../../src/motion/trajectory/kinks.js";
import { impactCount, phasesOf } from "../../../src/motion/trajectory/phases.js";
import { outcome } from "../../app/site/built.js";

const square = (x: Parameters<typeof pow>[0]) => pow(x, 2);
const { boundary: _, ...unbound } = place;
/** The ball's launch as a design: nothing is freed, the target is a constraint. */
const ball = (objective: Objective): Problem => ({ ...unbound, objective });
const atTarget = [
  { name: "end.x", unit: "m", residual: sub(value("end.x"), p("target.x")), must: "be-zero" },
  { name: "end.y", unit: "m", residual: sub(value("end.y"), p("target.y")), must: "be-zero" },
] as const;
const slowest: Objective = {
  cost: add(square(p("launch.vx")), square(p("launch.vy"))),
  vary: ["launch.vx", "launch.vy"],
  constraints: atTarget,
};

/**
 * A point that is put at `place`, in a double well whose left bottom is the lower one; a step into the left creates as much
 * energy as `place` is below zero.
 */
const wells = ((): Problem => {
  const place = p("place");
  const model: Model = {
    name: "well",
    state: [{ name: "x", unit: "m", scale: 1 }],
    inside: [],
    parameters: ["place"],
    inputs: [],
    step: () => ({
      rows: [],
      pairs: [],
      defines: { x: place },
      observe: { energy: toExpr(1), energyCreated: max(mul(-1, place), 0) },
    }),
  };
  return {
    name: "wells",
    title: "Two wells, one of them against a law",
    model,
    parameters: { place: { value: 0.9, unit: "m", meaning: "where the point is put", min: -2, max: 2 } },
    start: { x: 0 },
    grid: { steps: 2, h: 0.1 },
    values: { "end.x": { unit: "m", meaning: "where it is", of: last("x") } },
    objective: {
      cost: add(square(sub(square(last("x")), 1)), mul(0.1, last("x"))),
      vary: ["place"],
    },
  };
})();

describe("a design whose motion breaks a law", () => {
  it("ranks behind every lawful one, however cheap it is", async () => {
    const { status, values, solutions, message } = await design(wells, { search: { starts: 4 } });
    expect(status).toBe("solved");
    expect(values["design.place"]).toBeCloseTo(0.987, 2);
    expect(solutions!.map((one) => one.status)).toEqual(["solved", "unphysical"]);
    expect(solutions![1].values["design.place"]).toBeCloseTo(-1.012, 2);
    expect(solutions![1].values.cost!).toBeLessThan(values.cost!);
    expect(message).not.toMatch(/other optim/);
  });

  it("is unphysical where there is no other, and names the law", async () => {
    const { status, message } = await design(wells, { set: { place: -0.9 } });
    expect(status).toBe("unphysical");
    expect(message).toMatch(/^Computed, but against a law: energy created/);
  });
});

describe("a design of the rolling ball", () => {
  it("with as many equations as variables is the root of the boundary problem", async () => {
    const root = await solve(place);
    const found = await design(ball(slowest));
    expect(found.status).toBe("solved");
    expect(found.message).toContain("Active: end.x, end.y.");
    expect(found.values["design.launch.vx"]).toBeCloseTo(root.values["launch.vx"]!, 7);
    expect(found.values["design.launch.vy"]).toBeCloseTo(root.values["launch.vy"]!, 7);
    expect(found.values.evaluations).toBe(found.counts.evaluations);
    // and says what of it is the grid's: the same launch on steps of a tenth
    const { "design.launch.vx": vx, "design.launch.vy": vy } = found.values;
    const set = { "launch.vx": vx!, "launch.vy": vy!, "grid.steps": 1010, "grid.h": 1e-3 };
    const fine = (await simulate(unbound, { set })).values;
    const { gridError } = found.run;
    expect(gridError).toMatchObject({ h: 1e-2, fineH: 1e-3 });
    for (const name of ["end.x", "end.y", "end.rollingError"])
      expect(gridError!.values[name]).toEqual({ value: found.values[name], fine: fine[name] });
  });

  it.each(["SLSQP", "LBFGS", "BOBYQA", "COBYLA"])("%s comes as near to a target as can be", async (method) => {
    const near = add(square(sub(last("ball.x"), p("target.x"))), square(sub(last("ball.y"), p("target.y"))));
    const found = await design(ball({ cost: near, vary: ["launch.vx", "launch.vy"], method }));
    expect(found.status).toBe("solved");
    expect(found.values.cost).toBeLessThan(1e-10);
  });

  it("without friction has a closed form: the mean of two targets, and the middle of the worst", async () => {
    // x(T) = T v without friction, so that Σ (x(T) − a_s)² is least at v = mean(a)/T, its maximum at v = middle(a)/T
    const T = 1.01;
    const targets = [0.2, 0.3, 1];
    const objective = (over: "worst" | "mean"): Objective => ({
      cost: square(sub(last("ball.x"), p("target.x"))),
      vary: ["launch.vx"],
      scenarios: targets.map((x) => ({ "target.x": x })),
      over,
    });
    const set = { friction: 0 };
    const mean = await design(ball(objective("mean")), { set });
    expect(mean.values["design.launch.vx"]).toBeCloseTo(0.5 / T, 6);
    const worst = await design(ball(objective("worst")), { set });
    expect(worst.values["design.launch.vx"]).toBeCloseTo(0.6 / T, 6);
    expect(worst.values.cost).toBeCloseTo(0.16, 6);
  });

  it("meets constraints exactly, penalties nearly", async () => {
    const near = add(square(sub(last("ball.x"), p("target.x"))), square(sub(last("ball.y"), p("target.y"))));
    const exact = await design(ball(slowest));
    const nearly = await design(ball({ cost: add(slowest.cost!, mul(1e4, near)), vary: slowest.vary }));
    expect(nearly.status).toBe("solved");
    for (const name of ["design.launch.vx", "design.launch.vy"]) {
      const gap = Math.abs(nearly.values[name]! - exact.values[name]!);
      expect(gap).toBeGreaterThan(1e-5);
      expect(gap).toBeLessThan(3e-4);
    }
  });

  it("does not call an end out of reach solved: the launch goes as far as it may, and the rows that are missed are open", async () => {
    const found = await design(ball(slowest), { set: { "target.x": 100 }, search: { evaluations: 60 } });
    // the ball would have to be five times as fast as it may be
    expect(found.status).toBe("infeasible");
    expect(found.values["design.launch.vx"]).toBe(20);
    expect(found.solution.residual).toBeCloseTo(100 - found.values["end.x"]!, 9);
  });

  it("keeps the best so far when it is cancelled", async () => {
    const cancel = new AbortController();
    const found = await design(ball({ ...slowest, method: "COBYLA" }), {
      signal: cancel.signal,
      onIteration: ({ iteration }) => {
        if (iteration === 6) cancel.abort();
      },
    });
    expect(found.status).toBe("cancelled");
    expect(found.values.evaluations).toBe(6);
    expect(found.values["design.launch.vx"]).toBeGreaterThanOrEqual(-20);
  });

  it("keeps the best so far also where it is cancelled on the way to its constraints", async () => {
    for (const k of [1, 2]) {
      const cancel = new AbortController();
      const missed: number[] = [];
      const found = await design(ball(slowest), {
        // so fine that an evaluation takes longer than a breath
        set: { "grid.steps": 40000 },
        signal: cancel.signal,
        onIteration: ({ residual }) => {
          missed.push(residual);
          if (missed.length === k) cancel.abort();
        },
      });
      const { cost, "design.launch.vx": x, "design.launch.vy": y } = found.values;
      expect(found.status).toBe("cancelled");
      expect(found.solution.residual).toBeLessThanOrEqual(Math.max(1e-8, Math.min(...missed)));
      expect(cost).toBeCloseTo(x! ** 2 + y! ** 2, 12);
    }
  });

  it("keeps the best design of all that were tried when it is cancelled among several starts", async () => {
    const cancel = new AbortController();
    const tried: { cost: number; violation: number }[] = [];
    const found = await design(ball({ ...slowest, constraints: [] }), {
      signal: cancel.signal,
      search: { starts: 5 },
      onIteration: ({ start, merit, residual }) => {
        tried.push({ cost: merit, violation: residual });
        if (start === 1) cancel.abort();
      },
    });
    expect(found.status).toBe("cancelled");
    expect(found.message).toMatch(/^Cancelled after 1 of 5 starts/);
    expect(found.values.evaluations).toBeGreaterThanOrEqual(tried.length);
    expect(found.values.cost).toBe(Math.min(...tried.map(({ cost }) => cost)));
    const { "design.launch.vx": x, "design.launch.vy": y } = found.values;
    expect(found.values.cost).toBeCloseTo(x! ** 2 + y! ** 2, 12);
  });

  it("lists distinct optima of several starts: one, where all lead to the same", async () => {
    const found = await design(ball(slowest), { search: { starts: 3 } });
    expect(found.status).toBe("solved");
    expect(new Set(found.run.history.map(({ start }) => start)).size).toBe(3);
    expect(found.solutions!.map(({ values }) => values["design.launch.vx"])).toEqual([
      found.values["design.launch.vx"],
    ]);
  });
});

describe("bad objectives are refused in one sentence", () => {
  const cases: [string, Partial<Objective>, string, RegExp][] = [
    ["unknown parameter", { vary: ["launch.vw"] }, "objective.vary", /did you mean launch\.v[xy]/],
    ["no bounds", { vary: ["start.x"] }, "objective.vary", /start\.x needs a smallest/],
    ["nothing varied", { vary: [] }, "objective.vary", /at least one/],
    ["empty scenarios", { scenarios: [] }, "objective.scenarios", /is empty/],
    ["varied in a scenario", { scenarios: [{ "launch.vx": 1 }] }, "objective.scenarios", /^A scenario sets launch\.vx/],
    [
      "a truth in a scenario",
      JSON.parse('{ "scenarios": [{ "target.x": true }] }'),
      "objective.scenarios[0].target.x",
      /number or a text/,
    ],
    ["unknown method", { method: "slqp" }, "objective.method", /did you mean SLSQP/],
    ["unknown value", { cost: value("end.w") }, "objective", /did you mean end\.[xy]/],
    ["value of a column", { cost: value("stick.step") }, "objective", /no derivative/],
    ["equalities for CRS2", { method: "CRS2" }, "objective.method", /CRS2/],
  ];
  it("a range of one point", async () => {
    const given = ball(slowest);
    const held = { ...given.parameters["launch.vx"], min: 2, max: 2 };
    const question = { ...given, parameters: { ...given.parameters, "launch.vx": held } };
    await expect(design(question)).rejects.toThrow(/launch\.vx needs a smallest and a larger largest value/);
  });

  it.each(cases)("%s", async (_name, change, field, words) => {
    const refused = await design(ball({ ...slowest, ...change })).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BadInput);
    expect((refused as BadInput).field).toBe(field);
    expect((refused as BadInput).message).toMatch(words);
    expect((refused as BadInput).message).not.toMatch(/[.?] [A-Z]/);
  });

  it("no objective", async () => {
    await expect(design(place)).rejects.toThrow(/has no objective/);
  });
});

describe("the feeder", () => {
  const declared = designOf(reorient);
  const rows = new Float64Array(5);
  const slopes = new Float64Array(10);

  it("is designed in 60 simulations, and agrees with the root of its boundary problem", async () => {
    const [found, root] = [await outcome(reorient, "design"), await outcome(boundary, "solve")];
    if (found instanceof BadInput) throw found;
    if (root instanceof BadInput) throw root;
    expect(found.status).toBe("solved");
    expect(found.values.evaluations).toBeLessThanOrEqual(60);
    for (const name of ["design.corner.x", "design.corner.y"])
      expect(Math.abs(found.values[name]! - root.values[name]!)).toBeLessThan(1e-6);
    expect(found.values["end.theta"]).toBeGreaterThan(0);
    expect(found.values["end.theta"]).toBeLessThan(Math.PI / 2);
    expect(found.message).toMatch(/Simulated again with h\/10 = 0\.000100 s, end\.\w+ is .* the grid error is large/);
  });

  it.each([
    [1500, 2],
    [900, 1],
  ])(
    "has gradients that agree with converged differences on 10 corners: %i steps, impacts among them %i",
    (steps, wanted) => {
      const setup = setUp(reorient, { "grid.steps": steps }, true, declared.asked);
      const motions = scenarios([setup], declared);

      // Richardson's extrapolation of central differences; corners whose differences do not converge are on a jump
      let compared = 0;
      const impacts = new Set<number>();
      const path = emptyPath(setup.compiled.kernels, setup.steps.h.length);
      const march = marcher(setup.compiled);
      const impactsAt = (x: readonly number[]): number => {
        const parameters = setup.parameters.slice();
        setup.compiled.freed.forEach((index, i) => {
          parameters[index] = x[i];
        });
        march.begin(parameters, setup.steps, path, false);
        march.advance(setup.steps.h.length);
        return impactCount(phasesOf(setup, parameters, path));
      };
      const ends = (x: readonly number[]): [number, number] => {
        finish(motions.evaluating(Float64Array.from(x), rows, undefined));
        return [rows[1], rows[2]];
      };
      for (let k = 1; compared < 10 && k < 60; k++) {
        const x = [4.75 + 0.5 * ((k * 0.618034) % 1), 4.75 + 0.5 * ((k * 0.7548777) % 1)];
        const differences = [0, 1].map((i) => {
          const central = (step: number): number[] => {
            const [up, down] = [1, -1].map((sign) => ends(x.map((v, j) => (j === i ? v + sign * step : v))));
            return up.map((u, r) => (u - down[r]) / (2 * step));
          };
          const [coarse, fine, finest] = [4e-5, 2e-5, 1e-5].map(central);
          const once = fine.map((d, r) => d + (d - coarse[r]) / 3);
          const twice = finest.map((d, r) => d + (d - fine[r]) / 3);
          return { slope: twice, change: Math.max(...twice.map((d, r) => Math.abs(d - once[r]))) };
        });
        finish(motions.evaluating(Float64Array.from(x), rows, slopes));
        // a corner that is never touched moves nothing, but for roundings
        const size = Math.max(1e-12, ...slopes.subarray(2, 6).map(Math.abs));
        if (differences.some(({ change }) => change > 3e-7 * size)) continue;
        compared++;
        differences.forEach(({ slope }, i) => {
          slope.forEach((d, r) => {
            expect(Math.abs(d - slopes[(1 + r) * 2 + i]), `corner ${x}`).toBeLessThanOrEqual(1e-6 * size);
          });
        });
        impacts.add(impactsAt(x));
      }
      expect([...impacts]).toContain(wanted);
      expect(compared).toBe(10);
    },
  );

  it("is designed for the worst of nine incoming angles, past the first tooth of the sawtooth", async () => {
    const found = await outcome(robust, "design");
    if (found instanceof BadInput) throw found;
    expect(found.status).toBe("solved");
    expect(found.message).toContain("COBYLA went on");
    const { "design.corner.x": x, "design.corner.y": y, cost } = found.values;
    const ends: number[] = [];
    for (const scenario of robust.objective!.scenarios!) {
      const set = { ...scenario, "corner.x": x!, "corner.y": y! };
      ends.push((await simulate(robust, { set, gridError: false })).values["end.theta"]!);
    }
    const worst = Math.max(...ends.map((theta) => (theta - 0.25) ** 2));
    expect(cost).toBeCloseTo(worst, 12);
    // 0.05 rad inside the bounds at least
    expect(worst).toBeLessThan(0.2 ** 2);
  });
});

describe("a kink", () => {
  // free fall by backward Euler: z_k = z_0 − g h² k (k + 1)/2, so that the ball ends step k exactly at the table
  const k = 7;
  const touching = 0.05 + (9.8 * 0.01 ** 2 * k * (k + 1)) / 2;
  const pathOf = (height: number) => {
    const setup = setUp(place, { "start.z": height });
    const path = emptyPath(setup.compiled.kernels, setup.steps.h.length);
    const march = marcher(setup.compiled);
    march.begin(setup.parameters, setup.steps, path, false);
    march.advance(setup.steps.h.length);
    return kinksOf(setup, setup.parameters, path);
  };

  it("is named with its contact and step, and is there only", () => {
    expect(pathOf(touching)[0]).toEqual({ what: "table.normal", step: k });
    expect(pathOf(touching + 1e-5)).toEqual([]);
    expect(pathOf(touching - 1e-5)).toEqual([]);
  });

  it("is also where the side of a palm is as near to a vertex as its top, which no pair tells", () => {
    const feeder = setUp(reorient);
    const path = emptyPath(feeder.compiled.kernels, feeder.steps.h.length);
    const march = marcher(feeder.compiled);
    march.begin(feeder.parameters, feeder.steps, path, false);
    march.advance(feeder.steps.h.length);
    const { layout, model } = { ...feeder.compiled.kernels };
    const at = (name: string, step: number): number =>
      path.states[step * layout.states + model.state.findIndex((state) => state.name === name)];
    const landed = phasesOf(feeder, feeder.parameters, path).find(({ contacts }) =>
      contacts.some((name) => name.startsWith("palm")),
    )!;
    const contact = landed.contacts.find((name) => name.startsWith("palm"))!;
    const step = landed.from + 1;
    const theta = at("part.theta", step);
    // the lowest vertex of the rectangle, 4 m × 2 m, is the one that touches
    const vertices = [-2, 2].flatMap((x) => [-1, 1].map((y) => [x, y] as const));
    const heightOf = ([x, y]: readonly [number, number]): number => Math.sin(theta) * x + Math.cos(theta) * y;
    const [x, y] = vertices.sort((one, other) => heightOf(one) - heightOf(other))[0];
    // the side of the palm is the nearer of the two surfaces beyond the point at which it is as near as the top
    const depth = -(at("part.y", step) + heightOf([x, y]));
    expect(depth).toBeGreaterThan(0);
    const vertex = at("part.x", step) + Math.cos(theta) * x - Math.sin(theta) * y + depth;
    const ends = (to: number) => {
      // its other end is far: a part that ends near both ends of a palm stands flush, where the side counts less
      const moved = setUp(reorient, { "palm.from": -1, "palm.to": to });
      return kinksOf(moved, moved.parameters, path).filter(({ what }) => what.startsWith(contact));
    };
    expect(ends(vertex)).toContainEqual({ what: `${contact}.normalForce (max)`, step });
    expect(ends(vertex + 1e-6)).toEqual([]);
    expect(ends(vertex - 1e-6)).toEqual([]);
  });

  it("is reported by a design that stops there, and COBYLA goes on", async () => {
    const found = await design(
      ball({ ...slowest, constraints: [], cost: square(p("launch.vx")), vary: ["launch.vx"] }),
      {
        set: { "start.z": touching },
        search: { evaluations: 60 },
      },
    );
    expect(found.message).toContain(`exactly at its kink is table.normal in step ${k}`);
    expect(found.message).toContain("COBYLA went on");
  });
});

describe("a design of a motion whose steps are not proven to be the best", () => {
  /** A point that follows its command; every step answers `feasible`. */
  const unproven: Model = {
    name: "unproven",
    state: [{ name: "x", unit: "m", scale: 1 }],
    inside: [{ name: "dx", unit: "m", scale: 1 }],
    parameters: ["speed"],
    inputs: [],
    step: ({ now, inside, parameters, h }) => ({
      rows: [],
      defines: { x: add(now("x"), inside("dx")) },
      pairs: [],
      observe: {},
      program: {
        name: "unproven",
        unknowns: ["dx"],
        data: [mul(h, parameters("speed"))],
        drift: [],
        positions: [],
        open: async () => () => ({
          solve(data, answer) {
            answer.set(data);
            return { status: "feasible", residual: 0, iterations: 1, mode: "", message: "" };
          },
          settle: () => false,
          memory: () => [],
          recall() {},
          dispose() {},
        }),
      },
    }),
  };
  const problem = (target: number): Problem => ({
    name: "unproven",
    title: "",
    model: unproven,
    parameters: { speed: { value: 0.5, unit: "m/s", meaning: "speed", min: 0, max: 1 } },
    start: { x: 0 },
    grid: { steps: 4, h: 0.25 },
    values: {},
    objective: {
      cost: p("speed"),
      vary: ["speed"],
      constraints: [{ name: "far", unit: "m", residual: sub(target, last("x")), must: "not-exceed-zero" }],
      method: "COBYLA",
    },
  });

  it("is feasible where it meets its constraints, and infeasible where it cannot", async () => {
    const near = await design(problem(0.25));
    expect(near.status).toBe("feasible");
    expect(near.values["design.speed"]).toBeCloseTo(0.25, 5);
    const far = await design(problem(2));
    expect(far.status).toBe("infeasible");
    expect(far.message).toContain("No point was found that meets the constraints");
  });
});

it("a design says of a search that met no constraint only how near it came, where another one met them all", async () => {
  const constraints = [
    { name: "far", unit: "m²", residual: sub(1, square(last("x"))), must: "not-exceed-zero" },
  ] as const;
  const objective: Objective = { cost: square(p("place")), vary: ["place"], constraints };
  // nothing moves cost or constraint at zero, where SLSQP stays
  const { status, message, values } = await design({ ...wells, objective }, { set: { place: 0 } });
  expect(status, message).toBe("solved");
  expect(Math.abs(values["design.place"]!)).toBeCloseTo(1, 3);
  expect(message).toContain("SLSQP came no closer to the constraints than 1.00. COBYLA went on without derivatives.");
  expect(message).not.toContain("No point was found");
});

it("a design whose duration is a parameter is simulated on a finer grid of the same duration", async () => {
  const time = { value: 1.01, unit: "s", meaning: "duration", above: 0 };
  const timed = { ...ball(slowest), parameters: { ...unbound.parameters, time } };
  const found = await design(timed);
  expect(found.status).toBe("solved");
  expect(found.run.gridError!.fineH).toBeCloseTo(0.001, 12);
  expect(found.message).toContain("Simulated again with h/10");
});

it("scenarios on other steps march on grids of their own", () => {
  const declared = designOf(reorient);
  const [coarse, fine] = [300, 400].map((steps) => setUp(reorient, { "grid.steps": steps }, true, declared.asked));
  const x = Float64Array.of(4.9, 5.1);
  const rowsOf = (...setups: Setup[]): number[] => {
    const motions = scenarios(setups, declared);
    const rows = new Float64Array(motions.count * declared.asked.rows.length);
    expect(finish(motions.evaluating(x, rows, undefined))).toBe(true);
    motions.finish();
    return [...rows];
  };
  const apart = [...rowsOf(coarse), ...rowsOf(fine)];
  expect(rowsOf(coarse, fine)).toEqual(apart);
  expect(apart.slice(0, apart.length / 2)).not.toEqual(apart.slice(apart.length / 2));
});
