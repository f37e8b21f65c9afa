import { problems } from "../../../problems/index.js";
import { simulate, solve } from "../../../src/index.js";
import type { BenchRow } from "../lu.js";
import { distance, measured } from "./true-error.js";

/** Steps in so many parts. */
const parts = 10;

/** The accuracy of other elements, which exact chooses itself; impacts are of no other method. */
const accurate = 1e-10;

/** An answer, and how far from its end its own launch comes on steps of a tenth, beside the error that it claims. */
export interface Replay {
  readonly status: string;
  readonly claimed: number;
  readonly missed: number;
}

/** The problems whose answers are found on a grid that can be made finer. */
export const replayed = measured.flatMap(([name, { expected }]) => (expected.verb === "solve" ? [name] : []));

/** Marches an answer of `solve` again from its start, with the values that it found, on steps of a tenth; what exact found, by a finer accuracy. */
export async function replayOf(name: string): Promise<Replay> {
  const { problem } = problems[name];
  const own = await solve(problem);
  const claimed = own.trajectory.certificate.gridError?.value ?? Number.NaN;
  if (own.status !== "solved") return { status: own.status, claimed, missed: Number.NaN };
  const { steps, h, method } = problem.grid;
  const timed = "time" in problem.parameters;
  const finer = { "grid.steps": parts * Number(steps), ...(!timed && { "grid.h": Number(h) / parts }) };
  const set = { ...own.run.parameters, ...(method === "exact" ? { "grid.accuracy": accurate } : finer) };
  const again = await simulate(problem, { set, gridError: false });
  return { status: again.status, claimed, missed: distance(own, again, false) };
}

/** Every answer of the packaged problems whose names begin so, marched again on steps of a tenth. */
export async function benchReplays(beginning = ""): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const name of replayed.filter((each) => each.startsWith(beginning))) {
    const began = process.cpuUsage().user;
    try {
      const { status, claimed, missed } = await replayOf(name);
      const value = `${status}, ${missed.toExponential(1)} (claimed ${claimed.toExponential(1)})`;
      console.log(`${((process.cpuUsage().user - began) / 1e6).toFixed(1)} s  ${name}: ${value}`);
      rows.push({ name: `replay of ${name}`, must: "≤ 10 × claimed", value });
    } catch (error) {
      console.log(`${name}: ${String(error).slice(0, 160)}`);
    }
  }
  return rows;
}
