import highsLoader, { type Highs } from "highs";
import { problem as block } from "../../problems/optimal/block.js";
import { problem as disk } from "../../problems/optimal/disk.js";
import { randomNumbers } from "../../src/algebra/random.js";
import { setUp } from "../../src/motion/compile/setup.js";
import { borrow, giveBack } from "../../src/motion/march/workspace.js";
import { type GuessedMotion, marchGuess } from "../../src/motion/optimal/guesses.js";
import { reducedGuess } from "../../src/motion/optimal/reduced-guess.js";
import { type Level, marchOf, optimalSpace } from "../../src/motion/optimal/space.js";
import type { Problem } from "../../src/motion/problem/problem.js";
import { solve } from "../../src/motion/solve.js";
import { type MpccSolution, type MpccState, mpccSolver } from "../../src/solve/mpcc/mpcc.js";
import { finish } from "../finish.js";
import { problem as pusher } from "../motion/optimal/own-pusher.js";
import type { BenchRow } from "./lu.js";
import { milliseconds } from "./median.js";

type Draw = Record<string, number>;
type Range = (from: number, to: number) => number;

const cases: readonly { problem: Problem; most: string; draw: (u: Range) => Draw }[] = [
  {
    problem: block,
    most: "≤ 15 ms",
    draw: (u) => ({ distance: u(0.2, 1.8), "control.max": u(5, 12), friction: u(0.1, 0.4) }),
  },
  {
    problem: disk,
    most: "≤ 15 ms",
    draw: (u) => ({
      friction: 0.5,
      time: 1,
      "torque.max": 0.4,
      distance: u(0.2, 1.1),
      "start.v": u(-0.5, 1),
      "start.omega": u(-10, 10),
    }),
  },
  {
    problem: pusher,
    most: "≤ 60 ms",
    draw: (u) => ({ distance: u(0.2, 1), gap: u(0.1, 0.5), friction: u(0.1, 0.4) }),
  },
];

/** Processor time [ms]: the clock also counts what others do. */
function cpuTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function minimised({ program, memory }: Level, guess: GuessedMotion): { optimum: MpccSolution; state: MpccState } {
  const solver = mpccSolver();
  const state = solver.init(program.program, program.pack(guess), memory);
  while (solver.done(state) === undefined) solver.step(state);
  return { optimum: solver.solution(state), state };
}

async function guessed(problem: Problem, set: Draw, random: (() => number) | undefined) {
  const setup = setUp(problem, set);
  const workspace = borrow(setup);
  const space = finish(optimalSpace(workspace, setup));
  const level = space.levels[0];
  const marched = finish(marchGuess(setup, space.asked, random));
  const guess = random === undefined ? await reducedGuess(setup, space.asked, marchOf(space), marched) : marched;
  return { level, guess: guess ?? marched, done: () => giveBack(setup, workspace) };
}

/** Optimal motions: times from the reduced guess, grid doubling, random starts and random targets. */
export async function benchOptimal(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { problem, most } of cases) {
    const { level, guess, done } = await guessed(problem, {}, undefined);
    const times = Array.from({ length: 40 }, () =>
      cpuTime(() => {
        level.memory = minimised(level, guess).state;
      }),
    );
    done();
    // the first ones warm up
    const middle = times.slice(20).sort((a, b) => a - b)[10];
    rows.push({ name: `${problem.name} N = 40 from the reduced guess`, must: most, value: milliseconds(middle) });
  }
  for (const { problem } of cases) rows.push(await doubled(problem));
  let solved = 0;
  let possible = 0;
  for (const one of cases)
    for (const kind of ["starts", "targets"] as const) {
      const { good, impossible, failed, iterations } = await twenty(one, kind);
      solved += good;
      possible += 20 - impossible;
      rows.push({
        name: `${one.problem.name}, 20 random ${kind}`,
        must: "",
        value: `${good} solved, ${impossible} proven impossible; median ${iterations} iterations${failed.join("")}`,
      });
    }
  rows.push({
    name: "of all that are not proven impossible",
    must: "all but 2",
    value: `${solved} of ${possible} solved`,
  });
  return rows;
}

/** From N = 40 to N = 320, for every minimum that two guesses find, without their search on the coarsest grid. */
async function doubled(problem: Problem): Promise<BenchRow> {
  const run = async (steps: number): Promise<number> => {
    const before = process.cpuUsage();
    const { status } = await solve(problem, { set: { "grid.steps": steps } });
    const { user, system } = process.cpuUsage(before);
    return status === "solved" ? (user + system) / 1000 : Number.NaN;
  };
  for (const steps of [40, 320, 320]) await run(steps);
  const [coarse, fine] = [await run(40), await run(320)];
  return {
    name: `${problem.name} from N = 40 to N = 320 by grid doubling`,
    must: "≤ 0.5 s",
    value: `${milliseconds(fine - coarse)} (search on N = 40: ${milliseconds(coarse)})`,
  };
}

async function twenty({ problem, draw }: (typeof cases)[number], kind: "starts" | "targets") {
  const failed: string[] = [];
  const iterations: number[] = [];
  let impossible = 0;
  for (let seed = 100; seed < 120; seed++) {
    const random = randomNumbers(seed);
    const set = kind === "targets" ? draw((from, to) => from + (to - from) * random()) : {};
    const { level, guess, done } = await guessed(problem, set, kind === "starts" ? random : undefined);
    const { optimum, state } = minimised(level, guess);
    level.memory = state;
    done();
    const { status, residual, complementarity } = optimum;
    if (status === "solved" && residual <= 1e-9 && complementarity <= 1e-12) iterations.push(optimum.iterations);
    else if (problem === disk && (await outOfReach(set))) impossible++;
    else failed.push(`; seed ${seed} ${status}`);
  }
  iterations.sort((a, b) => a - b);
  return { good: iterations.length, impossible, failed, iterations: iterations[iterations.length >> 1] };
}

let highs: Promise<Highs> | undefined;

/**
 * Whether the disk cannot reach its target by any torques: its steps as a mixed-integer program, a binary for each
 * side of every pair,
 *
 *     slip = p − n,   p ≤ M α,  F + λ ≤ 2F (1 − α),   n ≤ M β,  F − λ ≤ 2F (1 − β),
 *
 * with r ω as w and torque/r as u.
 */
async function outOfReach(set: Draw): Promise<boolean> {
  const [N, h, r, F] = [40, 1 / 40, 0.1, 0.5 * 9.81];
  const most = 20;
  const lines: string[] = [];
  const bounds: string[] = [];
  const at = (name: string, k: number): string => `${name}${k}`;
  for (let k = 1; k <= N; k++) {
    const [x, v, w, l, u, p, n, a, b] = ["x", "v", "w", "l", "u", "p", "n", "a", "b"].map((name) => at(name, k));
    const [x0, v0, w0] = ["x", "v", "w"].map((name) => at(name, k - 1));
    lines.push(
      `${x} - ${x0} - ${h} ${v} = 0`,
      `${v} - ${v0} - ${h} ${l} = 0`,
      `0.5 ${w} - 0.5 ${w0} - ${h} ${u} + ${h} ${l} = 0`,
      `${v} - ${w} - ${p} + ${n} = 0`,
      `${p} - ${most} ${a} <= 0`,
      `${l} + ${2 * F} ${a} <= ${F}`,
      `${n} - ${most} ${b} <= 0`,
      `- ${l} + ${2 * F} ${b} <= ${F}`,
    );
    const torque = set["torque.max"] / r;
    bounds.push(`${x} free`, `${v} free`, `${w} free`, `-${F} <= ${l} <= ${F}`, `-${torque} <= ${u} <= ${torque}`);
  }
  const given = {
    x0: 0,
    v0: set["start.v"],
    w0: r * set["start.omega"],
    [`x${N}`]: set.distance,
    [`v${N}`]: 0,
    [`w${N}`]: 0,
  };
  for (const [name, value] of Object.entries(given)) lines.push(`${name} = ${value}`);
  for (const name of ["x0", "v0", "w0"]) bounds.push(`${name} free`);
  const binaries = Array.from({ length: N }, (_, k) => `a${k + 1} b${k + 1}`).join(" ");
  const program = `Minimize\n cost: x1\nSubject To\n${lines.map((line, i) => ` r${i}: ${line}`).join("\n")}\nBounds\n ${bounds.join("\n ")}\nBinary\n ${binaries}\nEnd`;
  highs ??= (highsLoader as unknown as () => Promise<Highs>)();
  return (await highs).solve(program, { output_flag: false, time_limit: 60 }).Status === "Infeasible";
}
