import pc from "picocolors";
import type { Result } from "../../motion/result.js";
import { judged } from "../../motion/trajectory/laws.js";
import { type ConditionMiss, exactly, isMet } from "../../motion/trajectory/misses.js";
import type { ContactSegment } from "../../motion/trajectory/segments.js";
import type { Touched } from "../../motion/trajectory/touched.js";
import { readable, small, unitText } from "../motion-view/numbers.js";
import { realText } from "../motion-view/touched-text.js";
import type { Verb } from "../run/choice.js";
import type { Comparison } from "../run/expected.js";
import type { Run } from "../run/run.js";
import { violatedRows } from "../run/violated-rows.js";
import { countText } from "../run/work.js";
import { plainTable } from "./table.js";

type Colours = ReturnType<typeof pc.createColors>;

/** A run on a terminal: headline, values beside expected ones, certificate, counts. */
export function summary(run: Run, colours: boolean): string {
  const colour = pc.createColors(colours);
  const { problem, status, message } = run.result;
  const badge = status === "solved" ? colour.green(status) : colour.red(status);
  const parts = [`${colour.bold(problem.name)}  ${problem.title}`, `${badge}  ${message}`, "", valueTable(run, colour)];
  if (run.result.solutions !== undefined) parts.push("", solutionsTable(run.result.solutions, run.verb, colour));
  const { segments, touched = [], certificate } = run.result.trajectory;
  if (certificate.conditions !== undefined)
    parts.push("", conditionTable(certificate.conditions, run.verb === "solve", colour));
  const open = certificate.conditions === undefined ? violatedRows(run.result) : [];
  if (status !== "solved" && open.length > 0)
    parts.push("", colour.bold("Worst rows"), plainTable(open.map(({ row, residual }) => [row, small(residual)])));
  if (segments !== undefined) parts.push("", segmentTable(segments, touched, colour));
  parts.push("", colour.bold("Certificate"), certificateTable(run, colour), "");
  parts.push(colour.dim(countText(run.result)), "");
  return parts.join("\n");
}

/** One row a launch, with its contact sequence, or one a design, with its status; and their values. */
function solutionsTable(solutions: readonly Result[], verb: Verb, { bold }: Colours): string {
  const optimal = solutions.some(({ run: { regularity: { order } = {} } }) => order !== undefined);
  const [title, kind] = verb === "design" ? ["Designs", "status"] : [optimal ? "Local minima" : "Launches", "contacts"];
  const names = Object.keys(solutions[0]?.values ?? {}).filter((name) => name !== "evaluations");
  const conditioned = solutions.some(({ run: { regularity: { condition } = {} } }) => condition !== undefined);
  const rows = solutions.map(({ run: { sequence }, status, values, run: { regularity: { condition } = {} } }, i) => [
    `${i + 1}`,
    sequence === undefined || status === "unphysical" ? status : sequence,
    ...names.map((name) => readable(values[name])),
    ...(conditioned ? [small(condition ?? null)] : []),
  ]);
  return plainTable(rows, [bold(title), kind, ...names, ...(conditioned ? ["condition"] : [])]);
}

/** Most lines of contact segments on a terminal; the JSON has all. */
const mostSegments = 24;

/** `21–82  line  0 1  stick  2 points`, one row a segment. */
function segmentTable(
  segments: readonly ContactSegment[],
  touched: readonly Touched[],
  { bold, dim }: Colours,
): string {
  const shown = segments.slice(0, mostSegments);
  const rows = shown.map(({ from, to, contact, vertices, mode, of = "" }) => [
    `${from}–${to}`,
    contact,
    vertices.join(" "),
    mode,
    realText(touched.find((part) => (of === "" || part.of === of) && `${part.vertices}` === `${vertices}`)),
    of,
  ]);
  const table = plainTable(rows, [
    bold("Contact"),
    "",
    "vertices",
    "mode",
    touched.length > 0 ? "real contact" : "",
    "",
  ]);
  return segments.length > shown.length ? `${table}\n${dim(`and ${segments.length - shown.length} more`)}` : table;
}

function valueTable({ result, expected }: Run, { bold, dim }: Colours): string {
  const { problem, values } = result;
  const head = [bold("Values"), "", "", ...(expected ? [dim("expected")] : [])];
  const rows = Object.entries(values).map(([name, value]) => {
    const row = [name, readable(value), unitText(problem.values[name]?.unit ?? "")];
    const known = expected?.find((comparison) => comparison.name === name);
    return expected ? [...row, known ? expectedText(known) : ""] : row;
  });
  return plainTable(rows, head);
}

/** `✓  over the hole  0  m  holed at 2.34 s`, one row a condition; a simulation does not judge them. */
function conditionTable(conditions: readonly ConditionMiss[], judges: boolean, colours: Colours): string {
  const { bold, green, red, dim } = colours;
  const rows = conditions.map((one) => {
    const { name, unit, miss, tolerance, t, time } = one;
    const mark = !judges ? dim("·") : isMet(one) ? green("✓") : red("✗");
    const least = tolerance > exactly ? dim(`± ${readable(tolerance)}`) : "";
    return [
      mark,
      name,
      small(miss),
      unitText(unit),
      least,
      dim(`${time === undefined ? "" : `${time} `}at ${readable(t)} s`),
    ];
  });
  return plainTable(rows, [bold("Conditions"), "", "missed by", "", "", ""]);
}

/** `✓ 1.5347 ± 1e-8`, or `✗ …` where it is missed. */
export function expectedText({ value, tolerance, holds }: Comparison): string {
  return `${holds ? "✓" : "✗"} ${readable(value)}${typeof value === "number" && tolerance > 0 ? ` ± ${readable(tolerance)}` : ""}`;
}

function certificateTable(run: Run, { green, red, dim }: Colours): string {
  return plainTable(
    judged(run).map(({ law, worst, unit, good }) => {
      const mark = good === undefined ? dim("·") : good ? green("✓") : red("✗");
      return [mark, law.title, small(worst.value), unitText(unit), dim(law.meaning)];
    }),
  );
}
