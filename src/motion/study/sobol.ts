/** Binary digits of a coordinate. */
const digits = 32;

/**
 * Primitive polynomials over GF(2), the coefficient of the highest power first, and the first direction numbers of the
 * dimensions from the second on: those of S. Joe and F. Kuo (2008), `new-joe-kuo-6`, made for good two-dimensional projections.
 */
const initial: readonly (readonly [polynomial: number, directions: readonly number[]])[] = [
  [3, [1]],
  [7, [1, 3]],
  [11, [1, 3, 1]],
  [13, [1, 1, 1]],
  [19, [1, 1, 3, 3]],
  [25, [1, 3, 5, 13]],
  [37, [1, 1, 5, 5, 17]],
  [41, [1, 1, 5, 5, 5]],
  [47, [1, 1, 7, 11, 19]],
  [55, [1, 1, 5, 1, 1]],
  [59, [1, 1, 1, 3, 11]],
  [61, [1, 3, 5, 5, 31]],
  [67, [1, 3, 3, 9, 7, 49]],
  [91, [1, 1, 1, 15, 21, 21]],
  [97, [1, 3, 1, 13, 27, 49]],
  [103, [1, 1, 1, 15, 7, 5]],
  [109, [1, 3, 1, 15, 13, 25]],
  [115, [1, 1, 5, 5, 19, 61]],
  [131, [1, 3, 7, 11, 23, 15, 103]],
  [137, [1, 3, 7, 13, 13, 15, 69]],
  [143, [1, 1, 3, 13, 7, 35, 63]],
  [145, [1, 3, 5, 9, 1, 25, 53]],
  [157, [1, 3, 1, 13, 9, 35, 107]],
  [167, [1, 3, 1, 5, 27, 61, 31]],
  [171, [1, 1, 5, 11, 19, 41, 61]],
  [185, [1, 3, 5, 3, 3, 13, 69]],
  [191, [1, 1, 7, 13, 1, 19, 1]],
  [193, [1, 3, 7, 5, 13, 19, 59]],
  [203, [1, 1, 3, 9, 25, 29, 41]],
  [211, [1, 3, 5, 13, 23, 1, 55]],
  [213, [1, 3, 7, 3, 13, 59, 17]],
];

/** Dimensions that a sequence may have. */
export const mostDimensions = initial.length + 1;

/** Direction numbers v₁ … v₃₂ of a dimension, as 32-bit fractions. */
function directionsOf(dimension: number): Uint32Array {
  const v = new Uint32Array(digits);
  if (dimension === 0) return v.map((_, k) => (1 << (digits - 1 - k)) >>> 0);
  const [polynomial, first] = initial[dimension - 1];
  const degree = first.length;
  first.forEach((m, k) => {
    v[k] = (m << (digits - 1 - k)) >>> 0;
  });
  // v_k = c₁ v_{k−1} ⊕ … ⊕ c_{s−1} v_{k−s+1} ⊕ v_{k−s} ⊕ v_{k−s} / 2ˢ
  for (let k = degree; k < digits; k++) {
    v[k] = v[k - degree] ^ (v[k - degree] >>> degree);
    for (let j = 1; j < degree; j++) if ((polynomial >>> (degree - j)) & 1) v[k] ^= v[k - j];
  }
  return v;
}

/** The first `count` points of the Sobol' sequence (I. Sobol' 1967) in Gray-code order, as 32-bit fractions, row by row. */
export function sobolSequence(dimensions: number, count: number): Uint32Array {
  const directions = Array.from({ length: dimensions }, (_, d) => directionsOf(d));
  const points = new Uint32Array(dimensions * count);
  // point i is point i − 1 with the direction flipped that is the lowest zero digit of i − 1
  for (let i = 1; i < count; i++) {
    const k = 31 - Math.clz32(~(i - 1) & i);
    for (let d = 0; d < dimensions; d++)
      points[i * dimensions + d] = points[(i - 1) * dimensions + d] ^ directions[d][k];
  }
  return points;
}
