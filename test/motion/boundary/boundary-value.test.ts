import { describe, expect, it } from "vitest";
import { problem as bounce } from "../../../problems/impact/ball-bounce.js";
import { problem as ballAsPrinted } from "../../../problems/rolling/ball-as-printed.js";
import { problem as place } from "../../../problems/rolling/ball-place.js";
import { problem as roll } from "../../../problems/rolling/ball-roll.js";
import { problem as diskAsPrinted } from "../../../problems/rolling/disk-as-printed.js";
import { mul, sub } from "../../../src/expr/expr.js";
import { last, parameter } from "../../../src/mechanics/model.js";
import { continueConditions } from "../../../src/motion/boundary/continuation.js";
import { weakness } from "../../../src/motion/boundary/rank.js";
import { sequenceGrids } from "../../../src/motion/boundary/sequence.js";
import { type Shooting, shoot } from "../../../src/motion/boundary/shoot.js";
import { emptyMemory, type Range, shot } from "../../../src/motion/boundary/shot.js";
import { emptyPath } from "../../../src/motion/compile/path.js";
import { setUp } from "../../../src/motion/compile/setup.js";
import type { ProgressInfo } from "../../../src/motion/march/task.js";
import { borrow } from "../../../src/motion/march/workspace.js";
import type { Guess } from "../../../src/motion/problem/check-options.js";
import { BadInput, type BoundaryCondition, type Problem } from "../../../src/motion/problem/problem.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { finish } from "../../finish.js";

const launch = { vx: 1.534749077378554, vy: 0.4212528500332483 };

function condition(name: string, state: string, value: number | string, frees: string): BoundaryCondition {
  const wanted = typeof value === "string" ? parameter(value) : value;
  return { name, unit: "m", residual: sub(last(state), wanted), frees };
}

function rangeOf(problem: Problem, set = {}): Range {
  const setup = setUp(problem, set);
  return {
    setup,
    marcher: borrow(setup).marcher,
    path: emptyPath(setup.compiled.kernels, setup.steps.h.length),
    signal: undefined,
    onShot: () => {},
  };
}

describe("simulate → shoot → global Newton", () => {
  it("shoots first and needs at most three global iterations", async () => {
    const phases: string[] = [];
    const { status, counts } = await solve(place, {
      guess: [1.1, 0.45],
      onIteration: ({ phase }) => phases.push(phase),
    });
    expect(status).toBe("solved");
    expect(counts.iterations).toBeLessThanOrEqual(3);
    expect(phases.lastIndexOf("shoot")).toBeLessThan(phases.indexOf("newton"));
    expect(counts.shots).toBe(phases.filter((phase) => phase === "shoot").length);
  });

  it("takes a guess by names, in any order, and what is left out as declared", async () => {
    const set = { "grid.steps": 20 };
    const of = (guess: Guess) => solve(place, { set, guess });
    const declared = (await simulate(place, { set })).run.parameters["launch.vy"];
    const [listed, named] = [await of([1.1, 0.45]), await of({ "launch.vy": 0.45, "launch.vx": 1.1 })];
    expect(named.trajectory.columns).toEqual(listed.trajectory.columns);
    expect(named.counts.shots).toBe(listed.counts.shots);
    const [part, whole] = [await of({ "launch.vx": 1.1 }), await of([1.1, Number(declared)])];
    expect(part.trajectory.columns).toEqual(whole.trajectory.columns);
    await expect(of({ "launch.vq": 1 })).rejects.toThrow(
      'guess: There is no freed value "launch.vq"; did you mean launch.v',
    );
    await expect(of({ "launch.vx": Number.NaN })).rejects.toThrow("needs finite numbers, not NaN");
    await expect(of("launch" as Guess)).rejects.toThrow("must be auto, line, zeros, or launch values by their names");
  });

  const targets = [
    { "target.x": 1, "target.y": -0.1 },
    { "target.x": 0.5633156389878068, "target.y": -0.05335545126523986 },
  ];
  const guesses: Guess[] = ["line", "zeros", [0, 0], [3, -2], [1.2, 0.3]];
  const starts = targets.flatMap((set) => guesses.map((guess) => ({ set, guess })));
  it.each(starts)(
    "the global Newton alone solves from $guess to $set in at most 40 iterations",
    async ({ set, guess }) => {
      const { status, counts, solution, values } = await solve(place, { set, guess, strategy: "global" });
      expect(status).toBe("solved");
      expect(counts.shots).toBe(0);
      expect(counts.iterations).toBeLessThanOrEqual(40);
      expect(solution.residual).toBeLessThan(1e-9);
      expect(values["launch.vx"]).toBeCloseTo(set["target.x"] === 1 ? launch.vx : 1, 8);
    },
  );

  it("iterations do not grow with the number of steps", async () => {
    for (const steps of [101, 1010]) {
      const { counts } = await solve(place, {
        set: { "grid.steps": steps, "grid.h": 1.01 / steps },
        guess: [1.1, 0.45],
      });
      expect(counts.iterations).toBeLessThanOrEqual(3);
      expect(counts.shots).toBeLessThanOrEqual(8);
    }
  });

  it("solves the whole horizon with nothing freed where there are no conditions", async () => {
    const [marched, stacked] = [await simulate(roll), await solve(roll)];
    expect(stacked.status).toBe("solved");
    expect(stacked.counts.unknowns).toBeGreaterThan(1800);
    expect(stacked.values["end.x"]).toBeCloseTo(marched.values["end.x"]!, 10);
  });

  it("reports boundary conditions of a simulation without meeting them", async () => {
    const { status, trajectory } = await simulate(place);
    expect(status).toBe("solved");
    expect(trajectory.certificate.boundaryError.value).toBeCloseTo(1 - 0.5633156389878068, 8);
  });
});

describe("fallbacks", () => {
  const failed = (range: Range): Shooting => ({
    status: "no-progress",
    shots: 0,
    residual: 1,
    last: finish(shot(range, range.setup.parameters.slice())),
  });

  it.each([
    ["continuation in the boundary data", continueConditions],
    ["grid sequencing", sequenceGrids],
  ])("%s reaches the target from the declared guess by itself", (_, fallback) => {
    const range = rangeOf(place);
    const parameters = range.setup.parameters.slice();
    const shooting = finish(fallback(range, parameters, failed(range)));
    expect(shooting.status).toBe("solved");
    const [vx, vy] = range.setup.compiled.freed.map((index) => parameters[index]);
    expect(vx).toBeCloseTo(launch.vx, 8);
    expect(vy).toBeCloseTo(launch.vy, 8);
  });

  it("march no launch twice, and no more than they may", () => {
    let marched = 0;
    const memory = emptyMemory(12);
    const range: Range = { ...rangeOf(place, { "target.x": 50, "grid.steps": 20 }), memory, onShot: () => marched++ };
    const parameters = range.setup.parameters.slice();
    const left = finish(shoot(range, parameters, new Float64Array(2)));
    const [shots, before] = [memory.shots.size, marched];
    expect(before).toBe(shots);
    finish(continueConditions(range, parameters, left));
    expect(marched).toBe(memory.shots.size);
    expect(marched).toBeLessThanOrEqual(12);
    finish(shoot(range, range.setup.parameters.slice(), new Float64Array(2)));
    expect(marched).toBeLessThanOrEqual(12);
  });

  it("hand back what shooting left where they fail too", () => {
    const range = rangeOf(place, { "target.x": 50 });
    const parameters = range.setup.parameters.slice();
    for (const fallback of [continueConditions, sequenceGrids])
      expect(finish(fallback(range, parameters, failed(range))).status).toBe("no-progress");
  });
});

describe("shooting alone", () => {
  it("finds the launch that the global Newton confirms", async () => {
    const told: ProgressInfo[] = [];
    const alone = await solve(place, { strategy: "shoot", onIteration: (info) => told.push(info) });
    const { values } = await solve(place);
    expect([alone.status, alone.message]).toEqual(["solved", "Shooting alone met the conditions."]);
    expect(told.filter(({ phase }) => phase === "newton")).toEqual([]);
    for (const name of ["launch.vx", "launch.vy", "end.x", "end.y"])
      expect(Math.abs(alone.values[name]! - values[name]!)).toBeLessThan(1e-9);
    expect(alone.trajectory.certificate.boundaryError.value).toBeLessThan(1e-9);
  });

  it("claims nothing where it finds none, though a launch exists", async () => {
    const { status } = await solve(bounce, { set: { "start.z": 0.3 }, strategy: "shoot" });
    expect(status).toBe("no-progress");
  });

  it("finds launches of motions to an accuracy", async () => {
    const set = { "grid.method": "exact" };
    const [alone, all] = await Promise.all(
      (["shoot", "auto"] as const).map((strategy) => solve(place, { set, strategy })),
    );
    expect([alone.status, all.status]).toEqual(["solved", "solved"]);
    expect(alone.values).toEqual(all.values);
  });
});

describe("conditions that do not determine a motion", () => {
  const refused = [
    [diskAsPrinted, ["end.rolling"], ["start.theta"]],
    [ballAsPrinted, ["end.rolling.x", "end.rolling.y"], ["start.x", "start.y"]],
  ] as const;
  it.each(refused)("$name is refused by name before any Newton runs", async (problem, conditions, freed) => {
    for (const strategy of ["auto", "global"] as const) {
      const told: ProgressInfo[] = [];
      const run = solve(problem, { strategy, onIteration: (info) => told.push(info) });
      const error = await run.catch((reason) => reason);
      expect(error).toBeInstanceOf(BadInput);
      expect(error.field).toBe("boundary");
      for (const name of conditions) expect(error.message).toContain(name);
      for (const name of freed) expect(error.message).toContain(name);
      expect(error.message).toMatch(/repeats? what the motion already implies/);
      expect(error.message).toMatch(/not determined by any condition/);
      expect(told.filter(({ phase }) => phase === "newton")).toEqual([]);
    }
  });

  it("well-posed conditions are not refused, however far the guess", async () => {
    for (const guess of [
      [0, 0],
      [10, -10],
      [-5, 3],
    ] as const)
      expect((await solve(place, { guess })).status).toBe("solved");
  });

  it("a parameter that does not matter is refused: friction under a ball that rolls from the start", async () => {
    const friction: Problem = { ...place, boundary: [condition("end.x", "ball.x", "target.x", "friction")] };
    const set = { "launch.vx": 1, "launch.vy": 0, "spin.x": 0, "spin.y": 20, "spin.z": 0 };
    const end = (await simulate(roll, { set })).values["end.x"]!;
    await expect(solve(friction, { set: { ...set, "target.x": end } })).rejects.toThrow(/friction is not determined/);
  });

  it("a solved motion whose conditions no longer determine it is described", () => {
    // with little friction the ball still slips at the end; with enough it rolls, and more changes nothing
    const slip = sub(last("ball.vx"), mul(parameter("radius"), last("ball.wy")));
    const problem: Problem = {
      ...place,
      boundary: [{ name: "end.slip", unit: "m/s", residual: slip, frees: "friction" }],
    };
    const at = (friction: number): string | undefined => {
      const range = rangeOf(problem, { friction });
      return weakness(range.setup, finish(shot(range, range.setup.parameters)));
    };
    expect(at(0.05)).toBeUndefined();
    expect(at(0.2)).toBe(
      "At this motion end.slip repeats what the motion already implies; friction is not determined by any condition.",
    );
  });

  it("one condition twice is refused", async () => {
    const twice: Problem = {
      ...place,
      boundary: [
        condition("end.x", "ball.x", "target.x", "launch.vx"),
        condition("again", "ball.x", "target.x", "launch.vy"),
      ],
    };
    await expect(solve(twice)).rejects.toThrow(/end\.x, again repeat/);
  });
});

describe("conditions that cannot be met", () => {
  it.each(["auto", "global"] as const)("a target out of reach of the declared launch range, %s", async (strategy) => {
    const { status, message, values, solution, trajectory } = await solve(place, { set: { "target.x": 50 }, strategy });
    expect(status).toBe("infeasible");
    expect(values["launch.vx"]).toBe(20);
    expect(values["end.x"]).toBeGreaterThan(19);
    // no other launch along y ends closer
    const miss = (end: typeof values): number => Math.hypot(end["end.x"]! - 50, end["end.y"]! + 0.1);
    for (const aside of [-0.5, 0.5]) {
      const other = await simulate(place, { set: { "launch.vx": 20, "launch.vy": values["launch.vy"]! + aside } });
      expect(miss(values)).toBeLessThan(miss(other.values));
    }
    expect(solution.worst[0].row).toContain("end.x");
    expect(trajectory.certificate.boundaryError.row).toBe("end.x");
    expect(message).toMatch(/no proof/);
    expect(message).toContain("launch.vx");
  });

  it.each(["auto", "global"] as const)("a rolling ball at a height of one metre, %s", async (strategy) => {
    const high: Problem = {
      ...place,
      boundary: [condition("end.x", "ball.x", "target.x", "launch.vx"), condition("end.z", "ball.z", 1, "launch.vy")],
    };
    const { status, message, values, solution } = await solve(high, { strategy });
    expect(status).toBe("infeasible");
    expect(message).toContain("end.z");
    expect(solution.worst[0].row).toContain("end.z");
    expect(values["end.x"]).toBeCloseTo(1, 6);
  });
});

describe("design parameters freed by conditions", () => {
  it("a friction coefficient that makes the ball end at a given x", async () => {
    const problem: Problem = { ...place, boundary: [condition("end.x", "ball.x", "target.x", "friction")] };
    const wanted = (await simulate(roll, { set: { friction: 0.137 } })).values["end.x"]!;
    const {
      status,
      run: { parameters },
      counts,
    } = await solve(problem, { set: { "target.x": wanted } });
    expect(status).toBe("solved");
    expect(parameters.friction).toBeCloseTo(0.137, 7);
    expect(counts.iterations).toBeLessThanOrEqual(3);
  });

  it("formulas of a freed parameter follow it: inertia and start height of a freed radius", async () => {
    const problem: Problem = { ...place, boundary: [condition("end.x", "ball.x", "target.x", "radius")] };
    const wanted = (await simulate(roll, { set: { radius: 0.06 } })).values["end.x"]!;
    for (const strategy of ["auto", "global"] as const) {
      const {
        status,
        run: { parameters },
      } = await solve(problem, { set: { "target.x": wanted }, strategy });
      expect(status).toBe("solved");
      expect(parameters.radius).toBeCloseTo(0.06, 6);
    }
  });
});

describe("cancelling", () => {
  it("leaves what was finished, with the status that says so", async () => {
    for (const strategy of ["auto", "global"] as const) {
      const set = { "grid.steps": 100_000, "grid.h": 1e-5 };
      const stop = new AbortController();
      // aborted when it is looked at a sixth time: a march looks every 10 ms, and few looks come before it
      let looks = 0;
      Object.defineProperty(stop.signal, "aborted", { get: () => looks++ > 4 });
      const { status, trajectory } = await solve(place, { set, strategy, signal: stop.signal });
      expect(status).toBe("cancelled");
      expect(trajectory.t.length).toBeGreaterThan(1);
      expect(trajectory.t.length).toBeLessThan(100_001);
    }
  });

  it("stops between iterations of the global Newton", async () => {
    const stop = new AbortController();
    const onIteration = ({ phase, iteration }: ProgressInfo): void => {
      if (phase === "newton" && iteration === 3) stop.abort();
    };
    const { status, counts } = await solve(place, {
      guess: "zeros",
      strategy: "global",
      signal: stop.signal,
      onIteration,
    });
    expect(status).toBe("cancelled");
    expect(counts.iterations).toBe(3);
  });
});

describe("shooting", () => {
  it("converges quadratically near the launch", () => {
    const range = rangeOf(place, { "launch.vx": 1.5, "launch.vy": 0.4 });
    const residuals: number[] = [];
    const parameters = range.setup.parameters.slice();
    const shooting = finish(
      shoot({ ...range, onShot: (residual) => residuals.push(residual) }, parameters, new Float64Array(2)),
    );
    expect(shooting.status).toBe("solved");
    const [a, b, c] = residuals.slice(-3) as [number, number, number];
    expect(Math.log(c / b) / Math.log(b / a)).toBeGreaterThan(1.5);
  });
});
