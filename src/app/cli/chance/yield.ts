import { yieldOf } from "../../../motion/chance/yield.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { distributionOf } from "../../../motion/study/study.js";
import type { Found } from "../../run/found.js";
import { unitsOf } from "../../studies/units.js";
import { parseOver } from "../studies/over.js";

/** A yield in the words of the command line. */
export interface YieldWords {
  readonly yield?: boolean;
  readonly vary?: readonly string[];
  readonly over?: readonly string[];
  readonly where?: readonly string[];
}

/**
 * A problem whose design has the largest yield, where words ask for one; else the problem as it is.
 * @throws {BadInput} where words are missing, or are there without --yield.
 */
export function withYield(found: Found, words: YieldWords, cwd: string): Found {
  const { vary = [], over = [], where = [] } = words;
  if (words.yield !== true) {
    const [lone] = Object.entries({ vary, over, where }).find(([, texts]) => texts.length > 0) ?? [];
    if (lone !== undefined) throw new BadInput(`--${lone}`, `--${lone} belongs to --yield: give both.`);
    return found;
  }
  const scattered = Object.entries(parseOver(over, { cwd, units: unitsOf(found.problem) })).map(([name, spread]) => {
    const distribution = distributionOf(spread);
    if (distribution === undefined)
      throw new BadInput("--over", `${name} must have a distribution here, such as ${name}~normal(mean,deviation).`);
    return [name, distribution] as const;
  });
  const problem = yieldOf(found.problem, {
    ...(vary.length > 0 && { vary }),
    ...(scattered.length > 0 && { over: Object.fromEntries(scattered) }),
    ...(where.length > 0 && { where }),
  });
  // it is no longer the one that has the name: a saved result holds it as data
  return { problem, source: { data: found.problem.name }, ...(found.saved && { saved: found.saved }) };
}
