import { BadInput } from "../../motion/problem/problem.js";
import { shortened } from "./normal.js";
import { Call, type Declarations, isList, Ref, type Source } from "./source.js";

/** A motion to an accuracy is told in so many parts where its code does not say. */
const parts = 100;

type Fields = Readonly<Record<string, Source>>;

const isRecord = (source: Source | undefined): source is Fields =>
  typeof source === "object" && !isList(source) && !(source instanceof Call) && !(source instanceof Ref);

/**
 * The time of a draft by the grid of its code: any two of steps, their length and the end, or the end alone of rigid contact, whose
 * motion has no grid.
 * @throws {BadInput} for a grid that says less.
 */
export function timeIn(grid: Source | undefined, isRigid: boolean): { readonly end: number; readonly steps: number } {
  const { steps, h, end } = isRecord(grid) ? grid : {};
  const [n, step, whole] = [steps, h, end].map((x) => (typeof x === "number" ? x : undefined));
  if (n !== undefined && step !== undefined && whole === undefined) return { end: shortened(step * n), steps: n };
  if (whole !== undefined && n !== undefined && step === undefined) return { end: whole, steps: n };
  if (whole !== undefined && step !== undefined && n === undefined)
    return { end: whole, steps: Math.max(1, Math.round(whole / step)) };
  if (whole !== undefined && isRigid && n === undefined) return { end: whole, steps: parts };
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
  // an end without steps is a motion to an accuracy, and says so by itself
  const methodOf = ({ method, end, steps, h }: Fields): Source =>
    method ?? (end !== undefined && steps === undefined && h === undefined ? "exact" : "euler");
  const known = ["steps", "h", "end", "method"];
  if (methodOf(own) !== methodOf(written) || Object.keys(own).some((key) => !known.includes(key))) return given;
  return given.map(([name, is]) => [name, name === "problem" && isRecord(is) ? { ...is, grid: written } : is] as const);
}
