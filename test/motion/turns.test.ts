import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { problem as breakShot } from "../../problems/billiards/break.js";
import { problem as bounces } from "../../problems/exact/bounces.js";
import { problem as reorient } from "../../problems/feeder/reorient-boundary.js";
import { problem as green } from "../../problems/golf/green.js";
import { problem as gripper } from "../../problems/grasp/gripper.js";
import { problem as fourBar } from "../../problems/joints/four-bar.js";
import { problem as block } from "../../problems/optimal/block.js";
import { problem as capsule } from "../../problems/touch/capsule-roll.js";
import { problem as wall } from "../../problems/touch/wall.js";
import { fromTriplets } from "../../src/algebra/sparse.js";
import { fromJson, last, type Problem, sub, toJson } from "../../src/index.js";
import { setUp } from "../../src/motion/compile/setup.js";
import { branchRows } from "../../src/motion/exact/branches.js";
import { unheld } from "../../src/motion/exact/held.js";
import { prober } from "../../src/motion/exact/modes.js";
import { marcher } from "../../src/motion/march/march.js";
import type { CommonOptions } from "../../src/motion/march/task.js";
import { borrow, giveBack } from "../../src/motion/march/workspace.js";
import { mpc } from "../../src/motion/mpc/mpc.js";
import { marchGuess } from "../../src/motion/optimal/guesses.js";
import { optimalSpace } from "../../src/motion/optimal/space.js";
import type { Result } from "../../src/motion/result.js";
import { settled } from "../../src/motion/settled.js";
import { simulate, solve } from "../../src/motion/solve.js";
import { type Miqp, solveMiqp } from "../../src/solve/miqp/miqp.js";
import { finish } from "../finish.js";
import { thrown } from "./conditions/thrown.js";
import { problem as pusher } from "./optimal/own-pusher.js";

/**
 * A clock that is always late, so that the event loop gets a turn wherever a computation can be left: these turns are
 * counted, and a signal is aborted in one of them.
 */
let turn = (): void => {};
beforeAll(() => {
  let late = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => {
    late += 1000;
    return late;
  });
  const next = globalThis.setImmediate;
  vi.spyOn(globalThis, "setImmediate").mockImplementation(((resume: () => void) => {
    turn();
    return next(resume);
  }) as typeof setImmediate);
});
afterAll(() => {
  vi.restoreAllMocks();
});

/** The turns between two reports of a run, and from the last of them to its answer. */
async function turnsOf(run: (options: CommonOptions) => Promise<Result>): Promise<{ between: number[]; last: number }> {
  const at: number[] = [];
  let turns = 0;
  turn = () => turns++;
  await run({ onIteration: () => at.push(turns) });
  return { between: at.slice(1).map((count, k) => count - at[k]), last: turns - at[at.length - 1] };
}

/** A run that is aborted in its k-th turn, and what is reported afterwards. */
async function abortedIn<T>(
  k: number,
  run: (options: CommonOptions) => Promise<T>,
): Promise<{ answer: T; told: number }> {
  const stop = new AbortController();
  let turns = 0;
  let told = 0;
  turn = () => {
    if (++turns === k) stop.abort();
  };
  const onIteration = (): void => {
    if (stop.signal.aborted) told++;
  };
  const answer = await run({ signal: stop.signal, onIteration });
  expect(stop.signal.aborted).toBe(true);
  return { answer, told };
}

describe("a signal is heard", () => {
  it("within a step of an optimal motion", async () => {
    const run = (options: CommonOptions): Promise<Result> =>
      solve(pusher, { ...options, set: { "grid.steps": 10 }, search: { starts: 1 } });
    const { between } = await turnsOf(run);
    expect(Math.max(...between)).toBeGreaterThan(10);
    for (const k of [150, 152]) {
      const { answer, told } = await abortedIn(k, run);
      expect(answer.status).toBe("cancelled");
      expect(answer.trajectory.t).toHaveLength(11);
      // of the step that was left, and no other
      expect(told).toBeLessThanOrEqual(1);
    }
  });

  it("while an optimal motion is compiled, which is then its declared one", async () => {
    // an own model, of which nothing is compiled yet
    const problem = fromJson(toJson(pusher));
    let turns = 0;
    turn = () => turns++;
    let compiled = 0;
    const stop = new AbortController();
    await solve(problem, {
      signal: stop.signal,
      search: { starts: 1 },
      onIteration() {
        compiled ||= turns;
        stop.abort();
      },
    });
    expect(compiled).toBeGreaterThan(100);
    const { answer, told } = await abortedIn(1, (options) => solve(fromJson(toJson(pusher)), options));
    expect([answer.status, answer.trajectory.t[0]]).toEqual(["cancelled", 0]);
    // of that motion, and of no search
    expect(told).toBeLessThanOrEqual(1);
  });

  it.each([
    ["of thousands of steps", breakShot, 10],
    ["over curved ground", green, 100],
  ])("while a motion is judged: %s", async (_, problem, least) => {
    const run = (options: CommonOptions): Promise<Result> => simulate(problem, options);
    const { last } = await turnsOf(run);
    expect(last).toBeGreaterThan(least);
  });

  it.each([
    // rows of the step, and three times as many of branches and distances
    ["the branches of a continuous motion", capsule, { "grid.end": 0.01 }, 40],
    // and those of impacts
    ["its impacts", bounces, {}, 55],
    // rows of the step twice, with what is observed, and with slopes by states: one long step meets rounding
    ["rows of a step that tell of rounding", fourBar, { "grid.method": "euler", "grid.steps": 1 }, 40],
  ])("while %s are compiled", async (_, problem, given, least) => {
    const set = { "grid.method": "exact", ...given };
    const fresh = fromJson(toJson(problem));
    const turnsOnce = async (): Promise<number> => {
      let turns = 0;
      turn = () => turns++;
      await simulate(fresh, { set });
      return turns;
    };
    const first = await turnsOnce();
    expect(first - (await turnsOnce())).toBeGreaterThan(least);
  });

  it("while the numbers of a step that is a program are compiled", async () => {
    const fresh = fromJson(toJson(gripper));
    let turns = 0;
    turn = () => turns++;
    const workspace = borrow(setUp(fresh, {}));
    const before = turns;
    await workspace.ready();
    expect(turns - before).toBeGreaterThan(1);
  });

  it("within the steps in which a scene settles", async () => {
    // making its formulas takes turns, too
    await settled(reorient);
    let turns = 0;
    turn = () => turns++;
    const { message } = await settled(reorient);
    const steps = Number(/after (\d+) steps/.exec(message)?.[1]);
    // one after each, two for the set-up, and some within those that are hard
    expect(turns - steps).toBeGreaterThan(5);
  });

  it("by a continuous motion, which is told as far as it came", async () => {
    const run = (options: CommonOptions): Promise<Result> => simulate(bounces, { ...options, gridError: false });
    let turns = 0;
    const whole = await run({});
    turn = () => turns++;
    await run({});
    const { answer } = await abortedIn(Math.floor(turns / 4), run);
    expect(answer.status).toBe("cancelled");
    const { t } = answer.trajectory;
    expect(t.length).toBeGreaterThan(5);
    expect(t.at(-1)).toBeLessThan(Number(whole.trajectory.t.at(-1)));
  });

  it("between the model of a problem and its step", async () => {
    const { model, ...rest } = fromJson(toJson(capsule));
    if (typeof model === "function") throw new TypeError("the capsule's model knows no choices");
    let turns = 0;
    turn = () => turns++;
    const before: number[] = [];
    const step: typeof model.step = (frame) => {
      before.push(turns);
      return model.step(frame);
    };
    await simulate({ ...rest, model: { ...model, step } }, { set: { "grid.steps": 1 } });
    expect(Math.min(...before)).toBeGreaterThan(0);
  });

  it("between the forms of a model, and before the formulas of its step", async () => {
    const { model, ...rest } = fromJson(toJson(capsule));
    if (typeof model === "function") throw new TypeError("the capsule's model knows no choices");
    let turns = 0;
    turn = () => turns++;
    const [made, asked]: number[][] = [[], []];
    const form = {
      ...model,
      get parameters() {
        asked.push(turns);
        return model.parameters;
      },
    };
    const stacked = { ...model, state: [...model.state, { name: "spare", unit: "m", scale: 1 }] };
    const question: Problem = {
      ...rest,
      parameters: {
        ...rest.parameters,
        form: { value: "plain", unit: "", meaning: "two forms", choices: ["plain", "spare"] },
      },
      start: { ...rest.start, spare: 0 },
      model(choice) {
        made.push(turns);
        return choice("form") === "plain" ? form : stacked;
      },
    };
    await simulate(question, { set: { "grid.steps": 1 } });
    expect(new Set(made).size).toBe(made.length);
    expect(made.length).toBeGreaterThan(2);
    expect(asked[0]).toBeGreaterThan(made[0]);
  });

  it("by a march after each of its first steps", async () => {
    const set = { "grid.steps": 6 };
    await simulate(capsule, { set, gridError: false });
    const lengths = new Set<number>();
    for (let k = 1; k < 30 && !lengths.has(7); k++) {
      let turns = 0;
      const stop = new AbortController();
      turn = () => {
        if (++turns === k) stop.abort();
      };
      const { trajectory } = await simulate(capsule, { set, gridError: false, signal: stop.signal });
      lengths.add(trajectory.t.length);
    }
    expect([...lengths].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("between the steps that go on from bounces without end", () => {
    const { compiled, parameters } = setUp(bounces, { "grid.method": "exact" });
    const probe = prober(
      compiled,
      marcher(compiled),
      new Float64Array(compiled.kernels.layout.leaves.length + 4 * branchRows(compiled).switches),
    );
    const state = probe.begin(parameters, 1e-6);
    const parts = probe.steps({ t: 0, state, held: unheld(compiled) }, 1e-4, 16);
    let pauses = 0;
    let next = parts.next();
    for (; !next.done; next = parts.next()) pauses++;
    expect(pauses).toBe(16);
    expect(next.value?.state).toHaveLength(state.length);
  });

  it("while the motion of guessed controls is marched", () => {
    const setup = setUp(pusher, { "grid.steps": 20 });
    const workspace = borrow(setup);
    const { asked } = finish(optimalSpace(workspace, setup));
    expect([...marchGuess(setup, asked)].length).toBeGreaterThan(15);
    giveBack(setup, workspace);
  });

  it("within a step of many bodies, which is then none", async () => {
    const set = { "grid.steps": 3 };
    let turns = 0;
    turn = () => turns++;
    const whole = await simulate(wall, { set });
    const bricks = Object.keys(whole.trajectory.columns).filter((name) => name.endsWith(".z"));
    expect(bricks.length).toBeGreaterThan(5);
    turns = 0;
    await simulate(wall, { set });
    expect(turns).toBeGreaterThan(50);
    const counts = new Set<number>();
    for (let k = 5; k < turns - 5; k += Math.ceil(turns / 6)) {
      const { answer } = await abortedIn(k, (options) => simulate(wall, { ...options, set }));
      expect(answer.status).toBe("cancelled");
      const { t, columns } = answer.trajectory;
      counts.add(t.length);
      t.forEach((_, i) => {
        for (const name of bricks) expect(columns[name][i]).toBe(whole.trajectory.columns[name][i]);
      });
    }
    expect(counts.size).toBeGreaterThan(1);
    // what was left half way is no part of the next answer
    expect((await simulate(wall, { set })).trajectory.columns).toEqual(whole.trajectory.columns);
  });

  it("within a step of a grasp, which is then none", async () => {
    const set = { "grid.steps": 3 };
    // the first run of a process compiles, too
    const whole = await simulate(gripper, { set });
    let turns = 0;
    turn = () => turns++;
    await simulate(gripper, { set });
    expect(turns).toBeGreaterThan(20);
    const counts = new Set<number>();
    for (let k = 1; k < turns - 10; k += 3) {
      const { answer } = await abortedIn(k, (options) => simulate(gripper, { ...options, set }));
      expect(answer.status).toBe("cancelled");
      const steps = answer.trajectory.t.length - 1;
      counts.add(steps);
      const { unfinished: resume } = answer.run;
      if (resume === undefined || steps === 3) continue;
      const { trajectory } = await simulate(gripper, { set, resume });
      expect(trajectory.columns).toEqual(whole.trajectory.columns);
    }
    expect(counts.size).toBeGreaterThan(2);
  });

  it("while conditions are met, and what is left is one motion", async () => {
    const question = thrown([
      { name: "near", unit: "m", residual: sub(last("ball.x"), 3), tolerance: 1, frees: "vx" },
      { name: "far", unit: "m", residual: sub(last("ball.x"), 4), tolerance: 2 },
    ]);
    let turns = 0;
    turn = () => turns++;
    for (const _ of ["compiling", "compiled"]) {
      turns = 0;
      await solve(question);
    }
    const lengths = new Set<number>();
    // here and there in the searches, and everywhere in the last motion
    const moments = Array.from({ length: turns - 1 }, (_, i) => i + 1);
    const stride = 1 + Math.floor(turns / 8);
    for (const k of moments.filter((k) => k % stride === 1 || k > turns - 8)) {
      const { answer } = await abortedIn(k, (options) => solve(question, options));
      expect(answer.status).toBe("cancelled");
      const { t, columns } = answer.trajectory;
      lengths.add(t.length);
      t.forEach((time, i) => {
        expect(columns["ball.x"][i]).toBeCloseTo(Number(answer.run.parameters.vx) * time, 9);
      });
    }
    expect(lengths.size).toBeGreaterThan(2);
  });

  it("by a controller, which goes on afterwards", async () => {
    const start = Object.fromEntries(["x", "y", "theta", "vx", "vy", "omega"].map((name) => [`block.${name}`, 0]));
    const made = () => mpc({ problem: block, horizon: { steps: 12, h: 0.05 } });
    const [whole, controller] = [made(), made()];
    const next = (time: number) => (options: CommonOptions) => controller.next({ time, state: start }, options.signal);
    const { answer } = await abortedIn(60, next(0));
    expect(answer.status).toBe("cancelled");
    const first = await controller.next({ time: 0, state: start });
    expect(first.status).toBe("solved");
    expect(first.inputs).toEqual((await whole.next({ time: 0, state: start })).inputs);
    const { answer: second } = await abortedIn(3, next(0.01));
    expect(second.status).toBe("cancelled");
    for (const value of Object.values(second.inputs)) expect(value).not.toBeNaN();
    expect((await controller.next({ time: 0.02, state: start })).status).toBe("solved");
  });
});

/** Least squares over a box with many equal rows, and one pair: one mode takes many millions of products. */
function largeMiqp(n: number, m: number): Miqp {
  const entries = (count: number, of: (i: number) => readonly [number, number, number]) =>
    Array.from({ length: count }, (_, i) => of(i));
  const H = entries(n, (i) => [i, i, 1 + (i % 7)]);
  const A = entries(m * 8, (k) => [k % m, (k * 37 + (k % m) * 11) % n, 1 + ((k * 7) % 5)]);
  const matrix = (rows: number, list: readonly (readonly [number, number, number])[]) =>
    fromTriplets(
      [rows, n],
      list.map(([i]) => i),
      list.map(([, j]) => j),
      list.map(([, , v]) => v),
    );
  return {
    H: matrix(n, H),
    c: Float64Array.from({ length: n }, (_, j) => Math.cos(j)),
    A: matrix(m, A),
    rowLower: new Float64Array(m).fill(1),
    rowUpper: new Float64Array(m).fill(1),
    lower: new Float64Array(n).fill(0, 0, 2).fill(-100, 2),
    upper: new Float64Array(n).fill(100),
    pairs: [[0, 1]],
  };
}

it("a signal is heard within one mode of a program with pairs, and nothing is proven by it", async () => {
  const miqp = largeMiqp(400, 160);
  let turns = 0;
  turn = () => turns++;
  const whole = await solveMiqp(miqp);
  expect(whole.status).toBe("optimal");
  expect(turns).toBeGreaterThan(10);
  for (let k = 1; k < turns; k += 5) {
    const { answer } = await abortedIn(k, ({ signal }) => solveMiqp(miqp, {}, {}, signal));
    expect(answer.status).not.toBe("infeasible");
    expect(answer.lowerBound).toBeLessThanOrEqual(whole.objective + 1e-7 * Math.abs(whole.objective));
  }
});
