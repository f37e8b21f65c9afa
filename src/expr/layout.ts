import { argumentCounts } from "./arithmetic.js";
import type { Schedule } from "./schedule.js";

/** Operations [from, to) of a schedule, numbered as slots: those of one routine. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Into which routines a schedule is cut, and where its numbers lie beside each other: inputs, outputs, what one routine hands to another. */
export interface Layout {
  readonly plan: Schedule;
  /** The slot of the first operation. */
  readonly first: number;
  readonly parts: readonly Part[];
  /** By slot, how often it is an argument in its own part. */
  readonly uses: Int32Array;
  /** By slot, where it lies for later parts; −1 for one that none of them needs. */
  readonly handed: Int32Array;
  /** By slot, where outputs lie. */
  readonly outputs: ReadonlyMap<number, readonly number[]>;
  /** How many numbers there are. */
  readonly numbers: number;
}

/** Routines of at most `limit` operations. */
export function layOut(plan: Schedule, limit: number): Layout {
  const { inputs, constants, operations, outputs } = plan;
  const first = inputs + constants.length;
  const end = first + operations.length / 4;
  const parts: Part[] = [];
  for (let from = first; from < end; from += limit) parts.push({ from, to: Math.min(from + limit, end) });
  if (parts.length === 0) parts.push({ from: first, to: first });
  const uses = new Int32Array(end);
  const handed = new Int32Array(end).fill(-1);
  let numbers = inputs + outputs.length;
  for (const { from, to } of parts) {
    for (let slot = from; slot < to; slot++) {
      const k = 4 * (slot - first);
      for (let j = argumentCounts[operations[k]]; j > 0; j--) {
        const argument = operations[k + j];
        if (argument >= from) uses[argument]++;
        else if (argument >= first && handed[argument] < 0) handed[argument] = numbers++;
      }
    }
  }
  return { plan, first, parts, uses, handed, outputs: placesOf(plan), numbers };
}

function placesOf({ inputs, outputs }: Schedule): Map<number, number[]> {
  const places = new Map<number, number[]>();
  outputs.forEach((slot, k) => {
    const list = places.get(slot);
    if (list === undefined) places.set(slot, [inputs + k]);
    else list.push(inputs + k);
  });
  return places;
}
