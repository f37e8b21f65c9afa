/**
 * The verb that asks what is to be expected of a motion: it reads what scatters, hands it to the library, and prints values
 * with their intervals, contact sequences with their shares, and where slopes and samples differ. Nothing here computes.
 *
 * @module app/cli/chance
 */
import pc from "picocolors";
import { type Predicted, predict as predicted } from "../../../motion/predict.js";
import { BadInput } from "../../../motion/problem/problem.js";
import { readable, unitText } from "../../motion-view/numbers.js";
import { findProblem } from "../../run/find.js";
import { unitsOf } from "../../studies/units.js";
import type { Io } from "../io.js";
import { parseSettings } from "../settings.js";
import { parseOver } from "../studies/over.js";
import { plainTable } from "../table.js";

interface PredictArguments {
  readonly over: readonly string[];
  readonly correlate: readonly string[];
  readonly set: readonly string[];
  readonly samples?: string;
  readonly seed?: string;
  readonly verb?: "solve" | "simulate";
  readonly bands?: boolean;
  readonly json?: boolean;
}

/** `bankshot predict`: bands of a motion of which not everything is known; exit code 1 where there is none. */
export async function predict(reference: string, asked: PredictArguments, io: Io): Promise<number> {
  const { over, correlate, set, samples, seed, verb, json, bands } = asked;
  if (bands && !json) throw new BadInput("--bands", "--bands adds the bands of all states to --json: give both.");
  const { problem } = await findProblem(reference, io.cwd);
  if (over.length === 0)
    throw new BadInput("--over", "predict needs what scatters, such as --over friction~normal(.3,.02).");
  const result = await predicted(problem, {
    set: parseSettings(set),
    over: parseOver(over, { cwd: io.cwd, units: unitsOf(problem) }),
    correlation: correlationsOf(correlate),
    ...(samples !== undefined && { samples: Number(samples) }),
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(verb && { verb }),
    ...(io.signal && { signal: io.signal }),
  });
  io.out(
    json ? `${JSON.stringify(predictJson(problem.name, result, bands))}\n` : inWords(problem.name, result, io.colours),
  );
  return result.status === "solved" ? 0 : 1;
}

/** `["mass,friction=-.3"]` as correlations. */
function correlationsOf(texts: readonly string[]): Record<string, Record<string, number>> {
  const found: Record<string, Record<string, number>> = {};
  for (const text of texts) {
    const [, one, other, number] = /^\s*([^,=\s]+)\s*,\s*([^,=\s]+)\s*=\s*(\S+)\s*$/.exec(text) ?? [];
    const r = Number(number);
    if (one === undefined || one === "__proto__" || other === "__proto__" || !Number.isFinite(r))
      throw new BadInput("--correlate", `--correlate takes a,b=r, such as mass,friction=-.3, not "${text}".`);
    found[one] = { ...found[one], [other]: r };
  }
  return found;
}

/** A prediction as the command line prints it: numbers, and null where there is none. */
function predictJson(
  problem: string,
  { t, columns, chances, ...told }: Predicted,
  bands = false,
): Record<string, unknown> {
  const arrays = Object.entries(columns).map(([name, { linear, ...band }]) => [
    name,
    Object.fromEntries(
      Object.entries({ ...band, ...(linear && { linear }) }).map(([kind, numbers]) => [kind, Array.from(numbers)]),
    ),
  ]);
  return {
    problem,
    ...told,
    ...chances,
    ...(bands && { bands: { t: Array.from(t), columns: Object.fromEntries(arrays) } }),
  };
}

/** Sequences that a terminal shows; the JSON has all. */
const mostSequences = 8;

function inWords(name: string, result: Predicted, colours: boolean): string {
  const { bold, green, red, dim } = pc.createColors(colours);
  const { status, message, values, sequences, differences, chances } = result;
  const badge = status === "solved" ? green("✓ predicted") : red(`✗ ${status}`);
  const rows = Object.entries(values).map(([value, { unit, nominal, linear, mean, deviation, interval }]) => [
    value,
    readable(nominal),
    linear === undefined ? "" : readable(linear),
    readable(mean),
    readable(deviation),
    interval.map(readable).join(" … "),
    dim(unitText(unit)),
  ]);
  const shares = sequences
    .slice(0, mostSequences)
    .map(({ sequence, share, interval, isNominal }) => [
      sequence,
      readable(share),
      interval.map(readable).join(" … "),
      isNominal ? dim("that of the means") : "",
    ]);
  const launch = Object.entries(chances.launch).map(([value, x]) => `${value} = ${readable(x)}`);
  return [
    `${bold(name)}  ${badge}`,
    message,
    ...(launch.length > 0 ? [dim(`launched with ${launch.join(", ")}`)] : []),
    "",
    ...(rows.length > 0
      ? [plainTable(rows, [bold("Values"), "of means", "σ by slopes", "mean", "σ", "95 % of samples", ""].map(dim)), ""]
      : []),
    ...(shares.length > 0 ? [plainTable(shares, [bold("Contact sequence"), "share", "95 %", ""].map(dim))] : []),
    ...(sequences.length > mostSequences ? [dim(`and ${sequences.length - mostSequences} more`)] : []),
    "",
    ...(differences.length > 0
      ? [
          plainTable(
            differences.map(({ column, from, to, linear, sampled }) => [
              column,
              `${readable(from)} … ${readable(to)} s`,
              readable(linear),
              readable(sampled),
            ]),
            [bold("Bands differ"), "from, to", "σ by slopes", "σ by samples"].map(dim),
          ),
          "",
        ]
      : []),
  ].join("\n");
}
