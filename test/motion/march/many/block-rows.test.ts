import { expect, test } from "vitest";
import { randomNumbers } from "../../../../src/algebra/random.js";
import {
  blockRows,
  clearBlocks,
  factorRows,
  multiplyRows,
  solveRows,
} from "../../../../src/motion/march/many/block-rows.js";

/** Bodies that hang together without loops, each linked with one later one at most. */
const links = [[1], [0, 2], [1, 5], [5], [5], [2, 3, 4]];

function tree(random: () => number) {
  const matrix = blockRows(links.length);
  const columns = links.map((others, i) => [...others, i].sort((a, b) => a - b));
  clearBlocks(matrix, columns.flat().length);
  let p = 0;
  columns.forEach((row, i) => {
    matrix.start[i] = p;
    for (const j of row) {
      if (j === i) matrix.diagonal[i] = p;
      for (let k = 0; k < 36; k++) matrix.values[36 * p + k] = random() - 0.5 + (i === j && k % 7 === 0 ? 10 : 0);
      matrix.column[p++] = j;
    }
  });
  matrix.start[links.length] = p;
  return matrix;
}

test("incomplete factors are the whole ones where bodies hang together without loops, and a singular block is told", () => {
  const random = randomNumbers(7);
  const matrix = tree(random);
  const [x, b, found] = [0, 1, 2].map(() => new Float64Array(6 * links.length));
  for (let i = 0; i < x.length; i++) x[i] = random() - 0.5;
  multiplyRows(matrix, links.length, x, b);
  expect(factorRows(matrix, links.length)).toBe(true);
  solveRows(matrix, links.length, b, found);
  found.forEach((each, i) => {
    expect(each).toBeCloseTo(x[i], 12);
  });
  matrix.values.fill(0, 36 * matrix.diagonal[0], 36 * matrix.diagonal[0] + 36);
  expect(factorRows(matrix, links.length)).toBe(false);
});
