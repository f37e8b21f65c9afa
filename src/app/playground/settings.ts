import type { Settings } from "../../motion/problem/parameters.js";
import type { ParameterInfo } from "./messages.js";

/**
 * Settings with one value more. The duration of a grid is its steps times their length: the third of them that was set
 * before would contradict, and goes.
 */
export function withSetting(set: Settings, name: string, value: number | string): Settings {
  const others = name === "grid.end" ? ["grid.steps"] : name.startsWith("grid.") ? ["grid.end"] : [];
  const kept = Object.entries(set).filter(([other]) => !others.includes(other));
  return { ...Object.fromEntries(kept), [name]: value };
}

export function withoutSetting(set: Settings, name: string): Settings {
  return Object.fromEntries(Object.entries(set).filter(([other]) => other !== name));
}

/** Smallest value, largest value and step of a slider. */
export interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Slider steps over the whole range: a hundredth of what a mouse can point at. */
const parts = 200;

/**
 * The range of a slider: what is declared, and where that is open at an end a round range about the initial value. It
 * moves out where the value lies beyond.
 */
export function sliderRange({ min, max, above, initial, unit }: ParameterInfo, value: number): SliderRange {
  const size = roundUp(2 * Math.max(Math.abs(Number(initial)), Math.abs(value), unit === "rad" ? 1.5 : 0));
  const low = min ?? (above !== undefined ? above : -size);
  const high = max ?? (low >= 0 ? low + size : size);
  const whole = unit === "1" && Number.isInteger(initial) && Number(initial) >= 3;
  const step = whole ? 1 : roundUp((high - low) / parts) || 1;
  // a value that must lie above a number cannot be that number
  const first = above !== undefined && min === undefined ? low + step : low;
  return { min: Math.min(first, value), max: Math.max(high, value), step };
}

/** The next of 1, 2, 5, 10, 20, … times a power of ten. */
function roundUp(x: number): number {
  if (!(x > 0) || !Number.isFinite(x)) return 1;
  const power = 10 ** Math.floor(Math.log10(x) + 1e-9);
  const factor = [1, 2, 5].find((one) => one * power >= x * (1 - 1e-9)) ?? 10;
  return Number((factor * power).toPrecision(12));
}

/** A value inside its declared range. */
export function clamp({ min, max, above }: ParameterInfo, value: number): number {
  const low = min ?? Number.NEGATIVE_INFINITY;
  const high = max ?? Number.POSITIVE_INFINITY;
  const inside = Math.min(high, Math.max(low, value));
  return above !== undefined && inside <= above ? above + Math.max(1e-9, Math.abs(above) * 1e-9) : inside;
}

/** Parameters under the heading that their names begin with: what is aimed at first, the time grid last. */
export function groupParameters(
  parameters: readonly ParameterInfo[],
): [heading: string, parameters: ParameterInfo[]][] {
  const groups = new Map<string, ParameterInfo[]>();
  for (const parameter of parameters) {
    const dot = parameter.name.indexOf(".");
    const heading = dot < 0 ? "" : parameter.name.slice(0, dot);
    groups.set(heading, [...(groups.get(heading) ?? []), parameter]);
  }
  // a heading over one parameter is no help
  const named = [...groups].filter(([heading, members]) => heading !== "" && members.length > 1);
  const rest = parameters.filter((one) => named.every(([, members]) => !members.includes(one)));
  const place = ([heading]: readonly [string, unknown]): number =>
    heading === "target" ? 0 : heading === "grid" ? 3 : heading === "" ? 2 : 1;
  const all: [string, ParameterInfo[]][] = rest.length > 0 ? [...named, ["", rest]] : named;
  return all.sort((a, b) => place(a) - place(b));
}

/** Six digits are more than a hand or a link needs. */
export const short = (x: number): number => Number(x.toPrecision(6));
