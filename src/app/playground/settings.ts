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

/** How far a scene reaches [m], and how long its motion takes [s]: what an open range is measured by. */
export interface Extent {
  readonly size: number;
  readonly duration: number;
}

/** Both ends of a slider, where somebody has set them, or held it: they stay. */
export type Ends = Pick<SliderRange, "min" | "max">;

/**
 * The range of a slider: what is declared, and where that is open at an end a round range about the initial value, by the
 * size of the scene. It follows no value, but one that lies beyond moves its end out.
 */
export function sliderRange(parameter: ParameterInfo, value: number, { kept, extent }: Frame = {}): SliderRange {
  const { above, min: least, initial, unit } = parameter;
  const { min, max } = kept ?? openRange(parameter, extent ?? { size: 1, duration: 1 });
  const whole = unit === "1" && Number.isInteger(initial) && Number(initial) >= 3;
  const step = whole ? 1 : roundUp((max - min) / parts) || 1;
  // a value that must lie above a number cannot be that number
  const first = above !== undefined && least === undefined && min <= above ? above + step : min;
  return { min: Math.min(first, value), max: Math.max(max, value), step };
}

/** The ends that are kept, and the scene that an open range is measured by. */
export interface Frame {
  readonly kept?: Ends | undefined;
  readonly extent?: Extent | undefined;
}

function openRange(parameter: ParameterInfo, extent: Extent): Ends {
  const { min, max, above } = parameter;
  const low = min ?? above;
  if (low !== undefined && max !== undefined) return { min: low, max };
  const start = Number(parameter.initial);
  const spread = spreadOf(parameter, extent);
  if (low !== undefined) return { min: low, max: low + roundUp(2 * Math.max(start - low, 0) || spread) };
  if (max !== undefined) return { min: max - roundUp(2 * Math.max(max - start, 0) || spread), max };
  // a place may be anywhere around where it is; a speed, a force or an angle may turn its sign
  if (parameter.unit !== "m") {
    const size = roundUp(Math.max(2 * Math.abs(start), spread));
    return { min: -size, max: size };
  }
  const half = roundUp(spread);
  const middle = (half / 10) * Math.round((10 * start) / half);
  return { min: tidy(middle - half), max: tidy(middle + half) };
}

/** Half a turn, and what hands and motors turn by [rad], [rad/s]. */
const turn = 3;
const spin = 10;

/** How far from zero, or from where it is, a value may sensibly go, by its unit. */
function spreadOf({ unit, initial }: ParameterInfo, { size, duration }: Extent): number {
  const own = 2 * Math.abs(Number(initial));
  switch (unit) {
    case "m":
      return size;
    case "m/s":
      return Math.max(own, (2 * size) / duration);
    case "rad":
      return turn;
    case "rad/s":
      return Math.max(own, spin);
    case "s":
      return own || duration;
    default:
      return own || 1;
  }
}

const tidy = (x: number): number => Number(x.toPrecision(12));

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

/** A number, and a unit after it: "3", "−1.5e-2", "12 mph", "90°". */
const pattern = /^\s*([+\-−]?(?:\d+\.?\d*|\.\d+)(?:e[+\-−]?\d+)?)\s*(.*?)\s*$/i;

/** The number that is typed without a unit; undefined where that is none. */
export function plainNumber(text: string): number | undefined {
  const [, digits, unit] = pattern.exec(text) ?? [];
  const number = digits === undefined || unit !== "" ? Number.NaN : Number(digits.replaceAll("−", "-"));
  return Number.isFinite(number) ? number : undefined;
}

/**
 * The number that a text says in the unit of its field: "3 mph" where that is m/s. A sentence where it says none, or
 * another kind of amount.
 */
export async function numberTyped(text: string, unit: string): Promise<number | string> {
  const plain = plainNumber(text);
  if (plain !== undefined) return plain;
  const [, digits, given] = pattern.exec(text) ?? [];
  if (digits === undefined || given === undefined || given === "") return `"${text.trim()}" is no number.`;
  // few people type units: the table of them is fetched then
  const { unitFactor } = await import("../../motion/fit/columns/units.js");
  const factor = unitFactor(given, unit === "" ? "1" : unit);
  return typeof factor === "string" ? `"${text.trim()}": ${factor}.` : Number(digits.replaceAll("−", "-")) * factor;
}
