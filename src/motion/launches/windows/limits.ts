import type { Setup } from "../../compile/setup.js";
import { momentOf } from "../../problem/condition.js";

/** The limits of a problem: conditions that free nothing and that no motion may pass. */
export interface Limits {
  /** The name of a limit that is passed on the straight way between two states; undefined where none is. */
  passedBetween(a: Float64Array, b: Float64Array): string | undefined;
  /** True of a limit of what the conditions at the end are about. */
  isOwn(name: string | undefined): boolean;
}

/** Places on the way between two states at which limits are looked at: what is passed between these is found in the end. */
const places = 16;
/** A limit is passed by more than this [own unit]. */
const passed = 1e-9;

/** The limits that hold for a whole motion; those of a span of time are left to the finished motion. */
export function limitsOf({ compiled }: Setup, parameters: Float64Array): Limits {
  const { boundary, conditions, kernels } = compiled;
  const { conditions: rows, aims } = compiled.formulas;
  const { states } = kernels.layout;
  const names = conditions.slice(aims.rows).map(({ condition }) => {
    const { from, to } = momentOf(boundary[condition]);
    return from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY ? boundary[condition].name : undefined;
  });
  if (names.every((name) => name === undefined)) return { passedBetween: () => undefined, isOwn: () => false };
  const ends = new Float64Array(2 * states + parameters.length);
  const values = new Float64Array(rows.rows);
  const { row, col } = rows.pattern;
  const isOfEnd = (k: number): boolean => k >= states && k < 2 * states;
  const about = new Set([...aims.pattern.col].filter(isOfEnd));
  const own = new Set([...row.keys()].filter((p) => about.has(col[p])).map((p) => names[row[p] - aims.rows]));
  compiled.formulas.start.residual(parameters, ends);
  ends.set(parameters, 2 * states);
  return {
    passedBetween(a, b) {
      for (let m = 1; m <= places; m++) {
        const part = m / places;
        for (let k = 0; k < states; k++) ends[states + k] = a[k] + part * (b[k] - a[k]);
        rows.residual(ends, values);
        const found = names.find((name, i) => name !== undefined && values[aims.rows + i] > passed);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    isOwn: (name) => name !== undefined && own.has(name),
  };
}
