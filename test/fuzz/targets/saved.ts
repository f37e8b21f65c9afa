import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { asDeclared } from "../../../src/app/run/choice.js";
import { packagedProblem } from "../../../src/app/run/packaged.js";
import { perform } from "../../../src/app/run/perform.js";
import { checksum } from "../../../src/app/run/saved/checksum.js";
import { savedResult } from "../../../src/app/run/saved/record.js";
import { bankshot } from "../../app/cli/run.js";
import { family } from "../../solve/miqp/families.js";
import { type Mutation, mutate, mutations, plainWrong, textOf } from "../mutate.js";
import { faultOf } from "../sentence.js";
import { asAny, type Verdict } from "../target.js";

/** A command is interrupted after so long [ms]. */
const patience = 150;

/** A result as it is saved, of another version, so that its definition is read. */
async function savedRun(name: string, set: Readonly<Record<string, number>>): Promise<object> {
  const found = await packagedProblem(name);
  if (found === undefined) throw new Error(`there is no problem ${name}`);
  const interrupted = new AbortController();
  let heard = 0;
  const run = await perform(
    "simulate",
    found,
    { ...asDeclared, set },
    {
      signal: interrupted.signal,
      // a grasp that is left half done
      onIteration: () => {
        if (name.startsWith("grasp") && ++heard > 2) interrupted.abort();
      },
    },
  );
  const saved = JSON.parse(JSON.stringify(savedResult(run, { name })));
  return { ...saved, replay: { ...saved.replay, ...(!name.startsWith("grasp") && { version: "0.0.0" }) } };
}

const [step] = family("cyl36");

/** Made once: files of every kind that is read. */
const bases: readonly object[] = [
  ...(await Promise.all([
    savedRun("rolling/disk", {}),
    savedRun("patch/block-stop", { "grid.steps": 3 }),
    savedRun("rolling/ball-place", { "grid.steps": 3 }),
    savedRun("optimal/block", {}),
    savedRun("grasp/push", {}),
  ])),
  step,
  { steps: [step, step] },
];

interface Case {
  readonly base: number;
  readonly verb: string;
  readonly changes: readonly Mutation[];
  /** The checksum of an unfinished march is made anew, as an attacker would. */
  readonly signed: boolean;
  /** Characters that are put over others. */
  readonly flips: readonly { readonly at: number; readonly put: string; readonly drop: number }[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  base: fc.nat(bases.length - 1),
  verb: fc.constantFrom("show", "show", "solve", "simulate", "check"),
  changes: fc.oneof({ weight: 4, arbitrary: mutations(plainWrong) }, fc.constant([])),
  signed: fc.boolean(),
  flips: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    fc.array(
      fc.record({
        at: fc.nat(10_000_000),
        put: fc.oneof(fc.string({ maxLength: 2 }), fc.constantFrom("[", "]", "{", "}", '"', ",", "9", "-", "e", "\\")),
        drop: fc.nat(2),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ),
});

/** Results and files of steps, damaged; whoever reads them says one sentence, or runs what is left. */
export const saved = asAny({ about: "saved results and files of steps", limit: 8, cases, judge });

async function judge({ base, verb, changes, signed, flips }: Case): Promise<Verdict> {
  const damaged = mutate(bases[base], changes, { values: plainWrong, circles: false });
  if (signed) sign(damaged);
  let text = textOf(damaged);
  for (const { at, put, drop } of flips) {
    const place = at % (text.length + 1);
    text = text.slice(0, place) + put + text.slice(place + drop);
  }
  const cwd = mkdtempSync(join(tmpdir(), "bankshot-fuzz-"));
  try {
    writeFileSync(join(cwd, "result.json"), text);
    const argv = [verb, "result.json", "--json"];
    const { code, out, err } = await bankshot(argv, { cwd, signal: AbortSignal.timeout(patience) });
    // notes stand on lines before the refusal
    const told = code === 2 ? (err.trimEnd().split("\n").at(-1) ?? "") : "";
    const fault =
      (/Unexpected fault|\n {4}at /.test(err + out) ? err : undefined) ??
      (told === "" ? undefined : faultOf(told.replaceAll(/"[^"]*"/g, '""')));
    const polluted = "polluted" in {} ? "the prototype of all objects is changed" : undefined;
    const all = fault ?? polluted;
    return { outcome: `code ${code}`, ...(all !== undefined && { fault: all }) };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function sign(damaged: unknown): void {
  const { replay } = (damaged ?? {}) as { replay?: { unfinished?: unknown; unfinishedSum?: string } | null };
  if (typeof replay === "object" && replay !== null && replay.unfinished !== undefined)
    replay.unfinishedSum = checksum(JSON.stringify(replay.unfinished));
}
