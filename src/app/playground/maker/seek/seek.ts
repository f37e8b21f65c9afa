/**
 * Which of all launches of a drawn question is shown: the cheapest, the most reliable, one by way of a part. Each measure is a
 * function of the launches that were found, and a new one needs a name in `ways` and a line in the maker; what finds launches is not
 * read here.
 *
 * @module app/playground/maker/seek
 */
import { brief } from "../../../motion-view/numbers.js";
import { type Branch, isGood, type ProblemInfo } from "../../messages.js";
import type { Ranked } from "../../state.js";

/** The answers that a drawn question can have: a launch, all of them, the best of all by a measure, or what comes nearest to too many conditions. */
export const ways = ["one", "all", "cheapest", "reliable", "nearest"] as const;
export type Way = (typeof ways)[number];

/** How an answer is sought. */
export interface Seek {
  readonly way: Way;
  /** Of the most reliable: how much a launch scatters (one standard deviation, a part of it), and how near its ends must be [m]. */
  readonly scatter: number;
  readonly within: number;
  /** A part that must be touched on the way; any way does where it is left out. */
  readonly via?: string;
}

/** A hand that throws within a hundredth, and an end within the width of a small ball. */
export const firstSeek: Seek = { way: "one", scatter: 0.01, within: 0.05 };

/** The words of a link for what is sought; undefined for any launch. */
export function findText({ way, scatter, within, via }: Seek): string | undefined {
  if (way === "one" && via === undefined) return undefined;
  const numbers = way === "reliable" ? ` ${scatter} ${within}` : "";
  return `${way}${numbers}${via === undefined ? "" : ` via ${via}`}`;
}

/** The answer that such words ask for; what makes no sense in them is left out. */
export function seekOf(find = ""): Seek {
  const [said, via = ""] = find.split(" via ");
  const [first, ...numbers] = said.split(" ");
  const way = ways.find((one) => one === first);
  const [scatter, within] = numbers.map(Number);
  return {
    ...firstSeek,
    ...(way && { way }),
    ...(scatter > 0 && Number.isFinite(scatter) && { scatter }),
    ...(within > 0 && Number.isFinite(within) && { within }),
    ...(via !== "" && { via }),
  };
}

/** Launches that a search found, and what is asked. */
export interface Launches {
  readonly branches: readonly Branch[];
  readonly info: Pick<ProblemInfo, "conditions" | "parameters">;
}

/** The names of what is free in the order of launches, each with its unit. */
export function freedOf({
  conditions,
  parameters,
}: Launches["info"]): { readonly name: string; readonly unit: string }[] {
  const units = new Map(parameters.map(({ name, unit }) => [name, unit]));
  return conditions.flatMap(({ frees }) => frees).map((name) => ({ name, unit: units.get(name) ?? "1" }));
}

/**
 * True of a launch that touches a part on its way, by the names of contacts in its sequence: "flight, impact (ball-wall), flight".
 * Pieces of a part have its name and a number; where there is one contact only it has no name, and is that of the part.
 */
export function isVia({ sequence = "" }: Pick<Branch, "sequence">, part: string): boolean {
  return sequence.split(/, (?=flight|impact|contact)/).some((phase) => {
    const [, names] = /\(([^)]*)\)/.exec(phase) ?? [];
    if (names === undefined) return phase !== "flight" && phase !== "";
    return names.split(/, | and /).some((name) => name.replace(/__\d+$/, "").endsWith(`-${part}`));
  });
}

/** The best of the launches that come by way of a part, where one is named, among all that were found. */
export async function among(
  all: readonly Branch[],
  part: string | undefined,
  rank: (some: readonly Branch[]) => Promise<Ranked | undefined>,
): Promise<Ranked | undefined> {
  const there = all.flatMap((one, i) => (part === undefined || isVia(one, part) ? [i] : []));
  const found = there.length === 0 ? undefined : await rank(there.map((i) => all[i]));
  if (found === undefined) return undefined;
  const words = all.map((_, i) => found.words[there.indexOf(i)] ?? "");
  return { best: there[found.best], words, text: `${found.text}${part === undefined ? "" : `, by way of ${part}`}` };
}

/** Units of what costs something, the first that is free: a launch costs its speed, a motor its Σ u². */
const costs = [["m/s"], ["N m", "N"], ["rad/s"]] as const;

/**
 * The launch that costs least: the least speed √(Σ v²) of what is free in m/s, else the least Σ u² of free motors, else of spins.
 * Undefined where nothing that is free costs anything, as places do not.
 */
export function cheapest({ branches, info }: Launches): Ranked | undefined {
  const freed = freedOf(info);
  const kind = costs.find((units) => freed.some(({ unit }) => units.some((one) => one === unit)));
  if (kind === undefined) return undefined;
  const [unit] = kind;
  const isSpeed = unit === "m/s";
  const worth = branches.map(({ launch }) => {
    const squares = launch.map((x, i) => (kind.some((one) => one === freed[i]?.unit) ? x * x : 0));
    const sum = squares.reduce((all, one) => all + one, 0);
    return isSpeed ? Math.sqrt(sum) : sum;
  });
  const words = worth.map((x) => `${brief(Number(x.toPrecision(3)))} ${isSpeed ? unit : `(${unit})²`}`);
  return ranked(
    branches,
    worth.map((x) => -x),
    words,
    (count, best) => `The cheapest of ${count}: ${best}`,
  );
}

/** The best of motions that are solutions, the first of equals; undefined where none is. */
export function ranked(
  branches: readonly Branch[],
  worth: readonly number[],
  words: readonly string[],
  text: (count: number, best: string) => string,
): Ranked | undefined {
  let best = -1;
  branches.forEach(({ status }, i) => {
    if (isGood(status) && (best < 0 || worth[i] > worth[best])) best = i;
  });
  if (best < 0) return undefined;
  return { best, words, text: text(branches.filter(({ status }) => isGood(status)).length, words[best] ?? "") };
}
