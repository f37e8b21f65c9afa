/**
 * The verb that asks recordings: it reads columns of comma-separated text, hands them with the question of a problem's file
 * to the library, and prints estimates, intervals and residuals. A new kind of file is read beside `read.ts`; nothing here
 * computes.
 *
 * @module app/cli/recordings
 */
import pc from "picocolors";
import { usedColumns } from "../../../motion/fit/columns/columns.js";
import { fit as fitted } from "../../../motion/fit/fit.js";
import { compareModels, type ModelComparison } from "../../../motion/fit/models.js";
import type { Prediction } from "../../../motion/fit/predictions.js";
import type { FitResult } from "../../../motion/fit/result.js";
import type { Estimate } from "../../../motion/fit/statistics.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { readable } from "../../motion-view/numbers.js";
import { clientScript } from "../../report/client-script.js";
import { shellWord } from "../../report/command.js";
import { fitReportHtml } from "../../report/fit/fit-report.js";
import { findProblem, shortPath } from "../../run/find.js";
import { writeSet } from "../../run/saved/file-set.js";
import { version } from "../../run/version.js";
import type { Io } from "../io.js";
import { parseSettings } from "../settings.js";
import { plainTable } from "../table.js";
import { prepare } from "../write.js";
import { readRecordings } from "./read.js";

interface FitArguments {
  readonly data?: readonly string[];
  readonly set: readonly string[];
  readonly profile?: boolean;
  readonly folds?: string;
  readonly starts?: string;
  readonly model: readonly string[];
  readonly json?: boolean;
  readonly out?: string;
}

/** `bankshot fit`: parameters of a problem from recordings; exit code 1 where they were not found. */
export async function fit(
  reference: string,
  { data = [], set, json, profile, folds, starts, model, out }: FitArguments,
  io: Io,
): Promise<number> {
  const { problem, fit: asked } = await findProblem(reference, io.cwd);
  if (asked === undefined)
    throw new BadInput("problem", `${problem.name} asks nothing of recordings: its file exports no \`fit\`.`);
  if (data.length === 0) throw new BadInput("--data", "fit needs recordings: --data tosses/*.csv.");
  const recordings = readRecordings(data, io.cwd, { ...asked, uses: usedColumns(asked) });
  if (out !== undefined && model.length > 0)
    throw new BadInput("--out", "--out writes the report of one fit: compare models without it.");
  const folder = out === undefined ? undefined : prepare(out, io.cwd, ["fit.json", "report.html"]);
  const options = {
    set: parseSettings(set),
    ...(folder !== undefined && { replay: true }),
    ...(profile && { profile }),
    ...(folds !== undefined && { folds: Number(folds) }),
    ...(starts !== undefined && { starts: Number(starts) }),
    ...(io.signal && { signal: io.signal }),
  };
  if (model.length > 0) {
    const models = Object.fromEntries(model.map((text) => [text, parseSettings(text.split(","))]));
    const found = await compareModels(problem, asked, recordings, {
      ...options,
      models: { "as it is": {}, ...models },
    });
    io.out(
      json ? `${JSON.stringify({ problem: problem.name, ...found })}\n` : modelTable(problem.name, found, io.colours),
    );
    return found.best === null ? 1 : 0;
  }
  const { replays = [], ...result } = await fitted(problem, asked, recordings, options);
  io.out(json ? `${JSON.stringify(fitJson(result))}\n` : inWords(problem.name, result, io.colours));
  if (folder !== undefined) {
    const command = commandOf(reference, { data, set, ...(profile && { profile }), ...(folds && { folds }) });
    const report = fitReportHtml({ ...result, replays }, { problem, command, version, program: clientScript() ?? "" });
    const text = (): string => `${JSON.stringify(fitJson(result), null, 1)}\n`;
    const paths = writeSet(folder, { files: { "report.html": [report] }, last: ["fit.json", text] });
    io.err(`Wrote ${paths.map((path) => shortPath(path, io.cwd)).join(", ")}\n`);
  }
  return result.status === "solved" ? 0 : 1;
}

/** The command that gives a fit again. */
function commandOf(
  reference: string,
  { data = [], set, profile, folds }: Pick<FitArguments, "data" | "set" | "profile" | "folds">,
): string {
  const words = ["npx", "bankshot", "fit", reference, "--data", ...data, ...set.flatMap((one) => ["--set", one])];
  return [...words, ...(profile ? ["--profile"] : []), ...(folds === undefined ? [] : ["--folds", folds])]
    .map(shellWord)
    .join(" ");
}

/** Models beside each other, a row each. */
function modelTable(name: string, { models, best, message }: ModelComparison, colours: boolean): string {
  const { bold, green, dim } = pc.createColors(colours);
  const predicted = models.find(({ held }) => held !== null)?.held?.predictions ?? [];
  const misses = predicted.flatMap(({ rowsAfterTouch, misses }) =>
    Object.entries(misses).map(([miss, { unit }]) => ({ rowsAfterTouch, miss, unit })),
  );
  const heldCells = ({ median, predictions }: NonNullable<(typeof models)[number]["held"]>): string[] => [
    readable(median),
    ...misses.map(({ rowsAfterTouch, miss }) =>
      readable(predictions.find((one) => one.rowsAfterTouch === rowsAfterTouch)?.misses[miss].median ?? Number.NaN),
    ),
  ];
  const rows = models.map(({ name: model, status, unknowns, chiSquare, behind, held }) => [
    model === best ? green(model) : model,
    status,
    `${unknowns}`,
    readable(chiSquare.value),
    behind === null ? "" : readable(behind),
    ...(held === null ? [] : heldCells(held)),
  ]);
  const isHeld = models.some(({ held }) => held !== null);
  const heldTitles = [
    "held / noise",
    ...misses.map(({ rowsAfterTouch, miss, unit }) => `${miss} +${rowsAfterTouch} [${unit}]`),
  ];
  const untold = models.filter(({ behind, held }) => behind === null || (isHeld && held === null));
  return [
    bold(name),
    message,
    "",
    plainTable(rows, ["model", "", "unknowns", "χ²", "AIC behind", ...(isHeld ? heldTitles : [])].map(dim)),
    "",
    ...(isHeld
      ? ["Of held recordings: medians, in standard deviations and so many rows after the first contact.", ""]
      : []),
    ...untold.map(({ name: model, message: why }) => `${model}: ${why}`),
    ...(untold.length > 0 ? [""] : []),
  ].join("\n");
}

/** A fit as the command line prints it: numbers, and null where there is none. */
function fitJson({ counts, correlation, ...result }: FitResult): Record<string, unknown> {
  const { names, matrix } = correlation;
  return {
    ...result,
    correlation: Object.fromEntries(
      names.map((name, i) => [name, Object.fromEntries(names.map((other, j) => [other, matrix[i][j]]))]),
    ),
    iterations: counts.iterations,
    evaluations: counts.evaluations,
    seconds: counts.seconds,
  };
}

/** Estimates of more recordings by themselves are left to `--json`. */
const fewRecordings = 2;

function estimateCells({ value, unit, interval, profile }: Estimate, dim: (text: string) => string): string[] {
  const between = ([low, high]: readonly [number, number]): string =>
    Number.isNaN(low) ? "not determined" : `${readable(low)} … ${readable(high)}`;
  return [readable(value), dim(unit), between(interval), ...(profile === undefined ? [] : [between(profile)])];
}

function inWords(name: string, result: FitResult, colours: boolean): string {
  const { bold, green, red, dim } = pc.createColors(colours);
  const { status, message, estimates, recordings, residuals, predictions, validation } = result;
  const verdict = status === "solved" ? green("✓ fitted") : red(`✗ ${status}`);
  const isProfiled = Object.values(estimates).some(({ profile }) => profile !== undefined);
  const estimated = [
    ...Object.entries(estimates).map(([parameter, one]) => [parameter, ...estimateCells(one, dim)]),
    ...(recordings.length > fewRecordings
      ? []
      : recordings.flatMap(({ name: recording, estimates: own }) =>
          Object.entries(own).map(([parameter, one]) => [`${parameter} of ${recording}`, ...estimateCells(one, dim)]),
        )),
  ];
  const explained = recordings.map(({ name: recording, residual, outliers }) => [
    recording,
    readable(residual),
    outliers.length === 0 ? "" : `rows ${outliers.slice(0, 6).join(", ")}${outliers.length > 6 ? ", …" : ""}`,
  ]);
  return [
    `${bold(name)}  ${verdict}`,
    message,
    "",
    ...(estimated.length > 0
      ? [
          plainTable(
            estimated,
            ["parameter", "estimate", "", "95 %", ...(isProfiled ? ["95 % by profile"] : [])].map(dim),
          ),
          "",
        ]
      : []),
    plainTable(explained, ["recording", "residual / noise", "outliers"].map(dim)),
    "",
    plainTable(
      Object.entries(residuals).map(([column, left]) => [column, readable(left)]),
      ["column", "root mean square"].map(dim),
    ),
    "",
    ...missTable("predicted", predictions, dim),
    ...(validation === undefined
      ? []
      : [
          `Held recordings, ${validation.folds} folds: residual / noise ${readable(validation.residual)}`,
          "",
          ...missTable("predicted while held", validation.predictions, dim),
        ]),
  ].join("\n");
}

/** How far predictions are from recordings, under a headline. */
function missTable(headline: string, predictions: readonly Prediction[], dim: (text: string) => string): string[] {
  if (predictions.length === 0) return [];
  const rows = predictions.flatMap(({ rowsAfterTouch, misses }) =>
    Object.entries(misses).map(([miss, { unit, median, largest }]) => [
      `${miss}, ${rowsAfterTouch} rows after touch`,
      readable(median),
      Number.isNaN(largest) ? "breaks off" : readable(largest),
      dim(unit),
    ]),
  );
  return [plainTable(rows, [headline, "median", "largest", ""].map(dim)), ""];
}
