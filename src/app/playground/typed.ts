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
