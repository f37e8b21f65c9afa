import { ARITHMETIC, type ArithmeticOp, argumentCounts } from "../arithmetic.js";
import { type Layout, layOut, type Part } from "../layout.js";
import type { Schedule } from "../schedule.js";
import { type Bytes, emptyBytes } from "./bytes.js";

/** Operations that are one instruction on numbers; all else but `select` is a call of our own functions. */
const instructions: Readonly<Partial<Record<ArithmeticOp, number>>> = {
  add: 0xa0,
  sub: 0xa1,
  mul: 0xa2,
  div: 0xa3,
  neg: 0x9a,
  sqrt: 0x9f,
  abs: 0x99,
  min: 0xa4,
  max: 0xa5,
};

// the other bytes of the format that are written here, by their names in its specification
const end = 0x0b;
const call = 0x10;
const select = 0x1b;
const localGet = 0x20;
const localTee = 0x22;
const f64Load = 0x2b;
const f64Store = 0x39;
const i32Const = 0x41;
const f64Const = 0x44;
const f64Ge = 0x66;
const functionType = 0x60;
const f64 = 0x7c;

// kinds of sections
const typeSection = 1;
const importSection = 2;
const functionSection = 3;
const exportSection = 7;
const codeSection = 10;
/** An address is a multiple of two to so many. */
const alignment = 3;

/** A program whose routine `run` computes the outputs of a schedule in the memory `memory.all`, and how many numbers that must hold. */
export function programOf(plan: Schedule, limit: number): { readonly bytes: Uint8Array<ArrayBuffer>; numbers: number } {
  const layout = layOut(plan, limit);
  const calls = callsOf(plan);
  const bytes = emptyBytes();
  const { byte, unsigned, sized, text } = bytes;
  // the word "\0asm" and the version of the format
  [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0].forEach(byte);
  const section = (id: number, count: number, write: () => void): void => {
    byte(id);
    sized(() => {
      unsigned(count);
      write();
    });
  };
  // by its number, a type takes so many numbers; only without them it gives none
  section(typeSection, 3, () => {
    [functionType, 0, 0, functionType, 1, f64, 1, f64, functionType, 2, f64, f64, 1, f64].forEach(byte);
  });
  section(importSection, 1 + calls.length, () => {
    text("memory");
    text("all");
    [2, 0, 0].forEach(byte);
    for (const op of calls) {
      text("functions");
      text(op);
      byte(0);
      unsigned(argumentCounts[ARITHMETIC.indexOf(op)]);
    }
  });
  const routines = layout.parts.length + 1;
  section(functionSection, routines, () => {
    for (let k = 0; k < routines; k++) unsigned(0);
  });
  section(exportSection, 1, () => {
    text("run");
    byte(0);
    unsigned(calls.length + layout.parts.length);
  });
  section(codeSection, routines, () => {
    for (const part of layout.parts) sized(() => writePart(bytes, layout, part, calls));
    sized(() => {
      unsigned(0);
      layout.parts.forEach((_, k) => {
        byte(call);
        unsigned(calls.length + k);
      });
      byte(end);
    });
  });
  return { bytes: Uint8Array.from(bytes.all), numbers: layout.numbers };
}

/** Which of our own functions a schedule calls. */
function callsOf({ operations }: Schedule): ArithmeticOp[] {
  const codes = new Set<number>();
  for (let k = 0; k < operations.length; k += 4) codes.add(operations[k]);
  return [...codes].map((code) => ARITHMETIC[code]).filter((op) => !(op in instructions) && op !== "select");
}

/**
 * The routine of a part: what is used once is computed where it is used, what is used more often is kept in a local variable when
 * it is first computed.
 */
function writePart(bytes: Bytes, layout: Layout, { from, to }: Part, calls: readonly ArithmeticOp[]): void {
  const { plan, first, uses, handed, outputs } = layout;
  const { inputs, constants, operations } = plan;
  const { byte, unsigned, number } = bytes;
  // locals are numbered from 1 on: 0 for what has none, negative until it is computed
  const locals = new Int32Array(to - from);
  let count = 0;
  for (let slot = from; slot < to; slot++) {
    const wanted = uses[slot] + (outputs.get(slot)?.length ?? 0) + (handed[slot] < 0 ? 0 : 1);
    if (wanted > 1) locals[slot - from] = -++count;
  }
  unsigned(count > 0 ? 1 : 0);
  if (count > 0) {
    unsigned(count);
    byte(f64);
  }

  const literal = (x: number): void => {
    byte(f64Const);
    number(x);
  };
  const access = (instruction: number, place: number): void => {
    byte(instruction);
    unsigned(alignment);
    unsigned(8 * place);
  };
  const noOffset = (): void => {
    byte(i32Const);
    unsigned(0);
  };
  const value = (slot: number): void => {
    const local = slot < from ? 0 : locals[slot - from];
    if (slot >= inputs && slot < first) literal(constants[slot - inputs]);
    else if (slot < from) {
      noOffset();
      access(f64Load, slot < inputs ? slot : handed[slot]);
    } else if (local > 0) {
      byte(localGet);
      unsigned(local - 1);
    } else {
      compute(4 * (slot - first));
      if (local === 0) return;
      locals[slot - from] = -local;
      byte(localTee);
      unsigned(-local - 1);
    }
  };
  const compute = (k: number): void => {
    const op = ARITHMETIC[operations[k]];
    if (op === "select") {
      value(operations[k + 2]);
      value(operations[k + 3]);
      value(operations[k + 1]);
      literal(0);
      byte(f64Ge);
      byte(select);
      return;
    }
    for (let j = 1; j <= argumentCounts[operations[k]]; j++) value(operations[k + j]);
    const instruction = instructions[op];
    byte(instruction ?? call);
    if (instruction === undefined) unsigned(calls.indexOf(op));
  };
  const store = (place: number, slot: number): void => {
    noOffset();
    value(slot);
    access(f64Store, place);
  };

  for (let slot = from === first ? 0 : from; slot < to; slot++) {
    for (const place of outputs.get(slot) ?? []) store(place, slot);
    if (handed[slot] >= 0) store(handed[slot], slot);
  }
  byte(end);
}
