import { registry } from "../../../problems/registry.js";
import { BadInput } from "../../../src/checks/bad-input.js";
import { design } from "../../../src/motion/design.js";
import type { Settings } from "../../../src/motion/problem/parameters.js";
import type { Expected, Problem } from "../../../src/motion/problem/problem.js";
import type { Result } from "../../../src/motion/result.js";
import { simulate, solve } from "../../../src/motion/solve.js";
import { brokenLaws } from "../../../src/motion/trajectory/laws.js";
import { faultOf } from "../../fuzz/sentence.js";
import type { BenchRow } from "../lu.js";

const verbs = { solve, simulate, design };
/** Factors on each parameter, one parameter at a time. */
const factors = [0.5, 0.8, 1.25, 2];
/** After so long [s] a variation is cancelled where no other time is given: what it says then is looked at, too. */
const patience = 10;

/**
 * Every packaged problem whose name begins so, with each parameter at half to twice its value: how it ends, sentences that
 * nobody can read, and results that are called solved against a law. What is not solved is told at once, with its sentence;
 * by another method of the grid, where one is named, and each for so many seconds.
 */
export async function benchVariations(beginning = "", method?: string, seconds = patience): Promise<BenchRow[]> {
  const ends = new Map<string, number>();
  const faults: string[] = [];
  for (const [name, load] of Object.entries(registry)) {
    if (!name.startsWith(beginning)) continue;
    const { problem, expected } = await load();
    for (const set of variationsOf(problem)) {
      const asked = method === undefined ? set : { ...set, "grid.method": method };
      const { status, message, fault } = await end(problem, expected.verb, {
        set: asked,
        signal: AbortSignal.timeout(1e3 * seconds),
      });
      if (status !== "solved") console.log(`${name} ${JSON.stringify(asked)}: ${status}: ${message}`);
      ends.set(status, (ends.get(status) ?? 0) + 1);
      if (fault !== undefined) faults.push(`${name} ${JSON.stringify(set)}: ${fault}`);
    }
  }
  for (const fault of faults) console.log(fault);
  return [
    ...[...ends].map(([status, count]) => ({ name: `variations that end ${status}`, value: String(count) })),
    { name: "bad sentences, and solved against a law", must: "0", value: String(faults.length) },
  ];
}

function variationsOf({ parameters }: Problem): Settings[] {
  const of = Object.entries(parameters).flatMap(([name, { value, choices = [] }]) => [
    ...choices.map((choice) => ({ [name]: choice })),
    ...(typeof value === "number" && value !== 0 ? factors.map((factor) => ({ [name]: factor * value })) : []),
  ]);
  return [{}, ...of];
}

async function end(
  problem: Problem,
  verb: Expected["verb"],
  asked: { readonly set: Settings; readonly signal: AbortSignal },
): Promise<{ status: string; message: string; fault?: string }> {
  try {
    const found: Result = await verbs[verb](problem, asked);
    const isGreener = [found, ...(found.solutions ?? [])].some(
      (result) => result.status === "solved" && brokenLaws({ result, verb }).length > 0,
    );
    const fault = isGreener ? "solved against a law" : faultOf(found.message);
    return { status: found.status, message: found.message, ...(fault !== undefined && { fault }) };
  } catch (error) {
    if (!(error instanceof BadInput)) return { status: "thrown", message: String(error), fault: String(error) };
    const fault = faultOf(error.message);
    return { status: "bad-input", message: error.message, ...(fault !== undefined && { fault }) };
  }
}
