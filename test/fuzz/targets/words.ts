import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { packagedNames } from "../../../src/app/run/packaged.js";
import { bankshot, type Ran } from "../../app/cli/run.js";
import { faultOf } from "../sentence.js";
import { asAny, type Verdict } from "../target.js";

/** A command is interrupted after so long [ms]. */
const patience = 150;

const quick = [
  "rolling/disk",
  "rolling/ball-place",
  "impact/ball-launch",
  "patch/block-stop",
  "optimal/block",
  "grasp/push",
];

const odd = fc.oneof(
  fc.constantFrom(
    ...[
      "",
      " ",
      "-",
      "--",
      "=",
      "__proto__",
      "constructor",
      "toString",
      "valueOf",
      "hasOwnProperty",
      "null",
      "undefined",
    ],
    ...["0", "-1", "1", "0.5", "1e9", "1e400", "-1e400", "NaN", "Infinity", "1000000000", "0x10", "1_000", "1,2", "٣"],
    ...[
      "a=b",
      "a=b=c",
      "=b",
      "a=",
      "a..b",
      "../..",
      "~",
      ".",
      "..",
      "%2e%2e",
      "a\nb",
      "a\u0000b",
      "\ud800",
      "\u202eabc",
    ],
  ),
  fc.string(),
  fc.double().map(String),
  fc.constant("x".repeat(100_000)),
);

const parameter = fc.oneof(
  fc.constantFrom(
    "mass",
    "friction",
    "target.x",
    "launch.v",
    "radius",
    "grid.steps",
    "grid.h",
    "grid.end",
    "frictionLaw",
  ),
  odd,
);

const option = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constant("--set"),
      fc.tuple(parameter, odd).map((two) => two.join("=")),
    ),
  },
  fc.tuple(
    fc.constantFrom("--start", "--strategy", "--scan", "--samples", "--branch", "--starts", "--port", "--set"),
    fc.oneof(
      odd,
      fc.constantFrom(
        "launch=1",
        "launch=1,2",
        "line",
        "zeros",
        "auto",
        "shoot",
        "global",
        "launch.v=0..2",
        "one impact",
      ),
    ),
  ),
  fc.tuple(
    fc.constant("--out"),
    fc.constantFrom("out", "a/b", "", ".", "..", "x".repeat(300), "out/result.json", "/proc/none"),
  ),
  fc.constantFrom("--json", "--all", "--trajectory", "--help", "--version", "--no-open").map((word) => [word]),
  odd.map((word) => [word]),
);

const lines = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("show", "solve", "simulate", "design", "check", "list", "help", "open") },
      odd,
    ),
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...quick) }, fc.constantFrom(...packagedNames), odd),
    fc.array(option, { maxLength: 4 }),
    fc.boolean(),
  )
  // never a browser
  .map(([verb, problem, options, json]) => [
    verb,
    ...(verb === "open" ? ["--no-open"] : []),
    ...(verb === "show" || quick.includes(problem) ? [problem] : [problem.slice(0, -1)]),
    ...options.flat(),
    ...(json ? ["--json"] : []),
  ]);

/** Command lines, each interrupted after a moment. */
export const words = asAny({ about: "command lines", limit: 8, cases: lines, judge });

async function judge(argv: readonly string[]): Promise<Verdict> {
  const cwd = mkdtempSync(join(tmpdir(), "bankshot-fuzz-"));
  try {
    const ran = await bankshot(argv, { cwd, signal: AbortSignal.timeout(patience) });
    const fault = faultOfRun(ran, argv);
    return { outcome: `code ${ran.code}`, ...(fault !== undefined && { fault }) };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function faultOfRun({ code, out, err }: Ran, argv: readonly string[]): string | undefined {
  if (![0, 1, 2].includes(code)) return `exit code ${code}`;
  if (/Unexpected fault|\n {4}at /.test(err + out)) return err + out;
  if (code === 2 && argv.length > 0) {
    const fault = faultOf(err.replaceAll(/"[^"]*"|'[^']*'/g, '""'));
    if (fault !== undefined) return fault;
  }
  if (err.length > 2000) return `standard error of ${err.length} characters: ${err.slice(0, 200)}`;
  if (!argv.includes("--json") || !out.startsWith("{")) return undefined;
  if (out.trimEnd().includes("\n")) return `more than one line: ${out.slice(0, 200)}`;
  const { status } = JSON.parse(out) as { status?: unknown };
  return (code === 0) === (status === undefined || status === "solved" || status === "feasible")
    ? undefined
    : `code ${code} with status ${String(status)}`;
}
