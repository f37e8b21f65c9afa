import type { Certificate, CertificateEntry } from "../motion/certificate.js";
import type { Trajectory } from "../motion/trajectory.js";
import type { Verb } from "./io.js";
import type { Run } from "./run.js";

/** One law of the certificate in plain words. */
export interface Law {
  readonly key: keyof Certificate | "frictionPower";
  readonly title: string;
  /** Left out where the condition has its own. */
  readonly unit?: string;
  readonly meaning: string;
  /** Ending of the columns that the law looks at; without any it has nothing to say. */
  readonly column?: string;
  /** Largest value that still counts as kept; left out where the scheme itself causes it. */
  readonly limit?: number;
}

/** A thousand times the solver's tolerance of 1e-9: beyond it a law is broken, not rounded. */
const rounding = 1e-6;

const laws: readonly Law[] = [
  {
    key: "penetration",
    column: "separation",
    title: "Penetration",
    unit: "m",
    limit: rounding,
    meaning: "bodies do not enter each other beyond the contact's own deformation",
  },
  {
    key: "complementarity",
    column: "normalForce",
    title: "Complementarity",
    unit: "N",
    limit: rounding,
    meaning: "a contact pushes only where it is closed",
  },
  {
    key: "coneExcess",
    column: "coneExcess",
    title: "Friction cone",
    unit: "N",
    limit: rounding,
    meaning: "friction never exceeds what the normal force allows",
  },
  {
    key: "frictionPower",
    column: "frictionWork",
    title: "Friction power",
    unit: "W",
    limit: rounding,
    meaning: "friction only takes power from the motion",
  },
  {
    key: "energyCreated",
    column: "energyCreated",
    title: "Energy created",
    unit: "J",
    limit: rounding,
    meaning:
      "no step creates mechanical energy, but for corners that turn within a step and gyroscopic terms: in proportion to h",
  },
  {
    key: "quaternionDrift",
    column: "quaternionNorm",
    title: "Quaternion drift",
    unit: "",
    meaning:
      "how far the length of the orientation is from one; backward Euler shrinks it, and geometry uses its direction only",
  },
  {
    key: "boundaryError",
    title: "Boundary error",
    limit: rounding,
    meaning: "the motion begins and ends where it should",
  },
];

/** Where the worst of a law was: its step and row, or nothing where there is none. */
export function whereWorst({ step, row }: CertificateEntry): string {
  if (row === "") return "";
  return step === 0 ? row : `${row}, step ${step}`;
}

/** The laws that a motion has something to say about, each with its worst entry, its unit, and whether it is kept. */
export function judged({ result, verb }: Pick<Run, "result" | "verb">): Judged[] {
  const { columns } = result.trajectory;
  const conditions = result.problem.boundary ?? [];
  const names = Object.keys(columns);
  const speaks = ({ key, column }: Law): boolean => {
    if (column === undefined) return conditions.length > 0;
    // some models have other pairs than contacts
    return (
      worstOf(key, result.trajectory).row !== "" || names.some((name) => name === column || name.endsWith(`.${column}`))
    );
  };
  return laws.filter(speaks).map((law) => {
    const worst = worstOf(law.key, result.trajectory);
    const unit = law.unit ?? conditions.find(({ name }) => name === worst.row)?.unit ?? "";
    return { law, worst, unit, good: kept(law, worst, verb) };
  });
}

/** The worst of a law: of the certificate, or the largest power of friction over a step, which its work gives. */
function worstOf(key: Law["key"], { t, columns, certificate }: Trajectory): CertificateEntry {
  if (key !== "frictionPower") return certificate[key];
  let worst: CertificateEntry = { value: 0, step: 0, row: "" };
  for (const [row, work] of Object.entries(columns)) {
    if (!row.endsWith(".frictionWork")) continue;
    for (let step = 1; step < work.length; step++) {
      const value = work[step]! / (t[step]! - t[step - 1]!);
      if (value > worst.value || Number.isNaN(value)) worst = { value, step, row };
    }
  }
  return worst;
}

/** A law, the worst that happened, in which unit, and whether it is kept (undefined where the number only informs). */
export interface Judged {
  readonly law: Law;
  readonly worst: CertificateEntry;
  readonly unit: string;
  readonly good: boolean | undefined;
}

function kept({ key, limit }: Law, { value }: CertificateEntry, verb: Verb): boolean | undefined {
  if (limit === undefined || (key === "boundaryError" && verb === "simulate")) return undefined;
  return value <= limit;
}
