import pc from "picocolors";
import { BadInput } from "../../motion/problem/problem.js";
import { readable } from "../motion-view/numbers.js";
import { asDeclared } from "../run/choice.js";
import { type Comparison, compare } from "../run/expected.js";
import { findProblem } from "../run/find.js";
import { resultJson } from "../run/result-json.js";
import type { Io } from "./io.js";
import { performHere } from "./run.js";
import { plainTable } from "./table.js";

/** `bankshot check`: runs the verb that `expected` names; exit code 1 on any miss, and where it was cancelled. */
export async function check(
  reference: string,
  options: { set: readonly string[]; json?: boolean },
  io: Io,
): Promise<number> {
  if (options.set.length > 0)
    throw new BadInput(
      "--set",
      "check compares a problem as it is declared, so it takes no --set; use solve or simulate.",
    );
  const { saved: _, ...found } = await findProblem(reference, io.cwd);
  const { problem, expected } = found;
  if (expected === undefined) throw new BadInput("problem", `${problem.name} has no expected values to check.`);
  let comparisons: readonly Comparison[];
  let object: Record<string, unknown>;
  try {
    const { result } = await performHere(expected.verb, found, asDeclared, io);
    comparisons = compare(expected, result);
    object = resultJson(result, comparisons);
  } catch (error) {
    // some published problems must be refused, and saying why is what is expected of them
    if (!(error instanceof BadInput)) throw error;
    comparisons = compare(expected, { values: {}, status: "bad-input" });
    object = {
      problem: problem.name,
      status: "bad-input",
      field: error.field,
      message: error.message,
      expected: comparisons,
    };
  }
  io.out(
    options.json
      ? `${JSON.stringify(object)}\n`
      : inWords(problem.name, String(object.message), comparisons, io.colours),
  );
  return comparisons.every(({ holds }) => holds) && object.status !== "cancelled" ? 0 : 1;
}

function inWords(name: string, message: string, comparisons: readonly Comparison[], colours: boolean): string {
  const { bold, green, red, dim } = pc.createColors(colours);
  const rows = comparisons.map(({ name, value, tolerance, found, holds, source }) => [
    holds ? green("✓") : red("✗"),
    name,
    readable(found),
    readable(value),
    typeof value === "number" ? readable(tolerance) : "",
    dim(source),
  ]);
  const missed = comparisons.filter(({ holds }) => !holds).length;
  const verdict = missed === 0 ? green("all hold") : red(`${missed} of ${comparisons.length} missed`);
  return [
    `${bold(name)}  ${verdict}`,
    message,
    "",
    plainTable(rows, ["", "", "found", "expected", "tolerance", "source"].map(dim)),
    "",
  ].join("\n");
}
