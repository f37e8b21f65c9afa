/**
 * The verb that asks many motions one question: words become a study, the terminal follows it, and counts come out. What
 * varies is read in `over.ts`, what is told stands in `words.ts`; nothing here computes.
 *
 * @module app/cli/studies
 */
import type { Settings } from "../../../motion/problem/parameters.js";
import { BadInput, type Expected } from "../../../motion/problem/problem.js";
import type { StudyDesign, StudyQuestion } from "../../../motion/study/study.js";
import type { Front } from "../../studies/analysis.js";
import type { Totals } from "../../studies/conduct.js";
import type { ExportForm } from "../../studies/export.js";
import { findSweep } from "../../studies/study-file.js";
import { sweepOf } from "../../studies/sweep.js";
import { unitsOf } from "../../studies/units.js";
import type { Io } from "../io.js";
import { parseSearch, type SearchWords } from "../search.js";
import { parseSettings } from "../settings.js";
import { parseOver } from "./over.js";
import { duration, inWords } from "./words.js";

/** Findings that are asked for besides rows. */
interface ExtraFlags {
  readonly trajectories?: boolean;
  readonly gridError?: boolean;
}

/** A question in the words of the command line. */
interface QuestionFlags extends ExtraFlags, Pick<SearchWords, "all" | "scan" | "branch"> {
  readonly over: readonly string[];
  readonly verb?: Expected["verb"];
  readonly set: readonly string[];
  readonly where: readonly string[];
  readonly design?: StudyDesign;
  readonly samples?: string;
  readonly seed?: string;
}

/** The same, and how it is answered. */
export interface SweepFlags extends QuestionFlags {
  readonly threads?: string;
  readonly queue?: string;
  readonly out?: string;
  readonly export?: ExportForm;
  readonly extend?: boolean;
  readonly front: readonly string[];
  readonly json?: boolean;
}

/** `bankshot sweep`: computes what is missing of a study; exit code 0 where all items are done, else 1. */
export async function sweep(reference: string, flags: SweepFlags, io: Io): Promise<number> {
  const { found, written, front, name } = await findSweep(reference, io.cwd);
  const { problem, source, saved } = found;
  const question = questionOf(flags, { cwd: io.cwd, units: unitsOf(problem), set: saved?.set ?? {}, written });
  const threads = flags.threads === undefined ? undefined : whole("--threads", flags.threads, 1);
  const shown = follow(io);
  const result = await sweepOf({ problem, source, cwd: io.cwd }, question, {
    out: flags.out ?? name ?? "study",
    ...(threads !== undefined && { threads }),
    ...(flags.export && { export: [flags.export] }),
    ...(flags.queue !== undefined && { queue: flags.queue }),
    ...(flags.extend && { extend: true }),
    ...(front !== undefined && { front }),
    ...(flags.front.length > 0 && { front: frontOf(flags.front) }),
    ...(io.signal && { signal: io.signal }),
    onProgress: shown.report,
    onTrouble: shown.trouble,
  }).finally(shown.end);
  io.out(flags.json ? `${JSON.stringify(result)}\n` : inWords(problem.name, result, io.colours));
  if (result.done === result.items) return 0;
  io.err(`${result.done} of ${result.items} items are done: the same command goes on from there.\n`);
  return 1;
}

/** A question's other origins: files are named from a folder, a saved result set something, a study was written down. */
interface Origins {
  readonly cwd: string;
  readonly units: Readonly<Record<string, string>>;
  readonly set: Settings;
  readonly written: Partial<StudyQuestion>;
}

/**
 * The question that words ask: each goes before what was written down, settings and what varies name by name. What a saved
 * result set stays set unless it is varied or set anew.
 */
function questionOf(flags: QuestionFlags, { cwd, set, written, units }: Origins): StudyQuestion {
  const over = { ...written.over, ...parseOver(flags.over, { cwd, units }) };
  if (Object.keys(over).length === 0)
    throw new BadInput("--over", "A sweep varies something: --over friction=.1...4:31, or --over mass~normal(.2,.01).");
  const kept = Object.entries({ ...set, ...written.set }).filter(([name]) => !Object.hasOwn(over, name));
  const { verb = written.verb ?? "solve", where, design, samples, seed } = flags;
  const search = searchOf(flags);
  return {
    ...written,
    verb,
    set: { ...Object.fromEntries(kept), ...parseSettings(flags.set) },
    over,
    where: where.length > 0 ? where : (written.where ?? []),
    ...(design && { design }),
    ...(samples !== undefined && { samples: whole("--samples", samples, 1) }),
    ...(seed !== undefined && { seed: whole("--seed", seed, 0) }),
    ...(flags.trajectories && { trajectories: true }),
    ...(flags.gridError && { gridError: true }),
    ...(search && { search }),
  };
}

/** `--scan launch.vz=-6..0:200` scans in so many parts: samples are those of the study. */
function searchOf({ all, scan, branch }: QuestionFlags): StudyQuestion["search"] {
  const [, range = scan, samples] = /^(.*\.\..*):([^:]*)$/s.exec(scan ?? "") ?? [];
  return parseSearch({
    ...(all !== undefined && { all }),
    ...(range !== undefined && { scan: range }),
    ...(samples !== undefined && { samples }),
    ...(branch !== undefined && { branch }),
  });
}

function frontOf(formulas: readonly string[]): Front {
  const [first, second, ...more] = formulas;
  if (second === undefined || more.length > 0)
    throw new BadInput(
      "--front",
      `--front is given twice, a formula each, both to be small; here ${formulas.length === 1 ? "1 is" : `${formulas.length} are`} given.`,
    );
  return [first, second];
}

/** A whole number of an option. */
export function whole(option: string, text: string, least: number): number {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isSafeInteger(number) || number < least)
    throw new BadInput(option, `${option} takes a whole number from ${least}, and "${text}" is none.`);
  return number;
}

interface Followed {
  readonly report: (totals: Totals) => void;
  readonly trouble: (sentence: string) => void;
  readonly end: () => void;
}

/** A line of the terminal that follows a study; silent when nobody watches, but for trouble with a queue. */
function follow(io: Io): Followed {
  const trouble = (sentence: string): void => io.err(`${io.live ? "\r\x1b[2K" : ""}${sentence}\n`);
  if (!io.live) return { report: () => {}, trouble, end: () => {} };
  // what was done before says nothing of the rate, and neither does the time in which threads begin
  let first: { readonly done: number; readonly at: number } | undefined;
  let told = Number.NEGATIVE_INFINITY;
  return {
    report({ items, done, solved, failed }) {
      const now = performance.now();
      first ??= { done, at: now };
      if (now - told < 100 && done < items) return;
      told = now;
      const rate = now > first.at ? (done - first.done) / ((now - first.at) / 1000) : 0;
      const left = rate > 0 ? `, ${rate.toPrecision(3)}/s, ${duration((items - done) / rate)} left` : "";
      io.err(`\r\x1b[2Ksweep ${done} of ${items} items, ${solved} solved, ${failed} not${left}`);
    },
    trouble,
    end: () => io.err("\r\x1b[2K"),
  };
}
