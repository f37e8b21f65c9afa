import { atan2 } from "../../algebra/elementary/elementary.js";
import { largestOf } from "../../algebra/largest.js";
import { finish, type Stepwise } from "../../algebra/stepwise.js";
import { evaluate } from "../../expr/expr.js";
import type { Model } from "../../mechanics/model.js";
import type { BoundaryCondition } from "../problem/problem.js";
import type { Certificate, CertificateEntry } from "./certificate.js";
import { smoothed } from "./smoothed.js";
import { deepest, parameterOf, passingThrough } from "./swept.js";
import type { Trajectory } from "./trajectory.js";

/** A finished motion with the model that says what its columns mean, and the conditions that it was to meet. */
export interface Certified {
  readonly model: Model;
  readonly trajectory: Pick<Trajectory, "t" | "columns" | "certificate">;
  readonly run: { readonly parameters: Readonly<Record<string, number | string>>; readonly gridError?: object };
  readonly problem: { readonly boundary?: readonly Pick<BoundaryCondition, "name" | "unit">[] };
}

/** One law of the certificate in plain words. */
export interface Law {
  readonly key: Exclude<keyof Certificate, "conditions"> | "frictionPower" | "smoothed" | "deepest" | "passedThrough";
  readonly title: string;
  /** Left out where the condition has its own. */
  readonly unit?: string;
  readonly meaning: string;
  /** The columns that the law looks at; without any it has nothing to say. Left out where it looks at conditions. */
  readonly columns?: (model: Model) => readonly (string | undefined)[];
  /** Largest value that still counts as kept, by the motion's own scales; leastLimit out where the scheme itself causes it. */
  readonly limit?: (motion: Certified) => number;
  /** False where more than the largest value breaks the law. */
  readonly holds?: (motion: Certified) => boolean;
}

/** Beyond this part of the motion's own scale a law is broken, not rounded: a thousand times the tolerance of a step. */
const brokenShare = 1e-6;
/** No limit is smaller than what a solver may leave [declared units]: ten times the tolerance of a step. */
const leastLimit = 1e-8;
/** The part of its energy that a motion may get from its scheme in all: beyond it, the motion is another one. */
const mostCreated = 0.1;
/** Forces of stiff contacts on corners, in units of energy over size: patches that land press a hundred times their weight. */
const forceShare = 100;

/** Beyond this part of the way to its core, where nothing says which way is out, a shape is passed through, not deformed. */
const mostDeformed = 0.9;

/** No coefficient of friction is known better than this: more of it may not be smoothing of its cone. */
const mostSmoothed = 0.05;

const ofScale = (scale: number, least: number = leastLimit, share: number = brokenShare): number =>
  Math.max(least, share * scale);

/**
 * The part of its energy that a step may create: elements to an accuracy have their energy to no more than that. Steps of a grid
 * keep it better, whatever is asked of their error, which a second motion told.
 */
const createdShare = ({ run, trajectory: { certificate } }: Certified): number =>
  run.gridError === undefined ? Math.max(brokenShare, certificate.gridError?.limit ?? 0) : brokenShare;

/** Between these [kg, kg m] forces and energies are kept to `leastLimit`, and of lighter and heavier bodies in proportion. */
const [light, heavy] = [0.01, 100];

/** `leastLimit` for forces [N] and energies [J] of the lightest body: those of grains are far below one, those of ships above. */
function leastFor({ model, run }: Certified): number {
  const all = (model.views?.bodies ?? []).flatMap(({ lightness }) =>
    lightness === undefined ? [] : [evaluate(lightness, parameterOf(run))],
  );
  const lightest = all.reduce((least, of) => Math.min(least, of), Number.POSITIVE_INFINITY);
  const isKnown = lightest > 0 && lightest < Number.POSITIVE_INFINITY;
  return isKnown ? (leastLimit * lightest) / Math.min(heavy, Math.max(light, lightest)) : leastLimit;
}

/** Columns of one meaning of all contacts. */
const ofContacts =
  (meaning: "separation" | "coneExcess" | "frictionWork") =>
  ({ views }: Model): readonly (string | undefined)[] =>
    (views?.contacts ?? []).map(({ columns }) => columns[meaning]);

const gapsOverCores =
  (meaning: "deepest" | "passedThrough") =>
  ({ views }: Model): readonly (string | undefined)[] =>
    (views?.contacts ?? []).map(({ core, shares }) => {
      // nothing is on the other side of a surface without end
      const isOf = meaning === "deepest" || core?.height === undefined;
      return shares?.[meaning] ?? (isOf ? core?.column : undefined);
    });

const laws: readonly Law[] = [
  {
    key: "penetration",
    columns: ofContacts("separation"),
    title: "Penetration",
    unit: "m",
    // a long way makes nothing less sharp, so that a metre is the most that counts
    limit: (motion) => ofScale(Math.min(1, sizeOf(motion))),
    meaning: "bodies do not enter each other beyond the contact's own deformation",
  },
  {
    key: "deepest",
    columns: gapsOverCores("deepest"),
    title: "Deepest deformation",
    unit: "of the shapes' depth",
    limit: () => mostDeformed,
    meaning: "no surface is pressed in so far that its shape does not say which way is out",
  },
  {
    key: "passedThrough",
    columns: gapsOverCores("passedThrough"),
    title: "Passed through",
    unit: "of the shapes' depth",
    limit: () => mostDeformed,
    meaning: "nothing thin or fast is on the other side of the other at the next grid point",
  },
  {
    key: "complementarity",
    columns: ({ views }) =>
      (views?.contacts ?? []).map(({ unit = "N", columns }) => (unit === "N" ? columns.normal : undefined)),
    title: "Complementarity",
    unit: "N",
    // the slips of pyramids are among the pairs, and no smaller of light bodies
    limit: (motion) => ofScale(forceOf(motion), Math.max(leastLimit, leastFor(motion))),
    meaning: "a contact pushes only where it is closed",
  },
  {
    key: "coneExcess",
    columns: ofContacts("coneExcess"),
    title: "Friction cone",
    unit: "N",
    limit: (motion) => ofScale(forceOf(motion), leastFor(motion)),
    meaning: "friction never exceeds what the normal force allows",
  },
  {
    key: "smoothed",
    columns: ({ views }) =>
      (views?.contacts ?? []).map(({ compliance, shares, columns }) =>
        compliance?.smoothing === undefined ? shares?.smoothed?.[0] : columns.coneRadius,
      ),
    title: "Cone smoothing",
    unit: "of sliding friction",
    limit: () => mostSmoothed,
    meaning:
      "friction is that of its coefficient: the smoothing γ of cones is small beside what presses times friction",
  },
  {
    key: "frictionPower",
    columns: ofContacts("frictionWork"),
    title: "Friction power",
    unit: "W",
    limit: (motion) => ofScale(forceOf(motion) * slipOf(motion), leastFor(motion)),
    meaning: "friction only takes power from the motion",
  },
  {
    key: "energyCreated",
    columns: () => ["energyCreated"],
    title: "Energy created",
    unit: "J",
    limit: (motion) => largestOf(energyLimits(motion), leastFor(motion)),
    holds: keepsEnergy,
    meaning:
      "no step creates mechanical energy, but for corners that turn within a step and gyroscopic terms: in proportion to h",
  },
  {
    key: "quaternionDrift",
    columns: ({ views }) => (views?.bodies ?? []).map(({ quaternionNorm }) => quaternionNorm),
    title: "Quaternion drift",
    unit: "",
    meaning:
      "how far the length of the orientation is from one; backward Euler shrinks it, and geometry uses its direction only",
  },
  {
    key: "boundaryError",
    title: "Boundary error",
    limit: () => brokenShare,
    meaning: "the motion begins and ends where it should",
  },
  {
    key: "gridError",
    columns: () => [],
    title: "Grid error",
    unit: "",
    // known only where an accuracy was asked for: elsewhere the number informs
    limit: ({ trajectory: { certificate } }) => certificate.gridError?.limit ?? Number.NaN,
    meaning:
      "how far the end, what was freed, cost and constraints are from those of a finer computation, in parts of values above their scale; beyond the accuracy asked for the status is coarse",
  },
];

/** The step and row of the worst of a law; empty where there is none. */
export function whereWorst({ step, row }: CertificateEntry): string {
  if (row === "") return "";
  return step === 0 ? row : `${row}, step ${step}`;
}

/** The verb that made a motion: conditions are judged where they were to be met, and only told where they were not. */
type Verb = "solve" | "simulate" | "design";

/** The laws that a motion has something to say about, each with its worst entry, its unit, and whether it is kept. */
export function judged(motion: { readonly result: Certified; readonly verb: Verb }): Judged[] {
  return finish(judging(motion));
}

/** `judged` in parts. */
export function* judging({ result, verb }: { readonly result: Certified; readonly verb: Verb }): Stepwise<Judged[]> {
  const { columns } = result.trajectory;
  const conditions = result.problem.boundary ?? [];
  const all: Judged[] = [];
  for (const law of laws) {
    yield;
    const { key, columns: looksAt } = law;
    if (looksAt === undefined && conditions.length === 0) continue;
    const worst = yield* worstOf(key, result);
    const known = looksAt?.(result.model).some((name) => name !== undefined && columns[name] !== undefined) ?? true;
    // some models have other pairs than contacts
    if (!known && worst.row === "") continue;
    const unit = law.unit ?? conditions.find(({ name }) => name === worst.row)?.unit ?? "";
    const limit = law.limit?.(result);
    const isTold = limit === undefined || (key === "boundaryError" && verb !== "solve");
    const isUnknown = key === "gridError" && Number.isNaN(limit);
    // a value that is no number is within no limit
    const good = isTold || isUnknown ? undefined : worst.value <= limit && law.holds?.(result) !== false;
    all.push({ law, worst, unit, good });
  }
  return all;
}

/** "Energy created 1.4e+5 J (energyCreated, step 1399)" for each law that a motion breaks. */
export function brokenLaws(motion: { readonly result: Certified; readonly verb: Verb }): string[] {
  return inWords(judged(motion));
}

/** The laws that are broken, each in words. */
export function inWords(all: readonly Judged[]): string[] {
  return all.flatMap(({ law: { title }, worst, unit, good }) =>
    good === false ? [`${title.toLowerCase()} ${worst.value.toExponential(1)} ${unit} (${whereWorst(worst)})`] : [],
  );
}

/** The worst of a law: of the certificate, or what columns give: largest power of friction over a step, deepest deformation. */
function* worstOf(key: Law["key"], motion: Certified): Stepwise<CertificateEntry> {
  if (key === "deepest") return deepest(motion);
  if (key === "passedThrough") return yield* passingThrough(motion);
  if (key === "frictionPower") return frictionPower(motion);
  if (key === "smoothed") return smoothed(motion);
  return motion.trajectory.certificate[key] ?? { value: 0, step: 0, row: "" };
}

function frictionPower({ model, trajectory: { t, columns } }: Certified): CertificateEntry {
  let worst: CertificateEntry = { value: 0, step: 0, row: "" };
  for (const row of ofContacts("frictionWork")(model)) {
    const work = row === undefined ? undefined : columns[row];
    if (row === undefined || work === undefined) continue;
    for (let step = 1; step < work.length; step++) {
      const value = work[step] / (t[step] - t[step - 1]);
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

/** The largest size of finite entries in columns. */
function largest({ columns }: Certified["trajectory"], names: readonly (string | undefined)[]): number {
  let most = 0;
  for (const name of names)
    for (const x of (name === undefined ? undefined : columns[name]) ?? [])
      if (Number.isFinite(x)) most = Math.max(most, Math.abs(x));
  return most;
}

/** The largest normal force or impulse of a motion; one where it has no contacts, but pairs of another kind. */
function forceOf({ model: { views: { contacts = [] } = {} }, trajectory }: Certified): number {
  const normals = contacts.map(({ columns }) => columns.normal);
  return normals.some((name) => name !== undefined && trajectory.columns[name] !== undefined)
    ? largest(trajectory, normals)
    : 1;
}

/** The largest slip of a motion [m/s]. */
const slipOf = ({ model, trajectory }: Certified): number =>
  largest(
    trajectory,
    (model.views?.contacts ?? []).flatMap(({ columns }) => columns.slip ?? []),
  );

/** How far a motion goes in its widest coordinate [m]. */
function sizeOf({ model, trajectory: { columns } }: Certified): number {
  const ways = (model.views?.bodies ?? [])
    .flatMap(({ position }) => position)
    .map((name) => {
      const values = (columns[name] ?? new Float64Array(0)).filter(Number.isFinite);
      return values.length === 0
        ? 0
        : values.reduce((a, x) => Math.max(a, x)) - values.reduce((a, x) => Math.min(a, x));
    });
  return Math.max(0, ...ways);
}

/**
 * Limits of the energy that each step may create [J], entry k of the step that ends at grid point k. A corner that turns
 * by φ within a step is where the step puts it only to φ², and so is an explicit gyroscopic term: both may create a
 * multiple of φ² of the energy that there was, which is measured before the step so that what is created does not
 * excuse itself; all steps together may create no more than a part of it.
 */
function energyLimits(motion: Certified): Float64Array {
  const { energy, energyCreated } = motion.trajectory.columns;
  if (energy === undefined || energyCreated === undefined || createsNone(motion)) return new Float64Array(0);
  const turns = turnsOf(motion);
  const least = leastFor(motion);
  const moved = movedWith(motion);
  let before = 0;
  return energyCreated.map((created, k) => {
    if (k === 0) return 0;
    const had = k === 1 ? energy[k] - created : energy[k - 1];
    if (Number.isFinite(had)) before = Math.max(before, Math.abs(had));
    before = Math.max(before, moved[k - 1]);
    return (
      ofScale(before, least, createdShare(motion)) + Math.min(mostCreated, forceShare * turns[k] * turns[k]) * before
    );
  });
}

/** True where no step creates more than what every motion may, as in most motions: nothing else need be looked at. */
const createsNone = (motion: Certified): boolean =>
  motion.trajectory.certificate.energyCreated.value <= leastFor(motion);

/** True where no step creates more energy than its limit, and all together not more than a part of the motion's. */
function keepsEnergy(motion: Certified): boolean {
  const { energyCreated, energy } = motion.trajectory.columns;
  const limits = energyLimits(motion);
  if (limits.length === 0) return true;
  const least = leastFor(motion);
  const moved = movedWith(motion);
  let all = 0;
  let before = 0;
  for (let k = 1; k < limits.length; k++) {
    const created = energyCreated[k];
    if (!(created <= limits[k])) return false;
    before = Math.max(before, Math.abs(energy[k] - created), moved[k - 1]);
    all += Math.max(0, created);
    if (all > ofScale(before, least) * k + mostCreated * before) return false;
  }
  return true;
}

/**
 * The energy Σ ½ m |Δx/Δt|² with which bodies went through each step [J]: where heights are counted from may make the whole energy
 * of a swinging pendulum zero, which is then no scale.
 */
function movedWith({ model, run, trajectory: { t, columns } }: Certified): Float64Array {
  const moved = new Float64Array(t.length);
  for (const { mass, position } of model.views?.bodies ?? []) {
    if (mass === undefined) continue;
    const half = 0.5 * evaluate(mass, parameterOf(run));
    for (const place of position.flatMap((name) => columns[name] ?? []))
      for (let k = 1; k < t.length; k++) {
        const speed = (place[k] - place[k - 1]) / (t[k] - t[k - 1]);
        // the pose of a link is observed, which nothing is at the start
        if (Number.isFinite(speed)) moved[k] += half * speed * speed;
      }
  }
  return moved;
}

/** The largest angle by which a body or a joint turns in each step [rad]. */
function turnsOf({ model, trajectory: { t, columns } }: Certified): Float64Array {
  const turns = new Float64Array(t.length);
  const { bodies = [], joints: { angles = [] } = {} } = model.views ?? {};
  for (const orientation of [...bodies.map((body) => body.orientation), ...angles]) {
    if (orientation === undefined) continue;
    const parts = (typeof orientation === "string" ? [orientation] : orientation).flatMap(
      (name) => columns[name] ?? [],
    );
    for (let k = 1; k < t.length; k++) {
      const by = turn(parts, k);
      // the pose of a link is observed, which nothing is at the start
      if (Number.isFinite(by)) turns[k] = Math.max(turns[k], by);
    }
  }
  return turns;
}

/** The angle between the grid points k − 1 and k: of an angle in the plane, or of a quaternion of any length. */
function turn(parts: readonly Float64Array[], k: number): number {
  if (parts.length === 1) return Math.abs(parts[0][k] - parts[0][k - 1]);
  const dot = (i: number, j: number): number => parts.reduce((sum, part) => sum + part[i] * part[j], 0);
  const across = Math.abs(dot(k, k - 1)) / Math.sqrt(dot(k, k) * dot(k - 1, k - 1));
  const cosine = Math.min(1, across);
  return 2 * atan2(Math.sqrt((1 - cosine) * (1 + cosine)), cosine);
}
