import { BadInput } from "../../checks/bad-input.js";
import { freedBy, isSquare } from "../../motion/problem/condition.js";
import { isOptimal } from "../../motion/problem/objective.js";
import type { Settings } from "../../motion/problem/parameters.js";
import type { Problem } from "../../motion/problem/problem.js";
import type { Result } from "../../motion/result.js";
import { type Ask, firstMissed, missText, parseAsks } from "../../motion/study/asks.js";
import { launchCount, namesBeside, type Study } from "../../motion/study/study.js";
import { asDeclared, type RunChoice } from "../run/choice.js";
import { perform } from "../run/perform.js";
import { finite } from "../run/result-json.js";
import { packed } from "./motions.js";
import { isSolved, lost, type Row } from "./row.js";

/** An item to be computed: what varies, and the launch of the item from whose answer it starts. */
export interface Work {
  readonly item: number;
  readonly set: Settings;
  readonly start?: { readonly from: number; readonly launch: readonly number[] };
}

/** The values that every item finds. */
export const launchNames = (problem: Problem, { verb }: Study): string[] =>
  verb === "solve" && !isOptimal(problem) ? freedBy(problem) : [];

/**
 * True where items have a launch that a neighbour can start from: the least change from a guess is that of the declared one,
 * and a search for launches begins nowhere.
 */
export const continues = (problem: Problem, study: Study): boolean =>
  launchNames(problem, study).length > 0 && isSquare(problem) && study.search === undefined;

/** Computes items of a study, one at a time; the same work gives the same row, but for its seconds. */
export function itemRunner(problem: Problem, study: Study): (work: Work) => Promise<Row> {
  const { search } = study;
  const asks = parseAsks(study.where, problem, namesBeside(search));
  const freed = launchNames(problem, study);
  const run = async ({ set }: Work, guess: RunChoice["guess"]): Promise<Result> => {
    const found = { problem, source: { name: problem.name } };
    const choice: RunChoice = { ...asDeclared, set: { ...study.set, ...set }, guess, ...(search && { search }) };
    return (await perform(study.verb, found, choice, { gridError: study.gridError === true })).result;
  };
  return async (work) => {
    const began = performance.now();
    const { start } = work;
    const close = (row: Omit<Row, "item" | "run">, from: number | null, motion?: string): Row => ({
      item: work.item,
      ...row,
      run: { from, seconds: (performance.now() - began) / 1000, ...(motion !== undefined && { motion }) },
    });
    const told = (result: Result, from: number | null): Row => {
      const { row, motion } = search?.all
        ? rowOfAll(result, freed, asks)
        : { row: rowOf(result, freed, asks), motion: result };
      return close(row, from, study.trajectories && packed(motion.trajectory));
    };
    try {
      if (start !== undefined) {
        const near = await run(work, start.launch);
        // a neighbour may lead astray where the declared guess does not
        if (isSolved(near.status) || near.status === "coarse") return told(near, start.from);
      }
      return told(await run(work, "auto"), null);
    } catch (error) {
      return close(refused(error), null);
    }
  };
}

function rowOf(
  result: Result,
  freed: readonly string[],
  asks: readonly Ask[],
  beside: Readonly<Record<string, number>> = {},
): Omit<Row, "item" | "run"> {
  const { status, message, trajectory, run } = result;
  const own = Object.entries(result.values).map(([name, value]): [string, number | null] => [name, finite(value)]);
  const values = { ...Object.fromEntries(own), ...beside };
  const solved = isSolved(status);
  const numbers = { ...run.parameters, ...values };
  const missed = firstMissed(asks, numbers);
  return {
    status,
    message: solved ? (missed === undefined ? "" : `${missText(missed, numbers)}.`) : message,
    passed: solved && missed === undefined,
    values,
    launch: freed.map((name) => Number(run.parameters[name])),
    certificate: Object.fromEntries(
      Object.entries(trajectory.certificate).map(([law, { value }]) => [law, finite(value)]),
    ),
  };
}

/** Launches that a row tells by what they free: a table of more columns is not read. */
const mostTold = 9;

/** The row of the launch that passes, or else of the first one, with how many there are and what each of them frees. */
function rowOfAll(
  result: Result,
  freed: readonly string[],
  asks: readonly Ask[],
): { readonly row: Omit<Row, "item" | "run">; readonly motion: Result } {
  const found = (result.solutions ?? []).filter(({ status }) => isSolved(status));
  const each = found
    .slice(0, mostTold)
    .flatMap(({ run: { parameters } }, k) =>
      freed.map((name): [string, number] => [`${name}.${k + 1}`, Number(parameters[name])]),
    );
  const beside = { [launchCount]: found.length, ...Object.fromEntries(each) };
  const motions = found.length === 0 ? [result] : found;
  const rows = motions.map((motion) => ({ motion, row: rowOf(motion, freed, asks, beside) }));
  return rows.find(({ row }) => row.passed) ?? rows[0];
}

/** An item whose settings no motion may have, or that ended in a fault, is an answer too: it says why. */
function refused(error: unknown): Omit<Row, "item" | "run"> {
  const isRefusal = error instanceof BadInput || error instanceof RangeError;
  return lost(isRefusal ? "bad-input" : "fault", error instanceof Error ? error.message : String(error));
}
