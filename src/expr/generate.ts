import { atan2, cos, exp, log, pow, sin, tan } from "../algebra/elementary/elementary.js";
import { ARITHMETIC, type ArithmeticOp } from "./arithmetic.js";
import { lengthsNeeded, type Run } from "./interpret.js";
import type { Schedule } from "./schedule.js";

/**
 * V8 stops optimising functions of some 4000 operations, then they run 10 to 30 times slower; and what it takes to optimise one grows
 * faster than its length: of a drawing of nineteen contacts, functions of 1500 operations took a fifth more processor in all.
 */
export const operationsPerFunction = 400;

/** The functions that generated code is handed: exact in every engine, or our own. */
const functions = { pow, exp, log, sin, cos, tan, atan2, abs: Math.abs, min: Math.min, max: Math.max, sqrt: Math.sqrt };

const source: Record<ArithmeticOp, (a: string, b: string, c: string) => string> = {
  add: (a, b) => `${a} + ${b}`,
  sub: (a, b) => `${a} - ${b}`,
  mul: (a, b) => `${a} * ${b}`,
  div: (a, b) => `${a} / ${b}`,
  neg: (a) => `-${a}`,
  pow: (a, b) => `pow(${a}, ${b})`,
  sqrt: (a) => `sqrt(${a})`,
  exp: (a) => `exp(${a})`,
  log: (a) => `log(${a})`,
  sin: (a) => `sin(${a})`,
  cos: (a) => `cos(${a})`,
  tan: (a) => `tan(${a})`,
  atan2: (a, b) => `atan2(${a}, ${b})`,
  abs: (a) => `abs(${a})`,
  min: (a, b) => `min(${a}, ${b})`,
  max: (a, b) => `max(${a}, ${b})`,
  select: (a, b, c) => `${a} >= 0 ? ${b} : ${c}`,
};

/**
 * The schedule as JavaScript: one `const` an operation, cut into functions of at most `limit` operations which hand
 * values on through an array. The first `split` outputs go to the first array, the rest to the second.
 * Throws where the page forbids generated code.
 */
export function generate(plan: Schedule, split: number, limit = operationsPerFunction): Run {
  const text = kernelSource(plan, split, limit);
  return new Function("functions", text)(functions) as Run;
}

/** The text of the generated program, whose value is the kernel. */
function kernelSource(plan: Schedule, split: number, limit = operationsPerFunction): string {
  const parts = cut(plan, limit);
  const store = storesOf(plan, split);
  const handed = handOvers(plan, parts);
  const bodies = parts.map((part) => functionBody(plan, part, store, handed));
  const head = `"use strict";\nconst { ${Object.keys(functions).join(", ")} } = functions;\n`;
  const check = lengthCheck(plan, split);
  if (bodies.length === 1) return `${head}return (x, f, g) => {\n${check}${bodies[0]}};\n`;
  const names = bodies.map((_, k) => `part${k}`);
  const declared = bodies.map((body, k) => `const ${names[k]} = (x, f, g) => {\n${body}};\n`).join("");
  const calls = names.map((name) => `  ${name}(x, f, g);\n`).join("");
  return `${head}const w = new Float64Array(${handed.size});\n${declared}return (x, f, g) => {\n${check}${calls}};\n`;
}

function lengthCheck(plan: Schedule, split: number): string {
  const seconds = plan.outputs.length - split;
  const second = seconds > 0 ? ` || g.length < ${seconds}` : "";
  const short = `x.length < ${plan.inputs} || f.length < ${split}${second}`;
  return `  if (${short}) throw new RangeError(${JSON.stringify(lengthsNeeded(plan, split))});\n`;
}

/** Operations [from, to), numbered as slots. */
interface Part {
  readonly from: number;
  readonly to: number;
}

function cut(plan: Schedule, limit: number): Part[] {
  const first = firstOperation(plan);
  const end = first + plan.operations.length / 4;
  const parts: Part[] = [];
  for (let from = first; from < end; from += limit) parts.push({ from, to: Math.min(from + limit, end) });
  return parts.length === 0 ? [{ from: first, to: first }] : parts;
}

function firstOperation(plan: Schedule): number {
  return plan.inputs + plan.constants.length;
}

// By slot, the places of the outputs; those of inputs and constants are under the first operation.
function storesOf(plan: Schedule, split: number): Map<number, string[]> {
  const stores = new Map<number, string[]>();
  plan.outputs.forEach((slot, k) => {
    const place = k < split ? `f[${k}]` : `g[${k - split}]`;
    const list = stores.get(slot);
    if (list === undefined) stores.set(slot, [place]);
    else list.push(place);
  });
  return stores;
}

// Slots that another part needs, with their places in the array w.
function handOvers(plan: Schedule, parts: readonly Part[]): Map<number, number> {
  const handed = new Map<number, number>();
  for (const { from, to } of parts) {
    for (let slot = from; slot < to; slot++) {
      for (const arg of argumentsOf(plan, slot)) {
        if (arg >= firstOperation(plan) && arg < from && !handed.has(arg)) handed.set(arg, handed.size);
      }
    }
  }
  return handed;
}

function argumentsOf(plan: Schedule, slot: number): Int32Array {
  const k = 4 * (slot - firstOperation(plan));
  return plan.operations.subarray(k + 1, k + 4);
}

function functionBody(
  plan: Schedule,
  { from, to }: Part,
  stores: ReadonlyMap<number, readonly string[]>,
  handed: ReadonlyMap<number, number>,
): string {
  const first = firstOperation(plan);
  const lines: string[] = [];
  const loaded = new Set<number>();
  const operand = (slot: number): string => {
    if (slot >= plan.inputs && slot < first) return literal(plan.constants[slot - plan.inputs]);
    if (slot < from && !loaded.has(slot)) {
      loaded.add(slot);
      lines.push(`  const v${slot} = ${slot < plan.inputs ? `x[${slot}]` : `w[${handed.get(slot)}]`};\n`);
    }
    return `v${slot}`;
  };
  if (from === first) {
    for (let slot = 0; slot < first; slot++) {
      for (const place of stores.get(slot) ?? []) lines.push(`  ${place} = ${operand(slot)};\n`);
    }
  }
  for (let slot = from; slot < to; slot++) {
    const [a, b, c] = argumentsOf(plan, slot);
    const op = ARITHMETIC[plan.operations[4 * (slot - first)]];
    const write = source[op];
    const text = write(operand(a), write.length > 1 ? operand(b) : "", write.length > 2 ? operand(c) : "");
    lines.push(`  const v${slot} = ${text};\n`);
    for (const place of stores.get(slot) ?? []) lines.push(`  ${place} = v${slot};\n`);
    if (handed.has(slot)) lines.push(`  w[${handed.get(slot)}] = v${slot};\n`);
  }
  return lines.join("");
}

// In parentheses, so that a sign never meets another.
function literal(x: number): string {
  return Object.is(x, -0) || x < 0 ? `(${Object.is(x, -0) ? "-0" : x})` : String(x);
}
