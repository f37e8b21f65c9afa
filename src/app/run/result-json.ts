import type { Result } from "../../motion/result.js";
import type { CertificateEntry } from "../../motion/trajectory/certificate.js";
import type { Trajectory } from "../../motion/trajectory/trajectory.js";
import type { Comparison } from "./expected.js";

/** The one JSON object of a run: plain numbers or null, never NaN. */
export function resultJson(result: Result, expected: readonly Comparison[] | undefined): Record<string, unknown> {
  const { problem, status, message, solution, counts, values, trajectory } = result;
  return {
    problem: problem.name,
    status,
    message,
    residual: finite(solution.residual),
    iterations: counts.iterations,
    shots: counts.shots,
    unknowns: counts.unknowns,
    ...(counts.evaluations !== undefined && { evaluations: counts.evaluations }),
    seconds: counts.seconds,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, finite(value)])),
    ...(expected && { expected }),
    certificate: certificateJson(trajectory),
    ...(trajectory.segments && { segments: trajectory.segments }),
    ...(result.run.gridError && { gridError: result.run.gridError }),
    ...(result.run.regularity?.order !== undefined && { order: result.run.regularity?.order }),
    ...(result.run.sequence !== undefined && { sequence: result.run.sequence }),
    ...(result.run.regularity?.condition !== undefined && { condition: finite(result.run.regularity?.condition) }),
    ...(result.solutions && { solutions: result.solutions.map((launch) => resultJson(launch, undefined)) }),
    ...(status !== "solved" && {
      worst: solution.worst.map(({ row, residual }) => ({ row, residual: finite(residual) })),
    }),
    ...(result.run.failed && { failed: result.run.failed }),
  };
}

function certificateJson({ certificate }: Trajectory): Record<string, unknown> {
  const entry = ({ value, step, row }: CertificateEntry) => ({ value: finite(value), step, row });
  const { conditions, ...laws } = certificate;
  return {
    ...Object.fromEntries(Object.entries(laws).map(([law, worst]) => [law, entry(worst)])),
    ...(conditions && { conditions: conditions.map((one) => ({ ...one, miss: finite(one.miss), t: finite(one.t) })) }),
  };
}

/** Grid points, columns and labels of a motion as plain lists. */
export function trajectoryJson({
  t,
  columns,
  steps: { milliseconds },
  steps: { labels },
}: Trajectory): Record<string, unknown> {
  const list = (values: Float64Array): (number | null)[] => Array.from(values, finite);
  return {
    t: list(t),
    columns: {
      ...Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, list(values)])),
      ...(milliseconds && { milliseconds: list(milliseconds) }),
    },
    ...(labels && { labels }),
  };
}

/** JSON has no NaN and no infinity: null says that there is no number. */
export function finite(x: number | null): number | null {
  return x !== null && Number.isFinite(x) ? x : null;
}
