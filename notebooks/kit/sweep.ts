/** Longest time [ms] that a sweep keeps the page to itself. */
const longest = 16;

/**
 * What `compute` gives for each value, one after the other; between them the page is drawn and hears its reader. Ends
 * early where `cancelled` is fulfilled.
 */
export async function sweep<T, R>(
  values: readonly T[],
  compute: (value: T) => Promise<R>,
  cancelled?: Promise<unknown>,
): Promise<R[]> {
  const found: R[] = [];
  let stop = false;
  void cancelled?.then(() => {
    stop = true;
  });
  let breath = performance.now();
  for (const value of values) {
    if (performance.now() - breath > longest) {
      await new Promise((resume) => setTimeout(resume, 0));
      breath = performance.now();
    }
    if (stop) break;
    found.push(await compute(value));
  }
  return found;
}
