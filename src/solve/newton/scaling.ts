import { log2, pow } from "../../algebra/elementary/elementary.js";
import { entriesAtOnce } from "../../algebra/sparse.js";
import { finish, inLots, type Stepwise } from "../../algebra/stepwise.js";
import type { Semismooth } from "./semismooth.js";

/** Passes of the equilibration; the factors converge like 2^-passes, so five leave the norms within a few per cent. */
const passes = 5;
/** Scales stay within these factors of their centre: a row that is almost zero at the start must not be blown up. */
const widest = 1e8;
/** Below this an entry has no inverse. */
const smallest = 1e-300;

/**
 * Row and column scales of the Jacobian by Ruiz's iteration (2001): divide each row and each column by the square root
 * of its largest entry until all are near one, starting from the declared scales of the unknowns. Column scales stay
 * within 10⁸ of the declared ones, row scales within 10⁸ of their geometric mean, so that a change of units that the
 * declared scales follow changes nothing. Powers of two, so that scaling adds no rounding of its own.
 */
export const equilibrate = (s: Semismooth): void => finish(equilibrating(s));

/** `equilibrate` in parts. */
export function* equilibrating(s: Semismooth): Stepwise<void> {
  const { pattern, scale } = s.mcp;
  const { jacobian } = s;
  const { row: rowScale, column: columnScale } = s.scale;
  const n = pattern.cols;
  const rowMax = new Float64Array(n);
  rowScale.fill(1);
  columnScale.set(scale);
  const columnsAtOnce = Math.ceil((entriesAtOnce * n) / Math.max(1, jacobian.length));
  for (let pass = 0; pass < passes; pass++) {
    rowMax.fill(0);
    yield* inLots(n, columnsAtOnce, (from, to) => {
      for (let j = from; j < to; j++) {
        let columnMax = 0;
        for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) {
          const i = pattern.rowIdx[p];
          const size = Math.abs(rowScale[i] * jacobian[p] * columnScale[j]);
          // an infinite slope at the start says nothing of the scale, nor does one whose inverse is infinite
          if (!(size > smallest && size < Number.POSITIVE_INFINITY)) continue;
          if (size > rowMax[i]) rowMax[i] = size;
          if (size > columnMax) columnMax = size;
        }
        // the declared scale of an unknown holds in the first pass: rows adapt to it before columns move
        if (pass > 0 && columnMax > 0) columnScale[j] /= Math.sqrt(columnMax);
      }
    });
    for (let i = 0; i < n; i++) if (rowMax[i] > 0) rowScale[i] /= pass === 0 ? rowMax[i] : Math.sqrt(rowMax[i]);
    yield;
  }
  let centre = 0;
  yield* inLots(n, columnsAtOnce, (from, to) => {
    for (let i = from; i < to; i++) centre += log2(rowScale[i]) / n;
  });
  const middle = pow(2, centre);
  yield* inLots(n, columnsAtOnce, (from, to) => {
    for (let i = from; i < to; i++) {
      rowScale[i] = powerOfTwoNear(rowScale[i], middle);
      columnScale[i] = powerOfTwoNear(columnScale[i], scale[i]);
    }
  });
}

/** Scales as declared, rows left alone: where the Jacobian at the start is not known. */
export function declaredScales(s: Semismooth): void {
  s.scale.row.fill(1);
  s.scale.column.set(s.mcp.scale);
}

function powerOfTwoNear(x: number, centre: number): number {
  return 2 ** Math.round(log2(Math.min(widest * centre, Math.max(centre / widest, x))));
}
