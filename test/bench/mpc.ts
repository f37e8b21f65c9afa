import { problem as disk } from "../../problems/optimal/disk.js";
import { problem as cartPole } from "../../problems/robots/cart-pole-walls.js";
import { driven } from "../motion/mpc/closed-loop.js";
import { problem as pusher } from "../motion/optimal/own-pusher.js";
import type { BenchRow } from "./lu.js";
import { milliseconds } from "./median.js";

const horizon = { steps: 20, h: 0.05 };
const rate = 100;

/** Closed loops against plants of other friction: how near they come to the end, and the time of a call. */
export async function benchMpc(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { problem, body, distance } of [
    { problem: disk, body: "disk", distance: 0.8 },
    { problem: pusher, body: "block", distance: 0.8 },
  ]) {
    const times: number[] = [];
    for (const factor of [1, 1.3, 0.7]) {
      const friction = factor * Number(problem.parameters.friction.value);
      // processor time: the clock also counts what others do
      let before = process.cpuUsage();
      const own: number[] = [];
      const { last, moves } = await driven(problem, horizon, rate, { h: 1e-3, set: { friction } }, () => {
        const { user, system } = process.cpuUsage(before);
        own.push((user + system) / 1000);
        before = process.cpuUsage();
      });
      // the first call finds the reference; the first loop warms up
      if (factor !== 1) times.push(...own.slice(1));
      const failed = moves.filter(({ status }) => status !== "solved").length;
      const miss = 1000 * (last[`${body}.x`] - distance);
      rows.push({
        name: `${problem.name}, friction × ${factor}: miss of ${body}`,
        must: "≤ 10 mm, 20 mm/s",
        value: `${miss.toFixed(1)} mm, ${(1000 * last[`${body}.vx`]).toFixed(1)} mm/s; ${failed} of ${moves.length} plans kept`,
      });
    }
    times.sort((a, b) => a - b);
    rows.push({
      name: `${problem.name}: a call with the plant's 10 ms, 95th percentile (median)`,
      must: "≤ 10 ms",
      value: `${milliseconds(times[Math.floor(0.95 * times.length)])} (${milliseconds(times[times.length >> 1])})`,
    });
  }
  return [...rows, ...(await cartPoles())];
}

/**
 * A pole between walls, planned again 50 times a second with masses that are not the plant's: how far it leans on the way, how
 * upright it ends, and the time of a call.
 */
async function cartPoles(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  const times: number[] = [];
  for (const factor of [1, 1.2, 0.8]) {
    const own: number[] = [];
    let before = process.cpuUsage();
    const set = { mass: factor, "pole.mass": 0.2 * factor };
    const { last, most, moves } = await driven(cartPole, { steps: 20, h: 0.025 }, 50, { h: 1e-3, set }, () => {
      const { user, system } = process.cpuUsage(before);
      own.push((user + system) / 1000);
      before = process.cpuUsage();
    });
    if (factor !== 1) times.push(...own.slice(1));
    const failed = moves.filter(({ status }) => status !== "solved").length;
    rows.push({
      name: `${cartPole.name}, masses × ${factor}: most that the pole leans, and at the end`,
      must: "it stays up",
      value: `${most["hinge.position"].toFixed(3)} rad, ${last["hinge.position"].toFixed(3)} rad; ${failed} of ${moves.length} plans kept`,
    });
  }
  times.sort((a, b) => a - b);
  rows.push({
    name: `${cartPole.name}: a call with the plant's 20 ms, 95th percentile (median)`,
    must: "≤ 15 ms",
    value: `${milliseconds(times[Math.floor(0.95 * times.length)])} (${milliseconds(times[times.length >> 1])})`,
  });
  return rows;
}
