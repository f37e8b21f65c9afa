import { type LpSolver, loadLp } from "../../src/solve/lp/lp.js";
import { type Miqp, type MiqpSolution, miqpSolver } from "../../src/solve/miqp/miqp.js";
import { pairedMiqp } from "../solve/miqp/paired-miqp.js";
import { loadReferee } from "../solve/miqp/referee.js";
import type { BenchRow } from "./lu.js";

/** Processor time [s] after which a program counts as not finished. */
const patience = 5;

function seconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The answer within the patience, and the processor time that it took [s]. */
function solveWithin(lp: LpSolver, miqp: Miqp): { readonly found: MiqpSolution; readonly time: number } {
  const solver = miqpSolver(lp, { maxNodes: Number.POSITIVE_INFINITY });
  const begin = seconds();
  const over = new AbortController();
  const steps = solver.steps(miqp, {}, over.signal);
  for (;;) {
    const turn = steps.next();
    const time = seconds() - begin;
    if (time > patience) over.abort();
    if (!turn.done) continue;
    solver.dispose();
    return { found: turn.value, time };
  }
}

/**
 * Random programs with 8 to 24 pairs, in 5 s of processor each. Every answer is judged by HiGHS, and "infeasible" by the
 * point that was planted.
 */
export async function benchPairedMiqps(count: number, first: number): Promise<BenchRow[]> {
  const lp = await loadLp();
  const referee = await loadReferee();
  const times: number[] = [];
  const counts = { optimal: 0, infeasible: 0, feasible: 0, limit: 0 };
  const verdicts = { right: 0, wrong: 0, open: 0 };
  let nodes = 0;
  for (let seed = first; seed < first + count; seed++) {
    const { miqp, planted } = pairedMiqp(seed, 8, 24);
    const { found, time } = solveWithin(lp, miqp);
    times.push(time);
    counts[found.status]++;
    nodes += found.nodes;
    const isContradicted = found.status === "infeasible" && planted !== undefined;
    const verdict = isContradicted ? "wrong" : referee.judge(miqp, found);
    verdicts[verdict]++;
    if (verdict !== "right" || found.status === "feasible" || found.status === "limit")
      console.log(`seed ${seed}: ${found.status}, ${verdict}, ${miqp.pairs.length} pairs, ${time.toFixed(2)} s`);
  }
  times.sort((a, b) => a - b);
  const name = `${count} random programs with 8 to 24 pairs`;
  return [
    {
      name: `${name}: proven in ${patience} s of processor`,
      must: `≥ ${Math.ceil(0.98 * count)}`,
      value: `${counts.optimal + counts.infeasible}, of which ${counts.infeasible} infeasible`,
    },
    { name: `${name}: wrong by HiGHS or by a planted point`, must: "0", value: `${verdicts.wrong}` },
    { name: `${name}: not decided by HiGHS`, value: `${verdicts.open}` },
    {
      name: `${name}: median and worst time, nodes`,
      value: `${(1e3 * times[count >> 1]).toFixed(1)} ms, ${times[count - 1].toFixed(2)} s, ${nodes}`,
    },
  ];
}
