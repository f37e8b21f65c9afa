import { atan2, cos, exp, log, pow, sin, tan } from "../algebra/elementary/elementary.js";

/** The operations of a formula that compute something, in the order of their codes. */
export const ARITHMETIC = [
  "add",
  "sub",
  "mul",
  "div",
  "neg",
  "pow",
  "sqrt",
  "exp",
  "log",
  "sin",
  "cos",
  "tan",
  "atan2",
  "abs",
  "min",
  "max",
  "select",
] as const;

/** The name of an operation that computes something. */
export type ArithmeticOp = (typeof ARITHMETIC)[number];

const binary: readonly ArithmeticOp[] = ["add", "sub", "mul", "div", "pow", "atan2", "min", "max"];
/** By its code, how many arguments an operation has. */
export const argumentCounts = ARITHMETIC.map((op) => (op === "select" ? 3 : binary.includes(op) ? 2 : 1));

/** The functions that generated code is handed: our own, which are the same in every engine. */
export const ownFunctions = { pow, exp, log, sin, cos, tan, atan2 };

const codes = new Map<string, number>(ARITHMETIC.map((op, code) => [op, code]));

/** Position of an operation in ARITHMETIC; −1 for leaves and for `norm`, which is lowered to squares, sums and a root. */
export function codeOf(op: string): number {
  return codes.get(op) ?? -1;
}

/**
 * One operation on numbers: the only definition of what each means, shared by constant folding, `evaluate` and the
 * interpreter. `min` and `max` are those of the language, so that not-a-number is passed on and never hidden behind the
 * other argument. The labels are literals because only those become a jump table.
 */
export function apply(code: number, a: number, b: number, c: number): number {
  switch (code) {
    case 0: // add
      return a + b;
    case 1: // sub
      return a - b;
    case 2: // mul
      return a * b;
    case 3: // div
      return a / b;
    case 4: // neg
      return -a;
    case 5: // pow
      return pow(a, b);
    case 6: // sqrt
      return Math.sqrt(a);
    case 7: // exp
      return exp(a);
    case 8: // log
      return log(a);
    case 9: // sin
      return sin(a);
    case 10: // cos
      return cos(a);
    case 11: // tan
      return tan(a);
    case 12: // atan2
      return atan2(a, b);
    case 13: // abs
      return Math.abs(a);
    case 14: // min
      return Math.min(a, b);
    case 15: // max
      return Math.max(a, b);
    case 16: // select
      return a >= 0 ? b : c;
    default:
      throw new Error(`There is no operation with code ${code}.`);
  }
}
