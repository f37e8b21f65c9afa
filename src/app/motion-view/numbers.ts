/** A number as people read it: nine significant digits, "none" where it does not exist. */
export function readable(x: number | string | null | undefined): string {
  if (typeof x === "string") return x;
  // a prediction has no number where an event was not reached
  if (x === null || x === undefined || Number.isNaN(x)) return "none";
  return String(Number(x.toPrecision(9)));
}

/** Smaller than this no value of a motion means anything [its unit]: rounding leaves as much. */
const nothing = 1e-12;

/** A number where there is little room: four significant digits; what is left of zero by rounding is zero. */
export function brief(x: number | string | null | undefined): string {
  if (typeof x !== "number" || Number.isNaN(x)) return readable(x);
  if (Math.abs(x) < nothing) return "0";
  const short = Number(x.toPrecision(4));
  return Math.abs(short) < 1e-4 || Math.abs(short) >= 1e6 ? short.toExponential() : String(short);
}

/** The same of every longer decimal number in a text; counts of things stay whole, and numbers in names as they are. */
export const briefText = (text: string): string =>
  text
    .replaceAll(/(?<![\w.])\d+\.\d+(?:e[-+]?\d+)?(?!\.?\w)/g, (number) =>
      digitsOf(number) > 4 ? brief(Number(number)) : number,
    )
    .replaceAll(/(?<![\w.])[-−]0(?!\.?\w)/g, "0");

const digitsOf = (number: string): number => number.replace(/e.*/, "").replace(".", "").replace(/^0+/, "").length;

/** An error or residual: two digits, and a power of ten where it is far from one. */
export function small(x: number | null): string {
  if (x === null || Number.isNaN(x)) return "unknown";
  if (x === 0 || (Math.abs(x) >= 0.01 && Math.abs(x) < 1e4)) return String(Number(x.toPrecision(2)));
  return x.toExponential(1);
}

/** How long something took, as a clock would say it: three digits, in ms below a second. */
export function duration(seconds: number): string {
  return seconds < 1 ? `${Number((1000 * seconds).toPrecision(3))} ms` : `${Number(seconds.toPrecision(3))} s`;
}

/** A unit behind a number; pure numbers have none. */
export function unitText(unit: string): string {
  return unit === "1" ? "" : unit;
}

/** A number with so many digits behind its point, and no sign before a zero. */
export function fixed(x: number, digits: number): string {
  const text = x.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}
