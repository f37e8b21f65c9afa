/** Shared by problems and their tests: a slab on a patch of elements that take their neighbours along. */
import { add, distributed, mul, neg, parameter as p, pow, type Scalar } from "bankshot";
import { type Matrix, squarePatch, uncoupled } from "bankshot/geometry";

/** Elements along a side of the patch, n_s in Song, Kumar, Pang (2005), section II. */
const perSide = 3;
export const elements = perSide ** 2;

/**
 * K_nn = K_tt = K_oo = k (I + c L) with the Laplacian L of the grid of elements: an element that gives way takes its
 * neighbours along, and a patch that sinks evenly has stiffness k in each.
 */
function neighbourly(k: Scalar): Matrix {
  const matrix = uncoupled(3 * elements, k).map((row) => [...row]);
  const join = (i: number, j: number): void => {
    for (const axis of [0, elements, 2 * elements]) {
      const [a, b, along] = [axis + i, axis + j, mul(p("coupling"), k)];
      matrix[a][a] = add(matrix[a][a], along);
      matrix[b][b] = add(matrix[b][b], along);
      matrix[a][b] = neg(along);
      matrix[b][a] = neg(along);
    }
  };
  for (let row = 0; row < perSide; row++)
    for (let column = 0; column < perSide; column++) {
      const here = row * perSide + column;
      if (column + 1 < perSide) join(here, here + 1);
      if (row + 1 < perSide) join(here, here + perSide);
    }
  return matrix;
}

export const model = distributed({
  gravity: [0, 0, neg(p("gravity"))],
  bodies: [
    {
      name: "slab",
      space: "spatial",
      mass: p("mass"),
      inertia: [momentOf(p("side"), p("height")), momentOf(p("side"), p("height")), momentOf(p("side"), p("side"))],
    },
  ],
  contacts: [
    {
      name: "base",
      body: "slab",
      shape: squarePatch(perSide, p("side"), mul(-0.5, p("height"))),
      against: { kind: "half-space", normal: [0, 0, 1], tangent: [1, 0, 0], offset: 0 },
      friction: p("friction"),
      stiffness: neighbourly(p("stiffness")),
      damping: neighbourly(p("damping")),
      coneSmoothing: p("coneSmoothing"),
    },
  ],
});

/** m (a² + b²)/12. */
function momentOf(a: Scalar, b: Scalar): Scalar {
  return mul(p("mass"), 1 / 12, add(pow(a, 2), pow(b, 2)));
}
