import type { Settings } from "../../motion/problem/parameters.js";
import { mostStarts, type Verb } from "./choice.js";
import type { Replay } from "./saved/replay.js";

/** A link's content: which problem, what is changed in it, what is done with it, and what is looked at. */
export interface Place {
  /** Name of the problem; "" for none. */
  readonly problem: string;
  /** The problem's own where left out. */
  readonly verb?: Verb;
  readonly set: Settings;
  /** First guess of what is freed: the way to one of several launches. */
  readonly launch?: readonly number[];
  /** Searches of a design or an optimal motion. */
  readonly starts?: number;
  /** Which answer of a drawn problem is wanted, where it is not any: "cheapest", "reliable 0.01 0.05 via wall". */
  readonly find?: string;
  /** Time at which the timeline stands [s]. */
  readonly time?: number;
}

export const nowhere: Place = { problem: "", set: {} };

/** Words of what is sought are not longer [characters]. */
const longestFind = 200;

const verbs: readonly string[] = ["solve", "simulate", "design"];

/** `#problem=rolling/ball-place&set.target.x=1.2&verb=solve&launch=1,2&time=0.5` */
export function linkOf({ problem, verb, set, launch, starts, find, time }: Place): string {
  if (problem === "") return "#";
  const words: [string, string][] = [["problem", problem]];
  if (verb !== undefined) words.push(["verb", verb]);
  for (const [name, value] of Object.entries(set)) words.push([`set.${name}`, String(value)]);
  if (launch !== undefined) words.push(["launch", launch.join(",")]);
  if (starts !== undefined) words.push(["starts", String(starts)]);
  if (find !== undefined) words.push(["find", find]);
  if (time !== undefined) words.push(["time", String(Number(time.toFixed(3)))]);
  return `#${words.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")}`;
}

// slashes, commas and colons need no escape, and a link is nicer to read without
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":");

/** The place that `linkOf` wrote; what makes no sense in it is left out. */
export function placeOf(link: string): Place {
  const words = new URLSearchParams(link.replace(/^#/, ""));
  const verb = words.get("verb") ?? "";
  const launch = numbers(words.get("launch"));
  const starts = Number(words.get("starts"));
  const find = (words.get("find") ?? "").slice(0, longestFind);
  const time = numberOrText(words.get("time") ?? "");
  return {
    problem: words.get("problem") ?? "",
    ...(verbs.includes(verb) && { verb: verb as Verb }),
    set: Object.fromEntries(
      [...words]
        .filter(([name]) => name.startsWith("set."))
        .map(([name, value]) => [name.slice("set.".length), numberOrText(value)]),
    ),
    ...(launch && { launch }),
    ...(Number.isInteger(starts) && starts > 1 && starts <= mostStarts && { starts }),
    ...(find !== "" && { find }),
    ...(typeof time === "number" && time >= 0 && { time }),
  };
}

function numbers(text: string | null): number[] | undefined {
  const list = (text ?? "").split(",").map(numberOrText);
  return list.every((x) => typeof x === "number") ? list : undefined;
}

function numberOrText(text: string): number | string {
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}

/** The same of a run that was saved; a launch that it began from stands in the words of its start. */
export function placeOfRun({ verb, set, start, starts }: SavedRun): Omit<Place, "problem" | "time"> {
  const launch = start.startsWith("launch=") ? numbers(start.slice("launch=".length)) : undefined;
  return { verb, set, ...(launch && { launch }), ...(starts !== undefined && starts <= mostStarts && { starts }) };
}

type SavedRun = Pick<Replay, "verb" | "set" | "start" | "starts">;

/** True for two places of the same motion, whatever is looked at in it. */
export function sameMotion(a: Place, b: Place): boolean {
  return linkOf(withoutTime(a)) === linkOf(withoutTime(b));
}

/** Searches from several starts take minutes: whoever follows a link asks for them himself. */
export const runsByItself = ({ starts = 1 }: Place): boolean => starts === 1;

export function withoutTime({ time: _, ...place }: Place): Place {
  return place;
}
