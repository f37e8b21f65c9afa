/**
 * The rows that no other row beats in both columns, smaller being better, from the smallest of the first on; of rows alike in
 * both the first stands for all. Rows without one of the numbers are left out.
 */
export function paretoFront(first: ArrayLike<number>, second: ArrayLike<number>): number[] {
  const rows = Array.from({ length: first.length }, (_, row) => row).filter(
    (row) => !Number.isNaN(first[row]) && !Number.isNaN(second[row]),
  );
  rows.sort((a, b) => first[a] - first[b] || second[a] - second[b] || a - b);
  let least = Number.POSITIVE_INFINITY;
  return rows.filter((row) => {
    const isBetter = second[row] < least;
    if (isBetter) least = second[row];
    return isBetter;
  });
}
