import { normalQuantile } from "../../../../motion/study/distributions.js";
import { pointsOf } from "../../../../motion/study/points.js";
import type { StudyQuestion } from "../../../../motion/study/study.js";
import type { Hold } from "../../../drafts/ask/ask.js";
import type { Draft } from "../../../drafts/draft.js";
import { linkOfDraft } from "../../../drafts/link.js";
import type { Row } from "../../../studies/row.js";
import { nameOfLetters } from "../../sources.js";
import type { Ranked } from "../../state.js";
import { type HandWorker, hire } from "../../study/hands.js";
import { sweepHere } from "../../study/sweep-here.js";
import { freedOf, type Launches, ranked, type Seek } from "./seek.js";

/** Throws of each launch: a share of so many is known to .04 (one standard deviation) or better. */
const throws = 128;
/** The first draws of this seed, the same for every launch: what differs is the launch. */
const seed = 1;
/** Launches that are thrown at most, the first that were found: more are hours for a page. */
const mostThrown = 16;
/** Nearness of an end besides places: angles [rad], velocities [m/s], spins [rad/s]. */
const ends = { turn: 0.1, velocity: 0.1, spin: 0.5 } as const;

/** A drawn question whose launches are thrown. */
export interface Thrown extends Launches {
  readonly draft: Draft;
  readonly seek: Seek;
}

/**
 * The launch that ends as asked most often where the hand that launches scatters: each is thrown many times, by the same draws,
 * in workers of the page, and the shares are compared. A value scatters by a part of the whole speed where it is one of its components,
 * by a part of a radian where it is an angle, and by a part of itself otherwise.
 */
export async function mostReliable(
  { branches: found, info, draft, seek }: Thrown,
  make: () => HandWorker,
  signal: AbortSignal,
): Promise<Ranked | undefined> {
  const branches = found.slice(0, mostThrown);
  if (branches.length === 0) return undefined;
  const freed = freedOf(info);
  const columns = drawn(
    branches.map(({ launch }) => launch),
    freed.map(({ unit }) => unit),
    seek.scatter,
  );
  const question: StudyQuestion = {
    verb: "simulate",
    over: Object.fromEntries(freed.map(({ name }, i) => [name, { column: columns[i] }])),
    where: asksOf(draft, seek.within),
  };
  const passed = new Float64Array(branches.length);
  const onRow = ({ item, passed: is }: Row): void => {
    if (is) passed[Math.floor(item / throws)]++;
  };
  const task = { problem: nameOfLetters(linkOfDraft(draft)), given: { draft }, question };
  await sweepHere(task, (one) => hire(make(), one), { signal, onRow });
  if (signal.aborted) return undefined;
  const shares = Array.from(passed, (count) => count / throws);
  return ranked(
    branches,
    shares,
    shares.map((share) => `${Math.round(100 * share)} % sure`),
    (count, best) =>
      `The most reliable of ${count}: ${best}, of ${throws} throws that scatter by ${Number((100 * seek.scatter).toPrecision(3))} %`,
  );
}

/** A column for each freed value, launch after launch. */
export function drawn(launches: readonly (readonly number[])[], units: readonly string[], scatter: number): number[][] {
  const dimensions = units.length;
  const points = pointsOf("sobol", { samples: throws, dimensions, seed });
  return units.map((_, i) =>
    launches.flatMap((launch) => {
      const deviation = scatter * sizeOf(launch, units, i);
      return Array.from(
        { length: throws },
        (_, k) => launch[i] + deviation * normalQuantile(points[k * dimensions + i]),
      );
    }),
  );
}

/** The size that a value scatters with: of a component of a velocity that of the whole of it; the duration is no launch, and does not. */
function sizeOf(launch: readonly number[], units: readonly string[], i: number): number {
  if (units[i] === "rad") return 1;
  if (units[i] === "s") return 0;
  return units[i] === "m/s" ? Math.hypot(...launch.filter((_, j) => units[j] === "m/s")) : Math.abs(launch[i]);
}

/** So near an end must be: a place by what was asked of the hand, the rest by its kind. */
function nearness(what: Hold["what"], within: number): number {
  if (what === "turn") return ends.turn;
  if (what === "spin" || what.startsWith("w")) return ends.spin;
  return what.startsWith("v") ? ends.velocity : within;
}

/** The ends that count: within so much of what must hold. */
export function asksOf({ ask }: Draft, within: number): string[] {
  return ask.hold.map(({ body, what, value, within: band }) => {
    const near = band ?? nearness(what, within);
    return `end.${body}.${what} in ${value - near}..${value + near}`;
  });
}
