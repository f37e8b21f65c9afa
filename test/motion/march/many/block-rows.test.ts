import { expect, test } from "vitest";
import { randomNumbers } from "../../../../src/algebra/random.js";
import {
  applyRows,
  type BlockRows,
  blockRows,
  clearBlocks,
  factorRows,
  solveLower,
  solveUpper,
} from "../../../../src/motion/march/many/block-rows.js";

/** Bodies that hang together without loops, each linked with one later one at most. */
const tree = [[1], [0, 2], [1, 5], [5], [5], [2, 3, 4]];
/** The same with two loops. */
const loops = [
  [1, 2],
  [0, 2],
  [0, 1, 5],
  [4, 5],
  [3, 5],
  [2, 3, 4],
];

function matrixOf(links: readonly (readonly number[])[], random: () => number) {
  const matrix = blockRows(links.length, 6);
  const columns = links.map((others, i) => [...others, i].sort((a, b) => a - b));
  clearBlocks(matrix, links.length, columns.flat().length);
  const { start, diagonal, column, mirror } = matrix.pattern;
  let p = 0;
  columns.forEach((row, i) => {
    start[i] = p;
    for (const j of row) {
      if (j === i) diagonal[i] = p;
      for (let k = 0; k < 36; k++)
        matrix.blocks.values[36 * p + k] = random() - 0.5 + (i === j && k % 7 === 0 ? 10 : 0);
      column[p] = j;
      // the block across the diagonal comes later: its row is that of this column
      if (j < i) mirror[p] = start[j] + columns[j].indexOf(i);
      p++;
    }
  });
  start[links.length] = p;
  return matrix;
}

/** A x, block by block. */
function product({ pattern: { start, column }, blocks: { values } }: BlockRows, x: Float64Array): Float64Array {
  const y = new Float64Array(x.length);
  for (let i = 0; i < x.length / 6; i++)
    for (let p = start[i]; p < start[i + 1]; p++)
      for (let r = 0; r < 6; r++)
        for (let c = 0; c < 6; c++) y[6 * i + r] += values[36 * p + 6 * r + c] * x[6 * column[p] + c];
  return y;
}

test("incomplete factors are the whole ones where bodies hang together without loops, and a singular block is told", () => {
  const random = randomNumbers(7);
  const matrix = matrixOf(tree, random);
  const x = Float64Array.from({ length: 6 * tree.length }, () => random() - 0.5);
  const [found, ...room] = matrix.vectors;
  found.set(product(matrix, x));
  expect(factorRows(matrix)).toBe(true);
  solveLower(matrix, found, found, room[0]);
  solveUpper(matrix, found, found, room);
  found.forEach((each, i) => {
    expect(each).toBeCloseTo(x[i], 12);
  });
  matrix.blocks.values.fill(0, 36 * matrix.pattern.diagonal[0], 36 * matrix.pattern.diagonal[0] + 36);
  expect(factorRows(matrix)).toBe(false);
});

test("with loops, too, the matrix between its factors is what two solves make of it", () => {
  const random = randomNumbers(8);
  const matrix = matrixOf(loops, random);
  expect(factorRows(matrix)).toBe(true);
  const [x, made, direct, z, ...room] = matrix.vectors;
  for (let i = 0; i < z.length; i++) z[i] = random() - 0.5;
  applyRows(matrix, z, made, room);
  solveUpper(matrix, z, x, room);
  direct.set(product(matrix, x));
  solveLower(matrix, direct, direct, room[0]);
  made.forEach((each, i) => {
    expect(each).toBeCloseTo(direct[i], 12);
  });
  // and not the identity, which it is without loops
  expect(Math.max(...made.map((each, i) => Math.abs(each - z[i])))).toBeGreaterThan(1e-3);
});
