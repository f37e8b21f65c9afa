import fc from "fast-check";
import { solveMcp } from "../../../../src/motion/solve-mcp.js";
import { plainMcp } from "../../../solve/newton/plain.js";
import { faultOf } from "../../sentence.js";
import { asAny, type Verdict } from "../../target.js";
import { type Complementarity, residualOf, solutionByBranches } from "./branches.js";
import { type Dice, dice, matrixOf, solveDenseRows, times } from "./random-rows.js";

/** Tolerance of the solver that is asked, and room for rounding in what is computed again. */
const [tolerance, rounding] = [1e-10, 1e-13];

interface LinearMcp extends Complementarity {
  readonly start: readonly number[];
  /** A solution, where one was planted. */
  readonly planted?: readonly number[];
}

/** A linear MCP of a seed: half have a planted solution, degenerate or not; rows of some are badly scaled. */
export function mcpOf(seed: number): LinearMcp {
  const d = dice(seed);
  const n = d.whole(1, 7);
  const M = matrixOf(d, n);
  const kinds = Array.from({ length: n }, () => d.whole(0, 4));
  const lower = kinds.map((kind) => (kind === 0 || kind === 2 ? Number.NEGATIVE_INFINITY : 0));
  const upper = kinds.map((kind) => (kind === 2 ? 0 : kind === 3 ? 1 : kind === 4 && d.chance(0.2) ? 0 : Infinity));
  const start = kinds.map(() => d.coarse());
  const scale = kinds.map(() => (d.chance(0.15) ? 10 ** d.whole(-3, 4) : 1));
  const scaled = M.map((row, i) => row.map((x) => x * scale[i]));
  if (!d.chance(0.5)) return { M: scaled, q: kinds.map((_, i) => scale[i] * d.coarse()), lower, upper, start };
  const { z, F } = placesOf(d, lower, upper);
  const there = times(M, z);
  return { M: scaled, q: F.map((f, i) => scale[i] * (f - there[i])), lower, upper, start, planted: z };
}

/** A point within bounds and the values of its rows, zero at some bounds. */
function placesOf(d: Dice, lower: readonly number[], upper: readonly number[]) {
  const z: number[] = [];
  const F: number[] = [];
  lower.forEach((low, i) => {
    const place = d.whole(0, 2);
    const slack = d.chance(0.3) ? 0 : Math.abs(d.coarse());
    if (place === 0 && low > -Infinity) [z[i], F[i]] = [low, slack];
    else if (place === 1 && upper[i] < Infinity) [z[i], F[i]] = [upper[i], -slack];
    else {
      z[i] = Math.min(upper[i], Math.max(low, d.coarse()));
      F[i] = 0;
    }
  });
  return { z, F };
}

/** Linear MCPs, planted or not, singular and badly scaled: answers by their residual, refusals by all bases and by HiGHS. */
export const mcps = asAny({ about: "linear MCPs", limit: 5, cases: fc.nat(), judge });

async function judge(seed: number): Promise<Verdict> {
  const { M, q, lower, upper, start, planted } = mcpOf(seed);
  const rows = (z: ArrayLike<number>): number[] => times(M, z).map((f, i) => f + q[i]);
  const mcp = plainMcp({ lower, upper, rows, slope: (i, j) => M[i][j] });
  const { status, z, message, residual } = solveMcp({ ...mcp, start }, { tolerance });
  const told = faultOf(message);
  if (told !== undefined) return { outcome: status, fault: told };
  if (status === "solved") {
    const own = residualOf({ M, q, lower, upper }, z);
    const size = Math.max(
      1,
      ...times(
        M.map((row) => row.map(Math.abs)),
        z.map(Math.abs),
      ),
      ...q.map(Math.abs),
    );
    if (!(own <= tolerance + rounding * size))
      return { outcome: status, fault: `solved with a residual of ${own}, said ${residual}` };
    return { outcome: status };
  }
  if (status !== "infeasible") return { outcome: status };
  if (planted !== undefined) return { outcome: status, fault: "infeasible, but a solution was planted" };
  const other =
    solutionByBases({ M, q, lower, upper }) ?? (await solutionByBranches({ M, q, lower, upper }, tolerance));
  const decided = other === "unknown" ? "infeasible, undecided by HiGHS" : status;
  const isWrong = Array.isArray(other);
  return { outcome: decided, ...(isWrong && { fault: `infeasible, but (${other.join(", ")}) is a solution` }) };
}

/** A solution in which every unknown is at a bound or its row is zero, of all combinations that have one point. */
function solutionByBases(mcp: Complementarity): number[] | undefined {
  const { M, q, lower, upper } = mcp;
  const n = q.length;
  // many bases: the branches of HiGHS alone decide
  if (n > 5) return undefined;
  for (let code = 0; code < 3 ** n; code++) {
    const places = Array.from({ length: n }, (_, i) => Math.floor(code / 3 ** i) % 3);
    const at = places.map((place, i) => (place === 1 ? lower[i] : place === 2 ? upper[i] : 0));
    if (!at.every(Number.isFinite)) continue;
    const A = places.map((place, i) => (place === 0 ? M[i] : q.map((_, j) => (i === j ? 1 : 0))));
    const z = solveDenseRows(
      A,
      places.map((place, i) => (place === 0 ? -q[i] : at[i])),
    );
    const inside = z?.map((x, i) => Math.min(upper[i], Math.max(lower[i], x)));
    if (inside !== undefined && residualOf(mcp, inside) < tolerance) return inside;
  }
  return undefined;
}
