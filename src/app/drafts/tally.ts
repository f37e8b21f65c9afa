import type { Draft, Free, Hold } from "./draft.js";

/** The question of a draft, counted: a sentence for people, and why it cannot be solved, if it cannot. */
export interface Tally {
  readonly conditions: number;
  readonly free: number;
  /** "Two conditions, two free values." */
  readonly text: string;
  /** By name: what contradicts, says something twice, is too much or too little. */
  readonly faults: readonly string[];
  /** More is free than conditions determine, by name: only the least of all that meet them is an answer. */
  readonly spare?: string;
}

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const counted = (n: number, one: string, many: string): string => `${words[n] ?? n} ${n === 1 ? one : many}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const nameOf = {
  x: "x",
  y: "y",
  z: "z",
  turn: "angle",
  vx: "velocity along x",
  vy: "velocity along y",
  vz: "velocity along z",
  speed: "launch speed",
  direction: "launch direction",
  spin: "spin",
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
export const holdText = ({ body, what }: Pick<Hold, "body" | "what">): string =>
  `${nameOf[what]} of ${body} at the end`;

/** Counts what is free and what must hold, and names what cannot go together. */
export function tally({ bodies, robots = [], contact, ask: { free, hold } }: Draft): Tally {
  const faults = [
    ...regions(hold, contact.kind),
    ...twice(hold),
    ...freedTwice(free),
    ...polar(free),
    ...balance(free, hold),
  ];
  if (bodies.length + robots.length === 0) faults.unshift("There is no body that could move: add a ball or a box.");
  const spare = undetermined(free, hold);
  return {
    ...(spare !== undefined && { spare }),
    conditions: hold.length,
    free: free.length,
    text: `${capital(counted(hold.length, "condition", "conditions"))}, ${counted(free.length, "free value", "free values")}`,
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

/** Motions to an accuracy, which rigid contact has, meet equations at the end. */
function regions(hold: readonly Hold[], contact: Draft["contact"]["kind"]): string[] {
  const one = hold.find(({ within }) => within !== undefined);
  if (one === undefined || contact === "soft") return [];
  return [
    `The ${holdText(one)} may lie in a region only where contact is soft: ask for one value, or choose soft contact.`,
  ];
}

function freedTwice(free: readonly Free[]): string[] {
  return free.flatMap((one, i) =>
    free.slice(0, i).some(({ of, what }) => of === one.of && what === one.what)
      ? [`The ${freeText(one)} is free twice.`]
      : [],
  );
}

/** A launch has components, or a speed and a direction. */
export const isPolar = (free: readonly Free[], body: string): boolean =>
  free.some(({ of, what }) => of === body && (what === "speed" || what === "direction"));

function polar(free: readonly Free[]): string[] {
  return free.flatMap((one) =>
    (one.what === "vx" || one.what === "vy") && isPolar(free, one.of)
      ? [`The ${freeText(one)} follows from its speed and direction: free either the components or these.`]
      : [],
  );
}

function balance(free: readonly Free[], hold: readonly Hold[]): string[] {
  const more = hold.length - free.length;
  if (more === 0 || (more < 0 && hold.length > 0)) return [];
  if (free.length === 0)
    return [
      `Nothing is free that could meet ${counted(hold.length, "condition", "conditions")}: free the launch of a body.`,
    ];
  if (hold.length === 0)
    return [
      `${capital(listed(free.map(freeText)))} ${free.length === 1 ? "is" : "are"} free, and nothing must hold: add a target.`,
    ];
  return [
    `${capital(counted(more, "condition is", "conditions are"))} too many: free ${counted(more, "more value", "more values")}, or drop the ${holdText(hold[hold.length - 1])}.`,
  ];
}

function undetermined(free: readonly Free[], hold: readonly Hold[]): string | undefined {
  const more = free.length - hold.length;
  if (more <= 0 || hold.length === 0) return undefined;
  return `${capital(counted(more, "free value is", "free values are"))} undetermined: ask for ${counted(more, "more condition", "more conditions")}, hold the ${freeText(free[free.length - 1])} fast, or find the cheapest.`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
