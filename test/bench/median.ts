/** Median time of `repeats` runs after as many to warm up, at most twenty [ms]. */
export async function median(repeats: number, run: () => unknown): Promise<number> {
  for (let k = 0; k < Math.min(20, repeats); k++) await run();
  const times = new Float64Array(repeats);
  for (let k = 0; k < repeats; k++) {
    const begin = performance.now();
    await run();
    times[k] = performance.now() - begin;
  }
  return times.sort()[repeats >> 1];
}

/** Three digits and the unit, which is seconds from a thousand milliseconds on. */
export function milliseconds(time: number): string {
  return time < 1000 ? `${time.toPrecision(3)} ms` : `${(time / 1000).toPrecision(3)} s`;
}
