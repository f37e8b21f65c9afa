import { codeOf } from "./arithmetic.js";
import type { Expr } from "./node.js";
import { lookUp, postorder } from "./walk.js";

/**
 * Straight-line program on numbered slots: inputs first, then constants, then one slot for each operation, arguments
 * before their users. Both kernels, generated and interpreted, come from it, so they do the same arithmetic.
 */
export interface Schedule {
  readonly inputs: number;
  readonly constants: Float64Array;
  /** Code in ARITHMETIC and three argument slots (0 where unused) per operation. */
  readonly operations: Int32Array;
  /** Slots of the values asked for. */
  readonly outputs: Int32Array;
}

/** Only what the outputs need, each shared part once. Throws, naming it, if an output uses a leaf not among the inputs. */
export function schedule(inputs: readonly Expr[], outputs: readonly Expr[]): Schedule {
  const slot = new Map<Expr, number>(inputs.map((leaf, k) => [leaf, k]));
  const order = postorder(outputs, slot);
  const constants: number[] = [];
  for (const e of order) {
    if (e.op !== "constant" || slot.has(e)) continue;
    slot.set(e, inputs.length + constants.length);
    constants.push(e.value);
  }
  const list = operationList(inputs.length + constants.length);
  for (const e of order) {
    if (slot.has(e)) continue;
    if (e.op === "variable") throw new Error(`The kernel uses "${e.name}", which is not among its inputs.`);
    const args = e.args.map((arg) => lookUp(slot, arg));
    slot.set(e, e.op === "norm" ? normSlot(list, args) : list.slotOf(codeOf(e.op), args[0], args[1], args[2]));
  }
  return {
    inputs: inputs.length,
    constants: Float64Array.from(constants),
    operations: Int32Array.from(list.operations),
    outputs: Int32Array.from(outputs, (e) => lookUp(slot, e)),
  };
}

const addCode = codeOf("add");
const mulCode = codeOf("mul");
const sqrtCode = codeOf("sqrt");
const commutative = new Set([addCode, mulCode, codeOf("min"), codeOf("max")]);

// a + b and b + a are two formulas but one value, bit for bit; here they become one operation.
function operationList(first: number) {
  const operations: number[] = [];
  const known = new Map<number, number>();
  const slotOf = (code: number, a: number, b = 0, c = 0): number => {
    const next = first + operations.length / 4;
    if (commutative.has(code)) {
      // Code and both slots in one number that is still exact: 2^48 · 16 < 2^53.
      const key = (code * 2 ** 24 + Math.min(a, b)) * 2 ** 24 + Math.max(a, b);
      const there = known.get(key);
      if (there !== undefined) return there;
      known.set(key, next);
    }
    operations.push(code, a, b, c);
    return next;
  };
  return { operations, slotOf };
}

// √(x₁² + x₂² + …), from the left
function normSlot(list: ReturnType<typeof operationList>, args: readonly number[]): number {
  const squares = args.map((x) => list.slotOf(mulCode, x, x));
  return list.slotOf(
    sqrtCode,
    squares.reduce((sum, square) => list.slotOf(addCode, sum, square)),
  );
}
