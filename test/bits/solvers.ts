/**
 * Answers of every solver to problems of fixed seeds, as short texts: what one seed gives today it gives tomorrow, to the
 * bit. A hash says that something moved, and nothing of what is right: that is for the tests of each solver.
 */
import { randomNumbers } from "../../src/algebra/random.js";
import { rowsMcp, solveMcp } from "../../src/motion/solve-mcp.js";
import { lemke } from "../../src/solve/lcp/lemke.js";
import { loadGlpkByJson } from "../../src/solve/lp/glpk.js";
import { loadHighs } from "../../src/solve/lp/highs.js";
import { loadLp } from "../../src/solve/lp/lp.js";
import { methods } from "../../src/solve/minimise/methods.js";
import { minimise } from "../../src/solve/minimise/minimise.js";
import { type MiqpSettings, solveMiqp } from "../../src/solve/miqp/miqp.js";
import { solveMpcc } from "../../src/solve/mpcc/mpcc.js";
import { complementarityFunctions } from "../../src/solve/newton/complementarity.js";
import { newton, run } from "../../src/solve/newton/newton.js";
import { programOf as linearProgram } from "../fuzz/targets/solvers/linear.js";
import { mcpOf } from "../fuzz/targets/solvers/mcps.js";
import { mpccOf } from "../fuzz/targets/solvers/mpccs.js";
import { times } from "../fuzz/targets/solvers/random-rows.js";
import { pairedMiqp } from "../solve/miqp/paired-miqp.js";
import { randomMiqp } from "../solve/miqp/random-miqp.js";
import { collection } from "../solve/newton/collection.js";
import { plainMcp } from "../solve/newton/plain.js";
import { economy, economyStart } from "../solve/rescue/economy.js";
import { masonryWall, wallStart } from "../solve/rescue/masonry.js";
import { hardFamilies, lcpFamilies, plantedLcp } from "../solve/rescue/planted-lcp.js";
import { type Part, told } from "./told.js";

const seeds = (count: number): number[] => Array.from({ length: count }, (_, k) => k + 1);

function mcpAnswer(...asked: Parameters<typeof solveMcp>): readonly [string, ...Part[]] {
  const { status, z, iterations, residual, message } = solveMcp(...asked);
  return [status, z, iterations, residual, message];
}

/** A linear MCP of a seed of the fuzzer. */
function linearMcp(seed: number) {
  const { M, q, lower, upper, start } = mcpOf(seed);
  const rows = (z: ArrayLike<number>): number[] => times(M, z).map((f, i) => f + q[i]);
  return { ...plainMcp({ lower, upper, rows, slope: (i, j) => M[i][j] }), start };
}

async function miqpAnswer(...asked: Parameters<typeof solveMiqp>): Promise<readonly [string, ...Part[]]> {
  const { status, x, objective, lowerBound, nodes } = await solveMiqp(...asked);
  return [status, x, objective, lowerBound, nodes];
}

async function all<T>(of: readonly T[], answer: (one: T) => Promise<readonly [string, ...Part[]]>): Promise<string> {
  const answers = [];
  for (const one of of) answers.push(await answer(one));
  return told(answers);
}

/** Rosenbrock's valley in a disk, by a method of nlopt. */
async function valley(method: (typeof methods)[number]): Promise<readonly [string, ...Part[]]> {
  const { status, x, cost, evaluations, message } = await minimise(
    {
      lower: Float64Array.of(-1.5, -1),
      upper: Float64Array.of(1.5, 2),
      constraints: ["inequality"],
      evaluate([x, y], rows, slopes) {
        const [rise, rest] = [y - x * x, 1 - x];
        rows.set([10 * rise * rise + rest * rest, x * x + y * y - 1]);
        slopes?.set([-40 * x * rise - 2 * rest, 20 * rise, 2 * x, 2 * y]);
        return true;
      },
    },
    Float64Array.of(-0.8, 0.4),
    { method, maxEvaluations: 400 },
  );
  return [status, x, cost, evaluations, message];
}

const settings: readonly MiqpSettings[] = [{}, { gap: 1e-4 }, { maxNodes: 3 }];

/** Groups of answers by their names. */
export const solverRuns: Readonly<Record<string, () => string | Promise<string>>> = {
  "linear MCPs": () => told(seeds(60).map((seed) => mcpAnswer(linearMcp(seed)))),
  "published MCPs": () =>
    told(
      collection.slice(0, 6).flatMap(({ starts, ...problem }) =>
        Object.keys(complementarityFunctions).flatMap((complementarity) =>
          starts.slice(0, 1).map((start) => {
            const name = complementarity as keyof typeof complementarityFunctions;
            const mcp = rowsMcp({ ...problem, start });
            const { status, z, iterations, residual } = run(
              newton({ complementarity: name }),
              mcp,
              Float64Array.from(start),
            );
            return [status, z, iterations, residual] as const;
          }),
        ),
      ),
    ),
  walls: () =>
    told(
      seeds(4).map((seed) => {
        const wall = masonryWall(seed, 300, { isRubble: seed % 2 === 0 });
        return mcpAnswer({ ...wall.mcp, start: wallStart(wall, seed, seed % 5) });
      }),
    ),
  "planted LCPs": () =>
    told(
      [...lcpFamilies, ...hardFamilies].flatMap((family) =>
        seeds(2).map((seed) => {
          const { mcp } = plantedLcp(family, seed, 10);
          return mcpAnswer({ ...mcp, start: mcp.lower.map((_, i) => (0.618 * (i + seed)) % 1) });
        }),
      ),
    ),
  economies: () =>
    told(
      seeds(2).map((seed) => {
        const market = economy(seed);
        return mcpAnswer({ ...market.mcp, start: economyStart(market, seed, seed) });
      }),
    ),
  "Lemke's method": () => {
    const random = randomNumbers(3);
    return told(
      seeds(40).map((k) => {
        const n = 1 + (k % 6);
        const M = Float64Array.from({ length: n * n }, () => Math.round(6 * random() - 2));
        const z = lemke(
          M,
          Float64Array.from({ length: n }, () => Math.round(6 * random() - 4)),
        );
        return z === undefined ? (["ray"] as const) : (["solved", z] as const);
      }),
    );
  },
  "linear programs": async () => {
    const solvers = [await loadLp(), await loadHighs(), await loadGlpkByJson()];
    const programs = seeds(40).map(linearProgram);
    return told(
      solvers.flatMap((solver) =>
        programs.map((program) => {
          const problem = solver.open(program.cost.length);
          const { status, x, rowDuals } = problem.solve(program, true);
          const answer = status === "optimal" ? ([status, x.slice(), rowDuals.slice()] as const) : ([status] as const);
          problem.dispose();
          return answer;
        }),
      ),
    );
  },
  "quadratic programs with pairs": () => all(seeds(25), (seed) => miqpAnswer(randomMiqp(seed, 5), settings[seed % 3])),
  "paired quadratic programs": () => all(seeds(2), (seed) => miqpAnswer(pairedMiqp(seed, 5, 7).miqp)),
  "programs with pairs": () =>
    told(
      seeds(40).map((seed) => {
        const { program, start } = mpccOf(seed);
        const { status, z, cost, iterations, message, bStationary } = solveMpcc(program, Float64Array.from(start));
        return [status, z, cost, iterations, message, bStationary] as const;
      }),
    ),
  "minima of a valley": () => all(methods, valley),
};
