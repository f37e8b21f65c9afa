import { factorDense, solveDense } from "../../../algebra/dense.js";
import { fromTriplets } from "../../../algebra/sparse.js";
import type { Stepwise } from "../../../algebra/stepwise.js";
import { factored, type LinearSystem, sparseLu } from "../../../solve/linear.js";
import { mostFull, velocityAt } from "./full-steps.js";
import { type SolidIsland, slotOf } from "./island.js";

/** The matrix of all velocities of an island, whose contacts are eliminated: filled, factored, solved for many right sides. */
export interface VelocityMatrix {
  clear(): void;
  add(row: number, column: number, value: number): void;
  /** False where it is singular. */
  factoring(): Stepwise<boolean>;
  /** b ← A⁻¹ b. */
  solve(b: Float64Array): void;
}

/** A full matrix of a few bodies, or a sparse one. */
export const velocityMatrix = (island: SolidIsland): VelocityMatrix =>
  island.bodies.length <= mostFull ? fullMatrix(sizeOf(island)) : sparseMatrix(island);

const sizeOf = ({ bodies, sizes }: SolidIsland): number => sizes.velocities * bodies.length;

function fullMatrix(n: number): VelocityMatrix {
  const matrix = new Float64Array(n * n);
  const pivots = new Int32Array(n);
  return {
    clear() {
      matrix.fill(0);
    },
    add(row, column, value) {
      matrix[n * row + column] += value;
    },
    *factoring() {
      const column = factorDense(matrix, n, pivots);
      yield;
      return column < 0;
    },
    solve(b) {
      solveDense(matrix, n, pivots, b);
    },
  };
}

function sparseMatrix(island: SolidIsland): VelocityMatrix {
  const n = sizeOf(island);
  const { velocities: wide } = island.sizes;
  const rows: number[] = [];
  const columns: number[] = [];
  const join = (places: readonly number[]): void => {
    for (const row of places)
      for (const column of places) {
        rows.push(row);
        columns.push(column);
      }
  };
  for (let at = 0; at < n; at += wide) join(Array.from({ length: wide }, (_, k) => at + k));
  for (const contact of island.contacts)
    join(Array.from({ length: contact.kernels.velocities }, (_, k) => velocityAt(island, contact, k)));
  const pattern = fromTriplets([n, n], rows, columns);
  const system: LinearSystem = sparseLu(pattern);
  return {
    clear() {
      pattern.values.fill(0);
    },
    add(row, column, value) {
      pattern.values[slotOf(pattern, row, column)] += value;
    },
    *factoring() {
      // factors of another matrix are no good pivots of this one
      system.forget();
      return yield* factored(system, pattern);
    },
    solve: (b) => system.solve(b),
  };
}
