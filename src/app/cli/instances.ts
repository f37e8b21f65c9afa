import { existsSync, readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { largestOf } from "../../algebra/largest.js";
import { unmarked } from "../../checks/words.js";
import { type QuasistaticInstance, stepOfInstance } from "../../models/quasistatic/instance.js";
import { type QuasistaticProgram, quasistaticProgram } from "../../models/quasistatic/program.js";
import { BadInput } from "../../motion/problem/problem.js";
import { loadLp } from "../../solve/lp/lp.js";
import { type MiqpSolution, miqpSolver } from "../../solve/miqp/miqp.js";
import { readable, small } from "../motion-view/numbers.js";
import { shortPath } from "../run/find.js";
import type { Io } from "./io.js";
import { plainTable } from "./table.js";

/** One solved step in SI units; numbers that do not exist are null. */
interface SolvedStep extends Increments {
  readonly l: number;
  readonly status: MiqpSolution["status"];
  readonly objective: number | null;
  readonly lowerBound: number | null;
  readonly gap: number | null;
  readonly nodes: number;
  readonly milliseconds: number;
}

/** Increments of what nothing drives and of what is driven. */
interface Increments {
  readonly dqU: readonly number[];
  readonly dqA: readonly number[];
}

/**
 * So many steps are solved once before the clock runs: times are those of a program that is compiled, as the later
 * steps of a motion are. Nothing of that run is kept.
 */
const warmUp = 200;
/** Most bytes of a file of steps, unpacked: those of the paper's motions have some hundred kilobytes. */
const mostBytes = 2 ** 28;
/** After so many steps others get their turn: Ctrl-C is heard. */
const turn = 20;

/**
 * The quasistatic steps that a file holds: one instance, or a family with `steps`; undefined where it holds anything
 * else. A packed file (.json.gz) holds nothing else.
 * @throws {BadInput} where a packed file cannot be read.
 */
export function instancesIn(reference: string, cwd: string): readonly QuasistaticInstance[] | undefined {
  const packed = reference.endsWith(".json.gz");
  const path = resolve(cwd, reference);
  if (!packed && !reference.endsWith(".json")) return undefined;
  if (!existsSync(path)) {
    if (packed) throw new BadInput("problem", `There is no file ${shortPath(path, cwd)}.`);
    return undefined; // the reader of saved results says so
  }
  let data: unknown;
  try {
    if (!packed && statSync(path).size > mostBytes) return undefined; // the reader of saved results says so
    const bytes = readFileSync(path);
    // a small file may unpack to more than there is room for
    data = JSON.parse(unmarked((packed ? gunzipSync(bytes, { maxOutputLength: mostBytes }) : bytes).toString()));
  } catch (error) {
    if (!packed) return undefined;
    throw new BadInput("problem", `${shortPath(path, cwd)} is not packed JSON: ${(error as Error).message}.`);
  }
  const { steps } = (data ?? {}) as { steps?: unknown };
  const list = Array.isArray(steps) && steps.length > 0 ? steps : [data];
  if (list.every((step) => Array.isArray(step?.Jn))) return list as QuasistaticInstance[];
  if (packed) throw new BadInput("problem", `${shortPath(path, cwd)} holds no step: every step needs Jn.`);
  return undefined;
}

/** `bankshot solve FILE` for such a file; exit code 0 where every step has a point. */
export async function solveInstances(
  reference: string,
  instances: readonly QuasistaticInstance[],
  flags: { readonly json?: boolean; readonly set?: readonly string[]; readonly [other: string]: unknown },
  io: Io,
): Promise<number> {
  if ((flags.set ?? []).length > 0)
    throw new BadInput("set", `${reference} holds steps as numbers: nothing can be set.`);
  const other = Object.keys(flags).find((name) => name !== "json" && name !== "set");
  if (other !== undefined)
    throw new BadInput(
      `--${other}`,
      `${reference} holds steps, which are no motion: --json prints all, --${other} is not for them.`,
    );
  const programs = instances.map((instance, i) => programOf(instance, i));
  const solver = miqpSolver(await loadLp());
  const steps: SolvedStep[] = [];
  if (programs.length > 1)
    for (const [i, { miqp, hints }] of programs.slice(0, warmUp).entries()) {
      if (i % turn === 0) await setImmediate();
      if (io.signal?.aborted) break;
      solver.solve(miqp, hints);
    }
  solver.forget();
  for (const [i, program] of programs.entries()) {
    if (i % turn === 0) await setImmediate();
    if (io.signal?.aborted) break;
    const begin = performance.now();
    const found = solver.solve(program.miqp, program.hints);
    steps.push(inUnits(numberOf(instances[i], i), program, found, performance.now() - begin));
  }
  solver.dispose();
  const result = summarise(reference, steps, instances.length);
  io.out(flags.json ? `${JSON.stringify(result)}\n` : text(result));
  return result.status === "solved" || result.status === "feasible" ? 0 : 1;
}

/** The number of a step in its motion; its place in the file where it says none. */
const numberOf = ({ l }: QuasistaticInstance, i: number): number => (Number.isInteger(l) ? Number(l) : i + 1);

function programOf(instance: QuasistaticInstance, i: number): QuasistaticProgram {
  try {
    return quasistaticProgram(stepOfInstance(instance));
  } catch (error) {
    if (error instanceof RangeError)
      throw new BadInput(`steps[${i}]`, `Step ${numberOf(instance, i)}: ${error.message}.`);
    throw error;
  }
}

function inUnits(l: number, { objectiveUnit, unknowns }: QuasistaticProgram, found: MiqpSolution, time: number) {
  const si = (x: number): number | null => (Number.isFinite(x) ? x * objectiveUnit : null);
  const point = found.x.length > 0 ? unknowns(found.x) : undefined;
  return {
    l,
    status: found.status,
    objective: si(found.objective),
    lowerBound: si(found.lowerBound),
    gap: si(found.gap),
    nodes: found.nodes,
    milliseconds: time,
    dqU: [...(point?.dqU ?? [])],
    dqA: [...(point?.dqA ?? [])],
  };
}

interface Summary {
  readonly problem: string;
  readonly status: "solved" | "feasible" | "infeasible" | "cancelled";
  readonly message: string;
  readonly seconds: number;
  readonly values: { readonly "objective.max": number | null; readonly unproven: number };
  readonly steps: readonly SolvedStep[];
}

function summarise(problem: string, steps: readonly SolvedStep[], asked: number): Summary {
  const without = steps.filter(({ objective }) => objective === null);
  const unproven = steps.filter(({ status }) => status !== "optimal").length;
  const worstGap = largestOf(
    steps.map(({ gap }) => gap ?? 0),
    0,
  );
  const [status, message]: [Summary["status"], string] =
    steps.length < asked
      ? ["cancelled", `Cancelled after ${steps.length} of ${asked} steps.`]
      : without.length > 0
        ? ["infeasible", `Step ${without[0].l} has no point${without[0].status === "limit" ? " that was found" : ""}.`]
        : unproven > 0
          ? [
              "feasible",
              `${unproven} of ${asked} steps are not proven optimal; the largest gap is ${small(worstGap)} m².`,
            ]
          : ["solved", asked === 1 ? "The step is proven optimal." : `All ${asked} steps are proven optimal.`];
  return {
    problem,
    status,
    message,
    seconds: steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000,
    values: {
      "objective.max": steps.length > 0 ? largestOf(steps.map(({ objective }) => objective ?? 0)) : null,
      unproven,
    },
    steps,
  };
}

/** The summary, and the steps that took longest or were not proven. */
function text({ problem, status, message, seconds, values, steps }: Summary): string {
  const notable = [...steps]
    .sort((a, b) => Number(a.status === "optimal") - Number(b.status === "optimal") || b.milliseconds - a.milliseconds)
    .slice(0, 5);
  const rows = notable.map(({ l, status, objective, gap, nodes, milliseconds }) => [
    `${l}`,
    status,
    readable(objective),
    small(gap),
    `${nodes}`,
    `${milliseconds.toPrecision(3)} ms`,
  ]);
  const mean = (1000 * seconds) / Math.max(1, steps.length);
  return [
    `${problem}`,
    `${status}  ${message}`,
    "",
    `largest objective  ${readable(values["objective.max"])} m²`,
    `mean time          ${mean.toPrecision(3)} ms, once warm`,
    "",
    plainTable(rows, ["step", "status", "objective", "gap", "nodes", "time"]),
    "",
  ].join("\n");
}
