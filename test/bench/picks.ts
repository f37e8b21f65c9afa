import { problem } from "../../problems/grasp/arm-box.js";
import { randomNumbers } from "../../src/algebra/random.js";
import type { Result } from "../../src/motion/result.js";
import { simulate } from "../../src/motion/solve.js";
import type { BenchRow } from "./lu.js";

/** How far the box may be turned and moved from where the gripper expects it, and what share of steps must be proven. */
interface Disturbance {
  readonly yaw: number;
  readonly offset: number;
  readonly must: number;
}

const degree = Math.PI / 180;
const disturbances: readonly Disturbance[] = [
  { yaw: 1 * degree, offset: 0.004, must: 0.98 },
  { yaw: 9 * degree, offset: 0.004, must: 0.85 },
];

/** Weight that a squeeze must be able to carry before it has to, and how high the box must come [m]. */
const margin = 1.2;
const lifted = 0.3;

/** One finger touches the box in four points, each of which is squeezed by. */
const pointsOfAFinger = 4;

/** Whether the fingers must lift the box: 2 μ K Δ ≥ 1.2 m g, with Δ the penetration that a step commands. */
function mustLift({ run: { parameters } }: Result): boolean {
  const number = (name: string): number => parameters[name] as number;
  const penetration = pointsOfAFinger * number("squeeze.speed") * (problem.grid.h as number);
  const carried = 2 * number("friction") * number("stiffness") * penetration;
  return carried >= margin * number("mass") * number("gravity");
}

/**
 * Above this friction two points of the fingers, 40 mm apart, lock a turned box of 60 mm between opposite corners: the
 * line between them lies in both friction cones. The box then stays askew however hard the jaws close, and (23f) asks
 * forces of points that it keeps apart; what moves it on is costly, and the linear relaxation sees none of that.
 */
const locking = 40 / 60;

/** A finished pick, of which only its figures are kept. */
interface Pick {
  readonly steps: number;
  readonly unproven: number;
  readonly residual: number;
  /** Largest miss of complementarity, linear gaps counted as the forces that they mean at the stiffness [N]. */
  readonly complementarity: number;
  /** Deepest overlap of bodies at the end of a step [m]: what settling leaves of an error of second order. */
  readonly penetration: number;
  readonly asked: boolean;
  /** Whether friction may lock the box askew. */
  readonly mayLock: boolean;
  readonly lift: number;
  readonly worst: number;
  readonly mean: number;
}

async function pick(set: Record<string, number>): Promise<Pick> {
  const result = await simulate(problem, { set });
  const {
    t,
    columns,
    certificate,
    steps: { milliseconds },
  } = result.trajectory;
  const count = t.length - 1;
  const times = milliseconds!.subarray(1);
  return {
    steps: count,
    unproven: columns.unproven.subarray(1).reduce((sum, v) => sum + v, 0),
    residual: result.solution.residual,
    complementarity: certificate.complementarity.value,
    penetration: certificate.penetration.value,
    asked: mustLift(result),
    mayLock: set.friction > locking,
    lift: result.values["lift.max"] as number,
    worst: Math.max(...times),
    mean: times.reduce((sum, t) => sum + t, 0) / count,
  };
}

/** Closed-loop picks of the box by the arm, each with its own mass, friction, stiffness, yaw and offset. */
async function benchPicksOf({ yaw, offset, must }: Disturbance, count: number, seed: number): Promise<BenchRow[]> {
  const random = randomNumbers(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const picks: Pick[] = [];
  for (let i = 0; i < count; i++) {
    const set = {
      mass: between(0.1, 1),
      friction: between(0.2, 0.8),
      stiffness: between(5e3, 2e4),
      "start.yaw": between(-yaw, yaw),
      "start.x": 0.6 + between(-offset, offset),
      "start.y": between(-offset, offset),
    };
    const one = await pick(set);
    picks.push(one);
    const failed = one.steps < (problem.grid.steps as number) || (one.asked && one.lift < lifted);
    if (failed || one.unproven > 0) console.log(`pick ${i + 1}: ${JSON.stringify({ ...one, ...set })}`);
  }
  const sum = (of: (one: Pick) => number): number => picks.reduce((total, one) => total + of(one), 0);
  const most = (of: (one: Pick) => number): number => Math.max(...picks.map(of));
  const steps = count * (problem.grid.steps as number);
  const asked = picks.filter((one) => one.asked);
  const name = `${count} picks of grasp/arm-box, yaw ±${Math.round(yaw / degree)}°, offset ±${1e3 * offset} mm`;
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
  return [
    {
      name: `${name}: steps answered and proven`,
      must: `≥ ${100 * must} %`,
      value: percent((sum((one) => one.steps) - sum((one) => one.unproven)) / steps),
    },
    {
      name: `${name}: of those not proven, in boxes that friction may lock askew (μ > 2/3)`,
      value: `${sum(({ mayLock, unproven }) => (mayLock ? unproven : 0))} of ${sum((one) => one.unproven)}`,
    },
    { name: `${name}: steps without an answer`, must: "0", value: `${steps - sum((one) => one.steps)}` },
    { name: `${name}: residual`, must: "≤ 1e-8", value: most((one) => one.residual).toExponential(1) },
    {
      name: `${name}: lifted, of those with 2μKΔ ≥ ${margin} mg`,
      must: `${asked.length}`,
      value: `${asked.filter((one) => one.lift >= lifted).length}, the lowest to ${Math.min(...asked.map((one) => one.lift)).toFixed(3)} m`,
    },
    {
      name: `${name}: complementarity of forces and linear gaps`,
      value: `${most((one) => one.complementarity).toExponential(1)} N`,
    },
    {
      name: `${name}: overlap that settling leaves`,
      value: `${most((one) => one.penetration).toExponential(1)} m`,
    },
    {
      name: `${name}: mean and worst step`,
      value: `${(sum((one) => one.mean) / count).toFixed(2)} ms, ${most((one) => one.worst).toFixed(0)} ms`,
    },
  ];
}

/** 20 picks with small disturbances and 20 with large ones: some minutes. Picks with steps not proven are printed. */
export async function benchPicks(count: number, seed: number): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const [i, disturbance] of disturbances.entries())
    rows.push(...(await benchPicksOf(disturbance, count, seed + i)));
  return rows;
}
