import fc from "fast-check";
import { fromTriplets } from "../../../../src/algebra/sparse.js";
import { add, type Expr, mul, sub } from "../../../../src/expr/expr.js";
import { solveMcp } from "../../../../src/motion/solve-mcp.js";
import { solveMiqp } from "../../../../src/solve/miqp/miqp.js";
import { newton } from "../../../../src/solve/newton/newton.js";
import { plainMcp } from "../../../solve/newton/plain.js";
import { anyWrong, type Mutation, mutate, mutations } from "../../mutate.js";
import { faultOf, refusal } from "../../sentence.js";
import { asAny, type Verdict } from "../../target.js";

const rows = {
  problem: {
    start: [1, 1],
    lower: [0, 0],
    upper: [10, 10],
    names: ["x", "y"],
    rows: ([x, y]: Expr[]) => [sub(add(x, y), 1), sub(mul(2, x), y)],
  },
  settings: { tolerance: 1e-10, maxIterations: 50, complementarity: "fischer", memory: 8, restarts: 1, seed: 1 },
  watch: { onIteration: () => {} },
};

const plain = {
  problem: {
    ...plainMcp({
      lower: [0, 0],
      upper: [5, 5],
      rows: (z) => [z[0] - 1, z[1] + 1],
      slope: (i, j) => (i === j ? 1 : 0),
    }),
    start: [1, 1],
  },
  settings: {},
  watch: {},
};

const pair = {
  miqp: {
    H: fromTriplets([2, 2], [0, 1], [0, 1], [1, 1]),
    c: Float64Array.of(-1, -2),
    A: fromTriplets([1, 2], [0, 0], [0, 1], [1, 1]),
    rowLower: Float64Array.of(0),
    rowUpper: Float64Array.of(5),
    lower: Float64Array.of(0, 0),
    upper: Float64Array.of(5, 5),
    pairs: [[0, 1]],
  },
  settings: { gap: 1e-7, maxNodes: 100, enoughNodes: 100, formulation: "pairs", globalTies: 12 },
  hints: { rank: new Uint8Array(1), ties: [Float64Array.of(1, 1)] },
};

const bases = [rows, plain, pair, { settings: rows.settings }];

interface Case {
  readonly base: number;
  readonly changes: readonly Mutation[];
}

/** Arguments of solvers with wrong values anywhere. */
export const doors = asAny({
  about: "arguments of solvers",
  limit: 5,
  cases: fc.record({ base: fc.nat(bases.length - 1), changes: mutations(anyWrong) }),
  judge,
});

async function judge({ base, changes }: Case): Promise<Verdict> {
  const given = mutate(bases[base], changes, { values: anyWrong, circles: true });
  if (typeof given !== "object" || given === null) return { outcome: "nothing" };
  const { problem, settings, watch, miqp, hints } = given as Record<string, never>;
  try {
    if (base === 3) newton(settings);
    else if (base === 2) return { outcome: (await solveMiqp(miqp, settings, hints)).status };
    else {
      const { status, message } = solveMcp(problem, settings, watch);
      const fault = faultOf(message);
      return { outcome: status, ...(fault !== undefined && { fault }) };
    }
    return { outcome: "taken" };
  } catch (error) {
    // the problem's own functions, called where others were meant
    const [, first = ""] = (error instanceof Error ? (error.stack ?? "") : "").split("\n    at ");
    return /newton\/plain\.[jt]s/.test(first) ? { outcome: "thrown by what was given" } : refusal(error);
  }
}
