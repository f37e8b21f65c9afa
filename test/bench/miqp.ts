import { stepOfInstance } from "../../src/models/quasistatic/instance.js";
import { quasistaticProgram } from "../../src/models/quasistatic/program.js";
import { type LpSolver, loadLp } from "../../src/solve/lp/lp.js";
import { miqpSolver } from "../../src/solve/miqp/miqp.js";
import { family } from "../solve/miqp/families.js";
import { enumerate, randomMiqp } from "../solve/miqp/random-miqp.js";
import type { BenchRow } from "./lu.js";

/** Runs over a family; each starts without memory of the one before, and counts the least time of each step. */
const PASSES = 8;

/** Stored objectives up to this are rounding of zero [m²]. */
const rounding = 1e-15;

/** What is asked of a family, and the paper's figures with Gurobi (Pang, Tedrake 2018, Table I) [ms]. */
const asked = {
  cyl36: { mean: 0.5, worst: 8, paper: [2.7, 11.8] },
  box72: { mean: 1.5, worst: 30, paper: [6.6, 118.7] },
} as const;

/** Times of the steps, how far objectives and bounds are from the stored ones, and how many steps are not proven. */
async function benchFamily(lp: LpSolver, name: "cyl36" | "box72"): Promise<BenchRow[]> {
  const instances = family(name);
  const programs = instances.map((instance) => quasistaticProgram(stepOfInstance(instance)));
  const solver = miqpSolver(lp);
  const least = programs.map(() => Number.POSITIVE_INFINITY);
  let unproven = 0;
  let nodes = 0;
  // steps in which the command is not feasible, and the others, whose stored objective is zero but for rounding
  const off = { positive: 0, zero: 0, bound: Number.NEGATIVE_INFINITY };
  for (let pass = 0; pass < PASSES; pass++) {
    solver.forget();
    unproven = 0;
    nodes = 0;
    programs.forEach(({ miqp, hints, objectiveUnit }, i) => {
      const begin = performance.now();
      const found = solver.solve(miqp, hints);
      least[i] = Math.min(least[i], performance.now() - begin);
      const { f } = instances[i];
      const miss = Math.abs(found.objective * objectiveUnit - f);
      if (f > rounding) off.positive = Math.max(off.positive, miss);
      else off.zero = Math.max(off.zero, miss);
      off.bound = Math.max(off.bound, f - found.lowerBound * objectiveUnit);
      if (found.status !== "optimal") unproven++;
      nodes += found.nodes;
    });
  }
  solver.dispose();
  const { mean, worst, paper } = asked[name];
  const zeros = instances.filter(({ f }) => f <= rounding).length;
  const time = least.reduce((sum, t) => sum + t, 0) / least.length;
  const ms = (t: number): string => `${t.toFixed(2)} ms`;
  return [
    { name: `${name}: mean of a step (paper ${paper[0]} ms)`, must: `≤ ${mean} ms`, value: ms(time) },
    { name: `${name}: worst step (paper ${paper[1]} ms)`, must: `≤ ${worst} ms`, value: ms(Math.max(...least)) },
    { name: `${name}: steps not proven, nodes`, must: "0", value: `${unproven}, ${nodes}` },
    {
      name: `${name}: distance of f to stored, ${instances.length - zeros} steps with f > 0`,
      must: "≤ 2.5e-14 m²",
      value: `${off.positive.toExponential(1)} m²`,
    },
    { name: `${name}: f in ${zeros} steps with f = 0`, must: "≤ 2.5e-14 m²", value: `${off.zero.toExponential(1)} m²` },
    { name: `${name}: stored − lower bound`, must: "≤ 2.5e-13 m²", value: `${off.bound.toExponential(1)} m²` },
  ];
}

/** Objective and lower bound of random programs with up to 10 pairs against all modes of their pairs. */
function benchEnumeration(lp: LpSolver, count: number): BenchRow[] {
  const solver = miqpSolver(lp);
  let wrong = 0;
  let infeasible = 0;
  for (let seed = 1; seed <= count; seed++) {
    const miqp = randomMiqp(seed, 10);
    const least = enumerate(miqp, lp);
    const found = solver.solve(miqp);
    const room = 2e-7 * Math.max(1, Math.abs(least));
    if (least === Number.POSITIVE_INFINITY) {
      infeasible++;
      if (found.status !== "infeasible") wrong++;
    } else if (
      found.status !== "optimal" ||
      !(Math.abs(found.objective - least) <= room && found.lowerBound <= least + 1e-3 * room) ||
      found.lowerBound < least - room
    )
      wrong++;
  }
  solver.dispose();
  const name = `random programs that differ from enumeration (${infeasible} of ${count} infeasible)`;
  return [{ name, must: "0", value: `${wrong}` }];
}

/** Memory and results of many programs in one process: steps of the smaller family over and over. */
function benchStability(lp: LpSolver, count: number): BenchRow[] {
  const instances = family("cyl36");
  const programs = instances.map((instance) => quasistaticProgram(stepOfInstance(instance)));
  const solver = miqpSolver(lp);
  let drift = 0;
  let first = 0;
  for (let k = 0; k < count; k++) {
    const { miqp, hints, objectiveUnit } = programs[k % programs.length];
    const { f } = instances[k % programs.length];
    drift = Math.max(drift, Math.abs(solver.solve(miqp, hints).objective * objectiveUnit - f));
    if (k === Math.floor(count / 10)) first = process.memoryUsage().rss;
  }
  const grown = (process.memoryUsage().rss - first) / 2 ** 20;
  solver.dispose();
  return [
    { name: `${count} programs: memory grown since the first tenth`, value: `${grown.toFixed(0)} MiB` },
    {
      name: `${count} programs: largest distance of f to stored`,
      must: "≤ 2.5e-14 m²",
      value: `${drift.toExponential(1)} m²`,
    },
  ];
}

/** The two stored families of quasistatic steps. */
export async function benchMiqp(): Promise<BenchRow[]> {
  const lp = await loadLp();
  return [...(await benchFamily(lp, "cyl36")), ...(await benchFamily(lp, "box72"))];
}

/** 2000 random programs against enumeration, and 100 000 in one process: some minutes. */
export async function benchManyMiqps(): Promise<BenchRow[]> {
  const lp = await loadLp();
  return [...benchEnumeration(lp, 2000), ...benchStability(lp, 100_000)];
}
