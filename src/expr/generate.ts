import { ARITHMETIC, type ArithmeticOp, argumentCounts, ownFunctions } from "./arithmetic.js";
import { lengthsNeeded, type Run } from "./interpret.js";
import { type Layout, layOut, type Part } from "./layout.js";
import type { Schedule } from "./schedule.js";

/**
 * V8 stops optimising functions of some 4000 operations, then they run 10 to 30 times slower; and what it takes to optimise one grows
 * faster than its length: of a drawing of nineteen contacts, functions of 1500 operations took a fifth more processor in all.
 */
export const operationsPerFunction = 400;

/** The functions that generated code is handed: exact in every engine, or our own. */
const functions = { ...ownFunctions, abs: Math.abs, min: Math.min, max: Math.max, sqrt: Math.sqrt };

const infix: Readonly<Partial<Record<ArithmeticOp, string>>> = { add: "+", sub: "-", mul: "*", div: "/" };

function source(op: ArithmeticOp, [a, b, c]: readonly string[]): string {
  if (infix[op] !== undefined) return `${a} ${infix[op]} ${b}`;
  if (op === "neg") return `-${a}`;
  if (op === "select") return `${a} >= 0 ? ${b} : ${c}`;
  return b === undefined ? `${op}(${a})` : `${op}(${a}, ${b})`;
}

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
  const layout = layOut(plan, limit);
  const bodies = layout.parts.map((part) => functionBody(layout, part, split));
  const head = `"use strict";\nconst { ${Object.keys(functions).join(", ")} } = functions;\n`;
  const check = lengthCheck(plan, split);
  if (bodies.length === 1) return `${head}return (x, f, g) => {\n${check}${bodies[0]}};\n`;
  const names = bodies.map((_, k) => `part${k}`);
  const declared = bodies.map((body, k) => `const ${names[k]} = (x, f, g) => {\n${body}};\n`).join("");
  const calls = names.map((name) => `  ${name}(x, f, g);\n`).join("");
  return `${head}const w = new Float64Array(${layout.numbers});\n${declared}return (x, f, g) => {\n${check}${calls}};\n`;
}

function lengthCheck(plan: Schedule, split: number): string {
  const seconds = plan.outputs.length - split;
  const second = seconds > 0 ? ` || g.length < ${seconds}` : "";
  const short = `x.length < ${plan.inputs} || f.length < ${split}${second}`;
  return `  if (${short}) throw new RangeError(${JSON.stringify(lengthsNeeded(plan, split))});\n`;
}

function functionBody(layout: Layout, { from, to }: Part, split: number): string {
  const { plan, first, handed, outputs } = layout;
  const { inputs, constants, operations } = plan;
  const lines: string[] = [];
  const loaded = new Set<number>();
  const operand = (slot: number): string => {
    if (slot >= inputs && slot < first) return literal(constants[slot - inputs]);
    if (slot < from && !loaded.has(slot)) {
      loaded.add(slot);
      lines.push(`  const v${slot} = ${slot < inputs ? `x[${slot}]` : `w[${handed[slot]}]`};\n`);
    }
    return `v${slot}`;
  };
  const store = (slot: number): void => {
    for (const place of outputs.get(slot) ?? []) {
      const k = place - inputs;
      lines.push(`  ${k < split ? `f[${k}]` : `g[${k - split}]`} = ${operand(slot)};\n`);
    }
  };
  if (from === first) for (let slot = 0; slot < first; slot++) store(slot);
  for (let slot = from; slot < to; slot++) {
    const k = 4 * (slot - first) + 1;
    const args = operations.subarray(k, k + argumentCounts[operations[k - 1]]);
    const text = source(ARITHMETIC[operations[k - 1]], Array.from(args, operand));
    lines.push(`  const v${slot} = ${text};\n`);
    store(slot);
    if (handed[slot] >= 0) lines.push(`  w[${handed[slot]}] = v${slot};\n`);
  }
  return lines.join("");
}

// In parentheses, so that a sign never meets another.
function literal(x: number): string {
  return Object.is(x, -0) || x < 0 ? `(${Object.is(x, -0) ? "-0" : x})` : String(x);
}
