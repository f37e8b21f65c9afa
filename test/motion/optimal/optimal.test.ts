import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problem as block } from "../../../problems/optimal/block.js";
import { problem as disk } from "../../../problems/optimal/disk.js";
import { problem as driessen } from "../../../problems/optimal/driessen.js";
import { problem as stewart } from "../../../problems/optimal/stewart-anitescu.js";
import { randomNumbers } from "../../../src/algebra/random.js";
import { abs, add, mul, sub } from "../../../src/expr/expr.js";
import { equation, type Frame, frame, last, type Model, type Stage } from "../../../src/mechanics/model.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import { borrow, giveBack } from "../../../src/motion/march/workspace.js";
import { marchGuess } from "../../../src/motion/optimal/guesses.js";
import { optimalProgram } from "../../../src/motion/optimal/program.js";
import { coarserSpace, type OptimalSpace, optimalSpace } from "../../../src/motion/optimal/space.js";
import { optimalTask } from "../../../src/motion/optimal/task.js";
import { table } from "../../../src/motion/problem/inputs.js";
import { BadInput, type Control, type Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { solveMpcc } from "../../../src/solve/mpcc/mpcc.js";
import { addTransposed, type Mpcc } from "../../../src/solve/mpcc/problem.js";
import { real } from "../../arbitraries.js";
import { finish } from "../../finish.js";
import { problem as pusher } from "./own-pusher.js";

const push: Control = block.inputs!.push as Control;
const withPush = (more: Partial<Control>): Problem => ({ ...block, inputs: { push: { ...push, ...more } } });
const column = ({ trajectory }: Result, name: string): number[] => Array.from(trajectory.columns[name].subarray(1));
const multipliers = ({ solution, counts }: Result): Float64Array => solution.z.subarray(counts.unknowns);
/** A mass on a line, pushed. */
const model: Model = {
  name: "mass",
  state: ["x", "v"].map((name) => ({ name, unit: "", scale: 1 })),
  inside: [],
  parameters: [],
  inputs: ["u"],
  step: ({ now, next, inputs, h }: Frame): Stage => ({
    rows: [
      equation("x", sub(next("x"), add(now("x"), mul(h, next("v"))))),
      equation("v", sub(next("v"), add(now("v"), mul(h, inputs("u"))))),
    ],
    pairs: [],
    observe: {},
  }),
};

const soonest: Problem = {
  name: "soonest",
  title: "A mass goes one metre from rest to rest as soon as can be",
  model,
  parameters: { time: { value: 3, unit: "s", meaning: "duration", min: 0.1, max: 10 } },
  inputs: { u: { unit: "N", meaning: "force", min: -1, max: 1 } },
  start: { x: 0, v: 0 },
  grid: { steps: 20, h: 0.1 },
  objective: {
    cost: frame.parameters("time"),
    vary: ["u", "time"],
    constraints: [
      { name: "end.x", unit: "m", residual: sub(last("x"), 1), must: "be-zero" },
      { name: "end.v", unit: "m/s", residual: last("v"), must: "be-zero" },
    ],
  },
  values: { time: { unit: "s", meaning: "duration", of: frame.parameters("time") } },
};

describe("known optimal motions", () => {
  it("a block that must hurry does not rest at first: F² T + 12 m² D²/T³ in continuous time", async () => {
    const {
      status,
      values,
      run: { regularity: { order } = {} },
      solution,
    } = await solve(block, { set: { time: 1.2 } });
    expect(status).toBe("solved");
    expect(order).toBe("second");
    expect(solution.residual).toBeLessThan(1e-9);
    expect(Math.abs(values.cost! / 17.342286236592 - 1)).toBeLessThan(1e-9);
  });

  it("the disk's cost comes nearer to that of continuous time with the first power of the step", async () => {
    const errors = await Promise.all(
      [40, 80].map(async (steps) => {
        const { status, values } = await solve(disk, { set: { "grid.steps": steps } });
        expect(status).toBe("solved");
        return values.cost! - 6.67655078;
      }),
    );
    expect(errors[0] / errors[1]).toBeCloseTo(2, 0);
  });

  it("more starts than a list can hold are tried until somebody cancels", async () => {
    const signal = AbortSignal.timeout(200);
    const { status } = await solve(pusher, { set: { "grid.steps": 4 }, search: { starts: 1e300 }, signal });
    expect(status).toBe("cancelled");
  });

  it("several starts give the minima apart, the cheapest first, and neighbours of the cheapest are tried", async () => {
    const found = await solve(pusher, { search: { starts: 3, seed: 3 } });
    expect(found.values.cost).toBeCloseTo(7.80561956, 7);
    expect(found.run.sequence).toBe("1–18 none, 19–40 contact");
    expect(found.run.regularity?.order).toBe("second");
    const costs = found.solutions!.filter(({ status }) => status === "solved").map(({ values }) => values.cost!);
    expect(costs.length).toBeGreaterThan(1);
    expect(found.values.cost).toBe(costs[0]);
    for (let i = 1; i < costs.length; i++) expect(costs[i] - costs[i - 1]).toBeGreaterThan(1e-6);
  });
});

describe("a search from one start", () => {
  it.each([0.5, 0.8, 1.25, 2])("is as cheap as one from eight: the pusher's target × %d", async (factor) => {
    const set = { distance: 0.5 * factor };
    const [one, eight] = [await solve(pusher, { set }), await solve(pusher, { set, search: { starts: 8 } })];
    expect(one.status).toBe("solved");
    expect(one.values.cost).toBeLessThan(1.001 * Number(eight.values.cost));
  });
});

describe("searches that a guess leads astray", () => {
  it("begin anew where larger penalties leave pairs open", () => {
    const setup = setUp(pusher);
    const task = optimalTask(setup);
    const { program, pack } = optimalProgram(setup, task);
    const { status, cost, residual } = solveMpcc(program, pack(finish(marchGuess(setup, task, randomNumbers(106)))));
    expect(status).toBe("solved");
    expect(residual).toBeLessThan(1e-9);
    expect(cost).toBeLessThan(9.4);
  });

  it("go on on half as many steps, again and again, down to eight", () => {
    const setup = setUp(pusher, { "grid.steps": 128 });
    const workspace = borrow(setup);
    const counts: number[][] = [];
    for (
      let on: OptimalSpace | undefined = finish(optimalSpace(workspace, setup));
      on !== undefined;
      on = coarserSpace(on)
    )
      counts.push(on.levels.map(({ setup: { steps } }) => steps.h.length));
    giveBack(setup, workspace);
    expect(counts).toEqual([
      [16, 32, 64, 128],
      [8, 16, 32, 64, 128],
    ]);
  });

  it("reach odd numbers of steps from half as many, rounded up", async () => {
    const { status, trajectory, values } = await solve(pusher, { set: { "grid.steps": 75 } });
    expect(status).toBe("solved");
    expect(trajectory.t.length).toBe(76);
    // between that of 40 steps and that of the continuous motion
    expect(values.cost).toBeLessThan(7.80561956);
    expect(values.cost).toBeGreaterThan(7.28493317);
  });
});

describe("laws of optimal motions", () => {
  it("the mirrored problem has the mirrored solution", async () => {
    await fc.assert(
      // with so little time there is none to rest: otherwise the time of rest is free, and solutions are many
      fc.asyncProperty(real(0.6, 1.2), real(0.1, 0.2), async (distance, friction) => {
        const [one, other] = await Promise.all(
          [1, -1].map((side) => solve(block, { set: { distance: side * distance, friction, time: 1.2 } })),
        );
        expect([one.status, other.status]).toEqual(["solved", "solved"]);
        const mirrored = column(other, "push");
        for (const [k, u] of column(one, "push").entries()) expect(mirrored[k] + u).toBeCloseTo(0, 6);
      }),
      { numRuns: 3 },
    );
  });

  it("a cost times c has the multiplier times c, which is what another metre costs", async () => {
    const c = 3;
    const { stage } = block.objective!;
    const one = await solve(block);
    const scaled = await solve({ ...block, objective: { ...block.objective!, stage: mul(c, stage!) } });
    expect(scaled.values.cost! / one.values.cost!).toBeCloseTo(c, 9);
    // the rows of the ends come last: end.x, end.vx
    const price = multipliers(one).at(-2)!;
    expect(multipliers(scaled).at(-2)! / price).toBeCloseTo(c, 6);
    const [near, far] = await Promise.all(
      [0.999, 1.001].map((distance) => solve(block, { set: { distance }, search: { from: one.trajectory } })),
    );
    expect((far.values.cost! - near.values.cost!) / 0.002).toBeCloseTo(Math.abs(price), 3);
  });

  it("without one of its conditions a motion is no dearer, from its own solution", async () => {
    for (const problem of [disk, pusher]) {
      const whole = await solve(problem);
      expect(whole.status).toBe("solved");
      const { constraints } = problem.objective!;
      for (const dropped of [1, 2]) {
        const fewer = { ...problem.objective!, constraints: constraints!.filter((_, i) => i !== dropped) };
        const found = await solve({ ...problem, objective: fewer }, { search: { from: whole.trajectory } });
        expect(found.status).toBe("solved");
        expect(found.values.cost).toBeLessThanOrEqual(whole.values.cost! + 1e-9);
      }
    }
  });

  it("what was optimal stays so from its own trajectory, and controls that were found give the motion by marching", async () => {
    const found = await solve(disk);
    const again = await solve(disk, { search: { from: found.trajectory } });
    expect(again.status).toBe("solved");
    expect(again.values.cost).toBeCloseTo(found.values.cost!, 9);
    const torques = column(found, "torque");
    const { objective: _, ...rest } = disk;
    const marched = await simulate({ ...rest, inputs: { torque: table(torques) } });
    for (const name of ["disk.x", "disk.vx", "disk.omega"])
      expect(marched.trajectory.columns[name].at(-1)).toBeCloseTo(found.trajectory.columns[name].at(-1)!, 8);
  });
});

describe("what is asked of controls and paths", () => {
  it("a rate holds between all steps, and costs", async () => {
    const free = await solve(block);
    // the free push falls by 2 F/τ = 4.1 N/s, and may begin as large as it is
    const bounded = await solve(withPush({ rate: 3 }));
    expect(bounded.status).toBe("solved");
    const u = column(bounded, "push");
    for (let k = 1; k < u.length; k++) expect(Math.abs(u[k] - u[k - 1])).toBeLessThanOrEqual(3 * 0.05 + 1e-9);
    expect(bounded.values.cost).toBeGreaterThan(1.001 * free.values.cost!);
  });

  it("shapes: kept over four steps, or a spline of eight coefficients", async () => {
    const free = await solve(block);
    const kept = await solve(withPush({ shape: { every: 4 } }));
    const smooth = await solve(withPush({ shape: { coefficients: 8 } }));
    for (const { status, values } of [kept, smooth]) {
      expect(status).toBe("solved");
      expect(values.cost).toBeGreaterThan(free.values.cost!);
      expect(values["end.x"]).toBeCloseTo(1, 9);
    }
    const u = column(kept, "push");
    for (let k = 0; k < u.length; k++) expect(u[k]).toBeCloseTo(u[k - (k % 4)], 9);
    // cubic pieces: no jump of the third differences is larger than the knots allow, and none of the values
    const jumps = column(smooth, "push").map((x, k, all) => (k === 0 ? 0 : Math.abs(x - all[k - 1])));
    expect(Math.max(...jumps)).toBeLessThan(5);
  });

  it("a condition on every step holds in every step", async () => {
    const speed = sub(frame.next("block.vx"), 0.7);
    const path = [{ name: "speed limit", unit: "m/s", residual: speed, must: "not-exceed-zero" as const }];
    const found = await solve({ ...block, objective: { ...block.objective!, path } });
    expect(found.status).toBe("solved");
    expect(Math.max(...column(found, "block.vx"))).toBeCloseTo(0.7, 8);
    expect(found.values.cost).toBeGreaterThan(16.4867);
  });

  it("a duration that is varied is found with the controls: bang, bang", async () => {
    const found = await solve(soonest);
    expect(found.status).toBe("solved");
    // T = 2 √(x/u): x⁺ = x + h v⁺ over M steps of full force forwards and M backwards goes M² h² u, as in continuous time
    expect(found.values.time).toBeCloseTo(2, 8);
    const u = column(found, "u");
    expect(u[0]).toBeCloseTo(1, 6);
    expect(u.at(-1)).toBeCloseTo(-1, 6);
  });
});

describe("changes of sign", () => {
  const exact = { [stewart.name]: 1.5237727754, [driessen.name]: (1 + 2 * Math.sqrt(7)) / 3 };
  const errorOf = async (problem: Problem, set: Record<string, number | string>): Promise<number> => {
    const { status, values } = await solve(problem, { set });
    expect(status).toBe("solved");
    return Math.abs(values.cost! - exact[problem.name]);
  };

  it.each([stewart, driessen])("of $name on grid points make the cost exact", async (problem) => {
    const found = await solve(problem, { set: { "grid.steps": 20, "grid.switching": "free" } });
    expect(found.status).toBe("solved");
    expect(Math.abs(found.values.cost! - exact[problem.name])).toBeLessThan(1e-9);
    const { t, columns } = found.trajectory;
    expect(t.at(-1)).toBeCloseTo(Number(found.run.parameters.time), 9);
    // no step begins on one side of zero and ends on the other
    const x = columns[problem === stewart ? "x" : "v"];
    for (let k = 1; k < x.length; k++) expect(x[k] * x[k - 1]).toBeGreaterThan(-1e-10);
  });

  it.each([stewart, driessen])("of $name within steps of fixed length cost O(h²)", async (problem) => {
    for (const steps of [40, 80])
      expect(await errorOf(problem, { "grid.steps": steps })).toBeLessThan(2e-3 * (40 / steps) ** 2);
  });

  it("claim no error of a cost whose stage has both ends of a step, and is exact on straight lines", async () => {
    const { status, trajectory } = await simulate(stewart, { set: { "start.x": 0.5 }, gridError: true });
    expect(status).toBe("solved");
    // the rate jumps at zero, and x goes from 0.5 to 2.5
    expect(trajectory.certificate.gridError!.value).toBeLessThan(1e-7);
  });

  it("the slope by the start is that of the exact flow, ∂x(T)/∂x₀ = 1/3, where a step takes the sign's mean", async () => {
    const end = async (x: number): Promise<number> =>
      (await simulate(stewart, { set: { "start.x": x } })).values["end.x"]!;
    for (const x of [-1.43, -1.4, -0.52]) expect((await end(x + 1e-3)) - (await end(x))).toBeCloseTo(1e-3 / 3, 10);
  });
});

describe("what cannot be", () => {
  it("a place out of reach names the rows that are not met", async () => {
    const found = await solve(block, { set: { distance: 40, "grid.steps": 9 } });
    expect(found.status).toBe("infeasible");
    expect(found.message).toMatch(/misses end\.x by -\d+\.\d m.* no proof/);
    expect(found.solution.worst.length).toBeGreaterThan(0);
    expect(found.solution.worst[0].residual).toBeGreaterThan(1e-3);
  });

  it("a row with a kink is refused by its name", async () => {
    const step = (at: Frame): Stage => {
      const { rows, ...rest } = model.step(at);
      return { ...rest, rows: [rows[0], { ...rows[1], residual: sub(rows[1].residual, abs(at.next("v"))) }] };
    };
    await expect(solve({ ...soonest, model: { ...model, step } })).rejects.toThrow(
      new BadInput(
        "model",
        "An optimal motion needs smooth rows, and row v has a abs: write it as a complementarity pair.",
      ),
    );
  });

  it("a start without its states is refused", async () => {
    const from = { t: Float64Array.of(0, 1), columns: {} };
    await expect(solve(block, { search: { from } })).rejects.toThrow(/needs a column block\.x/);
  });

  it("bounds without room and an objective without cost are refused", async () => {
    await expect(solve(withPush({ min: 1, max: 1 }))).rejects.toThrow(/leave no room/);
    const { stage: _, ...costless } = block.objective!;
    await expect(solve({ ...block, objective: costless })).rejects.toThrow(/neither an objective.cost nor/);
  });
});

describe("second derivatives", () => {
  it.each([block, disk, pusher, soonest, driessen])("of $name agree with differences of gradients", (problem) => {
    const setup = setUp(problem, { "grid.steps": 5 });
    const task = optimalTask(setup);
    const { program, pack } = optimalProgram(setup, task);
    const random = randomNumbers(7);
    const [n, m] = [program.lower.length, program.patterns.jacobian.rows];
    const start = pack(finish(marchGuess(setup, task)));
    const gradientOf = lagrangianGradient(program);
    for (let trial = 0; trial < 25; trial++) {
      const z = start.map((x) => x + random() - 0.5);
      const y = Float64Array.from({ length: m }, () => 2 * random() - 1);
      const direction = Float64Array.from({ length: n }, () => 2 * random() - 1);
      const h = 1e-5;
      const [ahead, behind] = [1, -1].map((side) =>
        gradientOf(
          z.map((x, i) => x + side * h * direction[i]),
          y,
        ),
      );
      const product = symmetricProduct(program, z, y, direction);
      const size = product.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
      for (let i = 0; i < n; i++)
        expect(Math.abs((ahead[i] - behind[i]) / (2 * h) - product[i])).toBeLessThan(1e-6 * size);
    }
  });
});

/** ∇(f + yᵀc). */
function lagrangianGradient(program: Mpcc): (z: Float64Array, y: Float64Array) => Float64Array {
  const jacobian = new Float64Array(program.patterns.jacobian.rowIdx.length);
  return (z, y) => {
    const gradient = new Float64Array(z.length);
    program.slopes(z, gradient, jacobian);
    addTransposed(program.patterns.jacobian, jacobian, y, gradient);
    return gradient;
  };
}

/** ∂²(f + yᵀc)/∂z² times a direction. */
function symmetricProduct(program: Mpcc, z: Float64Array, y: Float64Array, direction: Float64Array): Float64Array {
  const { cols, colPtr, rowIdx } = program.patterns.hessian;
  const values = new Float64Array(rowIdx.length);
  program.curvature(z, y, values);
  const product = new Float64Array(cols);
  for (let j = 0; j < cols; j++)
    for (let p = colPtr[j]; p < colPtr[j + 1]; p++) {
      const i = rowIdx[p];
      product[i] += values[p] * direction[j];
      if (i !== j) product[j] += values[p] * direction[i];
    }
  return product;
}
