/** Levenshtein's distance of two words: how many letters must be put in, left out or changed to get from one to the other. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++)
      next.push(Math.min(row[j + 1] + 1, next[j] + 1, row[j] + (a[i] === b[j] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}

/** The first of the words that are nearest to one. */
export const closest = (word: string, known: readonly string[]): string =>
  known.slice(1).reduce((best, one) => (distance(word, one) < distance(word, best) ? one : best), known[0]);
