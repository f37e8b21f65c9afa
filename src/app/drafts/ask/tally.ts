import type { Draft } from "../draft.js";
import type { Free, Hold } from "./ask.js";

/** The question of a draft, counted: a sentence for people, and why it cannot be solved, if it cannot. */
export interface Tally {
  readonly conditions: number;
  readonly free: number;
  /** "Two conditions, two free values." */
  readonly text: string;
  /** By name: what contradicts, says something twice, or cannot be asked at all. */
  readonly faults: readonly string[];
  /** More is free than conditions determine, by name: only the least of all that meet them is an answer. */
  readonly spare?: string;
  /** More must hold than is free, by name: only the motion that comes nearest is an answer. */
  readonly excess?: string;
}

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const counted = (n: number, one: string, many: string): string => `${words[n] ?? n} ${n === 1 ? one : many}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const nameOf = {
  x: "x",
  y: "y",
  z: "z",
  turn: "angle",
  rx: "turn about x",
  ry: "turn about y",
  rz: "turn about z",
  vx: "velocity along x",
  vy: "velocity along y",
  vz: "velocity along z",
  speed: "launch speed",
  direction: "launch direction",
  elevation: "launch elevation",
  spin: "spin",
  wx: "spin about x",
  wy: "spin about y",
  wz: "spin about z",
  belt: "speed of the belt",
  motor: "motor",
  position: "position",
  velocity: "speed",
} as const;

const launch = { vx: "launch velocity along x", vy: "launch velocity along y", vz: "launch velocity along z" } as const;
const isLaunch = (what: string): what is keyof typeof launch => Object.hasOwn(launch, what);

/** A free value, and a condition, as people say it. */
export const freeText = ({ of, what }: Pick<Free, "of" | "what">): string =>
  `${isLaunch(what) ? launch[what] : nameOf[what]} of ${of}`;
export const holdText = ({ body, what, when }: Pick<Hold, "body" | "what"> & Partial<Hold>): string =>
  `${nameOf[what]} of ${body} ${whenText(when)}`;

const whenText = (when: Hold["when"]): string => {
  if (typeof when === "object") return `when it touches ${when.touch}`;
  return when === "sometime" ? "at some time" : (when ?? "at the end");
};

/** Counts what is free and what must hold, and names what cannot go together. */
export function tally({ bodies, robots = [], ask: { free, hold, time } }: Draft): Tally {
  const freed = [...free.map(freeText), ...(time === undefined ? [] : ["time"])];
  const faults = [...pointless(hold), ...twice(hold), ...freedTwice(free), ...polar(free), ...empty(freed, hold)];
  if (bodies.length + robots.length === 0) faults.unshift("There is no body that could move: add a ball or a box.");
  const [spare, excess] = [undetermined(freed, hold), tooMany(freed, hold)];
  return {
    ...(spare !== undefined && { spare }),
    ...(excess !== undefined && { excess }),
    conditions: hold.length,
    free: freed.length,
    text: `${capital(counted(hold.length, "condition", "conditions"))}, ${counted(freed.length, "free value", "free values")}`,
    faults,
  };
}

function twice(hold: readonly Hold[]): string[] {
  return hold.flatMap((one, i) => {
    const other = hold.slice(0, i).find(({ body, what }) => body === one.body && what === one.what);
    if (other === undefined) return [];
    return [
      other.value === one.value
        ? `The ${holdText(one)} is asked for twice.`
        : `The ${holdText(one)} cannot be both ${other.value} and ${one.value}.`,
    ];
  });
}

/** Only what stands still is always at one value. */
const pointless = (hold: readonly Hold[]): string[] =>
  hold
    .filter(({ when, within }) => when === "always" && within === undefined)
    .map((one) => `The ${holdText(one)} must have a region: say within how much of its value it must be.`);

function freedTwice(free: readonly Free[]): string[] {
  return free.flatMap((one, i) =>
    free.slice(0, i).some(({ of, what }) => of === one.of && what === one.what)
      ? [`The ${freeText(one)} is free twice.`]
      : [],
  );
}

/** A launch has components, or a speed and a direction. */
export const isPolar = (free: readonly Free[], body: string): boolean =>
  free.some(({ of, what }) => of === body && isPolarPart(what));

const isPolarPart = (what: string): boolean => what === "speed" || what === "direction" || what === "elevation";

function polar(free: readonly Free[]): string[] {
  return free.flatMap((one) =>
    isLaunch(one.what) && isPolar(free, one.of)
      ? [`The ${freeText(one)} follows from its speed and direction: free either the components or these.`]
      : [],
  );
}

function empty(freed: readonly string[], hold: readonly Hold[]): string[] {
  if (freed.length === 0 && hold.length > 0)
    return [
      `Nothing is free that could meet ${counted(hold.length, "condition", "conditions")}: free the launch of a body.`,
    ];
  if (hold.length > 0 || freed.length === 0) return [];
  return [`${capital(listed(freed))} ${freed.length === 1 ? "is" : "are"} free, and nothing must hold: add a target.`];
}

function undetermined(freed: readonly string[], hold: readonly Hold[]): string | undefined {
  const more = freed.length - hold.length;
  if (more <= 0 || hold.length === 0) return undefined;
  return `${capital(counted(more, "free value is", "free values are"))} undetermined: ask for ${counted(more, "more condition", "more conditions")}, hold the ${freed[freed.length - 1]} fast, or find the cheapest.`;
}

function tooMany(freed: readonly string[], hold: readonly Hold[]): string | undefined {
  const more = hold.length - freed.length;
  if (more <= 0 || freed.length === 0) return undefined;
  return `${capital(counted(more, "condition is", "conditions are"))} too many: free ${counted(more, "more value", "more values")}, drop the ${holdText(hold[hold.length - 1])}, or find the nearest.`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
