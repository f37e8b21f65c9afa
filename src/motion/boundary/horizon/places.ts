import { entriesAtOnce, gathering, type SparseMatrix } from "../../../algebra/sparse.js";
import { inLots, type Stepwise } from "../../../algebra/stepwise.js";
import { entriesBehind } from "./behind.js";
import type { HorizonRows, Places, StepEntries } from "./rows.js";

/**
 * The pattern of a horizon. An entry of a row by an unknown that is not there has no place, nor has one that is zero as long as a
 * contact that is left out has no force: bodies that are apart from each other have no entry in common.
 */
export function* placesOf(rows: HorizonRows): Stepwise<{ readonly pattern: SparseMatrix; readonly places: Places }> {
  const { compiled, size, presence } = rows;
  const { states, count, at: starts, border } = size;
  const { start, conditions } = compiled.formulas;
  const { pattern: block } = compiled.kernels.block.rows();
  const width = compiled.kernels.block.unknowns.length;
  const inverses = presence.lists.map(({ unknowns }) => inverse(unknowns, width));
  const known = new Map<number, Int32Array>();
  const behind = presence.lists.some(({ away }) => away.includes(1)) ? entriesBehind(compiled) : undefined;

  /** The entries that a step has whose states at the start are those of another list (−1: of the start of the motion). */
  function entriesOf(list: number, before: number): Int32Array {
    const key = (before + 1) * presence.lists.length + list;
    const made = known.get(key);
    if (made !== undefined) return made;
    const { away } = presence.lists[list];
    const has = (p: number): boolean => {
      const c = block.col[p];
      if (inverses[list][block.row[p]] < 0 || behind?.[p]?.every((contact) => away[contact] === 1)) return false;
      if (c < states) return before < 0 || inverses[before][c] >= 0;
      return c >= states + width || inverses[list][c - states] >= 0;
    };
    const entries = Int32Array.from(block.row.keys()).filter(has);
    known.set(key, entries);
    return entries;
  }

  const steps: StepEntries[] = [];
  let ofSteps = 0;
  for (let k = 0; k < count; k++) {
    const entries = entriesOf(presence.of[k], k === 0 ? -1 : presence.of[k - 1]);
    steps.push({ entries, at: ofSteps });
    ofSteps += entries.length;
  }
  const end = count === 0 ? undefined : inverses[presence.of[count - 1]];
  const ofEnds = Int32Array.from(conditions.pattern.row.keys()).filter((p) => {
    const c = conditions.pattern.col[p] - states;
    return c < 0 || c >= states || end === undefined || end[c] >= 0;
  });
  const first = states + start.pattern.row.length;
  const total = first + ofSteps + ofEnds.length;
  const i = new Int32Array(total);
  const j = new Int32Array(total);
  let at = 0;
  const put = (row: number, column: number): void => {
    i[at] = row;
    j[at++] = column;
  };
  for (let s = 0; s < states; s++) put(s, s);
  for (let p = 0; p < start.pattern.row.length; p++) put(start.pattern.row[p], border + start.pattern.col[p]);
  yield* inLots(count, Math.ceil(entriesAtOnce / Math.max(1, block.row.length)), (from, to) => {
    for (let k = from; k < to; k++) {
      const here = starts[k];
      const own = inverses[presence.of[k]];
      const before = k === 0 ? undefined : inverses[presence.of[k - 1]];
      for (const p of steps[k].entries) {
        const c = block.col[p];
        const ofBefore = (): number => (before === undefined ? c : starts[k - 1] + before[c]);
        const column =
          c < states ? ofBefore() : c < states + width ? here + own[c - states] : border + c - states - width;
        put(here + own[block.row[p]], column);
      }
    }
  });
  for (const p of ofEnds) {
    const c = conditions.pattern.col[p];
    const last = (s: number): number => (end === undefined ? s : starts[count - 1] + end[s]);
    const column = c < states ? c : c < 2 * states ? last(c - states) : border + c - 2 * states;
    put(border + conditions.pattern.row[p], column);
  }
  yield;
  // each entry carries its number through the sort, so that kernels can write straight to their places
  const numbers = new Float64Array(total);
  for (let t = 0; t < total; t++) numbers[t] = t;
  const order = border + conditions.pattern.rows;
  const pattern: SparseMatrix = yield* gathering([order, order], i, j, numbers);
  yield;
  const place = new Int32Array(total);
  yield* inLots(total, entriesAtOnce, (from, to) => {
    for (let q = from; q < to; q++) place[pattern.values[q]] = q;
  });
  return {
    pattern,
    places: {
      start: place.subarray(0, first),
      steps,
      block: place.subarray(first, first + ofSteps),
      ends: { entries: ofEnds, conditions: place.subarray(first + ofSteps) },
    },
  };
}

/** The place of each unknown of a block in a list, −1 of those that are not in it. */
function inverse(unknowns: Int32Array, width: number): Int32Array {
  const place = new Int32Array(width).fill(-1);
  unknowns.forEach((unknown, p) => {
    place[unknown] = p;
  });
  return place;
}
