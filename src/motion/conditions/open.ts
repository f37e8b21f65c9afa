import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { rangesOf } from "../boundary/ranges.js";
import type { Setup } from "../compile/setup.js";
import { exactly } from "../trajectory/misses.js";
import type { Sight } from "../trajectory/sights.js";
import { noShift, rowsFor } from "./goal.js";
import type { Look } from "./look.js";

/** Singular values below this part of the largest, of scaled rows and columns, count as zero. */
const none = 1e-7;
/** A row that changes by no more than this [own unit, or tolerances], with what is freed by one or its own size, is rounding. */
const faint = 1e-10;
/** A share of a null vector that counts as taking part in it. */
const share = 0.1;

/**
 * Freed values that equations leave open at a motion, to first order: those that take part in a direction in which none of
 * them changes. Bands count where they are missed, not at their edges; values at an end of their range may still be open.
 */
export function openNames(setup: Setup, look: Look): string[] {
  const { freed, parameters: names, boundary, conditions } = setup.compiled;
  const n = freed.length;
  if (n === 0) return [];
  const weight = ({ row, value }: Sight): number =>
    conditions[row].must === "be-zero" || value > exactly
      ? 1 / (boundary[conditions[row].condition].tolerance ?? 1)
      : 0;
  const { slopes } = rowsFor(setup, { weight, shift: noShift }, look);
  const lengths = rangesOf(setup).map(({ index }) => Math.max(1, Math.abs(look.parameters[index])));
  const all: { row: number[]; size: number }[] = [];
  for (let i = 0; i * n < slopes.length; i++) {
    const row = Array.from(slopes.subarray(i * n, (i + 1) * n), (d, j) => d * lengths[j]);
    const size = Math.sqrt(row.reduce((sum, d) => sum + d * d, 0));
    all.push({ row, size });
  }
  const largest = Math.max(0, ...all.map(({ size }) => size));
  const rows = all
    .filter(({ size }) => size > Math.max(faint, none * largest))
    .map(({ row, size }) => row.map((d) => d / size));
  // as many rows as columns at least, so that every direction has its singular value
  while (rows.length < n) rows.push(new Array<number>(n).fill(0));
  const { diagonal, rightSingularVectors } = new SingularValueDecomposition(new Matrix(rows));
  const found = new Set<number>();
  diagonal.forEach((sigma, s) => {
    if (sigma > none * Math.max(diagonal[0], none)) return;
    rightSingularVectors.getColumn(s).forEach((v, j) => {
      if (Math.abs(v) > share) found.add(j);
    });
  });
  return freed.flatMap((k, j) => (found.has(j) ? [names[k]] : []));
}
