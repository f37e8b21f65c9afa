import { BadInput } from "../../motion/problem/problem.js";
import { shortened } from "./normal.js";
import { Call, type Declarations, isList, Ref, type Source } from "./source.js";

/** A motion to an accuracy is told in so many parts where its code does not say. */
const parts = 100;

type Fields = Readonly<Record<string, Source>>;

const isRecord = (source: Source | undefined): source is Fields =>
  typeof source === "object" && !isList(source) && !(source instanceof Call) && !(source instanceof Ref);

/** How a grid is computed: an end without steps is a motion to an accuracy, and says so by itself. */
const methodOf = ({ method, end, steps, h }: Fields): Source =>
  method ?? (end !== undefined && steps === undefined && h === undefined ? "exact" : "euler");

/** The time of a motion, and true where it is computed to an accuracy. */
interface Time {
  readonly end: number;
  readonly steps: number;
  readonly exact: boolean;
}

/**
 * The time of a draft by the grid of its code: any two of steps, their length and the end, or the end alone of a motion to an
 * accuracy. A duration that is found stands in a parameter.
 * @throws {BadInput} for a grid that says less.
 */
export function timeIn(grid: Source | undefined, found?: number): Time {
  const given: Fields = { ...(isRecord(grid) ? grid : {}), ...(found !== undefined && { end: found }) };
  const exact = methodOf(given) === "exact";
  const [n, h, end] = [given.steps, given.h, given.end].map((x) => (typeof x === "number" ? x : undefined));
  if (n !== undefined && h !== undefined && end === undefined) return { end: shortened(h * n), steps: n, exact };
  if (end !== undefined && n !== undefined && h === undefined) return { end, steps: n, exact };
  if (end !== undefined && h !== undefined && n === undefined)
    return { end, steps: Math.max(1, Math.round(end / h)), exact };
  if (end !== undefined && exact && n === undefined) return { end, steps: parts, exact };
  throw new BadInput("code", "In the form that the page writes the grid has steps and their length h, or an end.");
}

/** The same declarations with the grid of others, where both mean the same time: a page writes it in one form only. */
export function withGridOf(given: Declarations, other: Declarations): Declarations {
  const grid = (all: Declarations): Source | undefined => {
    const problem = all.find(([name]) => name === "problem")?.[1];
    return isRecord(problem) ? problem.grid : undefined;
  };
  const [own, written] = [grid(given), grid(other)];
  if (!isRecord(own) || !isRecord(written)) return given;
  const known = ["steps", "h", "end", "method"];
  const isOther = (key: string): boolean => !known.includes(key) && own[key] !== written[key];
  if (methodOf(own) !== methodOf(written) || Object.keys(own).some(isOther)) return given;
  return given.map(([name, is]) => [name, name === "problem" && isRecord(is) ? { ...is, grid: written } : is] as const);
}
