import { convert, getMeasureKind, MeasureKind, type Unit } from "convert";
import { pow } from "../../../algebra/elementary/elementary.js";

/** Powers of metre, kilogram, second and radian. */
export type Powers = readonly [number, number, number, number];

/** A unit as a multiple of one of the SI. */
export interface Measure {
  readonly factor: number;
  readonly powers: Powers;
}

/** Kinds of units that a motion has, each by its unit of the SI. */
const kinds = new Map<MeasureKind, { readonly si: Unit; readonly powers: Powers }>([
  [MeasureKind.Length, { si: "m", powers: [1, 0, 0, 0] }],
  [MeasureKind.Mass, { si: "kg", powers: [0, 1, 0, 0] }],
  [MeasureKind.Time, { si: "s", powers: [0, 0, 1, 0] }],
  [MeasureKind.Angle, { si: "rad", powers: [0, 0, 0, 1] }],
  [MeasureKind.Frequency, { si: "Hz", powers: [0, 0, -1, 0] }],
  [MeasureKind.Force, { si: "N", powers: [1, 1, -2, 0] }],
  [MeasureKind.Energy, { si: "J", powers: [2, 1, -2, 0] }],
  [MeasureKind.Power, { si: "W", powers: [2, 1, -3, 0] }],
  [MeasureKind.Pressure, { si: "Pa", powers: [-1, 1, -2, 0] }],
]);

/** "m²" and "m^2" and "m2": the word, and its power. */
const powered = /^([^\d^⁻²³⁴-]+)(?:\^?(-?\d)|(⁻?[¹²³⁴]))?$/;
const raised: Readonly<Record<string, number>> = { "¹": 1, "²": 2, "³": 3, "⁴": 4 };

/**
 * The number by which amounts of one unit are multiplied to be amounts of another: simple units of lengths, masses, times,
 * angles, forces, energies (those that `convert` knows), their products and ratios such as "mm/s" or "kg m²". A sentence where
 * one is unknown, or where they measure different things.
 */
export function unitFactor(from: string, to: string): number | string {
  const [a, b] = [measureOf(from), measureOf(to)];
  if (typeof a === "string") return a;
  if (typeof b === "string") return b;
  return a.powers.every((power, i) => power === b.powers[i])
    ? a.factor / b.factor
    : `${from} is no unit of what is in ${to}`;
}

/** The unit of the SI of the same kind; the unit itself where it is none. */
export function siOf(unit: string): string {
  const measure = measureOf(unit);
  if (typeof measure === "string") return unit;
  const names = ["m", "kg", "s", "rad"];
  const part = (sign: 1 | -1): string =>
    measure.powers
      .flatMap((power, i) => (power * sign > 0 ? [`${names[i]}${Math.abs(power) > 1 ? Math.abs(power) : ""}`] : []))
      .join(" ");
  const [over, under] = [part(1), part(-1)];
  return under === "" ? over || "1" : `${over || "1"}/${under.replaceAll(" ", "/")}`;
}

/** Units of everyday that are words of their own: speeds, and turns a minute. */
const words: Readonly<Record<string, Measure>> = {
  mph: { factor: 0.44704, powers: [1, 0, -1, 0] },
  kph: { factor: 1 / 3.6, powers: [1, 0, -1, 0] },
  kmh: { factor: 1 / 3.6, powers: [1, 0, -1, 0] },
  kn: { factor: 1852 / 3600, powers: [1, 0, -1, 0] },
  knot: { factor: 1852 / 3600, powers: [1, 0, -1, 0] },
  knots: { factor: 1852 / 3600, powers: [1, 0, -1, 0] },
  rpm: { factor: Math.PI / 30, powers: [0, 0, -1, 1] },
};

/** A unit as a multiple of that of the SI, or a sentence where it is none. */
export function measureOf(unit: string): Measure | string {
  const [over, ...under] = unit.split("/");
  let measure: Measure = { factor: 1, powers: [0, 0, 0, 0] };
  for (const [part, sign] of [[over, 1] as const, ...under.map((one) => [one, -1] as const)])
    for (const word of part.trim().split(/[\s·*]+/)) {
      if (word === "1" || word === "") continue;
      const one = simple(word);
      if (one === undefined) return `there is no unit ${word === unit ? word : `${word} in ${unit}`}`;
      measure = times(measure, one, sign);
    }
  return measure;
}

function simple(word: string): Measure | undefined {
  if (Object.hasOwn(words, word)) return words[word];
  const [, name = word, digits, signs] = powered.exec(word) ?? [];
  const power =
    digits !== undefined
      ? Number(digits)
      : signs === undefined
        ? 1
        : raised[signs.at(-1) ?? ""] * (signs.length > 1 ? -1 : 1);
  const kind = getMeasureKind(name);
  const known = kind === undefined ? undefined : kinds.get(kind);
  if (known === undefined) return undefined;
  // a minute is not a metre: the library would take one for the other only between kinds
  const factor = Number(convert(1, name as Unit).to(known.si as never));
  return times({ factor: 1, powers: [0, 0, 0, 0] }, { factor, powers: known.powers }, power);
}

const times = (a: Measure, b: Measure, power: number): Measure => ({
  factor: a.factor * pow(b.factor, power),
  powers: [
    a.powers[0] + power * b.powers[0],
    a.powers[1] + power * b.powers[1],
    a.powers[2] + power * b.powers[2],
    a.powers[3] + power * b.powers[3],
  ],
});
